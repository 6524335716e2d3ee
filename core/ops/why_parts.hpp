// The two explanations of hz why, for declare_why only. Each is a list of sections with lines for people, in the
// order in which they are read.
#pragma once

#include "core/ops/job_answers.hpp"

namespace hz {

class Explanation {
 public:
  /// `kind`: "job" or "receipt", the member that names it.
  Explanation(const std::string& kind, std::string about)
      : document_{{kind, std::move(about)}, {"sections", Json::array()}} {}
  void section(const std::string& title, const std::vector<std::string>& lines) {
    if (!lines.empty()) document_["sections"].push_back({{"title", title}, {"lines", lines}});
  }
  void member(const std::string& name, Json value) { document_[name] = std::move(value); }
  [[nodiscard]] const Json& document() const { return document_; }

 private:
  Json document_;
};

[[nodiscard]] Result<Json> why_job(const JobEntry& entry, const OpenedBook& opened, const DaemonPorts& ports);
[[nodiscard]] Result<Json> why_receipt(const Placed& placed, const Receipt& receipt, const OpenedBook& opened,
                                       const DaemonPorts& ports);

}  // namespace hz
