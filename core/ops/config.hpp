// hz system config …: the person's hz.toml, looked at and changed in place. What is changed is what a person would
// change with an editor, and no agent may (G5): set, unset and init are of reach rules.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/kernel/operation.hpp"
#include "core/port/settings_text.hpp"

namespace hz {

struct ConfigPorts {
  std::shared_ptr<SettingsText> file;
  std::optional<std::string> hz_person;  ///< where names come from that are not set
  std::string login, host_name;
};

void declare_config(Registry& registry, std::function<Result<ConfigPorts>()> open);

}  // namespace hz
