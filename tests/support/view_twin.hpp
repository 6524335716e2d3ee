// Asks two views of the same moment the same questions, every one that a View can be asked.
#pragma once

#include <string>

#include "core/port/lane.hpp"

namespace hz::test {

/// The first answer in which they differ, as a sentence; empty if they are the same.
[[nodiscard]] std::string difference(const View& one, const View& other);

}  // namespace hz::test
