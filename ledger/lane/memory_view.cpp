#include "ledger/lane/memory_view.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "ledger/lane/prefix.hpp"

namespace hz {
namespace {

/// How many of the sorted numbers lie below `count`.
std::size_t seen(const std::vector<std::uint64_t>& numbers, std::uint64_t count) {
  return static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), count) - numbers.begin());
}

}  // namespace

MemoryView::MemoryView(std::shared_ptr<const LaneLog> log, std::size_t commits) : log_(std::move(log)) {
  if (commits > 0) {
    const LaneLog::Mark& last = log_->marks()[commits - 1];
    tip_ = {last.commit, last.end};
    newest_at_ = last.at;
  }
  for (const Damage& damage : log_->damages()) {
    if (damage.number < tip_.count) damages_.push_back(damage);
  }
}

std::vector<StreamName> MemoryView::streams() const {
  std::vector<StreamName> names;
  for (const auto& [name, stream] : log_->streams()) {
    const bool has_event = seen(stream.numbers, tip_.count) > 0;
    const bool has_damage = stream.damage && stream.damage->number < tip_.count;
    if (has_event || has_damage) names.push_back(name);
  }
  return names;
}

Head MemoryView::head(const StreamName& stream) const {
  const auto found = log_->streams().find(stream);
  if (found == log_->streams().end()) return {};
  const std::size_t events = seen(found->second.numbers, tip_.count);
  if (events == 0) return {};
  const Sealed& last = log_->event(found->second.numbers[events - 1])->event;
  return {last.seq, last.id};
}

Result<void> MemoryView::replay(const StreamName& stream, std::uint64_t after_seq, const Visit& visit) const {
  const auto found = log_->streams().find(stream);
  if (found == log_->streams().end()) return ok();
  const auto& [numbers, damage, head] = found->second;
  for (std::uint64_t seq = after_seq; seq < seen(numbers, tip_.count); ++seq) visit(*log_->event(numbers[seq]));
  if (damage && damage->number < tip_.count) return to_error(*damage);
  return ok();
}

std::optional<Placed> MemoryView::newest_with_key(const StreamName& stream, const std::string& type,
                                                  const std::string& key) const {
  const auto found = log_->keyed().find({stream, type, key});
  if (found == log_->keyed().end()) return std::nullopt;
  const std::size_t events = seen(found->second, tip_.count);
  if (events == 0) return std::nullopt;
  return log_->event(found->second[events - 1]);
}

Result<Placed> MemoryView::find(std::string_view id_prefix) const {
  HZ_TRY(check_prefix("an event", id_prefix));
  const std::optional<Placed>* match = nullptr;
  std::uint64_t number = 0;
  for (auto at = log_->ids().lower_bound(id_prefix); at != log_->ids().end() && starts_with(at->first, id_prefix);
       ++at) {
    if (at->second >= tip_.count) continue;
    if (match != nullptr) return ambiguous_prefix("an event", id_prefix);
    number = at->second;
    match = &log_->event(number);
  }
  if (match == nullptr) return unknown_prefix("an event", id_prefix);
  if (*match) return **match;
  for (const Damage& damage : damages_) {
    if (damage.number == number) return to_error(damage);
  }
  return after_damage(id_prefix);
}

void MemoryView::for_each(const Visit& visit) const {
  for (std::uint64_t number = 0; number < tip_.count; ++number) {
    if (const auto& event = log_->event(number)) visit(*event);
  }
}

Error to_error(const Damage& damage) {
  return {ErrorKind::damaged,
          fmt::format("the chain of {} breaks at event {} (seq {})", damage.stream.str(), damage.id.substr(0, 12),
                      damage.seq),
          fmt::format("{} in commit {}: {}.", damage.file, damage.commit.substr(0, 12), damage.what),
          fmt::format("Only {} stops here. Nothing was repaired.", damage.stream.str()), "hz audit verify"};
}

Error after_damage(std::string_view id_prefix) {
  return {ErrorKind::damaged, fmt::format("event {} cannot be trusted", id_prefix),
          "Its stream is damaged before it.", "Nothing was repaired.", "hz audit verify"};
}

}  // namespace hz
