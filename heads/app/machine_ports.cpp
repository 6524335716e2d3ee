#include "heads/app/machine_ports.hpp"

#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "core/base/text.hpp"
#include "core/kernel/error_text.hpp"
#include "heads/host/network_disk.hpp"
#include "heads/host/tick_lock.hpp"

namespace hz {

namespace {

class DiskTickGate final : public TickGate {
 public:
  DiskTickGate(std::string state_folder, const Clock& clock, bool allow_network)
      : state_folder_(std::move(state_folder)), clock_(clock), allow_network_(allow_network) {}

  Result<std::unique_ptr<Held>> take() override {
    if (!allow_network_) HZ_TRY(refuse_network_disk(state_folder_));
    HZ_TRY_ASSIGN(TickLock::Taken taken, TickLock::take(state_folder_, {getpid(), to_text(clock_.now())}));
    if (const auto* holder = std::get_if<TickLock::Holder>(&taken)) {
      const std::string who =
          holder->pid == 0 ? "" : fmt::format(" (process {}, since {})", holder->pid, holder->started);
      return Error{ErrorKind::unavailable, "a tick is under way already" + who, "", "nothing was done",
                   "wait for it to end"};
    }
    return std::unique_ptr<Held>(std::make_unique<HeldLock>(std::get<TickLock>(std::move(taken))));
  }

 private:
  class HeldLock final : public Held {
   public:
    explicit HeldLock(TickLock lock) : lock_(std::move(lock)) {}

   private:
    TickLock lock_;
  };

  std::string state_folder_;
  const Clock& clock_;
  bool allow_network_;
};

class DiskLog final : public Log {
 public:
  DiskLog(DaemonLog::Options options, const Clock& clock) : clock_(clock), log_(std::move(options), complain) {}

  void info(std::string_view event, const Json& members) override {
    log_.write(clock_.now(), "info", event, members);
  }
  void warn(std::string_view event, const Json& members) override {
    log_.write(clock_.now(), "warning", event, members);
  }

 private:
  const Clock& clock_;
  DaemonLog log_;
};

class DiskLogReader final : public LogReader {
 public:
  explicit DiskLogReader(DaemonLog::Options options) : options_(std::move(options)) {}

  Result<std::vector<Json>> last(std::size_t lines) const override {
    HZ_TRY_ASSIGN(const std::vector<std::string> texts, last_log_lines(options_, lines));
    std::vector<Json> items;
    for (const std::string& text : texts) {
      auto line = parse_json(text, "a line of the log");
      // A line that a crash cut short is shown as it is, not hidden.
      items.push_back(line && line->is_object() ? *std::move(line)
                                                : Json{{"level", "unreadable"}, {"event", repair_utf8(text)}});
    }
    return items;
  }

 private:
  DaemonLog::Options options_;
};

}  // namespace

void complain(const Error& error) {
  Error warning = error;
  warning.what = "Warning: " + warning.what;
  std::cerr << to_text(warning).substr(std::string_view("Error: ").size());
}

std::unique_ptr<TickGate> make_tick_gate(std::string state_folder, const Clock& clock, bool allow_network) {
  return std::make_unique<DiskTickGate>(std::move(state_folder), clock, allow_network);
}

std::unique_ptr<Log> make_log(DaemonLog::Options options, const Clock& clock) {
  return std::make_unique<DiskLog>(std::move(options), clock);
}

std::unique_ptr<LogReader> make_log_reader(DaemonLog::Options options) {
  return std::make_unique<DiskLogReader>(std::move(options));
}

}  // namespace hz
