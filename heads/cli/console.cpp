#include "heads/cli/console.hpp"

#include <fmt/format.h>

#include "core/base/text.hpp"
#include "heads/cli/json_text.hpp"

namespace hz::cli {

Console::Console(const CliPorts& ports, const Globals& globals) : ports_(ports), json_(globals.json) {
  const bool wanted = !ports.no_color && !globals.no_color;
  out_style_ = {wanted && ports.out_is_terminal, ports.out_is_terminal, ports.columns};
  err_style_ = {wanted && ports.err_is_terminal, ports.err_is_terminal, ports.columns};
}

int Console::show(const Reply& reply) const {
  return write(json_ ? json_text(reply.document) : reply.text, reply.exit);
}

int Console::show(const Error& error) const {
  if (json_) return write(json_text(to_json(error)), exit_code(error.kind));
  complain(error);
  return exit_code(error.kind);
}

/// Nobody is left to tell when standard error fails too.
void Console::complain(const Error& error) const {
  constexpr std::string_view label = "Error:";
  std::string text = to_text(error);
  if (text.starts_with(label)) text.replace(0, label.size(), err_style_.paint(Tone::bad, label));
  static_cast<void>(ports_.err(text));
}

int Console::write(const std::string& text, int exit) const {
  const Written written = ports_.out(text);
  if (written.how != Written::How::failed) return exit;
  const Error error{ErrorKind::environment, "the answer could not be written to standard output", written.why + '.',
                    "What the command did is done; only its answer is lost.",
                    "make room where standard output goes, then ask again"};
  complain(error);
  return exit_code(error.kind);
}

void ConsoleProgress::happened(std::string_view line) {
  wipe();
  static_cast<void>(ports_.err(escape_for_display(line) + '\n'));
}

void ConsoleProgress::reached(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (!ports_.err_is_terminal) return;
  const std::string line = total == 0
                               ? fmt::format("{} {}", done, what)
                               : fmt::format("{} {}%", what, std::min<std::uint64_t>(100, done * 100 / total));
  if (line == on_screen_) return;
  on_screen_ = line;
  static_cast<void>(ports_.err("\r\x1b[K" + escape_for_display(line)));
}

void ConsoleProgress::wipe() {
  if (on_screen_.empty()) return;
  on_screen_.clear();
  static_cast<void>(ports_.err("\r\x1b[K"));
}

}  // namespace hz::cli
