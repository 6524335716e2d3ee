// What is known of a lane as far as it was read: in memory (MemoryStore) or in an index on disk (ledger/index). It
// is a projection: everything in it can be read again from the repository.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "core/port/lane.hpp"
#include "ledger/lane/arrival.hpp"

namespace hz {

/// How far a lane was read. Nothing: not at all.
struct LaneEnd {
  std::optional<git::Oid> commit, tree;
  std::uint64_t count = 0;  ///< events
  Instant newest_at{};

  [[nodiscard]] Tip tip() const { return {commit ? commit->hex() : "", count}; }
};

class LaneStore {
 public:
  /// Used inside update() only.
  class Filling {
   public:
    Filling() = default;
    Filling(const Filling&) = delete;
    Filling& operator=(const Filling&) = delete;
    virtual ~Filling() = default;

    [[nodiscard]] virtual LaneEnd end() const = 0;
    /// Forgets the lane.
    virtual void clear() = 0;
    /// The next commit. Numbers go on from end().count. Each event is checked against its trailer and its stream's
    /// chain; the first that fails stops its stream, and what follows in that stream is left out.
    virtual void add(ArrivedCommit commit) = 0;
  };
  using Fill = std::function<Result<void>(Filling&)>;

  LaneStore() = default;
  LaneStore(const LaneStore&) = delete;
  LaneStore& operator=(const LaneStore&) = delete;
  virtual ~LaneStore() = default;

  /// Environment error when the store itself cannot be used (a full disk, a file of another account).
  [[nodiscard]] virtual Result<LaneEnd> end() = 0;
  /// False once it failed by itself, in any call: whoever reads the lane does without it from then on.
  [[nodiscard]] virtual bool is_usable() const { return true; }
  /// What a person should be told about it, in whole sentences.
  [[nodiscard]] virtual std::vector<std::string> remarks() const { return {}; }
  /// All of what `fill` does or, if it answers an error, nothing. Nobody else fills meanwhile.
  [[nodiscard]] virtual Result<void> update(const Fill& fill) = 0;
  /// Everything that it knows.
  [[nodiscard]] virtual Result<std::shared_ptr<const View>> view() = 0;
  /// Everything up to that moment. Usage error when nothing is that old, or the commit or event is not there.
  [[nodiscard]] virtual Result<std::shared_ptr<const View>> view(const Moment& moment) = 0;
};

}  // namespace hz
