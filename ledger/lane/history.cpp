#include "ledger/lane/history.hpp"

#include <fmt/format.h>
#include <map>

#include "ledger/lane/chain.hpp"

namespace hz {
namespace {

constexpr std::string_view branches = "refs/heads/";
constexpr std::string_view remotes = "refs/remotes/";
constexpr std::string_view ours = "hz/";

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

/// "refs/heads/hz/…" for a branch of hz or for where a remote's is kept; empty for any other ref.
std::string ledger_name(std::string_view ref) {
  if (begins(ref, branches)) {
    ref.remove_prefix(branches.size());
  } else if (begins(ref, remotes)) {
    ref.remove_prefix(remotes.size());
    ref.remove_prefix(std::min(ref.find('/'), ref.size() - 1) + 1);
  } else {
    return {};
  }
  return begins(ref, ours) ? std::string(branches) + std::string(ref) : std::string();
}

}  // namespace

Result<History> History::open(const std::string& path) {
  HZ_TRY_ASSIGN(auto repository, git::Repository::open(path, git::Repository::Access::read));
  if (repository->is_shallow()) {
    return Error{ErrorKind::usage, fmt::format("{} is a shallow clone", path),
                 "Its history was cut off when it was cloned.", "Nothing was judged.", "git fetch --unshallow"};
  }
  return History(std::move(repository));
}

Result<std::vector<HistoryRef>> History::refs() const {
  HZ_TRY_ASSIGN(const auto names, repository_->refs("refs/"));
  std::map<std::string, std::string> found;  // branches sort before remotes, so they are first here too
  for (const std::string& name : names) {
    if (std::string known = ledger_name(name); !known.empty()) found.emplace(std::move(known), name);
  }
  std::vector<HistoryRef> refs;
  for (auto& [name, found_as] : found) refs.push_back({name, found_as});
  return refs;
}

Result<git::Oid> History::tip(const HistoryRef& ref) const {
  HZ_TRY_ASSIGN(const auto tip, repository_->ref(ref.found_as));
  if (tip) return *tip;
  return Error{ErrorKind::damaged, fmt::format("{} does not exist any more", ref.found_as),
               "It was there a moment ago.", "Nothing was repaired.", "do it again"};
}

Result<void> History::walk(const git::Oid& tip, const Visit& visit) const {
  HZ_TRY_ASSIGN(Chain chain, read_chain(*repository_, tip, std::nullopt));
  std::optional<git::Oid> before;
  for (ChainCommit& named : chain.commits) {
    const git::Oid tree = named.commit.tree;
    visit(HistoryCommit{named.id, tree, std::move(named.commit.parents), std::move(named.commit.author),
                        std::move(named.commit.committer), named.commit.message,
                        parse_message(named.commit.message), compare_trees(*repository_, before, tree)});
    before = tree;
  }
  return ok();
}

std::optional<git::Oid> History::first_unreadable(const git::Oid& tip) const {
  for (std::optional<git::Oid> at = tip; at;) {
    const auto commit = repository_->read_commit(*at);
    if (!commit) return at;
    at = commit->parents.empty() ? std::nullopt : std::optional(commit->parents.front());
  }
  return std::nullopt;
}

Result<std::string> History::file(const git::Oid& blob, std::size_t max_bytes) const {
  return repository_->read(blob, git::ObjectKind::blob, max_bytes);
}

Result<std::optional<TreeLeaf>> History::find(const git::Oid& tree, std::string_view path) const {
  return find_file(*repository_, tree, path);
}

}  // namespace hz
