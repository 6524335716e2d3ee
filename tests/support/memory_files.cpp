#include "tests/support/memory_files.hpp"

#include "tests/support/simulated_crash.hpp"

namespace hz::test {
namespace {

bool part_matches(std::string_view pattern, std::string_view part) {
  if (pattern.empty()) return part.empty();
  if (pattern.front() == '*') {
    return part_matches(pattern.substr(1), part) || (!part.empty() && part_matches(pattern, part.substr(1)));
  }
  return !part.empty() && (pattern.front() == '?' || pattern.front() == part.front()) &&
         part_matches(pattern.substr(1), part.substr(1));
}

struct Split {
  std::string_view head, tail;
  bool last;
};

Split split(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {path, {}, true};
  return {path.substr(0, slash), path.substr(slash + 1), false};
}

Error cannot_read(const std::string& path, const std::string& why) {
  return {ErrorKind::unavailable, "cannot read " + path, why, "", "ls -ld '" + path + "'"};
}

}  // namespace

bool glob_names(std::string_view pattern, std::string_view path) {
  const Split p = split(pattern);
  const Split s = split(path);
  if (p.head == "**") {
    if (p.last) return true;
    return glob_names(p.tail, path) || (!s.last && glob_names(pattern, s.tail));
  }
  if (!part_matches(p.head, s.head) || p.last != s.last) return false;
  return p.last || glob_names(p.tail, s.tail);
}

Result<Files::Content> MemoryFiles::read(const std::string& path, std::size_t max) const {
  reads.push_back(path);
  if (const auto refused = refused_.find(path); refused != refused_.end())
    return cannot_read(path, refused->second);
  const auto found = files_.find(path);
  if (found == files_.end())
    return cannot_read(path, has_folder(path) ? "It is a folder, not a file." : "No such file or directory.");
  return Content{found->second.substr(0, max), found->second.size()};
}

Result<std::vector<std::string>> MemoryFiles::glob(const std::string& pattern, std::size_t max) const {
  const std::string root = pattern.substr(0, pattern.rfind('/', pattern.find_first_of("*?")));
  if (!has_folder(root)) return cannot_read(root, "No such file or directory.");
  std::vector<std::string> matches;
  for (const auto& [path, bytes] : files_) {
    if (matches.size() <= max && glob_names(pattern, path)) matches.push_back(path);
  }
  return matches;
}

bool MemoryFiles::has_folder(const std::string& folder) const {
  if (folder.empty() || folders_.contains(folder)) return true;
  const auto next = files_.lower_bound(folder + "/");
  return next != files_.end() && next->first.starts_with(folder + "/");
}

Result<std::optional<std::string>> MemoryStateFiles::read(const std::string& name) const {
  const auto found = files.find(name);
  return found == files.end() ? std::optional<std::string>{} : found->second;
}

Result<void> MemoryStateFiles::write(const std::string& name, const std::string& bytes) {
  HZ_TRY(admit(name));
  files[name] = bytes;
  return ok();
}

Result<void> MemoryStateFiles::remove(const std::string& name) {
  HZ_TRY(admit(name));
  files.erase(name);
  return ok();
}

Result<void> MemoryStateFiles::admit(const std::string& name) {
  if (crash_before_ == name) {
    crash_before_.reset();
    throw SimulatedCrash{};
  }
  if (refusal_) return *refusal_;
  writes.push_back(name);
  return ok();
}

}  // namespace hz::test
