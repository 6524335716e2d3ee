#include "heads/host/machine_file.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/json.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

constexpr std::size_t id_length = 12;
constexpr std::string_view base32 = "abcdefghijklmnopqrstuvwxyz234567";  // RFC 4648, lower case

}  // namespace

std::string draw_machine_id(Entropy& entropy) {
  // Two hex digits give one letter: 8 of 256 values for each, so all letters are equally likely.
  const std::string hex = entropy.hex(id_length);
  std::string id;
  for (std::size_t i = 0; i < id_length; ++i) {
    id += base32[std::stoul(hex.substr(2 * i, 2), nullptr, 16) % base32.size()];
  }
  return id;
}

bool is_machine_id(std::string_view text) {
  return text.size() == id_length &&
         std::all_of(text.begin(), text.end(), [](char c) { return base32.find(c) != std::string_view::npos; });
}

Error MachineFile::damaged(std::string why) const {
  return {ErrorKind::damaged, fmt::format("{}/machine.json does not say which machine this is", state_folder_),
          std::move(why), "No new machine was made of it, and nothing was written.",
          fmt::format("take <id> from refs/heads/hz/log/<id>/1 in `git -C {} symbolic-ref HEAD`, and write "
                      R"({{"machine":"<id>","made":"1970-01-01T00:00:00.000Z","v":1}})",
                      ledger_)};
}

Result<std::optional<std::string>> MachineFile::find() const {
  HZ_TRY_ASSIGN(const auto bytes, files_.read("machine.json"));
  if (!bytes) return std::optional<std::string>{};
  const auto read = read_json(*bytes);
  const Json* value = std::get_if<Json>(&read);
  if (value == nullptr) return damaged("It is not JSON.");
  if (const auto version = integer_at(*value, "v"); version.value_or(1) > 1) {
    return Error{ErrorKind::environment, fmt::format("{}/machine.json was written by a newer hz", state_folder_),
                 fmt::format("It has version {}; this hz knows 1.", *version), "Nothing was written.",
                 "install the newer hz"};
  }
  auto id = text_at(*value, "machine");
  if (!id || !is_machine_id(*id)) return damaged("Its \"machine\" is not 12 characters of a-z and 2-7.");
  return id;
}

Result<std::string> MachineFile::find_or_make(Instant now, Entropy& entropy) {
  HZ_TRY_ASSIGN(auto id, find());
  if (id) return *std::move(id);
  return find_or_keep(draw_machine_id(entropy), now);
}

Result<std::string> MachineFile::find_or_keep(const std::string& drawn, Instant now) {
  HZ_TRY_ASSIGN(auto id, find());
  if (id) return *std::move(id);
  HZ_TRY(ensure_private_folder(state_folder_));
  HZ_TRY_ASSIGN(const auto alone, lock_file(state_folder_ + "/machine.lock", WhenHeld::wait));
  HZ_TRY_ASSIGN(id, find());  // somebody may have made it meanwhile
  if (id) return *std::move(id);
  HZ_TRY(
      files_.write("machine.json", canonical(Json{{"machine", drawn}, {"made", to_text(now)}, {"v", 1}}) + "\n"));
  return drawn;
}

}  // namespace hz
