#include "core/port/lane.hpp"

#include <algorithm>
#include <deque>

#include "core/event/mentions.hpp"

namespace hz {
namespace {

bool takes(const Selection& selection, const Sealed& event) {
  const auto& streams = selection.streams;
  return (streams.empty() || std::find(streams.begin(), streams.end(), event.stream) != streams.end()) &&
         (selection.type.empty() || event.type == selection.type) && event.at >= selection.since;
}

}  // namespace

Selected View::select(const Selection& selection) const {
  std::deque<Placed> newest;
  std::uint64_t matched = 0;
  for_each([&](const Placed& placed) {
    if (!takes(selection, placed.event)) return;
    ++matched;
    newest.push_front(placed);
    if (newest.size() > selection.most) newest.pop_back();
  });
  return {{newest.begin(), newest.end()}, matched};
}

std::vector<Placed> View::naming(const EventId& id) const {
  std::vector<Placed> found;
  for_each([&](const Placed& placed) {
    if (names_event(placed.event.data, id)) found.push_back(placed);
  });
  return found;
}

std::optional<Snapshot> View::snapshot(const StreamName&, std::string_view) const {
  return std::nullopt;
}

void View::keep(const StreamName&, std::string_view, const Snapshot&) const {}

}  // namespace hz
