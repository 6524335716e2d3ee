#include "core/kernel/exit_code.hpp"

#include "core/base/invariant.hpp"

namespace hz {
namespace {

struct Row {
  ErrorKind kind;
  std::string_view name;
  ExitCode exit;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {ErrorKind::not_well, "not_well", {exit_not_well, "what was asked about is not well; the answer says why"}},
      {ErrorKind::usage, "usage", {2, "the command itself is wrong: an unknown name or a bad value"}},
      {ErrorKind::config, "config", {3, "a settings file or contract must be mended by a person"}},
      {ErrorKind::environment, "environment", {4, "this machine must be mended: disk, permissions, a newer hz"}},
      {ErrorKind::unavailable, "unavailable", {5, "not now: the same command may work later"}},
      {ErrorKind::conflict, "conflict", {6, "somebody else was first: look again and redo the step"}},
      {ErrorKind::damaged, "damaged", {7, "stored data is not what it was: stop and look"}},
      {ErrorKind::internal, "internal", {70, "a bug of hz"}},
  };
  return all;
}

const Row& row_of(ErrorKind kind) {
  for (const Row& row : rows())
    if (row.kind == kind) return row;
  invariant_broken("every ErrorKind has an exit code", __FILE__, __LINE__);
}

}  // namespace

int exit_code(ErrorKind kind) {
  return row_of(kind).exit.code;
}

std::string_view to_text(ErrorKind kind) {
  return row_of(kind).name;
}

const std::vector<ExitCode>& exit_codes() {
  static const std::vector<ExitCode> all = [] {
    std::vector<ExitCode> codes{{exit_done, "done"}};
    for (const Row& row : rows()) codes.push_back(row.exit);
    return codes;
  }();
  return all;
}

}  // namespace hz
