#include "core/ops/audit_log.hpp"

#include <algorithm>

#include "core/event/mentions.hpp"
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

/// Whether "--stream `wanted`" means it: a stream, a kind of streams, or a job by its short name.
bool is_meant(const StreamName& stream, const std::string& wanted) {
  const std::string name = stream.str();
  return name == wanted || name.starts_with(wanted + "/") || stream.name() == wanted ||
         stream.name() == "contract:" + wanted;
}

Result<Answer> log(const AuditLogPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, view_at(ports.lane, args.text("at")));
  Selection wanted;
  wanted.type = args.text("type").value_or("");
  wanted.most = static_cast<std::size_t>(args.integer("limit").value_or(50));
  if (const auto since = args.text("since")) {
    HZ_TRY_ASSIGN(wanted.since, time_of_person(*since, "since"));
  }
  const auto stream = args.text("stream");
  if (stream) {
    for (const StreamName& name : view->streams()) {
      if (is_meant(name, *stream)) wanted.streams.push_back(name);
    }
  }
  // A selection that names no stream or type takes all; a question that means none takes nothing.
  const bool means_none = (stream && wanted.streams.empty()) || args.text("type") == "";
  const Selected found = means_none ? Selected{} : view->select(wanted);
  Json items = Json::array();
  for (const Placed& placed : found.events) items.push_back(item_json(placed));
  return Answer{{{"items", std::move(items)}, {"left_out", found.matched - found.events.size()}}, true};
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
  for (const EventId& id : mentions(placed.event.data)) {
    if (const auto cause = view.find(id.str())) links.push_back(link_json(*cause, "named in its data"));
  }
  return links;
}

/// The event that follows in the stream, if one does.
std::optional<Placed> next_of(const View& view, const Sealed& event) {
  std::optional<Placed> next;
  // A stream that is damaged further on has told what follows by then.
  static_cast<void>(view.replay(event.stream, event.seq, [&](const Placed& later) {
    if (!next) next = later;
  }));
  return next;
}

Json it_led_to(const View& view, const Placed& placed) {
  std::vector<Placed> later = view.naming(placed.event.id);
  if (auto next = next_of(view, placed.event)) {
    const auto place =
        std::lower_bound(later.begin(), later.end(), next->number,
                         [](const Placed& other, std::uint64_t number) { return other.number < number; });
    if (place == later.end() || place->number != next->number) later.insert(place, *std::move(next));
  }
  Json links = Json::array();
  for (const Placed& other : later) {
    if (other.event.prev == placed.event.id) links.push_back(link_json(other, "next event of the stream"));
    for (const EventId& id : mentions(other.event.data)) {
      if (id == placed.event.id) links.push_back(link_json(other, "names it in its data"));
    }
  }
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
