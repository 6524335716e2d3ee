// A View of a lane through its index: each question costs what it finds, and no pack is opened.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/port/lane.hpp"
#include "ledger/index/index_store.hpp"
#include "ledger/index/lane_rows.hpp"

namespace hz::index {

/// Everything up to `end`. The index may grow meanwhile; the view does not. If the index is deleted, damaged or
/// made anew while the view lives, the view reads the lane itself and answers the same, slower; if that cannot be
/// done either, questions that can answer an error do, and the others throw std::runtime_error.
class IndexView final : public View {
 public:
  IndexView(std::shared_ptr<sqlite::Database> database, LaneRow lane, LaneEnd end,
            IndexStore::ReadPlainly read_plainly);
  ~IndexView() override;
  IndexView(const IndexView&) = delete;
  IndexView& operator=(const IndexView&) = delete;

  [[nodiscard]] const Tip& tip() const override { return tip_; }
  [[nodiscard]] Instant newest_at() const override { return newest_at_; }
  [[nodiscard]] std::vector<StreamName> streams() const override;
  [[nodiscard]] Head head(const StreamName& stream) const override;
  [[nodiscard]] Result<void> replay(const StreamName& stream, std::uint64_t after_seq,
                                    const Visit& visit) const override;
  [[nodiscard]] std::optional<Placed> newest_with_key(const StreamName& stream, const std::string& type,
                                                      const std::string& key) const override;
  [[nodiscard]] Result<Placed> find(std::string_view id_prefix) const override;
  void for_each(const Visit& visit) const override;
  [[nodiscard]] const std::vector<Damage>& damages() const override { return damages_; }
  [[nodiscard]] Selected select(const Selection& selection) const override;
  [[nodiscard]] std::vector<Placed> naming(const EventId& id) const override;
  [[nodiscard]] std::optional<Snapshot> snapshot(const StreamName& stream, std::string_view fold) const override;
  void keep(const StreamName& stream, std::string_view fold, const Snapshot& snapshot) const override;

 private:
  /// The answer of the index or, if it fails, of the lane itself.
  template <class ByIndex, class Plainly>
  auto answer(ByIndex by_index, Plainly plainly) const;
  [[nodiscard]] Result<const View*> plain() const;
  [[nodiscard]] const View& plain_or_throw() const;

  void check_lane() const;
  [[nodiscard]] std::int64_t first_place() const { return place_of(lane_, 0); }
  [[nodiscard]] std::int64_t past_place() const { return place_of(lane_, tip_.count); }
  [[nodiscard]] std::optional<std::int64_t> row_of(const StreamName& stream) const;
  [[nodiscard]] Placed placed(std::int64_t place, std::string_view bytes) const;
  [[nodiscard]] Placed at(std::int64_t place) const;
  [[nodiscard]] std::vector<Damage> read_damages() const;
  [[nodiscard]] const Damage* damage_of(const StreamName& stream) const;

  [[nodiscard]] std::vector<StreamName> indexed_streams() const;
  [[nodiscard]] Head indexed_head(const StreamName& stream) const;
  [[nodiscard]] Result<Placed> indexed_find(std::string_view id_prefix) const;
  [[nodiscard]] Selected indexed_select(const Selection& selection) const;
  [[nodiscard]] std::optional<Snapshot> indexed_snapshot(const StreamName& stream, std::string_view fold) const;

  std::shared_ptr<sqlite::Database> database_;
  LaneRow lane_;
  Tip tip_;
  Instant newest_at_;
  IndexStore::ReadPlainly read_plainly_;
  std::vector<Damage> damages_;
  mutable std::shared_ptr<const View> plain_;
  mutable bool keeps_ = true;  ///< false once the index did not take a snapshot: it is busy, or the disk is full
};

}  // namespace hz::index
