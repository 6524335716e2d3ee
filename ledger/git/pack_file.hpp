// A pack and its index, mapped.
#pragma once

#include <memory>
#include <string>

#include "ledger/git/mapped_file.hpp"
#include "ledger/git/pack_index.hpp"
#include "ledger/git/pack_reader.hpp"

namespace hz::git {

class PackFile {
 public:
  /// `index` is the path of the .idx; the .pack lies beside it. Error: environment when one cannot be read, damaged
  /// when they are no pack of version 2 and its index.
  [[nodiscard]] static Result<std::unique_ptr<const PackFile>> open(const std::string& index);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view bytes() const { return pack_.bytes(); }
  [[nodiscard]] const PackIndex& index() const { return index_; }
  /// A reader of its own for each thread.
  [[nodiscard]] EntryReader reader(std::size_t object_bytes_max) const;
  void forget(std::size_t from, std::size_t size) const { pack_.forget(from, size); }

 private:
  PackFile(std::string path, MappedFile pack, MappedFile index_file, const PackIndex& index)
      : path_(std::move(path)), pack_(std::move(pack)), index_file_(std::move(index_file)), index_(index) {}

  std::string path_;  ///< of the .pack
  MappedFile pack_, index_file_;
  PackIndex index_;
};

}  // namespace hz::git
