// One pack a batch: what was written is there for this process, for others and for git, private and whole; or, if
// the disk is full, nothing of it is.
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "ledger/git/pack_bytes.hpp"
#include "ledger/git/pack_reader.hpp"
#include "ledger/git/repository.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;
using git::ObjectKind;
using git::Oid;
using git::Repository;

constexpr std::size_t most = 1U << 22U;

struct Written {
  test::GitWorld world;
  std::shared_ptr<LedgerFolder> ledger = world.ledger();
  Repository& repository = **ledger->make();

  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& file : fs::directory_iterator(world.path() + "/objects/pack")) found.push_back(file.path());
    std::sort(found.begin(), found.end());
    return found;
  }

  Oid write_blob(const std::string& bytes) {
    const auto writer = repository.writer();
    const Oid id = *writer->write(ObjectKind::blob, bytes);
    REQUIRE(writer->finish());
    return id;
  }
};

/// While it lives, no file of this process grows beyond `bytes`: a full disk, for whoever writes.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

/// Bytes that do not deflate, the same each time.
std::string noise(std::size_t size) {
  std::string bytes;
  unsigned chance = 1;
  while (bytes.size() < size) bytes += static_cast<char>((chance = chance * 1103515245U + 12345U) >> 24U);
  return bytes;
}

}  // namespace

TEST_CASE("a batch is one pack, which its writer, another process and git read") {
  Written written;
  const auto elsewhere = *Repository::open(written.world.path(), Repository::Access::read);
  const auto writer = written.repository.writer();
  const Oid blob = *writer->write(ObjectKind::blob, "hello\n");
  const Oid tree = *writer->write(ObjectKind::tree, git::write_tree({{"100644", "greeting", blob}}));
  git::CommitObject commit;
  commit.tree = tree;
  commit.author = commit.committer = {"ada", "m@hz.invalid", 1796029330};
  commit.message = "hello\n";
  const Oid id = *writer->write(ObjectKind::commit, git::write_commit(commit));
  REQUIRE(writer->finish());

  CHECK(written.files().size() == 2);
  for (const Repository* const reader : {&written.repository, elsewhere.get()}) {
    CHECK(*reader->read(blob, ObjectKind::blob, most) == "hello\n");
    CHECK(reader->read_tree(tree)->at(0).id == blob);
    CHECK(reader->read_commit(id)->tree == tree);
  }
  CHECK(test::output_of(written.world.git() + "cat-file blob " + blob.hex()) == "hello\n");
  test::output_of(written.world.git() + "update-ref " + test::GitWorld::ref + " " + id.hex());
  CHECK(test::output_of(written.world.git() + "fsck --strict --full --no-progress") == "");
}

TEST_CASE("objects of every size get the name that git gives them, and come back") {
  // Around the borders of a size's length in the pack: 4 bits, then 7 more with each byte.
  Written written;
  for (const std::size_t size : {0U, 1U, 15U, 16U, 2047U, 2048U, 262143U, 262144U, 3000000U}) {
    INFO(size);
    const std::string bytes = noise(size);
    const Oid id = written.write_blob(bytes);
    CHECK(*written.repository.read(id, ObjectKind::blob, most) == bytes);
    CHECK(test::output_of(written.world.git() + "cat-file blob " + id.hex() + " | " + written.world.git() +
                          "hash-object --stdin") == id.hex() + "\n");
  }
}

TEST_CASE("what is written twice in a batch lies in its pack once") {
  git::PackBytes pack;
  const Oid id = pack.add(ObjectKind::blob, "x");
  CHECK(pack.add(ObjectKind::blob, "x") == id);
  CHECK(pack.add(ObjectKind::blob, "y") != id);
  std::vector<std::string> found;
  CHECK(git::read_pack(pack.take(), most,
                       [&](std::uint64_t, const git::PackedObject& object) { found.emplace_back(object.bytes); }));
  CHECK(found == std::vector<std::string>{"x", "y"});
  CHECK(pack.empty());
}

TEST_CASE("a batch of nothing leaves nothing, and a writer that was not finished leaves nothing") {
  Written written;
  CHECK(written.repository.writer()->finish());
  CHECK(written.repository.writer()->write(ObjectKind::blob, "forgotten"));
  CHECK(written.files().empty());
}

TEST_CASE("packs are private whatever the umask") {
  Written written;
  for (const mode_t mask : {0U, 022U, 0277U, 0777U}) {
    const mode_t before = ::umask(mask);
    const Oid id = written.write_blob(fmt::format("under {:o}", mask));
    ::umask(before);
    CHECK(written.repository.has(id));
  }
  CHECK(written.files().size() == 8);
  for (const fs::path& file : written.files()) CHECK(test::mode_of(file.string()) == 0600U);
}

TEST_CASE("a writer goes on after a batch, and the same batch twice is one pack") {
  Written written;
  const auto writer = written.repository.writer();
  for (const char* const bytes : {"a", "b", "a"}) {
    REQUIRE(writer->write(ObjectKind::blob, bytes));
    REQUIRE(writer->finish());
  }
  CHECK(written.files().size() == 4);
}

TEST_CASE("three hundred batches are read back, by who wrote them and by who comes later") {
  Written written;
  std::vector<Oid> ids;
  for (int i = 0; i < 300; ++i) ids.push_back(written.write_blob(std::to_string(i)));
  const auto later = *Repository::open(written.world.path(), Repository::Access::read);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(*written.repository.read(ids[i], ObjectKind::blob, most) == std::to_string(i));
    CHECK(*later->read(ids[i], ObjectKind::blob, most) == std::to_string(i));
  }
  CHECK(test::output_of("cd " + written.world.path() + " && git verify-pack objects/pack/*.idx && echo whole") ==
        "whole\n");
}

TEST_CASE("a batch for which there is no room is refused whole, and leaves no file") {
  Written written;
  const auto writer = written.repository.writer();
  REQUIRE(writer->write(ObjectKind::blob, noise(100000)));
  const auto finished = [&] {
    const SmallFiles small(4096);
    return writer->finish();
  }();
  REQUIRE_FALSE(finished);
  CHECK(finished.error().kind == ErrorKind::environment);
  CHECK(finished.error().what == "writing to the ledger failed");
  CHECK(finished.error().kept ==
        "Nothing was lost: everything recorded before is kept, and nothing of this was recorded.");
  CHECK(finished.error().fix == "raise the limit of file sizes (ulimit -f), then do it again");
  CHECK(written.files().empty());
  CHECK(written.repository.has(written.write_blob("there is room again")));
}

}  // namespace hz
