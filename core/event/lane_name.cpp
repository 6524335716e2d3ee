#include "core/event/lane_name.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/text.hpp"

namespace hz {
namespace {

constexpr std::string_view body_refs = "refs/heads/hz/body/";
constexpr std::size_t longest_component = 250;  // a file system's 255, less git's ".lock"
constexpr char escape = '=';
/// The lease for polling has this component to itself; a job of that name gets an escape.
constexpr std::string_view poller = "poller";

/// Windows opens a device instead of a file for these, whatever follows the first dot.
bool is_device(std::string_view name) {
  const std::string_view stem = name.substr(0, name.find('.'));
  constexpr std::array<std::string_view, 4> plain{"con", "prn", "aux", "nul"};
  if (std::find(plain.begin(), plain.end(), stem) != plain.end()) return true;
  const std::string_view port = stem.substr(0, 3);
  return stem.size() == 4 && (port == "com" || port == "lpt") && stem[3] >= '0' && stem[3] <= '9';
}

/// Characters that mean themselves to git, to every file system and to a shell, wherever they stand.
bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// A plain character that its place makes special.
bool is_special_at(std::string_view name, std::size_t i) {
  const bool first = i == 0;
  const bool last = i + 1 == name.size();
  if (name[i] == '-') return first;
  if (name[i] == '.') return first || last || name[i - 1] == '.' || name.substr(i) == ".lock";
  return first && (is_device(name) || name == poller);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> unescaped(std::string_view component) {
  std::string name;
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (component[i] != escape) {
      name += component[i];
      continue;
    }
    if (i + 2 >= component.size()) return std::nullopt;
    const int high = hex_digit(component[i + 1]);
    const int low = hex_digit(component[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    name += static_cast<char>(static_cast<unsigned char>(high * 16 + low));
    i += 2;
  }
  return name;
}

Error unusable(std::string_view name, std::string why) {
  return {ErrorKind::usage,
          fmt::format("name \"{}\" cannot be kept in the ledger", escape_for_display(cut(name, 60))),
          std::move(why), "Nothing was written.", "choose a shorter name of [a-z0-9._-]"};
}

}  // namespace

Result<std::string> to_ref_component(std::string_view name) {
  if (name.empty()) return unusable(name, "It is empty.");
  std::string component;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_plain(name[i]) && !is_special_at(name, i)) {
      component += name[i];
    } else {
      component += fmt::format("{}{:02x}", escape, static_cast<unsigned>(static_cast<unsigned char>(name[i])));
    }
  }
  if (component.size() > longest_component) {
    return unusable(name,
                    fmt::format("As a ref it takes {} bytes (every character outside [a-z0-9._-] takes three for "
                                "each of its bytes); a ref component has at most {}.",
                                component.size(), longest_component));
  }
  return component;
}

std::optional<std::string> from_ref_component(std::string_view component) {
  auto name = unescaped(component);
  if (!name) return std::nullopt;
  // Only what the mapping makes is a name: "=61" and "a" must not be two spellings of one.
  const auto again = to_ref_component(*name);
  if (!again || *again != component) return std::nullopt;
  return name;
}

std::string machine_lane_ref(const MachineId& machine) {
  return fmt::format("refs/heads/hz/log/{}/1", machine.str());
}

Result<std::string> job_lane_ref(const JobName& job) {
  HZ_TRY_ASSIGN(const std::string component, to_ref_component(job.str()));
  return fmt::format("refs/heads/hz/lease/{}/1", component);
}

std::string body_ref(std::string_view month, const MachineId& machine) {
  return fmt::format("{}{}/{}", body_refs, month, machine.str());
}

bool is_body_ref(std::string_view ref) {
  return ref.starts_with(body_refs);
}

}  // namespace hz
