#include "core/job/skips.hpp"

#include <algorithm>

namespace hz {

Json SkipRange::to_json() const {
  return {{"against", against ? Json(against->str()) : Json(nullptr)},
          {"count", count},
          {"from", to_text(from)},
          {"to", to_text(to)},
          {"why", why}};
}

std::optional<SkipRange> SkipRange::from_json(const Json& value) {
  const auto from = text_at(value, "from");
  const auto to = text_at(value, "to");
  const auto count = integer_at(value, "count");
  const auto why = text_at(value, "why");
  if (!from || !to || !count || *count < 1 || !why) return std::nullopt;
  const auto first = parse_slot(*from);
  const auto last = parse_slot(*to);
  if (!first || !last || *first > *last) return std::nullopt;
  SkipRange range{*first, *last, static_cast<std::uint64_t>(*count), *why, std::nullopt};
  if (const auto against = text_at(value, "against")) range.against = EventId{*against};
  return range;
}

Json to_json(const SkipRanges& ranges) {
  Json list = Json::array();
  for (const SkipRange& range : ranges) list.push_back(range.to_json());
  return list;
}

std::optional<SkipRanges> ranges_from_json(const Json& value) {
  if (!value.is_array()) return std::nullopt;
  SkipRanges ranges;
  for (const Json& entry : value) {
    auto range = SkipRange::from_json(entry);
    if (!range) return std::nullopt;
    ranges.push_back(*std::move(range));
  }
  return ranges;
}

void add_skip(SkipRanges& ranges, Slot slot, const std::string& why, const std::optional<EventId>& against) {
  if (!ranges.empty() && ranges.back().why == why && ranges.back().against == against && ranges.back().to < slot) {
    ranges.back().to = slot;
    ++ranges.back().count;
    return;
  }
  ranges.push_back({slot, slot, 1, why, against});
}

std::string skips_file(const JobName& job, const SkipRanges& ranges) {
  return canonical({{"job", job.str()}, {"ranges", to_json(ranges)}, {"v", 1}});
}

std::optional<SkipRanges> parse_skips_file(std::string_view bytes) {
  const auto file = parse_json(bytes, "pending skips");
  if (!file || integer_at(*file, "v") != 1) return std::nullopt;
  const Json* ranges = member(*file, "ranges");
  return ranges ? ranges_from_json(*ranges) : std::nullopt;
}

SkipRanges still_pending(SkipRanges ranges, const std::optional<Slot>& newest_in_ledger) {
  if (newest_in_ledger)
    std::erase_if(ranges, [&](const SkipRange& range) { return range.to <= *newest_in_ledger; });
  return ranges;
}

}  // namespace hz
