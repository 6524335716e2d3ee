#include <algorithm>
#include <fmt/format.h>

#include "core/tick/opening.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

constexpr Millis gone_patience{10'000};  ///< a keeper needs a moment to end what it keeps

class Composer {
 public:
  Composer(const View& view, const JobBook& book, Readings& readings, const TickPorts& ports,
           const TickSettings& settings, const RoundQuestion& question)
      : view_(view), book_(book), readings_(readings), ports_(ports), settings_(settings), question_(question) {}

  Result<Opening> compose() {
    opening_.contracts = contract_news(book_, question_.now, settings_.interval, ports_.zones.version());
    HZ_TRY_ASSIGN(const auto histories, histories_with_news());
    for (const auto& [job, entry] : book_.jobs) {
      if (question_.busy.contains(job)) continue;
      if (entry.trouble) {
        in_trouble(entry);
        continue;
      }
      HZ_TRY(consider(entry, histories));
    }
    observe();
    return std::move(opening_);
  }

 private:
  using Histories = std::map<std::string, ScheduleHistory>;

  /// Schedules as they will stand once this round's news are said.
  Result<Histories> histories_with_news() {
    std::map<std::string, ContractState> states;
    for (const auto& [job, entry] : book_.jobs) states[entry.contract_name] = entry.history;
    Batch scratch(view_, {question_.now, settings_.by, std::nullopt});
    for (const ContractNews& news : opening_.contracts) {
      const StreamName stream = contract_stream(news.contract_name);
      HZ_TRY(scratch.change<ContractHistory>(stream, news.seen));
      HZ_TRY_ASSIGN(const ContractState* const state, scratch.state<ContractHistory>(stream));
      states[news.contract_name] = *state;
    }
    Histories histories;
    for (const auto& [name, state] : states) {
      HZ_TRY_ASSIGN(histories[name], schedule_history(state, ports_.zones));
    }
    return histories;
  }

  void in_trouble(const JobEntry& entry) {
    const bool damaged = entry.trouble->kind == ErrorKind::damaged;
    const std::string why = entry.trouble->what + (entry.trouble->why.empty() ? "" : ": " + entry.trouble->why);
    opening_.lines.push_back(
        {entry.job, std::nullopt, "", damaged ? "damaged" : "failed", why, std::nullopt, false, {}});
  }

  Result<void> consider(const JobEntry& entry, const Histories& histories) {
    std::vector<Slot> lost;
    if (entry.state.lease) {
      if (!end_of_lost_run(entry, lost)) return ok();
    }
    const bool by_hand = question_.manual == entry.job;
    if (!entry.contract || entry.waits_for_team() || (question_.manual && !by_hand)) return ok();
    if (entry.state.paused()) return ok();
    if (by_hand) {
      readings_.read(*entry.contract, question_.dry);
      begin(entry, {by_hand_work(entry)}, entry.pending, false);
      return ok();
    }
    evaluate(entry,
             plan_job(entry, histories.at(entry.contract_name), book_, question_.now, lost, newest_failed(entry)));
    return ok();
  }

  /// The newest slot of this job that fails in this round for being lost too often.
  [[nodiscard]] std::optional<Slot> newest_failed(const JobEntry& entry) const {
    if (opening_.lost.empty() || opening_.lost.back().first != entry.job) return std::nullopt;
    const std::vector<Receipt>& failed = opening_.lost.back().second.failed;
    return failed.empty() ? std::nullopt : failed.back().slot;
  }

  /// A lease of this machine that nobody works on: it was lost. False if something of it may still be alive, or if
  /// it is another machine's.
  bool end_of_lost_run(const JobEntry& entry, std::vector<Slot>& begin_again) {
    const JobState::OpenLease& lease = *entry.state.lease;
    const bool ours = lease.terms.machine == settings_.machine;
    if (!ours || question_.dry || !ports_.runs.is_gone(lease.terms.nonce.substr(0, 8), gone_patience)) {
      const std::string why =
          ours ? "its last run is still being ended" : "machine " + lease.terms.machine.str() + " holds its lease";
      opening_.lines.push_back({entry.job, std::nullopt, "", "waiting", why, std::nullopt, false, {}});
      return false;
    }
    LoseRun lose{lease.token, "process gone", {}};
    const std::vector<Slot> left = slots_left(lease);
    if (may_begin_again(entry)) {
      begin_again = left;
    } else {
      for (const Slot slot : left) lose.failed.push_back(lost_receipt(entry, lease, slot));
    }
    for (const Slot slot : left) {
      const std::string why =
          may_begin_again(entry) ? "its process was gone; it begins again" : lose.failed.front().error.value_or("");
      add_line(entry, slot, may_begin_again(entry) ? "lost" : "failed", why);
    }
    opening_.lost.emplace_back(entry.job, std::move(lose));
    return true;
  }

  [[nodiscard]] Receipt lost_receipt(const JobEntry& entry, const JobState::OpenLease& lease, Slot slot) const {
    const int losses = entry.state.losses + 1;
    Receipt receipt;
    receipt.disposition = Disposition::failed;
    receipt.slot = slot;
    receipt.as_of = slot;
    receipt.key = entry.contract ? slot_key(*entry.contract, slot) : slot_key(entry.job, slot);
    receipt.wake = "schedule";
    receipt.token = lease.token;
    receipt.attempt = losses;
    receipt.contract = entry.history.fingerprint;
    receipt.runner_kind = "none";
    receipt.runner_on = settings_.host;
    receipt.error = fmt::format("lost {} times", losses);
    return receipt;
  }

  void evaluate(const JobEntry& entry, const JobPlan& plan) {
    if (plan.clock_went_back) opening_.clock_went_back.push_back(entry.job.str() + ": " + *plan.clock_went_back);
    SkipRanges skips = entry.pending;
    const std::size_t known = skips.size();
    if (plan.left_out) leave_out(entry, skips, *plan.left_out);
    std::vector<SlotWork> work;
    if (!plan.slots.empty()) {
      readings_.read(*entry.contract, question_.dry);
      work = slots_to_run(entry, plan.slots, skips);
    }
    if (!work.empty()) {
      begin(entry, std::move(work), std::move(skips), plan.again);
    } else if (skips.size() != known || skips != entry.pending) {
      opening_.skips[entry.job] = std::move(skips);
    }
  }

  void leave_out(const JobEntry& entry, SkipRanges& skips, const SlotRange& range) {
    const std::string why = "older than an interval";
    skips.push_back({range.from, range.to, range.count, why, std::nullopt});
    const std::string more =
        range.count > 1 ? fmt::format(", and {} more until {}", range.count - 1, local_text(*entry.zone, range.to))
                        : "";
    add_line(entry, range.from, question_.dry ? "would skip" : "skipped", why + more);
  }

  /// Leading slots whose memo key did not move are skipped. Then slots are taken as long as each has a memo key of
  /// its own: what a run leaves of the others is judged when it has ended.
  std::vector<SlotWork> slots_to_run(const JobEntry& entry, const std::vector<Slot>& slots, SkipRanges& skips) {
    std::vector<SlotWork> work;
    std::set<std::string> memos;
    for (const Slot slot : slots) {
      SlotWork next = work_for(entry, slot);
      const bool unread = readings_.failure(*entry.contract).has_value();
      const auto unmoved = reason_to_skip(entry, next, unread);
      if (unmoved && work.empty()) {
        skip(entry, skips, slot, unmoved->first, unmoved->second);
        continue;
      }
      if (unmoved || (!unread && !memos.insert(*next.memo).second)) break;
      work.push_back(std::move(next));
    }
    return work;
  }

  [[nodiscard]] SlotWork work_for(const JobEntry& entry, Slot slot) const {
    const auto epoch = epoch_of(*entry.contract, slot);
    return {slot, slot, slot_key(*entry.contract, slot), epoch, memo_key(*entry.contract, readings_, epoch)};
  }

  [[nodiscard]] SlotWork by_hand_work(const JobEntry& entry) const {
    const auto epoch = epoch_of(*entry.contract, question_.now);
    return {std::nullopt, question_.now, manual_key(entry.job, question_.now), epoch,
            memo_key(*entry.contract, readings_, epoch)};
  }

  using Reason = std::pair<std::string, std::optional<EventId>>;
  /// A slot that has a receipt is consumed, whatever became of it, and so is a key that was rendered: after the
  /// clock went back both come due again (D7). `unread`: there is no memo key to compare.
  [[nodiscard]] std::optional<Reason> reason_to_skip(const JobEntry& entry, const SlotWork& work,
                                                     bool unread) const {
    const auto earlier = view_.newest_with_key(job_stream(entry.job), "receipt", work.key);
    if (earlier) {
      const std::string disposition = text_at(earlier->event.data, "disposition").value_or("");
      const bool same_slot = work.slot && text_at(earlier->event.data, "slot") == to_text(*work.slot);
      if (same_slot || disposition == "rendered") return Reason{"already " + disposition, earlier->event.id};
    }
    if (entry.chore && !entry.chore->is_needed()) return Reason{"nothing to do", std::nullopt};
    if (unread) return std::nullopt;
    const auto& last = entry.state.last_rendered;
    if (last && last->receipt.memo == work.memo) return Reason{"unchanged", last->id};
    return std::nullopt;
  }

  void skip(const JobEntry& entry, SkipRanges& skips, Slot slot, const std::string& why,
            const std::optional<EventId>& against) {
    add_skip(skips, slot, why, against);
    add_line(entry, slot, question_.dry ? "would skip" : "skipped",
             why == "unchanged" ? unchanged_text(entry) : why);
  }

  /// "news did not change since 2026-11-30 10:00"
  [[nodiscard]] static std::string unchanged_text(const JobEntry& entry) {
    std::string names;
    for (const InputSpec& input : entry.contract->inputs) names += (names.empty() ? "" : ", ") + input.name;
    const auto& last = entry.state.last_rendered;
    const Slot since = std::chrono::floor<Seconds>(last->receipt.as_of);
    return (names.empty() ? "nothing" : names) + " did not change since " + local_text(*entry.zone, since);
  }

  void begin(const JobEntry& entry, std::vector<SlotWork> work, SkipRanges skips, bool again) {
    if (question_.dry) {
      for (const SlotWork& next : work) add_line(entry, next.slot, "would run", "");
      return;
    }
    Beginning beginning{*entry.contract,
                        entry.zone,
                        {},
                        std::move(work),
                        entry.state.losses + 1,
                        again,
                        readings_.failure(*entry.contract),
                        0};
    LeaseAcquired& lease = beginning.lease;
    lease.machine = settings_.machine;
    lease.boot = ports_.clock.boot_id();
    lease.nonce = ports_.entropy.hex(16);
    for (const SlotWork& next : beginning.work) {
      if (next.slot)
        lease.slots.push_back(*next.slot);
      else
        lease.manual = next.as_of;
    }
    lease.ttl = lease_ttl(beginning.contract, lease.slots.size());
    if (!skips.empty()) opening_.told_skips.insert(entry.job);
    lease.skipped = std::move(skips);
    // The loss of this round is not folded yet.
    const bool lost_now = !opening_.lost.empty() && opening_.lost.back().first == entry.job;
    if (lost_now && !slots_left(*entry.state.lease).empty()) {
      beginning.attempt = opening_.lost.back().second.failed.empty() ? beginning.attempt + 1 : 1;
    }
    opening_.beginnings.push_back(std::move(beginning));
  }

  void add_line(const JobEntry& entry, const std::optional<Slot>& slot, const std::string& disposition,
                const std::string& why) {
    const std::string local = slot ? local_text(*entry.zone, *slot) : std::string("by hand");
    opening_.lines.push_back({entry.job, slot, local, disposition, why, std::nullopt, false, {}});
  }

  /// Every reading whose facets moved is observed, with a body; a source that cannot be read says so once.
  void observe() {
    if (question_.dry) return;
    for (const auto& [name, reading] : readings_.all()) {
      if (reading.failure) {
        opening_.observations.push_back({reading.source, SourceFailed{reading.failure->what, std::nullopt}});
        continue;
      }
      const auto folded = fold<Source>(view_, reading.source);
      if (folded && is_unmoved(folded->state, reading.facets()) && !folded->state.failing) continue;
      SealedBody body = seal_body("application/json", ports_.entropy.hex(16), observed_list(reading.reading.items));
      opening_.observations.push_back(
          {reading.source, SourceObserved{reading.kind, reading.reading.items.size(), reading.facets(), body.ref}});
      opening_.bodies.push_back(std::move(body));
    }
  }

  const View& view_;
  const JobBook& book_;
  Readings& readings_;
  const TickPorts& ports_;
  const TickSettings& settings_;
  const RoundQuestion& question_;
  Opening opening_;
};

}  // namespace

Result<Opening> compose(const View& view, const JobBook& book, Readings& readings, const TickPorts& ports,
                        const TickSettings& settings, const RoundQuestion& question) {
  return Composer(view, book, readings, ports, settings, question).compose();
}

}  // namespace hz
