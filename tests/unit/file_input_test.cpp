// Inputs of kind file.
#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/memory_files.hpp"

using namespace hz;
using hz::test::glob_names;
using hz::test::MemoryFiles;
using hz::test::problems_of_input;

namespace {

InputSpec notes(const std::string& path) {
  return hz::test::input({{"name", "notes"}, {"kind", "file"}, {"path", path}});
}

Result<Reading> read(const MemoryFiles& files, const std::string& path) {
  return read_input(notes(path), {files, nullptr, {}, hz::test::contract_folder});
}

Reading reading_of(const MemoryFiles& files, const std::string& path) {
  auto reading = read(files, path);
  if (!reading) FAIL(reading.error().what << ": " << reading.error().why);
  return *std::move(reading);
}

std::vector<std::string> keys(const Reading& reading) {
  std::vector<std::string> result;
  for (const Item& item : reading.items) result.push_back(item.key);
  return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a path is taken from the contract's folder, and is absolute in the definition") {
  CHECK(notes("a.md").definition == Json{{"path", "/home/ada/contracts/a.md"}});
  CHECK(notes("./sub//../a.md").definition == Json{{"path", "/home/ada/contracts/a.md"}});
  CHECK(notes("../../../../a.md").definition == Json{{"path", "/a.md"}});
  CHECK(notes("/srv/a.md").definition == Json{{"path", "/srv/a.md"}});
}

TEST_CASE("one file is one item: its key is its name, its fingerprint that of its bytes, its time is no content") {
  MemoryFiles files;
  files.put("/home/ada/contracts/a.md", "hello\n");
  const Reading reading = reading_of(files, "a.md");
  REQUIRE(reading.items.size() == 1);
  const Item& item = reading.items.front();
  CHECK(item.key == "a.md");
  CHECK(item.title == "a.md");
  CHECK(item.fingerprint == sha256_hex("hello\n"));
  CHECK(item.text == "hello\n");
  CHECK_FALSE(item.at);
  CHECK_FALSE(item.link);
  CHECK(reading.cuts.empty());
}

TEST_CASE("a glob yields its files sorted by bytes, each under its path below the glob's root") {
  MemoryFiles files;
  for (const char* path : {"/n/b.md", "/n/sub/a.md", "/n/B.md", "/n/c.txt", "/other/a.md"}) files.put(path, "x");
  CHECK(keys(reading_of(files, "/n/**/*.md")) == Names{"B.md", "b.md", "sub/a.md"});
  CHECK(keys(reading_of(files, "/n/*.md")) == Names{"B.md", "b.md"});
  CHECK(keys(reading_of(files, "/n/?.txt")) == Names{"c.txt"});
}

TEST_CASE("a glob without matches is empty; a missing root, a missing file and a folder are errors") {
  MemoryFiles files;
  files.put("/n/a.md", "x");
  CHECK(reading_of(files, "/n/*.txt").items.empty());
  CHECK_FALSE(read(files, "/nowhere/*.txt"));
  const auto missing = read(files, "b.md");
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == Error{ErrorKind::unavailable, "input \"notes\" cannot be read",
                                 "cannot read /home/ada/contracts/b.md: No such file or directory.", "",
                                 "ls -ld '/home/ada/contracts/b.md'"});
  CHECK_FALSE(read(files, "/n"));
}

TEST_CASE("one file of a glob that cannot be read fails the input: else it would seem to be gone") {
  MemoryFiles files;
  files.put("/n/a.md", "x");
  files.put("/n/b.md", "x");
  files.refuse("/n/b.md", "Permission denied.");
  const auto reading = read(files, "/n/*.md");
  REQUIRE_FALSE(reading);
  CHECK(reading.error().why == "cannot read /n/b.md: Permission denied.");
}

TEST_CASE("only text has a text: bytes that are no UTF-8 or hold a NUL have a fingerprint alone") {
  MemoryFiles files;
  files.put("/n/latin1", "caf\xE9");
  files.put("/n/nul", std::string("a\0b", 3));
  files.put("/n/empty", "");
  const Reading reading = reading_of(files, "/n/*");
  REQUIRE(keys(reading) == Names{"empty", "latin1", "nul"});
  CHECK(reading.items[0].text == "");
  CHECK_FALSE(reading.items[1].text);
  CHECK_FALSE(reading.items[2].text);
  CHECK(reading.items[1].fingerprint == sha256_hex("caf\xE9"));
}

TEST_CASE("a long text is cut between characters and the reading says so; its end still counts") {
  MemoryFiles files;
  std::string text;
  while (text.size() <= item_text_max) text += "ä";
  files.put("/n/a.md", text);
  const Reading reading = reading_of(files, "/n/a.md");
  REQUIRE(reading.items.size() == 1);
  CHECK(reading.items.front().text->size() <= item_text_max);
  CHECK(is_utf8(*reading.items.front().text));
  CHECK(reading.cuts == Names{"1 text cut to 64 kB"});
  CHECK(reading.items.front().fingerprint == sha256_hex(text));
}

TEST_CASE(
    "ten megabytes are read of all files together; what is beyond is judged by its size, and the reading says so") {
  MemoryFiles files;
  files.put("/n/a", std::string(input_bytes_max - 4, 'a'));
  files.put("/n/b", "12345678");
  files.put("/n/c", "1");
  const Reading reading = reading_of(files, "/n/*");
  REQUIRE(reading.items.size() == 3);
  CHECK(reading.cuts == Names{"10485760 of 10485765 bytes read, 2 files not whole", "1 text cut to 64 kB"});
  CHECK(reading.items[1].text == "1234");

  files.put("/n/b", "1234567");
  CHECK(reading_of(files, "/n/*").items[1].fingerprint != reading.items[1].fingerprint);
  files.put("/n/c", "2");
  CHECK(reading_of(files, "/n/*").items[2].fingerprint == reading.items[2].fingerprint);
}

TEST_CASE("five thousand files are read of a glob, and the reading says that there were more") {
  MemoryFiles files;
  for (int i = 0; i < 5001; ++i) files.put("/n/" + std::to_string(i), "");
  const Reading reading = reading_of(files, "/n/*");
  CHECK(reading.items.size() == 5000);
  CHECK(reading.cuts == Names{"the first 5000 files kept"});
  CHECK(files.reads.size() == 5000);
}

TEST_CASE("a file name that is no UTF-8 kills nothing (O4)") {
  MemoryFiles files;
  files.put("/n/a\xFF", "x");
  CHECK(keys(reading_of(files, "/n/*")) == Names{"a\xEF\xBF\xBD"});
}

TEST_CASE("a path that cannot be meant is a problem of the contract") {
  CHECK(problems_of_input({{"name", "notes"}, {"kind", "file"}, {"path", "~/notes.md"}}) ==
        "\"~\" is not expanded — write the whole path, or one from the contract's folder\n");
  CHECK(problems_of_input({{"name", "notes"}, {"kind", "file"}, {"path", ""}}) ==
        "the path is empty or holds a NUL — name a file, absolute or from the contract's folder\n");
  CHECK(problems_of_input({{"name", "notes"}, {"kind", "file"}}) ==
        "\"path\" is missing under input \"notes\" — \n");
}

TEST_CASE("the files of a test match globs as the port promises") {
  CHECK(glob_names("/n/**", "/n/a/b"));
  CHECK(glob_names("/n/**/b", "/n/b"));
  CHECK(glob_names("/n/**/b", "/n/x/y/b"));
  CHECK_FALSE(glob_names("/n/**/b", "/n/x/y/c"));
  CHECK_FALSE(glob_names("/n/*", "/n/a/b"));
  CHECK_FALSE(glob_names("/n/?", "/n/ab"));
}
