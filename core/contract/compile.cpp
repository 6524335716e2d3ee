#include <algorithm>
#include <fmt/format.h>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/config/source_text.hpp"
#include "core/config/yaml.hpp"
#include "core/contract/contract.hpp"
#include "core/contract/front_matter.hpp"
#include "core/contract/hz_keys.hpp"
#include "core/contract/sections.hpp"

namespace hz {
namespace {

/// Reactor's own front matter, and the dialect's kinds.
const std::vector<std::string> top_keys{"name", "kind", "id", "hz"};
const std::vector<std::string> reactor_kinds{"responsibility", "function", "gateway", "pattern", "test"};
/// Keys that people write at the top although hz reads them under hz:.
const std::vector<std::string> hz_keys{"title",    "owner",       "schedule",    "on",      "zone",    "scope",
                                       "inputs",   "runner",      "env",         "fresh",   "timeout", "retries",
                                       "catch_up", "concurrency", "idempotency", "publish", "caps"};

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string file_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

class Compiler {
 public:
  Compiler(const std::string& path, std::string_view bytes) : file_(file_name(path)), bytes_(bytes) {
    compiled_.name = contract_name_of(path);
    compiled_.path = path;
    compiled_.fingerprint = sha256_hex(bytes);
    contract_.name = compiled_.name;
    contract_.path = path;
    contract_.directory = path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
    contract_.fingerprint = compiled_.fingerprint;
    contract_.title = compiled_.name;
  }

  Compiled compile() {
    check_file_name();
    if (auto refused = refuse_text(bytes_, file_, contract_bytes_max)) {
      problems().push_back(*std::move(refused));
    } else {
      read_parts();
    }
    finish();
    return std::move(compiled_);
  }

 private:
  Problems& problems() { return compiled_.problems; }

  void problem(Place place, std::string what, std::string hint) {
    problems().push_back({Problem::Weight::error, std::move(place), std::move(what), std::move(hint)});
  }
  void warn(Place place, std::string what, std::string hint) {
    problems().push_back({Problem::Weight::warning, std::move(place), std::move(what), std::move(hint)});
  }

  void check_file_name() {
    if (file_.ends_with(".md") && is_contract_name(compiled_.name)) return;
    problem({file_, 0, 0}, "the file's name is no name of a contract",
            "name it <name>.md, the name being 1–100 of [a-z0-9._-]");
  }

  void read_parts() {
    const auto split = split_front_matter(bytes_, file_);
    if (const auto* refused = std::get_if<Problem>(&split)) {
      problems().push_back(*refused);
      return;
    }
    const auto& parts = std::get<FrontMatter>(split);
    read_front_matter(parts);
    contract_.body = std::string(parts.body);
    contract_.sections = read_sections(parts.body, file_, parts.body_line, problems());
  }

  void read_front_matter(const FrontMatter& parts) {
    if (parts.yaml.size() > yaml_bytes_max)
      return problem({file_, parts.yaml_line, 1},
                     fmt::format("the front matter is longer than {} kB", yaml_bytes_max >> 10U),
                     "what is long belongs below it, or in a file");
    Parsed parsed = read_yaml(parts.yaml, file_, parts.yaml_line);
    problems().insert(problems().end(), parsed.problems.begin(), parsed.problems.end());
    if (!parsed.root) return;
    if (const auto* map = std::get_if<Node::Map>(&parsed.root->value)) return read_top(*parsed.root, *map);
    problem(parsed.root->place, "the front matter holds no keys", "write name: and hz: there");
  }

  void read_top(const Node& root, const Node::Map& map) {
    Binder top(root, "the front matter", problems());
    read_name(top);
    contract_.id = top.text("id");
    contract_.kind = top.text("kind");
    if (contract_.kind && !contains(reactor_kinds, *contract_.kind)) {
      const std::string near = nearest(*contract_.kind, reactor_kinds);
      top.warn("kind", fmt::format("Reactor knows no kind \"{}\"", cut(*contract_.kind, 80)),
               near.empty() ? "it is kept" : fmt::format("did you mean \"{}\"?", near));
    }
    if (const Node* hz = top.node("hz")) {
      bind_hz_keys(*hz, contract_, problems());
    } else {
      problem({file_, 1, 1}, "\"hz\" is missing in the front matter, so nothing says when and how it runs",
              "add hz: with schedule and runner below it");
    }
    for (const Node::Member& member : map) {
      if (!contains(top_keys, member.key)) keep_other(member);
    }
  }

  void read_name(Binder& top) {
    if (!top.has("name"))
      return problem({file_, 1, 1}, "\"name\" is missing in the front matter",
                     fmt::format("add name: {}", compiled_.name));
    const auto name = top.text("name");
    if (!name || *name == compiled_.name) return;
    std::string fix;
    if (is_contract_name(*name)) fix = fmt::format("rename the file to {}.md", *name);
    if (is_contract_name(compiled_.name))
      fix += fmt::format("{}write name: {}", fix.empty() ? "" : ", or ", compiled_.name);
    top.problem("name", fmt::format("the name is \"{}\", the file's \"{}\"", cut(*name, 80), compiled_.name), fix);
  }

  void keep_other(const Node::Member& member) {
    contract_.others[member.key] = member.value.to_json();
    const std::string near = problems().size() < compile_problems_max ? nearest(member.key, top_keys) : "";
    warn(member.place, fmt::format("hz does not use \"{}\" here", cut(member.key, 80)),
         contains(hz_keys, member.key) ? "hz reads it under hz:"
         : near.empty()                ? "it is kept"
                                       : fmt::format("did you mean \"{}\"?", near));
  }

  void finish() {
    if (!has_error(problems())) compiled_.contract = std::move(contract_);
    sort_by_place(problems());
    if (problems().size() <= compile_problems_max) return;
    const std::size_t more = problems().size() - compile_problems_max;
    const auto weight = compiled_.contract ? Problem::Weight::warning : Problem::Weight::error;
    problems().resize(compile_problems_max);
    problems().push_back({weight, {file_, 0, 0}, fmt::format("{} more problems", more), "mend these first"});
  }

  std::string file_;
  std::string_view bytes_;
  Contract contract_;
  Compiled compiled_;
};

}  // namespace

bool is_contract_name(std::string_view name) {
  const bool allowed = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  });
  return allowed && name.size() <= 100 && name.find_first_not_of('.') != std::string_view::npos;
}

std::string contract_name_of(std::string_view path) {
  std::string name = file_name(path);
  if (name.ends_with(".md")) name.resize(name.size() - 3);
  return name;
}

Compiled compile_contract(const std::string& path, std::string_view bytes) {
  return Compiler(path, bytes).compile();
}

std::string_view to_text(Scope value) {
  return value == Scope::team ? "team" : "personal";
}

std::string slot_key(const Contract& contract, Slot slot) {
  std::string key = contract.idempotency.value_or("{job}@{slot}");
  const auto fill = [&key](std::string_view placeholder, const std::string& value) {
    for (std::size_t at = key.find(placeholder); at != std::string::npos;
         at = key.find(placeholder, at + value.size()))
      key.replace(at, placeholder.size(), value);
  };
  fill("{slot}", to_text(slot));
  fill("{job}", contract.job().str());
  return key;
}

}  // namespace hz
