#include "core/contract/store.hpp"

#include <algorithm>

namespace hz {
namespace {

Compiled refused(const ContractFile& file) {
  Compiled compiled;
  compiled.name = contract_name_of(file.path);
  compiled.path = file.path;
  const std::string shown = file.path.substr(file.path.rfind('/') + 1);
  compiled.problems.push_back({Problem::Weight::error, {shown, 0, 0}, file.refused, "hz does not read it"});
  return compiled;
}

}  // namespace

std::vector<Compiled> compile_all(const std::vector<ContractFile>& files) {
  std::vector<Compiled> all;
  all.reserve(files.size());
  for (const ContractFile& file : files)
    all.push_back(file.bytes ? compile_contract(file.path, *file.bytes) : refused(file));
  std::stable_sort(all.begin(), all.end(), [](const Compiled& a, const Compiled& b) { return a.name < b.name; });
  return all;
}

Result<std::vector<Compiled>> compile_all(const ContractFiles& files) {
  HZ_TRY_ASSIGN(const std::vector<ContractFile> listed, files.list());
  return compile_all(listed);
}

}  // namespace hz
