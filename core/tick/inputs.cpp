#include "core/tick/inputs.hpp"

#include <algorithm>

#include "core/base/digest.hpp"
#include "core/watch/input.hpp"

namespace hz {

namespace {

/// The items of an earlier observation, or nothing if its list is not there any more.
Result<std::optional<std::vector<KnownItem>>> remembered(const EventId& observation, const View& view,
                                                         const Bodies& bodies) {
  HZ_TRY_ASSIGN(const Placed placed, view.find(observation.str()));
  const SourceFact fact = Source::decode(placed.event);
  const auto* seen = std::get_if<SourceObserved>(&fact);
  if (!seen) return std::optional<std::vector<KnownItem>>{};
  HZ_TRY_ASSIGN(const std::optional<BodyText> body, bodies.find(placed.event.at, seen->items));
  return body ? parse_observed_list(body->text) : std::nullopt;
}

}  // namespace

void Readings::read(const Contract& contract, bool dry) {
  for (const InputSpec& input : contract.inputs) {
    const std::string name = source_name(input);
    const InputKind* kind = find_input_kind(input.kind);
    if (readings_.contains(name) || !kind || (dry && kind->starts_a_process)) continue;
    SourceReading entry;
    entry.source = {"source", name};
    entry.kind = input.kind;
    auto reading = read_input(input, {ports_.files, &ports_.readers, settings_.environment, contract.directory});
    if (reading) {
      entry.reading = *std::move(reading);
      entry.facet = items_facet(entry.reading.items);
    } else {
      entry.failure = reading.error();
    }
    readings_.emplace(name, std::move(entry));
  }
}

const SourceReading* Readings::find(const InputSpec& input) const {
  const auto found = readings_.find(source_name(input));
  return found == readings_.end() ? nullptr : &found->second;
}

std::optional<std::string> Readings::failure(const Contract& contract) const {
  for (const InputSpec& input : contract.inputs) {
    const SourceReading* reading = find(input);
    if (reading && reading->failure) return "input " + input.name + " cannot be read: " + reading->failure->what;
  }
  return std::nullopt;
}

std::string memo_key(const Contract& contract, const Readings& readings, const std::optional<std::string>& epoch) {
  Json inputs = Json::object();
  for (const InputSpec& input : contract.inputs) {
    const SourceReading* reading = readings.find(input);
    inputs[input.name] = reading ? Json(reading->facets()) : Json::object();
  }
  return fingerprint({{"contract", contract.fingerprint},
                      {"inputs", std::move(inputs)},
                      {"epoch", epoch ? Json(*epoch) : Json(nullptr)}});
}

std::optional<std::string> epoch_of(const Contract& contract, Instant as_of) {
  return std::visit(Overloaded{
                        [](const FreshNever&) -> std::optional<std::string> { return std::nullopt; },
                        [&](const FreshEachSlot&) -> std::optional<std::string> {
                          return to_text(std::chrono::floor<Seconds>(as_of));
                        },
                        [&](const FreshFor& fresh) -> std::optional<std::string> {
                          const auto since_epoch = as_of.time_since_epoch();
                          const Instant floored{since_epoch - since_epoch % fresh.duration};
                          return to_text(std::chrono::floor<Seconds>(floored));
                        },
                    },
                    contract.fresh);
}

namespace {

Result<SeenInput> see(const InputSpec& input, const SourceReading& reading,
                      const std::optional<JobState::Last>& against, const View& view, const Bodies& bodies) {
  SeenInput result{{input.name, reading.reading.items, {}, reading.reading.cuts}, {}};
  std::vector<KnownItem> before;
  if (against && against->receipt.inputs.contains(input.name)) {
    HZ_TRY_ASSIGN(auto known, remembered(against->receipt.inputs.at(input.name).observed, view, bodies));
    if (!known)
      result.shown.cuts.emplace_back("what was known before is not there any more: everything counts as new");
    before = std::move(known).value_or(std::vector<KnownItem>{});
  }
  result.shown.news = compare(result.shown.items, before);
  HZ_TRY_ASSIGN(const Folded<Source> source, fold<Source>(view, reading.source));
  if (source.state.newest) result.seen.observed = source.state.newest->id;
  result.seen.facets = reading.facets();
  result.seen.fresh = result.shown.news.fresh.size();
  result.seen.changed = result.shown.news.changed.size();
  result.seen.gone = result.shown.news.gone.size();
  return result;
}

}  // namespace

Result<std::vector<SeenInput>> news_of_inputs(const Contract& contract, const Readings& readings,
                                              const std::optional<JobState::Last>& against, const View& view,
                                              const Bodies& bodies) {
  std::vector<SeenInput> result;
  for (const InputSpec& input : contract.inputs) {
    const SourceReading* reading = readings.find(input);
    if (!reading || reading->failure) continue;
    HZ_TRY_ASSIGN(SeenInput seen, see(input, *reading, against, view, bodies));
    result.push_back(std::move(seen));
  }
  return result;
}

}  // namespace hz
