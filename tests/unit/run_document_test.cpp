// What a command runner reads from its standard input.
#include "core/runner/run_document.hpp"

#include "core/base/json.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

const std::string print(64, '0');

Item item(std::string key, std::optional<std::string> text = {}) {
  Item made;
  made.key = std::move(key);
  made.title = "T";
  made.fingerprint = print;
  made.text = std::move(text);
  return made;
}

RunDocument document(std::vector<InputNews> inputs) {
  const Slot slot{std::chrono::sys_days{std::chrono::year{2026} / 11 / 30} + std::chrono::hours{9}};
  return {JobName{"contract:digest"},
          slot,
          "Europe/Berlin",
          "contract:digest@2026-11-30T09:00:00Z",
          "What is new, in one page.\n",
          std::move(inputs)};
}

Json read(const std::string& text) {
  auto json = parse_json(text, "the run's document", {.max_bytes = 256U << 20U});
  REQUIRE(json);
  return *std::move(json);
}

}  // namespace

TEST_CASE("a run is told its job, slot, zone, key, instruction, and what is new in each input") {
  Item fresh = item("b", "text of b");
  fresh.link = "https://example.org/b";
  fresh.at = "2026-11-30T07:00:00Z";
  InputNews news{"news", {item("a"), fresh}, {}, {"5000 of 7312 items kept"}};
  news.news.fresh = {fresh};
  news.news.gone = {{"c", "Gone", print, "https://example.org/c"}};
  CHECK(
      run_document(document({news})) ==
      R"({"body":"What is new, in one page.\n","inputs":{"news":{"changed":[],"cuts":["5000 of 7312 items kept"],)"
      R"("gone":[{"fingerprint":")" +
          print +
          R"(","key":"c","link":"https://example.org/c","title":"Gone"}],)"
          R"("items":[{"fingerprint":")" +
          print +
          R"(","key":"a","title":"T"},)"
          R"({"at":"2026-11-30T07:00:00Z","fingerprint":")" +
          print +
          R"(","key":"b","link":"https://example.org/b","text":"text of b","title":"T"}],)"
          R"("new":[{"at":"2026-11-30T07:00:00Z","fingerprint":")" +
          print +
          R"(","key":"b","link":"https://example.org/b","text":"text of b","title":"T"}]}},)"
          R"("job":"contract:digest","key":"contract:digest@2026-11-30T09:00:00Z",)"
          R"("slot":"2026-11-30T09:00:00Z","v":1,"zone":"Europe/Berlin"})");
}

TEST_CASE("a job without inputs is told an empty table of them") {
  CHECK(read(run_document(document({})))["inputs"] == Json::object());
}

TEST_CASE("texts are bounded: those of new and changed items go in first, and what is left out is counted") {
  const Item large = item("k", std::string(item_text_max, 'x'));
  const std::size_t fit = run_document_text_max / item_text_max;
  InputNews first{"first", std::vector<Item>(100, large), {}, {}};
  InputNews second{"second", {}, {}, {}};
  second.news.fresh.assign(fit + 2, large);

  const std::string text = run_document(document({first, second}));
  CHECK(text.size() < run_document_text_max + (1U << 20U));
  const Json inputs = read(text)["inputs"];
  CHECK(inputs["second"]["new"][fit - 1].contains("text"));
  CHECK_FALSE(inputs["second"]["new"][fit].contains("text"));
  CHECK_FALSE(inputs["first"]["items"][0].contains("text"));
  CHECK(inputs["second"]["cuts"] == Json::array({"2 texts left out: a run is given at most 8 MB of them"}));
  CHECK(inputs["first"]["cuts"] == Json::array({"100 texts left out: a run is given at most 8 MB of them"}));
}

TEST_CASE("whatever bytes an item or a contract holds, the document is JSON (O4)") {
  RunDocument some = document({InputNews{"news", {item("\xFF", "\xC3")}, {}, {"\xFF"}}});
  some.body = "caf\xE9";
  CHECK(read(run_document(some))["body"] == "caf\xEF\xBF\xBD");
}
