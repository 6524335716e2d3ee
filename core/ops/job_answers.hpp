// What the answers about jobs share: the book as of a moment, and one job in JSON.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/ops/daemon.hpp"
#include "core/ops/moment.hpp"
#include "core/tick/job_book.hpp"

namespace hz {

struct OpenedBook {
  std::shared_ptr<const View> view;
  JobBook book;
  Instant now{};  ///< the moment asked about
};

/// With `at`, what the ledger told then: files are not looked at, and the last event stands for the last tick.
[[nodiscard]] Result<OpenedBook> book_at(const DaemonPorts& ports, const std::optional<std::string>& at);

/// The job's schedule history, with what its file says now and no tick has recorded yet.
[[nodiscard]] Result<ScheduleHistory> history_of(const JobEntry& entry, const DaemonPorts& ports);

/// ready, paused, waiting, does not compile, damaged, retired
[[nodiscard]] std::string state_text(const JobEntry& entry, const JobBook& book);
[[nodiscard]] std::optional<Slot> next_slot(const JobEntry& entry, Instant now);
[[nodiscard]] Json job_json(const JobEntry& entry, const JobBook& book, Instant now);

}  // namespace hz
