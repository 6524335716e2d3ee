// Where the parts of a TOML text lie, byte by byte, so that one of them can be changed and nothing else.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hz {

using TomlPath = std::vector<std::string>;

struct TomlPart {
  enum class Kind {
    table,   ///< a header, [a.b] or [[a.b]]; the first part is the root's, of no bytes
    entry,   ///< key = value on lines of its own
    member,  ///< key = value within an inline table
  };
  Kind kind = Kind::entry;
  TomlPath path;   ///< whole, with that of the table around it
  TomlPath scope;  ///< the table that it is written in; of a header nothing
  std::size_t begin = 0, end = 0;
  std::size_t value = 0;  ///< where the value begins; it goes on to `end`
};

/// The headers, entries and members of a text that read_toml() takes, in the order of the text. A key in quotes is
/// taken as it stands between them. O(bytes). For any other text some list, and no more than that.
[[nodiscard]] std::vector<TomlPart> toml_layout(std::string_view text);

}  // namespace hz
