#include "core/event/lane_name.hpp"

#include <random>
#include <set>

#include "tests/support/catch.hpp"

using namespace hz;

namespace {

std::string component(std::string_view name) {
  const auto mapped = to_ref_component(name);
  return mapped ? *mapped : "refused";
}

}  // namespace

TEST_CASE("a name of plain characters is its own component; a colon and everything else is an escape") {
  CHECK(component("feeds-digest") == "feeds-digest");
  CHECK(component("contract:digest") == "contract=3adigest");
  CHECK(component("A") == "=41");
  CHECK(component("a/b c") == "a=2fb=20c");
  CHECK(component("é") == "=c3=a9");
  CHECK(component("a\n\x1B") == "a=0a=1b");
  CHECK(component("=3a") == "=3d3a");
  CHECK(component("\xFF") == "=ff");
}

TEST_CASE("what git, a shell or a file system would take for something else is escaped where it stands (D3, D10)") {
  CHECK(component("-x") == "=2dx");
  CHECK(component("a-") == "a-");
  CHECK(component(".hidden") == "=2ehidden");
  CHECK(component("a.") == "a=2e");
  CHECK(component(".") == "=2e");
  CHECK(component("..") == "=2e=2e");
  CHECK(component("a...b") == "a.=2e=2eb");
  CHECK(component("a.lock") == "a=2elock");
  CHECK(component("a.lock.b") == "a.lock.b");
  CHECK(component("a.locks") == "a.locks");
  CHECK(component("con") == "=63on");
  CHECK(component("nul.txt") == "=6eul.txt");
  CHECK(component("com1") == "=63om1");
  CHECK(component("lpt9.a.b") == "=6cpt9.a.b");
  CHECK(component("console") == "console");
  CHECK(component("com10") == "com10");
}

TEST_CASE("the poller's lease is no job's: a job of that name gets an escape, and the plain component names none") {
  CHECK(component("poller") == "=70oller");
  CHECK(component("poller2") == "poller2");
  CHECK(!from_ref_component("poller"));
  CHECK(from_ref_component("=70oller") == "poller");
}

TEST_CASE("a component is read back only if the mapping makes it") {
  CHECK(from_ref_component("contract=3adigest") == "contract:digest");
  const std::string other = GENERATE("", "=61", "A", "a=3", "a=", "=3A", "a=2Eb", "=zz", "-x", "a.lock", "a b", "é",
                                     "a..b", "con", "a=2d", ".", "a/b", "=0x1");
  INFO(other);
  CHECK(!from_ref_component(other));
}

TEST_CASE("an empty name and one that is too long are refused with the limit") {
  CHECK(component(std::string(250, 'x')) == std::string(250, 'x'));
  const auto empty = to_ref_component("");
  REQUIRE(!empty);
  CHECK(empty.error() == Error{ErrorKind::usage, "name \"\" cannot be kept in the ledger", "It is empty.",
                               "Nothing was written.", "choose a shorter name of [a-z0-9._-]"});
  const auto lengthy = job_lane_ref(JobName{"contract:" + std::string(240, 'x')});
  REQUIRE(!lengthy);
  CHECK(lengthy.error() ==
        Error{ErrorKind::usage,
              "name \"contract:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" cannot be kept in the ledger",
              "As a ref it takes 251 bytes (every character outside [a-z0-9._-] takes three for each of its "
              "bytes); a ref "
              "component has at most 250.",
              "Nothing was written.", "choose a shorter name of [a-z0-9._-]"});
}

TEST_CASE("names are reversible and distinct, whatever bytes they have: fixed seed (D4)") {
  std::mt19937 random{5};
  const std::vector<std::string> pieces{"a",     "A",   ".",      "-",      "/",       ":",    "=",  "lock",
                                        ".lock", "con", "poller", "é",      "e\u0301", "\xFF", "\n", "3a",
                                        "~",     "@{",  "k",      "\u212A", "_",       "0"};
  std::set<std::string> names;
  std::set<std::string> components;
  for (int i = 0; i < 20'000; ++i) {
    std::string name;
    for (auto left = 1 + random() % 5; left > 0; --left) name += pieces[random() % pieces.size()];
    const std::string mapped = component(name);
    REQUIRE(from_ref_component(mapped) == name);
    REQUIRE(mapped.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-=") == std::string::npos);
    names.insert(name);
    components.insert(mapped);
  }
  CHECK(names.size() == components.size());
}

TEST_CASE("lanes and bodies have their refs") {
  const MachineId machine{"k3v7q2m5x4ba"};
  CHECK(machine_lane_ref(machine) == "refs/heads/hz/log/k3v7q2m5x4ba/1");
  CHECK(body_ref("2026-11", machine) == "refs/heads/hz/body/2026-11/k3v7q2m5x4ba");
  const auto job = job_lane_ref(JobName{"contract:digest"});
  REQUIRE(job);
  CHECK(*job == "refs/heads/hz/lease/contract=3adigest/1");
}
