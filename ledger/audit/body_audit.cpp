#include "ledger/audit/body_audit.hpp"

#include "core/event/body.hpp"
#include "core/event/body_form.hpp"

namespace hz {

namespace {

constexpr std::size_t body_bytes_max = 64U << 20U;

struct KnownFile {
  git::Oid blob;
  std::string commit;  ///< that added or last changed it
};

/// Why these bytes are not the body that their path promises; empty if they are.
std::string fault_of(const std::string& path, std::string_view bytes) {
  const std::string digest = digest_of_body_path(path);
  if (const auto body = read_body(bytes, {bytes.size(), digest}); !body)
    return "the body does not match: " + body.error().why;
  if (path != body_path(digest)) return "the body does not lie where its digest puts it";
  const std::string form = fault_of_body_form(bytes);
  return form.empty() ? form : "the body is not as hz writes it: " + form;
}

}  // namespace

std::string digest_of_body_path(const std::string& path) {
  const auto slash = path.find('/');
  const auto dot = path.rfind(".json");
  return slash == std::string::npos || dot == std::string::npos || dot < slash
             ? std::string()
             : path.substr(slash + 1, dot - slash - 1);
}

Result<void> audit_bodies(const History& history, const HistoryRef& ref, LedgerAudit& audit) {
  const auto fault = [&](const std::string& commit, const std::string& file, std::string what) {
    audit.faults.push_back({AuditFault::Scope::body, ref.name, "", "", file, commit, std::move(what)});
    if (!file.empty()) audit.bodies.add_damaged(file);
  };
  audit.bodies.begin_branch(ref.name);
  const auto tip = history.tip(ref);
  if (!tip) {
    fault("", "", tip.error().what);
    return ok();
  }
  std::map<std::string, KnownFile> files;
  const auto walked = history.walk(*tip, [&](const HistoryCommit& commit) {
    if (!commit.changes) {
      fault(commit.id.hex(), "", commit.changes.error().what);
      return;
    }
    for (const TreeChange& change : *commit.changes) {
      if (change.after)
        files[change.path] = {change.after->id, commit.id.hex()};
      else
        files.erase(change.path);
    }
  });
  if (!walked && walked.error().kind != ErrorKind::damaged) return walked.error();
  if (!walked) fault("", "", walked.error().what);
  for (const auto& [path, known] : files) {
    const auto bytes = history.file(known.blob, body_bytes_max);
    if (!bytes) {
      fault(known.commit, path,
            "the body cannot be read: " + (bytes.error().why.empty() ? bytes.error().what : bytes.error().why));
      continue;
    }
    if (std::string what = fault_of(path, *bytes); what.empty())
      audit.bodies.add(*Digest::from_hex(digest_of_body_path(path)), bytes->size());
    else
      fault(known.commit, path, std::move(what));
  }
  return ok();
}

}  // namespace hz
