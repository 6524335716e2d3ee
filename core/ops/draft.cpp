#include "core/ops/draft.hpp"

#include "core/base/hex.hpp"
#include "core/ops/job_answers.hpp"
#include "core/tick/words.hpp"

namespace hz {

namespace {

Json draft_json(const Placed& placed, const Receipt& receipt, const JobBook& book) {
  const auto job = book.jobs.find(JobName{placed.event.stream.name()});
  const bool has_zone = receipt.slot && job != book.jobs.end() && job->second.zone;
  return {{"local", has_zone ? Json(local_text(*job->second.zone, *receipt.slot)) : Json(nullptr)},
          {"draft", placed.event.id.shown()},
          {"receipt", placed.event.id.str()},
          {"job", placed.event.stream.name()},
          {"title", receipt.draft->title},
          {"at", to_text(placed.event.at)},
          {"slot", receipt.slot ? Json(to_text(*receipt.slot)) : Json(nullptr)},
          {"media", receipt.draft->media},
          {"bytes", receipt.draft->body.bytes},
          {"sha256", receipt.draft->body.sha256}};
}

Result<Answer> list(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  std::optional<JobName> only;
  if (const auto job = args.text("job")) {
    HZ_TRY_ASSIGN(const JobEntry* const entry, opened.book.find(*job));
    only = entry->job;
  }
  std::vector<std::pair<Json, DraftRef>> found;
  opened.view->for_each([&](const Placed& placed) {
    if (placed.event.stream.kind() != "job" || placed.event.type != "receipt" ||
        (only && placed.event.stream.name() != only->str()))
      return;
    const JobFact fact = Job::decode(placed.event);
    const auto* left = std::get_if<ReceiptLeft>(&fact);
    if (left && left->receipt.draft)
      found.emplace_back(draft_json(placed, left->receipt, opened.book), *left->receipt.draft);
  });
  const auto most = static_cast<std::size_t>(args.integer("limit").value_or(50));
  Json items = Json::array();
  for (auto draft = found.rbegin(); draft != found.rend() && items.size() < most; ++draft) {
    HZ_TRY_ASSIGN(const auto body,
                  ports.bodies.find(*parse_instant(draft->first.at("at").get<std::string>()), draft->second.body));
    draft->first["state"] = body ? "present" : "gone";
    items.push_back(std::move(draft->first));
  }
  const std::size_t left_out = found.size() - items.size();
  return Answer{{{"items", std::move(items)}, {"left_out", left_out}}, true};
}

/// By the draft's id, or by a job's name: its newest.
Result<Placed> draft_called(const OpenedBook& opened, const std::string& what) {
  const auto entry = opened.book.find(what);
  if (entry) {
    if ((*entry)->state.last_rendered) return opened.view->find((*entry)->state.last_rendered->id.str());
    return Error{ErrorKind::usage, (*entry)->job.str() + " has rendered nothing yet", "", "",
                 "hz why " + (*entry)->contract_name};
  }
  // What cannot be the beginning of an id was meant as a job's name.
  if (!is_hex(what)) return entry.error();
  return opened.view->find(what);
}

Result<Answer> show(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  HZ_TRY_ASSIGN(const Placed placed, draft_called(opened, args.text("draft").value_or("")));
  const JobFact fact = Job::decode(placed.event);
  const auto* left = std::get_if<ReceiptLeft>(&fact);
  if (!left || !left->receipt.draft) {
    return Error{ErrorKind::usage, placed.event.id.shown() + " has no draft", "it is a " + placed.event.type, "",
                 "hz draft list"};
  }
  HZ_TRY_ASSIGN(const std::optional<BodyText> body, ports.bodies.find(placed.event.at, left->receipt.draft->body));
  if (!body) {
    return Error{ErrorKind::not_well, "the draft " + placed.event.id.shown() + " is not there any more",
                 "its text was erased or has expired", "Its receipt remains, with size and digest.",
                 "hz why " + placed.event.id.shown()};
  }
  Json document = draft_json(placed, left->receipt, opened.book);
  document["text"] = body->text;
  document["cut"] = left->receipt.draft->cut;
  return Answer{std::move(document), true};
}

}  // namespace

void declare_draft(Registry& registry, std::function<Result<DaemonPorts>()> open) {
  registry.add({
      .name = "draft.list",
      .summary = "Drafts, newest first",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "job", .help = "of this job only", .value_name = "JOB"},
                 {.name = "limit",
                  .type = ParamType::integer,
                  .help = "at most so many",
                  .fallback = 50,
                  .min = 1,
                  .max = 10000,
                  .value_name = "N"},
                 at_param()},
      .examples = {{"hz draft list --job digest", "what the digest has rendered"}},
      .run = [open](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return list(ports, args);
      },
  });
  registry.add({
      .name = "draft.show",
      .summary = "One draft, its text hashed again before it is shown",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "draft",
                  .help = "a draft's id, or a job for its newest",
                  .positional = true,
                  .required = true,
                  .value_name = "DRAFT|JOB"},
                 at_param()},
      .examples = {{"hz draft show digest", "the newest"}, {"hz draft show b0a4629ede0b", "this one"}},
      .run = [open = std::move(open)](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        return show(ports, args);
      },
  });
}

}  // namespace hz
