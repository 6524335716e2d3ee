// Every view over documents as its operation writes them: fixtures/golden/cli/views/<operation>[--case].json is the
// document, the .txt beside it what people see.
#include <algorithm>
#include <filesystem>

#include "core/base/text.hpp"
#include "core/base/utf8.hpp"
#include "core/kernel/error_text.hpp"
#include "heads/cli/json_text.hpp"
#include "heads/cli/views/view.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

using namespace hz;
using namespace hz::cli;
namespace fs = std::filesystem;

namespace {

constexpr const char* folder = "cli/views";

struct Case {
  std::string stem, operation;
  Json document;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& entry : fs::directory_iterator(test::golden_folder() / folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string stem = entry.path().stem().string();
    all.push_back({stem, stem.substr(0, stem.find("--")), Json::parse(test::file_text(entry.path()))});
  }
  std::sort(all.begin(), all.end(), [](const Case& a, const Case& b) { return a.stem < b.stem; });
  return all;
}

/// Calls `visit` with a copy of the document for each of its values, that value replaced.
template <class Visit>
void with_each_value_replaced(Json& whole, Json& at, const Json& replacement, const Visit& visit) {
  if (at.is_structured())
    for (auto& child : at) with_each_value_replaced(whole, child, replacement, visit);
  Json kept = std::exchange(at, replacement);
  visit(whole);
  at = std::move(kept);
}

void poison(Json& value, const std::string& text) {
  if (value.is_string()) value = text;
  if (value.is_structured())
    for (auto& child : value) poison(child, text);
}

}  // namespace

TEST_CASE("each document reads as its golden text") {
  const std::vector<Case> all = cases();
  REQUIRE(all.size() > 25);
  for (const Case& one : all)
    test::check_golden(std::string{folder} + '/' + one.stem + ".txt", view_of(one.operation, one.document, {}));
}

TEST_CASE("no view ends a line with a space, leaves its last line open or writes an escape code without colours") {
  for (const Case& one : cases()) {
    INFO(one.stem);
    const std::string text = view_of(one.operation, one.document, {.terminal = true});
    CHECK(text.find(" \n") == std::string::npos);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.ends_with('\n'));
  }
}

TEST_CASE("a view survives any value of its document being absent or of another type") {
  const std::vector<Json> replacements{nullptr,        7,
                                       "text",         true,
                                       Json::array(),  Json::array({1, "a", nullptr, Json::array({2})}),
                                       Json::object(), Json::array({Json::object()})};
  for (const Case& one : cases()) {
    for (const Json& replacement : replacements) {
      Json document = one.document;
      with_each_value_replaced(document, document, replacement, [&](const Json& damaged) {
        CHECK_NOTHROW(view_of(one.operation, damaged, {.colours = true, .terminal = true, .columns = 40}));
      });
    }
  }
}

TEST_CASE("nothing in a document reaches the terminal as a control, bidirectional or invisible character") {
  const std::string evil = "a\x1b[2K\r\x07\t\u202e\u200b\u2028\u009b31m\xc2\x80z";
  for (const Case& one : cases()) {
    INFO(one.stem);
    Json document = one.document;
    poison(document, evil);
    std::string text = view_of(one.operation, document, {.terminal = true});
    // What is left unescaped by a view would be escaped now. Backslashes are of the first escaping.
    text.erase(std::remove(text.begin(), text.end(), '\\'), text.end());
    CHECK(escape_for_display(text, true) == text);
  }
}

TEST_CASE("no text made to deceive a reader shows what must be escaped, in a view, an error or JSON (M1)") {
  const Json spoofs = Json::parse(test::file_text(fs::path{HZ_FIXTURES} / "cases/spoof.json"));
  std::size_t tried = 0;
  for (const Json& spoof : spoofs.at("cases")) {
    if (spoof.at("rule") != "escape") continue;
    ++tried;
    INFO(spoof.at("id"));
    const auto text = spoof.at("text").get<std::string>();
    const Json document{{"items", {{{"job", text}, {"title", text}}}}};
    const std::string printed = view_of("system.daemon.jobs", document, {.terminal = true}) +
                                generic_view(document, {}) +
                                to_text(Error{ErrorKind::usage, text, text, text, text}) + json_text(document);
    for (const Json& name : spoof.at("must_escape")) {  // "U+202E"
      const auto code_point = static_cast<char32_t>(std::stoul(name.get<std::string>().substr(2), nullptr, 16));
      std::string raw;
      append_utf8(raw, code_point);
      if (code_point != U'\n') CHECK(printed.find(raw) == std::string::npos);  // our own lines end with it
    }
  }
  CHECK(tried > 30);
}

TEST_CASE("names of members are data too") {
  const Json document{{"a\x1b[2K", 1}, {"list", Json::array({{{"b\x1b[2K", 2}}})}};
  CHECK(view_of("nothing.known", document, {.terminal = true}).find('\x1b') == std::string::npos);
}

TEST_CASE("a state has its colour, and only on demand") {
  const Json document{{"items", {{{"job", "contract:digest"}, {"state", "does not compile"}}}}};
  CHECK(view_of("system.daemon.jobs", document, {.colours = true}) ==
        "\x1b[2mJOB\x1b[0m              \x1b[2mSTATE\x1b[0m\n"
        "contract:digest  \x1b[1;31mdoes not compile\x1b[0m\n");
}

TEST_CASE("a draft goes into a file as it is, and to a terminal escaped") {
  const Json document{{"text", "a\\b\x1b[2J\n\tc"}};
  CHECK(view_of("draft.show", document, {}) == "a\\b\x1b[2J\n\tc");
  CHECK(view_of("draft.show", document, {.terminal = true}) == "a\\\\b\\u{1b}[2J\n\\tc\n");
}

TEST_CASE("the ledger's path is written so that a shell can use it") {
  const Json document{{"path", "/home/ada/a\\b/me.git"}};
  CHECK(view_of("ledger.path", document, {}) == "/home/ada/a\\b/me.git\n");
  CHECK(view_of("ledger.path", document, {.terminal = true}) == "/home/ada/a\\\\b/me.git\n");
}
