// Events for tests: a test says what happens in which stream, the story knows what comes next there and what time
// it is.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/port/lane.hpp"

namespace hz::test {

class Story {
 public:
  struct Line {
    std::string stream;  ///< "job/contract:digest"
    std::string type;
    Json data = Json::object();
  };

  /// Seals the lines as one commit, a second after the one before.
  Commit tell(const std::vector<Line>& lines, const std::string& subject = "something happened") {
    stamp_.at += Seconds(1);
    Commit commit{subject, stamp_, {}};
    for (const Line& line : lines) {
      const StreamName stream = *StreamName::parse(line.stream);
      Head& head = heads_[stream];
      Sealed event = *seal(stamp_, stream, head, Draft{line.type, line.data});
      head = Head{event.seq, event.id};
      commit.events.push_back(std::move(event));
    }
    return commit;
  }

  /// A commit of one event of the job "contract:digest".
  Commit tell() { return tell({{"job/contract:digest", "receipt"}}); }

  [[nodiscard]] Stamp& stamp() { return stamp_; }

 private:
  Stamp stamp_{Instant(Millis(1796029330118)), By{"k3v7q2m5x4ba", "ada", "daemon", "0.1.0"}, {}};
  std::map<StreamName, Head> heads_;
};

}  // namespace hz::test
