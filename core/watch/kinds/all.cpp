#include "core/watch/kinds/kinds.hpp"

namespace hz {

const std::vector<InputKind>& input_kinds() {
  static const std::vector<InputKind> kinds{command_kind(), feed_kind(), file_kind(), json_kind()};
  return kinds;
}

}  // namespace hz
