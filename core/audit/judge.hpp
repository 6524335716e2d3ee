// The judge of what events mean and of the bodies that they name: one pass over each lane, in its order.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/audit/meaning.hpp"
#include "core/port/auditor.hpp"

namespace hz {

class StoryJudge final : public Judge {
 public:
  void keep(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event,
            std::string& kept) const override;
  void keep(const Sealed& event, std::string& kept) const override;
  void begin(const BodiesFound& bodies) override;
  void take(const AuditedEvent& event, std::string_view kept) override;

  /// Faults of scope body and story.
  [[nodiscard]] const std::vector<AuditFault>& faults() const { return faults_; }
  /// How many bodies the events of a lane name.
  [[nodiscard]] std::size_t bodies_named(const std::string& lane);

 private:
  struct Lane {
    MeaningAudit meaning;
    std::vector<Digest> named;
  };

  void body(const AuditedEvent& event, const Gist::Body& body);
  /// Where bodies of this event belong. Events come by the day, so the last answer mostly is the next.
  [[nodiscard]] const std::string& branch_of(const AuditedEvent& event);
  void fault(AuditFault::Scope scope, const AuditedEvent& event, std::string what);

  const BodiesFound* bodies_ = nullptr;
  std::map<std::string, Lane> lanes_;
  std::vector<AuditFault> faults_;
  Gist gist_;
  struct {
    std::chrono::sys_days day{};
    std::string machine, ref;
  } branch_;
};

}  // namespace hz
