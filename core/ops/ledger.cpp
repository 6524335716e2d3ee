#include "core/ops/ledger.hpp"

namespace hz {

namespace {

Result<Answer> status(const LedgerPorts& ports) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, ports.lane.at_tip());
  Json damages = Json::array();
  for (const Damage& damage : view->damages()) {
    damages.push_back({{"stream", damage.stream.str()},
                       {"event", damage.id},
                       {"file", damage.file},
                       {"commit", damage.commit},
                       {"what", damage.what}});
  }
  const bool there = !view->tip().commit.empty();
  Json document{{"path", ports.path},
                {"person", ports.person},
                {"host", ports.host},
                {"machine", there ? Json(ports.machine) : Json(nullptr)},
                {"lanes", Json::array()},
                {"damages", damages},
                {"message", there ? "" : "no ledger yet: the first run makes it"}};
  if (there) {
    document["lanes"].push_back({{"lane", ports.lane.ref().substr(std::string("refs/heads/").size())},
                                 {"events", view->tip().count},
                                 {"streams", view->streams().size()},
                                 {"tip", view->tip().commit},
                                 {"newest_at", to_text(view->newest_at())}});
  }
  return Answer{std::move(document), damages.empty()};
}

}  // namespace

void declare_ledger(Registry& registry, std::function<Result<LedgerPorts>()> open) {
  registry.add({.name = "ledger.status",
                .summary = "The private ledger: where it is, how many events, whether any is damaged",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {},
                .examples = {{"hz ledger status", "ends with 1 if an event is damaged"}},
                .run = [open](const Args&) -> Result<Answer> {
                  HZ_TRY_ASSIGN(const LedgerPorts ports, open());
                  return status(ports);
                }});
  registry.add({.name = "ledger.path",
                .summary = "The folder of the ledger, a git repository",
                .reach = Reach::reads,
                .heads = everywhere,
                .params = {},
                .examples = {{"git -C \"$(hz ledger path)\" log", "the story, with plain git"}},
                .run = [open = std::move(open)](const Args&) -> Result<Answer> {
                  HZ_TRY_ASSIGN(const LedgerPorts ports, open());
                  return Answer{{{"path", ports.path}}, true};
                }});
}

}  // namespace hz
