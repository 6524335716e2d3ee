#include "ledger/index/index_file.hpp"

#include <array>
#include <filesystem>

#include "ledger/git/private_files.hpp"

namespace hz {
namespace {

constexpr std::int64_t schema_version = 1;

/// A stream's events by seq, by type and by key; all events by id and by type. An event that was left out, because
/// its stream is damaged before it, has an id and nothing else.
constexpr const char* schema = R"sql(
CREATE TABLE lanes (id INTEGER PRIMARY KEY AUTOINCREMENT, ref TEXT NOT NULL UNIQUE, tip BLOB, tree BLOB,
  count INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE TABLE commits (lane INTEGER NOT NULL, past INTEGER NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (lane, past)) WITHOUT ROWID;
CREATE INDEX commits_by_id ON commits (id);
CREATE TABLE streams (id INTEGER PRIMARY KEY, lane INTEGER NOT NULL, name TEXT NOT NULL, first INTEGER NOT NULL,
  seq INTEGER NOT NULL, head BLOB, damaged INTEGER NOT NULL, UNIQUE (lane, name));
CREATE TABLE events (place INTEGER PRIMARY KEY, stream INTEGER NOT NULL, seq INTEGER, type TEXT, key TEXT,
  id BLOB NOT NULL, bytes BLOB);
CREATE INDEX events_by_stream ON events (stream, seq) WHERE seq IS NOT NULL;
CREATE INDEX events_by_kind ON events (stream, type) WHERE seq IS NOT NULL;
CREATE INDEX events_by_type ON events (type) WHERE seq IS NOT NULL;
CREATE INDEX events_by_key ON events (stream, type, key) WHERE key IS NOT NULL;
CREATE INDEX events_by_id ON events (id);
CREATE TABLE mentions (named INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (named, place)) WITHOUT ROWID;
CREATE TABLE damages (lane INTEGER NOT NULL, number INTEGER NOT NULL, stream TEXT NOT NULL, seq INTEGER NOT NULL,
  id BLOB NOT NULL, what TEXT NOT NULL, PRIMARY KEY (lane, number)) WITHOUT ROWID;
CREATE TABLE snapshots (stream INTEGER NOT NULL, fold TEXT NOT NULL, seq INTEGER NOT NULL, head BLOB NOT NULL,
  bytes BLOB NOT NULL, PRIMARY KEY (stream, fold)) WITHOUT ROWID;
PRAGMA user_version = 1;
)sql";

std::int64_t version_of(sqlite::Database& database) {
  sqlite::Query query(database, "PRAGMA user_version");
  return query.next() ? query.integer(0) : 0;
}

void remove_files(const std::string& path) {
  std::error_code ignored;
  for (const char* const part : std::array{"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(path + part, ignored);
}

}  // namespace

std::shared_ptr<sqlite::Database> IndexFile::try_open() const {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) {
    // A log without its file belongs to one that was deleted, and must not be read into the new one.
    remove_files(path_);
    [[maybe_unused]] const auto shown_by_opening =
        git::make_private_folders(std::filesystem::path(path_).parent_path().string());
  }
  auto database = std::make_shared<sqlite::Database>(path_);
  if (version_of(*database) == schema_version) return database;
  sqlite::Transaction alone(*database);
  const std::int64_t version = version_of(*database);
  if (version == 0) {
    database->run(schema);
    alone.commit();
  } else if (version != schema_version) {
    throw sqlite::Failure::corruption("it is of another version");
  }
  return database;
}

std::shared_ptr<sqlite::Database> IndexFile::open() {
  if (database_) return database_;
  try {
    database_ = try_open();
  } catch (const sqlite::Failure& failure) {
    if (!failure.is_corruption()) throw;
    discard();
    database_ = try_open();
  }
  return database_;
}

void IndexFile::discard() {
  database_.reset();
  remove_files(path_);
  remarks_.push_back("The index " + path_ + " was damaged or of another version; it was built anew.");
}

}  // namespace hz
