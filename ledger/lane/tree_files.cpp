#include "ledger/lane/tree_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace hz {
namespace {

using git::Oid;
using git::Repository;
using git::Tree;
using git::TreeEntry;

constexpr int depth_max = 8;

Result<Tree> read_or_empty(const Repository& repository, const std::optional<Oid>& tree) {
  if (!tree) return Tree{};
  return repository.read_tree(*tree);
}

class Comparison {
 public:
  explicit Comparison(const Repository& repository) : repository_(repository) {}

  Result<void> compare(const std::optional<Oid>& before, const std::optional<Oid>& after, const std::string& folder,
                       int depth) {
    if (before == after) return ok();
    if (depth > depth_max) {
      return Error{ErrorKind::damaged, fmt::format("the folder {} of the ledger nests too deep", folder),
                   "hz writes no such folders", "Nothing was repaired", "hz audit verify"};
    }
    HZ_TRY_ASSIGN(const Tree left, read_or_empty(repository_, before));
    HZ_TRY_ASSIGN(const Tree right, read_or_empty(repository_, after));
    auto l = left.begin();
    auto r = right.begin();
    while (l != left.end() || r != right.end()) {
      const bool only_left = r == right.end() || (l != left.end() && git::comes_before(*l, *r));
      const bool only_right = l == left.end() || (r != right.end() && git::comes_before(*r, *l));
      const TreeEntry* const was = only_right ? nullptr : &*l++;
      const TreeEntry* const is = only_left ? nullptr : &*r++;
      HZ_TRY(entry(was, is, folder, depth));
    }
    return ok();
  }

  [[nodiscard]] std::vector<TreeChange> take() { return std::move(changes_); }

 private:
  /// At least one is there; both have the same name and are both folders or both not.
  Result<void> entry(const TreeEntry* was, const TreeEntry* is, const std::string& folder, int depth) {
    const TreeEntry& named = was != nullptr ? *was : *is;
    const std::string path = folder + named.name;
    if (named.is_folder()) {
      return compare(was != nullptr ? std::optional(was->id) : std::nullopt,
                     is != nullptr ? std::optional(is->id) : std::nullopt, path + "/", depth + 1);
    }
    TreeChange change{path, leaf(was), leaf(is)};
    if (change.before != change.after) changes_.push_back(std::move(change));
    return ok();
  }

  static std::optional<TreeLeaf> leaf(const TreeEntry* entry) {
    if (entry == nullptr) return std::nullopt;
    return TreeLeaf{entry->mode, entry->id};
  }

  const Repository& repository_;
  std::vector<TreeChange> changes_;
};

std::string_view first_step(std::string_view path) {
  return path.substr(0, path.find('/'));
}

void put(Tree& tree, TreeEntry entry) {
  const auto same =
      std::find_if(tree.begin(), tree.end(), [&](const TreeEntry& e) { return e.name == entry.name; });
  if (same != tree.end()) tree.erase(same);
  const auto place = std::lower_bound(tree.begin(), tree.end(), entry, git::comes_before);
  tree.insert(place, std::move(entry));
}

std::optional<Oid> folder_in(const Tree& tree, std::string_view name) {
  for (const TreeEntry& entry : tree) {
    if (entry.name == name && entry.is_folder()) return entry.id;
  }
  return std::nullopt;
}

/// `files` are sorted and lie below the folder whose name takes the first `start` bytes of their paths.
Result<Oid> write_folder(const Repository& repository, git::ObjectWriter& writer, const std::optional<Oid>& tree,
                         std::span<const NewFile> files, std::size_t start) {
  HZ_TRY_ASSIGN(Tree entries, read_or_empty(repository, tree));
  while (!files.empty()) {
    const std::string_view path = std::string_view(files.front().path).substr(start);
    const std::string_view step = first_step(path);
    if (step == path) {
      put(entries, {std::string(git::file_mode), std::string(step), files.front().blob});
      files = files.subspan(1);
      continue;
    }
    const auto other = std::find_if(files.begin(), files.end(), [&](const NewFile& file) {
      return first_step(std::string_view(file.path).substr(start)) != step;
    });
    const auto inside = static_cast<std::size_t>(other - files.begin());
    HZ_TRY_ASSIGN(const Oid below, write_folder(repository, writer, folder_in(entries, step), files.first(inside),
                                                start + step.size() + 1));
    put(entries, {std::string(git::folder_mode), std::string(step), below});
    files = files.subspan(inside);
  }
  return writer.write(git::ObjectKind::tree, git::write_tree(entries));
}

}  // namespace

Result<std::vector<TreeChange>> compare_trees(const Repository& repository, const std::optional<Oid>& before,
                                              const std::optional<Oid>& after) {
  Comparison comparison(repository);
  HZ_TRY(comparison.compare(before, after, "", 0));
  return comparison.take();
}

Result<Oid> add_files(const Repository& repository, git::ObjectWriter& writer, const std::optional<Oid>& tree,
                      std::vector<NewFile> files) {
  std::sort(files.begin(), files.end(), [](const NewFile& a, const NewFile& b) { return a.path < b.path; });
  return write_folder(repository, writer, tree, files, 0);
}

Result<std::optional<TreeLeaf>> find_file(const Repository& repository, const Oid& tree, std::string_view path) {
  HZ_TRY_ASSIGN(const Tree entries, repository.read_tree(tree));
  const std::string_view step = first_step(path);
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const TreeEntry& entry) { return entry.name == step; });
  if (found == entries.end() || found->is_folder() == (step == path)) return std::optional<TreeLeaf>{};
  if (step == path) return std::optional<TreeLeaf>{TreeLeaf{found->mode, found->id}};
  return find_file(repository, found->id, path.substr(step.size() + 1));
}

}  // namespace hz
