#include "core/watch/pointer.hpp"

#include <charconv>

namespace hz {
namespace {

std::optional<std::string> unescape(std::string_view token) {
  std::string name;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      name += token[i];
      continue;
    }
    ++i;
    if (i == token.size() || (token[i] != '0' && token[i] != '1')) return std::nullopt;
    name += token[i] == '0' ? '~' : '/';
  }
  return name;
}

const Json* element(const Json& array, const std::string& token) {
  if (token.empty() || (token.size() > 1 && token.front() == '0')) return nullptr;
  std::size_t index = 0;
  const auto [end, fault] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (fault != std::errc{} || end != token.data() + token.size() || index >= array.size()) return nullptr;
  return &array[index];
}

}  // namespace

std::optional<JsonPointer> JsonPointer::parse(std::string_view text) {
  JsonPointer pointer;
  while (!text.empty()) {
    if (text.front() != '/') return std::nullopt;
    text.remove_prefix(1);
    const std::size_t end = std::min(text.find('/'), text.size());
    auto token = unescape(text.substr(0, end));
    if (!token) return std::nullopt;
    pointer.tokens_.push_back(*std::move(token));
    text.remove_prefix(end);
  }
  return pointer;
}

const Json* JsonPointer::find(const Json& document) const {
  const Json* here = &document;
  for (const std::string& token : tokens_) {
    if (here->is_array()) {
      here = element(*here, token);
    } else if (here->is_object()) {
      const auto found = here->find(token);
      here = found == here->end() ? nullptr : &*found;
    } else {
      return nullptr;
    }
    if (here == nullptr) return nullptr;
  }
  return here;
}

}  // namespace hz
