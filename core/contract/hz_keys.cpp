#include "core/contract/hz_keys.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

#include "core/base/text.hpp"
#include "core/config/settings.hpp"

namespace hz {
namespace {

constexpr std::size_t title_max = 200;  ///< characters
constexpr Millis timeout_default = std::chrono::minutes(10);
constexpr Millis timeout_max = std::chrono::hours(24);
constexpr Millis fresh_min = std::chrono::minutes(1);
constexpr Millis fresh_max = std::chrono::hours(24 * 366);
constexpr std::int64_t retries_max = 10;
constexpr const char* runner_example = "runner: {command: [./digest.sh]}";

bool consists_of(std::string_view text, std::string_view extra) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           extra.find(c) != std::string_view::npos;
  });
}

/// "Europe/Berlin", "UTC", "Etc/GMT+5". A shape that never leaves the zone database's folder: no dots, no leading
/// slash.
bool is_zone_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 && text.front() != '/' && text.back() != '/' &&
         text.find("//") == std::string_view::npos && consists_of(text, "_+-/");
}

bool is_variable_name(std::string_view text) {
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && consists_of(text, "_");
}

class Keys {
 public:
  Keys(const Node& hz, Contract& contract, Problems& problems)
      : hz_(hz, "hz:", problems), contract_(contract), problems_(problems) {}

  void bind() {
    bind_who_and_when();
    bind_inputs_and_runner();
    bind_env();
    bind_fresh();
    bind_limits();
    bind_without_effect();
    hz_.finish();
  }

 private:
  void bind_who_and_when() {
    if (auto title = hz_.text("title")) take_title(*std::move(title));
    if (const auto owner = hz_.text("owner")) {
      contract_.owner = parse_label(*owner);
      if (!contract_.owner) hz_.problem("owner", "an owner is a person's name", "write 1–64 of [a-z0-9._-]");
    }
    if (const auto schedule = hz_.text("schedule")) take_schedule(*schedule);
    if (const auto zone = hz_.text("zone")) {
      if (is_zone_name(*zone))
        contract_.zone = *zone;
      else
        hz_.problem("zone", fmt::format("\"{}\" is no name of a time zone", cut(*zone, 80)),
                    "write one such as Europe/Berlin, or leave it out for your own");
    }
    if (const auto scope = hz_.one_of("scope", {"personal", "team"}))
      contract_.scope = *scope == "team" ? Scope::team : Scope::personal;
  }

  void take_title(std::string title) {
    const bool one_line = title.find_first_of("\r\n") == std::string::npos;
    if (!title.empty() && one_line && length_in_characters(title) <= title_max) {
      contract_.title = std::move(title);
    } else {
      hz_.problem("title", fmt::format("a title is one line of 1 to {} characters", title_max), "");
    }
  }

  void take_schedule(const std::string& text) {
    auto cron = Cron::parse(text);
    if (cron) {
      contract_.schedule = *std::move(cron);
      return;
    }
    const Error& error = cron.error();
    hz_.problem("schedule", error.why.empty() ? error.what : error.what + ": " + error.why, error.fix);
  }

  void bind_inputs_and_runner() {
    const Node* inputs = hz_.node("inputs");
    if (inputs != nullptr) contract_.inputs = bind_inputs(*inputs, contract_.directory, problems_);
    const auto* list = inputs == nullptr ? nullptr : std::get_if<Node::List>(&inputs->value);
    has_inputs_ = inputs != nullptr && (list == nullptr || !list->empty());
    if (const Node* runner = hz_.node("runner")) return take_runner(*runner);
    if (has_inputs_) return;
    hz_.problem("runner", "there is nothing to do: neither \"runner\" nor \"inputs\" stands under hz:",
                fmt::format("add {}, or inputs for the outline", runner_example));
  }

  void take_runner(const Node& runner) {
    if (std::holds_alternative<Node::Map>(runner.value)) return take_command(runner);
    const auto* name = std::get_if<std::string>(&runner.value);
    if (name == nullptr || *name != "outline") {
      hz_.problem(
          "runner",
          fmt::format("a runner is outline or a command, not {}",
                      name != nullptr ? fmt::format("\"{}\"", cut(*name, 80)) : std::string(runner.kind_of())),
          fmt::format("write runner: outline, or {}", runner_example));
    } else if (!has_inputs_) {
      hz_.problem("runner", "an outline needs inputs, and there are none under hz:",
                  fmt::format("add inputs, or write {}", runner_example));
    }
  }

  void take_command(const Node& runner) {
    Binder binder(runner, "runner", problems_);
    const auto command = binder.texts("command");
    binder.finish();
    if (command && (command->empty() || command->front().empty()))
      binder.problem("command", "the command is empty", runner_example);
    if (!binder.has("command")) binder.problem("command", "\"command\" is missing under runner", runner_example);
    if (command) contract_.runner = CommandRunner{*command};
  }

  void bind_env() {
    const Node* env = hz_.node("env");
    if (env == nullptr) return;
    const auto* map = std::get_if<Node::Map>(&env->value);
    if (map == nullptr)
      return hz_.problem("env", fmt::format("\"env\" under hz: must be a table, not {}", env->kind_of()),
                         "write NAME: value, one a line");
    for (const Node::Member& member : *map) take_variable(member);
  }

  void take_variable(const Node::Member& member) {
    const auto refuse = [&](const Place& place, std::string what, std::string hint) {
      problems_.push_back({Problem::Weight::error, place, std::move(what), std::move(hint)});
    };
    const auto* value = std::get_if<std::string>(&member.value.value);
    const std::string name = cut(member.key, 80);
    if (!is_variable_name(member.key))
      return refuse(member.place, fmt::format("\"{}\" is no name of a variable", name),
                    "write letters, digits and _, a letter or _ first");
    if (member.key.starts_with("HZ_"))
      return refuse(member.place, fmt::format("\"{}\" is hz's own to set", name), "choose a name without HZ_");
    if (value == nullptr)
      return refuse(member.value.place,
                    fmt::format("\"{}\" under env must be text, not {}", name, member.value.kind_of()),
                    "put it in quotes");
    contract_.env.emplace_back(member.key, *value);
  }

  void bind_fresh() {
    contract_.fresh = has_inputs_ ? Fresh(FreshNever()) : Fresh(FreshEachSlot());
    const auto fresh = hz_.text("fresh");
    if (!fresh) return;
    if (*fresh == "slot") {
      contract_.fresh = FreshEachSlot{};
    } else if (*fresh == "never") {
      contract_.fresh = FreshNever{};
      if (!has_inputs_)
        hz_.warn("fresh", "without inputs, \"never\" renders once and then only when this file changes",
                 "write fresh: slot, or add inputs");
    } else if (parse_duration(*fresh)) {
      if (const auto duration = hz_.duration("fresh", fresh_min, fresh_max)) contract_.fresh = FreshFor{*duration};
    } else {
      hz_.problem("fresh",
                  fmt::format("\"fresh\" under hz: must be slot, never or a duration, not \"{}\"", cut(*fresh, 80)),
                  "slot renders each slot, never only what changed, 7d also what is older");
    }
  }

  void bind_limits() {
    contract_.timeout = hz_.duration("timeout", std::chrono::seconds(1), timeout_max).value_or(timeout_default);
    contract_.retries = static_cast<int>(hz_.integer("retries", 0, retries_max).value_or(0));
    if (const auto catch_up = hz_.one_of("catch_up", {"latest", "all", "skip"}))
      contract_.catch_up = parse_catch_up(*catch_up).value_or(CatchUp::latest);
    if (const auto group = hz_.text("concurrency")) {
      contract_.concurrency = *group;
      if (!is_contract_name(*group))
        hz_.problem("concurrency", "a concurrency group is named by 1–100 of [a-z0-9._-]",
                    "jobs of one group never run at the same time");
    }
    if (auto key = hz_.text("idempotency")) take_idempotency(*std::move(key));
  }

  void take_idempotency(std::string key) {
    if (key.empty() || key.size() > title_max || key.find_first_of("\r\n") != std::string::npos)
      hz_.problem("idempotency", fmt::format("an idempotency key is one line of 1 to {} bytes", title_max), "");
    else if (key.find("{slot}") == std::string::npos)
      hz_.warn("idempotency", "without {slot} in its key the contract renders once, for all its slots",
               "write for example \"{job}@{slot}\"");
    contract_.idempotency = std::move(key);
  }

  /// Keys of later releases: a contract may hold them already, and is told that they do nothing.
  void bind_without_effect() {
    if (const Node* on = hz_.node("on")) {
      const auto* list = std::get_if<Node::List>(&on->value);
      const bool names = list != nullptr && std::all_of(list->begin(), list->end(), [](const Node& item) {
                           return std::holds_alternative<std::string>(item.value);
                         });
      keep("on", *on, names, contract_.on, "a list of inputs: [news]");
    }
    if (const Node* publish = hz_.node("publish")) {
      const auto* list = std::get_if<Node::List>(&publish->value);
      const bool tables = list != nullptr && std::all_of(list->begin(), list->end(), [](const Node& item) {
                            return std::holds_alternative<Node::Map>(item.value);
                          });
      keep("publish", *publish, tables || std::holds_alternative<Node::Map>(publish->value), contract_.publish,
           "a table, or a list of tables");
    }
    if (const Node* caps = hz_.node("caps"))
      keep("caps", *caps, std::holds_alternative<Node::Map>(caps->value), contract_.caps, "a table");
  }

  void keep(std::string_view key, const Node& node, bool right_shape, Json& to, std::string_view shape) {
    to = node.to_json();
    if (right_shape)
      hz_.warn(key, fmt::format("\"{}\" has no effect in this version", key), "it is kept for a later one");
    else
      hz_.problem(key, fmt::format("\"{}\" under hz: must be {}", key, shape), "");
  }

  Binder hz_;
  Contract& contract_;
  Problems& problems_;
  bool has_inputs_ = false;  ///< declared, right or wrong
};

}  // namespace

void bind_hz_keys(const Node& hz, Contract& contract, Problems& problems) {
  Keys(hz, contract, problems).bind();
}

}  // namespace hz
