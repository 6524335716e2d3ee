// The end of hz in the middle of something, as a test sees it: a fake throws this where a kill -9 would have
// fallen. A test catches it, throws away everything that was in memory, and starts again on what is durable.
#pragma once

namespace hz::test {

struct SimulatedCrash {};

}  // namespace hz::test
