// Appending ten events, in ledgers of three sizes and beside them what others do with the same ten. Each round
// takes one sample of everything.
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include "ledger/git/private_files.hpp"
#include "ledger/index/index_store.hpp"
#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/git_lane.hpp"
#include "ledger/lane/layout.hpp"
#include "ledger/lane/message.hpp"
#include "ledger/lane/tree_files.hpp"
#include "tests/bench/bench.hpp"
#include "tests/bench/loose_peer.hpp"
#include "tests/bench/process.hpp"

namespace hz::bench {
namespace {

constexpr int runs_a_batch = 5;  // each a receipt and the end of its lease: ten events

Json receipt_data(const std::string& job, int round) {
  const std::string digest(64, "0123456789abcdef"[round % 16]);
  const Json input{{"changed", 0}, {"facets", {{"items", digest}}}, {"gone", 1}, {"new", 1}, {"observed", digest}};
  const std::string slot = "2026-10-31T23:45:00Z";
  return {{"against", digest},
          {"as_of", slot},
          {"attempt", 1},
          {"contract", digest},
          {"cost", nullptr},
          {"disposition", "rendered"},
          {"draft", {{"bytes", 1207}, {"media", "text/markdown"}, {"sha256", digest}, {"title", "Notes"}}},
          {"epoch", nullptr},
          {"inputs", {{"notes", input}}},
          {"key", job + "@" + slot},
          {"memo", digest},
          {"runner", {{"kind", "outline"}, {"on", "laptop"}}},
          {"slot", slot},
          {"token", round},
          {"took_ms", 412},
          {"wake", "schedule"}};
}

/// A home that may be written to. Its index is what hz made of it.
class World {
 public:
  World(std::string name, const std::string& home)
      : name_(std::move(name)),
        ledger_(home + "/data/me.git"),
        ref_(find_ref(ledger_)),
        folder_(std::make_shared<LedgerFolder>(ledger_, ref_)),
        lane_(folder_, ref_, std::make_unique<IndexStore>(home + "/cache/me.sqlite", ref_, read_again())),
        loose_(make_loose_peer(ledger_)) {
    if (!loose_) fail(ledger_ + " cannot be opened");
  }

  /// Ten events that come next.
  [[nodiscard]] Commit batch(int round) {
    const auto view = must(lane_.at_tip());
    Commit commit{"five jobs rendered", {view->newest_at(), {"k3v7q2m5x4ba", "ada", "daemon", "0.1.0"}, {}}, {}};
    for (int i = 0; i < runs_a_batch; ++i) {
      const JobName job{fmt::format("contract:bench-{}", i)};
      Head head = view->head(job_stream(job));
      for (const Draft& draft :
           {Draft{"receipt", receipt_data(job.str(), round)}, Draft{"lease.released", {{"token", round}}}}) {
        commit.events.push_back(must(seal(commit.stamp, job_stream(job), head, draft)));
        head = {commit.events.back().seq, commit.events.back().id};
      }
    }
    return commit;
  }

  /// As a tick appends: checked, written, the ref moved, the index told.
  void append(Samples& samples, int round) {
    const Commit commit = batch(round);
    const Tip tip = must(lane_.at_tip())->tip();
    samples.time("append_" + name_, [&] { must(lane_.append(tip, commit)); });
  }

  /// Objects and the ref alone, by the ledger's writer; then what a reader pays whose index is this commit behind.
  void objects(Samples& samples, int round) {
    write(samples, "objects_" + name_, *must(folder_->find())->writer(), batch(round));
    samples.time("index_" + name_, [&] { must(lane_.at_tip()); });
  }

  /// The same objects and the ref, each object a file.
  void loose(Samples& samples, int round) {
    write(samples, "loose_" + name_, *loose_, batch(round));
    must(lane_.at_tip());
  }

 private:
  static std::string find_ref(const std::string& ledger) {
    const auto refs =
        must(must(git::Repository::open(ledger, git::Repository::Access::read))->refs("refs/heads/hz/log/"));
    if (refs.size() != 1) fail(ledger + " has not one lane");
    return refs.front();
  }

  [[nodiscard]] IndexStore::ReadPlainly read_again() const {
    return [folder = folder_, ref = ref_](const Tip& tip) { return read_plainly(*folder, ref, tip); };
  }

  void write(Samples& samples, const std::string& name, git::ObjectWriter& writer, const Commit& commit) {
    git::Repository& repository = *must(folder_->find());
    const auto before = must(repository.ref(ref_));
    const git::CommitObject tip = must(repository.read_commit(*before));
    const std::uint64_t count = must(lane_.at_tip())->tip().count;
    samples.time(name, [&] {
      const git::WriterLock lock = must(repository.lock());
      git::CommitObject object;
      std::vector<NewFile> files;
      std::vector<EventTrailer> trailers;
      for (const Sealed& event : commit.events) {
        const std::uint64_t number = count + files.size();
        files.push_back({event_file(number, event.id), must(writer.write(git::ObjectKind::blob, event.bytes))});
        trailers.push_back({number, event.stream, event.seq, event.id});
      }
      object.tree = must(add_files(repository, writer, tip.tree, std::move(files)));
      object.parents.push_back(*before);
      object.author = object.committer = signature_of(commit.stamp.by, commit.stamp.at);
      object.message = write_message(commit.subject, trailers);
      const git::Oid written = must(writer.write(git::ObjectKind::commit, git::write_commit(object)));
      must(writer.finish());
      must(repository.swap_ref(lock, ref_, before, written));
    });
  }

  std::string name_, ledger_, ref_;
  std::shared_ptr<LedgerFolder> folder_;
  GitLane lane_;
  std::unique_ptr<git::ObjectWriter> loose_;
};

/// The same events as lines of one file.
class JsonLines {
 public:
  explicit JsonLines(const std::string& path) : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600)) {
    if (file_ < 0) fail(path + ": " + std::generic_category().message(errno));
  }
  JsonLines(const JsonLines&) = delete;
  JsonLines& operator=(const JsonLines&) = delete;
  ~JsonLines() { ::close(file_); }

  void append(Samples& samples, const Commit& commit) const {
    std::string lines;
    for (const Sealed& event : commit.events) lines.append(event.bytes).append("\n");
    samples.time("jsonl", [&] {
      const ssize_t written = ::write(file_, lines.data(), lines.size());
      if (written != static_cast<ssize_t>(lines.size()) || ::fsync(file_) != 0)
        fail("a JSONL file cannot be written");
    });
  }

 private:
  int file_;
};

/// The same events as files that `git add` and `git commit` take.
void add_and_commit(Samples& samples, const std::string& work_tree, const Commit& commit, int round) {
  const std::string folder = fmt::format("events/bench/{}", round);
  std::filesystem::create_directories(fmt::format("{}/{}", work_tree, folder));
  Words add{"git", "-C", work_tree, "add", "--"};
  for (std::size_t i = 0; i < commit.events.size(); ++i) {
    const std::string file = fmt::format("{}/{}.json", folder, i);
    if (!(std::ofstream(fmt::format("{}/{}", work_tree, file)) << commit.events[i].bytes))
      fail(file + " cannot be written");
    add.push_back(file);
  }
  samples.time("git", [&] {
    run(add);
    run({"git", "-C", work_tree, "commit", "-q", "-m", commit.subject});
  });
}

}  // namespace

void append(const Words& words) {
  if (words.size() != 6) fail("usage: append SMALL MIDDLE LARGE WORK_TREE SCRATCH ROUNDS");
  World small("small", words[0]);
  World middle("middle", words[1]);
  World large("large", words[2]);
  const JsonLines lines(words[4] + "/events.jsonl");
  const int rounds = std::stoi(words[5]);
  Samples samples;
  Samples cold;  // the first round opens packs and reads tables, for all of them alike
  for (int round = 0; round <= rounds; ++round) {
    Samples& taken = round == 0 ? cold : samples;
    for (World* world : {&small, &large}) {
      world->append(taken, round);
      world->objects(taken, round);
    }
    lines.append(taken, large.batch(round));
    large.append(taken, round);
    large.loose(taken, round);
    middle.append(taken, round);
    add_and_commit(taken, words[3], middle.batch(round), round);
  }
  samples.print();
}

}  // namespace hz::bench
