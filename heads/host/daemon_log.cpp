#include "heads/host/daemon_log.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

/// "…/daemon.jsonl", "…/daemon.1.jsonl", …
std::string generation(const std::string& path, int number) {
  if (number == 0) return path;
  const std::size_t dot = path.find_last_of('.');
  const bool has_suffix = dot != std::string::npos && path.find('/', dot) == std::string::npos;
  const std::size_t cut = has_suffix ? dot : path.size();
  return fmt::format("{}.{}{}", path.substr(0, cut), number, path.substr(cut));
}

Error no_log(const std::string& path, int error) {
  return system_error(fmt::format("cannot write the log {}", path), error, path,
                      "Everything else goes on without it.");
}

/// Old generations first, so that each name is free when it is needed; rename replaces the oldest.
Result<void> rotate(const DaemonLog::Options& options) {
  if (options.generations <= 1) {
    if (::unlink(options.path.c_str()) != 0) return no_log(options.path, errno);
    return ok();
  }
  for (int number = options.generations - 1; number > 0; --number) {
    const std::string from = generation(options.path, number - 1);
    if (::rename(from.c_str(), generation(options.path, number).c_str()) != 0 && errno != ENOENT)
      return no_log(from, errno);
  }
  return ok();
}

std::string line_of(Instant at, std::string_view level, std::string_view event, Json members) {
  members["at"] = to_text(at);
  members["level"] = level;
  members["event"] = event;
  return members.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// One generation, newest lines first, into `lines` until it holds `count`.
Result<void> read_backwards(const std::string& path, std::size_t count, std::vector<std::string>& lines) {
  constexpr std::size_t most = 256U << 20U;
  const Fd file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!file && errno == ENOENT) return ok();
  const auto bytes = file ? read_up_to(file.get(), most) : std::nullopt;
  if (!bytes) return system_error(fmt::format("cannot read the log {}", path), errno, path);
  std::size_t end = bytes->size();
  while (end > 0 && lines.size() < count) {
    if ((*bytes)[end - 1] == '\n') --end;
    const std::size_t before = end == 0 ? std::string::npos : bytes->rfind('\n', end - 1);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    if (end > start) lines.push_back(bytes->substr(start, end - start));
    end = start;
  }
  return ok();
}

}  // namespace

void DaemonLog::write(Instant at, std::string_view level, std::string_view event, Json members) {
  std::string line = line_of(at, level, event, std::move(members));
  if (line.size() > max_line) line = line_of(at, level, event, {{"cut_bytes", line.size()}});
  if (const auto appended = append(line); !appended && !complained_) {
    complained_ = true;
    complain_(appended.error());
  }
}

Result<void> DaemonLog::append(const std::string& line) {
  HZ_TRY(ensure_private_folder(folder_of(options_.path)));
  HZ_TRY_ASSIGN(std::optional<Fd> file, lock_file(options_.path, WhenHeld::wait));
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) return no_log(options_.path, errno);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > 0 && size + line.size() > options_.max_bytes) {
    HZ_TRY(rotate(options_));
    return append(line);  // into a new file, or into what another process began meanwhile
  }
  if (::fcntl(file->get(), F_SETFL, O_APPEND) == 0 && write_all(file->get(), line)) return ok();
  const int error = errno;
  static_cast<void>(::ftruncate(file->get(), status.st_size));  // a full disk leaves no half line
  return no_log(options_.path, error);
}

Result<std::vector<std::string>> last_log_lines(const DaemonLog::Options& options, std::size_t count) {
  std::vector<std::string> lines;
  // Whoever rotates holds the lock of the newest generation.
  const Fd newest{::open(options.path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (newest) static_cast<void>(::flock(newest.get(), LOCK_SH));
  for (int number = 0; number < std::max(options.generations, 1) && lines.size() < count; ++number) {
    HZ_TRY(read_backwards(generation(options.path, number), count, lines));
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

}  // namespace hz
