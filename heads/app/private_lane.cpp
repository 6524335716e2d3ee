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
  witness(tip);
  return tip;
}

/// After the ref: a crash in between leaves a witness that is an ancestor, which is fine, and so does a failure
/// here.
void PrivateLane::witness(const Tip& tip) {
  const auto remembered = remember(state_, lane_.ref(), tip);
  if (remembered || complained_) return;
  complained_ = true;
  const Error& cause = remembered.error();
  complain_({cause.kind, "the ledger's tip was not noted in state/witness.json", cause.what + ": " + cause.why,
             "The events are in the ledger. Until the next append that can note it, this machine would not notice "
             "that they were cut off.",
             cause.fix});
}

Result<void> PrivateBodies::keep(Instant at, const By& by, std::span<const SealedBody> bodies) {
  HZ_TRY(first_.settle());
  return bodies_.keep(at, by, bodies);
}

}  // namespace hz
