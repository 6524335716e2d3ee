#include "ledger/index/index_store.hpp"

#include "ledger/index/index_filling.hpp"
#include "ledger/index/index_view.hpp"

namespace hz {

template <class T>
Result<T> IndexStore::ask(const std::function<Result<T>(const std::shared_ptr<sqlite::Database>&)>& question) {
  try {
    try {
      const auto database = file_.open();
      database->end_reading();  // what others wrote since is to be seen
      return question(database);
    } catch (const sqlite::Failure& failure) {
      if (!failure.is_corruption()) throw;
      file_.discard();
      return question(file_.open());
    }
  } catch (const sqlite::Failure& failure) {
    usable_ = false;
    return Error{ErrorKind::environment, file_.path() + " cannot be used", failure.what(),
                 "The ledger is as it was.", "hz doctor"};
  }
}

Result<LaneEnd> IndexStore::end() {
  return ask<LaneEnd>([&](const auto& database) -> Result<LaneEnd> {
    const auto known = index::find_lane(*database, ref_);
    return known ? known->end : LaneEnd{};
  });
}

Result<void> IndexStore::update(const Fill& fill) {
  return ask<void>([&](const auto& database) -> Result<void> {
    sqlite::Transaction alone(*database);
    index::IndexFilling filling(*database, ref_);
    HZ_TRY(fill(filling));
    filling.finish();
    alone.commit();
    return ok();
  });
}

Result<std::shared_ptr<const View>> IndexStore::view_until(const EndOf& end_of) {
  using Answer = std::shared_ptr<const View>;
  return ask<Answer>([&](const auto& database) -> Result<Answer> {
    const auto known = index::find_lane(*database, ref_);
    if (!known) throw sqlite::Failure::corruption("the lane is gone from it");
    HZ_TRY_ASSIGN(const LaneEnd end, end_of(*database, *known));
    return Answer(std::make_shared<const index::IndexView>(database, known->row, end, read_plainly_));
  });
}

Result<std::shared_ptr<const View>> IndexStore::view() {
  return view_until([](sqlite::Database&, const index::KnownLane& lane) { return Result<LaneEnd>(lane.end); });
}

Result<std::shared_ptr<const View>> IndexStore::view(const Moment& moment) {
  return view_until([&](sqlite::Database& database, const index::KnownLane& lane) {
    return index::end_as_of(database, lane, moment);
  });
}

}  // namespace hz
