// What the tables of cases share: their rows, and how a row's instants and slots are read and shown.
#pragma once

#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/time.hpp"
#include "tests/cases/cases.hpp"

namespace hz::cases {

/// Calls `check(row)` for each case; it answers what is wrong, or nothing. Prints one line a failing case.
template <class Check>
Tally run_table(const Json& file, std::string_view kind, Check check) {
  Tally tally;
  const Json* rows = member(file, "cases");
  if (rows == nullptr || !rows->is_array()) {
    fmt::print("{}: the file has no list \"cases\"\n", kind);
    return {0, 1};
  }
  for (const Json& row : *rows) {
    const std::optional<std::string> wrong = check(row);
    ++(wrong ? tally.failed : tally.passed);
    if (wrong) fmt::print("{} {}: {}\n", kind, text_at(row, "id").value_or("?"), *wrong);
  }
  return tally;
}

inline std::optional<Instant> instant_at(const Json& row, std::string_view name) {
  const auto text = text_at(row, name);
  return text ? parse_time_of_person(*text) : std::nullopt;
}

inline std::optional<Slot> slot_at(const Json& row, std::string_view name) {
  const auto text = text_at(row, name);
  return text ? parse_slot(*text) : std::nullopt;
}

inline std::string shown(const std::vector<std::string>& texts) {
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

inline std::vector<std::string> texts_of(const std::vector<Slot>& slots) {
  std::vector<std::string> texts;
  texts.reserve(slots.size());
  for (const Slot slot : slots) texts.push_back(to_text(slot));
  return texts;
}

/// A list of texts; nothing if the member is something else.
inline std::optional<std::vector<std::string>> texts_at(const Json& row, std::string_view name) {
  const Json* list = member(row, name);
  if (list == nullptr || !list->is_array()) return std::nullopt;
  std::vector<std::string> texts;
  texts.reserve(list->size());
  for (const Json& item : *list) texts.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  return texts;
}

}  // namespace hz::cases
