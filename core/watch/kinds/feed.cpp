// feed: {path}: RSS, Atom or JSON Feed in a file, one item an entry.
#include <fmt/format.h>

#include "core/watch/feed/feed_parse.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz {
namespace {

Json bind_feed(Binder& binder, const std::string& directory) {
  if (binder.has("url")) {
    binder.problem("url", "a feed is read from a file: \"url\" comes with shared sources, in a later version",
                   "fetch it into a file and name that with \"path\"");
    if (!binder.has("path")) return Json::object();
  }
  return Json{{"path", bind_path(binder, directory)}};
}

Result<Reading> read_feed(const InputSpec& spec, const InputPorts& ports) {
  HZ_TRY_ASSIGN(const std::string bytes, read_whole_file(spec, ports));
  auto reading = parse_feed(bytes);
  if (reading) return reading;
  return unreadable(spec, fmt::format("{}: {}", shown_path(spec), reading.error().why), reading.error().fix);
}

}  // namespace

InputKind feed_kind() {
  InputKind kind;
  kind.name = "feed";
  kind.bind = bind_feed;
  kind.read = read_feed;
  return kind;
}

}  // namespace hz
