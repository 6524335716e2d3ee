// Bodies: the scan agrees with the reader, and a text comes back as it was sealed.
#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/event/body.hpp"
#include "core/event/body_form.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {

void fuzz::run(std::string_view bytes) {
  CanonicalScan scan;
  const std::string fault = fault_of_body_form(bytes);
  if (scan_body(bytes, scan)) HZ_INVARIANT(fault.empty(), "what the scan accepts has the form of a body");
  const auto body = read_body(bytes, {bytes.size(), sha256_hex(bytes)});
  if (fault.empty()) HZ_INVARIANT(body, "what has the form of a body is one");
  const SealedBody sealed = seal_body("text/plain", std::string(32, 'a'), repair_utf8(bytes));
  const auto again = read_body(sealed.bytes, sealed.ref);
  HZ_INVARIANT(again && again->text == repair_utf8(bytes), "a text comes back as it was sealed");
}

}  // namespace hz
