#include "ledger/lane/memory_store.hpp"

#include "ledger/lane/memory_view.hpp"
#include "ledger/lane/moment.hpp"

namespace hz {

/// What a filling wants, done only when all of it is there.
class MemoryStore::Gathered final : public LaneStore::Filling {
 public:
  explicit Gathered(LaneEnd end) : end_(std::move(end)) {}

  [[nodiscard]] LaneEnd end() const override { return end_; }

  void clear() override {
    commits_.clear();
    end_ = {};
    anew_ = true;
  }

  void add(ArrivedCommit commit) override {
    end_ = {commit.id, commit.tree, end_.count + commit.events.size(), commit.at};
    commits_.push_back(std::move(commit));
  }

  void apply(MemoryStore& store) {
    if (anew_) store.log_ = std::make_shared<LaneLog>();
    for (ArrivedCommit& commit : commits_)
      store.log_->add_commit(commit.id.hex(), commit.at, std::move(commit.events));
    store.end_ = end_;
  }

 private:
  LaneEnd end_;
  std::vector<ArrivedCommit> commits_;
  bool anew_ = false;
};

Result<void> MemoryStore::update(const Fill& fill) {
  Gathered gathered(end_);
  HZ_TRY(fill(gathered));
  gathered.apply(*this);
  return ok();
}

Result<std::shared_ptr<const View>> MemoryStore::view() {
  return std::shared_ptr<const View>(std::make_shared<const MemoryView>(log_, log_->marks().size()));
}

Result<std::shared_ptr<const View>> MemoryStore::view(const Moment& moment) {
  HZ_TRY_ASSIGN(const std::size_t commits, commits_as_of(*log_, moment));
  return std::shared_ptr<const View>(std::make_shared<const MemoryView>(log_, commits));
}

}  // namespace hz
