// A job's state as bytes and back, so that a chain of years is not folded again (core/fold/thing.hpp).
#include "core/job/job_stream.hpp"

namespace hz {
namespace {

Json last_json(const std::optional<JobState::Last>& last) {
  if (!last) return nullptr;
  return {{"at", to_text(last->at)}, {"id", last->id.str()}, {"receipt", last->receipt.to_json()}};
}

/// Nothing if it is not what last_json() writes; a null is read as no receipt.
std::optional<std::optional<JobState::Last>> last_of(const Json* value) {
  using Last = std::optional<JobState::Last>;
  if (value == nullptr) return std::nullopt;
  if (value->is_null()) return Last{};
  const auto id = text_at(*value, "id");
  const auto written = text_at(*value, "at");
  const auto at = written ? parse_instant(*written) : std::nullopt;
  const Json* const data = member(*value, "receipt");
  const auto receipt = data != nullptr ? Receipt::from_json(*data) : std::nullopt;
  if (!id || !at || !receipt) return std::nullopt;
  return Last{JobState::Last{EventId(*id), *at, *receipt}};
}

Json pauses_json(const std::vector<PauseSpan>& pauses) {
  Json list = Json::array();
  for (const PauseSpan& pause : pauses) {
    list.push_back({{"by", pause.by}, {"from", to_text(pause.from)}});
    if (pause.to) list.back()["to"] = to_text(*pause.to);
  }
  return list;
}

std::optional<std::vector<PauseSpan>> pauses_of(const Json* list) {
  if (list == nullptr || !list->is_array()) return std::nullopt;
  std::vector<PauseSpan> pauses;
  for (const Json& entry : *list) {
    const auto by = text_at(entry, "by");
    const auto from = text_at(entry, "from");
    const auto begun = from ? parse_instant(*from) : std::nullopt;
    if (!by || !begun) return std::nullopt;
    const auto to = text_at(entry, "to");
    pauses.push_back({*begun, to ? parse_instant(*to) : std::nullopt, *by});
  }
  return pauses;
}

std::optional<std::vector<std::string>> texts_of(const Json* list) {
  if (list == nullptr || !list->is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Json& text : *list) {
    if (!text.is_string()) return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

}  // namespace

std::optional<std::string> Job::save(const State& state) {
  // A lease is open for as long as a run takes: the snapshot before it serves.
  if (state.lease) return std::nullopt;
  return canonical({{"anomalies", state.anomalies},
                    {"last_receipt", last_json(state.last_receipt)},
                    {"last_rendered", last_json(state.last_rendered)},
                    {"losses", state.losses},
                    {"newest_slot", state.newest_slot ? Json(to_text(*state.newest_slot)) : Json(nullptr)},
                    {"pauses", pauses_json(state.pauses)}});
}

std::optional<JobState> Job::load(std::string_view bytes) {
  const auto kept = parse_json(bytes, "snapshot");
  if (!kept) return std::nullopt;
  auto receipt = last_of(member(*kept, "last_receipt"));
  auto rendered = last_of(member(*kept, "last_rendered"));
  auto pauses = pauses_of(member(*kept, "pauses"));
  auto anomalies = texts_of(member(*kept, "anomalies"));
  const auto losses = integer_at(*kept, "losses");
  if (!anomalies || !receipt || !rendered || !pauses || !losses) return std::nullopt;
  JobState state;
  state.last_receipt = *std::move(receipt);
  state.last_rendered = *std::move(rendered);
  state.pauses = *std::move(pauses);
  state.anomalies = *std::move(anomalies);
  state.losses = static_cast<int>(*losses);
  if (const auto slot = text_at(*kept, "newest_slot")) state.newest_slot = parse_slot(*slot);
  return state;
}

}  // namespace hz
