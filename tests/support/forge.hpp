// Damage with intent: commits and trees that hz would never write, put where a lane's ref points.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ledger/lane/layout.hpp"
#include "ledger/lane/message.hpp"
#include "ledger/lane/tree_files.hpp"
#include "tests/support/git_world.hpp"
#include "tests/support/shell.hpp"

namespace hz::test {

class Forge {
 public:
  explicit Forge(const GitWorld& world, std::string ref = GitWorld::ref)
      : ref_(std::move(ref)), repository_(*git::Repository::open(world.path(), git::Repository::Access::write)) {}

  [[nodiscard]] git::Oid tip() const { return **repository_->ref(ref_); }
  [[nodiscard]] git::CommitObject commit(const git::Oid& id) const { return *repository_->read_commit(id); }
  [[nodiscard]] git::Oid blob(const std::string& bytes) { return write(git::ObjectKind::blob, bytes); }
  [[nodiscard]] git::Oid blob_at(const std::string& path) const {
    return (*find_file(*repository_, commit(tip()).tree, path))->id;
  }

  /// The tip's tree with other files: a blob puts it there, nothing takes it away.
  [[nodiscard]] git::Oid tree_with(const std::map<std::string, std::optional<git::Oid>>& edits) {
    std::map<std::string, git::Oid> files;
    const auto all_files = *compare_trees(*repository_, std::nullopt, commit(tip()).tree);
    for (const TreeChange& change : all_files) {
      files[change.path] = change.after->id;
    }
    for (const auto& [path, blob] : edits) {
      files.erase(path);
      if (blob) files[path] = *blob;
    }
    std::vector<NewFile> all;
    for (const auto& [path, blob] : files) all.push_back({path, blob});
    const auto writer = repository_->writer();
    const git::Oid tree = *add_files(*repository_, *writer, std::nullopt, std::move(all));
    if (!writer->finish()) throw std::runtime_error("the forged tree was not written");
    return tree;
  }

  /// Puts this commit where the lane's tip is.
  git::Oid put(const git::CommitObject& commit) {
    const auto id = write(git::ObjectKind::commit, git::write_commit(commit));
    const auto lock = *repository_->lock();
    if (!repository_->swap_ref(lock, ref_, tip(), id))
      throw std::runtime_error("the forged commit was not put in place");
    return id;
  }
  /// The tip again, with another tree.
  git::Oid put_tree(const git::Oid& tree) {
    auto forged = commit(tip());
    forged.tree = tree;
    return put(forged);
  }
  /// A commit on top of the tip that adds these bytes as the events that the trailers name.
  git::Oid add(const std::vector<std::pair<EventTrailer, std::string>>& events) {
    std::map<std::string, std::optional<git::Oid>> files;
    std::vector<EventTrailer> trailers;
    for (const auto& [trailer, bytes] : events) {
      files[event_file(trailer.number, trailer.id)] = blob(bytes);
      trailers.push_back(trailer);
    }
    auto forged = commit(tip());
    forged.parents = {tip()};
    forged.tree = tree_with(files);
    forged.message = write_message("forged", trailers);
    return put(forged);
  }

 private:
  [[nodiscard]] git::Oid write(git::ObjectKind kind, const std::string& bytes) {
    const auto writer = repository_->writer();
    const git::Oid id = *writer->write(kind, bytes);
    if (!writer->finish()) throw std::runtime_error("the forged object was not written");
    return id;
  }

  std::string ref_;
  std::unique_ptr<git::Repository> repository_;
};

/// The file of an object, which lies alone from now on, as all of them do: so that one can be damaged and no other.
[[nodiscard]] inline std::string loose_file(const GitWorld& world, const git::Oid& id) {
  // git unpacks only what it does not have, so the packs are moved away first.
  output_of("cd " + world.path() +
            " && mkdir away && mv objects/pack/* away/ && "
            "for pack in away/*.pack; do git unpack-objects -q < $pack || exit 1; done && rm -r away");
  return world.path() + "/objects/" + id.hex().substr(0, 2) + "/" + id.hex().substr(2);
}

inline void flip_byte(const std::string& file) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekg(0, std::ios::end);
  const auto middle = stream.tellg() / 2;
  stream.seekg(middle);
  const char byte = static_cast<char>(stream.get() ^ 1);
  stream.seekp(middle);
  stream.put(byte);
}

}  // namespace hz::test
