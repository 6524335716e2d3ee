// Where new objects of one commit go. The lane knows only bytes, so how they are stored (files today, one pack a
// batch later) is decided here alone.
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
  /// Everything that was written is durable when it returns. Environment error when the disk is full: no ref may
  /// move then.
  [[nodiscard]] virtual Result<void> finish() = 0;
};

}  // namespace hz::git
