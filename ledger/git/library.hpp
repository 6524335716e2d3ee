// libgit2 as hz wants it, started when it is first needed (5 ms: an idle tick does without).
#pragma once

namespace hz::git {

/// From the first call on: every file of a repository is fsynced (without it a power cut corrupted 8 of 8
/// repositories), every object read is hashed, and no configuration of user or system is ever found (D6). Cheap to
/// call again.
void start_library();

}  // namespace hz::git
