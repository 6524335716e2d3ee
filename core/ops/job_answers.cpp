#include "core/ops/job_answers.hpp"

#include "core/tick/plan.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

std::optional<std::string> schedule_text(const JobEntry& entry) {
  if (entry.contract)
    return entry.contract->schedule ? std::optional{entry.contract->schedule->text()} : std::nullopt;
  const auto terms = entry.history.terms();
  return terms ? terms->schedule : std::nullopt;
}

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

}  // namespace

Result<OpenedBook> book_at(const DaemonPorts& ports, const std::optional<std::string>& at) {
  OpenedBook opened;
  HZ_TRY_ASSIGN(opened.view, view_at(ports.lane, at));
  HZ_TRY_ASSIGN(opened.book, open_book(*opened.view, ports.book(), !at));
  opened.now = ports.clock.now();
  if (at) {
    const auto asked = parse_time_of_person(*at);
    opened.now = asked ? *asked : opened.view->newest_at();
    opened.book.last_tick = opened.view->newest_at();
  }
  return opened;
}

Result<ScheduleHistory> history_of(const JobEntry& entry, const DaemonPorts& ports) {
  return schedule_history(entry.history, ports.zones);
}

std::string state_text(const JobEntry& entry, const JobBook& book) {
  if (entry.trouble) return entry.trouble->kind == ErrorKind::damaged ? "damaged" : "in trouble";
  if (entry.waits_for_team()) return "waiting";
  if (entry.has_file && !entry.contract) return "does not compile";
  if (!entry.has_file && entry.history.retired) return "retired";
  if (book.machine.paused() || entry.state.paused()) return "paused";
  return entry.state.lease ? "running" : "ready";
}

std::optional<Slot> next_slot(const JobEntry& entry, Instant now) {
  const auto text = schedule_text(entry);
  if (!text || !entry.zone || entry.waits_for_team() || entry.history.retired) return std::nullopt;
  const auto cron = Cron::parse(*text);
  return cron ? cron->next(*entry.zone, now) : std::nullopt;
}

Json job_json(const JobEntry& entry, const JobBook& book, Instant now) {
  const auto next = next_slot(entry, now);
  Json last = nullptr;
  if (entry.state.last_receipt) {
    const JobState::Last& receipt = *entry.state.last_receipt;
    last = {{"receipt", receipt.id.str()},
            {"disposition", to_text(receipt.receipt.disposition)},
            {"at", to_text(receipt.at)},
            {"slot", receipt.receipt.slot ? Json(to_text(*receipt.receipt.slot)) : Json(nullptr)}};
    if (entry.zone) last["local"] = local_text(*entry.zone, std::chrono::floor<Seconds>(receipt.receipt.as_of));
  }
  return {{"job", entry.job.str()},
          {"title", entry.contract ? entry.contract->title : entry.contract_name},
          {"scope", entry.contract ? Json(to_text(entry.contract->scope)) : Json(nullptr)},
          {"schedule", text_or_null(schedule_text(entry))},
          {"zone", entry.zone ? Json(entry.zone->name()) : Json(nullptr)},
          {"state", state_text(entry, book)},
          {"paused", book.machine.paused() || entry.state.paused()},
          {"next", next ? Json(to_text(*next)) : Json(nullptr)},
          {"next_local", next ? Json(local_text(*entry.zone, *next)) : Json(nullptr)},
          {"last", std::move(last)},
          {"trouble", entry.trouble ? Json(entry.trouble->what) : Json(nullptr)}};
}

}  // namespace hz
