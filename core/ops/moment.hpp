// --at: every reading operation that folds events answers as of then (L12).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/kernel/operation.hpp"
#include "core/port/lane.hpp"

namespace hz {

/// The parameter, the same for all.
[[nodiscard]] Param at_param();
/// The newest state, or that as of a time ("2026-11-30T09:00Z", "2026-11-30"), an event or a commit (7 digits or
/// more).
[[nodiscard]] Result<std::shared_ptr<const View>> view_at(Lane& lane, const std::optional<std::string>& at);
/// A time that a person typed. Usage error that shows the forms.
[[nodiscard]] Result<Instant> time_of_person(const std::string& text, const std::string& parameter);

}  // namespace hz
