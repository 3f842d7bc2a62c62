// persistent lost outcomes when the only actor that led to a pending step was asleep.
//
// A receive that a process could not take any more (an exit signal killed it) was said to be
// covered because the process slept. But it slept for its receive without the message, and the
// timer that sends the message had not fired before.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "beam/loader/compile.hpp"
#include "tests/support/erlang_outcomes.hpp"

namespace heddle::tests {
namespace {

TEST(Regression, ASleepingCandidateDoesNotCoverWhatWouldWakeIt) {
  if (std::system("command -v erlc >/dev/null 2>&1") != 0) GTEST_SKIP() << "erlc is not installed";
  const beam::PrivateFolder folder;
  const std::string file = folder.path() + "/sleeping.erl";
  std::ofstream(file) << R"(-module(sleeping).
-export([once/0, twice/0]).
once() ->
  S = self(),
  spawn_link(fun() -> erlang:send_after(1, S, t), exit(bad) end),
  receive t -> ok after 10 -> no end.
twice() ->
  S = self(),
  spawn_link(fun() -> erlang:send_after(1, S, t), receive m -> ok after 1 -> exit(bad) end end),
  A = receive X -> X after 10 -> no end,
  receive t -> ok after 0 -> A end.
)";
  beam::compile_source(file, folder.path(), {});
  beam::CodeBase code{beam::CodePath{{.front = {folder.path()}}}};
  for (const char* function : {"once", "twice"}) {
    const ErlangOutcomes all = explore_all(code, "sleeping", function, "none");
    EXPECT_GE(all.outcomes.size(), 3U);
    for (const char* algorithm : {"persistent", "source", "optimal", "observers"}) {
      EXPECT_EQ(explore_all(code, "sleeping", function, algorithm).outcomes, all.outcomes)
          << function << " with " << algorithm;
    }
  }
}

}  // namespace
}  // namespace heddle::tests
