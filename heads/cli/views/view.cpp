#include "heads/cli/views/view.hpp"

#include <map>

namespace hz::cli {

std::string view_of(const std::string& operation, const Json& document, const Style& style) {
  static const std::map<std::string, View> views{
      {"audit.log", log_view},
      {"audit.show", event_view},
      {"audit.verify", verify_view},
      {"contract.check", contract_check_view},
      {"contract.list", contracts_view},
      {"contract.new", message_view},
      {"contract.show", contract_view},
      {"doctor", doctor_view},
      {"draft.list", drafts_view},
      {"draft.show", draft_view},
      {"ledger.path", path_view},
      {"ledger.repack", message_view},
      {"ledger.status", ledger_status_view},
      {"system.complete", complete_view},
      {"system.completions", text_view},
      {"system.config.get", setting_view},
      {"system.config.init", message_view},
      {"system.config.set", message_view},
      {"system.config.show", settings_view},
      {"system.config.unset", message_view},
      {"system.daemon.jobs", jobs_view},
      {"system.daemon.logs", logs_view},
      {"system.daemon.pause", message_view},
      {"system.daemon.resume", message_view},
      {"system.daemon.slots", slots_view},
      {"system.daemon.status", status_view},
      {"system.daemon.tick", tick_view},
      {"system.manpage", text_view},
      {"why", why_view},
  };
  const auto at = views.find(operation);
  return at == views.end() ? generic_view(document, style) : at->second(document, style);
}

}  // namespace hz::cli
