#include "heads/host/keeper_message.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hz {
namespace {

constexpr std::array<std::pair<RunEnd::How, std::string_view>, 5> how_names{{
    {RunEnd::How::exited, "exited"},
    {RunEnd::How::signalled, "signalled"},
    {RunEnd::How::timed_out, "timed_out"},
    {RunEnd::How::not_started, "not_started"},
    {RunEnd::How::keeper_lost, "keeper_lost"},
}};

std::string_view name_of(RunEnd::How how) {
  const auto* found =
      std::find_if(how_names.begin(), how_names.end(), [&](const auto& pair) { return pair.first == how; });
  return found->second;
}

/// Counts of a header that was written by the same hz; anything negative would be a damaged frame.
std::optional<std::uint64_t> count_at(const Json& about, std::string_view name) {
  const auto value = integer_at(about, name);
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

}  // namespace

Frame to_frame(const KeeperOrders& orders) {
  const RunRequest& request = orders.request;
  Frame frame;
  frame.about = {{"argv", request.argv.size()},
                 {"environment", request.environment.size()},
                 {"timeout", request.timeout.count()},
                 {"keep_out", request.keep_out},
                 {"keep_err", request.keep_err},
                 {"grace", orders.grace.count()},
                 {"umask", orders.umask}};
  frame.parts = {request.directory, request.input, orders.lock_path};
  for (const std::string& argument : request.argv) frame.parts.push_back(argument);
  for (const auto& [name, value] : request.environment) frame.parts.push_back(name + "=" + value);
  return frame;
}

std::optional<KeeperOrders> orders_of(Frame frame) {
  constexpr std::size_t fixed = 3;
  const auto argv = count_at(frame.about, "argv");
  const auto environment = count_at(frame.about, "environment");
  const auto timeout = count_at(frame.about, "timeout");
  const auto keep_out = count_at(frame.about, "keep_out");
  const auto keep_err = count_at(frame.about, "keep_err");
  const auto grace = count_at(frame.about, "grace");
  const auto mask = count_at(frame.about, "umask");
  if (!argv || !environment || !timeout || !keep_out || !keep_err || !grace || !mask) return std::nullopt;
  if (frame.parts.size() != fixed + *argv + *environment) return std::nullopt;

  KeeperOrders orders;
  RunRequest& request = orders.request;
  request.directory = std::move(frame.parts[0]);
  request.input = std::move(frame.parts[1]);
  orders.lock_path = std::move(frame.parts[2]);
  for (std::size_t i = 0; i < *argv; ++i) request.argv.push_back(std::move(frame.parts[fixed + i]));
  for (std::size_t i = 0; i < *environment; ++i) {
    const std::string& pair = frame.parts[fixed + *argv + i];
    const std::size_t equals = std::min(pair.find('='), pair.size());
    request.environment.emplace(pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size())));
  }
  request.timeout = Millis{static_cast<Millis::rep>(*timeout)};
  request.keep_out = *keep_out;
  request.keep_err = *keep_err;
  orders.grace = Millis{static_cast<Millis::rep>(*grace)};
  orders.umask = static_cast<mode_t>(*mask);
  return orders;
}

Frame to_frame(const RunEnd& end) {
  Frame frame;
  frame.about = {{"how", name_of(end.how)},
                 {"code", end.code},
                 {"out_bytes", end.out_bytes},
                 {"err_bytes", end.err_bytes},
                 {"took", end.took.count()}};
  frame.parts = {end.out, end.err, end.why};
  return frame;
}

std::optional<RunEnd> end_of(Frame frame) {
  constexpr std::size_t fixed = 3;
  const auto how = text_at(frame.about, "how");
  const auto code = integer_at(frame.about, "code");
  const auto out_bytes = count_at(frame.about, "out_bytes");
  const auto err_bytes = count_at(frame.about, "err_bytes");
  const auto took = count_at(frame.about, "took");
  const auto* known = std::find_if(how_names.begin(), how_names.end(),
                                   [&](const auto& pair) { return how && pair.second == *how; });
  if (known == how_names.end() || !code || !out_bytes || !err_bytes || !took || frame.parts.size() != fixed) {
    return std::nullopt;
  }
  RunEnd end;
  end.how = known->first;
  end.code = static_cast<int>(*code);
  end.out_bytes = *out_bytes;
  end.err_bytes = *err_bytes;
  end.took = Millis{static_cast<Millis::rep>(*took)};
  end.out = std::move(frame.parts[0]);
  end.err = std::move(frame.parts[1]);
  end.why = std::move(frame.parts[2]);
  return end;
}

}  // namespace hz
