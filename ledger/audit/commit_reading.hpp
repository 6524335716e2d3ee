// Commits as a sweep keeps them: 120 bytes and 40 for each event, whatever their order in the packs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/sha256.hpp"
#include "core/event/stream.hpp"
#include "ledger/git/object.hpp"

namespace hz {

/// Who a commit is by, apart from the second.
struct CommitAuthor {
  std::string person, machine;
};

struct SweptTrailer {
  Digest id;
  std::uint32_t stream = 0;  ///< of the reading's streams
  std::uint32_t seq = 0;
};

struct SweptCommit {
  git::Oid id, tree, parent;
  std::uint32_t parents = 0;
  std::uint32_t author = 0;  ///< of the reading's authors
  std::int64_t seconds = 0;
  std::uint64_t first_number = 0;   ///< of its events
  std::uint32_t trailers = 0;       ///< how many
  std::uint64_t first_trailer = 0;  ///< of the reading's trailers
  bool is_batch = false;            ///< has the form of a lane's commit: trailers, consecutive, by one person
};

/// What one thread reads. Not for two threads at once.
class CommitReading {
 public:
  /// False if the bytes are no commit of git.
  [[nodiscard]] bool take(const git::Oid& id, std::string_view bytes);

  [[nodiscard]] const std::vector<SweptCommit>& commits() const { return commits_; }
  [[nodiscard]] const std::vector<SweptTrailer>& trailers() const { return trailers_; }
  [[nodiscard]] const std::vector<StreamName>& streams() const { return streams_; }
  [[nodiscard]] const std::vector<CommitAuthor>& authors() const { return authors_; }

 private:
  /// The trailers of a message exactly as hz writes it. False for any other, whatever it is worth.
  [[nodiscard]] bool take_message(std::string_view message, SweptCommit& commit);
  [[nodiscard]] bool take_trailer(std::string_view line, std::uint64_t& number);
  [[nodiscard]] bool take_strictly(const std::string& message, SweptCommit& commit);
  [[nodiscard]] bool take_author(const git::CommitObject& object, SweptCommit& commit);
  [[nodiscard]] std::uint32_t number_of(const StreamName& stream);

  std::vector<SweptCommit> commits_;
  std::vector<SweptTrailer> trailers_;
  std::vector<StreamName> streams_;
  std::vector<CommitAuthor> authors_;
  std::map<std::string, std::uint32_t, std::less<>> known_streams_;  ///< as trailers write them
  std::map<std::string, std::uint32_t, std::less<>> known_authors_;
};

}  // namespace hz
