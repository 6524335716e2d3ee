#include "ledger/audit/lane_trees.hpp"

#include <string_view>

namespace hz {
namespace {

constexpr std::size_t id_bytes_in_name = 8;

void add_hex(std::string& out, unsigned byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += digits[byte >> 4U & 15U];
  out += digits[byte & 15U];
}

void add_oid(std::string& out, const git::Oid& id) {
  out.append(reinterpret_cast<const char*>(id.data()), git::Oid::size);
}

void add_folder(std::string& out, std::uint64_t step, const git::Oid& id) {
  out += "40000 ";
  add_hex(out, static_cast<unsigned>(step & 255U));
  out += '\0';
  add_oid(out, id);
}

}  // namespace

void LaneTrees::add(std::uint64_t number, const Digest& id, const git::Oid& blob, const Closed& closed) {
  if ((number & 255U) == 0 && !leaf_.empty()) {
    const git::Oid leaf = hasher_.name_of("tree", leaf_);
    add_folder(middle_, number_ >> 8U, leaf);
    leaf_.clear();
    if (closed) closed(leaf);
    if ((number & 0xFFFFU) == 0) {
      const git::Oid middle = hasher_.name_of("tree", middle_);
      add_folder(events_, number_ >> 16U, middle);
      middle_.clear();
      if (closed) closed(middle);
    }
  }
  number_ = number;
  leaf_ += "100644 ";
  add_hex(leaf_, static_cast<unsigned>(number & 255U));
  leaf_ += '-';
  for (std::size_t i = 0; i < id_bytes_in_name; ++i) add_hex(leaf_, id.bytes[i]);
  leaf_.append(".json\0", 6);
  add_oid(leaf_, blob);
}

git::Oid LaneTrees::name_with(std::string& entries, std::uint64_t step, const git::Oid& inner) {
  const std::size_t size = entries.size();
  add_folder(entries, step, inner);
  const git::Oid name = hasher_.name_of("tree", entries);
  entries.resize(size);
  return name;
}

LaneTrees::Names LaneTrees::names() {
  Names names;
  names.leaf = hasher_.name_of("tree", leaf_);
  names.middle = name_with(middle_, number_ >> 8U, names.leaf);
  names.events = name_with(events_, number_ >> 16U, names.middle);
  std::string root("40000 events\0", 13);
  add_oid(root, names.events);
  names.root = hasher_.name_of("tree", root);
  return names;
}

}  // namespace hz
