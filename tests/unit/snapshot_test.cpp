// A fold that begins at a snapshot is the fold from the beginning, whatever happened and whenever it was written
// down.
#include <random>

#include "core/job/job_stream.hpp"
#include "core/watch/source_stream.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/memory_lane.hpp"
#include "tests/support/pen.hpp"

namespace hz {
namespace {

const StreamName job{"job", "contract:digest"}, source{"source", "feed-b0a4629ede0b"};

struct Shelf {
  std::map<std::pair<StreamName, std::string>, Snapshot> kept;
  std::uint64_t replayed = 0;
};

/// Keeps snapshots for the views that come after it, and counts what is folded.
class ShelvedView final : public test::NaiveView {
 public:
  ShelvedView(const std::vector<Placed>& events, Shelf& shelf)
      : NaiveView({"c", events.size()}, events), shelf_(shelf) {}

  [[nodiscard]] Result<void> replay(const StreamName& stream, std::uint64_t after,
                                    const Visit& visit) const override {
    return NaiveView::replay(stream, after, [&](const Placed& placed) {
      ++shelf_.replayed;
      visit(placed);
    });
  }
  [[nodiscard]] std::optional<Snapshot> snapshot(const StreamName& stream, std::string_view fold) const override {
    const auto found = shelf_.kept.find({stream, std::string(fold)});
    return found == shelf_.kept.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const StreamName& stream, std::string_view fold, const Snapshot& snapshot) const override {
    shelf_.kept.insert_or_assign({stream, std::string(fold)}, snapshot);
  }

 private:
  Shelf& shelf_;
};

std::string all_of(JobState state) {
  std::string text;
  if (state.lease) {
    text = std::to_string(state.lease->token) + state.lease->terms.nonce + to_text(state.lease->since);
    for (const Slot slot : slots_left(*state.lease)) text += to_text(slot);
  }
  state.lease.reset();
  return text + *Job::save(state);
}
std::string all_of(const SourceState& state) {
  return *Source::save(state);
}

Receipt some_receipt(std::mt19937& chance, Slot slot, std::uint64_t token) {
  Receipt receipt;
  receipt.disposition = static_cast<Disposition>(chance() % 3);
  receipt.slot = slot;
  receipt.as_of = slot;
  receipt.key = slot_key(JobName{"contract:digest"}, slot);
  receipt.wake = "schedule";
  receipt.token = token;
  if (chance() % 2 == 0) receipt.memo = std::string(64, 'a');
  if (chance() % 2 == 0) receipt.error = "exit code 3";
  if (receipt.disposition == Disposition::rendered)
    receipt.draft = DraftRef{{120, std::string(64, 'b')}, "text/markdown", "Digest", chance() % 5};
  InputSeen seen{EventId(std::string(64, 'c')), {{"items", std::string(64, 'd')}}, chance() % 9, 1, 0};
  receipt.inputs.emplace("news", seen);
  return receipt;
}

/// What could be asked of a job next; much of it is refused.
Job::Command some_command(std::mt19937& chance, const JobState& state, Slot& next) {
  const std::uint64_t token = state.lease ? state.lease->token : 0;
  switch (chance() % 6) {
    case 0:
      return PauseJob{std::nullopt, {}};
    case 1:
      return ResumeJob{{}};
    case 2:
      return LoseRun{token, "its process was gone", {}};
    case 3: {
      next += Seconds(3600);
      SkipRanges skips;
      if (chance() % 2 == 0) skips.push_back({next, next, 1, "unchanged", std::nullopt});
      return BeginRun{{MachineId{"k3v7q2m5x4ba"},
                       "boot",
                       std::string(32, '0'),
                       {next + Seconds(3600)},
                       std::nullopt,
                       Seconds{720},
                       skips}};
    }
    default:
      return LeaveReceipt{some_receipt(chance, next + Seconds(3600), token), true};
  }
}

Source::Command some_sight(std::mt19937& chance) {
  if (chance() % 4 == 0) return SourceFailed{"it is not there", std::nullopt};
  return SourceObserved{
      "feed", chance() % 50, {{"items", std::string(64, "abc"[chance() % 3])}}, BodyRef{10, std::string(64, 'e')}};
}

template <Thing T>
void check_story(std::mt19937& chance, const StreamName& stream,
                 const std::function<typename T::Command(const typename T::State&)>& next) {
  Shelf shelf;
  test::Pen pen;
  std::vector<Placed> events;
  for (int step = 0; step < 200; ++step) {
    const auto plain = fold<T>(test::NaiveView({"c", events.size()}, events), stream);
    REQUIRE(plain);
    if (chance() % 3 == 0) {  // now and then somebody looks
      const auto quick = fold<T>(ShelvedView(events, shelf), stream);
      REQUIRE(quick);
      CHECK(quick->head.seq == plain->head.seq);
      CHECK(quick->head.id == plain->head.id);
      REQUIRE(all_of(quick->state) == all_of(plain->state));
    }
    const auto drafts = T::decide(plain->state, next(plain->state));
    if (!drafts) continue;
    for (const Draft& draft : *drafts) events.push_back(pen.tell(stream.str(), draft.type, draft.data));
  }
  CHECK(events.size() > 60);
  CHECK_FALSE(shelf.kept.empty());
  shelf.replayed = 0;
  REQUIRE(fold<T>(ShelvedView(events, shelf), stream));
  REQUIRE(fold<T>(ShelvedView(events, shelf), stream));
  CHECK(shelf.replayed < events.size() / 2);
}

}  // namespace

TEST_CASE("a job's fold from a snapshot is its fold from the beginning") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    INFO(seed);
    std::mt19937 chance(seed);
    Slot slot = *parse_slot("2026-12-01T09:00:00Z");
    check_story<Job>(chance, job, [&](const JobState& state) { return some_command(chance, state, slot); });
  }
}

TEST_CASE("a source's fold from a snapshot is its fold from the beginning") {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    INFO(seed);
    std::mt19937 chance(seed);
    check_story<Source>(chance, source, [&](const SourceState&) { return some_sight(chance); });
  }
}

TEST_CASE("bytes that are no snapshot are passed over") {
  for (const std::string bytes :
       {"", "{}", "null", "[]", R"({"newest":7,"failing":true})",
        R"({"anomalies":[1],"last_receipt":null,"last_rendered":null,"losses":0,"pauses":[]})",
        R"({"anomalies":[],"last_receipt":{},"last_rendered":null,"losses":0,"pauses":[]})"}) {
    INFO(bytes);
    CHECK_FALSE(Job::load(bytes));
    CHECK_FALSE(Source::load(bytes));
  }
}

TEST_CASE("a state is written as this version writes it: another form, or another meaning, is another version") {
  JobState state;
  state.losses = 2;
  state.newest_slot = *parse_slot("2026-12-01T09:00:00Z");
  state.pauses.push_back({*parse_instant("2026-12-01T09:00:00.000Z"), std::nullopt, "ada"});
  CHECK(std::string(Job::snapshot_name) + *Job::save(state) ==
        R"(job/1{"anomalies":[],"last_receipt":null,"last_rendered":null,"losses":2,)"
        R"("newest_slot":"2026-12-01T09:00:00Z","pauses":[{"by":"ada","from":"2026-12-01T09:00:00.000Z"}]})");
  CHECK(std::string(Source::snapshot_name) + *Source::save(SourceState{}) ==
        R"(source/1{"failing":false,"newest":null})");
}

}  // namespace hz
