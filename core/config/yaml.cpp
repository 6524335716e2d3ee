#include "core/config/yaml.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "core/base/utf8.hpp"
#include "core/config/source_text.hpp"
#include "core/config/yaml_scalar.hpp"

namespace hz {
namespace {

constexpr std::size_t problems_max = 20;

/// The text cannot be read further; the problem says why.
struct Stop {};

/// Whether the quoted scalar that starts at `at` ends at all: the parser lets the end of the text end it.
bool closes(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return true;
      ++i;
    }
  }
  return false;
}

/// Builds the Node from the parser's events. YAML::Load is of no use here: it keeps the last of two equal keys
/// silently, and an alias to its own parent ends the process.
/// yaml-cpp 0.7 reads the escapes \_ and \N (YAML 1.2.2, 5.7) as the single bytes A0 and 85, where the characters
/// U+00A0 and U+0085 are meant. The text around them was UTF-8 before.
std::string with_escapes_mended(const std::string& value) {
  std::string mended;
  for (std::string_view left = value; !left.empty();) {
    const Decoded next = decode_utf8(left);
    if (next.valid)
      mended += left.substr(0, next.length);
    else
      append_utf8(mended, static_cast<unsigned char>(left.front()));
    left.remove_prefix(next.valid ? next.length : 1);
  }
  return mended;
}

class Builder final : public YAML::EventHandler {
 public:
  Builder(std::string_view text, const std::string& file, int first_line, Problems& problems)
      : text_(text), places_(text, file, first_line), start_{file, first_line, 1}, problems_(problems) {}

  [[nodiscard]] Node take_root() { return root_ ? *std::move(root_) : Node{start_, {}}; }

  [[nodiscard]] Place place(const YAML::Mark& mark) {
    return places_.at(mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos));
  }

  void refuse(const Place& place, std::string what, std::string hint) {
    problems_.push_back({Problem::Weight::error, place, std::move(what), std::move(hint)});
    if (problems_.size() >= problems_max) throw Stop();
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ == 1) return;
    refuse(place(mark), "a second YAML document starts here", "keep one");
    throw Stop();
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_properties(mark, "", anchor);
    if (wants_key()) return set_key("", place(mark), "a key is missing here");
    add({place(mark), {}});
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    refuse(place(mark), "aliases (*name) are not supported", "write the value out, or put text in quotes");
    if (wants_key()) return set_key("", place(mark), "");
    add({place(mark), {}});
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& scalar) override {
    const std::string value = with_escapes_mended(scalar);
    refuse_properties(mark, tag == "!" ? "" : tag, anchor);
    const bool plain = tag != "!";
    refuse_open_quote(mark);
    if (value.find('\0') != std::string::npos) refuse(place(mark), "text with a NUL in it", "leave \\0 out");
    if (wants_key())
      return set_key(value, place(mark), plain && value == "<<" ? "merge keys (<<) are not supported" : "");
    add({place(mark), plain ? typed(value, mark) : value});
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Node::List{});
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, tag, anchor, Node::Map{});
  }
  void OnMapEnd() override { close(); }

 private:
  struct Key {
    std::string text;
    Place place;
    bool dropped = false;  ///< refused: its value is read and thrown away
  };
  struct Frame {
    Node node;
    std::optional<Key> key;  ///< of the value that comes next
    std::map<std::string, Place> seen;
  };

  [[nodiscard]] bool wants_key() const {
    return !frames_.empty() && std::holds_alternative<Node::Map>(frames_.back().node.value) && !frames_.back().key;
  }

  decltype(Node::value) typed(const std::string& value, const YAML::Mark& mark) {
    auto read = read_plain_scalar(value);
    if (auto* scalar = std::get_if<0>(&read)) return std::move(*scalar);
    auto& refused = std::get<1>(read);
    refuse(place(mark), std::move(refused.what), std::move(refused.hint));
    return {};
  }

  /// The parser writes "?" for a plain scalar or a collection without a tag, "!" for a quoted scalar; the
  /// non-specific tag,
  /// "!" as well, is told from quotes by the character that stands there.
  void refuse_properties(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const auto at = static_cast<std::size_t>(std::max(mark.pos, 0));
    const char first = at < text_.size() ? text_[at] : '\0';
    if (anchor != YAML::NullAnchor) refuse(place(mark), "anchors (&name) are not supported", "leave it out");
    if ((!tag.empty() && tag != "?") || first == '!')
      refuse(place(mark), "tags (!name) are not supported", "leave it out, or put text in quotes");
  }

  void refuse_open_quote(const YAML::Mark& mark) {
    const auto at = static_cast<std::size_t>(std::max(mark.pos, 0));
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'') || closes(text_, at)) return;
    refuse(place(mark), "the quote that opens here is not closed", "");
    throw Stop();
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, decltype(Node::value) empty) {
    refuse_properties(mark, tag, anchor);
    if (frames_.size() == yaml_depth_max) {
      refuse(place(mark), fmt::format("nested more than {} levels deep", yaml_depth_max), "");
      throw Stop();
    }
    frames_.push_back({{place(mark), std::move(empty)}, {}, {}});
  }

  void close() {
    Node node = std::move(frames_.back().node);
    frames_.pop_back();
    if (wants_key()) return set_key("", node.place, "a key must be text");
    add(std::move(node));
  }

  void set_key(std::string text, const Place& place, std::string refusal) {
    Frame& frame = frames_.back();
    frame.key = Key{std::move(text), place, !refusal.empty()};
    if (!refusal.empty()) return refuse(place, std::move(refusal), "write the keys out");
    const auto [first, fresh] = frame.seen.emplace(frame.key->text, place);
    if (fresh) return;
    frame.key->dropped = true;
    refuse(place, fmt::format("the key \"{}\" is there twice", frame.key->text),
           fmt::format("the first one is in line {}", first->second.line));
  }

  void add(Node node) {
    if (frames_.empty()) {
      root_ = std::move(node);
      return;
    }
    Frame& frame = frames_.back();
    if (auto* list = std::get_if<Node::List>(&frame.node.value)) return list->push_back(std::move(node));
    const Key key = *std::exchange(frame.key, std::nullopt);
    if (!key.dropped) std::get<Node::Map>(frame.node.value).push_back({key.text, key.place, std::move(node)});
  }

  std::string_view text_;
  Places places_;
  Place start_;
  Problems& problems_;
  std::optional<Node> root_;
  std::vector<Frame> frames_;
  int documents_ = 0;
};

/// Characters that YAML does not allow (5.1); one of them, U+0004, the parser takes for the end of the text.
std::optional<std::size_t> find_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool line_break = c == '\n' || (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if ((c < 0x20 && c != '\t' && !line_break) || c == 0x7F) return i;
  }
  return std::nullopt;
}

std::string_view line_around(std::string_view text, std::size_t at) {
  at = std::min(at, text.size());
  const std::size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(start, text.find('\n', start) - start);
}

constexpr const char* look_around = "look at the indentation and the quotes here and above";

/// Most mistakes are a value that ought to be in quotes: "*/5 * * * *", "@daily", "News: today".
std::string hint_for(std::string_view text, const YAML::Exception& error) {
  const auto at = static_cast<std::size_t>(std::max(error.mark.pos, 0));
  const std::string_view line = line_around(text, at);
  const std::size_t indented = line.find_first_not_of(' ');
  if (indented != std::string_view::npos && line[indented] == '\t') return "indent with spaces, not with tabs";
  const std::size_t colon = line.find(": ");
  const std::size_t value = colon == std::string_view::npos ? colon : line.find_first_not_of(' ', colon + 1);
  if (value == std::string_view::npos) return look_around;
  constexpr std::string_view special = "*&!@`%|>";
  if (special.find(line[value]) != std::string_view::npos)
    return fmt::format("a value that starts with {} must be in quotes", line[value]);
  if (line.find(": ", value) != std::string_view::npos) return "a value with a colon in it must be in quotes";
  return look_around;
}

/// What the parser says; newer ones append the name to this message, which its place shows anyway.
std::string_view words_of(const YAML::Exception& error) {
  constexpr std::string_view no_anchor = "the referenced anchor is not defined";
  const std::string_view said = error.msg;
  return said.starts_with(no_anchor) ? no_anchor : said;
}

void parse(std::string_view text, Builder& builder) {
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    builder.refuse(builder.place(e.mark), fmt::format("not valid YAML: {}", words_of(e)), hint_for(text, e));
    throw Stop();
  }
}

}  // namespace

Parsed read_yaml(std::string_view text, const std::string& file, int first_line) {
  Parsed parsed;
  if (auto refused = refuse_text(text, file, yaml_bytes_max)) {
    if (refused->place.line > 0) refused->place.line += first_line - 1;
    parsed.problems.push_back(*std::move(refused));
    return parsed;
  }
  if (const auto control = find_control(text)) {
    parsed.problems.push_back({Problem::Weight::error, place_at(text, *control, file, first_line),
                               fmt::format("a control character, U+{:04X}", text[*control]), "remove it"});
    return parsed;
  }
  Builder builder(text, file, first_line, parsed.problems);
  try {
    parse(text, builder);
    parsed.root = builder.take_root();
  } catch (const Stop&) {
    // The problem is in the list already.
  }
  return parsed;
}

}  // namespace hz
