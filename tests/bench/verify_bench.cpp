// How fast a ledger is verified, in one run with what it is measured against. The rows:
//
//   ours_1, ours_2     the audit as `hz audit verify` does it, events, trees, story and all, by 1 and by 2 threads
//   inflate_only       every entry of the same packs inflated by libdeflate in file order, nothing else; 1 thread
//   libgit2_tree_walk  the obvious verifier, 1 thread, and what the first version of hz did: libgit2 walks the
//   tips'
//                      trees with strict hashes, SHA-256 of each file, each event read by read_event(): form and
//                      envelope, but no chains, no history
//   libgit2_hash_only  the same without reading the events
#include "core/audit/judge.hpp"
#include "core/base/sha256.hpp"
#include "ledger/audit/git_auditor.hpp"
#include "ledger/git/object_store.hpp"
#include "ledger/git/repository.hpp"
#include "ledger/lane/history.hpp"
#include "tests/bench/bench.hpp"

namespace hz::bench {
namespace {

constexpr std::size_t object_bytes_max = 64U << 20U;

void audit(const std::string& ledger, unsigned threads) {
  GitAuditor auditor;
  StoryJudge judge;
  NoProgress silent;
  const LedgerAudit found = must(auditor.verify(ledger, {}, {threads, false}, judge, silent));
  if (!found.faults.empty() || !judge.faults().empty() || found.lanes.empty()) fail("the ledger is not well");
}

void inflate_only(const std::string& ledger) {
  const auto history = must(History::open(ledger));
  const auto store = must(git::ObjectStore::open(history.objects_folder(), object_bytes_max));
  git::Inflater inflater;
  git::Bytes out;
  for (const auto& pack : store.packs()) {
    for (const git::PackPlace& place : git::in_file_order(pack->index())) {
      const auto header = git::parse_entry_header(pack->bytes().substr(place.offset));
      if (!header || !inflater.inflate(pack->bytes().substr(place.offset + header->length), header->size, out))
        fail("an entry cannot be inflated");
    }
  }
}

std::size_t walk(const git::Repository& repository, const git::Oid& tree, bool read, Sha256& sha256) {
  std::size_t files = 0;
  const git::Tree entries = must(repository.read_tree(tree));
  for (const git::TreeEntry& entry : entries) {
    if (entry.is_folder()) {
      files += walk(repository, entry.id, read, sha256);
      continue;
    }
    const std::string bytes = must(repository.read(entry.id, git::ObjectKind::blob, object_bytes_max));
    if (sha256.of(bytes) == Digest{}) fail("a digest of nothing");
    if (read) must(read_event(bytes));
    ++files;
  }
  return files;
}

void libgit2_tree_walk(const std::string& ledger, bool read) {
  const auto repository = must(git::Repository::open(ledger, git::Repository::Access::read));
  Sha256 sha256;
  std::size_t files = 0;
  const auto refs = must(repository->refs("refs/heads/hz/log/"));
  for (const std::string& ref : refs) {
    const auto tip = must(repository->ref(ref));
    files += walk(*repository, must(repository->read_commit(*tip)).tree, read, sha256);
  }
  if (files == 0) fail("there is no file");
}

}  // namespace

void verify(const Words& words) {
  if (words.size() < 2) fail("usage: verify LEDGER ROUNDS [ROW…]");
  const std::string& ledger = words[0];
  const int rounds = std::stoi(words[1]);
  const std::map<std::string, std::function<void()>> rows{
      {"ours_1", [&] { audit(ledger, 1); }},
      {"ours_2", [&] { audit(ledger, 2); }},
      {"inflate_only", [&] { inflate_only(ledger); }},
      {"libgit2_tree_walk", [&] { libgit2_tree_walk(ledger, true); }},
      {"libgit2_hash_only", [&] { libgit2_tree_walk(ledger, false); }},
  };
  Words wanted(words.begin() + 2, words.end());
  if (wanted.empty())
    for (const auto& [name, work] : rows) wanted.push_back(name);
  inflate_only(ledger);  // from here on the system has the packs in memory, for all of them alike
  Samples samples;
  for (int round = 0; round < rounds; ++round) {
    for (const std::string& name : wanted) samples.time(name, rows.at(name));
  }
  samples.print();
}

}  // namespace hz::bench
