#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/watch/kinds/kinds.hpp"

namespace hz {
namespace {

/// "." and ".." are resolved in the text alone, as a shell's cd does: core looks at no file.
std::string absolute(const std::string& directory, const std::string& path) {
  const std::string whole = path.front() == '/' ? path : directory + "/" + path;
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t end = std::min(whole.find('/', at), whole.size());
    const std::string_view part = std::string_view(whole).substr(at, end - at);
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (!part.empty() && part != "." && part != "..") parts.push_back(part);
    at = end + 1;
  }
  return fmt::format("/{}", fmt::join(parts, "/"));
}

}  // namespace

Error unreadable(const InputSpec& spec, std::string why, std::string fix) {
  return {ErrorKind::unavailable, fmt::format("input \"{}\" cannot be read", spec.name), std::move(why), "",
          std::move(fix)};
}

std::string bind_path(Binder& binder, const std::string& directory) {
  const auto path = binder.required_text("path");
  if (!path) return "";
  if (path->empty() || path->find('\0') != std::string::npos) {
    binder.problem("path", "the path is empty or holds a NUL",
                   "name a file, absolute or from the contract's folder");
    return "";
  }
  if (path->front() == '~') {
    binder.problem("path", "\"~\" is not expanded", "write the whole path, or one from the contract's folder");
    return "";
  }
  return absolute(directory, *path);
}

Error unreadable(const InputSpec& spec, const Error& cause) {
  return unreadable(spec, cause.why.empty() ? cause.what : fmt::format("{}: {}", cause.what, cause.why), cause.fix);
}

std::string shown_path(const InputSpec& spec) {
  return escape_for_display(text_at(spec.definition, "path").value_or(""));
}

Result<std::string> read_whole_file(const InputSpec& spec, const InputPorts& ports) {
  auto content = ports.files.read(text_at(spec.definition, "path").value_or(""), input_bytes_max);
  if (!content) return unreadable(spec, content.error());
  if (content->size > content->bytes.size()) {
    return unreadable(spec,
                      fmt::format("{} has {} bytes, and an input is at most {}.", shown_path(spec), content->size,
                                  input_bytes_max),
                      "name a smaller file");
  }
  return std::move(content->bytes);
}

std::string fingerprint_of_bytes(const std::string& read, std::uint64_t size) {
  if (read.size() == size) return sha256_hex(read);
  return fingerprint(Json{{"bytes", size}, {"start", sha256_hex(read)}});
}

std::string refusal_sentence(std::string_view text, const JsonRefusal& refusal) {
  const std::string_view reason = refusal.detail.empty() ? to_text(refusal.fault) : refusal.detail;
  return fmt::format("{}: {}.", line_and_column(text, refusal.offset), reason);
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return fmt::format("line {}, column {}", lines + 1, length_in_characters(before.substr(start)) + 1);
}

}  // namespace hz
