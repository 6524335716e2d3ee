#include "core/tick/record.hpp"

#include "core/base/text.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

struct Written {
  Receipt receipt;
  std::optional<SealedBody> body;
};

Written write_receipt(const SlotEnd& end, const TickPorts& ports, const TickSettings& settings) {
  const ActiveRun& run = *end.run;
  const Contract& contract = run.beginning.contract;
  Written written;
  Receipt& receipt = written.receipt;
  receipt.disposition = end.disposition;
  receipt.slot = run.work().slot;
  receipt.as_of = run.work().as_of;
  receipt.key = run.work().key;
  receipt.wake = run.work().slot ? "schedule" : "manual";
  receipt.token = run.beginning.token;
  receipt.attempt = run.attempt;
  receipt.contract = contract.fingerprint;
  receipt.epoch = run.work().epoch;
  receipt.runner_kind = std::holds_alternative<CommandRunner>(contract.runner) ? "command" : "outline";
  receipt.runner_on = settings.host;
  receipt.took = end.took;
  receipt.error = end.error;
  if (run.beginning.failure) return written;  // nothing was read, so there is nothing to compare
  receipt.memo = run.work().memo;
  if (run.against) receipt.against = run.against->id;
  for (const SeenInput& input : run.inputs) receipt.inputs.emplace(input.shown.name, input.seen);
  if (end.disposition == Disposition::rendered) {
    written.body = seal_body(end.media, ports.entropy.hex(16), end.draft);
    receipt.draft = DraftRef{written.body->ref, end.media, contract.title, end.draft_cut};
  } else if (!end.output.empty()) {
    written.body = seal_body("text/plain", ports.entropy.hex(16), end.output);
    receipt.output = written.body->ref;
  }
  return written;
}

std::string outcome_text(const SlotEnd& end, const Receipt& receipt) {
  if (end.disposition == Disposition::failed) return end.error.value_or("");
  if (end.disposition == Disposition::skipped) return cut(end.output, 60);
  return news_text(receipt.inputs);
}

std::string local_of(const SlotEnd& end) {
  const SlotWork& work = end.run->work();
  return work.slot ? local_text(*end.run->beginning.zone, *work.slot) : std::string("by hand");
}

std::string commit_text(const SlotEnd& end, const Receipt& receipt) {
  const std::string outcome = outcome_text(end, receipt);
  return end.run->job().str() + " " + std::string(to_text(end.disposition)) + " " + local_of(end) +
         (outcome.empty() ? "" : ": " + outcome);
}

}  // namespace

Result<Recorded> record(const std::vector<SlotEnd>& ends, const TickPorts& ports, const TickSettings& settings) {
  std::vector<Receipt> receipts;
  std::vector<SealedBody> bodies;
  for (const SlotEnd& end : ends) {
    Written written = write_receipt(end, ports, settings);
    receipts.push_back(std::move(written.receipt));
    if (written.body) bodies.push_back(*std::move(written.body));
  }
  const Stamp stamp{ports.clock.now(), settings.by, std::nullopt};
  if (!bodies.empty()) HZ_TRY(ports.bodies.keep(stamp.at, stamp.by, bodies));
  Recorded recorded;
  HZ_TRY_ASSIGN(recorded.committed, transact(ports.lane, stamp, [&](const View&, Batch& batch) -> Result<void> {
                  recorded.lines.clear();
                  for (std::size_t i = 0; i < ends.size(); ++i) {
                    const StreamName stream = job_stream(ends[i].run->job());
                    HZ_TRY(batch.change<Job>(stream, LeaveReceipt{receipts[i], ends[i].run->is_last_slot()}));
                    batch.say(commit_text(ends[i], receipts[i]));
                    HZ_TRY_ASSIGN(const JobState* const state, batch.state<Job>(stream));
                    recorded.lines.push_back({ends[i].run->job(), receipts[i].slot, local_of(ends[i]),
                                              std::string(to_text(receipts[i].disposition)),
                                              outcome_text(ends[i], receipts[i]), state->last_receipt->id,
                                              receipts[i].draft.has_value(), receipts[i].took});
                  }
                  return ok();
                }));
  return recorded;
}

}  // namespace hz
