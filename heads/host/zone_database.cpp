#include "heads/host/zone_database.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

#include "core/base/text.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_zone_bytes = std::size_t{1} << 20U;
constexpr int max_links = 16;

/// The first `max` bytes of a regular file; nothing if it cannot be read.
std::optional<std::string> read_file(const fs::path& path, std::size_t max = max_zone_bytes) {
  std::error_code fault;
  if (!fs::is_regular_file(path, fault)) return std::nullopt;
  std::ifstream in{path, std::ios::binary};
  std::string bytes(max, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(max));
  if (in.bad()) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

/// The part of a path below the database. A database may be reached by another path than ours (macOS, NixOS): then
/// what follows a folder named zoneinfo is taken.
std::optional<std::string> below_database(const ZoneSources& sources, const fs::path& path) {
  const std::string text = path.lexically_normal().string();
  const std::string own = (fs::path{sources.zoneinfo}.lexically_normal() / "").string();
  if (text.starts_with(own)) return text.substr(own.size());
  constexpr std::string_view folder = "/zoneinfo/";
  if (const auto at = text.rfind(folder); at != std::string::npos) return text.substr(at + folder.size());
  return std::nullopt;
}

Error no_system_zone(const ZoneSources& sources, std::string why) {
  return {ErrorKind::environment, "the time zone of this machine cannot be told", std::move(why), "",
          fmt::format("set TZ to a name such as Europe/Berlin, or link {} to a file below {}", sources.localtime,
                      sources.zoneinfo)};
}

/// Names in the order in which a copy is looked for.
std::vector<std::string> likely_names(const ZoneSources& sources) {
  std::vector<std::string> names;
  for (const std::string& line : split_lines(read_file(fs::path{sources.zoneinfo} / "zone1970.tab").value_or(""))) {
    const auto first = line.find('\t');
    const auto second = first == std::string::npos ? first : line.find('\t', first + 1);
    if (line.starts_with('#') || second == std::string::npos) continue;
    const auto end = line.find('\t', second + 1);
    names.push_back(line.substr(second + 1, end == std::string::npos ? end : end - second - 1));
  }
  std::sort(names.begin(), names.end());
  names.emplace_back("Etc/UTC");
  const auto all = zone_names(sources);
  names.insert(names.end(), all.begin(), all.end());
  return names;
}

/// localtime is a file of its own.
Result<std::string> name_of_copy(const ZoneSources& sources, const std::string& copy) {
  const auto same = [&](const std::string& name) {
    return is_zone_name(name) && read_file(fs::path{sources.zoneinfo} / name) == copy;
  };
  if (const auto noted = trim(read_file(sources.timezone, 256).value_or("")); same(noted)) return noted;
  for (const std::string& name : likely_names(sources)) {
    if (same(name)) return name;
  }
  return no_system_zone(sources, fmt::format("{} is no link, and no file below {} has the same bytes",
                                             sources.localtime, sources.zoneinfo));
}

}  // namespace

bool is_zone_name(std::string_view name) {
  constexpr std::array<std::string_view, 3> nobodys{"Factory", "localtime", "posixrules"};
  if (name.empty() || name.size() > 100) return false;
  if (std::find(nobodys.begin(), nobodys.end(), name) != nobodys.end()) return false;
  char previous = '/';
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && std::string_view{"+-_./"}.find(c) == std::string_view::npos) return false;
    if (previous == '/' && (c == '/' || c == '.')) return false;
    previous = c;
  }
  return previous != '/';
}

bool has_zone(const ZoneSources& sources, const std::string& name) {
  if (!is_zone_name(name)) return false;
  const auto magic = read_file(fs::path{sources.zoneinfo} / name, 4);
  return magic == "TZif";
}

std::vector<std::string> zone_names(const ZoneSources& sources) {
  std::vector<std::string> names;
  std::error_code fault;
  const fs::path root{sources.zoneinfo};
  for (fs::recursive_directory_iterator it{root, fault}, end; !fault && it != end; it.increment(fault)) {
    const std::string name = it->path().lexically_relative(root).string();
    if (name == "posix" || name == "right") it.disable_recursion_pending();
    if (has_zone(sources, name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::optional<std::string>> zone_name_of_tz(const ZoneSources& sources) {
  std::string name = sources.tz.value_or("");
  if (name.starts_with(':')) name.erase(0, 1);
  if (name.empty() || name == sources.localtime) return std::optional<std::string>{};
  if (name.starts_with('/')) name = below_database(sources, name).value_or(name);
  if (has_zone(sources, name)) return std::optional{name};
  return Error{
      ErrorKind::config,
      fmt::format("TZ is \"{}\", which is no time zone of this machine", cut(escape_for_display(*sources.tz), 120)),
      fmt::format("there is no such name below {}", sources.zoneinfo), "",
      "set TZ to a name such as Europe/Berlin, or unset it to use the system's zone"};
}

Result<std::string> zone_name_of_system(const ZoneSources& sources) {
  fs::path path{sources.localtime};
  std::error_code fault;
  for (int links = 0; links < max_links && fs::is_symlink(path, fault); ++links) {
    const fs::path target = fs::read_symlink(path, fault);
    if (fault) break;
    path = target.is_absolute() ? target : (path.parent_path() / target).lexically_normal();
    if (const auto name = below_database(sources, path)) {
      if (has_zone(sources, *name)) return *name;
      return no_system_zone(sources, fmt::format("{} points to {}, which is no zone below {}", sources.localtime,
                                                 escape_for_display(path.string()), sources.zoneinfo));
    }
  }
  if (const auto copy = read_file(path)) return name_of_copy(sources, *copy);
  return no_system_zone(sources, fmt::format("{} cannot be read", sources.localtime));
}

std::string zone_data_version(const ZoneSources& sources) {
  const fs::path root{sources.zoneinfo};
  const auto first_line = [](std::string_view text) { return trim(text.substr(0, text.find('\n'))); };
  constexpr std::string_view heading = "# version ";
  const std::string head = first_line(read_file(root / "tzdata.zi", 256).value_or(""));
  if (head.starts_with(heading)) return escape_for_display(trim(head.substr(heading.size())));
  const std::string version = first_line(read_file(root / "+VERSION", 256).value_or(""));
  return version.empty() ? "unknown" : escape_for_display(version);
}

}  // namespace hz
