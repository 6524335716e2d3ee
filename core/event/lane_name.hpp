// Names of lanes as refs (S5): every name is one ref component, legal for git, reversible, and distinct from every
// other after Unicode normalisation and case folding. docs/formats/lane.md has the mapping.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/event/stream.hpp"

namespace hz {

/// One component, at most 250 bytes, of [a-z0-9._-] and escapes only. Usage error for an empty or too long name.
[[nodiscard]] Result<std::string> to_ref_component(std::string_view name);
/// The name that maps to this component, or nothing if none does.
[[nodiscard]] std::optional<std::string> from_ref_component(std::string_view component);

/// "refs/heads/hz/log/<machine>/1"
[[nodiscard]] std::string machine_lane_ref(const MachineId& machine);
/// "refs/heads/hz/lease/<mapped job>/1". Job names carry a module, so none meets the poller's lane, plain "poller".
[[nodiscard]] Result<std::string> job_lane_ref(const JobName& job);
/// "refs/heads/hz/body/<yyyy-mm>/<machine>"
[[nodiscard]] std::string body_ref(std::string_view month, const MachineId& machine);
/// Whether the ref is of that form; every other of hz is a lane.
[[nodiscard]] bool is_body_ref(std::string_view ref);

}  // namespace hz
