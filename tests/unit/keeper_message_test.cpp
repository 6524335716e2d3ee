// What passes between hz and a keeper, and what is kept of a run's output.
#include "heads/host/keeper_message.hpp"

#include "heads/host/kept_output.hpp"
#include "tests/support/catch.hpp"

using namespace hz;

namespace {

KeeperOrders orders() {
  KeeperOrders orders;
  orders.request.argv = {"./digest.sh", "", "two words", "\xff\n"};
  orders.request.directory = "/srv/\xff";
  orders.request.environment = {{"PATH", "/usr/bin"}, {"EMPTY", ""}, {"ODD", "a=b\n\xfe"}};
  orders.request.input = std::string{"a\0b", 3};
  orders.request.timeout = Millis{600'000};
  orders.request.keep_out = 10;
  orders.request.keep_err = 20;
  orders.lock_path = "/home/ada/state/runs/0a780095.lock";
  orders.grace = Millis{2'000};
  orders.umask = 027;
  return orders;
}

Frame carried(const Frame& frame) {
  FrameReader reader;
  REQUIRE(reader.feed(encode(frame)));
  auto taken = reader.take();
  REQUIRE(taken);
  return *std::move(taken);
}

}  // namespace

TEST_CASE("orders arrive as they were given, whatever bytes they hold") {
  const KeeperOrders sent = orders();
  const auto arrived = orders_of(carried(to_frame(sent)));
  REQUIRE(arrived);
  CHECK(arrived->request.argv == sent.request.argv);
  CHECK(arrived->request.directory == sent.request.directory);
  CHECK(arrived->request.environment == sent.request.environment);
  CHECK(arrived->request.input == sent.request.input);
  CHECK(arrived->request.timeout == sent.request.timeout);
  CHECK(arrived->request.keep_out == sent.request.keep_out);
  CHECK(arrived->request.keep_err == sent.request.keep_err);
  CHECK(arrived->lock_path == sent.lock_path);
  CHECK(arrived->grace == sent.grace);
  CHECK(arrived->umask == sent.umask);
}

TEST_CASE("the end of a run arrives as it was sent") {
  RunEnd sent;
  sent.how = GENERATE(RunEnd::How::exited, RunEnd::How::signalled, RunEnd::How::timed_out, RunEnd::How::not_started,
                      RunEnd::How::keeper_lost);
  sent.code = 75;
  sent.out = std::string{"\xff\0", 2};
  sent.err = "e";
  sent.out_bytes = 100'000'000;
  sent.err_bytes = 1;
  sent.took = Millis{1234};
  sent.why = "why \xff";
  const auto arrived = end_of(carried(to_frame(sent)));
  REQUIRE(arrived);
  CHECK(arrived->how == sent.how);
  CHECK(arrived->code == sent.code);
  CHECK(arrived->out == sent.out);
  CHECK(arrived->err == sent.err);
  CHECK(arrived->out_bytes == sent.out_bytes);
  CHECK(arrived->err_bytes == sent.err_bytes);
  CHECK(arrived->took == sent.took);
  CHECK(arrived->why == sent.why);
}

TEST_CASE("a frame that comes byte by byte is the same frame, and is not taken before it is whole") {
  const std::string bytes = encode(to_frame(orders()));
  FrameReader reader;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    REQUIRE_FALSE(reader.take());
    REQUIRE(reader.feed(bytes.substr(i, 1)));
  }
  const auto frame = reader.take();
  REQUIRE(frame);
  CHECK(encode(*frame) == bytes);
}

TEST_CASE("what is no frame is refused as soon as that can be told") {
  const auto refused = [](std::string_view bytes) { return !FrameReader{}.feed(bytes); };
  const auto with_header = [](std::string_view header) {
    return std::string{"hz1\n"} + static_cast<char>(header.size()) + std::string(3, '\0') + std::string{header};
  };
  CHECK(refused("h2"));
  CHECK(refused("hz2\n"));
  CHECK(refused(std::string{"hz1\n\xff\xff\xff\xff", 8}));
  CHECK(refused(with_header("{")));
  CHECK(refused(with_header("[]")));
  CHECK(refused(with_header(R"({"about":{},"parts":3})")));
  CHECK(refused(with_header(R"({"about":{},"parts":[-1]})")));
  CHECK(refused(with_header(R"({"about":{},"parts":["1"]})")));
  CHECK(refused(with_header(R"({"about":{},"parts":[1e300]})")));
  CHECK(refused(with_header(R"({"about":{},"parts":[1073741824,1]})")));
  CHECK_FALSE(refused(with_header(R"({"about":{},"parts":[1073741824]})")));
}

TEST_CASE("orders and ends with members missing or parts that do not fit are not obeyed") {
  const Frame whole = to_frame(orders());
  for (const auto& member : whole.about.items()) {
    Frame lacking = whole;
    lacking.about.erase(member.key());
    CHECK_FALSE(orders_of(lacking));
  }
  Frame short_of_one = whole;
  short_of_one.parts.pop_back();
  CHECK_FALSE(orders_of(short_of_one));

  const Frame end = to_frame(RunEnd{});
  for (const auto& member : end.about.items()) {
    Frame lacking = end;
    lacking.about.erase(member.key());
    CHECK_FALSE(end_of(lacking));
  }
  Frame unknown = end;
  unknown.about["how"] = "vanished";
  CHECK_FALSE(end_of(unknown));
}

TEST_CASE("of output the first or the last bytes are kept, and all are counted, however they come") {
  const std::string all = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t max = 0; max <= all.size() + 1; ++max) {
    for (std::size_t piece = 1; piece <= all.size(); ++piece) {
      KeptHead head{max};
      KeptTail tail{max};
      for (std::size_t at = 0; at < all.size(); at += piece) {
        head.add(std::string_view{all}.substr(at, piece));
        tail.add(std::string_view{all}.substr(at, piece));
      }
      const std::size_t kept = std::min(max, all.size());
      REQUIRE(head.seen() == all.size());
      REQUIRE(tail.seen() == all.size());
      REQUIRE(head.take() == all.substr(0, kept));
      REQUIRE(tail.take() == all.substr(all.size() - kept));
    }
  }
}
