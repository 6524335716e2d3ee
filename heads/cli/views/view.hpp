// How answers look to people: one function an operation, over its document. An operation without one gets the
// generic view, so that a new operation is readable before anybody draws it. A view never trusts a member to be
// there.
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "heads/cli/style.hpp"

namespace hz::cli {

using View = std::string (*)(const Json& document, const Style& style);

/// The document of an operation, for people.
[[nodiscard]] std::string view_of(const std::string& operation, const Json& document, const Style& style);

/// Tables for lists, "name  value" lines otherwise.
[[nodiscard]] std::string generic_view(const Json& document, const Style& style);

// heads/cli/views/daemon.cpp
[[nodiscard]] std::string tick_view(const Json& document, const Style& style);
[[nodiscard]] std::string jobs_view(const Json& document, const Style& style);
[[nodiscard]] std::string status_view(const Json& document, const Style& style);
[[nodiscard]] std::string slots_view(const Json& document, const Style& style);
[[nodiscard]] std::string logs_view(const Json& document, const Style& style);
[[nodiscard]] std::string message_view(const Json& document, const Style& style);
// config.cpp
[[nodiscard]] std::string settings_view(const Json& document, const Style& style);
[[nodiscard]] std::string setting_view(const Json& document, const Style& style);
// contract.cpp
[[nodiscard]] std::string contracts_view(const Json& document, const Style& style);
[[nodiscard]] std::string contract_check_view(const Json& document, const Style& style);
[[nodiscard]] std::string contract_view(const Json& document, const Style& style);
// draft.cpp
[[nodiscard]] std::string drafts_view(const Json& document, const Style& style);
[[nodiscard]] std::string draft_view(const Json& document, const Style& style);
// why.cpp
[[nodiscard]] std::string why_view(const Json& document, const Style& style);
// ledger.cpp
[[nodiscard]] std::string ledger_status_view(const Json& document, const Style& style);
[[nodiscard]] std::string path_view(const Json& document, const Style& style);
// audit.cpp
[[nodiscard]] std::string verify_view(const Json& document, const Style& style);
[[nodiscard]] std::string log_view(const Json& document, const Style& style);
[[nodiscard]] std::string event_view(const Json& document, const Style& style);
// self.cpp
[[nodiscard]] std::string text_view(const Json& document, const Style& style);
[[nodiscard]] std::string complete_view(const Json& document, const Style& style);
// doctor.cpp
[[nodiscard]] std::string doctor_view(const Json& document, const Style& style);

}  // namespace hz::cli
