#include "heads/host/zones.hpp"

#include <filesystem>
#include <fmt/format.h>

#include "heads/host/zone_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/support/zones.hpp"

using namespace hz;
using namespace hz::test;
namespace fs = std::filesystem;

namespace {

const std::string system_database = "/usr/share/zoneinfo/";

/// A machine with a few zones of the real database.
class Machine {
 public:
  explicit Machine(const std::vector<std::string>& names = {"Europe/Berlin", "Asia/Tokyo", "Etc/UTC"}) {
    fs::create_directories(sources.zoneinfo);
    for (const std::string& name : names) add(name, name);
  }

  void add(const std::string& name, const std::string& like) const {
    const fs::path path{sources.zoneinfo + "/" + name};
    fs::create_directories(path.parent_path());
    fs::copy_file(system_database + like, path);
  }
  void link(const std::string& target) const {
    fs::create_directories(fs::path{sources.localtime}.parent_path());
    fs::remove(sources.localtime);
    fs::create_symlink(target, sources.localtime);
  }
  void copy(const std::string& name) const {
    fs::create_directories(fs::path{sources.localtime}.parent_path());
    fs::remove(sources.localtime);
    fs::copy_file(system_database + name, sources.localtime);
  }
  void note(const std::string& text) const { (void)folder.file("etc/timezone", text); }

  /// The name of the person's zone, or what, why and fix of the error, one a line.
  [[nodiscard]] std::string person(std::optional<std::string> tz = std::nullopt) const {
    ZoneSources with = sources;
    with.tz = std::move(tz);
    const auto zone = make_system_zones(with)->of_person();
    return zone ? (*zone)->name() : text(zone.error());
  }
  [[nodiscard]] std::string load(const std::string& name) const {
    const auto zone = make_system_zones(sources)->load(name);
    return zone ? (*zone)->name() : text(zone.error());
  }

  test::TempFolder folder;
  ZoneSources sources{std::nullopt, folder.path("zoneinfo"), folder.path("etc/localtime"),
                      folder.path("etc/timezone")};

 private:
  [[nodiscard]] std::string text(const Error& error) const {
    std::string all = (error.kind == ErrorKind::config ? "config: " : "environment: ") + error.what + "\n" +
                      error.why + "\n" + error.fix;
    for (std::size_t at = all.find(folder.path()); at != std::string::npos; at = all.find(folder.path())) {
      all.erase(at, folder.path().size());
    }
    return all;
  }
};

std::string offset_name(const Zone& zone, const std::string& when) {
  const auto offset = zone.local(slot(when)).time_since_epoch() - slot(when).time_since_epoch();
  return fmt::format("{:+}", offset.count());
}

}  // namespace

TEST_CASE("the person's zone is TZ when it names one") {
  Machine machine;
  machine.link(machine.sources.zoneinfo + "/Europe/Berlin");
  CHECK(machine.person("Asia/Tokyo") == "Asia/Tokyo");
  CHECK(machine.person(":Asia/Tokyo") == "Asia/Tokyo");
  CHECK(machine.person(machine.sources.zoneinfo + "/Asia/Tokyo") == "Asia/Tokyo");
  CHECK(machine.person(":/usr/share/zoneinfo/Asia/Tokyo") == "Asia/Tokyo");
}

TEST_CASE("without TZ, or with an empty one, the zone is the system's") {
  Machine machine;
  machine.link(machine.sources.zoneinfo + "/Europe/Berlin");
  CHECK(machine.person() == "Europe/Berlin");
  CHECK(machine.person("") == "Europe/Berlin");
  CHECK(machine.person(":") == "Europe/Berlin");
  CHECK(machine.person(":" + machine.sources.localtime) == "Europe/Berlin");
}

TEST_CASE("an unknown TZ is an error with its fix, never a silent UTC") {
  Machine machine;
  machine.link(machine.sources.zoneinfo + "/Europe/Berlin");
  const std::string rest =
      "\", which is no time zone of this machine\nthere is no such name below /zoneinfo\n"
      "set TZ to a name such as Europe/Berlin, or unset it to use the system's zone";
  for (const std::string tz : {"Nope/City", "CET-1CEST,M3.5.0,M10.5.0/3", "UTC0", "localtime", "Europe",
                               "../etc/localtime", "Europe/../Europe/Berlin", "/etc/passwd", "europe/berlin"}) {
    CHECK(machine.person(tz) == fmt::format("config: TZ is \"{}{}", tz, rest));
  }
  CHECK(machine.person("\x1b[2K") == "config: TZ is \"\\u{1b}[2K" + rest);
}

TEST_CASE("the system's zone is the target of the link, however it is written") {
  Machine machine;
  machine.link("../zoneinfo/Europe/Berlin");
  CHECK(machine.person() == "Europe/Berlin");
  machine.link("/usr/share/zoneinfo/Europe/Berlin");  // the database is reached by another path
  CHECK(machine.person() == "Europe/Berlin");
  fs::create_symlink(machine.sources.zoneinfo + "/Asia/Tokyo", machine.folder.path("etc/second"));
  machine.link("second");
  CHECK(machine.person() == "Asia/Tokyo");
}

TEST_CASE("a copy in place of a link has the name that /etc/timezone gives it, if the bytes agree") {
  Machine machine{{"Europe/Berlin", "Asia/Tokyo", "Etc/UTC"}};
  machine.add("Europe/Bonn", "Europe/Berlin");
  machine.copy("Europe/Berlin");
  machine.note("Europe/Bonn\n");
  CHECK(machine.person() == "Europe/Bonn");
  machine.note("Asia/Tokyo\n");  // not true: the bytes are Berlin's
  CHECK(machine.person() == "Europe/Berlin");
  machine.note("../../etc/localtime");
  CHECK(machine.person() == "Europe/Berlin");
}

TEST_CASE("a copy without a note is found by its bytes, places before aliases") {
  Machine machine{{"Europe/Berlin", "Asia/Tokyo", "Etc/UTC"}};
  machine.add("Arctic/Longyearbyen", "Europe/Berlin");
  machine.add("posix/Europe/Berlin", "Europe/Berlin");
  machine.add("Etc/UCT", "Etc/UTC");
  machine.copy("Etc/UTC");
  CHECK(machine.person() == "Etc/UTC");
  machine.copy("Europe/Berlin");
  CHECK(machine.person() == "Arctic/Longyearbyen");  // without a list of places, the first by name
  (void)machine.folder.file("zoneinfo/zone1970.tab",
                            "# comment\nDE,DK\t+5230+01322\tEurope/Berlin\tmost of Germany\n");
  CHECK(machine.person() == "Europe/Berlin");
}

TEST_CASE("a system whose zone cannot be told is an error with its fix") {
  Machine machine;
  const std::string what = "environment: the time zone of this machine cannot be told\n";
  const std::string fix =
      "\nset TZ to a name such as Europe/Berlin, or link /etc/localtime to a file below /zoneinfo";
  CHECK(machine.person() == what + "/etc/localtime cannot be read" + fix);
  machine.copy("America/New_York");
  CHECK(machine.person() ==
        what + "/etc/localtime is no link, and no file below /zoneinfo has the same bytes" + fix);
  machine.link(machine.sources.zoneinfo + "/Europe/Nowhere");
  CHECK(machine.person() ==
        what + "/etc/localtime points to /zoneinfo/Europe/Nowhere, which is no zone below /zoneinfo" + fix);
  machine.link("localtime");
  CHECK(machine.person() == what + "/etc/localtime cannot be read" + fix);
  CHECK(machine.person("Asia/Tokyo") == "Asia/Tokyo");
}

TEST_CASE("only names within the database are zones") {
  Machine machine;
  (void)machine.folder.file("outside", "TZif2");
  (void)machine.folder.file("zoneinfo/tzdata.zi", "# version 2025b\n");
  (void)machine.folder.file("zoneinfo/Broken", "TZif2 and no more");
  machine.add("Factory", "Etc/UTC");
  CHECK(machine.load("Europe/Berlin") == "Europe/Berlin");
  CHECK(machine.load("Europe/Berln") ==
        "config: time zone \"Europe/Berln\" is unknown\nthere is no such name below /zoneinfo\ndid you mean "
        "Europe/Berlin?");
  CHECK(machine.load("Mars/Olympus_Mons") ==
        "config: time zone \"Mars/Olympus_Mons\" is unknown\nthere is no such name below /zoneinfo\n"
        "write a name such as Europe/Berlin; old names such as US/Pacific may need the package tzdata-legacy");
  const std::string refused =
      GENERATE("", "/", ".", "..", "../outside", "Europe/../../outside", "/etc/localtime", "Europe", "Europe/",
               "Europe//Berlin", "./Europe/Berlin", "tzdata.zi", "Broken", "Factory", "localtime", "posixrules",
               "Fixed/UTC+01:00:00", "file:Europe/Berlin", "Europe/Berlin ", "Europe/Berlin\n");
  INFO(refused);
  CHECK(machine.load(refused).rfind("config: time zone ", 0) == 0);
}

TEST_CASE("a machine without zone data says what to install") {
  Machine machine{{}};
  CHECK(machine.load("UTC") ==
        "environment: this machine has no time zone data\nthere is no zone below /zoneinfo\ninstall the package "
        "tzdata");
}

TEST_CASE("the version of the zone data is told, or that it is unknown") {
  Machine machine;
  const auto version = [&] { return make_system_zones(machine.sources)->version(); };
  CHECK(version() == "unknown");
  (void)machine.folder.file("zoneinfo/+VERSION", "2024a\n");
  CHECK(version() == "2024a");
  (void)machine.folder.file("zoneinfo/tzdata.zi",
                            "# version 2025b\n# This zic input file is in the public domain.\n");
  CHECK(version() == "2025b");
}

TEST_CASE("a wall-clock time is unique, skipped with the offset before the gap, or repeated") {
  const Zone& berlin = zone("Europe/Berlin");
  const auto map = [&](const std::string& wall) { return berlin.map(Local{slot(wall).time_since_epoch()}); };
  using Kind = Zone::Mapping::Kind;
  CHECK(map("2026-07-01T12:00Z").kind == Kind::unique);
  CHECK(to_text(map("2026-07-01T12:00Z").first) == "2026-07-01T10:00:00Z");
  CHECK(map("2026-03-29T02:30Z").kind == Kind::skipped);
  CHECK(to_text(map("2026-03-29T02:30Z").first) == "2026-03-29T01:30:00Z");
  CHECK(to_text(map("2026-03-29T03:00Z").first) == "2026-03-29T01:00:00Z");
  CHECK(map("2026-10-25T02:30Z").kind == Kind::repeated);
  CHECK(to_text(map("2026-10-25T02:30Z").first) == "2026-10-25T00:30:00Z");
  CHECK(to_text(map("2026-10-25T02:30Z").second) == "2026-10-25T01:30:00Z");
}

TEST_CASE("summer time goes on after 2037, for ever") {
  CHECK(offset_name(zone("Europe/Berlin"), "2040-07-01") == "+7200");
  CHECK(offset_name(zone("Europe/Berlin"), "2040-01-01") == "+3600");
  CHECK(offset_name(zone("Europe/Berlin"), "9999-07-01") == "+7200");
}

TEST_CASE("the next change of offset is found in the past, near, and beyond what the data lists") {
  const auto next = [](const std::string& name, const std::string& after) {
    const auto change = zone(name).next_change(slot(after));
    return change ? to_text(*change) : "never";
  };
  CHECK(next("Europe/Berlin", "2026-01-01") == "2026-03-29T01:00:00Z");
  CHECK(next("Europe/Berlin", "2026-03-29T00:59:59Z") == "2026-03-29T01:00:00Z");
  CHECK(next("Europe/Berlin", "2026-03-29T01:00:00Z") == "2026-10-25T01:00:00Z");
  CHECK(next("Europe/Berlin", "0000-01-01") == "1893-03-31T23:06:32Z");
  CHECK(next("Europe/Berlin", "2426-01-01") == "2426-03-29T01:00:00Z");
  CHECK(next("Europe/Berlin", "9626-01-01") == "9626-03-29T01:00:00Z");
  CHECK(next("Europe/Berlin", "9626-03-29T01:00:00Z") == "9626-10-25T01:00:00Z");
  CHECK(next("Asia/Tokyo", "2026-01-01") == "never");
  CHECK(next("UTC", "0000-01-01") == "never");
  CHECK(next("Pacific/Apia", "2011-12-01") == "2011-12-30T10:00:00Z");
  CHECK(next("Pacific/Apia", "2026-01-01") == "never");
}

TEST_CASE("no change of offset is passed over") {
  for (const char* name :
       {"Africa/Casablanca", "America/Sao_Paulo", "Asia/Gaza", "Europe/Dublin", "America/New_York"}) {
    const Zone& place = zone(name);
    const auto offset = [&](Slot at) { return place.local(at).time_since_epoch() - at.time_since_epoch(); };
    for (const char* start : {"1925-01-01", "2020-01-01", "2080-01-01", "2430-01-01", "7000-01-01"}) {
      Slot at = slot(start);
      auto change = place.next_change(at);
      for (int hour = 0; hour < 10 * 366 * 24; ++hour, at += std::chrono::hours{1}) {
        const bool moved = offset(at) != offset(at + std::chrono::hours{1});
        const bool told = change && *change > at && *change <= at + std::chrono::hours{1};
        if (moved != told) FAIL(name << ": a change is missing or made up after " << to_text(at));
        if (told) change = place.next_change(*change);
      }
    }
  }
}
