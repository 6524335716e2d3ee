#include "core/tick/job_book.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/contract/store.hpp"
#include "core/event/lane_name.hpp"
#include "core/watch/source_stream.hpp"

namespace hz {

namespace {

JobEntry& entry_of(JobBook& book, const std::string& contract_name) {
  const JobName job = job_of_contract(contract_name);
  JobEntry& entry = book.jobs[job];
  entry.job = job;
  entry.contract_name = contract_name;
  return entry;
}

Result<void> enter_files(JobBook& book, const ContractFiles& contracts) {
  HZ_TRY_ASSIGN(std::vector<Compiled> compiled, compile_all(contracts));
  for (Compiled& found : compiled) {
    // A file whose stem is no contract's name can never be a job; contract check and doctor name it.
    if (!is_contract_name(found.name)) {
      book.problems.insert(book.problems.end(), found.problems.begin(), found.problems.end());
      continue;
    }
    JobEntry& entry = entry_of(book, found.name);
    entry.contract = std::move(found.contract);
    entry.problems = std::move(found.problems);
    entry.fingerprint = std::move(found.fingerprint);
    entry.has_file = true;
  }
  return ok();
}

void enter_streams(JobBook& book, const View& view) {
  for (const StreamName& stream : view.streams()) {
    if (stream.kind() == "contract") entry_of(book, stream.name());
    if (stream.kind() != "job") continue;
    if (const auto contract = contract_of_job(JobName{stream.name()})) entry_of(book, *contract);
  }
}

/// After the streams: one that the ledger knows stays, whether or not there is something to do today.
void enter_chores(JobBook& book, std::span<const Chore> chores) {
  for (const Chore& chore : chores) {
    if (!book.jobs.contains(JobName{chore.name}) && !chore.is_needed()) continue;
    JobEntry& entry = entry_of(book, chore.name);
    entry.contract = contract_of(chore);
    entry.fingerprint = entry.contract->fingerprint;
    entry.has_file = true;
    entry.chore = &chore;
  }
}

/// One job's chain being damaged, or written by a newer hz, is that job's trouble alone (D8).
template <Thing T>
void fold_into(typename T::State& state, std::optional<Error>& trouble, const View& view,
               const StreamName& stream) {
  auto folded = fold<T>(view, stream);
  if (!folded) {
    trouble = folded.error();
    return;
  }
  state = std::move(folded->state);
  if (folded->blocked) trouble = needs_newer_hz(stream, *folded->blocked);
}

/// The observation that a job's news are counted from lies in a damaged source: say where that is.
void name_damaged_source(JobEntry& entry, const View& view) {
  for (const Damage& damage : view.damages()) {
    SourceState unused;
    if (!entry.trouble && damage.stream.kind() == "source")
      fold_into<Source>(unused, entry.trouble, view, damage.stream);
  }
}

/// So is a damaged source of it, or a damaged observation that its news are counted from: what is new could not be
/// told.
void check_sources(JobEntry& entry, const View& view) {
  if (!entry.contract) return;
  for (const InputSpec& input : entry.contract->inputs) {
    SourceState unused;
    if (!entry.trouble) fold_into<Source>(unused, entry.trouble, view, {"source", source_name(input)});
  }
  if (!entry.state.last_rendered) return;
  for (const auto& [name, seen] : entry.state.last_rendered->receipt.inputs) {
    const auto observed = view.find(seen.observed.str());
    if (!observed && observed.error().kind == ErrorKind::damaged) name_damaged_source(entry, view);
  }
}

void read_pending(JobEntry& entry, const StateFiles& state) {
  const auto name = skips_file_name(entry.job);
  if (!name) return;
  const auto bytes = state.read(*name);
  if (!bytes || !*bytes) return;
  if (auto ranges = parse_skips_file(**bytes))
    entry.pending = still_pending(*std::move(ranges), entry.state.newest_slot);
}

void choose_zone(JobEntry& entry, const Zones& zones) {
  std::optional<std::string> name = entry.contract ? entry.contract->zone : std::nullopt;
  if (!entry.contract && entry.history.terms()) name = entry.history.terms()->zone;
  auto zone = name ? zones.load(*name) : zones.of_person();
  if (zone) {
    entry.zone = *std::move(zone);
  } else if (!entry.trouble) {
    entry.trouble = zone.error();
  }
}

}  // namespace

std::optional<Slot> JobEntry::newest_known_slot() const {
  std::optional<Slot> newest = state.newest_slot;
  if (!pending.empty()) newest = std::max(newest.value_or(pending.back().to), pending.back().to);
  return newest;
}

Result<const JobEntry*> JobBook::find(const std::string& name) const {
  auto found = jobs.find(JobName{name});
  if (found == jobs.end()) found = jobs.find(JobName{"contract:" + name});
  if (found != jobs.end()) return &found->second;
  std::vector<std::string> names;
  for (const auto& [job, entry] : jobs) names.push_back(job.str());
  const std::string near = nearest(name.find(':') == std::string::npos ? "contract:" + name : name, names);
  return Error{ErrorKind::usage, "no job is called \"" + name + "\"", names.empty() ? "there are no jobs yet" : "",
               "", near.empty() ? "hz system daemon jobs" : "did you mean \"" + near + "\"?"};
}

Result<JobBook> open_book(const View& view, const BookPorts& ports, bool files) {
  JobBook book;
  if (files) HZ_TRY(enter_files(book, ports.contracts));
  enter_streams(book, view);
  if (files) enter_chores(book, ports.chores);
  book.last_tick = read_last_tick(ports.state);
  fold_into<Machine>(book.machine, book.machine_trouble, view, machine_stream(ports.machine));
  for (auto& [job, entry] : book.jobs) {
    fold_into<ContractHistory>(entry.history, entry.trouble, view, contract_stream(entry.contract_name));
    fold_into<Job>(entry.state, entry.trouble, view, job_stream(job));
    check_sources(entry, view);
    if (files) read_pending(entry, ports.state);
    choose_zone(entry, ports.zones);
  }
  return book;
}

Result<std::string> skips_file_name(const JobName& job) {
  HZ_TRY_ASSIGN(const std::string component, to_ref_component(job.str()));
  return "skips/" + component + ".json";
}

std::optional<Instant> read_last_tick(const StateFiles& state) {
  const auto bytes = state.read("last-tick");
  if (!bytes || !*bytes) return std::nullopt;
  return parse_instant(trim(**bytes));
}

}  // namespace hz
