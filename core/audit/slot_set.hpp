// Slots, each once. They come in their order but for a few, and then cost eight bytes each.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/time.hpp"

namespace hz {

class SlotSet {
 public:
  /// False if it was there. O(1) in order, else O(log n).
  bool insert(Slot slot) {
    if (in_order_.empty() || in_order_.back() < slot) {
      if (!late_.empty() && late_.contains(slot)) return false;
      in_order_.push_back(slot);
      return true;
    }
    return !std::binary_search(in_order_.begin(), in_order_.end(), slot) && late_.insert(slot).second;
  }
  [[nodiscard]] bool contains(Slot slot) const {
    return std::binary_search(in_order_.begin(), in_order_.end(), slot) || late_.contains(slot);
  }

 private:
  std::vector<Slot> in_order_;
  std::set<Slot> late_;
};

}  // namespace hz
