#include "heads/app/terminal.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hz {

namespace {

Written write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EPIPE) return {Written::How::reader_gone};
    if (count < 0)
      return {Written::How::failed, std::strerror(errno)};  // NOLINT(concurrency-mt-unsafe): no thread was started
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread was started
  return value != nullptr && *value != '\0';
}

bool is_dumb_terminal() {
  const char* term = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe): no thread was started
  return term == nullptr || std::string_view(term) == "dumb";
}

std::size_t columns_of(int fd) {
  winsize size{};
  return ioctl(fd, TIOCGWINSZ, &size) == 0
             ? size.ws_col
             : 0;  // NOLINT(cppcoreguidelines-pro-type-vararg): ioctl has no other form
}

}  // namespace

CliPorts terminal_ports() {
  std::signal(SIGPIPE, SIG_IGN);
  CliPorts ports;
  ports.out = [](std::string_view text) { return write_all(STDOUT_FILENO, text); };
  ports.err = [](std::string_view text) { return write_all(STDERR_FILENO, text); };
  ports.out_is_terminal = isatty(STDOUT_FILENO) == 1;
  ports.err_is_terminal = isatty(STDERR_FILENO) == 1;
  ports.no_color = is_set("NO_COLOR") || is_dumb_terminal();
  ports.columns = ports.out_is_terminal ? columns_of(STDOUT_FILENO) : 0;
  ports.version = HZ_VERSION;
  return ports;
}

}  // namespace hz
