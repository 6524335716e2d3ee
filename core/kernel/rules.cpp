#include "core/kernel/rules.hpp"

#include <algorithm>
#include <array>

namespace hz {
namespace {

/// The last words of names: "daemon.install" is met by "system.daemon.install". `contract.new` is among them
/// because a file in the contracts folder is registered by lying there.
constexpr std::array last_words{std::string_view{"agent.install"},     std::string_view{"agent.uninstall"},
                                std::string_view{"config.init"},       std::string_view{"config.set"},
                                std::string_view{"config.unset"},      std::string_view{"contract.new"},
                                std::string_view{"contract.register"}, std::string_view{"contract.retire"},
                                std::string_view{"credential.remove"}, std::string_view{"credential.set"},
                                std::string_view{"daemon.install"},    std::string_view{"daemon.resume"},
                                std::string_view{"daemon.uninstall"},  std::string_view{"inbox.approve"},
                                std::string_view{"inbox.grant"},       std::string_view{"inbox.reject"},
                                std::string_view{"key.close"},         std::string_view{"key.new"},
                                std::string_view{"ledger.erase"},      std::string_view{"plugin.add"},
                                std::string_view{"plugin.new"},        std::string_view{"plugin.remove"},
                                std::string_view{"plugin.trust"},      std::string_view{"runs.answer"},
                                std::string_view{"runs.stop"},         std::string_view{"state.init"},
                                std::string_view{"state.join"},        std::string_view{"state.leave"},
                                std::string_view{"state.mend"},        std::string_view{"state.release"},
                                std::string_view{"system.update"}};

}  // namespace

bool must_be_rules(std::string_view operation) {
  return std::any_of(last_words.begin(), last_words.end(), [&](std::string_view words) {
    if (operation == words) return true;
    return operation.size() > words.size() && operation.ends_with(words) &&
           operation[operation.size() - words.size() - 1] == '.';
  });
}

}  // namespace hz
