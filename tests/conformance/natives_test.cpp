// Which of the functions that OTP writes in C the machine has: all that the real Erlang lists.
// Those that stop the run do so for what they need, and that is said here: ports, sockets, other
// nodes, and what is written in C outside of OTP.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "beam/bif/registry.hpp"
#include "beam/otp/refused.hpp"

namespace heddle::tests {
namespace {

// What each of them needs. Drivers are the C half of ports.
const std::map<std::string, std::string> kStop = {
    {"erts_internal:open_port/2", "ports"},
    {"erlang:setnode/2", "other nodes"},
    {"erlang:dist_get_stat/1", "other nodes"},
    {"erlang:dist_ctrl_put_data/2", "other nodes"},
    {"erlang:dist_ctrl_get_data/1", "other nodes"},
    {"erlang:dist_ctrl_get_data_notification/1", "other nodes"},
    {"erlang:dist_ctrl_get_opt/2", "other nodes"},
    {"erlang:dist_ctrl_set_opt/3", "other nodes"},
    {"erlang:dist_ctrl_input_handler/2", "other nodes"},
    {"erts_internal:get_dflags/0", "other nodes"},
    {"erts_internal:new_connection/1", "other nodes"},
    {"erts_internal:abort_pending_connection/2", "other nodes"},
    {"erts_internal:create_dist_channel/3", "other nodes"},
    {"erl_ddll:try_load/3", "drivers"},
    {"erl_ddll:try_unload/2", "drivers"},
    {"erl_ddll:info/2", "drivers"},
    {"erl_ddll:loaded_drivers/0", "drivers"},
    {"erl_ddll:format_error_int/1", "drivers"},
    {"erl_ddll:monitor/2", "drivers"},
    {"erl_ddll:demonitor/1", "drivers"},
    {"erlang:load_nif/2", "functions written in C"},
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
  const std::map<std::string, std::string> refused = beam::refused_functions();
  std::size_t count = 0;
  char line[256];
  while (std::fgets(line, sizeof line, erl.get()) != nullptr) {
    std::string name(line);
    name.erase(name.find_last_not_of('\n') + 1);
    ++count;
    EXPECT_TRUE(have.contains(name)) << name;
    const auto stops = refused.find(name);
    const auto known = kStop.find(name);
    EXPECT_EQ(stops == refused.end() ? "nothing" : stops->second,
              known == kStop.end() ? "nothing" : known->second)
        << name;
  }
  if (count == 0) GTEST_SKIP() << "erl is not installed";
  EXPECT_GT(count, 400U);  // 505 in OTP 25
}

}  // namespace
}  // namespace heddle::tests
