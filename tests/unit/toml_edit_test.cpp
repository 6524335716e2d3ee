// A person's TOML, changed in one place: each case is a whole text before and after.
#include "core/config/toml_edit.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/config/toml.hpp"
#include "tests/support/catch.hpp"

namespace hz {
namespace {

const TomlPath keep{"system", "log", "keep"};

std::string set(std::string_view text, std::string_view literal = "7", const TomlPath& path = keep) {
  const auto changed = set_toml(text, path, literal);
  if (!changed) FAIL(changed.error().what);
  return *changed;
}

std::string unset(std::string_view text, const TomlPath& path = keep) {
  const auto changed = unset_toml(text, path);
  if (!changed) FAIL(changed.error().what);
  return *changed;
}

}  // namespace

TEST_CASE("only the value's bytes change where the key is there") {
  CHECK(set("# mine\n[system.log]\n\n  keep   =  5   # enough\n\nmax_mb = 1\n") ==
        "# mine\n[system.log]\n\n  keep   =  7   # enough\n\nmax_mb = 1\n");
  CHECK(set("system.log.keep=5") == "system.log.keep=7");
  CHECK(set("system = { log = { keep=5, max_mb = 1 } }\n") == "system = { log = { keep=7, max_mb = 1 } }\n");
  CHECK(set("\xEF\xBB\xBF[system.log]\r\nkeep = 5\r\n") == "\xEF\xBB\xBF[system.log]\r\nkeep = 7\r\n");
  CHECK(set("[\"system\".'log']\n\"keep\" = 5\n") == "[\"system\".'log']\n\"keep\" = 7\n");
}

TEST_CASE("a text on several lines, with what looks like a comment, is one value") {
  const TomlPath person{"hz", "person"};
  CHECK(set("[hz]\nperson = \"\"\"\n# ada\"\"\"# who\nhost = 'x'\n", "\"bob\"", person) ==
        "[hz]\nperson = \"bob\"# who\nhost = 'x'\n");
  CHECK(unset("[hz]\nperson = '''\n[hz]\n''' # who\nhost = 'x'\n", person) == "[hz]\nhost = 'x'\n");
}

TEST_CASE("a new key goes behind the last entry of its table, indented like it") {
  CHECK(set("[system.log]\n  max_mb = 1 # small\n\n# about people\n[hz]\nhost = \"x\"\n") ==
        "[system.log]\n  max_mb = 1 # small\n  keep = 7\n\n# about people\n[hz]\nhost = \"x\"\n");
  CHECK(set("[system.log]\nmax_mb = 1") == "[system.log]\nmax_mb = 1\nkeep = 7\n");
  CHECK(set("[system.log] # empty\n[hz]\n") == "[system.log] # empty\nkeep = 7\n[hz]\n");
  CHECK(set("[system.log]\r\nmax_mb = 1\r\n") == "[system.log]\r\nmax_mb = 1\r\nkeep = 7\r\n");
}

TEST_CASE("a new key goes behind the line that has it commented out") {
  CHECK(set("[system.log]\n# how many\n#keep = 5\n\n# size\n# max_mb = 10\n") ==
        "[system.log]\n# how many\n#keep = 5\nkeep = 7\n\n# size\n# max_mb = 10\n");
  CHECK(set("# keep = 1\n[system.log]\n# keepers = 5\n") == "# keep = 1\n[system.log]\nkeep = 7\n# keepers = 5\n");
}

TEST_CASE("a table that is not there is begun at the end, apart from what stands there") {
  CHECK(set("") == "[system.log]\nkeep = 7\n");
  CHECK(set("# nothing yet") == "# nothing yet\n\n[system.log]\nkeep = 7\n");
  CHECK(set("[hz]\nhost = \"x\"\n") == "[hz]\nhost = \"x\"\n\n[system.log]\nkeep = 7\n");
  CHECK(set("[hz]\r\nhost = \"x\"\r\n\r\n") == "[hz]\r\nhost = \"x\"\r\n\r\n[system.log]\r\nkeep = 7\r\n");
  CHECK(set("[system]\ndaemon.interval_minutes = 5\n") ==
        "[system]\ndaemon.interval_minutes = 5\n\n[system.log]\nkeep = 7\n");
}

TEST_CASE("a table that dotted keys or braces made is not begun a second time") {
  CHECK(set("[system]\nlog.max_mb = 1\ndaemon.runs_at_once = 1\n") ==
        "[system]\nlog.max_mb = 1\nlog.keep = 7\ndaemon.runs_at_once = 1\n");
  CHECK(set("system.log.max_mb = 1\n[hz]\n") == "system.log.max_mb = 1\nsystem.log.keep = 7\n[hz]\n");
  CHECK(set("[system]\nlog = { max_mb = 1 }\n") == "[system]\nlog = { max_mb = 1, keep = 7 }\n");
  CHECK(set("[system]\nlog = {}\n") == "[system]\nlog = {keep = 7}\n");
  CHECK(set("system = {daemon = {runs_at_once = 1}}\n") ==
        "system = {daemon = {runs_at_once = 1}, log.keep = 7}\n");
}

TEST_CASE("a key is taken away with its line, a member with its comma") {
  CHECK(unset("[system.log]\n# how many\nkeep = 5 # enough\nmax_mb = 1\n") ==
        "[system.log]\n# how many\nmax_mb = 1\n");
  CHECK(unset("[system.log]\nkeep = 5") == "[system.log]\n");
  CHECK(unset("system.log = {keep = 5}\n") == "system.log = {}\n");
  CHECK(unset("system.log = { keep = 5, max_mb = 1 }\n") == "system.log = { max_mb = 1 }\n");
  CHECK(unset("system.log = { max_mb = 1 , keep = 5 }\n") == "system.log = { max_mb = 1  }\n");
  CHECK(unset("a = {b = 1, c = [1, {e = 2}], f = 3}\n", {"a", "c"}) == "a = {b = 1, f = 3}\n");
}

TEST_CASE("what is not there is not taken away") {
  const std::string text = "[system.log]\n# keep = 5\nx = \"keep = 5\"\n";
  CHECK(unset(text) == text);
}

TEST_CASE("what only the library can read is refused, not broken: an escape within a quoted key") {
  CHECK(set_toml("[\"s\\u0079stem\".log]\nkeep = 5\n", keep, "7").error() ==
        Error{ErrorKind::internal, "\"system.log.keep\" cannot be changed without touching the rest",
              "The file is written in a way that hz does not know.", "Nothing was changed.",
              "change it by hand: an editor, then hz system config show"});
}

TEST_CASE("a literal that is more than one value is refused") {
  CHECK_FALSE(set_toml("", keep, "7\nmax_mb = 1"));
  CHECK_FALSE(set_toml("", keep, ""));
}

TEST_CASE("whatever the text, setting and unsetting again changes that key alone") {
  // Every text of a few lines from these, valid or not: the edit judges itself against a second reading.
  const std::vector<std::string> lines{
      "[system]",   "[system.log]",       "[hz]", "log.max_mb = 1", "max_mb = 2 # x", "keep = 3",
      "# keep = 4", "log = {max_mb = 5}", "",     "\"keep\" = 6",   "system.x.y = 8"};
  std::size_t tried = 0;
  const std::size_t count = lines.size();
  for (std::size_t n = 0; n < count * count * count; ++n) {
    const std::string text =
        lines[n % count] + '\n' + lines[n / count % count] + '\n' + lines[n / count / count % count];
    const Parsed parsed = read_toml(text, "");
    if (!parsed.root || has_error(parsed.problems)) continue;
    ++tried;
    INFO(text);
    const std::string changed = set(text);
    CHECK(read_toml(changed, "").root->find("system")->find("log")->find("keep")->to_json() == 7);
    // Every line that was there is there, but for the key's own.
    std::size_t kept = 0;
    for (const std::string& line : {lines[n % count], lines[n / count % count], lines[n / count / count % count]})
      if (changed.find(line) != std::string::npos) ++kept;
    CHECK(kept >= 2);
    const std::string without = unset(changed);
    CHECK(without.find("= 7") == std::string::npos);
  }
  CHECK(tried > 300);
}

}  // namespace hz
