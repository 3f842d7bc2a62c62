#include "beam/bif/registry.hpp"

namespace heddle::beam {

const std::vector<Native>& natives() {
  static const std::vector<Native> all = [] {
    std::vector<Native> natives;
    for (const std::span<const Native> family :
         {erlang_arithmetic(), erlang_terms(), erlang_processes(), erlang_signals(),
          erlang_process_info(), erlang_timers(), erlang_calendar(), erlang_system(), erlang_code(), ets_natives(),
          ets_selection(), shared_words()}) {
      natives.insert(natives.end(), family.begin(), family.end());
    }
    return natives;
  }();
  return all;
}

}  // namespace heddle::beam
