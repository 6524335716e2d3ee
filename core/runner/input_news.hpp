// What a run is told of its inputs.
#pragma once

#include <string>
#include <vector>

#include "core/watch/item.hpp"

namespace hz {

/// One input as it is now, and what is new in it since the job's last rendered receipt.
struct InputNews {
  std::string name;
  std::vector<Item> items;
  News news;
  std::vector<std::string> cuts;  ///< of the Reading: what was left out, in words
};

}  // namespace hz
