// The keeper of one run: a process between hz and the run (decisions, Containment; D8).
//
// It is the same binary, started with the hidden command "keeper". hz holds the other end of one socket, descriptor
// 3: the orders come through it, the end of the run goes back through it, and its closing means that hz is gone,
// however it went. The keeper
//   - holds the lock of the run until nothing of the run is alive;
//   - is the subreaper of everything that the run starts, so that neither a second fork nor a new session leaves
//   it;
//   - at the timeout (on the clock that counts sleep), when hz is gone, or on SIGTERM: sends TERM to all of it,
//   after the
//     grace kills all of it;
//   - when the program itself has ended, kills what it left behind;
//   - answers only when nothing is left, or after ten seconds of trying with a `why` that says so, and then goes on
//     holding the lock until nothing is.
// On macOS there is no subreaper: the program's process group is all that is reached.
#pragma once

namespace hz {

inline constexpr const char* keeper_command = "keeper";
inline constexpr int keeper_socket = 3;

/// Whether a run's time is told, or 0 in its place: executed pages hold the same bytes each time.
enum class TookTime { told, untold };

/// The whole life of a keeper. To be called by main before anything else when argv[1] is keeper_command.
[[nodiscard]] int keeper_main(int argc, char** argv, TookTime took = TookTime::told);

}  // namespace hz
