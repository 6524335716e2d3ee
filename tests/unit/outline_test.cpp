// The outline runner, against golden files and against what strangers put into titles.
#include "core/runner/outline.hpp"

#include "core/runner/markdown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"

using namespace hz;
using hz::test::read_fixture;

namespace {

Item item(std::string title, std::optional<std::string> link = {}, std::optional<std::string> at = {},
          std::optional<std::string> text = {}) {
  Item made;
  made.key = title;
  made.title = std::move(title);
  made.link = std::move(link);
  made.at = std::move(at);
  made.text = std::move(text);
  return made;
}

OutlineRequest request(std::vector<InputNews> inputs) {
  return {"News digest", "2026-11-30 10:00", std::move(inputs)};
}

InputNews fresh(std::vector<Item> items) {
  InputNews input{"news", items, {}, {}};
  input.news.fresh = std::move(items);
  return input;
}

/// The lines of the one list that this item yields.
std::string line_of(const Item& some) {
  const std::string outline = render_outline(request({fresh({some})}));
  const std::string heading = "### New\n\n";
  return outline.substr(outline.find(heading) + heading.size());
}

}  // namespace

TEST_CASE("a digest of two inputs, as people read it") {
  InputNews news = fresh({item("Lanterns return to the old town", "https://example.org/n1", "2026-11-29T17:30:00Z",
                               "Two hundred lamps, lit by hand."),
                          item("River path reopens", "https://example.org/n2", "2026-11-30T07:00:00Z")});
  news.news.changed.push_back(item("Weather station", {}, "last Tuesday", "Frost."));
  InputNews status{"status", {}, {}, {"5000 of 7312 items kept"}};
  status.news.gone.push_back({"k", "Old bridge", std::string(64, '0'), "https://example.org/bridge"});
  status.news.gone.push_back({"l", "Ferry", std::string(64, '0'), {}});
  const InputNews quiet{"quiet", {item("Nothing happened")}, {}, {}};
  CHECK(render_outline(request({news, quiet, status})) == read_fixture("golden/outline/two_inputs.md"));
}

TEST_CASE("a hostile feed stays text") {
  const InputNews hostile = fresh({
      item("[click](javascript:alert(1))", "javascript:alert(1)"),
      item("<img src=x onerror=alert(1)>", "data:text/html,x", {}, "<script>x</script> & &lt;b&gt;"),
      item("# heading\n- list\n\n    code `tick` ``` ~~~", "https://example.org/a b)(c<d>\"e\n"),
      item("1. first *bold* _it_ ~gone~ | cell \\ !pic", "https://example.org/?a=1&copy;=2"),
      item("turn \xE2\x80\xAE"
           "around\xE2\x81\xA6 now\x1b[31m",
           "HTTPS://EXAMPLE.ORG/\xC3\xA9"),
      item("mail", "mailto:ada@example.org"),
      item("", "ftp://example.org/"),
      item("broken \xFF byte"),
  });
  CHECK(render_outline(request({hostile})) == read_fixture("golden/outline/hostile.md"));
}

TEST_CASE("without news there is only the count: empty sections are left out") {
  CHECK(render_outline(request({InputNews{"news", {item("old")}, {}, {}}})) ==
        "# News digest\n\n_2026-11-30 10:00 · 0 new, 0 changed, 0 gone_\n");
  CHECK(render_outline(request({})) == "# News digest\n\n_2026-11-30 10:00 · 0 new, 0 changed, 0 gone_\n");
}

TEST_CASE("a list shows fifty items and counts the rest") {
  const auto outline_of = [](std::size_t count) {
    return render_outline(request({fresh(std::vector<Item>(count, item("t")))}));
  };
  CHECK(outline_of(50).find("more") == std::string::npos);
  const std::string outline = outline_of(62);
  CHECK(outline.find("· 62 new,") != std::string::npos);
  CHECK(outline.substr(outline.size() - std::string("- t\n- …and 12 more\n").size()) == "- t\n- …and 12 more\n");
}

TEST_CASE("a text shows its first two hundred characters, whatever bytes they take") {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "ä";
  CHECK(line_of(item("t", {}, {}, text)) == "- t: " + text + "\n");
  CHECK(line_of(item("t", {}, {}, text + "b")) == "- t: " + text + "…\n");
}

TEST_CASE("date and text stand behind the title as far as they are there") {
  CHECK(line_of(item("t", {}, "2026-11-30T07:00:00Z", "x")) == "- t — 2026-11-30: x\n");
  CHECK(line_of(item("t", {}, "2026-11-30T07:00:00Z")) == "- t — 2026-11-30\n");
  CHECK(line_of(item("t", {}, {}, "x")) == "- t: x\n");
  CHECK(line_of(item("t", {}, "", " \n ")) == "- t\n");
  CHECK(line_of(item("t")) == "- t\n");
}

TEST_CASE("only web and mail addresses are linked") {
  CHECK(markdown_link("https://example.org/n1") == "https://example.org/n1");
  CHECK(markdown_link("Mailto:ada@example.org") == "Mailto:ada@example.org");
  const std::string refused = GENERATE(as<std::string>{}, "javascript:alert(1)", "JavaScript:alert(1)",
                                       " javascript:x", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
                                       "//example.org", "/relative", "", "https:example.org", "http://");
  INFO(refused);
  CHECK_FALSE(markdown_link(refused));
}

TEST_CASE("joiners and marks that words need are kept, what turns the direction of a line is not") {
  CHECK(markdown_words("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7", 10) ==
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7");
  CHECK(markdown_words("a\xE2\x80\xAE"
                       "b\xE2\x80\xAC"
                       "c",
                       10) == "abc");
  CHECK(markdown_words("a\xE2\x80\xA8\xC2\x85 b", 10) == "a b");
}

TEST_CASE("an outline is never larger than it may be, ends with a whole line, and says that it was cut") {
  std::vector<InputNews> inputs;
  const std::string link = "https://example.org/" + std::string(1500, '(');
  for (int i = 0; i < 32; ++i) inputs.push_back(fresh(std::vector<Item>(50, item("t", link))));
  const std::string outline = render_outline(request(inputs));
  CHECK(outline.size() <= outline_bytes_max);
  CHECK(outline.size() > outline_bytes_max - 8000);
  const std::string end = ")\n\n_The outline is cut here: it would be larger than 1 MB._\n";
  CHECK(outline.substr(outline.size() - end.size()) == end);
}
