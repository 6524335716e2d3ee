#include "heads/host/tick_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/json.hpp"
#include "heads/host/lock_file.hpp"
#include "heads/host/posix.hpp"

namespace hz {
namespace {

/// Whatever is in the file, even nothing while its holder is about to write it.
TickLock::Holder holder_of(const std::string& path) {
  constexpr std::size_t enough = 4096;
  const Fd file{::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  const auto bytes = file ? read_up_to(file.get(), enough) : std::nullopt;
  const auto read = read_json(bytes.value_or(""));
  const Json* value = std::get_if<Json>(&read);
  if (value == nullptr) return {};
  return {static_cast<int>(integer_at(*value, "pid").value_or(0)), text_at(*value, "started").value_or("")};
}

}  // namespace

Result<TickLock::Taken> TickLock::take(const std::string& state_folder, const Holder& self) {
  HZ_TRY(ensure_private_folder(state_folder));
  const std::string path = state_folder + "/tick.lock";
  HZ_TRY_ASSIGN(std::optional<Fd> file, lock_file(path, WhenHeld::give_up));
  if (!file) return Taken{holder_of(path)};
  const std::string text = canonical(Json{{"pid", self.pid}, {"started", self.started}}) + "\n";
  // The text is for people; a disk too full for it is no reason to stop.
  if (::ftruncate(file->get(), 0) == 0) static_cast<void>(write_all(file->get(), text));
  return Taken{TickLock{*std::move(file)}};
}

}  // namespace hz
