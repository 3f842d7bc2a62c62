// Connection: one connection to PostgreSQL, and what can go wrong with it.
//
//   Connection connection(Address("postgres://host/db"));
//   Rows rows = connection.run("SELECT id FROM heddle.run WHERE state = $1", {"running"});
//   rows.number(0, 0);
//
// What fails throws SqlError, which is a dist::StoreLost, or ServerLost; a connection that broke
// stays broken. Values travel as text, bytes as `Bytes`. One thread uses a connection at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dist/run_store.hpp"

extern "C" {
struct pg_conn;
struct pg_result;
}

namespace heddle::queue {

/// Where the server is: a URL, or words such as "host=/tmp dbname=x".
class Address {
 public:
  /// `given_by`: the option or variable that messages name. Throws support::UserError if it cannot
  /// be understood.
  explicit Address(std::string text, std::string given_by = "--queue");
  const std::string& text() const { return text_; }
  /// Without a password, for people.
  const std::string& shown() const { return shown_; }
  const std::string& given_by() const { return given_by_; }

 private:
  std::string text_;
  std::string shown_;
  std::string given_by_;
};

/// The connection is lost, or what was asked may go well another time.
class SqlError : public dist::StoreLost {
 public:
  using dist::StoreLost::StoreLost;
};

/// The server cannot be reached, and it was tried for long enough; or it will not do what it is
/// asked: its disk is full, somebody has removed the tables.
class ServerLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Bytes {
  std::string_view bytes;
};

/// A parameter: text, a number, bytes, or null.
class Value {
 public:
  Value(const char* text) : text_(text) {}             // NOLINT: meant to convert
  Value(std::string text) : text_(std::move(text)) {}  // NOLINT
  Value(std::uint64_t number)
      : text_(std::to_string(static_cast<std::int64_t>(number))) {}  // NOLINT
  Value(std::int64_t number) : text_(std::to_string(number)) {}      // NOLINT
  Value(int number) : text_(std::to_string(number)) {}               // NOLINT
  Value(unsigned number) : text_(std::to_string(number)) {}          // NOLINT
  Value(double number) : text_(std::to_string(number)) {}            // NOLINT
  Value(Bytes bytes) : text_(bytes.bytes), binary_(true) {}          // NOLINT
  const std::string& text() const { return text_; }
  bool binary() const { return binary_; }

 private:
  std::string text_;
  bool binary_ = false;
};

struct Statement {
  std::string sql;
  std::vector<Value> values = {};
};

class Rows {
 public:
  explicit Rows(pg_result* result);
  std::size_t size() const;
  std::string text(std::size_t row, std::size_t column) const;
  std::int64_t number(std::size_t row, std::size_t column) const;
  double real(std::size_t row, std::size_t column) const;
  std::string bytes(std::size_t row, std::size_t column) const;

 private:
  struct Free {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Free> result_;
};

class Connection {
 public:
  explicit Connection(const Address& address);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Rows run(const std::string& sql, const std::vector<Value>& values = {});
  /// Several statements without parameters, in one round trip.
  void script(const std::string& sql);
  /// All of them in one round trip; none after the first that fails.
  void run_all(const std::vector<Statement>& statements);
  bool broken() const;
  /// Waits for a notification, at most so long.
  std::vector<std::string> wait(std::chrono::milliseconds most);

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  std::unique_ptr<pg_conn, Close> connection_;
};

/// Connects; tries again with growing pauses until `patience` is over or `stop` becomes true, and
/// then throws ServerLost.
std::unique_ptr<Connection> connect(const Address& address, std::chrono::milliseconds patience,
                                    const std::atomic<bool>* stop = nullptr);

}  // namespace heddle::queue
