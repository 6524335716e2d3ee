#include "heads/host/contract_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/support/umask.hpp"

using namespace hz;
namespace fs = std::filesystem;

namespace {

/// "name: its bytes", or "name: !why it is refused".
std::vector<std::string> listed(const test::TempFolder& temp) {
  const DiskContractFiles files{temp.path("contracts")};
  const auto list = files.list();
  REQUIRE(list);
  std::vector<std::string> lines;
  for (const ContractFile& file : *list) {
    lines.push_back(file.path.substr(temp.path("contracts/").size()) + ": " +
                    (file.bytes ? *file.bytes : "!" + file.refused));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a folder of contracts that is not there is empty, and asking does not make it") {
  const test::TempFolder temp;
  CHECK(listed(temp).empty());
  CHECK_FALSE(fs::exists(temp.path("contracts")));
}

TEST_CASE("contracts are the Markdown files directly in the folder, by the bytes of their names") {
  const test::TempFolder temp;
  for (const char* name : {"b.md", "a.md", "B.md", "notes.txt", ".#a.md", "sub/c.md", "folder.md/x"}) {
    temp.file(std::string{"contracts/"} + name, name);
  }
  CHECK(listed(temp) == Lines{"B.md: B.md", "a.md: a.md", "b.md: b.md"});
}

TEST_CASE("a link counts only if it leads to a file that the person owns") {
  const test::TempFolder temp;
  temp.file("contracts/own.md", "own");
  fs::create_symlink(temp.file("elsewhere.md", "linked"), temp.path("contracts/link.md"));
  fs::create_symlink(temp.path("nowhere"), temp.path("contracts/dangling.md"));
  fs::create_symlink(temp.path("contracts/loop.md"), temp.path("contracts/loop.md"));
  fs::create_directory_symlink(temp.path(), temp.path("contracts/to-folder.md"));
  if (::geteuid() == 0) {
    REQUIRE(::chown(temp.file("theirs.md", "theirs").c_str(), 4711, 4711) == 0);
    fs::create_symlink(temp.path("theirs.md"), temp.path("contracts/theirs.md"));
  } else {
    fs::create_symlink("/etc/passwd", temp.path("contracts/theirs.md"));
  }
  CHECK(listed(temp) == Lines{"dangling.md: !is a link to a file that is not there", "link.md: linked",
                              "loop.md: !is a link to a file that is not there", "own.md: own",
                              "theirs.md: !is a link to a file that belongs to somebody else",
                              "to-folder.md: !is not a regular file"});
}

TEST_CASE("a refused entry hides no other one") {
  const test::TempFolder temp;
  temp.file("contracts/good.md", "good");
  temp.file("contracts/bad-\xff.md", "bad");
  REQUIRE(::mkfifo(temp.path("contracts/pipe.md").c_str(), 0600) == 0);
  CHECK(listed(temp) == Lines{"bad-\xef\xbf\xbd.md: !has a name that is not UTF-8", "good.md: good",
                              "pipe.md: !is not a regular file"});
}

TEST_CASE("a contract that is too long is read just far enough for the compiler to see that") {
  const test::TempFolder temp;
  temp.file("contracts/long.md", std::string(ContractFiles::max_bytes + 100, 'x'));
  const auto list = DiskContractFiles{temp.path("contracts")}.list();
  REQUIRE(list);
  CHECK(list->at(0).bytes->size() == ContractFiles::max_bytes + 1);
}

TEST_CASE("a folder of contracts that cannot be listed is an error with its fix") {
  const test::TempFolder temp;
  const std::string path = temp.file("contracts");
  const Error expected{ErrorKind::environment, "cannot list the contracts in " + path, "Not a directory.", "",
                       "move away what is in its place: ls -ld " + path};
  CHECK(DiskContractFiles{path}.list().error() == expected);
}

TEST_CASE("a new contract is private, and nothing is ever overwritten by one") {
  const test::TempFolder temp;
  const test::Umask umask{static_cast<mode_t>(GENERATE(0022, 0777))};
  const std::string path = temp.path("config/contracts/digest.md");
  DiskContractFiles files{temp.path("config/contracts")};
  const auto created = files.create("digest", "---\n");
  REQUIRE(created);
  CHECK(*created == path);
  CHECK(test::mode_of(path) == 0600);
  CHECK(test::mode_of(temp.path("config/contracts")) == 0700);

  const Error expected{ErrorKind::usage, path + " is there already", "A contract is never overwritten.",
                       "It is unchanged.", "choose another name, or edit that file"};
  CHECK(files.create("digest", "other").error() == expected);
  CHECK(temp.text("config/contracts/digest.md") == "---\n");
  CHECK(std::distance(fs::directory_iterator{temp.path("config/contracts")}, {}) == 1);
}
