// The one way to change anything: fold the newest state, decide, append by compare-and-swap; beaten by somebody →
// fold what is new, decide again (design §2). Two confirms, two machines, a retry after a crash: all are the same
// case.
#pragma once

#include <any>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/fold/thing.hpp"
#include "core/port/lane.hpp"

namespace hz {

/// Collects what one commit will say, for as many streams as it needs. Later changes see the earlier ones.
class Batch {
 public:
  Batch(const View& view, Stamp stamp) : view_(view), stamp_(std::move(stamp)) {}
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// The stream's state with what this batch already says of it.
  template <Thing T>
  [[nodiscard]] Result<const typename T::State*> state(const StreamName& stream) {
    HZ_TRY_ASSIGN(Folded<T>* const folded, folded_for<T>(stream));
    return static_cast<const typename T::State*>(&folded->state);
  }

  /// Decides and, if it may be, says it. A refusal leaves the batch as it was.
  template <Thing T>
  [[nodiscard]] Result<void> change(const StreamName& stream, const typename T::Command& command) {
    HZ_TRY_ASSIGN(Folded<T>* const folded, folded_for<T>(stream));
    if (folded->blocked) return needs_newer_hz(stream, *folded->blocked);
    HZ_TRY_ASSIGN(const std::vector<Draft> drafts, T::decide(folded->state, command));
    for (const Draft& draft : drafts) {
      HZ_TRY_ASSIGN(Sealed event, seal(stamp_, stream, folded->head, draft));
      step<T>(*folded, event);
      events_.push_back(std::move(event));
    }
    return ok();
  }

  /// The commit's line for people. Several are joined with "; ".
  void say(const std::string& line) { subject_ += (subject_.empty() ? "" : "; ") + line; }

  [[nodiscard]] bool empty() const { return events_.empty(); }
  [[nodiscard]] const std::vector<Sealed>& events() const { return events_; }
  [[nodiscard]] const Stamp& stamp() const { return stamp_; }
  [[nodiscard]] Commit commit() const { return {subject_, stamp_, events_}; }

 private:
  template <Thing T>
  [[nodiscard]] Result<Folded<T>*> folded_for(const StreamName& stream) {
    auto found = folds_.find(stream);
    if (found == folds_.end()) {
      HZ_TRY_ASSIGN(Folded<T> folded, fold<T>(view_, stream));
      found = folds_.emplace(stream, std::make_any<Folded<T>>(std::move(folded))).first;
    }
    return std::any_cast<Folded<T>>(&found->second);
  }

  const View& view_;
  Stamp stamp_;
  std::string subject_;
  std::map<StreamName, std::any> folds_;
  std::vector<Sealed> events_;
};

struct Committed {
  Tip tip;                     ///< of the lane afterwards
  std::vector<Sealed> events;  ///< what was appended; empty if nothing was to be said
};

/// How often a lost swap is decided anew. Losing so often in a row on one machine means that something is wrong.
inline constexpr int transact_tries_max = 32;

/// `decide(const View&, Batch&) → Result<void>` is pure and runs again on newer state after a lost swap. `at` of
/// the stamp is moved forward to the lane's newest event if the clock went back: times in a lane never decrease.
template <class Decide>
[[nodiscard]] Result<Committed> transact(Lane& lane, const Stamp& stamp, Decide decide) {
  Error last{ErrorKind::conflict, "the lane " + lane.ref() + " moved each time", "other writers were faster",
             "nothing was written", "run the command again"};
  for (int attempt = 0; attempt < transact_tries_max; ++attempt) {
    HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, lane.at_tip());
    Stamp now = stamp;
    now.at = std::max(now.at, view->newest_at());
    Batch batch(*view, now);
    HZ_TRY(decide(*view, batch));
    if (batch.empty()) return Committed{view->tip(), {}};
    auto tip = lane.append(view->tip(), batch.commit());
    if (tip) return Committed{*tip, batch.events()};
    if (tip.error().kind != ErrorKind::conflict) return tip.error();
    last.why = tip.error().what;
  }
  return last;
}

}  // namespace hz
