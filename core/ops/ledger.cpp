#include "core/ops/ledger.hpp"

#include <map>

namespace hz {

namespace {

Result<Answer> status(const LedgerPorts& ports) {
  HZ_TRY_ASSIGN(const std::shared_ptr<const View> view, ports.lane.at_tip());
  std::map<std::string, std::uint64_t> kinds;
  for (const StreamName& stream : view->streams()) ++kinds[stream.kind()];
  Json damages = Json::array();
  for (const Damage& damage : view->damages()) {
    damages.push_back({{"stream", damage.stream.str()}, {"event", damage.id}, {"file", damage.file}, {"commit", damage.commit}, {"what", damage.what}});
  }
  const bool there = !view->tip().commit.empty();
  Json document{{"path", ports.path},
                {"exists", there},
                {"lane", ports.lane.ref()},
                {"machine", there ? Json(ports.machine) : Json(nullptr)},
                {"tip", there ? Json(view->tip().commit) : Json(nullptr)},
                {"events", view->tip().count},
                {"streams", kinds},
                {"newest_at", there ? Json(to_text(view->newest_at())) : Json(nullptr)},
                {"damages", damages}};
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
