#include "core/contract/contract_stream.hpp"

#include <algorithm>

#include "core/fold/decoding.hpp"

namespace hz {

namespace {

using Drafts = Result<std::vector<Draft>>;

Json terms_data(const ScheduleTerms& terms, Instant from) {
  return {{"catch_up", to_text(terms.catch_up)},
          {"fingerprint", terms.fingerprint},
          {"from", to_text(from)},
          {"interval_s", terms.interval.count()},
          {"schedule", terms.schedule ? Json(*terms.schedule) : Json(nullptr)},
          {"tzdata", terms.tzdata},
          {"zone", terms.zone}};
}

ContractFact decode_changed(const Sealed& raw) {
  Decoding members(raw);
  const Instant from = members.instant("from");
  std::string fingerprint = members.text("fingerprint");
  if (const auto error = members.optional_text("error")) {
    return members.as<ContractFact>(ContractBroken{std::move(fingerprint), *error, from});
  }
  ScheduleTerms terms{std::move(fingerprint),
                      members.optional_text("schedule"),
                      members.text("zone"),
                      members.text("tzdata"),
                      members.need(parse_catch_up(members.text("catch_up")), "catch_up"),
                      Seconds{members.integer("interval_s")}};
  return members.as<ContractFact>(ContractChanged{std::move(terms), from});
}

/// Spans ascend even if the clock went back between two changes.
Instant not_before(const ContractState& state, Instant from) {
  return state.spans.empty() ? from : std::max(from, state.spans.back().from);
}

}  // namespace

std::optional<ScheduleTerms> ContractState::terms() const {
  return spans.empty() || retired ? std::nullopt : spans.back().terms;
}

ContractFact ContractHistory::decode(const Sealed& raw) {
  if (auto unread = newer_than_we_read(raw)) return *std::move(unread);
  if (raw.type == "contract.changed") return decode_changed(raw);
  Decoding members(raw);
  if (raw.type == "contract.retired") {
    const Instant from = members.instant("from");
    return members.as<ContractFact>(ContractRetired{from});
  }
  return members.unread("its type is not known");
}

void ContractHistory::apply(State& state, const Told<Fact>& told) {
  std::visit(Overloaded{
                 [&](const ContractChanged& changed) {
                   state.spans.push_back({not_before(state, changed.from), changed.terms, true});
                   state.fingerprint = changed.terms.fingerprint;
                   state.error.reset();
                   state.retired = false;
                 },
                 [&](const ContractBroken& broken) {
                   const auto good = state.terms();
                   state.spans.push_back({not_before(state, broken.from), good, false});
                   state.fingerprint = broken.fingerprint;
                   state.error = broken.error;
                   state.retired = false;
                 },
                 [&](const ContractRetired& retired) {
                   state.spans.push_back({not_before(state, retired.from), std::nullopt, true});
                   state.fingerprint.clear();
                   state.error.reset();
                   state.retired = true;
                 },
                 [&](const NotUnderstood&) {},
             },
             told.fact);
}

Result<std::vector<Draft>> ContractHistory::decide(const State& now, const Command& command) {
  return std::visit(
      Overloaded{
          [&](const ContractChanged& seen) -> Drafts {
            if (!now.error && now.terms() == seen.terms) return std::vector<Draft>{};
            return std::vector<Draft>{{"contract.changed", terms_data(seen.terms, seen.from)}};
          },
          [&](const ContractBroken& seen) -> Drafts {
            if (now.error && now.fingerprint == seen.fingerprint) return std::vector<Draft>{};
            Json data{{"error", seen.error}, {"fingerprint", seen.fingerprint}, {"from", to_text(seen.from)}};
            return std::vector<Draft>{{"contract.changed", std::move(data)}};
          },
          [&](const ContractRetired& seen) -> Drafts {
            if (now.retired || now.spans.empty()) return std::vector<Draft>{};
            return std::vector<Draft>{{"contract.retired", {{"from", to_text(seen.from)}}}};
          },
      },
      command);
}

Result<ScheduleHistory> schedule_history(const ContractState& state, const Zones& zones) {
  ScheduleHistory history;
  for (const ContractState::Span& span : state.spans) {
    ScheduleSpan entry;
    entry.from = span.from;
    entry.compiles = span.compiles;
    if (span.terms) {
      HZ_TRY_ASSIGN(entry.zone, zones.load(span.terms->zone));
      if (span.terms->schedule) {
        HZ_TRY_ASSIGN(entry.cron, Cron::parse(*span.terms->schedule));
      }
      entry.catch_up = span.terms->catch_up;
      entry.interval = span.terms->interval;
    }
    history.push_back(std::move(entry));
  }
  return history;
}

}  // namespace hz
