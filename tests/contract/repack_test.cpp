// Small packs become few, and nothing that anybody can reach is ever missing: not to a reader that was there
// before, not after a crash in between, not when a source is damaged.
#include "ledger/git/repack.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <thread>

#include "ledger/git/object_store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/forge.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;
using git::ObjectKind;
using git::Oid;
using git::Repository;
using git::Unreachable;

constexpr std::size_t most = 1U << 22U;

/// A branch of commits, each with a file of its own in a pack of its own.
struct Branch {
  test::GitWorld world;
  std::shared_ptr<LedgerFolder> ledger = world.ledger();
  Repository& repository = **ledger->make();
  std::vector<Oid> blobs;
  git::Tree tree;
  std::optional<Oid> tip;

  void grow(int commits) {
    for (int i = 0; i < commits; ++i) {
      const auto lock = *repository.lock();
      const auto writer = repository.writer();
      const std::string name = fmt::format("{:06}", blobs.size());
      blobs.push_back(*writer->write(ObjectKind::blob, text(blobs.size())));
      tree.push_back({"100644", name, blobs.back()});
      git::CommitObject commit;
      commit.tree = *writer->write(ObjectKind::tree, git::write_tree(tree));
      if (tip) commit.parents.push_back(*tip);
      commit.author = commit.committer = {"ada", "m@hz.invalid", 1796029330};
      commit.message = name + "\n";
      const Oid id = *writer->write(ObjectKind::commit, git::write_commit(commit));
      REQUIRE(writer->finish());
      REQUIRE(repository.swap_ref(lock, test::GitWorld::ref, tip, id));
      tip = id;
    }
  }
  static std::string text(std::size_t i) { return fmt::format("the text of file {}\n", i); }

  [[nodiscard]] std::vector<std::string> files(const std::string& suffix) const {
    std::vector<std::string> found;
    for (const auto& file : fs::directory_iterator(world.path() + "/objects/pack"))
      if (file.path().extension() == suffix) found.push_back(file.path().string());
    std::sort(found.begin(), found.end());
    return found;
  }
  [[nodiscard]] std::vector<std::uint32_t> sizes() const {
    const auto store = *git::ObjectStore::open(repository.objects_folder(), most);
    std::vector<std::uint32_t> counts;
    for (const auto& pack : store.packs()) counts.push_back(pack->index().count());
    std::sort(counts.begin(), counts.end());
    return counts;
  }
  void check_whole(const Repository& reader) const {
    for (std::size_t i = 0; i < blobs.size(); ++i) {
      const auto read = reader.read(blobs[i], ObjectKind::blob, most);
      REQUIRE(read);
      CHECK(*read == text(i));
    }
  }
  void check_whole() const {
    check_whole(**Repository::open(world.path(), Repository::Access::read));
    CHECK(test::output_of(world.git() +
                          "fsck --strict --full --no-progress --connectivity-only --no-dangling 2>&1") == "");
    CHECK(test::output_of("cd " + world.path() + "/objects/pack && git verify-pack *.idx && echo whole") ==
          "whole\n");
  }
};

}  // namespace

TEST_CASE("many packs become one, which has every object whole, and only its owner reads it") {
  Branch branch;
  branch.grow(40);
  REQUIRE(branch.files(".pack").size() == 40);
  const auto done = git::repack(branch.repository, Unreachable::kept);
  REQUIRE(done);
  CHECK(done->packs == 40);
  CHECK(done->objects == 120);
  CHECK(done->dropped == 0);
  CHECK(branch.sizes() == std::vector<std::uint32_t>{120});
  CHECK(branch.files(".idx").size() == 1);
  CHECK(test::mode_of(branch.files(".pack").front()) == 0600U);
  CHECK(test::output_of("cd " + branch.world.path() +
                        "/objects/pack && git verify-pack -v *.idx | grep -c chain || true")
            .starts_with("0"));
  branch.check_whole();
}

TEST_CASE("a pack that has twice the objects of all smaller ones stays, so that an object is copied few times") {
  Branch branch;
  branch.grow(16);
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  branch.grow(4);
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  CHECK(branch.sizes() == std::vector<std::uint32_t>{12, 48});
  branch.grow(1);
  CHECK_FALSE(git::repack(branch.repository, Unreachable::kept)->did_anything());
  CHECK(branch.sizes() == std::vector<std::uint32_t>{3, 12, 48});
  branch.grow(20);
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  CHECK(branch.sizes() == std::vector<std::uint32_t>{123});
  branch.check_whole();
}

TEST_CASE("where nothing is to be merged nothing changes") {
  Branch branch;
  CHECK_FALSE(git::repack(branch.repository, Unreachable::kept)->did_anything());
  branch.grow(1);
  const auto before = branch.files(".pack");
  CHECK_FALSE(git::repack(branch.repository, Unreachable::kept)->did_anything());
  CHECK_FALSE(git::repack(branch.repository, Unreachable::dropped)->did_anything());
  CHECK(branch.files(".pack") == before);
}

TEST_CASE("who reads or writes meanwhile, here or in another process, misses nothing") {
  Branch branch;
  branch.grow(20);
  const auto before = *Repository::open(branch.world.path(), Repository::Access::read);
  REQUIRE(before->read(branch.blobs.front(), ObjectKind::blob, most));
  const auto store = *git::ObjectStore::open(branch.repository.objects_folder(), most);
  std::atomic<bool> done = false;
  std::atomic<int> missed = 0;
  std::thread reader([&, blobs = branch.blobs] {
    const auto own = *Repository::open(branch.world.path(), Repository::Access::read);
    while (!done) {
      for (const Oid& blob : blobs) missed += own->read(blob, ObjectKind::blob, most) ? 0 : 1;
    }
  });
  for (int round = 0; round < 3; ++round) {
    REQUIRE(git::repack(**branch.world.ledger()->find(), Unreachable::kept));
    branch.grow(8);
  }
  done = true;
  reader.join();
  CHECK(missed == 0);
  branch.check_whole(*before);
  branch.check_whole(branch.repository);
  auto old = store.another();  // its packs are gone from the folder, and stay mapped
  CHECK(old.read(branch.blobs.front(), git::EntryKind::blob));
  branch.check_whole();
}

TEST_CASE("what git packed, deltas too, and what lies alone becomes whole in one pack") {
  Branch branch;
  branch.grow(20);
  test::output_of(branch.world.git() + "repack -a -d -q --depth=50 --window=50 --no-write-bitmap-index");
  test::output_of("mkdir " + branch.world.path() + "/aside && mv " + branch.world.path() + "/objects/pack/* " +
                  branch.world.path() + "/aside && for p in " + branch.world.path() + "/aside/*.pack; do git -C " +
                  branch.world.path() + " unpack-objects -q < $p; done");
  branch.grow(1);
  REQUIRE(branch.files(".pack").size() == 1);
  auto done = git::repack(branch.repository, Unreachable::kept);
  REQUIRE(done);
  CHECK(done->loose == 60);
  CHECK(branch.sizes() == std::vector<std::uint32_t>{63});
  branch.check_whole();

  test::output_of(branch.world.git() + "repack -a -d -f -q --depth=50 --window=50 --no-write-bitmap-index");
  REQUIRE_FALSE(test::output_of("cd " + branch.world.path() +
                                "/objects/pack && git verify-pack -v *.idx | grep -c chain || true")
                    .starts_with("0"));
  branch.grow(24);
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  CHECK(test::output_of("cd " + branch.world.path() +
                        "/objects/pack && git verify-pack -v *.idx | grep -c chain || true")
            .starts_with("0"));
  branch.check_whole();
}

TEST_CASE("an object that lies in several packs and alone is kept once") {
  Branch branch;
  branch.grow(4);
  const auto writer = branch.repository.writer();
  for (int i = 0; i < 3; ++i) REQUIRE(writer->write(ObjectKind::blob, Branch::text(1)));
  REQUIRE(writer->write(ObjectKind::blob, "another"));
  REQUIRE(writer->finish());
  test::output_of("printf 'the text of file 2\\n' | " + branch.world.git() + "hash-object -w --stdin");
  const auto done = git::repack(branch.repository, Unreachable::kept);
  REQUIRE(done);
  CHECK(done->objects == 13);
  branch.check_whole();
}

TEST_CASE("after a crash between the new pack and the removal of the old ones, the next repack tidies up") {
  Branch branch;
  branch.grow(10);
  const std::string packs = branch.world.path() + "/objects/pack";
  test::output_of("cp -a " + packs + " " + branch.world.path() + "/old");
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  test::output_of("cp -an " + branch.world.path() + "/old/* " + packs + "/");
  REQUIRE(branch.files(".pack").size() == 11);

  // The merged pack would be the one that is there: it must not be written over, and nothing is lost.
  CHECK_FALSE(git::repack(branch.repository, Unreachable::kept)->did_anything());
  branch.check_whole();
  branch.grow(1);
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  CHECK(branch.sizes() == std::vector<std::uint32_t>{33});
  branch.check_whole();
}

TEST_CASE("an object that cannot be copied stops the repack, and every pack stays") {
  const bool cut_off = GENERATE(false, true);
  Branch branch;
  branch.grow(10);
  const std::string victim = branch.files(".pack").at(3);
  if (cut_off) {
    fs::resize_file(victim, fs::file_size(victim) - 1);  // git passes over such a pack, and so does hz
  } else {
    test::flip_byte(victim);
  }
  const auto before = branch.files(".pack");
  const auto done = git::repack(branch.repository, Unreachable::kept);
  if (!cut_off) {
    REQUIRE_FALSE(done);
    CHECK(done.error().kind == ErrorKind::damaged);
    CHECK(branch.files(".pack") == before);
  } else {
    const auto after = branch.files(".pack");
    CHECK(std::find(after.begin(), after.end(), victim) != after.end());
  }
}

TEST_CASE("what nothing leads to any more is dropped when asked, and only then") {
  Branch branch;
  branch.grow(10);
  const auto writer = branch.repository.writer();
  const Oid lonely = *writer->write(ObjectKind::blob, "nobody");
  REQUIRE(writer->finish());
  const Oid loose = *Oid::from_hex(
      test::output_of("printf alone | " + branch.world.git() + "hash-object -w --stdin").substr(0, 40));
  REQUIRE(git::repack(branch.repository, Unreachable::kept));
  CHECK(branch.repository.has(lonely));
  CHECK(branch.repository.has(loose));
  const auto done = git::repack(branch.repository, Unreachable::dropped);
  REQUIRE(done);
  CHECK(done->dropped == 2);
  CHECK(done->objects == 30);
  const auto later = *Repository::open(branch.world.path(), Repository::Access::read);
  CHECK_FALSE(later->has(lonely));
  CHECK_FALSE(later->has(loose));
  branch.check_whole();
}

TEST_CASE("when something that a ref leads to is missing, nothing is dropped") {
  Branch branch;
  branch.grow(3);
  const std::string victim = branch.files(".pack").at(1);
  fs::remove(victim);
  const auto before = branch.files(".pack");
  const auto done = git::repack(branch.repository, Unreachable::dropped);
  REQUIRE_FALSE(done);
  CHECK(done.error().kept == "Nothing was removed.");
  CHECK(branch.files(".pack") == before);
}

TEST_CASE("a pack with a .keep file, and packs that are borrowed, stay") {
  Branch branch;
  branch.grow(10);
  const std::string kept = branch.files(".pack").front();
  test::output_of("touch " + fs::path(kept).replace_extension(".keep").string());
  Branch lender;
  lender.grow(5);
  test::output_of("echo " + lender.world.path() + "/objects > " + branch.world.path() + "/objects/info/alternates");
  const auto done = git::repack(branch.repository, Unreachable::kept);
  REQUIRE(done);
  CHECK(done->packs == 9);
  CHECK(fs::exists(kept));
  CHECK(lender.files(".pack").size() == 5);
  branch.check_whole();
}

}  // namespace hz
