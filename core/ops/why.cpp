#include "core/ops/why.hpp"

#include "core/base/hex.hpp"
#include "core/ops/why_parts.hpp"
#include "core/tick/describe.hpp"

namespace hz {

namespace {

bool looks_like_an_id(const std::string& text) {
  return text.size() >= 7 && is_hex(text);
}

Result<Json> explain(const DaemonPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const OpenedBook opened, book_at(ports, args.text("at")));
  const std::string about = args.text("about").value_or("");
  const auto entry = opened.book.find(about);
  if (entry) return why_job(**entry, opened, ports);
  if (!looks_like_an_id(about)) return entry.error();
  HZ_TRY_ASSIGN(const Placed placed, opened.view->find(about));
  const JobFact fact = Job::decode(placed.event);
  if (const auto* left = std::get_if<ReceiptLeft>(&fact)) return why_receipt(placed, left->receipt, opened, ports);
  return Error{ErrorKind::usage, placed.event.id.shown() + " is no receipt but a " + placed.event.type,
               "hz why explains jobs and receipts", "", "hz audit show " + placed.event.id.shown()};
}

}  // namespace

void declare_why(Registry& registry, std::function<Result<DaemonPorts>()> open) {
  registry.add({
      .name = "why",
      .summary = "Why a job rendered, or did not, or what stands behind a receipt",
      .reach = Reach::reads,
      .heads = everywhere,
      .params = {{.name = "about",
                  .help = "a job, or a receipt's id (a draft's id is its receipt's)",
                  .positional = true,
                  .required = true,
                  .value_name = "JOB|RECEIPT"},
                 at_param()},
      .examples = {{"hz why digest", "what did not move, what mattered last, when it will render again"},
                   {"hz why b0a4629ede0b", "the whole path of one receipt"}},
      .run = [open = std::move(open)](const Args& args) -> Result<Answer> {
        HZ_TRY_ASSIGN(const DaemonPorts ports, open());
        HZ_TRY_ASSIGN(Json document, explain(ports, args));
        return Answer{std::move(document), true};
      },
  });
}

}  // namespace hz
