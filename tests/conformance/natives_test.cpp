// Which of the functions that OTP writes in C the machine has: all that the real Erlang lists, but
// for those that are named here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>

#include "beam/bif/registry.hpp"

namespace heddle::tests {
namespace {

// For tests and measurements of the emulator itself; they stop a run with their name.
const std::set<std::string> kNotThere = {
    "erts_debug:breakpoint/2",
    "erts_debug:dirty/3",
    "erts_debug:dirty_cpu/2",
    "erts_debug:dirty_io/2",
    "erts_debug:display/1",
    "erts_debug:dist_ext_to_term/2",
    "erts_debug:instructions/0",
    "erts_debug:interpreter_size/0",
    "erts_debug:lcnt_clear/0",
    "erts_debug:lcnt_collect/0",
    "erts_debug:lcnt_control/1",
    "erts_debug:lcnt_control/2",
    "erts_debug:map_info/1",
    "erts_debug:size_shared/1",
    "erts_internal:ets_lookup_binary_info/2",
    "erts_internal:gather_alloc_histograms/1",
    "erts_internal:gather_carrier_info/1",
    "erts_internal:map_hashmap_children/1",
};

std::set<std::string> ours() {
  std::set<std::string> names;
  for (const beam::Native& native : beam::natives()) {
    names.insert(fmt::format("{}:{}/{}", native.module, native.function, native.arity));
  }
  return names;
}

TEST(Natives, AreThoseOfErlang) {
  const char* const command =
      "erl -noshell -eval 'io:setopts([{encoding, utf8}]), [io:format(\"~s:~s/~w~n\", [M, F, A]) "
      "|| {M, F, A} <- lists:usort(erlang:system_info(snifs))], halt().'";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> erl(popen(command, "r"), pclose);
  ASSERT_NE(erl, nullptr);
  const std::set<std::string> have = ours();
  std::size_t count = 0;
  char line[256];
  while (std::fgets(line, sizeof line, erl.get()) != nullptr) {
    std::string name(line);
    name.erase(name.find_last_not_of('\n') + 1);
    ++count;
    EXPECT_NE(have.contains(name), kNotThere.contains(name)) << name;
  }
  if (count == 0) GTEST_SKIP() << "erl is not installed";
  EXPECT_GT(count, 400U);  // 505 in OTP 25
}

}  // namespace
}  // namespace heddle::tests
