// Packs read without libgit2: the same objects that git itself finds in them, and no end but an answer whatever the
// bytes are.
#include "ledger/git/pack_reader.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "ledger/git/alternates.hpp"
#include "ledger/git/object_hash.hpp"
#include "ledger/git/object_store.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"
#include "tests/support/story.hpp"

namespace hz {
namespace {

namespace fs = std::filesystem;
using git::EntryKind;

constexpr std::size_t most = 1U << 20U;

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A ledger of 120 commits, packed by git as the options of `git repack` say.
struct Packed {
  test::GitWorld world;
  fs::path pack;

  explicit Packed(const std::string& options, int commits = 120) {
    test::Story story;
    const auto lane = world.lane();
    Tip tip;
    for (int i = 0; i < commits; ++i) {
      const auto next =
          lane->append(tip, story.tell({{"job/contract:digest", "receipt"}, {"machine/k3v7q2m5x4ba", "told"}}));
      tip = *next;
    }
    test::output_of(world.git() + "repack -a -d -f -q " + options);
    for (const auto& file : fs::directory_iterator(world.path() + "/objects/pack"))
      if (file.path().extension() == ".pack") pack = file.path();
  }

  [[nodiscard]] std::string bytes() const { return bytes_of(pack); }
};

/// The bytes with one of them changed or, every fourth time, cut at one.
std::string damaged(std::string bytes, int round, std::mt19937& chance) {
  const std::size_t at = chance() % bytes.size();
  if (round % 4 == 0)
    bytes.resize(at);
  else
    bytes[at] = static_cast<char>(chance());
  return bytes;
}

/// "<name> <kind> <size>" of every object, as git sees them.
std::set<std::string> seen_by_git(const test::GitWorld& world) {
  std::istringstream lines(test::output_of(world.git() + "cat-file --batch-check --batch-all-objects"));
  std::set<std::string> objects;
  for (std::string line; std::getline(lines, line);) objects.insert(line);
  return objects;
}

std::set<std::string> seen_by_us(const std::string& pack) {
  std::set<std::string> objects;
  git::ObjectHasher hasher;
  const auto read = git::read_pack(pack, most, [&](std::uint64_t, const git::PackedObject& object) {
    const std::string kind(to_text(object.kind));
    objects.insert(hasher.name_of(kind, object.bytes).hex() + " " + kind + " " +
                   std::to_string(object.bytes.size()));
  });
  REQUIRE(read);
  return objects;
}

std::string number(std::size_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7U) bytes += static_cast<char>((value & 127U) | 128U);
  return bytes + static_cast<char>(value);
}

}  // namespace

TEST_CASE("every object of a pack is read as git reads it, whole ones and deltas of deltas") {
  const std::string options =
      GENERATE(as<std::string>{}, "--window=0", "--window=20 --depth=50", "--window=50 --depth=200");
  const Packed packed(options);
  const auto ours = seen_by_us(packed.bytes());
  CHECK(ours == seen_by_git(packed.world));
  CHECK(ours.size() > 700);
}

TEST_CASE("an object is read by name from packs, deltas and loose files, and is what its name says") {
  Packed packed("--window=20 --depth=50");
  const auto lane = packed.world.lane();
  const auto view = *lane->at_tip();
  test::Story story;
  REQUIRE(test::shell(packed.world.git() + "hash-object -w --stdin < " + packed.world.path() + "/config").code ==
          0);
  auto store = git::ObjectStore::open(packed.world.path() + "/objects", most);
  REQUIRE(store);
  CHECK(store->packs().size() == 1);
  CHECK(store->loose().size() == 1);
  for (const std::string& line : seen_by_git(packed.world)) {
    const auto id = *git::Oid::from_hex(line.substr(0, 40));
    const auto kind = line.find(" blob ") != std::string::npos   ? EntryKind::blob
                      : line.find(" tree ") != std::string::npos ? EntryKind::tree
                                                                 : EntryKind::commit;
    const auto bytes = store->read(id, kind);
    REQUIRE(bytes);
    CHECK(git::ObjectHasher().name_of(to_text(kind), *bytes) == id);
  }
  CHECK_FALSE(store->read(*git::Oid::from_hex(std::string(40, '1')), EntryKind::blob));
}

TEST_CASE("what a repository borrows from others is read as its own") {
  const Packed packed("--window=0", 3);
  const std::string clone = packed.world.folder().path("clone");
  test::output_of("git clone -q --shared --bare " + packed.world.path() + " " + clone);
  CHECK(git::object_folders(clone + "/objects") ==
        std::vector<std::string>{fs::canonical(clone + "/objects").string(),
                                 fs::canonical(packed.world.path() + "/objects").string()});
  auto store = git::ObjectStore::open(clone + "/objects", most);
  REQUIRE(store);
  CHECK(store->packs().size() == 1);
  // Two that borrow from each other are no way to run in circles.
  std::ofstream(packed.world.path() + "/objects/info/alternates") << clone << "/objects\n";
  CHECK(git::object_folders(clone + "/objects").size() == 2);
}

TEST_CASE("a damaged pack gives an answer, whichever byte it is") {
  const Packed packed(GENERATE(as<std::string>{}, "--window=0", "--window=20 --depth=50"), 12);
  const std::string whole = packed.bytes();
  std::mt19937 chance(20261201);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same damage every time
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string bytes = damaged(whole, i, chance);
    const auto read = git::read_pack(
        bytes, most, [](std::uint64_t, const git::PackedObject& object) { REQUIRE(object.bytes.size() <= most); });
    if (!read) ++refused;
  }
  CHECK(refused > 3000);
}

TEST_CASE("a damaged index gives an answer, whichever byte it is") {
  const Packed packed("--window=20 --depth=50", 12);
  const std::string pack = packed.bytes();
  const std::string whole = bytes_of(fs::path(packed.pack).replace_extension(".idx"));
  REQUIRE(git::PackIndex::parse(whole));
  std::mt19937 chance(20261201);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same damage every time
  for (int i = 0; i < 2000; ++i) {
    const std::string bytes = damaged(whole, i, chance);
    const auto index = git::PackIndex::parse(bytes);
    if (!index) continue;
    git::EntryReader reader(pack, most, [&](const git::Oid& name) -> std::optional<std::uint64_t> {
      const auto place = index->find(name);
      return place ? std::optional(index->offset(*place)) : std::nullopt;
    });
    for (const git::PackPlace& place : git::in_file_order(*index)) (void)reader.read(place.offset);
  }
  CHECK_FALSE(git::PackIndex::parse(whole.substr(0, whole.size() - 1)));
}

TEST_CASE("a delta copies from its base and adds bytes of its own, and nothing beyond either") {
  git::Bytes out;
  const std::string base = "0123456789";
  const auto made = [&](const std::string& ops, std::size_t size, std::size_t max = 100) -> std::string {
    return git::apply_delta(base, number(base.size()) + number(size) + ops, max, out) ? std::string(out.view())
                                                                                      : "refused";
  };
  const std::string copy_from_2_of_3{"\x91\x02\x03", 3};
  CHECK(made(copy_from_2_of_3 + "\x02"
                                "ab",
             5) == "234ab");
  CHECK(made("", 0).empty());
  CHECK(made(copy_from_2_of_3, 2) == "refused");                // more than it says
  CHECK(made(copy_from_2_of_3, 4) == "refused");                // fewer
  CHECK(made(std::string("\x91\x09\x03", 3), 3) == "refused");  // beyond the base
  CHECK(made(std::string("\x91\x09", 2), 3) == "refused");      // cut off
  CHECK(made("\x05"
             "abc",
             5) == "refused");                        // cut off
  CHECK(made(std::string(1, '\0'), 0) == "refused");  // reserved
  CHECK(made(copy_from_2_of_3, 3, 2) == "refused");   // more than asked for
  CHECK_FALSE(git::apply_delta("other", number(base.size()) + number(0), 100, out));
  CHECK_FALSE(git::apply_delta(base, std::string(12, '\xff'), 100, out));
}

TEST_CASE("an entry's header is read within its bytes") {
  CHECK_FALSE(git::parse_entry_header(""));
  CHECK_FALSE(git::parse_entry_header(std::string("\x05", 1)));            // kind 0
  CHECK_FALSE(git::parse_entry_header(std::string("\x55", 1)));            // kind 5
  CHECK_FALSE(git::parse_entry_header(std::string("\xb5", 1)));            // its size goes on
  CHECK_FALSE(git::parse_entry_header("\xb5" + std::string(12, '\xff')));  // beyond 64 bits
  CHECK_FALSE(git::parse_entry_header(std::string("\x65\x80", 2)));        // its distance goes on
  CHECK_FALSE(git::parse_entry_header(std::string("\x65\x00", 2)));        // of itself
  CHECK_FALSE(git::parse_entry_header("\x75" + std::string(19, 'x')));     // half a name
  const auto blob = git::parse_entry_header(std::string("\xb5\x02", 2));
  REQUIRE(blob);
  CHECK(blob->kind == EntryKind::blob);
  CHECK(blob->size == 5 + (2U << 4U));
  CHECK(blob->length == 2);
  const auto delta = git::parse_entry_header(std::string("\x65\x81\x00", 3));
  REQUIRE(delta);
  CHECK(delta->base_before == 256);
}

}  // namespace hz
