// The file of an index: one SQLite database per ledger, a projection that may be deleted at any time (L1, L8).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ledger/index/sqlite.hpp"

namespace hz {

class IndexFile {
 public:
  /// `path`: "<cache>/me.sqlite". Nothing is opened or made yet.
  explicit IndexFile(std::string path) : path_(std::move(path)) {}

  /// Opens it, or makes it; a file of another version, or one that is no database, is made anew. Throws
  /// sqlite::Failure when the machine does not let it.
  [[nodiscard]] std::shared_ptr<sqlite::Database> open();
  /// Removes a file that turned out to be damaged; open() makes a new one. Readers that have the old one open go on
  /// with it.
  void discard();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// In whole sentences, for people.
  [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  [[nodiscard]] std::shared_ptr<sqlite::Database> try_open() const;

  std::string path_;
  std::shared_ptr<sqlite::Database> database_;
  std::vector<std::string> remarks_;
};

}  // namespace hz
