// Where the objects of a repository lie: its own folder, and those of other repositories that it borrows from
// (objects/info/alternates, as `git clone --shared` makes it).
#pragma once

#include <string>
#include <vector>

namespace hz::git {

/// `objects` first, then what it borrows from and what those borrow from, five deep as git does, each once. Folders
/// that are not there are left out.
[[nodiscard]] std::vector<std::string> object_folders(const std::string& objects);

}  // namespace hz::git
