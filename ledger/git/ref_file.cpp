#include "ledger/git/ref_file.hpp"

#include <fstream>
#include <iterator>
#include <string_view>

namespace hz::git {
namespace {

constexpr std::size_t hex_digits = 2 * Oid::size;

std::string contents(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// A line "<40 hex digits> <name>", which git keeps one a ref; comments and peeled tags look otherwise.
std::optional<Oid> find_packed(std::string_view packed, const std::string& name) {
  const std::string ending = " " + name;
  while (!packed.empty()) {
    const std::size_t end = packed.find('\n');
    const std::string_view line = packed.substr(0, end);
    if (line.size() == hex_digits + ending.size() && line.substr(hex_digits) == ending)
      return Oid::from_hex(line.substr(0, hex_digits));
    packed.remove_prefix(end == std::string_view::npos ? packed.size() : end + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Oid> read_ref_file(const std::string& path, const std::string& name) {
  std::string own = contents(path + "/" + name);
  if (!own.empty() && own.back() == '\n') own.pop_back();
  if (!own.empty()) return Oid::from_hex(own);
  return find_packed(contents(path + "/packed-refs"), name);
}

bool is_known_ledger(const std::string& path) {
  return contents(path + "/config").find("[hz]\n\tledger = 1\n") != std::string::npos;
}

}  // namespace hz::git
