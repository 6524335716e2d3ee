#include <fmt/format.h>

#include "core/ops/why_parts.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

std::string moment(const JobEntry* entry, Instant at) {
  const Slot second = std::chrono::floor<Seconds>(at);
  return entry && entry->zone ? local_text(*entry->zone, second) : to_text(second);
}

std::vector<std::string> what_lines(const Placed& placed, const Receipt& receipt, const JobEntry* entry) {
  const std::string of =
      receipt.slot ? "slot " + moment(entry, *receipt.slot) : "by hand at " + moment(entry, receipt.as_of);
  std::vector<std::string> lines{fmt::format("{}, {}", to_text(receipt.disposition), of)};
  if (receipt.error) lines.push_back(*receipt.error);
  lines.push_back(fmt::format("recorded {} by {} on {} (machine {}, hz {})", to_text(placed.event.at),
                              placed.event.by.person, receipt.runner_on, placed.event.by.machine,
                              placed.event.by.version));
  lines.push_back(
      fmt::format("attempt {}, {} ms, lease token {}", receipt.attempt, receipt.took.count(), receipt.token));
  return lines;
}

Result<std::vector<std::string>> saw_lines(const Receipt& receipt, const View& view) {
  std::vector<std::string> lines{"contract " + receipt.contract.substr(0, 12)};
  for (const auto& [name, seen] : receipt.inputs) {
    std::string at;
    if (const auto observed = view.find(seen.observed.str())) at = ", observed " + to_text(observed->event.at);
    lines.push_back(
        fmt::format("input {}: {}{} (event {})", name, news_text({{name, seen}}), at, seen.observed.shown()));
  }
  if (receipt.epoch) lines.push_back("epoch " + *receipt.epoch);
  if (receipt.memo) lines.push_back("memo key " + receipt.memo->substr(0, 12));
  if (receipt.against) lines.push_back("compared with receipt " + receipt.against->shown());
  return lines;
}

Result<std::vector<std::string>> result_lines(const Placed& placed, const Receipt& receipt,
                                              const DaemonPorts& ports) {
  std::vector<std::string> lines;
  if (receipt.draft) {
    HZ_TRY_ASSIGN(const auto body, ports.bodies.find(placed.event.at, receipt.draft->body));
    const std::string there = body ? "there, and matches" : "not there: erased or expired";
    lines.push_back(fmt::format("draft {} \"{}\", {} bytes, SHA-256 {}… ({})", placed.event.id.shown(),
                                receipt.draft->title, receipt.draft->body.bytes,
                                receipt.draft->body.sha256.substr(0, 12), there));
    if (receipt.draft->cut > 0)
      lines.push_back(fmt::format("{} bytes of its output were not kept", receipt.draft->cut));
  }
  if (receipt.output) {
    HZ_TRY_ASSIGN(const auto body, ports.bodies.find(placed.event.at, *receipt.output));
    if (body) lines.push_back((receipt.disposition == Disposition::failed ? "it said: " : "reason: ") + body->text);
  }
  return lines;
}

/// The lease that the receipt stands in.
Result<std::vector<std::string>> lease_lines(const Placed& placed, const Receipt& receipt, const View& view) {
  std::vector<std::string> lines;
  HZ_TRY(view.replay(placed.event.stream, 0, [&](const Placed& other) {
    if (other.event.seq == receipt.token)
      lines.push_back(fmt::format("taken {} (event {})", to_text(other.event.at), other.event.id.shown()));
    const JobFact fact = Job::decode(other.event);
    const auto* released = std::get_if<LeaseReleased>(&fact);
    const auto* lost = std::get_if<LeaseLost>(&fact);
    if (released && released->token == receipt.token)
      lines.push_back(fmt::format("released {} (event {})", to_text(other.event.at), other.event.id.shown()));
    if (lost && lost->token == receipt.token)
      lines.push_back(
          fmt::format("lost {}: {} (event {})", to_text(other.event.at), lost->why, other.event.id.shown()));
  }));
  return lines;
}

}  // namespace

Result<Json> why_receipt(const Placed& placed, const Receipt& receipt, const OpenedBook& opened,
                         const DaemonPorts& ports) {
  const auto found = opened.book.jobs.find(JobName{placed.event.stream.name()});
  const JobEntry* entry = found == opened.book.jobs.end() ? nullptr : &found->second;
  Explanation explanation("receipt", placed.event.id.str());
  explanation.member("of", placed.event.stream.name());
  explanation.member("data", placed.event.data);
  explanation.section("what", what_lines(placed, receipt, entry));
  HZ_TRY_ASSIGN(const auto lease, lease_lines(placed, receipt, *opened.view));
  explanation.section("lease", lease);
  HZ_TRY_ASSIGN(const auto saw, saw_lines(receipt, *opened.view));
  explanation.section("what it saw", saw);
  HZ_TRY_ASSIGN(const auto result, result_lines(placed, receipt, ports));
  explanation.section("result", result);
  explanation.section("where", {fmt::format("event {} of {}", placed.event.seq, placed.event.stream.str()),
                                "file " + placed.file, "commit " + placed.commit});
  return explanation.document();
}

}  // namespace hz
