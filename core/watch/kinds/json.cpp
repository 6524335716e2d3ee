// json: {path, pointer?, each?, key?, title?}: the value at `pointer` as one item, or, with `each` (a pointer from
// there to a list or an object), every element of it.
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "core/watch/kinds/kinds.hpp"
#include "core/watch/pointer.hpp"

namespace hz {
namespace {

void bind_pointer(Binder& binder, const char* name, Json& definition) {
  const auto text = binder.text(name);
  if (!text) return;
  if (!JsonPointer::parse(*text)) {
    binder.problem(name, fmt::format("\"{}\" is no JSON pointer", *text),
                   R"(start each step with a slash, as in "/items/0"; "" is the whole document)");
    return;
  }
  definition[name] = *text;
}

Json bind_json(Binder& binder, const std::string& directory) {
  Json definition{{"path", bind_path(binder, directory)}};
  for (const char* name : {"pointer", "each", "key", "title"}) bind_pointer(binder, name, definition);
  for (const char* name : {"key", "title"}) {
    if (definition.contains(name) && !binder.has("each")) {
      binder.problem(name, fmt::format(R"("{}" names a member of each element, and there is no "each")", name),
                     "add \"each\" with a pointer to the list");
    }
  }
  return definition;
}

/// The value that a pointer of the definition leads to from here; an absent pointer leads nowhere.
const Json* follow(const InputSpec& spec, const char* name, const Json& from) {
  const auto text = text_at(spec.definition, name);
  const auto pointer = text ? JsonPointer::parse(*text) : std::nullopt;
  return pointer ? pointer->find(from) : nullptr;
}

/// How a value reads in a key or a title; nothing for lists and objects.
std::optional<std::string> words_of(const Json* value) {
  if (value == nullptr || value->is_structured() || value->is_null()) return std::nullopt;
  return value->is_string() ? value->get<std::string>() : canonical(*value);
}

Item item_of(const InputSpec& spec, const Json& element, std::string place) {
  Item item;
  item.key = words_of(follow(spec, "key", element)).value_or(place);
  item.title = words_of(follow(spec, "title", element)).value_or(item.key);
  item.text = canonical(element);
  item.fingerprint = sha256_hex(*item.text);
  return item;
}

Error nothing_at(const InputSpec& spec, const std::string& pointer) {
  return unreadable(spec, fmt::format("{} holds nothing at \"{}\".", shown_path(spec), pointer),
                    "correct the pointer, or the file");
}

Error malformed(const InputSpec& spec, const std::string& bytes, const JsonRefusal& refusal) {
  return unreadable(spec, fmt::format("{}, {}", shown_path(spec), refusal_sentence(bytes, refusal)));
}

Result<Reading> items_of(const InputSpec& spec, const Json& list) {
  if (!list.is_structured()) {
    return unreadable(spec, "\"each\" leads to a single value, not to a list or an object.");
  }
  Reading reading;
  std::size_t index = 0;
  for (const auto& [name, element] : list.items()) {
    if (index == input_items_max) {
      reading.cuts.push_back(fmt::format("{} of {} items kept", input_items_max, list.size()));
      break;
    }
    reading.items.push_back(item_of(spec, element, list.is_array() ? std::to_string(index) : name));
    ++index;
  }
  return reading;
}

Result<Reading> read_document(const InputSpec& spec, const InputPorts& ports) {
  HZ_TRY_ASSIGN(const std::string bytes, read_whole_file(spec, ports));
  const auto read = read_json(bytes);
  if (const auto* refusal = std::get_if<JsonRefusal>(&read)) return malformed(spec, bytes, *refusal);
  const std::string pointer = text_at(spec.definition, "pointer").value_or("");
  const auto start = JsonPointer::parse(pointer);
  const Json* value = start ? start->find(std::get<Json>(read)) : nullptr;
  if (value == nullptr) return nothing_at(spec, pointer);
  const auto each = text_at(spec.definition, "each");
  if (each) {
    const Json* list = follow(spec, "each", *value);
    if (list == nullptr) return nothing_at(spec, pointer + *each);
    return items_of(spec, *list);
  }
  Reading reading;
  reading.items.push_back(item_of(spec, *value, pointer.empty() ? "document" : pointer));
  return reading;
}

}  // namespace

InputKind json_kind() {
  InputKind kind;
  kind.name = "json";
  kind.bind = bind_json;
  kind.read = read_document;
  return kind;
}

}  // namespace hz
