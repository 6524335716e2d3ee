#include "core/ops/audit_log.hpp"

#include <deque>

#include "core/ops/moment.hpp"
#include "core/tick/describe.hpp"

namespace hz {

namespace {

Json by_json(const By& by) {
  return {{"person", by.person}, {"machine", by.machine}, {"via", by.via}, {"version", by.version}};
}

Json item_json(const Placed& placed) {
  return {{"number", placed.number},        {"id", placed.event.id.str()},
          {"at", to_text(placed.event.at)}, {"stream", placed.event.stream.str()},
          {"seq", placed.event.seq},        {"type", placed.event.type},
          {"by", by_json(placed.event.by)}, {"summary", describe(placed.event)},
          {"commit", placed.commit}};
}

struct Filter {
  std::optional<std::string> stream, type;
  std::optional<Instant> since;

  [[nodiscard]] bool takes(const Placed& placed) const {
    const std::string name = placed.event.stream.str();
    const bool in_stream = !stream || name == *stream || name.starts_with(*stream + "/") ||
                           placed.event.stream.name() == *stream ||
                           placed.event.stream.name() == "contract:" + *stream;
    return in_stream && (!type || placed.event.type == *type) && (!since || placed.event.at >= *since);
  }
};

Result<Answer> log(const AuditLogPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, view_at(ports.lane, args.text("at")));
  Filter filter{args.text("stream"), args.text("type"), std::nullopt};
  if (const auto since = args.text("since")) {
    HZ_TRY_ASSIGN(filter.since, time_of_person(*since, "since"));
  }
  const auto most = static_cast<std::size_t>(args.integer("limit").value_or(50));
  std::deque<Json> items;
  std::uint64_t matched = 0;
  view->for_each([&](const Placed& placed) {
    if (!filter.takes(placed)) return;
    ++matched;
    items.push_back(item_json(placed));
    if (items.size() > most) items.pop_front();
  });
  return Answer{{{"items", std::vector<Json>(items.rbegin(), items.rend())}, {"left_out", matched - items.size()}},
                true};
}

/// Ids that an event's data names, wherever they stand: its causes.
void named_ids(const Json& value, std::vector<std::string>& ids) {
  if (value.is_string() && value.get_ref<const std::string&>().size() == 64)
    ids.push_back(value.get<std::string>());
  if (value.is_structured()) {
    for (const Json& inner : value) named_ids(inner, ids);
  }
}

Json link_json(const Placed& placed, const std::string& how) {
  return {{"id", placed.event.id.str()},
          {"at", to_text(placed.event.at)},
          {"type", placed.event.type},
          {"stream", placed.event.stream.str()},
          {"how", how},
          {"summary", describe(placed.event)}};
}

Json led_to_it(const View& view, const Placed& placed) {
  Json links = Json::array();
  if (placed.event.prev) {
    if (const auto before = view.find(placed.event.prev->str()))
      links.push_back(link_json(*before, "previous event of the stream"));
  }
  std::vector<std::string> ids;
  named_ids(placed.event.data, ids);
  for (const std::string& id : ids) {
    if (const auto cause = view.find(id)) links.push_back(link_json(*cause, "named in its data"));
  }
  return links;
}

Json it_led_to(const View& view, const Placed& placed) {
  Json links = Json::array();
  view.for_each([&](const Placed& other) {
    if (other.event.prev == placed.event.id) links.push_back(link_json(other, "next event of the stream"));
    std::vector<std::string> ids;
    named_ids(other.event.data, ids);
    for (const std::string& id : ids) {
      if (id == placed.event.id.str()) links.push_back(link_json(other, "names it in its data"));
    }
  });
  return links;
}

Result<Answer> show(const AuditLogPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, view_at(ports.lane, args.text("at")));
  HZ_TRY_ASSIGN(const Placed placed, view->find(args.text("event").value_or("")));
  // The event's own members as they are stored, and around them where it lies. No member of the envelope has these
  // names.
  HZ_TRY_ASSIGN(Json document, parse_json(placed.event.bytes, "event " + placed.event.id.shown()));
  document["id"] = placed.event.id.str();
  document["lane"] = ports.lane.ref();
  document["number"] = placed.number;
  document["file"] = placed.file;
  document["commit"] = placed.commit;
  document["led_to_it"] = led_to_it(*view, placed);
  document["it_led_to"] = it_led_to(*view, placed);
  return Answer{std::move(document), true};
}

}  // namespace

void declare_audit_log(Registry& registry, std::function<Result<AuditLogPorts>()> open) {
  registry.add(
      {.name = "audit.log",
       .summary = "Events, newest first",
       .reach = Reach::reads,
       .heads = everywhere,
       .params = {{.name = "stream", .help = "of this stream, kind of stream or job", .value_name = "STREAM"},
                  {.name = "type", .help = "of this type", .value_name = "TYPE"},
                  {.name = "since", .help = "from then on", .value_name = "TIME"},
                  {.name = "limit",
                   .type = ParamType::integer,
                   .help = "at most so many",
                   .fallback = 50,
                   .min = 1,
                   .max = 100000,
                   .value_name = "N"},
                  at_param()},
       .examples = {{"hz audit log --stream job/contract:digest", "one job's chain"},
                    {"hz audit log --type receipt --limit 5", "the newest receipts"}},
       .run = [open](const Args& args) -> Result<Answer> {
         HZ_TRY_ASSIGN(const AuditLogPorts ports, open());
         return log(ports, args);
       }});
  registry.add(
      {.name = "audit.show",
       .summary = "One event as it lies in the ledger, what led to it and what it led to",
       .reach = Reach::reads,
       .heads = everywhere,
       .params = {{.name = "event",
                   .help = "an event's id, 7 digits or more",
                   .positional = true,
                   .required = true,
                   .value_name = "EVENT"},
                  at_param()},
       .examples = {{"hz audit show b0a4629ede0b", "with file and commit, to check with git and sha256sum"}},
       .run = [open = std::move(open)](const Args& args) -> Result<Answer> {
         HZ_TRY_ASSIGN(const AuditLogPorts ports, open());
         return show(ports, args);
       }});
}

}  // namespace hz
