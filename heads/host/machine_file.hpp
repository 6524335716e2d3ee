// Which machine this is: state/machine.json, `{"machine":"k3v7q2m5x4ba","made":"2026-11-30T09:02:10.118Z","v":1}`.
// The id is random and made once for a HZ_HOME; host name and person are only labels.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/port/clock.hpp"
#include "core/port/files.hpp"

namespace hz {

class MachineFile {
 public:
  /// `state_folder` and `ledger` are named in messages, and the lock that keeps two makers apart lies in the
  /// former.
  MachineFile(StateFiles& files, std::string state_folder, std::string ledger)
      : files_(files), state_folder_(std::move(state_folder)), ledger_(std::move(ledger)) {}

  /// 12 of [a-z2-7], or nothing if none was made yet. Creates nothing. Damaged error, never a silent new machine:
  /// the old id names its lane, and a second one would split the story.
  [[nodiscard]] Result<std::optional<std::string>> find() const;
  /// The same, keeping `drawn` if there is none: for the first append, whose events name the machine already.
  [[nodiscard]] Result<std::string> find_or_keep(const std::string& drawn, Instant now);
  /// find_or_keep with an id drawn here.
  [[nodiscard]] Result<std::string> find_or_make(Instant now, Entropy& entropy);

 private:
  [[nodiscard]] Error damaged(std::string why) const;
  StateFiles& files_;
  std::string state_folder_, ledger_;
};

/// A new id. Nothing is kept of it yet.
[[nodiscard]] std::string draw_machine_id(Entropy& entropy);

/// 12 of [a-z2-7].
[[nodiscard]] bool is_machine_id(std::string_view text);

}  // namespace hz
