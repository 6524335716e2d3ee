#include "core/watch/source_stream.hpp"

#include "core/fold/decoding.hpp"

namespace hz {

namespace {

using Drafts = Result<std::vector<Draft>>;

SourceFact decode_observed(const Sealed& raw) {
  Decoding members(raw);
  SourceObserved seen{
      members.text("kind"), static_cast<std::uint64_t>(members.integer("count")), {}, members.body("items")};
  const Json* facets = member(raw.data, "facets");
  if (!facets || !facets->is_object()) return members.unread("its member \"facets\" is missing or not as expected");
  for (const auto& [name, fingerprint] : facets->items()) {
    if (!fingerprint.is_string()) return members.unread("its member \"facets\" is not as expected");
    seen.facets.emplace(name, fingerprint.get<std::string>());
  }
  return members.as<SourceFact>(std::move(seen));
}

Json observed_data(const SourceObserved& seen) {
  return {{"count", seen.count},
          {"cursor", nullptr},
          {"facets", seen.facets},
          {"items", seen.items.to_json()},
          {"kind", seen.kind}};
}

}  // namespace

SourceFact Source::decode(const Sealed& raw) {
  if (auto unread = newer_than_we_read(raw)) return *std::move(unread);
  if (raw.type == "source.observed") return decode_observed(raw);
  Decoding members(raw);
  if (raw.type == "source.failed") {
    SourceFailed failed{members.text("error"), members.optional_body("output")};
    return members.as<SourceFact>(std::move(failed));
  }
  if (raw.type == "source.recovered") return SourceRecovered{};
  return members.unread("its type is not known");
}

void Source::apply(State& state, const Told<Fact>& told) {
  std::visit(Overloaded{
                 [&](const SourceObserved& seen) {
                   state.newest = SourceState::Observation{told.id, told.at, seen};
                 },
                 [&](const SourceFailed&) { state.failing = true; },
                 [&](const SourceRecovered&) { state.failing = false; },
                 [&](const NotUnderstood&) {},
             },
             told.fact);
}

Result<std::vector<Draft>> Source::decide(const State& now, const Command& command) {
  return std::visit(Overloaded{
                        [&](const SourceObserved& seen) -> Drafts {
                          std::vector<Draft> drafts;
                          if (now.failing) drafts.push_back({"source.recovered", Json::object()});
                          if (!is_unmoved(now, seen.facets))
                            drafts.push_back({"source.observed", observed_data(seen)});
                          return drafts;
                        },
                        [&](const SourceFailed& failed) -> Drafts {
                          if (now.failing) return std::vector<Draft>{};
                          Json data{{"error", failed.error}};
                          if (failed.output) data["output"] = failed.output->to_json();
                          return std::vector<Draft>{{"source.failed", std::move(data)}};
                        },
                    },
                    command);
}

bool is_unmoved(const SourceState& state, const std::map<std::string, std::string>& facets) {
  return state.newest && state.newest->seen.facets == facets;
}

std::optional<std::string> Source::save(const State& state) {
  if (!state.anomalies.empty()) return std::nullopt;  // this fold finds none
  Json newest = nullptr;
  if (state.newest) {
    newest = {{"at", to_text(state.newest->at)},
              {"data", observed_data(state.newest->seen)},
              {"id", state.newest->id.str()}};
  }
  return canonical({{"failing", state.failing}, {"newest", std::move(newest)}});
}

std::optional<SourceState> Source::load(std::string_view bytes) {
  const auto kept = parse_json(bytes, "snapshot");
  const Json* const newest = kept ? member(*kept, "newest") : nullptr;
  const Json* const failing = kept ? member(*kept, "failing") : nullptr;
  if (newest == nullptr || failing == nullptr || !failing->is_boolean()) return std::nullopt;
  SourceState state;
  state.failing = failing->get<bool>();
  if (newest->is_null()) return state;
  const auto id = text_at(*newest, "id");
  const auto at = parse_instant(text_at(*newest, "at").value_or(""));
  Sealed event;
  if (const Json* const data = member(*newest, "data")) event.data = *data;
  const SourceFact fact = decode_observed(event);
  const auto* seen = std::get_if<SourceObserved>(&fact);
  if (!id || !at || seen == nullptr) return std::nullopt;
  state.newest = SourceState::Observation{EventId(*id), *at, *seen};
  return state;
}

}  // namespace hz
