#include "core/job/receipt.hpp"

namespace hz {

namespace {

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

std::uint64_t count_at(const Json& object, std::string_view name) {
  const auto found = integer_at(object, name);
  return found && *found > 0 ? static_cast<std::uint64_t>(*found) : 0;
}

}  // namespace

std::string_view to_text(Disposition value) {
  switch (value) {
    case Disposition::rendered:
      return "rendered";
    case Disposition::skipped:
      return "skipped";
    case Disposition::failed:
      return "failed";
  }
  return "failed";
}

std::optional<Disposition> parse_disposition(std::string_view text) {
  for (const Disposition value : {Disposition::rendered, Disposition::skipped, Disposition::failed}) {
    if (text == to_text(value)) return value;
  }
  return std::nullopt;
}

Json InputSeen::to_json() const {
  return {{"changed", changed}, {"facets", facets}, {"gone", gone}, {"new", fresh}, {"observed", observed.str()}};
}

std::optional<InputSeen> InputSeen::from_json(const Json& value) {
  const auto observed = text_at(value, "observed");
  const Json* facets = member(value, "facets");
  if (!observed || !facets || !facets->is_object()) return std::nullopt;
  InputSeen seen{
      EventId{*observed}, {}, count_at(value, "new"), count_at(value, "changed"), count_at(value, "gone")};
  for (const auto& [name, fingerprint] : facets->items()) {
    if (!fingerprint.is_string()) return std::nullopt;
    seen.facets.emplace(name, fingerprint.get<std::string>());
  }
  return seen;
}

Json DraftRef::to_json() const {
  Json data{{"bytes", body.bytes}, {"media", media}, {"sha256", body.sha256}, {"title", title}};
  if (cut > 0) data["cut"] = cut;
  return data;
}

std::optional<DraftRef> DraftRef::from_json(const Json& value) {
  const auto body = BodyRef::from_json(value);
  const auto media = text_at(value, "media");
  const auto title = text_at(value, "title");
  if (!body || !media || !title) return std::nullopt;
  return DraftRef{*body, *media, *title, count_at(value, "cut")};
}

Json Receipt::to_json() const {
  Json seen = Json::object();
  for (const auto& [name, input] : inputs) seen[name] = input.to_json();
  Json data{{"against", against ? Json(against->str()) : Json(nullptr)},
            {"as_of", slot ? hz::to_text(*slot) : hz::to_text(as_of)},
            {"attempt", attempt},
            {"contract", contract},
            {"cost", cost_micro_usd ? Json(*cost_micro_usd) : Json(nullptr)},
            {"disposition", hz::to_text(disposition)},
            {"draft", draft ? draft->to_json() : Json(nullptr)},
            {"epoch", text_or_null(epoch)},
            {"inputs", std::move(seen)},
            {"key", key},
            {"memo", text_or_null(memo)},
            {"runner", {{"kind", runner_kind}, {"on", runner_on}}},
            {"slot", slot ? Json(hz::to_text(*slot)) : Json(nullptr)},
            {"token", token},
            {"took_ms", took.count()},
            {"wake", wake}};
  // Members of an outcome that most receipts do not have are absent, not null.
  if (error) data["error"] = *error;
  if (output) data["output"] = output->to_json();
  return data;
}

std::optional<Receipt> Receipt::from_json(const Json& data) {
  Receipt receipt;
  const auto disposition = parse_disposition(text_at(data, "disposition").value_or(""));
  const auto as_of = text_at(data, "as_of");
  const auto key = text_at(data, "key");
  const auto token = integer_at(data, "token");
  if (!disposition || !as_of || !key || !token) return std::nullopt;
  receipt.disposition = *disposition;
  receipt.key = *key;
  receipt.token = static_cast<std::uint64_t>(*token);
  const auto whole = parse_slot(*as_of);
  const auto exact = parse_instant(*as_of);
  if (!whole && !exact) return std::nullopt;
  receipt.as_of = whole ? Instant{*whole} : *exact;
  if (const auto slot = text_at(data, "slot")) {
    receipt.slot = parse_slot(*slot);
    if (!receipt.slot) return std::nullopt;
  }
  receipt.wake = text_at(data, "wake").value_or("schedule");
  receipt.attempt = static_cast<int>(integer_at(data, "attempt").value_or(1));
  receipt.contract = text_at(data, "contract").value_or("");
  receipt.epoch = text_at(data, "epoch");
  receipt.memo = text_at(data, "memo");
  if (const auto against = text_at(data, "against")) receipt.against = EventId{*against};
  if (const Json* draft = member(data, "draft")) receipt.draft = DraftRef::from_json(*draft);
  if (const Json* runner = member(data, "runner")) {
    receipt.runner_kind = text_at(*runner, "kind").value_or("");
    receipt.runner_on = text_at(*runner, "on").value_or("");
  }
  receipt.cost_micro_usd = integer_at(data, "cost");
  receipt.took = Millis{integer_at(data, "took_ms").value_or(0)};
  receipt.error = text_at(data, "error");
  if (const Json* output = member(data, "output")) receipt.output = BodyRef::from_json(*output);
  const Json* inputs = member(data, "inputs");
  if (inputs && inputs->is_object()) {
    for (const auto& [name, value] : inputs->items()) {
      auto seen = InputSeen::from_json(value);
      if (!seen) return std::nullopt;
      receipt.inputs.emplace(name, *std::move(seen));
    }
  }
  return receipt;
}

std::string slot_key(const JobName& job, Slot slot) {
  return job.str() + "@" + to_text(slot);
}

std::string manual_key(const JobName& job, Instant asked) {
  return job.str() + "@manual:" + std::to_string(asked.time_since_epoch().count());
}

}  // namespace hz
