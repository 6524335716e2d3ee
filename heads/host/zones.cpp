#include "heads/host/zones.hpp"

#include <absl/time/civil_time.h>
#include <absl/time/time.h>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "heads/host/zone_database.hpp"

namespace hz {
namespace {

const absl::CivilSecond epoch{1970};

absl::CivilSecond to_civil(Local local) {
  return epoch + local.time_since_epoch().count();
}
Local from_civil(absl::CivilSecond civil) {
  return Local{Seconds{civil - epoch}};
}
absl::Time to_time(Slot slot) {
  return absl::FromUnixSeconds(slot.time_since_epoch().count());
}
Slot from_time(absl::Time time) {
  return Slot{Seconds{absl::ToUnixSeconds(time)}};
}

class SystemZone final : public Zone {
 public:
  SystemZone(std::string name, absl::TimeZone rules) : name_(std::move(name)), rules_(rules) {}

  [[nodiscard]] const std::string& name() const override { return name_; }

  [[nodiscard]] Mapping map(Local wall_clock) const override {
    const auto info = rules_.At(to_civil(wall_clock));
    const Slot before = from_time(info.pre);
    switch (info.kind) {
      case absl::TimeZone::TimeInfo::UNIQUE:
        return {Mapping::Kind::unique, before, before};
      case absl::TimeZone::TimeInfo::SKIPPED:
        return {Mapping::Kind::skipped, before, before};
      case absl::TimeZone::TimeInfo::REPEATED:
        return {Mapping::Kind::repeated, before, from_time(info.post)};
    }
    return {Mapping::Kind::unique, before, before};
  }

  [[nodiscard]] Local local(Slot instant) const override { return from_civil(rules_.At(to_time(instant)).cs); }

  [[nodiscard]] std::optional<Slot> next_change(Slot instant) const override {
    while (const auto listed = listed_transition(instant)) {
      if (changes_offset(*listed)) return listed;
      instant = *listed;  // only the name of the time changed
    }
    return change_by_yearly_rule(instant);
  }

 private:
  [[nodiscard]] bool changes_offset(Slot at) const {
    const auto offset = [&](Slot slot) { return local(slot).time_since_epoch() - slot.time_since_epoch(); };
    return offset(at) != offset(at - Seconds{1});
  }

  [[nodiscard]] std::optional<Slot> listed_transition(Slot after) const {
    absl::TimeZone::CivilTransition transition;
    if (!rules_.NextTransition(to_time(after), &transition)) return std::nullopt;
    return from_time(rules_.At(transition.to).trans);
  }

  /// Abseil lists transitions for some 400 years after the last new rule and applies the rules beyond. The calendar
  /// repeats every 400 years and yearly rules with it, so what it would list is found in the last period that it
  /// does list. For a zone without a yearly rule that finds changes of old, none of which is one at its new place.
  [[nodiscard]] std::optional<Slot> change_by_yearly_rule(Slot instant) const {
    constexpr std::chrono::days period{146'097};
    constexpr Slot oldest = std::chrono::sys_days{std::chrono::year{1600} / 1 / 1};
    std::chrono::days back = period;
    while (instant - back > oldest && !listed_transition(instant - back)) back += period;
    for (Slot past = instant - back; past < instant - back + period;) {
      const auto listed = listed_transition(past);
      if (!listed) return std::nullopt;
      if (changes_offset(*listed + back)) return *listed + back;
      past = *listed;
    }
    return std::nullopt;
  }

  std::string name_;
  absl::TimeZone rules_;
};

class SystemZones final : public Zones {
 public:
  explicit SystemZones(ZoneSources sources) : sources_(std::move(sources)) {}

  [[nodiscard]] Result<std::shared_ptr<const Zone>> load(const std::string& name) const override {
    absl::TimeZone rules;
    // By path, so that neither TZDIR nor Abseil's built-in names have a say.
    if (has_zone(sources_, name) && absl::LoadTimeZone(sources_.zoneinfo + "/" + name, &rules)) {
      return std::shared_ptr<const Zone>{std::make_shared<SystemZone>(name, rules)};
    }
    return unknown(name);
  }

  [[nodiscard]] Result<std::shared_ptr<const Zone>> of_person() const override {
    HZ_TRY_ASSIGN(const auto chosen, zone_name_of_tz(sources_));
    if (chosen) return load(*chosen);
    HZ_TRY_ASSIGN(const std::string name, zone_name_of_system(sources_));
    return load(name);
  }

  [[nodiscard]] std::string version() const override { return zone_data_version(sources_); }

 private:
  [[nodiscard]] Error unknown(const std::string& name) const {
    const auto names = zone_names(sources_);
    if (names.empty()) {
      return {ErrorKind::environment, "this machine has no time zone data",
              fmt::format("there is no zone below {}", sources_.zoneinfo), "", "install the package tzdata"};
    }
    const std::string near = nearest(name, names);
    return {ErrorKind::config, fmt::format("time zone \"{}\" is unknown", cut(escape_for_display(name), 120)),
            fmt::format("there is no such name below {}", sources_.zoneinfo), "",
            near.empty() ? "write a name such as Europe/Berlin; old names such as US/Pacific may need the package "
                           "tzdata-legacy"
                         : fmt::format("did you mean {}?", near)};
  }

  ZoneSources sources_;
};

}  // namespace

std::unique_ptr<Zones> make_system_zones(ZoneSources sources) {
  return std::make_unique<SystemZones>(std::move(sources));
}

}  // namespace hz
