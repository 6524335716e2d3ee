#include "ledger/git/object.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace hz::git {
namespace {

/// Takes the bytes up to `end` off the front of `rest`, and `end` with them. Nothing if there is no `end`.
std::optional<std::string_view> take_until(std::string_view& rest, char end) {
  const auto at = rest.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const auto taken = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return taken;
}

std::optional<TreeEntry> take_entry(std::string_view& rest) {
  const auto mode = take_until(rest, ' ');
  if (!mode || mode->empty() || mode->find_first_not_of("01234567") != std::string_view::npos) return std::nullopt;
  const auto name = take_until(rest, '\0');
  if (!name || name->empty() || name->find('/') != std::string_view::npos) return std::nullopt;
  const auto id = Oid::from_bytes(rest.substr(0, Oid::size));
  if (!id) return std::nullopt;
  rest.remove_prefix(Oid::size);
  return TreeEntry{std::string(*mode), std::string(*name), *id};
}

/// The value of the header `key` if the next line is that header.
std::optional<std::string_view> take_header(std::string_view& rest, std::string_view key) {
  if (rest.substr(0, key.size()) != key || rest.substr(key.size(), 1) != " ") return std::nullopt;
  rest.remove_prefix(key.size() + 1);
  return take_until(rest, '\n');
}

std::optional<Signature> parse_signature(std::string_view line) {
  const auto open = line.find(" <");
  const auto close = line.find("> ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  Signature signature;
  signature.name = line.substr(0, open);
  signature.email = line.substr(open + 2, close - open - 2);
  const auto time = line.substr(close + 2);
  const auto [end, fault] = std::from_chars(time.data(), time.data() + time.size(), signature.seconds);
  if (fault != std::errc{} || end == time.data() + time.size() || *end != ' ') return std::nullopt;
  return signature;
}

std::string to_text(const Signature& signature) {
  return fmt::format("{} <{}> {} +0000", signature.name, signature.email, signature.seconds);
}

}  // namespace

std::string_view to_text(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::blob:
      return "blob";
    case ObjectKind::tree:
      return "tree";
    case ObjectKind::commit:
      return "commit";
  }
  return "object";
}

bool comes_before(const TreeEntry& a, const TreeEntry& b) {
  const auto key = [](const TreeEntry& entry) { return entry.is_folder() ? entry.name + "/" : entry.name; };
  return key(a) < key(b);
}

std::optional<Tree> parse_tree(std::string_view bytes) {
  Tree tree;
  while (!bytes.empty()) {
    auto entry = take_entry(bytes);
    if (!entry) return std::nullopt;
    if (!tree.empty() && !comes_before(tree.back(), *entry)) return std::nullopt;
    tree.push_back(*std::move(entry));
  }
  return tree;
}

std::string write_tree(const Tree& tree) {
  std::string bytes;
  for (const TreeEntry& entry : tree) {
    bytes += entry.mode;
    bytes += ' ';
    bytes += entry.name;
    bytes += '\0';
    bytes += entry.id.bytes();
  }
  return bytes;
}

std::optional<CommitObject> parse_commit(std::string_view bytes) {
  CommitObject commit;
  const auto tree = take_header(bytes, "tree");
  const auto tree_id = tree ? Oid::from_hex(*tree) : std::nullopt;
  if (!tree_id) return std::nullopt;
  commit.tree = *tree_id;
  while (const auto parent = take_header(bytes, "parent")) {
    const auto id = Oid::from_hex(*parent);
    if (!id) return std::nullopt;
    commit.parents.push_back(*id);
  }
  const auto author_line = take_header(bytes, "author");
  const auto author = author_line ? parse_signature(*author_line) : std::nullopt;
  const auto committer_line = take_header(bytes, "committer");
  const auto committer = committer_line ? parse_signature(*committer_line) : std::nullopt;
  if (!author || !committer) return std::nullopt;
  commit.author = *author;
  commit.committer = *committer;
  for (;;) {  // what git may add: encoding, gpgsig and its folded lines
    const auto line = take_until(bytes, '\n');
    if (!line) return std::nullopt;
    if (line->empty()) break;
  }
  commit.message = bytes;
  return commit;
}

std::string write_commit(const CommitObject& commit) {
  std::string bytes = fmt::format("tree {}\n", commit.tree.hex());
  for (const Oid& parent : commit.parents) bytes += fmt::format("parent {}\n", parent.hex());
  bytes += fmt::format("author {}\ncommitter {}\n\n", to_text(commit.author), to_text(commit.committer));
  bytes += commit.message;
  return bytes;
}

bool fits_signature(std::string_view text) {
  constexpr std::string_view refused("<>\n\0", 4);
  return !text.empty() && text.find_first_of(refused) == std::string_view::npos;
}

}  // namespace hz::git
