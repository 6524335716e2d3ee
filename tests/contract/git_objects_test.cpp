#include <array>

#include "ledger/git/object.hpp"
#include "ledger/lane/tree_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"

namespace hz {
namespace {

using git::Oid;

Oid oid(char digit) {
  return *Oid::from_hex(std::string(40, digit));
}

const std::string commit_text = "tree " + std::string(40, '1') + "\nparent " + std::string(40, '2') +
                                "\nauthor ada <k3v7q2m5x4ba@hz.invalid> 1796029330 +0000\n"
                                "committer ada <k3v7q2m5x4ba@hz.invalid> 1796029330 +0000\n\nsubject\n";

/// Every file of a tree by its path: what compare_trees() is measured against.
std::map<std::string, TreeLeaf> files_of(const git::Repository& repository, const std::optional<Oid>& tree,
                                         const std::string& folder = "") {
  std::map<std::string, TreeLeaf> files;
  if (!tree) return files;
  const git::Tree entries = *repository.read_tree(*tree);
  for (const git::TreeEntry& entry : entries) {
    if (entry.is_folder()) {
      files.merge(files_of(repository, entry.id, folder + entry.name + "/"));
    } else {
      files[folder + entry.name] = {entry.mode, entry.id};
    }
  }
  return files;
}

std::map<std::string, std::pair<std::optional<TreeLeaf>, std::optional<TreeLeaf>>> naive_comparison(
    const std::map<std::string, TreeLeaf>& before, const std::map<std::string, TreeLeaf>& after) {
  std::map<std::string, std::pair<std::optional<TreeLeaf>, std::optional<TreeLeaf>>> changes;
  for (const auto& [path, leaf] : before) changes[path].first = leaf;
  for (const auto& [path, leaf] : after) changes[path].second = leaf;
  for (auto at = changes.begin(); at != changes.end();)
    at = at->second.first == at->second.second ? changes.erase(at) : std::next(at);
  return changes;
}

}  // namespace

TEST_CASE("an object's name is forty lower-case hex digits and nothing else") {
  CHECK(Oid::from_hex("0123456789abcdef0123456789abcdef01234567")->hex() ==
        "0123456789abcdef0123456789abcdef01234567");
  for (const std::string& bad :
       {std::string(39, 'a'), std::string(41, 'a'), std::string(40, 'A'), std::string(40, 'g'), std::string()}) {
    CHECK_FALSE(Oid::from_hex(bad));
  }
}

TEST_CASE("a tree is read back as it was written") {
  const git::Tree tree{{"100644", "a.b", oid('1')}, {"40000", "a", oid('2')}, {"100644", "a0", oid('3')}};
  CHECK(*git::parse_tree(git::write_tree(tree)) == tree);
  CHECK(git::parse_tree("")->empty());
}

TEST_CASE("a tree that git would not write is refused") {
  const git::TreeEntry a{"100644", "a", oid('1')};
  const git::TreeEntry b{"100644", "b", oid('1')};
  CHECK_FALSE(git::parse_tree(git::write_tree({b, a})));
  CHECK_FALSE(git::parse_tree(git::write_tree({a, a})));
  CHECK_FALSE(git::parse_tree(git::write_tree({{"100644", "a/b", oid('1')}})));
  CHECK_FALSE(git::parse_tree(git::write_tree({{"100644", "", oid('1')}})));
  CHECK_FALSE(git::parse_tree(git::write_tree({{"file", "a", oid('1')}})));
  const std::string whole = git::write_tree({a});
  for (std::size_t size = 1; size < whole.size(); ++size) CHECK_FALSE(git::parse_tree(whole.substr(0, size)));
}

TEST_CASE("a commit is read back as it was written, and headers of others are passed over") {
  const auto commit = *git::parse_commit(commit_text);
  CHECK(commit.tree == oid('1'));
  CHECK(commit.parents == std::vector<Oid>{oid('2')});
  CHECK(commit.author == git::Signature{"ada", "k3v7q2m5x4ba@hz.invalid", 1796029330});
  CHECK(commit.message == "subject\n");
  CHECK(git::write_commit(commit) == commit_text);

  std::string signed_text = commit_text;
  signed_text.insert(signed_text.find("\n\n") + 1, "gpgsig -----BEGIN\n abc\n -----END\n");
  CHECK(git::parse_commit(signed_text)->message == "subject\n");
}

TEST_CASE("a commit that is cut anywhere before its message is refused") {
  const std::size_t message = commit_text.find("\n\n") + 2;
  for (std::size_t size = 0; size < message; ++size) CHECK_FALSE(git::parse_commit(commit_text.substr(0, size)));
  CHECK(git::parse_commit(commit_text.substr(0, message)));
}

TEST_CASE("comparing trees finds what looking at every file finds") {
  test::GitWorld world;
  const auto ledger = world.ledger();
  git::Repository& repository = **ledger->make();
  const auto writer = repository.writer();
  const std::array<Oid, 3> blobs{*writer->write(git::ObjectKind::blob, "0"),
                                 *writer->write(git::ObjectKind::blob, "1"),
                                 *writer->write(git::ObjectKind::blob, "2")};
  REQUIRE(writer->finish());
  // Names that sort differently as files and as folders, and paths that are a file here and a folder there.
  const std::array<std::string, 9> paths{"a", "a/b", "a/c/d", "a.b", "a0/x", "b/c", "b", "b.c/d", "z"};
  unsigned chance = 1;
  const auto next = [&](unsigned below) { return (chance = chance * 1103515245U + 12345U) / 65536U % below; };
  std::optional<Oid> before;
  for (int round = 0; round < 60; ++round) {
    std::vector<NewFile> files;
    for (const std::string& path : paths) {
      const bool clashes = std::any_of(files.begin(), files.end(), [&](const NewFile& file) {
        return path.substr(0, file.path.size() + 1) == file.path + "/" ||
               file.path.substr(0, path.size() + 1) == path + "/";
      });
      if (!clashes && next(2) == 0) files.push_back({path, blobs[next(3)]});
    }
    const Oid after = *add_files(repository, *writer, std::nullopt, files);
    REQUIRE(writer->finish());
    std::map<std::string, std::pair<std::optional<TreeLeaf>, std::optional<TreeLeaf>>> found;
    const auto changes = *compare_trees(repository, before, after);
    for (const TreeChange& change : changes) {
      auto& [was, is] = found[change.path];
      if (change.before) was = change.before;
      if (change.after) is = change.after;
    }
    CHECK(found == naive_comparison(files_of(repository, before), files_of(repository, after)));
    for (const NewFile& file : files) CHECK((*find_file(repository, after, file.path))->id == file.blob);
    before = after;
  }
}

TEST_CASE("files added to a tree are those that git sees there") {
  test::GitWorld world;
  const auto ledger = world.ledger();
  git::Repository& repository = **ledger->make();
  const auto writer = repository.writer();
  const Oid blob = *writer->write(git::ObjectKind::blob, "x");
  const Oid first = *add_files(repository, *writer, std::nullopt,
                               {{"events/00/00/00-a.json", blob}, {"events/00/00/01-b.json", blob}});
  REQUIRE(writer->finish());
  const Oid second = *add_files(repository, *writer, first, {{"events/00/01/00-c.json", blob}});
  REQUIRE(writer->finish());
  CHECK(test::output_of(world.git() + "ls-tree -r --name-only " + second.hex()) ==
        "events/00/00/00-a.json\nevents/00/00/01-b.json\nevents/00/01/00-c.json\n");
  CHECK(test::output_of(world.git() + "hash-object --stdin -t tree < /dev/null").size() == 41);
}

}  // namespace hz
