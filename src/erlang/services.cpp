// Processes of the system: they wait for ever, as they should, and those of OTP and Elixir answer
// whoever asks.
#include "beam/vm/services.hpp"

#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Term;

namespace {

// The modules of servers that only compute. Others may be stuck, or slower than who asks them is
// patient.
constexpr const char* kAnswering[] = {
    "elixir_code_server",          "elixir_config",        "Elixir.ExUnit.CaptureServer",
    "Elixir.ExUnit.OnExitHandler", "Elixir.ExUnit.Server", "logger_server",
};

// Servers of OTP that whoever first needs them starts.
bool is_started_on_demand(std::string_view name) {
  return name == "timer_server" || name == "cover_server";
}

bool always_answers(const beam::Process& server) {
  static const std::vector<Term> modules = [] {
    std::vector<Term> all;
    for (const char* each : kAnswering) all.push_back(beam::intern(each));
    return all;
  }();
  const Term module = beam::callback_module(server);
  return std::find(modules.begin(), modules.end(), module) != modules.end() ||
         beam::serves_compiler(server);
}

}  // namespace

bool Program::is_service(const Process& process) const {
  const Process* oldest = &process;
  for (const Process* p = &process; p != nullptr; p = p->parent()) {
    const Term name = Term::from_bits(p->state.registered_name);
    if (!name.is_none() && is_started_on_demand(beam::name_of(name))) return true;
    if (beam::serves_compiler(*p)) return true;
    oldest = p;
  }
  return !is_first(*oldest);
}

// Elixir's Logger (before 1.15) measures how much it has to do every tenth of a second, for ever,
// and mix starts it before every test. What it finds changes how messages are logged, which no test
// is told.
bool Program::only_keeps_house(const beam::Timer& timer) const {
  static const Term logger = beam::intern("Elixir.Logger");
  const Process* creator = machine_.find(Term::from_bits(timer.reference.word(0)));
  return creator != nullptr && Term::from_bits(creator->state.registered_name) == logger &&
         is_service(*creator);
}

bool Program::awaits_service(const Process& process) const {
  const Term monitors = Term::from_bits(process.state.monitors);
  if (beam::map_size(monitors) == 0) return false;
  machine_.receive_variables(process, variables_);
  return std::any_of(variables_.begin(), variables_.end(), [&](Term variable) {
    if (!variable.is_reference()) return false;
    const Term monitor = beam::map_get(monitors, variable);
    if (!monitor.is_tuple(2)) return false;
    const Process* server = machine_.find(monitor.element(0));
    return server != nullptr && always_answers(*server);
  });
}

}  // namespace heddle::erlang
