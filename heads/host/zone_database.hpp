// Which zones a machine has and which one it is in: files and links only, no rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "heads/host/zones.hpp"

namespace hz {

/// Whether `name` may be looked up at all: parts of letters, digits and `+-_.` joined by `/`, none of them starting
/// with a dot, so that no name leaves the database; none that stands for a choice that nobody made.
[[nodiscard]] bool is_zone_name(std::string_view name);
/// Whether the database has a file of that name.
[[nodiscard]] bool has_zone(const ZoneSources& sources, const std::string& name);
/// Every name, sorted; without the copies under posix/ and right/.
[[nodiscard]] std::vector<std::string> zone_names(const ZoneSources& sources);

/// What TZ means: a name, or nothing when it leaves the choice to the system (unset, empty, ":", the path of
/// localtime). A leading colon and the database's own path are taken off. Config error when it names no zone of the
/// database.
[[nodiscard]] Result<std::optional<std::string>> zone_name_of_tz(const ZoneSources& sources);
/// The name of the system's zone: the target of the link localtime below the database; of a copy, the name in
/// timezone when that file has the same bytes, else a name whose file has (places of zone1970.tab first, then
/// Etc/UTC). Environment error when none fits.
[[nodiscard]] Result<std::string> zone_name_of_system(const ZoneSources& sources);
/// From the first line of tzdata.zi ("# version 2025b"), else the file +VERSION, else "unknown".
[[nodiscard]] std::string zone_data_version(const ZoneSources& sources);

}  // namespace hz
