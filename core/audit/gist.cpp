#include "core/audit/gist.hpp"

#include <cstring>

#include "core/base/invariant.hpp"

namespace hz {
namespace {

constexpr char is_packed = '\1';

// One function, fields(), names the fields of a gist in their order; a writer and a reader go over it.

class Writer {
 public:
  explicit Writer(std::string& out) : out_(out) {}

  void number(std::uint64_t value) {
    for (; value > 0x7FU; value >>= 7U) out_ += static_cast<char>((value & 0x7FU) | 0x80U);
    out_ += static_cast<char>(value);
  }
  void flag(bool value) { out_ += static_cast<char>(value ? 1 : 0); }
  void slot(Slot value) {  // zigzag: the sign goes to the lowest bit
    const std::int64_t seconds = value.time_since_epoch().count();
    number(static_cast<std::uint64_t>(seconds) << 1U ^ static_cast<std::uint64_t>(seconds >> 63U));
  }
  void text(std::string_view value) {
    number(value.size());
    out_ += value;
  }
  void name(std::string_view value) {
    const auto digest = Digest::from_hex(value);
    number((digest ? digest->bytes.size() : value.size()) + 1);
    out_ += digest ? is_packed : '\0';
    out_ += digest ? digest->view() : value;
  }
  void digest(const Digest& value) { out_ += value.view(); }
  template <class T, class Each>
  void list(const std::vector<T>& values, Each each) {
    number(values.size());
    for (const T& value : values) each(value);
  }

 private:
  std::string& out_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  void number(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(take(1)[0]);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80U) return;
    }
  }
  void flag(bool& value) { value = take(1)[0] != 0; }
  void slot(Slot& value) {
    std::uint64_t zigzag = 0;
    number(zigzag);
    value = Slot(Seconds(static_cast<std::int64_t>(zigzag >> 1U) ^ -static_cast<std::int64_t>(zigzag & 1U)));
  }
  void text(std::string_view& value) {
    std::uint64_t size = 0;
    number(size);
    value = take(size);
  }
  void name(std::string_view& value) { text(value); }
  void digest(Digest& value) {
    std::memcpy(value.bytes.data(), take(value.bytes.size()).data(), value.bytes.size());
  }
  template <class T, class Each>
  void list(std::vector<T>& values, Each each) {
    std::uint64_t size = 0;
    number(size);
    values.resize(size);
    for (T& value : values) each(value);
  }

 private:
  std::string_view take(std::size_t count) {
    HZ_INVARIANT(count <= rest_.size(), "a gist is read as it was written");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::string_view rest_;
};

template <class Archive, class G>
void receipt_fields(Archive& archive, G& gist) {
  archive.flag(gist.rendered);
  archive.flag(gist.memo_wrong);
  archive.number(gist.token);
  bool has_slot = gist.slot.has_value();
  archive.flag(has_slot);
  Slot slot = gist.slot.value_or(Slot{});
  archive.slot(slot);
  if constexpr (!std::is_const_v<G>) gist.slot = has_slot ? std::optional(slot) : std::nullopt;
  archive.text(gist.key);
  archive.name(gist.contract);
  archive.list(gist.inputs, [&](auto& input) {
    archive.text(input.name);
    archive.name(input.observed);
    archive.text(input.facets);
  });
}

template <class Archive, class G>
void fields(Archive& archive, G& gist) {
  using Kind = Gist::Kind;
  const auto skipped = [&] {
    archive.list(gist.skipped, [&](auto& skip) {
      archive.slot(skip.from);
      archive.slot(skip.to);
    });
  };
  switch (gist.kind) {
    case Kind::other:
    case Kind::daemon_paused:
    case Kind::daemon_resumed:
      break;
    case Kind::lease_acquired:
      archive.flag(gist.manual);
      archive.list(gist.slots, [&](auto& slot) { archive.slot(slot); });
      skipped();
      break;
    case Kind::lease_ended:
      archive.number(gist.token);
      break;
    case Kind::receipt:
      receipt_fields(archive, gist);
      break;
    case Kind::job_paused:
    case Kind::job_resumed:
      skipped();
      break;
    case Kind::contract_changed:
      archive.name(gist.contract);
      break;
    case Kind::source_observed:
      archive.text(gist.facets);
      break;
  }
  archive.list(gist.bodies, [&](auto& body) {
    archive.digest(body.sha256);
    archive.number(body.bytes);
  });
}

}  // namespace

void Gist::clear() {
  kind = Kind::other;
  manual = rendered = memo_wrong = false;
  token = 0;
  slot.reset();
  key = contract = facets = {};
  slots.clear();
  skipped.clear();
  inputs.clear();
  bodies.clear();
}

std::string packed_name(std::string_view name) {
  const auto digest = Digest::from_hex(name);
  return digest ? is_packed + std::string(digest->view()) : '\0' + std::string(name);
}

void write_gist(const Gist& gist, std::string& out) {
  out += static_cast<char>(gist.kind);
  Writer writer(out);
  fields(writer, gist);
}

void read_gist(std::string_view bytes, Gist& gist) {
  HZ_INVARIANT(!bytes.empty(), "a gist is read as it was written");
  gist.clear();
  gist.kind = static_cast<Gist::Kind>(bytes.front());
  Reader reader(bytes.substr(1));
  fields(reader, gist);
}

}  // namespace hz
