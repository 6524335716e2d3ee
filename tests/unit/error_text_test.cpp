// Errors as people and programs read them.
#include <set>

#include "core/kernel/operation.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

TEST_CASE("an error says what, why, what was kept, and what to type next") {
  const Error error{ErrorKind::damaged, "the receipt chain of job \"digest\" breaks at receipt 41f0c2e",
                    "Its previous receipt, 9ab13d7, is missing.",
                    "Job \"digest\" did not run; other jobs did. Nothing was repaired.", "hz doctor"};
  CHECK(to_text(error) ==
        "Error: the receipt chain of job \"digest\" breaks at receipt 41f0c2e\n"
        "  Its previous receipt, 9ab13d7, is missing.\n"
        "  Job \"digest\" did not run; other jobs did. Nothing was repaired.\n"
        "  Next: hz doctor\n");
}

TEST_CASE("a field that is empty leaves no line") {
  CHECK(to_text(Error{ErrorKind::usage, "no such thing", "", "", ""}) == "Error: no such thing\n");
}

TEST_CASE("an error without words names its kind") {
  CHECK(to_text(Error{ErrorKind::conflict, "", "", "", ""}) == "Error: conflict\n");
}

TEST_CASE("the lines of a longer field stand under its first") {
  CHECK(to_text(Error{ErrorKind::config, "two problems", "a.md:1: x\nb.md:2: y", "", "edit a.md\nedit b.md"}) ==
        "Error: two problems\n"
        "  a.md:1: x\n"
        "  b.md:2: y\n"
        "  Next: edit a.md\n"
        "        edit b.md\n");
}

TEST_CASE("no field can move the cursor, hide text or pass for another line of ours") {
  const std::string evil = "x\x1b[2K\r\u202e\u200b\u2028y\xff";
  const std::string shown = "x\\u{1b}[2K\\r\\u{202e}\\u{200b}\\u{2028}y\\xff";
  CHECK(to_text(Error{ErrorKind::usage, evil, evil, evil, evil}) ==
        "Error: " + shown + "\n  " + shown + "\n  " + shown + "\n  Next: " + shown + "\n");
}

TEST_CASE("as JSON an error has all five members, as they are") {
  CHECK(to_json(Error{ErrorKind::not_well, "w", "", "k\n", "f"}) ==
        Json{{"error", {{"kind", "not_well"}, {"what", "w"}, {"why", ""}, {"kept", "k\n"}, {"fix", "f"}}}});
}

TEST_CASE("bytes that are not UTF-8 never make JSON that cannot be written") {
  CHECK(to_json(Error{ErrorKind::usage, "a\xff", "", "", ""}).dump().find("a\xef\xbf\xbd") != std::string::npos);
}

TEST_CASE("every kind has an exit code of its own, and help knows it") {
  std::set<int> codes{exit_done};
  std::set<std::string> names;
  for (const ErrorKind kind :
       {ErrorKind::not_well, ErrorKind::usage, ErrorKind::config, ErrorKind::environment, ErrorKind::unavailable,
        ErrorKind::conflict, ErrorKind::damaged, ErrorKind::internal}) {
    CHECK(codes.insert(exit_code(kind)).second);
    CHECK(names.insert(std::string{to_text(kind)}).second);
  }
  CHECK(codes == std::set<int>{0, 1, 2, 3, 4, 5, 6, 7, 70});
  std::set<int> in_help;
  for (const ExitCode& code : exit_codes()) in_help.insert(code.code);
  CHECK(in_help == codes);
}
