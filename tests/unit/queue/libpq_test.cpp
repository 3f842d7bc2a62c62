// What is declared by hand is what PostgreSQL's own header says.
#include "queue/libpq.hpp"

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <cstddef>
#include <type_traits>

namespace heddle::queue {
namespace {

static_assert(int{Libpq::kConnectionOk} == int{CONNECTION_OK});
static_assert(int{Libpq::kCommandOk} == int{PGRES_COMMAND_OK});
static_assert(int{Libpq::kTuplesOk} == int{PGRES_TUPLES_OK});
static_assert(int{Libpq::kFatalError} == int{PGRES_FATAL_ERROR});
static_assert(int{Libpq::kPipelineSync} == int{PGRES_PIPELINE_SYNC});
static_assert(Libpq::kState == PG_DIAG_SQLSTATE);
static_assert(Libpq::kPrimary == PG_DIAG_MESSAGE_PRIMARY);
static_assert(sizeof(Libpq::Option) == sizeof(PQconninfoOption));
static_assert(offsetof(Libpq::Option, val) == offsetof(PQconninfoOption, val));
static_assert(sizeof(Libpq::Notification) == sizeof(PGnotify));
static_assert(offsetof(Libpq::Notification, extra) == offsetof(PGnotify, extra));
static_assert(std::is_same_v<Oid, unsigned>);

// Those whose types are the same on both sides; the others differ in the names of structures only.
template <typename Ours, typename Theirs>
constexpr bool kSame = std::is_same_v<Ours, std::add_pointer_t<Theirs>>;
static_assert(kSame<decltype(Libpq::PQconnectdbParams), decltype(PQconnectdbParams)>);
static_assert(kSame<decltype(Libpq::PQfinish), decltype(PQfinish)>);
static_assert(kSame<decltype(Libpq::PQerrorMessage), decltype(PQerrorMessage)>);
static_assert(kSame<decltype(Libpq::PQsocket), decltype(PQsocket)>);
static_assert(kSame<decltype(Libpq::PQexec), decltype(PQexec)>);
static_assert(kSame<decltype(Libpq::PQexecParams), decltype(PQexecParams)>);
static_assert(kSame<decltype(Libpq::PQsendQueryParams), decltype(PQsendQueryParams)>);
static_assert(kSame<decltype(Libpq::PQenterPipelineMode), decltype(PQenterPipelineMode)>);
static_assert(kSame<decltype(Libpq::PQexitPipelineMode), decltype(PQexitPipelineMode)>);
static_assert(kSame<decltype(Libpq::PQpipelineSync), decltype(PQpipelineSync)>);
static_assert(kSame<decltype(Libpq::PQgetResult), decltype(PQgetResult)>);
static_assert(kSame<decltype(Libpq::PQresultErrorField), decltype(PQresultErrorField)>);
static_assert(kSame<decltype(Libpq::PQntuples), decltype(PQntuples)>);
static_assert(kSame<decltype(Libpq::PQgetvalue), decltype(PQgetvalue)>);
static_assert(kSame<decltype(Libpq::PQgetlength), decltype(PQgetlength)>);
static_assert(kSame<decltype(Libpq::PQclear), decltype(PQclear)>);
static_assert(kSame<decltype(Libpq::PQunescapeBytea), decltype(PQunescapeBytea)>);
static_assert(kSame<decltype(Libpq::PQfreemem), decltype(PQfreemem)>);
static_assert(kSame<decltype(Libpq::PQconsumeInput), decltype(PQconsumeInput)>);
static_assert(kSame<decltype(Libpq::PQsetNoticeProcessor), decltype(PQsetNoticeProcessor)>);

TEST(Libpq, IsFoundAndUnderstandsAddresses) {
  char* error = nullptr;
  Libpq::Option* const options =
      libpq().PQconninfoParse("postgres://heddle@example/db?port=77", &error);
  ASSERT_NE(options, nullptr);
  std::string port;
  for (const Libpq::Option* option = options; option->keyword != nullptr; ++option) {
    if (std::string(option->keyword) == "port" && option->val != nullptr) port = option->val;
  }
  libpq().PQconninfoFree(options);
  EXPECT_EQ(port, "77");
}

}  // namespace
}  // namespace heddle::queue
