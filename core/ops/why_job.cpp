#include <algorithm>
#include <fmt/format.h>

#include "core/ops/why_parts.hpp"
#include "core/tick/account.hpp"
#include "core/tick/words.hpp"
#include "core/watch/source_stream.hpp"

namespace hz {

namespace {

std::string local(const JobEntry& entry, Instant at) {
  const Slot second = std::chrono::floor<Seconds>(at);
  return entry.zone ? local_text(*entry.zone, second) : to_text(second);
}

std::vector<std::string> now_lines(const JobEntry& entry, const OpenedBook& opened) {
  std::vector<std::string> lines;
  const std::string state = state_text(entry, opened.book);
  lines.push_back(state);
  if (entry.trouble)
    lines.push_back(entry.trouble->what + (entry.trouble->why.empty() ? "" : ": " + entry.trouble->why));
  for (const Problem& problem : entry.problems) lines.push_back(problem.place.str() + ": " + problem.what);
  if (state == "paused") {
    const PauseSpan& pause = entry.state.paused() ? entry.state.pauses.back() : opened.book.machine.pauses.back();
    lines.push_back("paused since " + local(entry, pause.from) + " by " + pause.by);
  }
  if (entry.state.lease) lines.push_back("a run is under way since " + local(entry, entry.state.lease->since));
  return lines;
}

/// What moved between the last two rendered receipts: the change that mattered.
std::string cause_text(const Receipt& receipt, const std::optional<Receipt>& before) {
  if (!before) return "it was the first";
  if (receipt.wake == "manual") return "it was asked for by hand";
  if (receipt.contract != before->contract) return "the contract had changed";
  for (const auto& [name, seen] : receipt.inputs) {
    const auto earlier = before->inputs.find(name);
    if (earlier == before->inputs.end() || earlier->second.facets != seen.facets)
      return "input " + name + " had changed (" + news_text({{name, seen}}) + ")";
  }
  if (receipt.epoch != before->epoch) return "its freshness had lapsed";
  return "it was due";
}

Result<std::optional<Receipt>> rendered_before(const View& view, const JobEntry& entry) {
  std::optional<Receipt> before;
  if (!entry.state.last_rendered) return before;
  HZ_TRY(view.replay(job_stream(entry.job), 0, [&](const Placed& placed) {
    if (placed.event.id == entry.state.last_rendered->id) return;
    const JobFact fact = Job::decode(placed.event);
    const auto* left = std::get_if<ReceiptLeft>(&fact);
    if (left && left->receipt.disposition == Disposition::rendered) before = left->receipt;
  }));
  return before;
}

std::vector<std::string> last_lines(const JobEntry& entry, const std::optional<Receipt>& before) {
  if (!entry.state.last_rendered) return {"never rendered"};
  const JobState::Last& last = *entry.state.last_rendered;
  return {local(entry, last.receipt.as_of) + ", because " + cause_text(last.receipt, before),
          "draft " + last.id.shown() + " · hz draft show " + last.id.shown()};
}

Result<std::vector<std::string>> unmoved_lines(const JobEntry& entry, const View& view) {
  std::vector<std::string> lines;
  const auto& last = entry.state.last_rendered;
  if (!last || !entry.contract) return lines;
  for (const InputSpec& input : entry.contract->inputs) {
    HZ_TRY_ASSIGN(const Folded<Source> source, fold<Source>(view, {"source", source_name(input)}));
    const auto& newest = source.state.newest;
    const auto seen = last->receipt.inputs.find(input.name);
    if (!newest || seen == last->receipt.inputs.end()) continue;
    const bool moved = newest->seen.facets != seen->second.facets;
    lines.push_back(
        fmt::format("input {} {} since {} ({} item{}, {})", input.name, moved ? "has changed" : "did not change",
                    local(entry, newest->at), newest->seen.count, newest->seen.count == 1 ? "" : "s",
                    newest->seen.facets.count("items") != 0 ? newest->seen.facets.at("items").substr(0, 12) : ""));
    if (source.state.failing) lines.push_back("input " + input.name + " cannot be read at present");
  }
  const bool edited = entry.contract->fingerprint != last->receipt.contract;
  lines.push_back(fmt::format("the contract {} ({})", edited ? "has changed" : "did not change",
                              entry.contract->fingerprint.substr(0, 12)));
  return lines;
}

std::vector<std::string> since_lines(const JobEntry& entry) {
  std::vector<std::string> lines;
  for (const SkipRange& range : entry.pending) {
    const std::string until = range.from == range.to ? "" : " to " + local(entry, range.to);
    lines.push_back(fmt::format("{} skipped, {}: {}{}",
                                range.count == 1 ? "1 slot" : fmt::format("{} slots", range.count), range.why,
                                local(entry, range.from), until));
  }
  const auto& last = entry.state.last_receipt;
  if (last && last->receipt.disposition != Disposition::rendered) {
    lines.push_back(fmt::format("{} {}{}", local(entry, last->receipt.as_of), to_text(last->receipt.disposition),
                                last->receipt.error ? ": " + *last->receipt.error : ""));
  }
  return lines;
}

std::vector<std::string> next_lines(const JobEntry& entry, Instant now) {
  const auto next = next_slot(entry, now);
  if (!next) return {"no schedule: it runs by hand only · hz system daemon tick --job " + entry.contract_name};
  std::vector<std::string> lines{"next slot " + local_text(*entry.zone, *next) + " (" + entry.zone->name() + ")"};
  if (!entry.contract) return lines;
  lines.push_back(std::visit(
      Overloaded{
          [](const FreshEachSlot&) { return std::string("every slot renders"); },
          [](const FreshNever&) { return std::string("renders when an input or the contract has changed"); },
          [&](const FreshFor& fresh) {
            const auto since_epoch = now.time_since_epoch();
            const Instant lapse{since_epoch - since_epoch % fresh.duration + fresh.duration};
            return "renders when something has changed, or at the first slot from " + local(entry, lapse) + " on";
          },
      },
      entry.contract->fresh));
  return lines;
}

}  // namespace

Result<Json> why_job(const JobEntry& entry, const OpenedBook& opened, const DaemonPorts&) {
  Explanation explanation("job", entry.job.str());
  explanation.member("details", job_json(entry, opened.book, opened.now));
  explanation.section("now", now_lines(entry, opened));
  if (entry.trouble) return explanation.document();
  HZ_TRY_ASSIGN(const auto before, rendered_before(*opened.view, entry));
  explanation.section("last rendered", last_lines(entry, before));
  HZ_TRY_ASSIGN(const auto unmoved, unmoved_lines(entry, *opened.view));
  explanation.section("since then", unmoved);
  explanation.section("slots since", since_lines(entry));
  explanation.section("next", next_lines(entry, opened.now));
  return explanation.document();
}

}  // namespace hz
