// Where answers, errors and progress go, and what a failing write means.
#pragma once

#include <string>

#include "heads/cli/cli.hpp"
#include "heads/cli/request.hpp"
#include "heads/cli/style.hpp"

namespace hz::cli {

/// What is shown: a document, and the same for people.
struct Reply {
  Json document;
  std::string text;
  int exit = exit_done;
};

class Console {
 public:
  Console(const CliPorts& ports, const Globals& globals);

  /// Of standard output.
  [[nodiscard]] const Style& style() const { return out_style_; }
  /// Both answer the exit code of the program.
  [[nodiscard]] int show(const Reply& reply) const;
  [[nodiscard]] int show(const Error& error) const;

 private:
  [[nodiscard]] int write(const std::string& text, int exit) const;
  void complain(const Error& error) const;

  const CliPorts& ports_;
  bool json_;
  Style out_style_, err_style_;
};

/// Progress on standard error: what happened as a line each; how far it is on a terminal only, in one line that is
/// wiped away.
class ConsoleProgress final : public Progress {
 public:
  explicit ConsoleProgress(const CliPorts& ports) : ports_(ports) {}
  ConsoleProgress(const ConsoleProgress&) = delete;
  ConsoleProgress& operator=(const ConsoleProgress&) = delete;
  ~ConsoleProgress() override { wipe(); }

  void happened(std::string_view line) override;
  void reached(std::string_view what, std::uint64_t done, std::uint64_t total) override;

 private:
  void wipe();

  const CliPorts& ports_;
  std::string on_screen_;
};

}  // namespace hz::cli
