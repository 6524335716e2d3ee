// The sweep and the walk are two ways to one verdict. The sweep only says whether all is well: over ledgers that
// are damaged in every way that the walk can name, it must say so exactly when the walk does.
#include "ledger/audit/sweep.hpp"

#include <atomic>
#include <fmt/format.h>
#include <fstream>
#include <random>
#include <thread>

#include "ledger/audit/git_auditor.hpp"
#include "ledger/audit/lane_audit.hpp"
#include "ledger/audit/lane_trees.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forge.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/story.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;
using test::Forge;

/// Remembers what it is told.
class Listener final : public Judge {
 public:
  void keep(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event,
            std::string& kept) const override {
    kept += scan.root().after > 1 ? event.type : bytes;
  }
  void keep(const Sealed& event, std::string& kept) const override { kept += event.type; }
  void begin(const BodiesFound&) override { told.clear(); }
  void take(const AuditedEvent& event, std::string_view kept) override {
    told.push_back(fmt::format("{} {} {} {} {} {} {} {} {}", event.lane, event.number, event.stream.str(),
                               event.seq, event.id.hex(), to_text(event.at), event.machine, event.commit,
                               event.file(event.number, event.id)) +
                   " " + std::string(kept));
  }
  std::vector<std::string> told;
};

struct Verdict {
  bool well = false;
  std::string doubt;
  std::vector<std::string> told;
  std::vector<LaneSummary> lanes;
  std::size_t bodies = 0;
  std::vector<AuditFault> faults;
};

Verdict swept(const std::string& path, unsigned threads = 2, bool history = false, const Witness& witness = {}) {
  Listener listener;
  NoProgress silent;
  const History ledger = *History::open(path);
  SweepEnd end = sweep(ledger, *ledger.refs(), witness, {threads, history}, listener, silent);
  if (!end.audit) return {false, end.doubt, {}, {}, 0, {}};
  return {true, "", listener.told, end.audit->lanes, end.audit->bodies.count(), {}};
}

Verdict walked(const std::string& path) {
  Listener listener;
  NoProgress silent;
  const History ledger = *History::open(path);
  const auto audit = walk_ledger(ledger, *ledger.refs(), {}, listener, silent);
  REQUIRE(audit);
  return {audit->faults.empty(), "", listener.told, audit->lanes, audit->bodies.count(), audit->faults};
}

/// A ledger of two machines' lanes and some bodies: 700 events, more than two folders of them.
struct Ledger {
  test::GitWorld world;
  test::Story story;
  std::vector<std::vector<Sealed>> commits;

  explicit Ledger(int count = 120) {
    const auto lane = world.lane();
    Tip tip;
    for (int i = 0; i < count; ++i) {
      std::vector<test::Story::Line> lines;
      for (int k = 0; k <= i % 9; ++k)
        lines.push_back({fmt::format("job/contract:job-{}", k), "receipt", {{"n", i}}});
      const Commit commit = story.tell(lines);
      tip = *lane->append(tip, commit);
      commits.push_back(commit.events);
    }
    std::vector<SealedBody> bodies;
    for (int i = 0; i < 5; ++i) bodies.push_back(seal_body("text/plain", std::string(32, '0'), std::to_string(i)));
    REQUIRE(world.bodies()->keep(story.stamp().at, story.stamp().by, bodies));
  }
  void git(const std::string& words) const { test::output_of(world.git() + words); }
  [[nodiscard]] std::string path() const { return world.path(); }
};

std::string text_of(const LaneSummary& lane) {
  return fmt::format("{} {} {} {} {} {} {}", lane.lane, lane.tip.commit, lane.tip.count, lane.commits, lane.events,
                     lane.streams, lane.digest ? lane.digest->hex() : "none");
}

void check_alike(const Verdict& fast, const Verdict& slow) {
  INFO(fast.doubt);
  REQUIRE(fast.well);
  REQUIRE(slow.well);
  CHECK(fast.told == slow.told);
  CHECK(fast.told.size() > 300);
  CHECK(fast.bodies == slow.bodies);
  REQUIRE(fast.lanes.size() == slow.lanes.size());
  for (std::size_t i = 0; i < fast.lanes.size(); ++i) CHECK(text_of(fast.lanes[i]) == text_of(slow.lanes[i]));
}

}  // namespace

TEST_CASE("both ways tell the same story of a ledger, however it is packed and by however many threads") {
  const Ledger ledger;
  const std::string how =
      GENERATE(as<std::string>{}, "", "repack -a -d -f -q --window=0", "repack -a -d -f -q --window=20 --depth=50",
               "gc -q --aggressive --prune=now", "-c pack.packSizeLimit=100k repack -a -d -q");
  if (!how.empty()) ledger.git(how);
  const Verdict slow = walked(ledger.path());
  for (const unsigned threads : {1U, 2U, 5U}) check_alike(swept(ledger.path(), threads), slow);
  check_alike(swept(ledger.path(), 2, true), slow);
}

TEST_CASE("both ways tell the same story of a clone that borrows its objects") {
  const Ledger ledger;
  ledger.git("repack -a -d -q");
  const std::string clone = ledger.world.folder().path("clone");
  test::output_of("git clone -q --shared " + ledger.path() + " " + clone);
  check_alike(swept(clone), walked(clone));
}

TEST_CASE("what no lane needs is counted and otherwise passed over") {
  const Ledger ledger(40);
  ledger.git("repack -a -d -q");
  Forge forge(ledger.world);
  CHECK_FALSE(forge.blob("a batch that came second").is_zero());
  Listener listener;
  NoProgress silent;
  const History history = *History::open(ledger.path());
  const auto end = sweep(history, *history.refs(), {}, {2, false}, listener, silent);
  REQUIRE(end.audit);
  CHECK(end.audit->effort.unreached == 1);
  CHECK(end.audit->effort.packs == 2);
  CHECK(end.audit->effort.threads == 2);
}

TEST_CASE("wherever a byte of a packed ledger is flipped, the sweep raises a doubt or nothing needs that byte") {
  const Ledger ledger(60);
  ledger.git(
      GENERATE(as<std::string>{}, "repack -a -d -f -q --window=0", "repack -a -d -f -q --window=20 --depth=50"));
  fs::path pack;
  for (const auto& file : fs::directory_iterator(ledger.path() + "/objects/pack"))
    if (file.path().extension() == ".pack") pack = file.path();
  fs::permissions(pack, fs::perms::owner_all);
  const auto size = fs::file_size(pack);
  std::mt19937_64 chance(20261201);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same bytes every time
  const auto flip = [&](std::uint64_t at) {
    std::fstream file(pack, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(static_cast<std::streamoff>(at));
    file.put(byte);
  };
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t at = 12 + chance() % (size - 12);
    flip(at);
    INFO("byte " << at << " of " << size);
    CHECK_FALSE(swept(ledger.path()).well);
    CHECK_FALSE(swept(ledger.path(), 1, true).well);
    flip(at);
  }
  CHECK(swept(ledger.path()).well);
}

TEST_CASE("an audit beside a writer and a repack finds nothing wrong") {
  Ledger ledger(20);
  std::atomic<bool> done = false;
  std::atomic<int> refused = 0;
  std::thread writer([&] {
    const auto lane = ledger.world.lane();
    Tip tip = (*lane->at_tip())->tip();
    for (int i = 0; i < 60; ++i) {
      const auto next = lane->append(tip, ledger.story.tell({{"job/contract:job-0", "receipt", {{"n", i}}}}));
      if (next)
        tip = *next;
      else
        ++refused;
      if (i % 20 == 10) test::shell(ledger.world.git() + "repack -a -d -q");
    }
    done = true;
  });
  int audits = 0;
  std::vector<std::string> faults;
  for (; !done || audits == 0; ++audits) {
    Listener listener;
    NoProgress silent;
    const auto audit = GitAuditor().verify(ledger.path(), {}, {2, false}, listener, silent);
    if (!audit) faults.push_back(audit.error().what + ": " + audit.error().why);
    if (audit)
      for (const AuditFault& fault : audit->faults) faults.push_back(fault.what);
  }
  writer.join();
  CHECK(faults == std::vector<std::string>{});
  CHECK(refused == 0);
}

TEST_CASE("a lane that is not as witnessed is doubted") {
  const Ledger ledger(20);
  const Verdict well = swept(ledger.path());
  REQUIRE(well.lanes.size() == 1);
  const auto& lane = well.lanes.front();
  CHECK(swept(ledger.path(), 1, false, {{lane.lane, lane.tip}}).well);
  CHECK_FALSE(swept(ledger.path(), 1, false, {{lane.lane, {lane.tip.commit, lane.tip.count + 1}}}).well);
  CHECK_FALSE(swept(ledger.path(), 1, false, {{lane.lane, {std::string(40, '1'), 1}}}).well);
}

TEST_CASE("what is forged into a lane is doubted exactly when the walk names it") {
  Ledger ledger(30);
  const git::Oid honest = Forge(ledger.world).tip();
  std::mt19937 chance(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same forgeries every time
  int doubted = 0;
  for (int i = 0; i < 40; ++i) {
    Forge forge(ledger.world);
    const std::size_t at = chance() % ledger.commits.size();
    const auto events = ledger.commits[at];
    std::size_t number = 0;
    for (std::size_t k = 0; k < at; ++k) number += ledger.commits[k].size();
    const std::string file = event_file(number, events[0].id);
    const std::string next = event_file(number + 1, ledger.commits[(at + 1) % ledger.commits.size()][0].id);
    auto commit = forge.commit(honest);
    const auto tree = [&](const std::map<std::string, std::optional<git::Oid>>& edits) {
      commit.tree = forge.tree_with(edits);
    };
    switch (chance() % 8) {
      case 0:
        tree({{file, std::nullopt}});
        break;
      case 1:
        tree({{file, forge.blob("{}")}});
        break;
      case 2:
        tree({{"notes.txt", forge.blob("x")}});
        break;
      case 3:
        tree({{next, forge.blob_at(file)}});
        break;
      case 4:
        commit.message += "Signed-off-by: ada\n";
        break;
      case 5:
        commit.author.seconds += 1;
        break;
      case 6:
        commit.parents.push_back(honest);
        break;
      default:
        commit.message = "another subject" + commit.message.substr(commit.message.find('\n'));
    }
    forge.put(commit);
    const Verdict slow = walked(ledger.path());
    const Verdict fast = swept(ledger.path());
    INFO(i << ": " << fast.doubt);
    CHECK(fast.well == slow.well);
    if (fast.well) CHECK(fast.told == slow.told);
    doubted += fast.well ? 0 : 1;
    ledger.git("update-ref " + test::GitWorld::ref + " " + honest.hex());
  }
  CHECK(doubted > 20);
  CHECK(doubted < 40);
}

TEST_CASE("the trees that events make are those that an append writes, across folders") {
  Ledger ledger(1);
  const git::Oid blob = Forge(ledger.world).blob("{}");
  const auto repository = *git::Repository::open(ledger.path(), git::Repository::Access::write);
  // Appended in batches that begin and end at all distances from the borders of folders, up to the second folder of
  // folders.
  LaneTrees trees;
  std::optional<git::Oid> tree;
  std::uint64_t number = 0;
  std::vector<NewFile> files;
  Sha256 sha256;
  for (const std::uint64_t until : {1U, 3U, 255U, 256U, 257U, 511U, 513U, 1024U, 65535U, 65536U, 65537U, 66000U}) {
    files.clear();
    for (; number < until; ++number) {
      const Digest id = sha256.of(std::to_string(number));
      files.push_back({event_file_of(number, id), blob});
      trees.add(number, id, blob, {});
    }
    const auto writer = repository->writer();
    tree = *add_files(*repository, *writer, tree, files);
    REQUIRE(writer->finish());
    CHECK(trees.names().root == *tree);
  }
}

}  // namespace hz
