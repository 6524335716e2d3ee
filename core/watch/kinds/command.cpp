// command: {command: […], timeout?}: one item, what the program writes to its standard output. It runs in the
// contract's folder, under the same keeper as every run.
#include <chrono>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz {
namespace {

constexpr Millis timeout_default = std::chrono::minutes{1};
constexpr Millis timeout_min = std::chrono::seconds{1};
constexpr Millis timeout_max = std::chrono::hours{1};
// What a keeper may take, beyond the timeout, to kill what is left and to answer.
constexpr Millis keeper_grace = std::chrono::minutes{1};
constexpr std::size_t reason_max = 500;

Json bind_command(Binder& binder, const std::string& directory) {
  Json definition{{"directory", directory}};
  const auto command = binder.texts("command");
  if (!command) {
    if (!binder.has("command"))
      binder.problem("command", "the command is missing", "command: [git, log, --oneline]");
  } else if (command->empty() || command->front().empty()) {
    binder.problem("command", "the command is empty", "command: [git, log, --oneline]");
  } else {
    definition["command"] = *command;
  }
  if (const auto timeout = binder.duration("timeout", timeout_min, timeout_max)) {
    definition["timeout_ms"] = timeout->count();
  }
  return definition;
}

std::string last_line(const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string words = trim(*line);
    if (!words.empty()) return cut(escape_for_display(words), reason_max);
  }
  return "";
}

std::string with_last_line(std::string what, const RunEnd& end) {
  const std::string line = last_line(end.err);
  return line.empty() ? what : fmt::format("{}: {}", what, line);
}

/// Why the output does not count; empty if it does.
std::string failure_of(const RunEnd& end, Millis timeout) {
  switch (end.how) {
    case RunEnd::How::exited:
      return end.code == 0 ? "" : with_last_line(fmt::format("The command exited with {}", end.code), end);
    case RunEnd::How::signalled:
      return with_last_line(fmt::format("The command was ended by signal {}", end.code), end);
    case RunEnd::How::timed_out:
      return with_last_line(fmt::format("The command was not done within {}", to_text(timeout)), end);
    case RunEnd::How::not_started:
      return fmt::format("The command did not start: {}", escape_for_display(end.why));
    case RunEnd::How::keeper_lost:
      return "The command's keeper was lost.";
  }
  return "The command ended in an unknown way.";
}

Result<RunEnd> run(const InputSpec& spec, const RunRequest& request, Processes& processes) {
  const auto handle = processes.start(request);
  if (!handle) return unreadable(spec, handle.error());
  while (auto ended = processes.wait(request.timeout + keeper_grace)) {
    if (ended->handle == *handle) return std::move(ended->end);
  }
  return unreadable(spec, "The command's keeper does not answer.");
}

Reading reading_of(const RunRequest& request, const RunEnd& end) {
  Item item;
  item.key = "stdout";
  item.title = escape_for_display(fmt::format("{}", fmt::join(request.argv, " ")));
  item.fingerprint = fingerprint_of_bytes(end.out, end.out_bytes);
  item.text = repair_utf8(end.out);
  Reading reading;
  if (end.out_bytes > end.out.size()) {
    reading.cuts.push_back(fmt::format("{} of {} bytes of output kept", end.out.size(), end.out_bytes));
  }
  reading.items.push_back(std::move(item));
  return reading;
}

Result<Reading> read_output(const InputSpec& spec, const InputPorts& ports) {
  RunRequest request;
  for (const Json& word : spec.definition.at("command")) request.argv.push_back(word.get<std::string>());
  request.directory = ports.directory;
  request.environment = ports.environment;
  request.timeout = Millis{integer_at(spec.definition, "timeout_ms").value_or(timeout_default.count())};
  request.keep_out = input_bytes_max;
  HZ_TRY_ASSIGN(const RunEnd end, run(spec, request, *ports.processes));
  const std::string failure = failure_of(end, request.timeout);
  if (!failure.empty())
    return unreadable(spec, failure, "run the command by hand in " + escape_for_display(ports.directory));
  return reading_of(request, end);
}

}  // namespace

InputKind command_kind() {
  InputKind kind;
  kind.name = "command";
  kind.starts_a_process = true;
  kind.bind = bind_command;
  kind.read = read_output;
  return kind;
}

}  // namespace hz
