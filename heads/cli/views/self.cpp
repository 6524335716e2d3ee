// The views of what the command line says about itself: for shells and for man, so to the byte.
#include "heads/cli/views/parts.hpp"
#include "heads/cli/views/view.hpp"

namespace hz::cli {

std::string text_view(const Json& document, const Style& style) {
  return shown_whole(text_at(document, "text").value_or(""), style);
}

std::string complete_view(const Json& document, const Style&) {
  std::string out;
  for (const Json& item : objects_at(document, "items")) {
    out += shown_at(item, "word");
    if (const std::string says = shown_at(item, "says"); !says.empty()) out += '\t' + says;
    out += '\n';
  }
  const std::string paths = shown_at(document, "paths");
  return paths == "files" || paths == "folders" ? out + ':' + paths + '\n' : out;
}

}  // namespace hz::cli
