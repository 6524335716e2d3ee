// The gist by way of the scan: leases and receipts, of which a ledger has the most. Whatever is not exactly as hz
// writes it goes through the decoders instead.
#include <array>

#include "core/audit/gist.hpp"

namespace hz {
namespace {

using Value = CanonicalScan::Value;
using Kind = CanonicalScan::Kind;

bool is_text(const Value* value) {
  return value != nullptr && value->kind == Kind::string && value->plain;
}
bool is_absent(const Value* value) {
  return value == nullptr || value->kind == Kind::null;
}

std::optional<Gist::Body> body_of(const CanonicalScan& scan, const Value& object) {
  const Value* const bytes = scan.member(object, "bytes");
  const Value* const sha256 = bytes != nullptr ? scan.member(object, "sha256") : nullptr;
  if (sha256 == nullptr || sha256->kind != Kind::string) return std::nullopt;
  const auto count = integer_of(*bytes);
  const auto digest = Digest::from_hex(sha256->text);
  if (!count || *count < 0 || !digest) return std::nullopt;
  return Gist::Body{*digest, static_cast<std::uint64_t>(*count)};
}

/// One a thread, so that its lists keep their memory.
class Scanner {
 public:
  Scanner(const CanonicalScan& scan, const ScannedEvent& event, Gist& gist)
      : scan_(scan), event_(event), gist_(gist) {}

  /// False when the decoders must be asked.
  bool make() {
    gist_.clear();
    bodies();
    if (event_.v > event_version) return true;
    const std::string_view kind = event_.stream.substr(0, event_.stream.find('/'));
    if (kind != "job") return kind != "machine" && kind != "contract" && kind != "source";
    if (event_.type == "receipt") return receipt();
    if (event_.type == "lease.acquired") return lease();
    if (event_.type == "lease.released") return released();
    return false;
  }

 private:
  [[nodiscard]] const Value* at(std::string_view name) const { return scan_.member(*event_.data, name); }

  void bodies() {
    const auto& values = scan_.values();
    const auto first = static_cast<std::size_t>(event_.data - values.data());
    for (std::size_t i = first; i < event_.data->after;) {
      const auto body = values[i].kind == Kind::object ? body_of(scan_, values[i]) : std::nullopt;
      if (body) gist_.bodies.push_back(*body);
      i = body ? values[i].after : i + 1;
    }
  }

  bool released() {
    const Value* const token = at("token");
    const auto number = token != nullptr ? integer_of(*token) : std::nullopt;
    if (!number) return false;
    gist_.kind = Gist::Kind::lease_ended;
    gist_.token = static_cast<std::uint64_t>(*number);
    return true;
  }

  bool lease() {
    const Value* const slots = at("slots");
    const Value* const ttl = at("ttl_s");
    if (!is_text(at("machine")) || !is_text(at("boot")) || !is_text(at("nonce"))) return false;
    if (ttl == nullptr || ttl->kind != Kind::number || !is_absent(at("skipped"))) return false;
    if (slots == nullptr || slots->kind != Kind::array) return false;
    bool well = true;
    scan_.each(*slots, [&](const Value& entry) {
      const auto slot = is_text(&entry) ? parse_slot(entry.text) : std::nullopt;
      well = well && slot;
      gist_.slots.push_back(slot.value_or(Slot{}));
    });
    const Value* const manual = at("manual");
    gist_.manual = !is_absent(manual);
    if (gist_.manual && (!is_text(manual) || !parse_instant(manual->text))) return false;
    gist_.kind = Gist::Kind::lease_acquired;
    return well;
  }

  bool receipt() {
    static constexpr std::array<std::string_view, 9> names{"as_of", "contract", "disposition", "epoch", "inputs",
                                                           "key",   "memo",     "slot",        "token"};
    const auto [as_of, contract, disposition, epoch, inputs, key, memo, slot, token] =
        scan_.members(*event_.data, names);
    if (!is_text(disposition) || !is_text(as_of) || !is_text(key) || !is_text(contract)) return false;
    gist_.rendered = disposition->text == "rendered";
    if (!gist_.rendered && disposition->text != "skipped" && disposition->text != "failed") return false;
    const auto number = token != nullptr ? integer_of(*token) : std::nullopt;
    if (!number) return false;
    gist_.token = static_cast<std::uint64_t>(*number);
    if (!is_absent(slot)) {
      gist_.slot = is_text(slot) ? parse_slot(slot->text) : std::nullopt;
      if (!gist_.slot) return false;
    }
    if ((!gist_.slot || as_of->text != slot->text) && !parse_slot(as_of->text) && !parse_instant(as_of->text))
      return false;
    if (!is_slots(key->text, slot)) gist_.key = key->text;
    gist_.contract = contract->text;
    gist_.kind = Gist::Kind::receipt;
    return read_inputs(inputs) && check_memo(memo, epoch);
  }

  /// "<job>@<slot>"
  [[nodiscard]] bool is_slots(std::string_view key, const Value* slot) const {
    const std::string_view job = event_.stream.substr(event_.stream.find('/') + 1);
    return gist_.slot && key.size() == job.size() + 1 + slot->text.size() && key.starts_with(job) &&
           key[job.size()] == '@' && key.ends_with(slot->text);
  }

  bool read_inputs(const Value* inputs) {
    if (is_absent(inputs)) return true;
    if (inputs->kind != Kind::object) return false;
    bool well = true;
    scan_.each(*inputs, [&](const Value& input) {
      const Value* const observed = input.kind == Kind::object ? scan_.member(input, "observed") : nullptr;
      const Value* const facets = observed != nullptr ? scan_.member(input, "facets") : nullptr;
      well = well && is_text(observed) && facets != nullptr && facets->kind == Kind::object;
      if (!well) return;
      scan_.each(*facets, [&](const Value& facet) { well = well && facet.kind == Kind::string; });
      gist_.inputs.push_back({input.key, observed->text, facets->text});
    });
    return well;
  }

  /// The memo key is the digest of canonical text, and the parts of it stand in canonical text already.
  bool check_memo(const Value* memo, const Value* epoch) {
    if (is_absent(memo)) return true;
    if (!is_text(memo) || (!is_absent(epoch) && !is_text(epoch))) return false;
    thread_local Sha256 sha256;
    thread_local std::string made;
    made.assign(R"({"contract":")").append(gist_.contract).append(R"(","epoch":)");
    if (is_absent(epoch))
      made += "null";
    else
      made.append("\"").append(epoch->text).append("\"");
    made += R"(,"inputs":{)";
    for (const Gist::Input& input : gist_.inputs) {
      if (&input != gist_.inputs.data()) made += ',';
      made.append("\"").append(input.name).append("\":").append(input.facets);
    }
    made += "}}";
    gist_.memo_wrong = Digest::from_hex(memo->text) != sha256.of(made);
    return true;
  }

  const CanonicalScan& scan_;
  const ScannedEvent& event_;
  Gist& gist_;
};

}  // namespace

void append_gist(std::string_view bytes, const CanonicalScan& scan, const ScannedEvent& event, std::string& out) {
  thread_local Gist gist;
  if (Scanner(scan, event, gist).make()) {
    write_gist(gist, out);
    return;
  }
  const auto read = read_event(bytes);
  if (read) append_gist(*read, out);  // a scanned event can be read: event_scan.hpp
}

}  // namespace hz
