#pragma once

#include <string>

namespace hz {

/// "It follows nothing." as part of a sentence: "it follows nothing".
[[nodiscard]] inline std::string as_phrase(std::string sentence) {
  if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
  if (!sentence.empty() && sentence.front() >= 'A' && sentence.front() <= 'Z') {
    sentence.front() = static_cast<char>(sentence.front() - 'A' + 'a');
  }
  return sentence;
}

/// "it follows nothing" as a sentence of its own, without its full stop: "It follows nothing".
[[nodiscard]] inline std::string with_capital(std::string phrase) {
  if (!phrase.empty() && phrase.front() >= 'a' && phrase.front() <= 'z') {
    phrase.front() = static_cast<char>(phrase.front() - 'a' + 'A');
  }
  return phrase;
}

}  // namespace hz
