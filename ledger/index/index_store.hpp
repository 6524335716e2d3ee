// A lane as its index knows it: what GitLane keeps across processes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ledger/index/index_file.hpp"
#include "ledger/index/lane_rows.hpp"
#include "ledger/lane/lane_store.hpp"

namespace hz {

class IndexStore final : public LaneStore {
 public:
  /// Reads the lane up to a tip without the index. An answer that the index fails in the middle of is finished so.
  using ReadPlainly = std::function<Result<std::shared_ptr<const View>>(const Tip&)>;

  IndexStore(std::string path, std::string ref, ReadPlainly read_plainly)
      : file_(std::move(path)), ref_(std::move(ref)), read_plainly_(std::move(read_plainly)) {}

  [[nodiscard]] Result<LaneEnd> end() override;
  [[nodiscard]] bool is_usable() const override { return usable_; }
  [[nodiscard]] std::vector<std::string> remarks() const override { return file_.remarks(); }
  [[nodiscard]] Result<void> update(const Fill& fill) override;
  [[nodiscard]] Result<std::shared_ptr<const View>> view() override;
  [[nodiscard]] Result<std::shared_ptr<const View>> view(const Moment& moment) override;

 private:
  /// Asks the database; a damaged file is made anew once and asked again.
  template <class T>
  [[nodiscard]] Result<T> ask(const std::function<Result<T>(const std::shared_ptr<sqlite::Database>&)>& question);

  using EndOf = std::function<Result<LaneEnd>(sqlite::Database&, const index::KnownLane&)>;
  [[nodiscard]] Result<std::shared_ptr<const View>> view_until(const EndOf& end_of);

  IndexFile file_;
  std::string ref_;
  ReadPlainly read_plainly_;
  bool usable_ = true;
};

}  // namespace hz
