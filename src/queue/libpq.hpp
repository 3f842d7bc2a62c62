// Libpq: PostgreSQL's client library, loaded when the first queue is named.
//
// A test program in C++ has the queue in it, and must neither be linked with libpq nor need it to
// start: only its user who sets HEDDLE_QUEUE does. So the functions are looked up by name, and
// declared here as libpq's ABI (libpq.so.5, from PostgreSQL 14 on) has them; tests/unit/queue
// compares that with libpq-fe.h.
#pragma once

#include <cstddef>

extern "C" {
struct pg_conn;
struct pg_result;
}

namespace heddle::queue {

struct Libpq {
  enum ConnectionStatus : int { kConnectionOk = 0 };
  enum ResultStatus : int {
    kCommandOk = 1,
    kTuplesOk = 2,
    kFatalError = 7,
    kPipelineSync = 10,
  };
  static constexpr int kState = 'C';    // PG_DIAG_SQLSTATE
  static constexpr int kPrimary = 'M';  // PG_DIAG_MESSAGE_PRIMARY

  struct Option {  // PQconninfoOption
    char* keyword;
    char* envvar;
    char* compiled;
    char* val;
    char* label;
    char* dispchar;
    int dispsize;
  };
  struct Notification {  // PGnotify
    char* relname;
    int be_pid;
    char* extra;
    Notification* next;
  };
  using NoticeProcessor = void (*)(void*, const char*);

  pg_conn* (*PQconnectdbParams)(const char* const*, const char* const*, int);
  void (*PQfinish)(pg_conn*);
  Option* (*PQconninfoParse)(const char*, char**);
  void (*PQconninfoFree)(Option*);
  void (*PQfreemem)(void*);
  ConnectionStatus (*PQstatus)(const pg_conn*);
  char* (*PQerrorMessage)(const pg_conn*);
  int (*PQsocket)(const pg_conn*);
  NoticeProcessor (*PQsetNoticeProcessor)(pg_conn*, NoticeProcessor, void*);
  pg_result* (*PQexec)(pg_conn*, const char*);
  pg_result* (*PQexecParams)(pg_conn*, const char*, int, const unsigned*, const char* const*,
                             const int*, const int*, int);
  int (*PQsendQueryParams)(pg_conn*, const char*, int, const unsigned*, const char* const*,
                           const int*, const int*, int);
  int (*PQenterPipelineMode)(pg_conn*);
  int (*PQexitPipelineMode)(pg_conn*);
  int (*PQpipelineSync)(pg_conn*);
  pg_result* (*PQgetResult)(pg_conn*);
  ResultStatus (*PQresultStatus)(const pg_result*);
  char* (*PQresultErrorField)(const pg_result*, int);
  int (*PQntuples)(const pg_result*);
  char* (*PQgetvalue)(const pg_result*, int, int);
  int (*PQgetlength)(const pg_result*, int, int);
  void (*PQclear)(pg_result*);
  unsigned char* (*PQunescapeBytea)(const unsigned char*, std::size_t*);
  Notification* (*PQnotifies)(pg_conn*);
  int (*PQconsumeInput)(pg_conn*);
};

/// Throws support::UserError if it is not there or too old. Thread-safe.
const Libpq& libpq();

}  // namespace heddle::queue
