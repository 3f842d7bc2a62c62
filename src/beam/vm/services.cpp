#include "beam/vm/services.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

const std::unordered_map<Word, const Service*>& names_of_services() {
  static const auto names = [] {
    std::unordered_map<Word, const Service*> map;
    for (const char* name : {"init", "application_controller", "kernel_sup", "kernel_safe_sup",
                             "logger_sup", "logger_handler_watcher", "erl_signal_server"}) {
      map.emplace(intern(name).bits(), &kInit);
    }
    for (const char* name :
         {"code_server", "kernel_refc", "rex", "inet_db", "global_group", "global_group_check",
          "erl_prim_loader", "erts_code_purger", "logger_proxy", "logger_std_h_default",
          "standard_error_sup", "socket_registry"}) {
      map.emplace(intern(name).bits(), &kServers);
    }
    map.emplace(intern("logger").bits(), &kLogger);
    map.emplace(intern("global_name_server").bits(), &kGlobal);
    return map;
  }();
  return names;
}

Process& Machine::start(const Service& service) {
  const Term name = intern(service.name);
  const Term argument = service.argument == nullptr ? Term::none() : intern(service.argument);
  // Its table is there until then, empty or as if nobody had changed anything.
  EtsTable* table = service.table == nullptr ? nullptr : ets_.find(intern(service.table));
  if (table != nullptr) ets_.remove(*table);
  Process& process =
      spawn_as(Term::pid(service.pid), nullptr, intern(service.module), intern(service.function),
               argument.is_none() ? Term::nil() : heap_.cons(argument, Term::nil()));
  process.state.registered_name = name.bits();
  set_names(map_put(heap_, names(), name, process.pid()));
  return process;
}

bool Machine::runs(const Service& service) const {
  return by_pid_.contains(Term::pid(service.pid).bits());
}

void Machine::ensure(const Service& service) {
  if (runs(service)) return;
  const Process& started = run_aside([&]() -> Process& { return start(service); });
  if (started.state.status == Status::kExited) {
    throw support::UserError(
        fmt::format("OTP's {} does not start: {}; is its installation complete?", service.name,
                    print(Term::from_bits(started.state.exit_reason))));
  }
}

Term Machine::call_before(Term module, Term function, Term arguments, const std::string& what) {
  Process& called = run_aside([&]() -> Process& {
    // The call before this one has ended, but what it has made may still be there.
    const Process* last = find(Term::pid(kBefore));
    by_pid_.erase(Term::pid(kBefore).bits());
    Process& next = spawn_as(Term::pid(kBefore), nullptr, module, function, arguments);
    if (last != nullptr) {
      next.state.spawned = last->state.spawned;
      next.state.references = last->state.references;
      next.state.integers = last->state.integers;
    }
    return next;
  });
  const Process::State& state = called.state;
  if (state.status != Status::kExited) {
    throw support::UserError(fmt::format("{}: it waits for ever, in {}", what, place(state.ip)));
  }
  const Term result = Term::from_bits(state.result);
  if (!result.is_none()) return result;
  throw support::UserError(
      fmt::format("{}: {}", what, print(Term::from_bits(state.exit_reason), 500)));
}

Process& Machine::run_aside(const std::function<Process&()>& start) {
  std::vector<Process*> woken = take_woken();
  Process* const running = current_;
  const CodePointer calling = calling_;
  const Effects effects =
      std::exchange(effects_, {});  // what it does to itself is nobody's business
  std::vector<Term> x(x_.get(), x_.get() + kRegisters);
  const std::size_t others = processes_.size();
  const bool nested = std::exchange(aside_, true);
  Process& started = start();
  // Nobody outside takes part, and nobody waits for time to go by.
  std::deque<Process*> ready;
  while (true) {
    for (Process* process : take_woken()) ready.push_back(process);
    if (ready.empty()) break;
    Process& next = *ready.front();
    ready.pop_front();
    if (!next.runnable()) continue;
    step(next);
    if (next.runnable()) ready.push_back(&next);
  }
  aside_ = nested;
  // Its children have begun; nobody has to see that again.
  for (std::size_t i = others; i < processes_.size(); ++i) ++processes_[i]->state.steps;
  std::copy(x.begin(), x.end(), x_.get());
  woken_ = std::move(woken);
  current_ = running;
  calling_ = calling;
  effects_ = effects;
  // What was made since then stays: the running process may collect what it makes from here on.
  local_ = heap_.mark();
  collect_at_ = kCollectAt;
  return started;
}

// What the emulator tells the logger about a process that ends with an error.
void Machine::log_crash(Process& process, Term reason) {
  const std::string format = "Error in process ~p with exit value:~n~p~n";
  if (!runs(kLogger)) {
    log(fmt::format("error: Error in process {} with exit value: {}", print(process.pid()),
                    print(reason)));
    return;
  }
  const Term error_logger[] = {intern("emulator"), atoms::true_, intern("tag"), atoms::error};
  const Term meta[] = {
      intern("pid"),          process.pid(),
      intern("gl"),           Term::from_bits(process.state.group_leader),
      intern("time"),         heap_.integer(static_cast<std::int64_t>(clock_) * 1000),
      intern("error_logger"), map_from_pairs(heap_, error_logger)};
  const Term arguments[] = {process.pid(), reason};
  send(process, Term::pid(kLogger.pid),
       heap_.tuple({intern("log"), atoms::error, heap_.string(format), heap_.list(arguments),
                    map_from_pairs(heap_, meta)}));
}

Term callback_module(const Process& server) {
  static const Term key = intern("$initial_call");
  const Term call = map_get(Term::from_bits(server.state.dictionary), key);
  return call.is_tuple(3) ? call.element(0) : Term::none();
}

bool serves_compiler(const Process& process) {
  static const Term modules[] = {intern("Elixir.Kernel.LexicalTracker"),
                                 intern("Elixir.Module.ParallelChecker")};
  const Term module = callback_module(process);
  return module == modules[0] || module == modules[1];
}

}  // namespace heddle::beam
