#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include "heads/host/daemon_log.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temp_folder.hpp"
#include "tests/support/umask.hpp"

using namespace hz;
namespace fs = std::filesystem;

namespace {

const Instant at{Millis{1'796'029'330'118}};

void unheard(const Error& error) {
  FAIL_CHECK(error.what << ": " << error.why);
}

DaemonLog::Options small(const test::TempFolder& temp) {
  return {temp.path("log/daemon.jsonl"), 400, 3};
}

/// Lines by number, as two processes at once write them.
void write_numbered(const DaemonLog::Options& options, int first, int count) {
  DaemonLog log{options, [](const Error&) { ::_exit(1); }};
  for (int number = first; number < first + count; ++number) log.write(at, "info", "line", {{"n", number}});
}

}  // namespace

TEST_CASE("a line of the log is one JSON document with time, level and event") {
  const test::TempFolder temp;
  DaemonLog log{small(temp), unheard};
  log.write(at, "info", "tick.ended", {{"ran", 1}});
  CHECK(temp.text("log/daemon.jsonl") ==
        "{\"at\":\"2026-11-30T09:02:10.118Z\",\"event\":\"tick.ended\",\"level\":\"info\",\"ran\":1}\n");
}

TEST_CASE("bytes that are not UTF-8 are replaced, and line breaks do not make a second line") {
  const test::TempFolder temp;
  DaemonLog log{small(temp), unheard};
  log.write(at, "error", "run.failed", {{"why", "a\xff\nb"}});
  CHECK(temp.text("log/daemon.jsonl") ==
        "{\"at\":\"2026-11-30T09:02:10.118Z\",\"event\":\"run.failed\",\"level\":\"error\",\"why\":"
        "\"a\xef\xbf\xbd\\nb\"}\n");
}

TEST_CASE("members of a line that is too long are left out, and the line says so") {
  const test::TempFolder temp;
  DaemonLog log{{temp.path("daemon.jsonl")}, unheard};
  log.write(at, "info", "long", {{"text", std::string(100'000, 'x')}});
  CHECK(temp.text("daemon.jsonl") ==
        "{\"at\":\"2026-11-30T09:02:10.118Z\",\"cut_bytes\":100074,\"event\":\"long\",\"level\":\"info\"}\n");
}

TEST_CASE("every generation is 0600 and the folder 0700, whatever the umask (P4)") {
  const test::TempFolder temp;
  const test::Umask umask{static_cast<mode_t>(GENERATE(0022, 0000, 0777))};
  write_numbered(small(temp), 0, 30);
  CHECK(test::mode_of(temp.path("log")) == 0700);
  for (const char* name : {"log/daemon.jsonl", "log/daemon.1.jsonl", "log/daemon.2.jsonl"}) {
    CHECK(test::mode_of(temp.path(name)) == 0600);
    CHECK(fs::file_size(temp.path(name)) <= 400);
  }
  CHECK_FALSE(fs::exists(temp.path("log/daemon.3.jsonl")));
}

TEST_CASE("the last lines are found across generations, oldest first") {
  const test::TempFolder temp;
  write_numbered(small(temp), 0, 30);
  const auto lines = last_log_lines(small(temp), 7);
  REQUIRE(lines);
  std::vector<std::int64_t> numbers;
  for (const std::string& line : *lines) numbers.push_back(*integer_at(*parse_json(line, "log"), "n"));
  CHECK(numbers == std::vector<std::int64_t>{23, 24, 25, 26, 27, 28, 29});
  CHECK(last_log_lines(small(temp), 1000)->size() < 30);  // the oldest generation went
}

TEST_CASE("no log yet means no lines, and asking creates nothing") {
  const test::TempFolder temp;
  const auto lines = last_log_lines(small(temp), 10);
  REQUIRE(lines);
  CHECK(lines->empty());
  CHECK_FALSE(fs::exists(temp.path("log")));
}

TEST_CASE("two processes that write and rotate at once lose, double and tear no line (P4)") {
  const test::TempFolder temp;
  const DaemonLog::Options options{temp.path("log/daemon.jsonl"), 2'000, 200};
  constexpr int each = 500;
  std::vector<pid_t> children;
  for (int writer = 0; writer < 2; ++writer) {
    children.push_back(::fork());
    if (children.back() == 0) {
      write_numbered(options, writer * each, each);
      ::_exit(0);
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  const auto lines = last_log_lines(options, 10'000);
  REQUIRE(lines);
  std::set<std::int64_t> numbers;
  for (const std::string& line : *lines) numbers.insert(*integer_at(*parse_json(line, "log"), "n"));
  CHECK(lines->size() == 2 * each);
  CHECK(numbers.size() == 2 * each);
}

TEST_CASE("a log that cannot be written is said once and stops nothing") {
  const test::TempFolder temp;
  temp.file("log", "a file in the place of the folder");
  std::vector<Error> heard;
  DaemonLog log{small(temp), [&](const Error& error) { heard.push_back(error); }};
  log.write(at, "info", "one");
  log.write(at, "info", "two");
  const Error expected{ErrorKind::environment, "cannot use the folder " + temp.path("log"), "Not a directory.",
                       "Nothing was written.", "move away what is in its place: ls -ld " + temp.path("log")};
  REQUIRE(heard.size() == 1);
  CHECK(heard[0] == expected);
}

TEST_CASE("a symbolic link in the place of the log is refused, and what it points to is untouched") {
  const test::TempFolder temp;
  fs::create_directories(temp.path("log"));
  fs::create_symlink(temp.file("elsewhere", "mine"), temp.path("log/daemon.jsonl"));
  std::vector<Error> heard;
  DaemonLog log{small(temp), [&](const Error& error) { heard.push_back(error); }};
  log.write(at, "info", "one");
  REQUIRE(heard.size() == 1);
  CHECK(heard[0].why == "Too many levels of symbolic links.");
  CHECK(temp.text("elsewhere") == "mine");
  CHECK_FALSE(last_log_lines(small(temp), 10));
}
