// erlang: processes, messages and names. What other processes can tell is visible.
#include <algorithm>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

// ---- Sending

// False if the destination is nothing that a message can be sent to.
bool send_to(Machine& machine, Term to, Term message) {
  if (machine.trace_send(to, message)) return true;
  if (to.is_tuple(2)) {
    // A name on a node: nobody needs to have it, and there are no other nodes.
    if (!to.element(0).is_atom() || !to.element(1).is_atom()) return false;
    if (to.element(1) != atoms::nonode) return true;
    to = machine.whereis(to.element(0));
    if (to == atoms::undefined) return true;
  } else if (to.is_atom()) {
    to = machine.whereis(to);
    if (to == atoms::undefined) return false;
  }
  if (!to.is_pid() && !to.is_reference()) return false;
  machine.send(machine.current(), to, message);
  return true;
}

Term send(Machine& machine, const Term* a) {
  return send_to(machine, a[0], a[1]) ? a[1] : machine.badarg();
}

Term send_with_options(Machine& machine, const Term* a) {
  Term options = a[2];
  for (; options.is_cons(); options = options.tail()) {
    // A priority (OTP 28) is for aliases that want it, and there are none.
    if (options.head() != intern("noconnect") && options.head() != intern("nosuspend") &&
        options.head() != intern("priority")) {
      return badarg_because(machine, "badopt");
    }
  }
  if (!options.is_nil()) return badarg_because(machine, "badopt");
  return send_to(machine, a[0], a[1]) ? atoms::ok : machine.badarg();
}

// ---- Spawning

// As the current process does it.
Process& new_process(Machine& machine, const Term* a, bool linked,
                     const Machine::SpawnRequest& request) {
  Process& child = machine.spawn(&machine.current(), a[0], a[1], a[2]);
  if (linked) link_processes(machine, machine.current(), child);
  machine.trace_spawn(child, machine.heap().tuple({a[0], a[1], a[2]}), linked, request);
  return child;
}

Term spawn(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  return new_process(machine, a, false, {Term::nil(), intern("spawn_reply")}).pid();
}

Term spawn_link(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  const Term options = machine.heap().cons(atoms::link, Term::nil());
  return new_process(machine, a, true, {options, intern("spawn_reply")}).pid();
}

struct SpawnOptions {
  bool valid = true;
  bool request = false;
  bool link = false;
  bool monitor = false;
  MonitorOptions monitor_options;
  std::vector<std::pair<Term, Term>> settings;
  Term reply_tag;  // of spawn_request
  Term reply;
};

// Later options win.
SpawnOptions spawn_options(Machine& machine, Term list, bool request) {
  SpawnOptions options;
  options.request = request;
  options.reply_tag = intern("spawn_reply");
  options.reply = intern("yes");
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    if (option == atoms::link) {
      options.link = true;
    } else if (option == atoms::monitor) {
      options.monitor = true;
    } else if (option.is_tuple(2)) {
      const Term name = option.element(0);
      const Term value = option.element(1);
      if (name == atoms::monitor) {
        const auto monitor = monitor_options(value);
        options.valid = options.valid && monitor.has_value();
        options.monitor = true;
        if (monitor) options.monitor_options = *monitor;
      } else if (request && name == intern("reply_tag")) {
        options.reply_tag = value;
      } else if (request && name == intern("reply")) {
        options.reply = value;
        options.valid =
            options.valid && (value == intern("yes") || value == intern("no") ||
                              value == intern("error_only") || value == intern("success_only"));
      } else if (is_spawn_setting(machine, name, value)) {
        options.settings.emplace_back(name, value);
      } else {
        options.valid = false;
      }
    } else {
      options.valid = false;
    }
  }
  if (!list.is_nil()) options.valid = false;
  return options;
}

struct Spawned {
  Process* child;
  Term reference;  // none without a monitor
};

Spawned spawn_with(Machine& machine, const Term* a, const SpawnOptions& options) {
  Process& child =
      new_process(machine, a, options.link, {a[3], options.reply_tag, !options.request});
  for (const auto& [name, value] : options.settings) {
    // OTP takes this one, too, and does nothing with it.
    if (name != intern("min_bin_vheap_size")) set_setting(machine, child, name, value);
  }
  Term reference = Term::none();
  if (options.monitor) {
    reference = monitor_process(machine, child, child.pid(), options.monitor_options);
  }
  return {&child, reference};
}

Term spawn_opt(Machine& machine, const Term* a) {
  const SpawnOptions options = spawn_options(machine, a[3], false);
  if (!options.valid) return badarg_because(machine, "badopt");
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  const Spawned spawned = spawn_with(machine, a, options);
  if (!options.monitor) return spawned.child->pid();
  return machine.heap().tuple({spawned.child->pid(), spawned.reference});
}

// Gives badarg and badopt as values: erlang.erl raises them.
Term spawn_request(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2]) || !is_proper_list(a[3])) {
    return atoms::badarg;
  }
  const SpawnOptions options = spawn_options(machine, a[3], true);
  if (!options.valid) {
    const Term reference = machine.make_reference();
    if (options.reply == intern("yes") || options.reply == intern("error_only")) {
      machine.deliver(
          machine.current(),
          machine.heap().tuple({options.reply_tag, reference, atoms::error, intern("badopt")}),
          machine.current().pid());
    }
    return reference;
  }
  const Spawned spawned = spawn_with(machine, a, options);
  const Term reference = options.monitor ? spawned.reference : machine.make_reference();
  if (options.reply == intern("yes") || options.reply == intern("success_only")) {
    const Term reply =
        machine.heap().tuple({options.reply_tag, reference, atoms::ok, spawned.child->pid()});
    // Its token is what the child had when it began.
    machine.deliver(machine.current(), reply, spawned.child->pid(), Term::none(), false,
                    machine.token_of(*spawned.child));
  }
  return reference;
}

// The reply is there at once, so there is never a request to abandon.
Term spawn_request_abandon(Machine& machine, const Term* a) {
  return a[0].is_reference() ? atoms::false_ : machine.badarg();
}

// There are no other nodes.
Term dist_spawn_request(Machine& machine, const Term* a) {
  const SpawnOptions options = spawn_options(machine, a[2], true);
  const Term reference = machine.make_reference();
  if (a[3] == intern("spawn_opt")) {
    const Term pair[] = {reference, options.monitor ? Term::nil() : atoms::false_};
    machine.deliver(machine.current(),
                    machine.heap().tuple(
                        {intern("spawn_reply"), reference, atoms::error, intern("noconnection")}),
                    machine.current().pid());
    return machine.heap().tuple(pair);
  }
  if (options.reply == intern("yes") || options.reply == intern("error_only")) {
    machine.deliver(
        machine.current(),
        machine.heap().tuple({options.reply_tag, reference, atoms::error, intern("noconnection")}),
        machine.current().pid());
  }
  return reference;
}

// ---- Names

Term register_name(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || a[0] == atoms::undefined || !a[1].is_pid()) {
    return badarg_because(machine, "none");
  }
  Process* process = machine.find(a[1]);
  if (process == nullptr || process->dead()) return badarg_because(machine, "notalive");
  if (!Term::from_bits(process->state.registered_name).is_none()) {
    return badarg_because(machine, "registered_name");
  }
  if (machine.whereis(a[0]) != atoms::undefined) return badarg_because(machine, "none");
  machine.touch(*process);
  process->state.registered_name = a[0].bits();
  machine.set_names(map_put(machine.heap(), machine.names(), a[0], a[1]));
  machine.trace_process(*process, "register", a[0]);
  return atoms::true_;
}

Term unregister(Machine& machine, const Term* a) {
  Process* process = a[0].is_atom() ? machine.find(machine.whereis(a[0])) : nullptr;
  if (process == nullptr) return machine.badarg();
  machine.touch(*process);
  process->state.registered_name = Term::none().bits();
  machine.set_names(map_remove(machine.heap(), machine.names(), a[0]));
  machine.trace_process(*process, "unregister", a[0]);
  return atoms::true_;
}

Term whereis(Machine& machine, const Term* a) {
  return a[0].is_atom() ? machine.whereis(a[0]) : machine.badarg();
}

Term is_process_alive(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  const Process* process = machine.find(a[0]);
  return boolean(process != nullptr && !process->dead());
}

// Those of services, too, whether they are started or not.
Term registered(Machine& machine, const Term*) {
  std::vector<Term> all;
  for (MapIterator name(machine.names()); name.next();) {
    if (!name_of(name.key()).starts_with("heddle_")) all.push_back(name.key());
  }
  std::vector<Term> others;
  for (const auto& [name, service] : names_of_services()) {
    if (map_get(machine.names(), Term::from_bits(name)).is_none()) {
      others.push_back(Term::from_bits(name));
    }
  }
  std::ranges::sort(others, {}, [](Term name) { return name_of(name); });
  all.insert(all.end(), others.begin(), others.end());
  return machine.heap().list(all);
}

Term processes(Machine& machine, const Term*) {
  std::vector<Term> pids;
  for (const auto& process : machine.processes()) {
    if (!process->dead()) pids.push_back(process->pid());
  }
  return machine.heap().list(pids);
}

// Two steps: all of them, and the end.
Term processes_next(Machine& machine, const Term* a) {
  if (a[0] == Term::small(1)) return intern("none");
  if (a[0] != Term::small(0)) return machine.badarg();
  return machine.heap().tuple({Term::small(1), processes(machine, nullptr)});
}

Term process_count(Machine& machine, const Term*) {
  std::int64_t count = 0;
  for (const auto& process : machine.processes()) {
    if (!process->dead()) ++count;
  }
  return Term::small(count);
}

// ---- The end, and other affairs of a process

Term exit_process(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  if (Process* other = machine.find(a[0])) {
    machine.send_exit(*other, machine.current().pid(), a[1], false);
  }
  return atoms::true_;
}

Term exit_process_with_options(Machine& machine, const Term* a) {
  return are_priority_options(a[2]) ? exit_process(machine, a) : machine.badarg();
}

Term halt(Machine& machine, const Term* a) {
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2) || option.element(0) != atoms::flush ||
        (option.element(1) != atoms::true_ && option.element(1) != atoms::false_)) {
      return badarg_because(machine, "badopt");
    }
  }
  if (!options.is_nil()) return badarg_because(machine, "badopt");
  int status = 0;
  if (a[0].is_integer()) {
    const auto value = int64_of(a[0]);
    if (!value || *value < 0) return machine.badarg();
    status = static_cast<int>(*value & 0xff);
  } else if (a[0] == intern("abort") ||
             character_list(a[0], SIZE_MAX).state == CharacterList::State::kFine) {
    status = 1;
  } else {
    return machine.badarg();
  }
  machine.halt(status);
  return atoms::true_;
}

Term hibernate(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !is_proper_list(a[2])) return machine.badarg();
  machine.hibernate(a[0], a[1], a[2]);
  return atoms::true_;
}

// hibernate/0 (OTP 28) keeps its stack: awake, the process returns from here.
Term hibernate_in_place(Machine& machine, const Term*) {
  Process& process = machine.current();
  Process::State& state = process.state;
  state.live = 0;
  state.cp = state.ip;
  state.ip =
      std::bit_cast<CodePointer>(machine.code().find_export(intern("heddle"), intern("awake"), 0));
  state.pending = Pending::kStart;
  if (state.first_message == nullptr) state.status = Status::kWaiting;
  return atoms::ok;
}
Term awake(Machine&, const Term*) { return atoms::ok; }

Term set_group_leader(Machine& machine, const Term* a) {
  if (!a[0].is_pid() || !a[1].is_pid()) return atoms::badarg;
  Process* process = machine.find(a[1]);
  if (process == nullptr || process->dead()) return atoms::badarg;
  machine.touch(*process);
  process->state.group_leader = a[0].bits();
  return atoms::true_;
}

Term nothing(Machine&, const Term*) { return atoms::true_; }

// erlang:garbage_collect(Pid, Options): there is nothing to do, but somebody may be told that it
// was done.
Term garbage_collect_with(Machine& machine, Term pid, Term options) {
  Term request = Term::none();
  bool known_type = true;
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2)) return badarg_because(machine, "bad_option");
    const Term value = option.element(1);
    if (option.element(0) == intern("async")) {
      request = value;
    } else if (option.element(0) == intern("type")) {
      known_type = value == intern("major") || value == intern("minor");
    } else {
      return badarg_because(machine, "bad_option");
    }
  }
  if (!options.is_nil()) return badarg_because(machine, "bad_option");
  if (!pid.is_pid() || !known_type) return machine.badarg();
  const Process* process = machine.find(pid);
  const Term answer = boolean(process != nullptr && !process->dead());
  if (request.is_none()) return answer;
  machine.deliver(machine.current(),
                  machine.heap().tuple({intern("garbage_collect"), request, answer}),
                  machine.current().pid());
  return intern("async");
}
Term garbage_collect(Machine& machine, const Term* a) {
  return garbage_collect_with(machine, a[0], Term::nil());
}
Term garbage_collect_options(Machine& machine, const Term* a) {
  return garbage_collect_with(machine, a[0], a[1]);
}
Term garbage_collect_itself(Machine& machine, const Term* a) {
  const bool known = a[0] == intern("major") || a[0] == intern("minor");
  return known ? atoms::true_ : machine.badarg();
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
    {"erlang", "send", 3, send_with_options, kVisible},
    {"erlang", "spawn", 3, spawn, kVisible},
    {"erlang", "spawn_link", 3, spawn_link, kVisible},
    {"erlang", "spawn_opt", 4, spawn_opt, kVisible},
    // That it is one of the system's makes no difference here.
    {"erts_internal", "spawn_system_process", 3, spawn, kVisible},
    {"erts_internal", "spawn_request", 4, spawn_request, kVisible},
    {"erts_internal", "dist_spawn_request", 4, dist_spawn_request, kVisible},
    {"erlang", "spawn_request_abandon", 1, spawn_request_abandon, kVisible},
    {"erlang", "exit", 2, exit_process, kVisible},
    {"erlang", "exit_signal", 2, exit_process, kVisible},
    {"erlang", "exit", 3, exit_process_with_options, kVisible, 28},
    {"erlang", "register", 2, register_name, kVisible},
    {"erlang", "unregister", 1, unregister, kVisible},
    {"erlang", "whereis", 1, whereis, kVisible},
    {"erlang", "registered", 0, registered, kVisible},
    {"erlang", "processes", 0, processes, kVisible},
    {"erts_internal", "processes_next", 1, processes_next, kVisible, 28},
    {"heddle", "process_count", 0, process_count, kVisible},
    {"erlang", "is_process_alive", 1, is_process_alive, kVisible},
    {"erlang", "halt", 2, halt, kVisible},
    {"erlang", "hibernate", 3, hibernate, kVisible},
    {"erlang", "hibernate", 0, hibernate_in_place, kVisible, 28},
    {"heddle", "awake", 0, awake},
    {"erts_internal", "group_leader", 2, set_group_leader, kVisible},
    {"erlang", "yield", 0, nothing},
    {"erlang", "garbage_collect", 0, nothing},
    {"erlang", "garbage_collect", 1, garbage_collect, kVisible},
    {"erlang", "garbage_collect", 2, garbage_collect_options, kVisible},
    {"erts_internal", "garbage_collect", 1, garbage_collect_itself},
    {"erlang", "make_ref", 0, make_ref},
    {"erlang", "group_leader", 0, group_leader, kVisible},
    {"erlang", "apply", 3, apply},
    {"erlang", "apply", 2, apply_fun},
};

}  // namespace

std::span<const Native> erlang_processes() { return kNatives; }

}  // namespace heddle::beam
