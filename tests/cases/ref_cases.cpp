// Names of lanes as refs. Legality is judged by an implementation of its own, written from git-check-ref-format(1)
// and the table's rule, so that the mapping does not judge itself.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>

#include "core/base/text.hpp"
#include "core/event/lane_name.hpp"
#include "tests/cases/case_table.hpp"

namespace hz::cases {
namespace {

constexpr std::string_view prefix = "refs/heads/hz/lease/";
constexpr std::string_view suffix = "/1";

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// git-check-ref-format(1), for one component.
bool git_takes(std::string_view component) {
  const auto refused_byte = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F || has(" ~^:?*[\\/", std::string_view{&c, 1});
  };
  if (component.empty() || component == "@" || has(component, "..") || has(component, "@{")) return false;
  if (component.front() == '.' || component.back() == '.') return false;
  if (component.size() >= 5 && component.substr(component.size() - 5) == ".lock") return false;
  return std::none_of(component.begin(), component.end(), refused_byte);
}

/// What the table asks beyond git. Lower-case ASCII only: then case folding and normalisation change nothing, and
/// what is distinct stays distinct.
bool table_takes(std::string_view component) {
  const auto stable = [](char c) { return c > ' ' && c < 0x7F && !(c >= 'A' && c <= 'Z'); };
  return component.size() <= 250 && component.front() != '-' && component != "poller" &&
         std::all_of(component.begin(), component.end(), stable);
}

/// Nothing when the name passes, else what is wrong. `seen` holds the components of all names so far.
std::optional<std::string> judge(const std::string& name, std::map<std::string, std::string>& seen) {
  const auto ref = job_lane_ref(JobName{name});
  if (!ref) {
    const bool clear =
        ref.error().kind == ErrorKind::usage && !ref.error().what.empty() && !ref.error().why.empty();
    return clear ? std::nullopt : std::optional<std::string>{"refused without a clear message"};
  }
  std::string_view component = *ref;
  if (component.substr(0, prefix.size()) != prefix) return "outside refs/heads/hz/lease: " + *ref;
  component.remove_prefix(prefix.size());
  if (component.substr(component.size() - suffix.size()) != suffix) return "not a first segment: " + *ref;
  component.remove_suffix(suffix.size());
  if (!git_takes(component)) return "git refuses " + *ref;
  if (!table_takes(component)) return "not a component that every file system keeps apart: " + *ref;
  if (from_ref_component(component) != name) return "not reversible: " + *ref;
  const auto [other, fresh] = seen.emplace(component, name);
  if (!fresh && other->second != name) return fmt::format("the same ref as {}: {}", other->second, *ref);
  return std::nullopt;
}

}  // namespace

Tally run_ref(const Json& file) {
  std::map<std::string, std::string> seen;
  return run_table(file, "ref", [&](const Json& one) -> std::optional<std::string> {
    const auto wrong = judge(one.at("name").get<std::string>(), seen);
    if (!wrong) return std::nullopt;
    return escape_for_display(*wrong);
  });
}

}  // namespace hz::cases
