#include "beam/vm/services.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

Process& Machine::start(const Service& service) {
  const Term argument = service.argument == nullptr ? Term::none() : intern(service.argument);
  Process& process =
      spawn_as(Term::pid(service.pid), nullptr, intern(service.module), intern(service.function),
               argument.is_none() ? Term::nil() : heap_.cons(argument, Term::nil()));
  process.state.registered_name = intern(service.name).bits();
  return process;
}

void Machine::ensure_kernel() {
  if (by_pid_.contains(Term::pid(kInit.pid).bits())) return;
  // The application controller makes this table itself.
  if (EtsTable* table = ets_.find(intern("ac_tab"))) ets_.remove(*table);
  std::vector<Process*> woken = take_woken();
  Process* const running = current_;
  const CodePointer calling = calling_;
  std::vector<Term> x(x_.get(), x_.get() + kRegisters);
  const Process& init = start(kInit);
  // Nobody outside takes part, and nobody waits for time to go by.
  std::deque<Process*> ready;
  while (true) {
    for (Process* process : take_woken()) ready.push_back(process);
    if (ready.empty()) break;
    Process& next = *ready.front();
    ready.pop_front();
    if (next.state.status != Status::kReady) continue;
    step(next);
    if (next.state.status == Status::kReady) ready.push_back(&next);
  }
  if (init.state.status == Status::kExited) {
    throw support::UserError(
        fmt::format("OTP's application kernel does not start: {}; is its installation complete?",
                    print(Term::from_bits(init.state.exit_reason))));
  }
  std::copy(x.begin(), x.end(), x_.get());
  woken_ = std::move(woken);
  current_ = running;
  calling_ = calling;
  // What was made since then stays: the running process may collect what it makes from here on.
  local_ = heap_.mark();
  collect_at_ = kCollectAt;
}

}  // namespace heddle::beam
