#include "ledger/audit/commit_reading.hpp"

#include <charconv>
#include <limits>

#include "ledger/lane/commit_batch.hpp"
#include "ledger/lane/message.hpp"

namespace hz {
namespace {

constexpr std::string_view trailer_key = "Event: ";

/// Takes a number in the one form that hz writes, and the space behind it, off the front.
bool take_number(std::string_view& rest, std::uint64_t& value) {
  const auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  const auto taken = static_cast<std::size_t>(end - rest.data());
  if (fault != std::errc{} || (rest[0] == '0' && taken > 1) || taken == rest.size() || *end != ' ') return false;
  rest.remove_prefix(taken + 1);
  return true;
}

}  // namespace

bool CommitReading::take(const git::Oid& id, std::string_view bytes) {
  auto object = git::parse_commit(bytes);
  if (!object) return false;
  SweptCommit commit;
  commit.id = id;
  commit.tree = object->tree;
  commit.parents = static_cast<std::uint32_t>(object->parents.size());
  if (!object->parents.empty()) commit.parent = object->parents.front();
  commit.first_trailer = trailers_.size();
  commit.is_batch = take_author(*object, commit) &&
                    (take_message(object->message, commit) || take_strictly(object->message, commit));
  if (!commit.is_batch) trailers_.resize(commit.first_trailer);
  commit.trailers = static_cast<std::uint32_t>(trailers_.size() - commit.first_trailer);
  commits_.push_back(commit);
  return true;
}

bool CommitReading::take_author(const git::CommitObject& object, SweptCommit& commit) {
  if (object.author != object.committer || !object.author.email.ends_with(machine_domain)) return false;
  commit.seconds = object.author.seconds;
  const std::string key = object.author.name + '<' + object.author.email;
  const auto [known, is_new] = known_authors_.emplace(key, static_cast<std::uint32_t>(authors_.size()));
  if (is_new) {
    const std::string& email = object.author.email;
    authors_.push_back({object.author.name, email.substr(0, email.size() - machine_domain.size())});
  }
  commit.author = known->second;
  return true;
}

bool CommitReading::take_message(std::string_view message, SweptCommit& commit) {
  const auto subject = message.find("\n\n");
  if (subject == 0 || subject == std::string_view::npos || message.find('\n') != subject ||
      !message.ends_with('\n'))
    return false;
  message.remove_prefix(subject + 2);
  for (std::uint64_t next = 0; !message.empty(); ++next) {
    const auto end = message.find('\n');
    std::uint64_t number = 0;
    if (!take_trailer(message.substr(0, end), number)) return false;
    if (trailers_.size() == commit.first_trailer + 1) next = commit.first_number = number;
    if (number != next) return false;
    message.remove_prefix(end + 1);
  }
  return trailers_.size() > commit.first_trailer;
}

bool CommitReading::take_trailer(std::string_view line, std::uint64_t& number) {
  if (!line.starts_with(trailer_key)) return false;
  line.remove_prefix(trailer_key.size());
  if (!take_number(line, number)) return false;
  const std::string_view stream = line.substr(0, line.find(' '));
  if (stream.size() == line.size()) return false;
  line.remove_prefix(stream.size() + 1);
  std::uint64_t seq = 0;
  if (!take_number(line, seq) || seq > std::numeric_limits<std::uint32_t>::max()) return false;
  const auto id = Digest::from_hex(line);
  if (!id) return false;
  auto known = known_streams_.find(stream);
  if (known == known_streams_.end()) {
    const auto name = unescape_stream(stream);
    if (!name) return false;
    known = known_streams_.emplace(std::string(stream), number_of(*name)).first;
  }
  trailers_.push_back({*id, known->second, static_cast<std::uint32_t>(seq)});
  return true;
}

/// With trailers of other keys between ours, for instance.
bool CommitReading::take_strictly(const std::string& message, SweptCommit& commit) {
  trailers_.resize(commit.first_trailer);
  const auto read = parse_message(message);
  if (!read || read->events.empty()) return false;
  std::uint64_t next = commit.first_number = read->events.front().number;
  for (const EventTrailer& event : read->events) {
    const auto id = Digest::from_hex(event.id.str());
    if (event.number != next++ || !id || event.seq > std::numeric_limits<std::uint32_t>::max()) return false;
    trailers_.push_back({*id, number_of(event.stream), static_cast<std::uint32_t>(event.seq)});
  }
  return true;
}

std::uint32_t CommitReading::number_of(const StreamName& stream) {
  const std::string escaped = escape_stream(stream);
  const auto [known, is_new] = known_streams_.emplace(escaped, static_cast<std::uint32_t>(streams_.size()));
  if (is_new) streams_.push_back(stream);
  return known->second;
}

}  // namespace hz
