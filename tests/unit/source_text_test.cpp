#include "core/config/source_text.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace hz {

TEST_CASE("places asked for one after another are those asked for alone, forwards and backwards") {
  const std::string text = "ab\r\nä→𝄞\n\n\tz\xC3\xA4";
  const std::string file = "f.md";
  for (std::size_t from = 0; from <= text.size(); ++from) {
    for (std::size_t to = 0; to <= text.size() + 2; ++to) {
      Places places(text, file, 7);
      CHECK(places.at(from) == place_at(text, from, file, 7));
      CHECK(places.at(to) == place_at(text, to, file, 7));
    }
  }
}

TEST_CASE("columns count characters, from 1") {
  CHECK(place_at("ä: x", 4, "f.md").str() == "f.md:1:4");
  CHECK(place_at("a\nb", 2, "f.md", 5).str() == "f.md:6:1");
  CHECK(place_at("a\n", 99, "f.md").str() == "f.md:2:1");
}

}  // namespace hz
