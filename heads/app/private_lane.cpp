#include "heads/app/private_lane.hpp"

#include "core/fold/witness.hpp"

namespace hz {

Result<void> FirstAppend::settle() {
  if (settled_) return ok();
  HZ_TRY_ASSIGN(const std::string kept, file_.find_or_keep(machine_.str(), clock_.now()));
  if (kept != machine_.str()) {
    return Error{ErrorKind::conflict, "another process has just made this home the machine " + kept,
                 "this one had begun as another", "nothing was written", "run the command again"};
  }
  settled_ = true;
  return ok();
}

Result<Tip> PrivateLane::append(const Tip& expected, const Commit& commit) {
  HZ_TRY(first_.settle());
  HZ_TRY_ASSIGN(const Tip tip, lane_.append(expected, commit));
  // After the ref: a crash in between leaves a witness that is an ancestor, which is fine.
  HZ_TRY(remember(state_, lane_.ref(), tip));
  return tip;
}

Result<void> PrivateBodies::keep(Instant at, const By& by, std::span<const SealedBody> bodies) {
  HZ_TRY(first_.settle());
  return bodies_.keep(at, by, bodies);
}

}  // namespace hz
