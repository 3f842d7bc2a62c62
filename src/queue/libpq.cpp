#include "queue/libpq.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/check.hpp"

namespace heddle::queue {
namespace {

constexpr const char* kFile = "libpq.so.5";

[[noreturn]] void refuse(const std::string& why) {
  throw support::UserError(
      fmt::format("a queue needs PostgreSQL's client library, version 14 or later: {}; install it "
                  "(Debian: libpq5)",
                  why));
}

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) refuse(fmt::format("{} has no {}", kFile, name));
}

// Never unloaded: connections of threads that are still at work may use it.
Libpq load() {
  void* const library = dlopen(kFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(dlerror());
  Libpq found{};
#define HEDDLE_FIND(name) find(library, #name, found.name)
  HEDDLE_FIND(PQconnectdbParams);
  HEDDLE_FIND(PQfinish);
  HEDDLE_FIND(PQconninfoParse);
  HEDDLE_FIND(PQconninfoFree);
  HEDDLE_FIND(PQfreemem);
  HEDDLE_FIND(PQstatus);
  HEDDLE_FIND(PQerrorMessage);
  HEDDLE_FIND(PQsocket);
  HEDDLE_FIND(PQsetNoticeProcessor);
  HEDDLE_FIND(PQexec);
  HEDDLE_FIND(PQexecParams);
  HEDDLE_FIND(PQsendQueryParams);
  HEDDLE_FIND(PQenterPipelineMode);
  HEDDLE_FIND(PQexitPipelineMode);
  HEDDLE_FIND(PQpipelineSync);
  HEDDLE_FIND(PQgetResult);
  HEDDLE_FIND(PQresultStatus);
  HEDDLE_FIND(PQresultErrorField);
  HEDDLE_FIND(PQntuples);
  HEDDLE_FIND(PQgetvalue);
  HEDDLE_FIND(PQgetlength);
  HEDDLE_FIND(PQclear);
  HEDDLE_FIND(PQunescapeBytea);
  HEDDLE_FIND(PQnotifies);
  HEDDLE_FIND(PQconsumeInput);
#undef HEDDLE_FIND
  return found;
}

}  // namespace

const Libpq& libpq() {
  static const Libpq functions = load();
  return functions;
}

}  // namespace heddle::queue
