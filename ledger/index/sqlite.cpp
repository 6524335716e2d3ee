#include "ledger/index/sqlite.hpp"

#include <sqlite3.h>

namespace hz::sqlite {
namespace {

constexpr int wait_for_others_ms = 10'000;

[[noreturn]] void fail(sqlite3* connection, int code) {
  throw Failure(code, connection != nullptr ? sqlite3_errmsg(connection) : sqlite3_errstr(code));
}

}  // namespace

bool Failure::is_corruption() const {
  const int primary = code_ & 0xff;
  return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
}

Failure Failure::corruption(const std::string& why) {
  return {SQLITE_CORRUPT, why};
}

void Database::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

void Database::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Database::Database(const std::string& path) {
  sqlite3* raw = nullptr;
  constexpr int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  const int code = sqlite3_open_v2(path.c_str(), &raw, how, nullptr);
  connection_.reset(raw);
  if (code != SQLITE_OK) fail(raw, code);
  sqlite3_busy_timeout(raw, wait_for_others_ms);
  run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; "
      "PRAGMA cache_size = -65536");  // KiB at most: filling a large index goes all over it
}

void Database::run(const char* statements) {
  const int code = sqlite3_exec(connection_.get(), statements, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(connection_.get(), code);
}

void Database::begin_reading() {
  if (sqlite3_get_autocommit(connection_.get()) == 0) return;
  run("BEGIN");
  reading_ = true;
}

void Database::end_reading() noexcept {
  if (!reading_) return;
  reading_ = false;
  sqlite3_exec(connection_.get(), "COMMIT", nullptr, nullptr, nullptr);
}

std::int64_t Database::last_row() const {
  return sqlite3_last_insert_rowid(connection_.get());
}

Database::Prepared Database::take(std::string_view text) {
  if (auto idle = idle_.extract(text)) return std::move(idle.mapped());
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), text.data(), static_cast<int>(text.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (code != SQLITE_OK) fail(connection_.get(), code);
  return Prepared(raw);
}

void Database::give_back(std::string_view text, Prepared statement) {
  sqlite3_reset(statement.get());
  sqlite3_clear_bindings(statement.get());
  idle_.emplace(text, std::move(statement));
}

Query::Query(Database& database, std::string_view text)
    : database_(database), text_(text), statement_(database.take(text)) {}

Query::~Query() {
  database_.give_back(text_, std::move(statement_));
}

void Query::check(int code) const {
  if (code != SQLITE_OK) fail(database_.connection_.get(), code);
}

Query& Query::with(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

Query& Query::with(std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

Query& Query::with_blob(std::string_view bytes) {
  check(sqlite3_bind_blob64(statement_.get(), ++bound_, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
  return *this;
}

Query& Query::with_null() {
  check(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

bool Query::next() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) fail(database_.connection_.get(), code);
  return false;
}

void Query::run() {
  while (next()) {
  }
}

bool Query::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t Query::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view Query::bytes(int column) const {
  const void* const data = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {static_cast<const char*>(data), data == nullptr ? 0 : size};
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.end_reading();
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const Failure&) {  // SQLite rolls back by itself what it could not go on with
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace hz::sqlite
