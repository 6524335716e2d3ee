// How wide a text is on a terminal. A short table of the large blocks: a miss costs a column of alignment, no more.
#include <algorithm>
#include <array>

#include "core/base/utf8.hpp"
#include "heads/cli/style.hpp"

namespace hz::cli {
namespace {

struct Block {
  char32_t first, last;
  std::size_t width;
};

constexpr std::array blocks{
    Block{0x0300, 0x036f, 0},    // combining marks
    Block{0x0483, 0x0489, 0},    // Cyrillic ones
    Block{0x0591, 0x05bd, 0},    // Hebrew points
    Block{0x064b, 0x065f, 0},    // Arabic ones
    Block{0x1100, 0x115f, 2},    // Hangul jamo
    Block{0x20d0, 0x20f0, 0},    // marks for symbols
    Block{0x2e80, 0x303e, 2},    // CJK radicals and punctuation
    Block{0x3041, 0xa4cf, 2},    // kana to Yi
    Block{0xac00, 0xd7a3, 2},    // Hangul
    Block{0xf900, 0xfaff, 2},    // CJK compatibility
    Block{0xfe30, 0xfe6f, 2},    // their forms
    Block{0xff00, 0xff60, 2},    // full-width forms
    Block{0xffe0, 0xffe6, 2},    // full-width signs
    Block{0x1f300, 0x1f64f, 2},  // pictographs
    Block{0x1f680, 0x1f6ff, 2},  // transport
    Block{0x1f900, 0x1f9ff, 2},  // more pictographs
    Block{0x20000, 0x3fffd, 2},  // rarer ideographs
};

std::size_t width_of(char32_t c) {
  const auto* const block = std::lower_bound(blocks.begin(), blocks.end(), c,
                                             [](const Block& b, char32_t wanted) { return b.last < wanted; });
  return block != blocks.end() && block->first <= c ? block->width : 1;
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Decoded next = decode_utf8(text);
    width += width_of(next.code_point);
    text.remove_prefix(next.length);
  }
  return width;
}

}  // namespace hz::cli
