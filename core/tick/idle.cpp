#include "core/tick/idle.hpp"

#include <algorithm>

#include "core/base/digest.hpp"

namespace hz {
namespace {

constexpr const char* file_name = "idle.json";

}  // namespace

std::optional<std::string> plan_basis(const TickPorts& ports, const TickSettings& settings) {
  const auto tip = ports.lane.glance();
  const auto contracts = ports.contracts.glance();
  const auto zone = ports.zones.of_person();
  if (!tip || !contracts || !zone) return std::nullopt;
  Json chores = Json::array();
  for (const Chore& chore : ports.chores) chores.push_back({{"name", chore.name}, {"needed", chore.is_needed()}});
  return fingerprint({{"chores", std::move(chores)},
                      {"contracts", *contracts},
                      {"interval", settings.interval.count()},
                      {"machine", settings.machine.str()},
                      {"tip", *tip},
                      {"tzdata", ports.zones.version()},
                      {"version", settings.by.version},
                      {"zone", (*zone)->name()}});
}

std::optional<Instant> idle_until(const JobBook& book, Instant now) {
  if (book.machine_trouble || book.machine.paused() || !book.problems.empty()) return std::nullopt;
  Instant until = now + std::chrono::days(1);
  for (const auto& [job, entry] : book.jobs) {
    const bool plain = !entry.trouble && entry.problems.empty() && !entry.state.lease && !entry.waits_for_team();
    if (!plain || (entry.has_file && !entry.contract)) return std::nullopt;
    if (!entry.contract || !entry.contract->schedule) continue;
    if (!entry.zone) return std::nullopt;
    if (const auto next = entry.contract->schedule->next(*entry.zone, now)) until = std::min(until, Instant(*next));
  }
  return until;
}

bool is_known_idle(const StateFiles& state, const std::string& basis, Instant now) {
  const auto bytes = state.read(file_name);
  if (!bytes || !*bytes) return false;
  const auto kept = parse_json(**bytes, file_name);
  if (!kept) return false;
  const auto at = parse_instant(text_at(*kept, "at").value_or(""));
  const auto until = parse_instant(text_at(*kept, "until").value_or(""));
  return at && until && text_at(*kept, "basis") == basis && *at <= now && now < *until;
}

Result<void> remember_idle(StateFiles& state, const std::string& basis, Instant now, Instant until) {
  return state.write(file_name, canonical({{"at", to_text(now)}, {"basis", basis}, {"until", to_text(until)}}));
}

}  // namespace hz
