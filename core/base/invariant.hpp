// Broken invariants are bugs: they end the process and say which one, so that the report names the rule.
#pragma once

namespace hz {

/// Prints "hz: broken invariant: NAME (FILE:LINE)" to stderr and aborts.
[[noreturn]] void invariant_broken(const char* name, const char* file, int line);

}  // namespace hz

/// What must hold whatever the outside world does. `name` is a sentence in the present tense.
#define HZ_INVARIANT(condition, name) \
  (static_cast<bool>(condition) ? static_cast<void>(0) : ::hz::invariant_broken(name, __FILE__, __LINE__))
