// RSS and Atom through pugixml, which reads no DTD and expands no entities of one. Elements are matched by their
// local names, within the namespace prefix that the entry itself has: <media:title> is not the entry's <title>.
#include <algorithm>
#include <fmt/format.h>
#include <pugixml.hpp>

#include "core/base/text.hpp"
#include "core/watch/feed/entry.hpp"
#include "core/watch/feed/markup.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz::feed {
namespace {

// A document of 10 MB that is nothing but tags would take 200 MB as a tree.
constexpr std::ptrdiff_t tags_max = 1'000'000;
constexpr unsigned parse_options =
    pugi::parse_cdata | pugi::parse_escapes | pugi::parse_eol | pugi::parse_wconv_attribute | pugi::parse_ws_pcdata;

struct Name {
  std::string_view prefix, local;
};

Name name_of(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {"", name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

bool is_element(const pugi::xml_node& node) {
  return node.type() == pugi::node_element;
}

/// All character data below a node, blocks set apart. Walks without recursion, however deep the document is.
class TextBelow : public pugi::xml_tree_walker {
 public:
  bool for_each(pugi::xml_node& node) override {
    if (is_element(node)) {
      has_markup = true;
      if (is_block(name_of(node).local)) text += ' ';
    } else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata) {
      text += node.value();
    }
    return true;
  }
  std::string text;
  bool has_markup = false;
};

TextBelow text_below(const pugi::xml_node& node) {
  TextBelow walker;
  pugi::xml_node start = node;
  start.traverse(walker);
  return walker;
}

/// The text of an element that holds no markup: a link, an id, a date.
std::string words_of(const pugi::xml_node& node) {
  return collapse_space(text_below(node).text);
}

/// The text of an element that holds HTML as text, or XHTML as elements.
std::string words_of_html(const pugi::xml_node& node) {
  const TextBelow below = text_below(node);
  return below.has_markup ? collapse_space(below.text) : html_to_text(below.text);
}

/// Titles of RSS are plain text by the letter and carry references in practice; tags in them are part of the text.
std::string words_of_rss_title(const pugi::xml_node& node) {
  return collapse_space(decode_references(text_below(node).text));
}

/// An Atom text construct (RFC 4287, 3.1).
std::string words_of_atom(const pugi::xml_node& node) {
  const std::string_view type = node.attribute("type").value();
  return type == "html" || type == "text/html" ? words_of_html(node) : words_of(node);
}

void set_if_empty(std::string& member, std::string value) {
  if (member.empty()) member = std::move(value);
}

struct RssExtras {
  std::string encoded, date;  ///< content:encoded, dc:date
  bool id_is_link = false;
};

void read_rss_member(const pugi::xml_node& node, std::string_view local, Entry& entry, RssExtras& extras) {
  if (local == "guid" && entry.id.empty()) {
    entry.id = words_of(node);
    extras.id_is_link = std::string_view(node.attribute("isPermaLink").value()) != "false";
  }
  if (local == "title") set_if_empty(entry.title, words_of_rss_title(node));
  if (local == "link") set_if_empty(entry.link, words_of(node));
  if (local == "pubDate") set_if_empty(entry.published, words_of(node));
  if (local == "description") set_if_empty(entry.text, words_of_html(node));
}

Entry rss_entry(const pugi::xml_node& item) {
  const std::string_view own_prefix = name_of(item).prefix;
  Entry entry;
  RssExtras extras;
  for (const pugi::xml_node& node : item.children()) {
    if (!is_element(node)) continue;
    const Name name = name_of(node);
    if (name.prefix == own_prefix) {
      read_rss_member(node, name.local, entry, extras);
    } else if (name.local == "encoded") {
      set_if_empty(extras.encoded, words_of_html(node));
    } else if (name.local == "date") {
      set_if_empty(extras.date, words_of(node));
    }
  }
  set_if_empty(entry.text, extras.encoded);
  set_if_empty(entry.published, extras.date);
  if (extras.id_is_link && entry.id.starts_with("http")) set_if_empty(entry.link, entry.id);
  return entry;
}

bool is_alternate(const pugi::xml_node& link) {
  const std::string_view rel = link.attribute("rel").value();
  return rel.empty() || rel == "alternate";
}

Entry atom_entry(const pugi::xml_node& written) {
  const std::string_view own_prefix = name_of(written).prefix;
  Entry entry;
  std::string content;
  for (const pugi::xml_node& node : written.children()) {
    if (!is_element(node)) continue;
    const auto [prefix, local] = name_of(node);
    if (prefix != own_prefix) continue;
    if (local == "id") set_if_empty(entry.id, words_of(node));
    if (local == "title") set_if_empty(entry.title, words_of_atom(node));
    if (local == "link" && is_alternate(node))
      set_if_empty(entry.link, collapse_space(node.attribute("href").value()));
    if (local == "published" || local == "issued") set_if_empty(entry.published, words_of(node));
    if (local == "updated" || local == "modified") set_if_empty(entry.updated, words_of(node));
    if (local == "summary") set_if_empty(entry.text, words_of_atom(node));
    if (local == "content") set_if_empty(content, words_of_atom(node));
  }
  set_if_empty(entry.text, std::move(content));
  return entry;
}

/// Where entries lie: below <feed> in Atom, <channel> in RSS 2, the root itself in RSS 1.0.
struct Format {
  pugi::xml_node parent;
  std::string_view entries;
  Entry (*read)(const pugi::xml_node&);
};

pugi::xml_node child_named(const pugi::xml_node& parent, std::string_view local) {
  return parent.find_child([&](const pugi::xml_node& node) { return name_of(node).local == local; });
}

Result<Format> format_of(const pugi::xml_node& root) {
  const std::string_view local = name_of(root).local;
  if (local == "feed") return Format{root, "entry", atom_entry};
  if (local == "RDF") return Format{root, "item", rss_entry};
  if (local == "rss") {
    const pugi::xml_node channel = child_named(root, "channel");
    if (!channel) return refuse("It is RSS without a <channel>.");
    return Format{channel, "item", rss_entry};
  }
  return refuse(fmt::format("It is XML, but no feed: its root is <{}>, not <rss>, <feed> or <RDF>.",
                            escape_for_display(cut(root.name(), 80))));
}

Reading read_entries(const Format& format) {
  Reading reading;
  std::size_t found = 0;
  for (const pugi::xml_node& node : format.parent.children()) {
    if (!is_element(node) || name_of(node).local != format.entries) continue;
    if (++found <= input_items_max) reading.items.push_back(to_item(format.read(node)));
  }
  if (found > input_items_max) reading.cuts.push_back(fmt::format("{} of {} items kept", input_items_max, found));
  return reading;
}

}  // namespace

Result<Reading> parse_xml(std::string_view bytes) {
  const Decoded decoded = decode_xml_bytes(bytes);
  if (!decoded.unknown.empty()) {
    return refuse(fmt::format("Its encoding \"{}\" is not one that hz reads.", escape_for_display(decoded.unknown)),
                  "convert it to UTF-8");
  }
  const std::string& text = decoded.text;
  if (std::count(text.begin(), text.end(), '<') > tags_max) return refuse("It has more than 1,000,000 tags.");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), parse_options, pugi::encoding_utf8);
  if (!parsed) {
    return refuse(fmt::format("{}: {}.", line_and_column(text, static_cast<std::size_t>(parsed.offset)),
                              parsed.description()));
  }
  HZ_TRY_ASSIGN(const Format format, format_of(document.document_element()));
  return read_entries(format);
}

}  // namespace hz::feed
