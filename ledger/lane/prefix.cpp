#include "ledger/lane/prefix.hpp"

#include <fmt/format.h>

#include "core/base/hex.hpp"
#include "core/base/text.hpp"

namespace hz {
namespace {

Error refused(std::string_view prefix, std::string_view says, std::string why, std::string fix) {
  return {ErrorKind::usage, fmt::format("\"{}\" {}", cut(escape_for_display(prefix), 80), says), std::move(why), "",
          std::move(fix)};
}

}  // namespace

Result<void> check_prefix(std::string_view thing, std::string_view prefix) {
  if (is_hex(prefix) && prefix.size() >= prefix_digits_min) return ok();
  return refused(prefix, fmt::format("does not name {}", thing),
                 fmt::format("An id is given by its first digits, {} or more of 0-9 and a-f.", prefix_digits_min),
                 "copy it from hz audit log");
}

Error unknown_prefix(std::string_view thing, std::string_view prefix) {
  return refused(prefix, fmt::format("does not name {} of this lane", thing), "None of its ids starts so.",
                 "hz audit log");
}

Error ambiguous_prefix(std::string_view thing, std::string_view prefix) {
  return refused(prefix, fmt::format("does not name {} clearly", thing), "Several ids start so.",
                 "give more of its digits");
}

}  // namespace hz
