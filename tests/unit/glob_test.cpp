#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heads/host/file_reader.hpp"
#include "heads/host/wildcard.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace hz;
namespace fs = std::filesystem;

namespace {

/// The paths found below the folder, relative to it.
std::vector<std::string> found(const test::TempFolder& temp, const std::string& pattern, std::size_t max = 1000) {
  const auto paths = DiskFiles{}.glob(temp.path(pattern), max);
  REQUIRE(paths);
  std::vector<std::string> below;
  for (const std::string& path : *paths) below.push_back(path.substr(temp.path().size() + 1));
  return below;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a star stays within a folder, two stars cross any number of them") {
  const test::TempFolder temp;
  for (const char* name : {"b.md", "a.md", "c.txt", "sub/d.md", "sub/deep/e.md", "other/f.txt"}) temp.file(name);
  CHECK(found(temp, "*.md") == Names{"a.md", "b.md"});
  CHECK(found(temp, "*/*.md") == Names{"sub/d.md"});
  CHECK(found(temp, "**/*.md") == Names{"a.md", "b.md", "sub/d.md", "sub/deep/e.md"});
  CHECK(found(temp, "sub/**") == Names{"sub/d.md", "sub/deep/e.md"});
  CHECK(found(temp, "**/deep/**/*.md") == Names{"sub/deep/e.md"});
  CHECK(found(temp, "**/**/e.md") == Names{"sub/deep/e.md"});
  CHECK(found(temp, "?.txt") == Names{"c.txt"});
  CHECK(found(temp, "nothing-*").empty());
}

TEST_CASE("a pattern without wildcards is the one file that it names") {
  const test::TempFolder temp;
  temp.file("sub/a.md");
  CHECK(found(temp, "sub/a.md") == Names{"sub/a.md"});
  CHECK(found(temp, "sub").empty());
}

TEST_CASE("hidden names need a pattern that starts with a dot") {
  const test::TempFolder temp;
  for (const char* name : {".hidden", ".git/config", "seen"}) temp.file(name);
  CHECK(found(temp, "*") == Names{"seen"});
  CHECK(found(temp, "**") == Names{"seen"});
  CHECK(found(temp, ".*") == Names{".hidden"});
  CHECK(found(temp, ".git/*") == Names{".git/config"});
}

TEST_CASE("links to folders are not followed, so a walk ends; links to files count as files") {
  const test::TempFolder temp;
  temp.file("a/one");
  fs::create_directory_symlink(temp.path("a"), temp.path("a/loop"));
  fs::create_symlink(temp.path("a/one"), temp.path("a/two"));
  fs::create_symlink(temp.path("nowhere"), temp.path("a/dangling"));
  CHECK(found(temp, "**") == Names{"a/one", "a/two"});
}

TEST_CASE("only regular files are found") {
  const test::TempFolder temp;
  temp.file("file");
  fs::create_directory(temp.path("folder"));
  REQUIRE(::mkfifo(temp.path("pipe").c_str(), 0600) == 0);
  CHECK(found(temp, "*") == Names{"file"});
}

TEST_CASE("the first names by bytes are kept, one more than asked so that a cut shows") {
  const test::TempFolder temp;
  for (const char* name : {"e", "d", "B", "a", "\xc3\xa4"}) temp.file(name);
  CHECK(found(temp, "*", 2) == Names{"B", "a", "d"});
  CHECK(found(temp, "*") == Names{"B", "a", "d", "e", "\xc3\xa4"});
}

TEST_CASE("a folder that is missing or cannot be read is an error, never an empty list") {
  const test::TempFolder temp;
  const std::string pattern = temp.path("missing/*.md");
  const Error expected{ErrorKind::unavailable, "cannot look for " + pattern,
                       temp.path("missing") + ": no such file or directory.", "",
                       "ls -ld '" + temp.path("missing") + "'"};
  CHECK(DiskFiles{}.glob(pattern, 10).error() == expected);

  temp.file("file");
  CHECK(DiskFiles{}.glob(temp.path("file/*"), 10).error().why == temp.path("file") + ": not a directory.");
}

TEST_CASE("a walk that goes too deep is an error that says so") {
  const test::TempFolder temp;
  std::string below;
  for (int i = 0; i < DiskFiles::max_depth + 2; ++i) below += "d/";
  temp.file(below + "file");
  const auto result = DiskFiles{}.glob(temp.path("**"), 10);
  const Error expected{ErrorKind::unavailable, "cannot look for " + temp.path("**"),
                       "It goes deeper than 64 folders.", "", "name a smaller folder in the glob"};
  CHECK(result.error() == expected);
}

TEST_CASE("a question mark is one character, not one byte") {
  CHECK(matches_wildcard("?", "\xc3\xa4"));
  CHECK(matches_wildcard("?", "\xf0\x9f\x98\x80"));
  CHECK(matches_wildcard("a?c",
                         "a\xff"
                         "c"));
  CHECK_FALSE(matches_wildcard("??", "\xc3\xa4"));
  CHECK_FALSE(matches_wildcard("?", ""));
}

TEST_CASE("wildcards match as the system's own do, for every short pattern and name") {
  const std::string pattern_letters = "ab*?.";
  const std::string name_letters = "ab.";
  const auto all = [](const std::string& letters, std::size_t longest) {
    std::vector<std::string> words{""};
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].size() == longest) continue;
      for (const char letter : letters) words.push_back(words[i] + letter);
    }
    return words;
  };
  std::vector<std::string> different;
  for (const std::string& pattern : all(pattern_letters, 4)) {
    for (const std::string& name : all(name_letters, 4)) {
      const bool theirs = ::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD | FNM_NOESCAPE) == 0;
      if (matches_wildcard(pattern, name) != theirs) different.push_back(pattern + " / " + name);
    }
  }
  CHECK(different == Names{});
}
