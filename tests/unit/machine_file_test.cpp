#include "heads/host/machine_file.hpp"

#include "heads/host/clock.hpp"
#include "heads/host/state_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"

using namespace hz;

namespace {

struct House {
  test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  MachineFile machine{files, "/home/ada/state", "/home/ada/data/me.git"};
};

struct OnDisk {
  test::TempFolder temp;
  DiskStateFiles files{temp.path("state")};
  MachineFile machine{files, temp.path("state"), temp.path("data/me.git")};
};

struct CountingEntropy final : Entropy {
  std::string hex(std::size_t bytes) override {
    ++calls;
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) text += i % 2 == 0 ? "1f" : "e0";
    return text;
  }
  int calls = 0;
};

const Instant made{Millis{1'796'029'330'118}};

}  // namespace

TEST_CASE("a machine is made at the first append and is the same ever after") {
  OnDisk disk;
  CountingEntropy entropy;
  REQUIRE(*disk.machine.find() == std::nullopt);
  CHECK_FALSE(std::filesystem::exists(disk.temp.path("state")));

  const auto first = disk.machine.find_or_make(made, entropy);
  REQUIRE(first);
  CHECK(*first == "7a7a7a7a7a7a");
  CHECK(disk.temp.text("state/machine.json") ==
        "{\"machine\":\"7a7a7a7a7a7a\",\"made\":\"2026-11-30T09:02:10.118Z\",\"v\":1}\n");
  CHECK(*disk.machine.find_or_make(made, entropy) == *first);
  CHECK(*disk.machine.find() == *first);
  CHECK(entropy.calls == 1);
}

TEST_CASE("machines of real entropy differ and have the form of the formats page") {
  OnDisk one;
  OnDisk two;
  SystemEntropy entropy;
  const auto first = one.machine.find_or_make(made, entropy);
  const auto second = two.machine.find_or_make(made, entropy);
  CHECK(is_machine_id(*first));
  CHECK(is_machine_id(*second));
  CHECK(*first != *second);
}

TEST_CASE("a damaged machine file is said to be damaged and is never replaced by a new machine") {
  House house;
  CountingEntropy entropy;
  struct Case {
    std::string bytes, why;
  };
  const auto [bytes, why] = GENERATE(values<Case>({
      {"", "It is not JSON."},
      {R"({"machine":"7a7a7a7a)", "It is not JSON."},
      {std::string(60, '\0'), "It is not JSON."},
      {R"({"v":1})", "Its \"machine\" is not 12 characters of a-z and 2-7."},
      {R"({"machine":"7A7a7a7a7a7a","v":1})", "Its \"machine\" is not 12 characters of a-z and 2-7."},
      {R"({"machine":"7a7a7a7a7a7","v":1})", "Its \"machine\" is not 12 characters of a-z and 2-7."},
  }));
  house.temp.file("state/machine.json", bytes);
  const Error expected{
      ErrorKind::damaged, "/home/ada/state/machine.json does not say which machine this is", why,
      "No new machine was made of it, and nothing was written.",
      "take <id> from refs/heads/hz/log/<id>/1 in `git -C /home/ada/data/me.git symbolic-ref HEAD`, and "
      R"(write {"machine":"<id>","made":"1970-01-01T00:00:00.000Z","v":1})"};
  CHECK(house.machine.find().error() == expected);
  CHECK(house.machine.find_or_make(made, entropy).error() == expected);
  CHECK(house.temp.text("state/machine.json") == bytes);
}

TEST_CASE("a machine file of a newer hz is not read as if it were ours") {
  House house;
  house.temp.file("state/machine.json", R"({"machine":"7a7a7a7a7a7a","v":2})");
  const Error expected{ErrorKind::environment, "/home/ada/state/machine.json was written by a newer hz",
                       "It has version 2; this hz knows 1.", "Nothing was written.", "install the newer hz"};
  CHECK(house.machine.find().error() == expected);
}
