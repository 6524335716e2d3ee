#include "core/ops/ledger.hpp"

#include <fmt/format.h>

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

std::string counted(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string repacked_text(const RepackOutcome& done) {
  if (done.packs + done.loose == 0) return "Nothing to merge: the ledger has " + counted(done.left, "pack") + ".";
  std::string text = counted(done.packs, "pack");
  if (done.loose > 0) text += " and " + counted(done.loose, "single object");
  text += done.objects > 0 ? " became one of " + counted(done.objects, "object") + "." : " went.";
  if (done.dropped > 0) text += fmt::format(" Nothing led to {} of what they held.", done.dropped);
  return text + " The ledger has " + counted(done.left, "pack") + " now.";
}

Result<Answer> repack(const LedgerPorts& ports, const Args& args) {
  HZ_TRY_ASSIGN(const RepackOutcome done, ports.packs.repack(args.flag("drop-unreachable")));
  return Answer{{{"path", ports.path},
                 {"packs", done.packs},
                 {"loose", done.loose},
                 {"objects", done.objects},
                 {"dropped", done.dropped},
                 {"left", done.left},
                 {"message", repacked_text(done)}},
                true};
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
  registry.add({.name = "ledger.repack",
                .summary = "Merge the ledger's small packs, so that reading stays fast",
                .reach = Reach::acts_here,
                .heads = cli_and_mcp,
                .params = {{.name = "drop-unreachable",
                            .type = ParamType::flag,
                            .help = "leave out what nothing leads to any more, erased bodies above all"}},
                .examples = {{"hz ledger repack", "what the job hz:repack does each night once there are 64 packs"},
                             {"hz ledger repack --drop-unreachable", "after hz ledger erase"}},
                .run = [open](const Args& args) -> Result<Answer> {
                  HZ_TRY_ASSIGN(const LedgerPorts ports, open());
                  return repack(ports, args);
                },
                .details =
                    "Every append adds a pack. Packs are merged until each has at least twice the objects of "
                    "all smaller ones; what is replaced goes when the new pack is on the disk. Reading and "
                    "appending go on meanwhile."});
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
