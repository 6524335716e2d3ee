// Where new objects of one commit go. The lane knows only bytes; how they are stored is decided behind this.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "ledger/git/object.hpp"

namespace hz::git {

class ObjectWriter {
 public:
  ObjectWriter() = default;
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;
  virtual ~ObjectWriter() = default;

  /// The object's name. It may be read back from the repository only after finish().
  [[nodiscard]] virtual Result<Oid> write(ObjectKind kind, std::string_view bytes) = 0;
  /// Everything that was written is durable when it returns; a batch of nothing leaves nothing. Environment error
  /// when the disk is full: no ref may move then. Another batch may follow.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

}  // namespace hz::git
