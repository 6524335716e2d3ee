// Feeds in their formats and encodings, and what people put into them.
#include "core/base/digest.hpp"
#include "core/watch/feed/feed_parse.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/memory_files.hpp"

using namespace hz;
using hz::test::MemoryFiles;
using hz::test::read_fixture;

namespace {

std::vector<Item> items_of(std::string_view bytes) {
  auto reading = parse_feed(bytes);
  if (!reading) FAIL(reading.error().why);
  CHECK(reading->cuts.empty());
  return reading->items;
}

std::vector<Item> items_in(const std::string& fixture) {
  return items_of(read_fixture("feeds/" + fixture));
}

/// "key | title | link | at | text", absent ones as "-".
std::string told(const Item& item) {
  const auto or_dash = [](const std::optional<std::string>& text) { return text.value_or("-"); };
  return item.key + " | " + item.title + " | " + or_dash(item.link) + " | " + or_dash(item.at) + " | " +
         or_dash(item.text);
}

std::string why_refused(std::string_view bytes) {
  const auto reading = parse_feed(bytes);
  REQUIRE_FALSE(reading);
  CHECK(reading.error().kind == ErrorKind::unavailable);
  return reading.error().why;
}

std::string rss(const std::string& inside_item) {
  return "<rss><channel><item>" + inside_item + "</item></channel></rss>";
}

Item only_item(const std::string& bytes) {
  const auto items = items_of(bytes);
  REQUIRE(items.size() == 1);
  return items.front();
}

}  // namespace

TEST_CASE("RSS 2: guid, else link, else hash of the title; markup is gone, references are decoded once") {
  const auto items = items_in("rss2.xml");
  REQUIRE(items.size() == 3);
  CHECK(told(items[0]) ==
        "n1 | Lanterns return to the old town | https://example.org/n1 | 2026-11-29T17:30:00Z | "
        "Two hundred lamps, lit by hand. Tea & cake.");
  CHECK(items[0].fingerprint ==
        "4dfb7a075b3752f2d62a63cceb453f13b1f423a2802d0f37a81b9292763d7f1d");  // docs/formats/source.md
  CHECK(told(items[1]) ==
        "https://example.org/n2 | River path reopens – at last | https://example.org/n2 | "
        "2026-11-30T07:00:00Z | From the mill to the weir.");
  CHECK(told(items[2]) == sha256_hex("Use of <b> in headings") +
                              " | Use of <b> in headings | - | 2026-11-29T00:15:00Z | Plain words.");
}

TEST_CASE("RSS 1.0 keeps its items beside the channel") {
  CHECK(told(only_item(read_fixture("feeds/rss1.xml"))) ==
        "https://example.org/r1 | Weather station | https://example.org/r1 | - | Frost.");
}

TEST_CASE("Atom: types of text are heeded, published comes before updated, summary before content") {
  const auto items = items_in("atom.xml");
  REQUIRE(items.size() == 2);
  CHECK(told(items[0]) ==
        "tag:example.org,2026:r7 | Version 7 — faster start | https://example.org/r7 | "
        "2026-11-30T08:00:00.250Z | Starts in half the time. Nothing else.");
  CHECK(told(items[1]) == "tag:example.org,2026:r6 | AT&amp;T <b> | - | last Tuesday | Bugs mended.");
}

TEST_CASE("a prefix on all elements of a feed is only a way to write it, another prefix is another vocabulary") {
  CHECK(told(only_item(read_fixture("feeds/prefixed_atom.xml"))) == "p1 | Prefixed | - | - | -");
}

TEST_CASE("JSON Feed: numbers as ids, HTML or text, a title from the text where there is none") {
  const auto items = items_in("feed.json");
  REQUIRE(items.size() == 2);
  CHECK(told(items[0]) == "41 | Bench rebuilt | https://example.org/w41 | 2026-11-29T10:00:00Z | Oak & glue.");
  CHECK(told(items[1]) ==
        "w42 | No title here, only a sentence over two lines. | https://example.net/w42 | "
        "2026-11-30T00:00:00Z | No title here, only a sentence over two lines.");
}

TEST_CASE("the same entry in another encoding is the same item") {
  CHECK(only_item(read_fixture("feeds/latin1.xml")).title == "Café – open");
  CHECK(only_item(read_fixture("feeds/utf8_mark.xml")).title == "Marked");
  CHECK(only_item(read_fixture("feeds/utf16.xml")).title == "Wide café 😀");
  CHECK(only_item("<?xml version='1.0' encoding='KOI8-R'?>" + rss("<title>caf\xC3\xA9</title>")).title == "café");
}

TEST_CASE("an encoding that hz does not read is refused by name, not guessed at") {
  CHECK(why_refused("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?>" + rss("<title>\x93\xFA</title>")) ==
        "Its encoding \"shift_jis\" is not one that hz reads.");
}

TEST_CASE("a byte that is no UTF-8 becomes a visible replacement and kills nothing (O4)") {
  const Item item = only_item(read_fixture("feeds/broken_bytes.xml"));
  CHECK(told(item) == "b1 | Broken \xEF\xBF\xBD byte | - | - | Text \xEF\xBF\xBD");
  CHECK(item.fingerprint == item_fingerprint(item));
  CHECK(only_item("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[{\"id\":\"\xFF\"}]}").key ==
        "\xEF\xBF\xBD");
}

TEST_CASE("entities of a DTD are neither expanded nor fetched") {
  CHECK(only_item(read_fixture("feeds/billion_laughs.xml")).title == "Laughs &c; &file;");
}

TEST_CASE("broken XML is refused with its place") {
  CHECK(why_refused(read_fixture("feeds/broken.xml")) == "line 3, column 32: Start-end tags mismatch.");
}

TEST_CASE("what is no feed is refused and says what it is") {
  CHECK(why_refused("") == "It is empty.");
  CHECK(why_refused(" \n\t") == "It is empty.");
  CHECK(why_refused("<html><body/></html>") ==
        "It is XML, but no feed: its root is <html>, not <rss>, <feed> or <RDF>.");
  CHECK(why_refused("<rss/>") == "It is RSS without a <channel>.");
  CHECK(why_refused("{\"items\":[]}") ==
        "It is JSON, but no JSON Feed: it has no \"version\" of jsonfeed.org or no list \"items\".");
  CHECK(why_refused("{\"items\":[],\n \"items\":[]}").substr(0, 15) == "line 2, column ");
  CHECK_FALSE(parse_feed("just words"));
}

TEST_CASE("a feed without entries is a feed") {
  CHECK(items_of("<rss><channel/></rss>").empty());
  CHECK(items_of("<feed xmlns='http://www.w3.org/2005/Atom'/>").empty());
}

TEST_CASE("an entry that says nothing is still an item with a key and a title") {
  CHECK(told(only_item(rss(""))) == sha256_hex("") + " | (no title) | - | - | -");
}

TEST_CASE("a document two hundred thousand levels deep is survived") {
  std::string open;
  std::string close;
  for (int i = 0; i < 200'000; ++i) {
    open += "<d>";
    close += "</d>";
  }
  CHECK(only_item(rss("<description>" + open + "bottom" + close + "</description>")).text == "bottom");
  CHECK(why_refused(open + close).substr(0, 22) == "It is XML, but no feed");
  CHECK(why_refused("{\"a\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}")
            .find("more than 512 levels") != std::string::npos);
}

TEST_CASE("a document of nothing but tags is refused before it becomes a tree") {
  std::string tags;
  for (int i = 0; i < 1'000'001; ++i) tags += "<a/>";
  CHECK(why_refused("<rss>" + tags + "</rss>") == "It has more than 1,000,000 tags.");
}

TEST_CASE("five thousand entries are kept, and the rest is counted") {
  std::string entries;
  for (int i = 0; i < 5003; ++i) entries += "<item><guid>" + std::to_string(i) + "</guid></item>";
  const auto reading = parse_feed("<rss><channel>" + entries + "</channel></rss>");
  REQUIRE(reading);
  CHECK(reading->items.size() == 5000);
  CHECK(reading->items.back().key == "4999");
  CHECK(reading->cuts == std::vector<std::string>{"5000 of 5003 items kept"});
}

TEST_CASE("markup as people write it becomes the words that it shows") {
  struct Case {
    std::string html, text;
  };
  const Case c = GENERATE(
      as<Case>{}, Case{"a &lt;b&gt; c", "a c"}, Case{"1 &lt; 2 &amp;amp; 3 &gt; 2", "1 < 2 & 3 > 2"},
      Case{"&amp;amp;lt;b&amp;amp;gt;", "&lt;b&gt;"}, Case{"one&lt;br/&gt;two", "one two"},
      Case{"w&lt;b&gt;or&lt;/b&gt;d", "word"}, Case{"&lt;a title=\"x&gt;y\"&gt;z&lt;/a&gt;", "z"},
      Case{"a&lt;!-- &lt;b&gt; --&gt;c", "ac"}, Case{"a&lt;script&gt;if(1&lt;2){}&lt;/script&gt;b", "ab"},
      Case{"a&lt;STYLE&gt;x&lt;/Style &gt;b", "ab"}, Case{"a &lt;unclosed", "a"}, Case{"a&lt;/p&gt;b", "a b"},
      Case{"&amp;#65;&amp;#x42;&amp;#150;&amp;#0;&amp;#xD800;", "AB–\xEF\xBF\xBD\xEF\xBF\xBD"},
      Case{"&amp;eacute;&amp;nosuch; &amp;; &amp;", "é&nosuch; &; &"}, Case{"a&amp;nbsp;&amp;nbsp;b", "a b"},
      Case{"<![CDATA[<p>x</p>]]><![CDATA[y]]>", "x y"}, Case{"<p>real</p><p>elements</p>", "real elements"},
      Case{"&lt;&lt;&lt;", "<<<"}, Case{"&amp;#999999999;", "\xEF\xBF\xBD"});
  INFO(c.html);
  CHECK(only_item(rss("<guid>k</guid><title>t</title><description>" + c.html + "</description>")).text == c.text);
}

TEST_CASE("dates that can be read are told in UTC, others stay as they were written") {
  struct Case {
    std::string written, at;
  };
  const Case c = GENERATE(
      as<Case>{}, Case{"Mon, 30 Nov 2026 09:00:00 +0100", "2026-11-30T08:00:00Z"},
      Case{"30 Nov 2026 09:00 GMT", "2026-11-30T09:00:00Z"},
      Case{"Mon, 30 Nov 26 09:00 EST", "2026-11-30T14:00:00Z"},
      Case{"1 january 1999 00:30:00 +01:00", "1998-12-31T23:30:00Z"},
      Case{"2026-11-30T09:00:00+01:00", "2026-11-30T08:00:00Z"},
      Case{"2026-11-30T09:00:00.125Z", "2026-11-30T09:00:00.125Z"}, Case{"2026-11-30", "2026-11-30T00:00:00Z"},
      Case{"31 Feb 2026 09:00:00 GMT", "31 Feb 2026 09:00:00 GMT"},
      Case{"30 Nov 2026 24:00:00 GMT", "30 Nov 2026 24:00:00 GMT"},
      Case{"30 Nov 2026 09:00:00 CET", "30 Nov 2026 09:00:00 CET"},
      Case{"30 Nov 2026 09:00:00", "30 Nov 2026 09:00:00"}, Case{"2026-11-30T09:00:00", "2026-11-30T09:00:00"},
      Case{"1 Jan 0 00:00:00 +0100", "1 Jan 0 00:00:00 +0100"},
      Case{"1 Jan 0000 00:00:00 +0100", "1 Jan 0000 00:00:00 +0100"},
      Case{"31 Dec 9999 23:59:59 -0100", "31 Dec 9999 23:59:59 -0100"},
      Case{"30 Nov 2026 09:00:00 +", "30 Nov 2026 09:00:00 +"}, Case{"30 Nov 2026 : +0000", "30 Nov 2026 : +0000"},
      Case{"yesterday", "yesterday"});
  INFO(c.written);
  CHECK(only_item(rss("<guid>k</guid><pubDate>" + c.written + "</pubDate>")).at == c.at);
}

TEST_CASE("an input of kind feed names the file and the place in its error") {
  MemoryFiles files;
  files.put("/home/ada/contracts/news.xml", read_fixture("feeds/broken.xml"));
  const InputSpec spec = hz::test::input({{"name", "news"}, {"kind", "feed"}, {"path", "news.xml"}});
  const auto reading = read_input(spec, {files, nullptr, {}, "/home/ada/contracts"});
  REQUIRE_FALSE(reading);
  CHECK(reading.error() == Error{ErrorKind::unavailable, "input \"news\" cannot be read",
                                 "/home/ada/contracts/news.xml: line 3, column 32: Start-end tags mismatch.", "",
                                 ""});
}

TEST_CASE("a feed of equal ids yields distinct keys") {
  MemoryFiles files;
  files.put("/home/ada/contracts/news.xml",
            "<rss><channel><item><guid>a</guid></item><item><guid>a</guid></item></channel></rss>");
  const InputSpec spec = hz::test::input({{"name", "news"}, {"kind", "feed"}, {"path", "news.xml"}});
  const auto reading = read_input(spec, {files, nullptr, {}, "/home/ada/contracts"});
  REQUIRE(reading);
  REQUIRE(reading->items.size() == 2);
  CHECK(reading->items[0].key == "a");
  CHECK(reading->items[1].key == "a#2");
}

TEST_CASE("a feed larger than an input may be is refused whole: half of a document means something else") {
  MemoryFiles files;
  files.put("/home/ada/contracts/news.xml", std::string(input_bytes_max + 1, ' '));
  const InputSpec spec = hz::test::input({{"name", "news"}, {"kind", "feed"}, {"path", "news.xml"}});
  const auto reading = read_input(spec, {files, nullptr, {}, "/home/ada/contracts"});
  REQUIRE_FALSE(reading);
  CHECK(reading.error() ==
        Error{ErrorKind::unavailable, "input \"news\" cannot be read",
              "/home/ada/contracts/news.xml has 10485761 bytes, and an input is at most 10485760.", "",
              "name a smaller file"});
}

TEST_CASE("a feed's url is refused with a way out") {
  CHECK(
      hz::test::problems_of_input({{"name", "news"}, {"kind", "feed"}, {"url", "https://example.org/news.xml"}}) ==
      "a feed is read from a file: \"url\" comes with shared sources, in a later version — fetch it into a file "
      "and "
      "name that with \"path\"\n");
}
