// Streams: one hash chain about one thing, "<kind>/<name>".
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/id.hpp"
#include "core/base/result.hpp"

namespace hz {

using EventId = Id<struct EventTag>;      ///< SHA-256 of the event's file, 64 hex digits
using MachineId = Id<struct MachineTag>;  ///< 12 of [a-z2-7]
using JobName = Id<struct JobTag>;        ///< "<module>:<job>": "contract:digest", "hz:repack"

/// The kinds of design §4. A stream of any other kind was written by a newer hz: readable, not writable.
[[nodiscard]] bool is_known_stream_kind(std::string_view kind);

class StreamName {
 public:
  StreamName() = default;
  StreamName(std::string kind, std::string name) : kind_(std::move(kind)), name_(std::move(name)) {}

  /// "job/contract:digest". Nothing if there is no kind ([a-z]+), no name, a control character or more than 256
  /// bytes.
  [[nodiscard]] static std::optional<StreamName> parse(std::string_view text);

  [[nodiscard]] const std::string& kind() const { return kind_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string str() const { return kind_ + "/" + name_; }
  auto operator<=>(const StreamName&) const = default;  // NOLINT(modernize-use-nullptr): no pointer but a 0

 private:
  std::string kind_, name_;
};

[[nodiscard]] inline StreamName job_stream(const JobName& job) {
  return {"job", job.str()};
}
[[nodiscard]] inline StreamName contract_stream(const std::string& name) {
  return {"contract", name};
}
[[nodiscard]] inline StreamName machine_stream(const MachineId& machine) {
  return {"machine", machine.str()};
}

/// The job that a contract compiles to: "digest" → "contract:digest". hz's own contracts are named as their jobs are:
/// "hz:repack". No file's name has a colon, so none meets the other.
[[nodiscard]] inline JobName job_of_contract(const std::string& contract) {
  return JobName{contract.starts_with("hz:") ? contract : "contract:" + contract};
}
/// The other way; nothing when no contract has such a job.
[[nodiscard]] inline std::optional<std::string> contract_of_job(const JobName& job) {
  constexpr std::string_view module = "contract:";
  if (job.str().starts_with("hz:")) return job.str();
  if (!job.str().starts_with(module)) return std::nullopt;
  return job.str().substr(module.size());
}

}  // namespace hz
