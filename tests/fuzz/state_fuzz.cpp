// hz's own small files, as a failing disk may give them back: what is taken writes to what was taken.
#include "core/fold/witness.hpp"
#include "core/job/receipt.hpp"
#include "core/job/skips.hpp"
#include "core/watch/item.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

void check_receipt(std::string_view bytes) {
  const auto read = read_json(bytes, {.integers_only = true});
  const Json* const value = std::get_if<Json>(&read);
  if (value == nullptr) return;
  const auto receipt = Receipt::from_json(*value);
  if (!receipt) return;
  const auto again = Receipt::from_json(receipt->to_json());
  HZ_INVARIANT(again && again->to_json() == receipt->to_json(), "a receipt that was read is written as it is read");
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  switch (choose(bytes, 4)) {
    case 0:
      if (const auto witness = parse_witness(bytes))
        HZ_INVARIANT(parse_witness(witness_file(*witness)) == witness, "a witness is read again");
      return;
    case 1:
      if (const auto ranges = parse_skips_file(bytes))
        HZ_INVARIANT(parse_skips_file(skips_file(JobName{"contract:digest"}, *ranges)) == ranges,
                     "pending skips are read again");
      return;
    case 2:
      return check_receipt(bytes);
    default:
      if (const auto known = parse_observed_list(std::string(bytes))) static_cast<void>(compare({}, *known));
  }
}

}  // namespace hz
