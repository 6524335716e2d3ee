// A pack's index (gitformat-pack, version 2) as bytes: which object begins where, and the CRC-32 of each entry.
// Pure; whatever the bytes are, nothing is read beyond them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "ledger/git/oid.hpp"

namespace hz::git {

class PackIndex {
 public:
  /// Nothing if the bytes are no index of version 2: of another length than its count asks for, or with a table
  /// that does not ascend. `bytes` must outlive it.
  [[nodiscard]] static std::optional<PackIndex> parse(std::string_view bytes);

  [[nodiscard]] std::uint32_t count() const { return count_; }
  /// 20 bytes.
  [[nodiscard]] std::string_view name(std::uint32_t i) const {
    return names_.substr(std::size_t{i} * Oid::size, Oid::size);
  }
  [[nodiscard]] std::uint32_t crc32(std::uint32_t i) const;
  /// Soon the name and CRC-32 of this one will be asked for: they lie anywhere in the file.
  void expect(std::uint32_t i) const {
    __builtin_prefetch(names_.data() + std::size_t{i} * Oid::size);
    __builtin_prefetch(crcs_.data() + std::size_t{i} * 4);
  }
  /// As it stands: it may lie outside of the pack.
  [[nodiscard]] std::uint64_t offset(std::uint32_t i) const;
  /// The place of this object. O(log n).
  [[nodiscard]] std::optional<std::uint32_t> find(const Oid& id) const;
  /// The SHA-1 of the pack that it is of: the pack's last 20 bytes.
  [[nodiscard]] std::string_view pack_checksum() const { return trailer_.substr(0, Oid::size); }

 private:
  PackIndex() = default;
  std::uint32_t count_ = 0;
  std::string_view fanout_, names_, crcs_, offsets_, large_offsets_, trailer_;
};

/// Where each entry begins and which of the index it is, in file order. O(n log n).
struct PackPlace {
  std::uint64_t offset = 0;
  std::uint32_t index = 0;
};
[[nodiscard]] std::vector<PackPlace> in_file_order(const PackIndex& index);

}  // namespace hz::git
