// A ledger in a folder of the test's own. Every handle opens the repository anew, as another process would.
#pragma once

#include "ledger/index/index_store.hpp"
#include "ledger/lane/git_bodies.hpp"
#include "ledger/lane/git_lane.hpp"
#include "tests/support/lane_contract.hpp"
#include "tests/support/temp_folder.hpp"

namespace hz::test {

class GitWorld : public LaneWorld {
 public:
  inline static const std::string ref = "refs/heads/hz/log/k3v7q2m5x4ba/1";

  [[nodiscard]] std::unique_ptr<Lane> lane() override { return std::make_unique<GitLane>(ledger(), ref); }
  [[nodiscard]] std::unique_ptr<Bodies> bodies() override {
    return std::make_unique<GitBodies>(ledger(), MachineId("k3v7q2m5x4ba"));
  }

  [[nodiscard]] std::string path() const { return folder_.path("data/me.git"); }
  [[nodiscard]] std::string git() const { return "git -C " + path() + " "; }
  [[nodiscard]] std::shared_ptr<LedgerFolder> ledger() const { return std::make_shared<LedgerFolder>(path(), ref); }
  [[nodiscard]] const TempFolder& folder() const { return folder_; }

 private:
  TempFolder folder_;
};

/// The same, read through an index that lies beside it.
class IndexedWorld final : public GitWorld {
 public:
  [[nodiscard]] std::unique_ptr<Lane> lane() override {
    auto store = std::make_unique<IndexStore>(
        index(), ref, [folder = ledger()](const Tip& tip) { return read_plainly(*folder, ref, tip); });
    return std::make_unique<GitLane>(ledger(), ref, std::move(store),
                                     [this](const std::string& text) { warnings.push_back(text); });
  }
  std::vector<std::string> warnings;
  [[nodiscard]] std::string index() const { return folder().path("cache/me.sqlite"); }
};

}  // namespace hz::test
