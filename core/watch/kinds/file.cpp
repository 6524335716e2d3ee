// file: {path}: a file, or every file that a glob names. An item's key is its path under the glob's root, its
// fingerprint the SHA-256 of its bytes; when it was written is no content.
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz {
namespace {

constexpr std::string_view wildcards = "*?";

/// The folder that keys are relative to, with its last slash: that of the file, or above the first wildcard.
std::string root_of(const std::string& path) {
  const std::size_t slash = path.rfind('/', path.find_first_of(wildcards));
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

/// Judged by its start, which is all that is kept of it.
bool is_text(const std::string& bytes) {
  const std::string start = cut(bytes, item_text_max);
  return is_utf8(start) && start.find('\0') == std::string::npos;
}

struct Budget {
  std::size_t left = input_bytes_max;
  std::uint64_t size = 0;
  std::size_t files_cut = 0;
};

Item item_of(Files::Content content, const std::string& key, Budget& budget) {
  budget.left -= content.bytes.size();
  budget.size += content.size;
  Item item;
  item.key = key;
  item.title = key;
  item.fingerprint = fingerprint_of_bytes(content.bytes, content.size);
  if (content.bytes.size() < content.size) ++budget.files_cut;
  if (is_text(content.bytes)) item.text = std::move(content.bytes);
  return item;
}

std::vector<std::string> cuts_of(const Budget& budget, bool more_files) {
  std::vector<std::string> cuts;
  if (more_files) cuts.push_back(fmt::format("the first {} files kept", input_items_max));
  if (budget.files_cut > 0) {
    cuts.push_back(fmt::format("{} of {} bytes read, {} not whole", input_bytes_max - budget.left, budget.size,
                               budget.files_cut == 1 ? "1 file" : fmt::format("{} files", budget.files_cut)));
  }
  return cuts;
}

Result<Reading> read_files(const InputSpec& spec, const InputPorts& ports) {
  const std::string path = text_at(spec.definition, "path").value_or("");
  std::vector<std::string> paths{path};
  if (path.find_first_of(wildcards) != std::string::npos) {
    auto matches = ports.files.glob(path, input_items_max);
    if (!matches) return unreadable(spec, matches.error());
    paths = *std::move(matches);
  }
  const bool more_files = paths.size() > input_items_max;
  if (more_files) paths.resize(input_items_max);

  const std::string root = root_of(path);
  Reading reading;
  Budget budget;
  for (const std::string& file : paths) {
    auto content = ports.files.read(file, budget.left);
    if (!content) return unreadable(spec, content.error());
    reading.items.push_back(
        item_of(*std::move(content), file.starts_with(root) ? file.substr(root.size()) : file, budget));
  }
  reading.cuts = cuts_of(budget, more_files);
  return reading;
}

}  // namespace

InputKind file_kind() {
  InputKind kind;
  kind.name = "file";
  kind.bind = [](Binder& binder, const std::string& directory) {
    return Json{{"path", bind_path(binder, directory)}};
  };
  kind.read = read_files;
  return kind;
}

}  // namespace hz
