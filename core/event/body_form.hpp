// The one form of a body's file (docs/formats/body.md): canonical JSON with media, salt and text.
#pragma once

#include <string>
#include <string_view>

#include "core/event/canonical_scan.hpp"

namespace hz {

/// True: fault_of_body_form() finds nothing. False says nothing. Seven times as fast.
[[nodiscard]] bool scan_body(std::string_view bytes, CanonicalScan& scan);
/// What is wrong with the form, as a sentence; empty if nothing is. Members that this hz does not know are no
/// fault.
[[nodiscard]] std::string fault_of_body_form(std::string_view bytes);

}  // namespace hz
