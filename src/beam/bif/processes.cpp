// erlang: processes and the signals between them. What other processes can tell is visible.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

constexpr Word kTrapExit = 1;

// The process that a pid or a registered name stands for; null if there is none.
Process* target(Machine& machine, Term to) {
  const Term pid = to.is_atom() ? machine.whereis(to) : to;
  return pid.is_pid() ? machine.find(pid) : nullptr;
}

void save(Machine& machine, Process& process) {
  if (&process == &machine.current()) return;
  machine.undo().save(reinterpret_cast<Word*>(&process.state), sizeof process.state / sizeof(Word));
}

Term send(Machine& machine, const Term* a) {
  Term to = a[0];
  if (to.is_tuple(2) && to.element(0).is_atom() && to.element(1) == atoms::nonode) {
    to = to.element(0);
    if (machine.whereis(to) == atoms::undefined) return a[1];
  }
  if (to.is_atom()) {
    to = machine.whereis(to);
    if (to == atoms::undefined) return machine.badarg();
  }
  if (!to.is_pid() && !to.is_reference() && !to.is_tuple(2)) return machine.badarg();
  machine.send(machine.current(), to, a[1]);
  return a[1];
}

bool is_proper_list(Term list) {
  while (list.is_cons()) list = list.tail();
  return list.is_nil();
}

Term spawn(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  return machine.spawn(&machine.current(), a[0], a[1], a[2]).pid();
}

void link(Machine& machine, Process& a, Process& b) {
  save(machine, a);
  save(machine, b);
  a.state.links =
      map_put(machine.heap(), Term::from_bits(a.state.links), b.pid(), atoms::true_).bits();
  b.state.links =
      map_put(machine.heap(), Term::from_bits(b.state.links), a.pid(), atoms::true_).bits();
}

Term spawn_link(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  Process& child = machine.spawn(&machine.current(), a[0], a[1], a[2]);
  link(machine, machine.current(), child);
  return child.pid();
}

Term link_to(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  Process& self = machine.current();
  if (a[0] == self.pid()) return atoms::true_;
  Process* other = machine.find(a[0]);
  if (other == nullptr || other->state.status == Status::kExited) {
    if ((self.state.flags & kTrapExit) == 0) {
      return machine.raise(atoms::error, atoms::noproc);
    }
    machine.deliver(self, machine.heap().tuple({atoms::EXIT, a[0], atoms::noproc}), a[0]);
    return atoms::true_;
  }
  link(machine, self, *other);
  return atoms::true_;
}

Term unlink(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  Process& self = machine.current();
  self.state.links = map_remove(machine.heap(), Term::from_bits(self.state.links), a[0]).bits();
  if (Process* other = machine.find(a[0])) {
    save(machine, *other);
    other->state.links =
        map_remove(machine.heap(), Term::from_bits(other->state.links), self.pid()).bits();
  }
  return atoms::true_;
}

Term exit_process(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  if (Process* other = machine.find(a[0])) {
    machine.exit_signal(*other, machine.current().pid(), a[1], false);
  }
  return atoms::true_;
}

Term monitor_with(Machine& machine, Term type, Term item, Term tag) {
  if (type != atoms::process) return machine.badarg();
  Term named = item;
  if (item.is_atom()) named = machine.heap().tuple({item, atoms::nonode});
  if (!item.is_pid() && !item.is_atom()) return machine.badarg();
  Process& self = machine.current();
  const Term reference = machine.make_reference();
  Process* other = target(machine, item);
  if (other == nullptr || other->state.status == Status::kExited) {
    machine.deliver(self,
                    machine.heap().tuple({tag, reference, atoms::process, named, atoms::noproc}),
                    self.pid());
    return reference;
  }
  save(machine, *other);
  other->state.monitored_by = map_put(machine.heap(), Term::from_bits(other->state.monitored_by),
                                      reference, machine.heap().tuple({self.pid(), named, tag}))
                                  .bits();
  self.state.monitors =
      map_put(machine.heap(), Term::from_bits(self.state.monitors), reference, other->pid()).bits();
  return reference;
}

Term monitor(Machine& machine, const Term* a) {
  return monitor_with(machine, a[0], a[1], atoms::DOWN);
}

Term demonitor(Machine& machine, const Term* a) {
  if (!a[0].is_reference()) return machine.badarg();
  Process& self = machine.current();
  const Term monitors = Term::from_bits(self.state.monitors);
  const Term pid = map_get(monitors, a[0]);
  if (pid.is_none()) return atoms::true_;
  self.state.monitors = map_remove(machine.heap(), monitors, a[0]).bits();
  if (Process* other = machine.find(pid)) {
    save(machine, *other);
    other->state.monitored_by =
        map_remove(machine.heap(), Term::from_bits(other->state.monitored_by), a[0]).bits();
  }
  return atoms::true_;
}

Term register_name(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || a[0] == atoms::undefined || !a[1].is_pid()) return machine.badarg();
  Process* process = machine.find(a[1]);
  if (process == nullptr || process->state.status == Status::kExited ||
      machine.whereis(a[0]) != atoms::undefined ||
      !Term::from_bits(process->state.registered_name).is_none()) {
    return machine.badarg();
  }
  save(machine, *process);
  process->state.registered_name = a[0].bits();
  machine.set_names(map_put(machine.heap(), machine.names(), a[0], a[1]));
  return atoms::true_;
}

Term unregister(Machine& machine, const Term* a) {
  Process* process = a[0].is_atom() ? target(machine, a[0]) : nullptr;
  if (process == nullptr) return machine.badarg();
  save(machine, *process);
  process->state.registered_name = Term::none().bits();
  machine.set_names(map_remove(machine.heap(), machine.names(), a[0]));
  return atoms::true_;
}

Term whereis(Machine& machine, const Term* a) {
  return a[0].is_atom() ? machine.whereis(a[0]) : machine.badarg();
}

Term is_process_alive(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  const Process* process = machine.find(a[0]);
  return boolean(process != nullptr && process->state.status != Status::kExited);
}

Term process_flag(Machine& machine, const Term* a) {
  if (a[0] != atoms::trap_exit || (a[1] != atoms::true_ && a[1] != atoms::false_)) {
    return machine.badarg();
  }
  Word& flags = machine.current().state.flags;
  const Term old = boolean((flags & kTrapExit) != 0);
  flags = a[1] == atoms::true_ ? flags | kTrapExit : flags & ~kTrapExit;
  return old;
}

Term make_ref(Machine& machine, const Term*) { return machine.make_reference(); }
Term group_leader(Machine& machine, const Term*) {
  return Term::from_bits(machine.current().state.group_leader);
}

Term apply(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  std::vector<Term> arguments;
  for (Term list = a[2]; list.is_cons(); list = list.tail()) arguments.push_back(list.head());
  Export* callee =
      machine.code().find_export(a[0], a[1], static_cast<std::uint32_t>(arguments.size()));
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(callee);
  return machine.call_instead(Term::boxed(fun), arguments);
}

Term apply_fun(Machine& machine, const Term* a) {
  if (!is_proper_list(a[1])) return machine.badarg();
  std::vector<Term> arguments;
  for (Term list = a[1]; list.is_cons(); list = list.tail()) arguments.push_back(list.head());
  return machine.call_instead(a[0], arguments);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "!", 2, send, kVisible},
    {"erlang", "send", 2, send, kVisible},
    {"erlang", "spawn", 3, spawn, kVisible},
    {"erlang", "spawn_link", 3, spawn_link, kVisible},
    {"erlang", "link", 1, link_to, kVisible},
    {"erlang", "unlink", 1, unlink, kVisible},
    {"erlang", "exit", 2, exit_process, kVisible},
    {"erlang", "monitor", 2, monitor, kVisible},
    {"erlang", "demonitor", 1, demonitor, kVisible},
    {"erlang", "register", 2, register_name, kVisible},
    {"erlang", "unregister", 1, unregister, kVisible},
    {"erlang", "whereis", 1, whereis, kVisible},
    {"erlang", "is_process_alive", 1, is_process_alive, kVisible},
    {"erlang", "process_flag", 2, process_flag, kVisible},
    {"erlang", "make_ref", 0, make_ref},
    {"erlang", "group_leader", 0, group_leader},
    {"erlang", "apply", 3, apply},
    {"erlang", "apply", 2, apply_fun},
};

}  // namespace

std::span<const Native> erlang_processes() { return kNatives; }

}  // namespace heddle::beam
