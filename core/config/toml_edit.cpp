#include "core/config/toml_edit.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "core/config/toml.hpp"

namespace hz {
namespace {

using Kind = TomlPart::Kind;

bool starts_with(const TomlPath& path, const TomlPath& prefix) {
  return path.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), path.begin());
}

/// "a.b" of the path behind `from` parts.
std::string dotted(const TomlPath& path, std::size_t from = 0) {
  std::string text;
  for (std::size_t i = from; i < path.size(); ++i) text += (i == from ? "" : ".") + path[i];
  return text;
}

/// Every value by its whole key, as JSON writes it. An empty table says nothing.
void flatten(const Node& node, const std::string& key, std::map<std::string, std::string>& values) {
  const auto* map = std::get_if<Node::Map>(&node.value);
  if (map == nullptr) {
    values[key] = node.to_json().dump();
    return;
  }
  for (const Node::Member& member : *map) flatten(member.value, key + '\0' + member.key, values);
}

std::optional<std::map<std::string, std::string>> values_of(std::string_view text) {
  const Parsed parsed = read_toml(text, "");
  if (!parsed.root || has_error(parsed.problems)) return std::nullopt;
  std::map<std::string, std::string> values;
  flatten(*parsed.root, "", values);
  return values;
}

class Editor {
 public:
  Editor(std::string_view text, const TomlPath& path)
      : text_(text), path_(path), table_(path.begin(), path.end() - 1), parts_(toml_layout(text)) {}

  [[nodiscard]] std::string set(std::string_view literal) const {
    if (const TomlPart* const there = value_at(path_)) return replaced(there->value, there->end, literal);
    const std::string line = path_.back() + " = " + std::string(literal);
    if (const TomlPart* const header = header_of(table_)) return with_line_in(*header, line);
    for (std::size_t size = table_.size(); size > 0; --size) {
      const TomlPart* const outer = value_at({table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(size)});
      if (outer != nullptr && text_[outer->value] == '{')
        return with_member(*outer, dotted(path_, size) + " = " + std::string(literal));
    }
    if (const TomlPart* const sibling = entry_below(table_))
      return with_line_behind(*sibling, dotted(path_, sibling->scope.size()) + " = " + std::string(literal));
    return with_table(line);
  }

  [[nodiscard]] std::string unset() const {
    const TomlPart* const there = value_at(path_);
    if (there == nullptr) return std::string(text_);
    return there->kind == Kind::member ? without_member(*there)
                                       : replaced(line_begin(there->begin), line_end(there->end), "");
  }

 private:
  [[nodiscard]] const TomlPart* value_at(const TomlPath& path) const {
    return find([&](const TomlPart& part) { return part.kind != Kind::table && part.path == path; });
  }
  [[nodiscard]] const TomlPart* header_of(const TomlPath& table) const {
    return find([&](const TomlPart& part) { return part.kind == Kind::table && part.path == table; });
  }
  /// A line that makes the table by its dotted key.
  [[nodiscard]] const TomlPart* entry_below(const TomlPath& table) const {
    return find([&](const TomlPart& part) {
      return part.kind == Kind::entry && part.scope.size() < table.size() && starts_with(part.path, table);
    });
  }
  template <class Is>
  [[nodiscard]] const TomlPart* find(const Is& is) const {
    const auto found = std::find_if(parts_.begin(), parts_.end(), is);
    return found == parts_.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::string replaced(std::size_t begin, std::size_t end, std::string_view by) const {
    return std::string(text_.substr(0, begin)).append(by).append(text_.substr(end));
  }

  [[nodiscard]] std::size_t line_begin(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }
  /// Behind the line break.
  [[nodiscard]] std::size_t line_end(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size() - 1) + 1;
  }
  [[nodiscard]] std::string_view line_break() const {
    return text_.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
  }

  /// A line of its own at `at`, where one begins or the text ends.
  [[nodiscard]] std::string with_line(std::size_t at, const std::string& line) const {
    const bool open = at > 0 && text_[at - 1] != '\n' && !text_.substr(0, at).ends_with("\xEF\xBB\xBF");
    return replaced(at, at, fmt::format("{}{}{}", open ? line_break() : "", line, line_break()));
  }

  [[nodiscard]] std::string with_line_behind(const TomlPart& part, const std::string& line) const {
    const std::size_t begin = line_begin(part.begin);
    std::string_view indent = text_.substr(begin, part.begin - begin);
    if (indent.find_first_not_of(" \t") != std::string_view::npos) indent = {};  // a byte-order mark
    return with_line(line_end(part.end), std::string(indent) + line);
  }

  /// Behind the line that has the key commented out, else behind the last entry, else behind the header.
  [[nodiscard]] std::string with_line_in(const TomlPart& header, const std::string& line) const {
    const TomlPart* last = &header;
    std::size_t end = text_.size();
    for (const TomlPart* part = &header + 1; part != parts_.data() + parts_.size(); ++part) {
      if (part->kind == Kind::table) {
        end = line_begin(part->begin);
        break;
      }
      if (part->kind == Kind::entry) last = part;
    }
    if (const auto commented = commented_out(header.end, end)) return with_line(*commented, line);
    if (last != &header) return with_line_behind(*last, line);
    return with_line(header.path.empty() ? header.end : line_end(header.end), line);
  }

  /// Behind a line such as "# keep = 5".
  [[nodiscard]] std::optional<std::size_t> commented_out(std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin; at < end; at = line_end(at)) {
      std::string_view line = text_.substr(at, line_end(at) - at);
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (!line.starts_with('#')) continue;
      line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
      if (!line.starts_with(path_.back())) continue;
      line.remove_prefix(path_.back().size());
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.starts_with('=')) return line_end(at);
    }
    return std::nullopt;
  }

  /// The inline table ends with "}"; a member goes behind the last one.
  [[nodiscard]] std::string with_member(const TomlPart& table, const std::string& member) const {
    std::size_t at = table.end - 1;
    while (text_[at - 1] == ' ' || text_[at - 1] == '\t') --at;
    return replaced(at, at, (text_[at - 1] == '{' ? "" : ", ") + member);
  }

  /// With the comma that parted it from its neighbour.
  [[nodiscard]] std::string without_member(const TomlPart& member) const {
    std::size_t end = text_.find_first_not_of(" \t", member.end);
    if (text_[end] == ',') return replaced(member.begin, text_.find_first_not_of(" \t", end + 1), "");
    end = member.end;
    std::size_t begin = text_.find_last_not_of(" \t", member.begin - 1);
    if (text_[begin] != ',') ++begin;
    return replaced(begin, end, "");
  }

  [[nodiscard]] std::string with_table(const std::string& line) const {
    const std::string_view eol = line_break();
    std::string out(text_);
    if (!out.empty() && !out.ends_with('\n')) out += eol;
    const bool apart = out.empty() || out.ends_with("\n\n") || out.ends_with("\n\r\n");
    return out.append(fmt::format("{}[{}]{}{}{}", apart ? "" : eol, dotted(table_), eol, line, eol));
  }

  std::string_view text_;
  const TomlPath& path_;
  TomlPath table_;
  std::vector<TomlPart> parts_;
};

/// `text` if it says what `values` says.
Result<std::string> judged(std::string text, const std::map<std::string, std::string>& values,
                           const TomlPath& path) {
  if (values_of(text) == values) return text;
  return Error{ErrorKind::internal, fmt::format("\"{}\" cannot be changed without touching the rest", dotted(path)),
               "The file is written in a way that hz does not know.", "Nothing was changed.",
               "change it by hand: an editor, then hz system config show"};
}

std::string key_of(const TomlPath& path) {
  std::string key;
  for (const std::string& part : path) key += '\0' + part;
  return key;
}

}  // namespace

Result<std::string> set_toml(std::string_view text, const TomlPath& path, std::string_view literal) {
  auto values = values_of(text);
  const auto alone = values_of(fmt::format("x = {}", literal));
  if (values && alone && alone->size() == 1) {
    (*values)[key_of(path)] = alone->begin()->second;
    return judged(Editor(text, path).set(literal), *values, path);
  }
  return judged({}, {{key_of(path), "?"}}, path);
}

Result<std::string> unset_toml(std::string_view text, const TomlPath& path) {
  auto values = values_of(text);
  if (!values) return judged({}, {{key_of(path), "?"}}, path);
  values->erase(key_of(path));
  return judged(Editor(text, path).unset(), *values, path);
}

std::string toml_text(std::string_view text, std::string_view like) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c != '\''; });
  if (like.starts_with('\'') && plain) return fmt::format("'{}'", text);
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    out += byte < 0x20 || byte == 0x7f ? fmt::format("\\u{:04X}", byte) : std::string(1, c);
  }
  return out + '"';
}

}  // namespace hz
