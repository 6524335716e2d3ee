#include "tests/support/broken_lane.hpp"

#include <algorithm>

#include "tests/support/memory_lane.hpp"
#include "tests/support/story.hpp"

namespace hz::test {
namespace {

std::vector<Placed> all_of(const View& view) {
  std::vector<Placed> events;
  view.for_each([&](const Placed& placed) { events.push_back(placed); });
  return events;
}

/// What a view says, bent.
class BrokenView final : public NaiveView {
 public:
  BrokenView(Breach breach, const View& honest, std::vector<Placed> events)
      : NaiveView(honest.tip(), std::move(events)), breach_(breach) {}

  Result<void> replay(const StreamName& stream, std::uint64_t after_seq, const Visit& visit) const override {
    return NaiveView::replay(stream, breach_ == Breach::replays_from_start ? 0 : after_seq, visit);
  }
  std::optional<Placed> newest_with_key(const StreamName& stream, const std::string& type,
                                        const std::string& key) const override {
    if (breach_ != Breach::finds_oldest_key) return NaiveView::newest_with_key(stream, type, key);
    std::optional<Placed> oldest;
    for_each([&](const Placed& placed) {
      const Sealed& event = placed.event;
      if (!oldest && event.stream == stream && event.type == type && text_at(event.data, "key") == key)
        oldest = placed;
    });
    return oldest;
  }
  Result<Placed> find(std::string_view prefix) const override {
    const auto events = all_of(*this);
    if (breach_ == Breach::takes_short_prefixes && !prefix.empty() && prefix.size() < 7) {
      for (const Placed& placed : events) {
        if (placed.event.id.str().substr(0, prefix.size()) == prefix) return placed;
      }
    }
    return NaiveView::find(prefix);
  }

 private:
  Breach breach_;
};

std::vector<Placed> bent(Breach breach, std::vector<Placed> events) {
  if (breach == Breach::invents_events && events.empty()) events.push_back({0, "", "", Story().tell().events[0]});
  if (breach == Breach::reorders) std::reverse(events.begin(), events.end());
  for (Placed& placed : events) {
    if (breach == Breach::numbers_from_one) ++placed.number;
    if (breach == Breach::rewrites_bytes) placed.event.bytes = placed.event.data.dump();
  }
  if (breach == Breach::halves_commits) {
    const auto keep = [last = std::string()](const Placed& placed) mutable {
      return placed.commit == std::exchange(last, placed.commit);
    };
    events.erase(std::remove_if(events.begin(), events.end(), keep), events.end());
  }
  return events;
}

class BrokenLane final : public Lane {
 public:
  BrokenLane(Breach breach, std::shared_ptr<MemoryLedger> ledger) : breach_(breach), honest_(std::move(ledger)) {}

  const std::string& ref() const override { return honest_.ref(); }

  Result<std::shared_ptr<const View>> at_tip() override {
    HZ_TRY_ASSIGN(const auto view, honest_.at_tip());
    if (breach_ == Breach::grows_views)
      return std::shared_ptr<const View>(std::make_shared<const GrowingView>(honest_));
    return bend(*view);
  }

  Result<std::shared_ptr<const View>> as_of(const Moment& moment) override {
    const bool by_time = std::holds_alternative<Instant>(moment);
    if (by_time && breach_ == Breach::forgets_the_present) {
      return honest_.as_of(std::get<Instant>(moment) - Millis(1));  // "before" where "not after" was promised
    }
    if (!by_time && breach_ == Breach::ignores_named_past) return honest_.at_tip();
    return honest_.as_of(moment);
  }

  Result<Tip> append(const Tip& expected, const Commit& commit) override {
    const Tip now = (*honest_.at_tip())->tip();
    const Tip claimed{std::string(40, 'b'), expected.count + commit.events.size()};
    switch (breach_) {
      case Breach::loses_append:
        return claimed;
      case Breach::accepts_stale_tip:
        return honest_.append(now, commit);
      case Breach::lets_all_win: {
        const auto appended = honest_.append(expected, commit);
        return appended ? appended : Result<Tip>(claimed);
      }
      case Breach::accepts_any_chain:
      case Breach::accepts_any_bytes:
      case Breach::accepts_older: {
        const auto appended = honest_.append(expected, commit);
        if (appended || appended.error().kind != ErrorKind::internal) return appended;
        return claimed;
      }
      default:
        return honest_.append(expected, commit);
    }
  }

 private:
  /// Answers from the newest state whenever it is asked.
  class GrowingView final : public View {
   public:
    explicit GrowingView(MemoryLane& lane) : lane_(lane) {}
    const Tip& tip() const override { return now()->tip(); }
    Instant newest_at() const override { return now()->newest_at(); }
    std::vector<StreamName> streams() const override { return now()->streams(); }
    Head head(const StreamName& stream) const override { return now()->head(stream); }
    Result<void> replay(const StreamName& stream, std::uint64_t after, const Visit& visit) const override {
      return now()->replay(stream, after, visit);
    }
    std::optional<Placed> newest_with_key(const StreamName& stream, const std::string& type,
                                          const std::string& key) const override {
      return now()->newest_with_key(stream, type, key);
    }
    Result<Placed> find(std::string_view prefix) const override { return now()->find(prefix); }
    void for_each(const Visit& visit) const override { now()->for_each(visit); }
    const std::vector<Damage>& damages() const override { return now()->damages(); }

   private:
    const std::shared_ptr<const View>& now() const {
      newest_ = *lane_.at_tip();
      return newest_;
    }
    MemoryLane& lane_;
    mutable std::shared_ptr<const View> newest_;
  };

  std::shared_ptr<const View> bend(const View& honest) const {
    return std::make_shared<const BrokenView>(breach_, honest, bent(breach_, all_of(honest)));
  }

  Breach breach_;
  MemoryLane honest_;
};

class BrokenBodies final : public Bodies {
 public:
  BrokenBodies(Breach breach, std::shared_ptr<MemoryLedger> ledger)
      : breach_(breach), ledger_(ledger), honest_(std::move(ledger)) {}

  Result<void> keep(Instant at, const By& by, std::span<const SealedBody> bodies) override {
    if (breach_ == Breach::loses_bodies) return ok();
    const bool again = !ledger_->bodies.empty();
    HZ_TRY(honest_.keep(at, by, bodies));
    if (breach_ == Breach::forgets_on_second_keep && again) ledger_->bodies.erase(ledger_->bodies.begin());
    return ok();
  }
  Result<std::optional<BodyText>> find(Instant at, const BodyRef& ref) const override {
    auto found = honest_.find(at, ref);
    const bool is_there = found && found->has_value();
    return breach_ == Breach::mixes_months && !is_there ? honest_.find(at - std::chrono::hours(24), ref) : found;
  }

 private:
  Breach breach_;
  std::shared_ptr<MemoryLedger> ledger_;
  MemoryBodies honest_;
};

class BrokenWorld final : public LaneWorld {
 public:
  explicit BrokenWorld(Breach breach) : breach_(breach) {}
  std::unique_ptr<Lane> lane() override { return std::make_unique<BrokenLane>(breach_, ledger()); }
  std::unique_ptr<Bodies> bodies() override { return std::make_unique<BrokenBodies>(breach_, ledger()); }

 private:
  std::shared_ptr<MemoryLedger> ledger() const {
    return breach_ == Breach::is_not_shared ? std::make_shared<MemoryLedger>() : ledger_;
  }
  Breach breach_;
  std::shared_ptr<MemoryLedger> ledger_ = std::make_shared<MemoryLedger>();
};

}  // namespace

const std::vector<BrokenPromise>& broken_promises() {
  static const std::vector<BrokenPromise> promises{
      {Breach::invents_events, "a lane that was never written is empty"},
      {Breach::loses_append, "what is appended is read back"},
      {Breach::is_not_shared, "what one handle appends, another reads"},
      {Breach::rewrites_bytes, "an event's bytes are those that were sealed"},
      {Breach::reorders, "the events of a commit keep their order"},
      {Breach::halves_commits, "a commit is there whole"},
      {Breach::numbers_from_one, "every event tells its place"},
      {Breach::accepts_stale_tip, "a stale tip is refused and nothing is written"},
      {Breach::accepts_any_chain, "an event that does not come next in its stream is refused"},
      {Breach::accepts_any_bytes, "bytes that are not the event are refused"},
      {Breach::accepts_older, "times in a lane never decrease"},
      {Breach::grows_views, "a view never changes"},
      {Breach::replays_from_start, "a stream is replayed from where one was"},
      {Breach::finds_oldest_key, "the newest event with a key is found"},
      {Breach::takes_short_prefixes, "a prefix names one event or none"},
      {Breach::forgets_the_present, "as of a time: up to the last commit not after it"},
      {Breach::ignores_named_past, "as of a commit or an event"},
      {Breach::lets_all_win, "of eight appends to one tip exactly one wins"},
      {Breach::loses_bodies, "a body is found again by its digest"},
      {Breach::forgets_on_second_keep, "a body may be kept twice"},
      {Breach::mixes_months, "a body is found only where it was kept, and only whole"},
  };
  return promises;
}

std::unique_ptr<LaneWorld> make_broken_world(Breach breach) {
  return std::make_unique<BrokenWorld>(breach);
}

}  // namespace hz::test
