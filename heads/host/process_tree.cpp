#include "heads/host/process_tree.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <sys/syscall.h>
#include <unistd.h>

#include "heads/host/posix.hpp"

namespace hz {
namespace {

/// The word number `index` (from 0), as a number.
std::optional<std::uint64_t> number_at(std::string_view words, std::size_t index) {
  for (std::size_t i = 0; i < index; ++i) words.remove_prefix(std::min(words.find(' '), words.size() - 1) + 1);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

std::multimap<pid_t, ProcessRef> children_by_parent() {
  std::multimap<pid_t, ProcessRef> children;
  const std::unique_ptr<DIR, CloseDirectory> proc{::opendir("/proc")};
  if (!proc) return children;
  while (const dirent* entry = ::readdir(proc.get())) {
    const std::string_view name{static_cast<const char*>(entry->d_name)};
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc{} || end != name.data() + name.size()) continue;
    if (const auto process = look_up(pid)) children.emplace(process->parent, *process);
  }
  return children;
}

/// A handle on the process instead of its number; nothing on a kernel without them (Linux before 5.3).
Fd open_process(pid_t pid) {
#ifdef SYS_pidfd_open
  return Fd{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
#else
  static_cast<void>(pid);
  errno = ENOSYS;
  return Fd{};
#endif
}

}  // namespace

std::optional<ProcessRef> parse_stat(std::string_view text) {
  ProcessRef process;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), process.pid);
  const std::size_t name_end = text.rfind(") ");
  if (error != std::errc{} || name_end == std::string_view::npos) return std::nullopt;
  const std::string_view words =
      text.substr(name_end + 2);  // "S <parent> <group> …", proc_pid_stat(5) from field 3
  constexpr std::size_t parent_word = 1;
  constexpr std::size_t start_word = 19;
  const auto parent = number_at(words, parent_word);
  const auto started = number_at(words, start_word);
  if (!parent || !started) return std::nullopt;
  process.parent = static_cast<pid_t>(*parent);
  process.started = *started;
  return process;
}

std::optional<ProcessRef> look_up(pid_t pid) {
  constexpr std::size_t enough = 4096;
  const Fd file{::open(fmt::format("/proc/{}/stat", pid).c_str(), O_RDONLY | O_CLOEXEC)};
  const auto text = file ? read_up_to(file.get(), enough) : std::nullopt;
  return text ? parse_stat(*text) : std::nullopt;
}

std::vector<ProcessRef> descendants_of(pid_t root) {
  const auto children = children_by_parent();
  std::vector<ProcessRef> found;
  std::set<pid_t> met{root};  // numbers move while we look: a circle must not hold us
  const auto add_children_of = [&](pid_t parent) {
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      if (met.insert(child->second.pid).second) found.push_back(child->second);
    }
  };
  add_children_of(root);
  for (std::size_t i = 0; i < found.size(); ++i) add_children_of(found[i].pid);
  return found;
}

bool send_signal(const ProcessRef& process, int signal) {
  const Fd handle = open_process(process.pid);
  if (!handle && errno != ENOSYS) return false;
  const auto now = look_up(process.pid);  // after the handle was opened: what it says is about the handle's process
  if (!now || now->started != process.started) return false;
#ifdef SYS_pidfd_send_signal
  if (handle) return ::syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) == 0;
#endif
  return ::kill(process.pid, signal) == 0;
}

void stop_and_kill(const std::function<std::vector<ProcessRef>()>& find) {
  constexpr int most_looks = 100;  // a bomb that outruns this is thinned out by the kill all the same
  std::set<std::pair<pid_t, std::uint64_t>> known;
  std::vector<ProcessRef> stopped;
  for (int look = 0; look < most_looks; ++look) {
    const std::size_t before = stopped.size();
    for (const ProcessRef& process : find()) {
      if (!known.emplace(process.pid, process.started).second) continue;
      send_signal(process, SIGSTOP);
      stopped.push_back(process);
    }
    if (stopped.size() == before) break;
  }
  for (const ProcessRef& process : stopped) send_signal(process, SIGKILL);
}

}  // namespace hz
