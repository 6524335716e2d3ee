#include "core/ops/contract.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/contract/store.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

using OpenContracts = std::function<Result<ContractPorts>()>;

std::shared_ptr<const Zone> zone_of(const Compiled& stored, const Zones& zones, Problems& problems) {
  const Contract& contract = *stored.contract;
  auto zone = contract.zone ? zones.load(*contract.zone) : zones.of_person();
  if (zone) return *std::move(zone);
  problems.push_back({Problem::Weight::error, {contract.path, 0, 0}, zone.error().what, zone.error().fix});
  return nullptr;
}

Json problems_json(const Problems& problems) {
  Json list = Json::array();
  for (const Problem& problem : problems) list.push_back(problem.to_json());
  return list;
}

std::string runner_text(const Runner& runner) {
  return std::visit(Overloaded{
                        [](const OutlineRunner&) { return std::string("outline"); },
                        [](const CommandRunner& command) {
                          std::string text;
                          for (const std::string& word : command.command) text += (text.empty() ? "" : " ") + word;
                          return text;
                        },
                    },
                    runner);
}

std::string fresh_text(const Fresh& fresh) {
  return std::visit(Overloaded{
                        [](const FreshNever&) { return std::string("never"); },
                        [](const FreshEachSlot&) { return std::string("slot"); },
                        [](const FreshFor& duration) { return to_text(duration.duration); },
                    },
                    fresh);
}

/// What is known without running anything.
Json summary(const Compiled& stored, const ContractPorts& ports) {
  Problems problems = stored.problems;
  Json item{{"name", stored.name},
            {"job", "contract:" + stored.name},
            {"file", stored.path.substr(stored.path.rfind('/') + 1)},
            {"path", stored.path}};
  if (stored.contract) {
    const Contract& contract = *stored.contract;
    const auto zone = zone_of(stored, ports.zones, problems);
    item["title"] = contract.title;
    item["schedule"] = contract.schedule ? Json(contract.schedule->text()) : Json(nullptr);
    item["zone"] = zone ? Json(zone->name()) : Json(nullptr);
    item["scope"] = to_text(contract.scope);
    const auto next = contract.schedule && zone ? contract.schedule->next(*zone, ports.clock.now()) : std::nullopt;
    item["next"] = next ? Json(to_text(*next)) : Json(nullptr);
    item["next_local"] = next ? Json(local_text(*zone, *next)) : Json(nullptr);
  }
  item["state"] = has_error(problems) ? "does not compile" : problems.empty() ? "ok" : "warnings";
  item["problems"] = problems_json(problems);
  return item;
}

Json whole(const Compiled& stored, const ContractPorts& ports) {
  Json document = summary(stored, ports);
  const Contract& contract = *stored.contract;
  Json inputs = Json::array();
  for (const InputSpec& input : contract.inputs) {
    inputs.push_back({{"name", input.name},
                      {"kind", input.kind},
                      {"definition", input.definition},
                      {"source", source_name(input)}});
  }
  document["fingerprint"] = contract.fingerprint;
  document["inputs"] = std::move(inputs);
  document["runner"] = runner_text(contract.runner);
  document["fresh"] = fresh_text(contract.fresh);
  document["timeout"] = to_text(contract.timeout);
  document["retries"] = contract.retries;
  document["owner"] = contract.owner ? Json(*contract.owner) : Json(nullptr);
  document["concurrency"] = contract.concurrency ? Json(*contract.concurrency) : Json(nullptr);
  document["catch_up"] = to_text(contract.catch_up);
  document["body"] = contract.body;
  return document;
}

Result<std::vector<Compiled>> all(const ContractPorts& ports) {
  return compile_all(ports.contracts);
}

Result<Compiled> contract_called(const ContractPorts& ports, std::string name) {
  if (name.starts_with("contract:")) name = name.substr(9);
  HZ_TRY_ASSIGN(std::vector<Compiled> stored, all(ports));
  std::vector<std::string> names;
  for (Compiled& found : stored) {
    if (found.name == name) return std::move(found);
    names.push_back(found.name);
  }
  const std::string near = nearest(name, names);
  return Error{ErrorKind::usage, "no contract is called \"" + name + "\"",
               "there is no " + name + ".md in " + ports.contracts.directory(), "",
               near.empty() ? "hz contract list" : "did you mean \"" + near + "\"?"};
}

Result<Answer> list(const ContractPorts& ports) {
  HZ_TRY_ASSIGN(const std::vector<Compiled> stored, all(ports));
  Json items = Json::array();
  for (const Compiled& found : stored) items.push_back(summary(found, ports));
  return Answer{{{"items", std::move(items)}, {"directory", ports.contracts.directory()}}, true};
}

Result<Answer> check(const ContractPorts& ports, const Args& args) {
  std::vector<Compiled> stored;
  if (const auto name = args.text("contract")) {
    HZ_TRY_ASSIGN(Compiled found, contract_called(ports, *name));
    stored.push_back(std::move(found));
  } else {
    HZ_TRY_ASSIGN(stored, all(ports));
  }
  Json items = Json::array();
  bool well = true;
  for (const Compiled& found : stored) {
    items.push_back(summary(found, ports));
    well = well && items.back()["state"] != "does not compile";
  }
  return Answer{{{"items", std::move(items)}, {"directory", ports.contracts.directory()}}, well};
}

Result<Answer> show(const ContractPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const Compiled found, contract_called(ports, args.text("contract").value_or("")));
  if (!found.contract) return Answer{summary(found, ports), false};
  return Answer{whole(found, ports), true};
}

Result<Answer> create(const ContractPorts& ports, const Args& args) {
  const std::string name = args.text("contract").value_or("");
  if (!is_contract_name(name)) {
    return Error{ErrorKind::usage, "\"" + name + "\" cannot be a contract's name",
                 "a name is 1 to 100 of a-z, 0-9, '.', '_' and '-'", "", "hz contract new digest"};
  }
  HZ_TRY_ASSIGN(const std::string path, ports.contracts.create(name, contract_template(name)));
  return Answer{{{"name", name},
                 {"path", path},
                 {"message", "wrote " + path + "; next: hz system daemon tick --job " + name}},
                true};
}

}  // namespace

void declare_contract(Registry& registry, std::function<Result<ContractPorts>()> open) {
  const OpenContracts shared = std::move(open);
  const auto with_ports = [shared](auto function) {
    return [shared, function](const Args& args) -> Result<Answer> {
      HZ_TRY_ASSIGN(const ContractPorts ports, shared());
      return function(ports, args);
    };
  };
  const Param one{
      .name = "contract", .help = "the contract", .positional = true, .required = true, .value_name = "CONTRACT"};
  Param any = one;
  any.required = false;
  any.help = "this one only";
  Param fresh = one;
  fresh.help = "its name, which is its file's too: 1 to 100 of a-z, 0-9, '.', '_' and '-'";
  fresh.value_name = "NAME";
  registry.add(
      {.name = "contract.new",
       .summary = "Write a contract to start from: it compiles and runs as it is",
       .reach = Reach::rules,
       .heads = cli_only,
       .params = {fresh},
       .examples = {{"hz contract new digest", "writes digest.md, to be edited"}},
       .run = with_ports([](const ContractPorts& ports, const Args& args) { return create(ports, args); }),
       .details = "A file in the contracts folder is registered by being there. Nothing is ever overwritten."});
  registry.add({.name = "contract.list",
                .summary = "The contracts of this person",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {},
                .examples = {{"hz contract list", "each with its schedule and whether it compiles"}},
                .run = with_ports([](const ContractPorts& ports, const Args&) { return list(ports); })});
  registry.add(
      {.name = "contract.check",
       .summary = "Whether contracts compile; every problem with file, line, column and hint",
       .reach = Reach::reads,
       .heads = everywhere,
       .params = {any},
       .examples = {{"hz contract check", "all of them; ends with 1 if one does not compile"}},
       .run = with_ports([](const ContractPorts& ports, const Args& args) { return check(ports, args); })});
  registry.add({.name = "contract.show",
                .summary = "One contract as hz understands it, defaults filled in",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {one},
                .examples = {{"hz contract show digest", "what will run, when, on what"}},
                .run = with_ports([](const ContractPorts& ports, const Args& args) { return show(ports, args); })});
}

}  // namespace hz
