// Events: what is read is what was written, the scan agrees with the reader, and every fold takes every event.
#include "core/audit/gist.hpp"
#include "core/base/digest.hpp"
#include "core/contract/contract_stream.hpp"
#include "core/event/event_scan.hpp"
#include "core/job/job_stream.hpp"
#include "core/job/machine_stream.hpp"
#include "core/watch/source_stream.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace hz {
namespace {

/// Members of the envelope that this hz writes; one that it does not know is kept in the bytes, but not sealed
/// again.
bool is_all_ours(const Sealed& event) {
  const Json whole = Json::parse(event.bytes);
  return event.version == event_version && whole.size() == (event.note ? 10U : 9U) && whole["by"].size() == 4;
}

void check_sealed_again(const Sealed& event) {
  if (event.seq == 0 || !is_all_ours(event) || event.bytes.size() > event_bytes_written_max) return;
  const auto again = seal({event.at, event.by, event.main}, event.stream, {event.seq - 1, event.prev},
                          {event.type, event.data, event.note});
  HZ_INVARIANT(again && again->bytes == event.bytes && again->id == event.id,
               "an event that was read seals to the same bytes");
}

template <Thing T>
void fold_one(const Sealed& event) {
  Folded<T> folded;
  step<T>(folded, event);
  HZ_INVARIANT(folded.head.seq == event.seq, "a fold takes every event");
}

void check_scan(std::string_view bytes, const Result<Sealed>& read) {
  CanonicalScan scan;
  ScannedEvent event;
  if (!scan_event(bytes, scan, event)) return;
  HZ_INVARIANT(read, "what the scan accepts, the reader accepts");
  HZ_INVARIANT(read->seq == event.seq && read->stream.str() == event.stream && read->type == event.type &&
                   read->at == event.at && read->note == event.note && read->version == event.v,
               "the scan reads what the reader reads");
  std::string decoded;
  std::string scanned;
  append_gist(*read, decoded);
  append_gist(bytes, scan, event, scanned);
  HZ_INVARIANT(decoded == scanned, "the gist by way of the scan is the gist by way of the decoders");
}

}  // namespace

void fuzz::run(std::string_view bytes) {
  const auto event = read_event(bytes);
  check_scan(bytes, event);
  if (!event) return;
  HZ_INVARIANT(event->bytes == bytes && event->id.str() == sha256_hex(bytes), "an event's id is that of its bytes");
  HZ_INVARIANT(canonical(Json::parse(event->bytes)) == bytes, "an event is canonical");
  check_sealed_again(*event);
  fold_one<Job>(*event);
  fold_one<ContractHistory>(*event);
  fold_one<Machine>(*event);
  fold_one<Source>(*event);
}

}  // namespace hz
