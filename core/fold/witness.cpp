#include "core/fold/witness.hpp"

namespace hz {

namespace {

constexpr const char* file_name = "witness.json";
constexpr const char* damaged_name = "witness-damaged.json";

}  // namespace

std::string witness_file(const Witness& witness) {
  Json lanes = Json::object();
  for (const auto& [ref, tip] : witness) lanes[ref] = {{"count", tip.count}, {"tip", tip.commit}};
  return canonical({{"lanes", std::move(lanes)}, {"v", 1}});
}

std::optional<Witness> parse_witness(std::string_view bytes) {
  const auto file = parse_json(bytes, "witness");
  if (!file || integer_at(*file, "v") != 1) return std::nullopt;
  const Json* lanes = member(*file, "lanes");
  if (!lanes || !lanes->is_object()) return std::nullopt;
  Witness witness;
  for (const auto& [ref, entry] : lanes->items()) {
    const auto tip = text_at(entry, "tip");
    const auto count = integer_at(entry, "count");
    if (!tip || !count || *count < 0) return std::nullopt;
    witness[ref] = {*tip, static_cast<std::uint64_t>(*count)};
  }
  return witness;
}

Result<Witness> read_witness(const StateFiles& state) {
  HZ_TRY_ASSIGN(const std::optional<std::string> bytes, state.read(file_name));
  if (!bytes) return Witness{};
  if (auto witness = parse_witness(*bytes)) return *std::move(witness);
  return Error{ErrorKind::damaged, "state/witness.json is not a witness", "its bytes are not what hz writes there",
               "The ledger is as it was; whether it was shortened cannot be told from here any more.",
               "check with hz audit verify --no-witness; the next append keeps the bad file as "
               "witness-damaged.json and starts anew"};
}

Result<void> remember(StateFiles& state, const std::string& ref, const Tip& tip) {
  HZ_TRY_ASSIGN(const std::optional<std::string> bytes, state.read(file_name));
  std::optional<Witness> witness = bytes ? parse_witness(*bytes) : Witness{};
  if (!witness) {
    HZ_TRY(state.write(damaged_name, *bytes));
    witness = Witness{};
  }
  (*witness)[ref] = tip;
  return state.write(file_name, witness_file(*witness));
}

Result<bool> witness_was_damaged(const StateFiles& state) {
  HZ_TRY_ASSIGN(const std::optional<std::string> bytes, state.read(damaged_name));
  return bytes.has_value();
}

}  // namespace hz
