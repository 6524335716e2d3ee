// hz as the pages of docs/ run it: the same objects over a clock that stands still and ids that come out the same
// each time. Not installed: no switch of hz itself fakes time.
//
// state/pinned-now says what time it is, and state/pinned-draws how often chance was asked for.
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "heads/app/operations.hpp"
#include "heads/app/person_mask.hpp"
#include "heads/app/terminal.hpp"
#include "heads/cli/cli.hpp"
#include "heads/host/clock.hpp"
#include "heads/host/keeper.hpp"

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class PinnedClock final : public hz::Clock {
 public:
  explicit PinnedClock(const std::string& state)
      : now_(hz::parse_time_of_person(text_of(state + "/pinned-now")).value_or(hz::Instant{})) {}

  [[nodiscard]] hz::Instant now() const override { return now_; }
  /// Goes on: what waits for it would wait for ever.
  [[nodiscard]] hz::Millis since_boot() const override { return hz::milliseconds_since_boot(); }
  [[nodiscard]] std::string boot_id() const override { return "00000000-0000-4000-8000-000000000000"; }

 private:
  hz::Instant now_;
};

class PinnedEntropy final : public hz::Entropy {
 public:
  explicit PinnedEntropy(std::string state) : path_(std::move(state) + "/pinned-draws") {}

  [[nodiscard]] std::string hex(std::size_t bytes) override {
    std::string hex;
    while (hex.size() < 2 * bytes) hex += hz::sha256_hex("pinned " + std::to_string(draw()));
    hex.resize(2 * bytes);
    return hex;
  }

 private:
  [[nodiscard]] unsigned draw() {
    unsigned drawn = 0;
    std::istringstream(text_of(path_)) >> drawn;
    std::ofstream(path_) << drawn + 1;
    return drawn;
  }

  std::string path_;
};

}  // namespace

int main(int argc, char** argv) {
  hz::make_private();
  if (argc > 1 && std::string_view(argv[1]) == hz::keeper_command)
    return hz::keeper_main(argc, argv, hz::TookTime::untold);
  hz::ProcessFacts facts = hz::facts_of_process();
  facts.host_name = "laptop";
  const std::string state = facts.paths.hz_home + "/state";
  const PinnedClock clock(state);
  PinnedEntropy entropy(state);
  const hz::Registry registry = hz::all_operations({facts, "cli", clock, entropy});
  return hz::run_cli(registry, argc, argv, hz::terminal_ports());
}
