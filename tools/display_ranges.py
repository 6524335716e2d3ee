#!/usr/bin/env python3
"""Writes core/base/display_ranges.inc: the characters that are never shown to a person as they are.

These are controls, formats, private use, surrogates, what Unicode has not assigned, every space but U+0020, line and
paragraph separators, and what is assigned but has no ink (Default_Ignorable_Code_Point, blank Braille, fillers).
"""
import sys
import unicodedata

# Default_Ignorable_Code_Point (DerivedCoreProperties.txt) beyond category Cf, and U+2800 BRAILLE PATTERN BLANK.
NO_INK = [(0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800), (0x3164, 0x3164),
          (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0xE0000, 0xE0FFF)]


def hidden(code_point):
    category = unicodedata.category(chr(code_point))
    if category in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"):
        return True
    if category == "Zs":
        return code_point != 0x20
    return any(first <= code_point <= last for first, last in NO_INK)


def ranges():
    first = None
    for code_point in range(0x110001):
        if code_point < 0x110000 and hidden(code_point):
            first = code_point if first is None else first
        elif first is not None:
            yield first, code_point - 1
            first = None


def main():
    entries = [f"{{0x{a:X}, 0x{b:X}}}," for a, b in ranges()]
    print(f"// Made by tools/display_ranges.py from Unicode {unicodedata.unidata_version}: {len(entries)} ranges.")
    line = ""
    for entry in entries:
        if len(line) + 1 + len(entry) > 116:
            print(line)
            line = entry
        else:
            line = f"{line} {entry}".strip()
    print(line)


if __name__ == "__main__":
    sys.exit(main())
