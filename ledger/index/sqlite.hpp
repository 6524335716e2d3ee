// SQLite as the index needs it. What it refuses is thrown here and caught in this folder: an index that fails is
// never an error of an answer (see index_view.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace hz::sqlite {

class Failure : public std::runtime_error {
 public:
  Failure(int code, const std::string& why) : std::runtime_error(why), code_(code) {}
  /// What was read contradicts itself, though SQLite did not notice.
  [[nodiscard]] static Failure corruption(const std::string& why);
  /// The file is no database, or one whose pages contradict each other.
  [[nodiscard]] bool is_corruption() const;

 private:
  int code_;
};

class Query;

/// One connection. Not for two threads at once. Everything throws Failure.
class Database {
 public:
  /// Opens or makes the file, in WAL mode: readers see whole transactions, a power cut loses the newest of them and
  /// leaves a sound file. Waits up to ten seconds for other writers.
  explicit Database(const std::string& path);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() = default;

  void run(const char* statements);
  /// From here on questions are asked of one state of the file, until end_reading() or a Transaction: alone, each
  /// costs four system calls. Whoever keeps reading keeps the log from being shortened.
  void begin_reading();
  void end_reading() noexcept;
  [[nodiscard]] std::int64_t last_row() const;

 private:
  friend class Query;
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

  [[nodiscard]] Prepared take(std::string_view text);
  void give_back(std::string_view text, Prepared statement);

  std::unique_ptr<sqlite3, Close> connection_;
  bool reading_ = false;
  std::multimap<std::string_view, Prepared> idle_;  ///< by text, which is a literal and outlives it
};

/// One statement being asked. Prepared once a connection and text; two of the same text may be under way at once.
class Query {
 public:
  /// `text` is a string literal.
  Query(Database& database, std::string_view text);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  /// Parameters in their order: integers, texts, blobs, nothing.
  Query& with(std::int64_t value);
  Query& with(std::string_view text);
  Query& with_blob(std::string_view bytes);
  Query& with_null();

  /// The next row; false at the end.
  [[nodiscard]] bool next();
  /// For statements without rows.
  void run();

  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::int64_t integer(int column) const;
  /// Text or blob. Valid until the next row.
  [[nodiscard]] std::string_view bytes(int column) const;

 private:
  void check(int code) const;

  Database& database_;
  std::string_view text_;
  Database::Prepared statement_;
  int bound_ = 0;
};

/// All or nothing: rolled back unless commit() was reached. Nobody else writes from begin to end.
class Transaction {
 public:
  explicit Transaction(Database& database);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace hz::sqlite
