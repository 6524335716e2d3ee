#include "tests/support/view_twin.hpp"

#include <fmt/format.h>

namespace hz::test {
namespace {

using Lines = std::vector<std::string>;

std::string line(const Placed& placed) {
  return fmt::format("{} {} {} {}", placed.number, placed.file, placed.commit, placed.event.bytes);
}

Lines lines(const std::vector<Placed>& events) {
  Lines all;
  for (const Placed& placed : events) all.push_back(line(placed));
  return all;
}

std::string text(const Error& error) {
  return fmt::format("{}|{}|{}|{}|{}", static_cast<int>(error.kind), error.what, error.why, error.kept, error.fix);
}

Lines replay(const View& view, const StreamName& stream, std::uint64_t after) {
  Lines all;
  const auto done = view.replay(stream, after, [&](const Placed& placed) { all.push_back(line(placed)); });
  all.push_back(done ? "done" : text(done.error()));
  return all;
}

Lines everything(const View& view) {
  Lines all;
  view.for_each([&](const Placed& placed) { all.push_back(line(placed)); });
  return all;
}

Lines damages(const View& view) {
  Lines all;
  for (const Damage& d : view.damages())
    all.push_back(
        fmt::format("{} {} {} {} {} {} {}", d.stream.str(), d.seq, d.number, d.file, d.commit, d.id, d.what));
  return all;
}

Lines found(const View& view, const std::string& prefix) {
  const auto event = view.find(prefix);
  return {event ? line(*event) : text(event.error())};
}

Lines selected(const View& view, const Selection& selection) {
  const Selected answer = view.select(selection);
  Lines all = lines(answer.events);
  all.push_back(fmt::format("{} matched", answer.matched));
  return all;
}

Lines named(const std::vector<StreamName>& streams) {
  Lines all;
  for (const StreamName& stream : streams) all.push_back(stream.str());
  return all;
}

Lines head(const View& view, const StreamName& stream) {
  const Head at = view.head(stream);
  return {fmt::format("{} {}", at.seq, at.id ? at.id->str() : "none")};
}

Lines newest_with_key(const View& view, const StreamName& stream, const std::string& type, const std::string& key) {
  const auto event = view.newest_with_key(stream, type, key);
  return {event ? line(*event) : "none"};
}

/// Asks both and remembers the first difference.
class Comparison {
 public:
  Comparison(const View& one, const View& other) : one_(one), other_(other) {}

  template <class Ask>
  void ask(const std::string& what, Ask question) {
    if (!difference_.empty()) return;
    const Lines mine = question(one_);
    const Lines theirs = question(other_);
    if (mine != theirs)
      difference_ =
          fmt::format("{}:\n  {}\nis not\n  {}", what, fmt::join(mine, "\n  "), fmt::join(theirs, "\n  "));
  }
  [[nodiscard]] const std::string& difference() const { return difference_; }

 private:
  const View& one_;
  const View& other_;
  std::string difference_;
};

void ask_about_stream(Comparison& both, const StreamName& stream) {
  both.ask("head of " + stream.str(), [&](const View& view) { return head(view, stream); });
  for (const std::uint64_t after : {0U, 1U, 3U, 1000U})
    both.ask(fmt::format("replay of {} after {}", stream.str(), after),
             [&](const View& view) { return replay(view, stream, after); });
  for (const char* const type : {"", "receipt", "lease.acquired", "no.such"}) {
    both.ask(fmt::format("the newest of {} of type \"{}\"", stream.str(), type), [&](const View& view) {
      return selected(view, {{stream, StreamName("job", "none")}, type, {}, 2});
    });
  }
}

void ask_about_event(Comparison& both, const Placed& placed) {
  const std::string id = placed.event.id.str();
  for (const std::size_t digits : {6U, 7U, 9U, 64U})
    both.ask("find " + id.substr(0, digits), [&](const View& view) { return found(view, id.substr(0, digits)); });
  both.ask("find more than " + id, [&](const View& view) { return found(view, id + "0"); });
  both.ask("who names " + id, [&](const View& view) { return lines(view.naming(placed.event.id)); });
  if (const auto key = text_at(placed.event.data, "key")) {
    both.ask("newest with key " + *key,
             [&](const View& view) { return newest_with_key(view, placed.event.stream, placed.event.type, *key); });
  }
  for (const char* const type : {"", "receipt"}) {
    both.ask("the newest since " + to_text(placed.event.at), [&](const View& view) {
      return selected(view, {{}, type, placed.event.at, 3});
    });
  }
}

}  // namespace

std::string difference(const View& one, const View& other) {
  Comparison both(one, other);
  both.ask("tip", [](const View& view) {
    return Lines{fmt::format("{} {} {}", view.tip().commit, view.tip().count, to_text(view.newest_at()))};
  });
  both.ask("streams", [](const View& view) { return named(view.streams()); });
  both.ask("damages", [](const View& view) { return damages(view); });
  both.ask("everything", [](const View& view) { return everything(view); });
  both.ask("the newest of all", [](const View& view) { return selected(view, {}); });
  for (const StreamName& stream : one.streams()) ask_about_stream(both, stream);
  ask_about_stream(both, StreamName("job", "none"));
  one.for_each([&](const Placed& placed) { ask_about_event(both, placed); });
  for (const Damage& damage : one.damages())
    both.ask("find the damaged " + damage.id,
             [&](const View& view) { return found(view, damage.id.substr(0, 20)); });
  return both.difference();
}

}  // namespace hz::test
