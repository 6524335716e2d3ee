// Names of lanes as refs, and of streams in commits: each maps to one form that git takes, and back.
#include "core/event/lane_name.hpp"
#include "ledger/lane/message.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

/// git-check-ref-format(1), for one component.
bool git_takes(std::string_view component) {
  const auto has = [&](std::string_view part) { return component.find(part) != std::string_view::npos; };
  for (const char c : component)
    if (c <= ' ' || c == 0x7F || std::string_view("~^:?*[\\/").find(c) != std::string_view::npos) return false;
  return !component.empty() && component.front() != '.' && component.back() != '.' && !has("..") && !has("@{") &&
         component != "@" && !component.ends_with(".lock") && component.front() != '-';
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  if (const auto component = to_ref_component(bytes)) {
    HZ_INVARIANT(component->size() <= 250 && git_takes(*component), "git takes the component");
    HZ_INVARIANT(component->find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-=") == std::string::npos,
                 "a component has no capitals, so that folding the case changes nothing (D4)");
    HZ_INVARIANT(from_ref_component(*component) == std::string(bytes), "a component maps back to its name");
  }
  if (const auto name = from_ref_component(bytes)) {
    const auto again = to_ref_component(*name);
    HZ_INVARIANT(again && *again == bytes, "a name has one component");
  }
  if (const auto stream = StreamName::parse(bytes)) {
    HZ_INVARIANT(stream->str() == bytes && unescape_stream(escape_stream(*stream)) == *stream,
                 "a stream's name comes back from a commit");
  }
  if (const auto stream = unescape_stream(bytes))
    HZ_INVARIANT(escape_stream(*stream) == bytes, "a stream has one form in commits");
}

}  // namespace hz
