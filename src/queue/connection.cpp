#include "queue/connection.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <thread>

#include "queue/libpq.hpp"
#include "support/check.hpp"

namespace heddle::queue {
namespace {

constexpr int kText = 0;
constexpr int kBinary = 1;

// One line, without the prefix that libpq puts before it.
std::string one_line(const char* text) {
  std::string line = text == nullptr ? "" : text;
  while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) line.pop_back();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

[[noreturn]] void fail(pg_conn* connection, const pg_result* result) {
  const char* state =
      result == nullptr ? nullptr : libpq().PQresultErrorField(result, Libpq::kState);
  const char* text =
      result == nullptr ? nullptr : libpq().PQresultErrorField(result, Libpq::kPrimary);
  const std::string what = one_line(text != nullptr ? text : libpq().PQerrorMessage(connection));
  const std::string_view kind = state == nullptr ? "" : state;
  // Connections, shutdowns, conflicts, and a transaction that was ended for being idle.
  const bool passing = libpq().PQstatus(connection) != Libpq::kConnectionOk || kind.empty() ||
                       kind.starts_with("08") || kind.starts_with("57") || kind.starts_with("40") ||
                       kind.starts_with("25");
  if (passing) throw SqlError(what);
  throw ServerLost(what);
}

void check(pg_conn* connection, const pg_result* result) {
  const Libpq::ResultStatus status = libpq().PQresultStatus(result);
  if (status != Libpq::kTuplesOk && status != Libpq::kCommandOk) fail(connection, result);
}

// The parameters of a statement as libpq wants them. Text and bytes are told apart by the server:
// bytes are sent as they are.
struct Parameters {
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;

  explicit Parameters(const std::vector<Value>& from) {
    for (const Value& value : from) {
      values.push_back(value.text().data());
      lengths.push_back(static_cast<int>(value.text().size()));
      formats.push_back(value.binary() ? kBinary : kText);
    }
  }
  int count() const { return static_cast<int>(values.size()); }
};

}  // namespace

// ---- Address

Address::Address(std::string text, std::string given_by)
    : text_(std::move(text)), given_by_(std::move(given_by)) {
  char* error = nullptr;
  Libpq::Option* options = libpq().PQconninfoParse(text_.c_str(), &error);
  if (options == nullptr) {
    const std::string why = one_line(error);
    libpq().PQfreemem(error);
    throw support::UserError(fmt::format(
        "{}: {}; give a URL such as postgres://host/database or what 'heddle queue url DIR' "
        "prints",
        given_by_, why.empty() ? "it cannot be understood" : why));
  }
  for (const Libpq::Option* option = options; option->keyword != nullptr; ++option) {
    const std::string name = option->keyword;
    if (option->val == nullptr || (name != "host" && name != "port" && name != "dbname")) continue;
    shown_ += fmt::format("{}{}={}", shown_.empty() ? "" : " ", name, option->val);
  }
  libpq().PQconninfoFree(options);
  if (shown_.empty()) shown_ = "the default server";
}

// ---- Rows

void Rows::Free::operator()(pg_result* result) const { libpq().PQclear(result); }

Rows::Rows(pg_result* result) : result_(result) {}

std::size_t Rows::size() const {
  return static_cast<std::size_t>(libpq().PQntuples(result_.get()));
}

std::string Rows::text(std::size_t row, std::size_t column) const {
  const int r = static_cast<int>(row);
  const int c = static_cast<int>(column);
  return {libpq().PQgetvalue(result_.get(), r, c),
          static_cast<std::size_t>(libpq().PQgetlength(result_.get(), r, c))};
}

std::int64_t Rows::number(std::size_t row, std::size_t column) const {
  const std::string digits = text(row, column);
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

double Rows::real(std::size_t row, std::size_t column) const {
  const std::string digits = text(row, column);
  return digits.empty() ? 0 : std::stod(digits);
}

std::string Rows::bytes(std::size_t row, std::size_t column) const {
  const std::string escaped = text(row, column);
  std::size_t length = 0;
  unsigned char* plain =
      libpq().PQunescapeBytea(reinterpret_cast<const unsigned char*>(escaped.c_str()), &length);
  HEDDLE_CHECK(plain != nullptr, "no memory for {} bytes", escaped.size());
  std::string bytes(reinterpret_cast<const char*>(plain), length);
  libpq().PQfreemem(plain);
  return bytes;
}

// ---- Connection

void Connection::Close::operator()(pg_conn* connection) const { libpq().PQfinish(connection); }

Connection::Connection(const Address& address) {
  // A machine that is gone says nothing: both sides find out within half a minute.
  const char* keywords[] = {"dbname",           "application_name",    "keepalives_idle",
                            "keepalives_count", "keepalives_interval", "tcp_user_timeout",
                            "connect_timeout",  "client_encoding",     nullptr};
  const char* values[] = {
      address.text().c_str(), "heddle", "10", "3", "5", "20000", "10", "UTF8", nullptr};
  connection_.reset(libpq().PQconnectdbParams(keywords, values, 1));
  if (libpq().PQstatus(connection_.get()) != Libpq::kConnectionOk) fail(connection_.get(), nullptr);
  libpq().PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  script(
      "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; "
      "SET tcp_keepalives_count = 3; SET search_path = heddle");
}

Connection::~Connection() = default;

bool Connection::broken() const {
  return libpq().PQstatus(connection_.get()) != Libpq::kConnectionOk;
}

Rows Connection::run(const std::string& sql, const std::vector<Value>& values) {
  const Parameters parameters(values);
  Rows rows(nullptr);
  pg_result* result = libpq().PQexecParams(
      connection_.get(), sql.c_str(), parameters.count(), nullptr, parameters.values.data(),
      parameters.lengths.data(), parameters.formats.data(), kText);
  rows = Rows(result);
  check(connection_.get(), result);
  return rows;
}

void Connection::script(const std::string& sql) {
  pg_result* result = libpq().PQexec(connection_.get(), sql.c_str());
  const Rows owner(result);
  check(connection_.get(), result);
}

void Connection::run_all(const std::vector<Statement>& statements) {
  pg_conn* const connection = connection_.get();
  if (libpq().PQenterPipelineMode(connection) != 1) fail(connection, nullptr);
  for (const Statement& statement : statements) {
    const Parameters parameters(statement.values);
    if (libpq().PQsendQueryParams(connection, statement.sql.c_str(), parameters.count(), nullptr,
                                  parameters.values.data(), parameters.lengths.data(),
                                  parameters.formats.data(), kText) != 1) {
      fail(connection, nullptr);
    }
  }
  if (libpq().PQpipelineSync(connection) != 1) fail(connection, nullptr);
  std::exception_ptr failure;
  bool synced = false;
  while (!synced) {
    pg_result* result = libpq().PQgetResult(connection);
    if (result == nullptr) {
      if (libpq().PQstatus(connection) != Libpq::kConnectionOk) fail(connection, nullptr);
      continue;  // between two statements
    }
    const Rows owner(result);
    const Libpq::ResultStatus status = libpq().PQresultStatus(result);
    if (status == Libpq::kPipelineSync) {
      synced = true;
    } else if (status == Libpq::kFatalError && !failure) {
      try {
        fail(connection, result);
      } catch (...) {
        failure = std::current_exception();
      }
    }
  }
  libpq().PQexitPipelineMode(connection);
  if (failure) std::rethrow_exception(failure);
}

std::vector<std::string> Connection::wait(std::chrono::milliseconds most) {
  std::vector<std::string> heard;
  const auto collect = [&] {
    while (Libpq::Notification* notification = libpq().PQnotifies(connection_.get())) {
      heard.emplace_back(notification->extra);
      libpq().PQfreemem(notification);
    }
  };
  collect();
  if (!heard.empty()) return heard;
  pollfd socket{libpq().PQsocket(connection_.get()), POLLIN, 0};
  if (poll(&socket, 1, static_cast<int>(most.count())) > 0) {
    if (libpq().PQconsumeInput(connection_.get()) != 1) fail(connection_.get(), nullptr);
    collect();
  }
  return heard;
}

std::unique_ptr<Connection> connect(const Address& address, std::chrono::milliseconds patience,
                                    const std::atomic<bool>* stop) {
  const auto until = std::chrono::steady_clock::now() + patience;
  auto pause = std::chrono::milliseconds(50);
  while (true) {
    try {
      return std::make_unique<Connection>(address);
    } catch (const SqlError& error) {
      if (std::chrono::steady_clock::now() + pause > until || (stop != nullptr && *stop)) {
        throw ServerLost(error.what());
      }
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::milliseconds(2000));
  }
}

}  // namespace heddle::queue
