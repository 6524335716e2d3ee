#include <algorithm>
#include <fmt/format.h>

#include "core/kernel/operation.hpp"

namespace hz {

std::string operations_table(const Registry& registry) {
  std::size_t width = std::string_view{"operation"}.size();
  for (const auto& [name, operation] : registry.all()) width = std::max(width, name.size());

  const auto line = [width](std::string_view name, std::string_view reach, const auto& shown) {
    std::string text = fmt::format("{:<{}}  {:<9}  {:<3}  {:<3}  {:<4}  {:<3}", name, width, reach, shown("cli"),
                                   shown("mcp"), shown("rest"), shown("web"));
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  };
  std::string out = line("operation", "reach", [](std::string_view head) { return head; });
  for (const auto& [name, operation] : registry.all()) {
    const Heads heads = operation.heads;
    out += line(name, to_text(operation.reach), [&heads](std::string_view head) -> std::string_view {
      const bool on = head == "cli"    ? heads.cli
                      : head == "mcp"  ? heads.mcp
                      : head == "rest" ? heads.rest
                                       : heads.web;
      return on ? "x" : "-";
    });
  }
  return out;
}

}  // namespace hz
