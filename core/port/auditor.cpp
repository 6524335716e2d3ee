#include "core/port/auditor.hpp"

#include <algorithm>

namespace hz {

std::string_view to_text(AuditFault::Scope scope) {
  switch (scope) {
    case AuditFault::Scope::event:
      return "event";
    case AuditFault::Scope::lane:
      return "lane";
    case AuditFault::Scope::body:
      return "body";
    case AuditFault::Scope::story:
      return "story";
  }
  return "lane";
}

void BodiesFound::add(const Digest& sha256, std::uint64_t bytes) {
  found_.push_back({sha256, bytes, static_cast<std::uint32_t>(branches_.size() - 1)});
}

void BodiesFound::sort() {
  std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.sha256 < b.sha256; });
}

std::span<const BodiesFound::Found> BodiesFound::find(const Digest& sha256) const {
  const auto low = std::lower_bound(found_.begin(), found_.end(), sha256,
                                    [](const Found& found, const Digest& wanted) { return found.sha256 < wanted; });
  auto high = low;
  while (high != found_.end() && high->sha256 == sha256) ++high;
  return {low, high};
}

}  // namespace hz
