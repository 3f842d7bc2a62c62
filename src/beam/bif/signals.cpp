// erlang: links, monitors and aliases.
#include "beam/bif/signals.hpp"

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "support/check.hpp"

namespace heddle::beam {

void link_processes(Machine& machine, Process& a, Process& b) {
  Heap& heap = machine.heap();
  machine.touch(a);
  machine.touch(b);
  a.state.links = map_put(heap, Term::from_bits(a.state.links), b.pid(), atoms::true_).bits();
  b.state.links = map_put(heap, Term::from_bits(b.state.links), a.pid(), atoms::true_).bits();
}

void refuse_priority() {
  throw support::UserError(
      "the program asks for priority messages (OTP 28), which Heddle does not have: messages "
      "arrive in the order they were sent in");
}

bool are_priority_options(Term options) {
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() != intern("priority")) return false;
  }
  return options.is_nil();
}

std::optional<MonitorOptions> monitor_options(Term list) {
  MonitorOptions options;
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    if (option == intern("priority")) refuse_priority();
    if (!option.is_tuple(2)) return std::nullopt;
    const Term value = option.element(1);
    if (option.element(0) == atoms::alias) {
      if (value != atoms::explicit_unalias && value != atoms::demonitor &&
          value != atoms::reply_demonitor) {
        return std::nullopt;
      }
      options.alias = value;
    } else if (option.element(0) == intern("tag")) {
      options.tag = value;
    } else {
      return std::nullopt;
    }
  }
  if (!list.is_nil()) return std::nullopt;
  return options;
}

namespace {

bool same_reference(Term a, Term b) {
  return a.is_reference() && b.is_reference() && a.word(0) == b.word(0) && a.word(1) == b.word(1);
}

Term put_alias(Machine& machine, Term reference, Term mode) {
  Process& self = machine.current();
  self.state.aliases =
      map_put(machine.heap(), Term::from_bits(self.state.aliases), reference, mode).bits();
  return reference;
}

Term tag_of(const MonitorOptions& options) {
  return options.tag.is_none() ? atoms::DOWN : options.tag;
}

// What is monitored, a process or a port, is not there: the answer comes at once.
Term monitor_nobody(Machine& machine, Term item, Term reason, const MonitorOptions& options,
                    Term type = atoms::process) {
  const Term reference = machine.make_reference();
  Process& self = machine.current();
  if (options.alias == atoms::explicit_unalias) put_alias(machine, reference, options.alias);
  if (machine.explored()) {
    self.state.monitors =
        map_put(machine.heap(), Term::from_bits(self.state.monitors), reference, atoms::false_)
            .bits();
  }
  machine.deliver(machine.current(),
                  machine.heap().tuple({tag_of(options), reference, type, item, reason}),
                  machine.current().pid(), reference, true);
  return reference;
}

}  // namespace

Term monitor_process(Machine& machine, Process& process, Term item, const MonitorOptions& options) {
  Heap& heap = machine.heap();
  Process& self = machine.current();
  const Term reference = machine.make_reference();
  if (!options.alias.is_none()) put_alias(machine, reference, options.alias);
  if (&process == &self) return reference;  // nobody hears of its own end
  machine.touch(process);
  process.state.monitored_by = map_put(heap, Term::from_bits(process.state.monitored_by), reference,
                                       heap.tuple({self.pid(), item, tag_of(options)}))
                                   .bits();
  self.state.monitors = map_put(heap, Term::from_bits(self.state.monitors), reference,
                                heap.tuple({process.pid(), item}))
                            .bits();
  return reference;
}

namespace {

Term link_to(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  Process& self = machine.current();
  machine.trace_process(self, "link", a[0]);
  if (a[0] == self.pid()) return atoms::true_;
  Process* other = machine.find(a[0]);
  const bool travels = other != nullptr && machine.travels(self.pid(), *other);
  const bool traps = (self.state.flags & kTrapExit) != 0;
  const bool linked = map_get(Term::from_bits(self.state.links), a[0]) == atoms::true_;
  if (travels && (traps || linked || !other->dead())) {
    machine.request_link(*other);
    return atoms::true_;
  }
  if (other == nullptr || other->dead()) {
    // Its exit signal is still to come.
    if (linked) return atoms::true_;
    if (!traps) return machine.error(atoms::noproc);
    machine.deliver(self, machine.heap().tuple({atoms::EXIT, a[0], atoms::noproc}), a[0]);
    return atoms::true_;
  }
  if (!linked) {
    machine.trace_process(*other, "getting_linked", self.pid());
  }
  link_processes(machine, self, *other);
  return atoms::true_;
}

Term link_with_options(Machine& machine, const Term* a) {
  if (!are_priority_options(a[1])) return machine.badarg();
  if (a[1].is_cons()) refuse_priority();
  return link_to(machine, a);
}

// A link of `process` is over. Where every order is tried it is remembered (vm/exits.cpp).
void end_link(Machine& machine, Process& process, Term other) {
  const Term links = Term::from_bits(process.state.links);
  if (map_get(links, other).is_none()) return;
  machine.touch(process);
  process.state.links = (machine.explored() ? map_put(machine.heap(), links, other, atoms::false_)
                                            : map_remove(machine.heap(), links, other))
                            .bits();
}

Term unlink(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  Process& self = machine.current();
  machine.trace_process(self, "unlink", a[0]);
  if (Process* other = machine.find(a[0]);
      other != nullptr && machine.travels(self.pid(), *other)) {
    machine.request_unlink(*other);
    return atoms::true_;
  }
  end_link(machine, self, a[0]);
  machine.drop_unseen(self, [&](const MessageNode& node) { return node.via == a[0].bits(); });
  if (Process* other = machine.find(a[0])) {
    const Term link = map_get(Term::from_bits(other->state.links), self.pid());
    if (link == atoms::true_ && !other->dead()) {
      machine.trace_process(*other, "getting_unlinked", self.pid());
    }
    end_link(machine, *other, self.pid());
  }
  return atoms::true_;
}

// There are no ports.
Term monitor_port(Machine& machine, Term item, const MonitorOptions& options) {
  if (item.is_atom()) {
    item = machine.heap().tuple({item, atoms::nonode});
  } else if (!item.is_port() &&
             !(item.is_tuple(2) && item.element(0).is_atom() && item.element(1) == atoms::nonode)) {
    return machine.badarg();
  }
  return monitor_nobody(machine, item, atoms::noproc, options, intern("port"));
}

Term monitor_with(Machine& machine, Term type, Term item, const MonitorOptions& options) {
  if (type == intern("time_offset")) {
    if (item != intern("clock_service")) return machine.badarg();
    // It never changes.
    const Term reference = machine.make_reference();
    return options.alias.is_none() ? reference : put_alias(machine, reference, options.alias);
  }
  if (type == intern("port")) return monitor_port(machine, item, options);
  if (type != atoms::process) return badarg_because(machine, "badtype");
  Term pid = item;
  if (item.is_atom()) {
    pid = machine.whereis(item);
    item = machine.heap().tuple({item, atoms::nonode});
  } else if (item.is_tuple(2) && item.element(0).is_atom() && item.element(1).is_atom()) {
    if (item.element(1) != atoms::nonode) {
      return monitor_nobody(machine, item, intern("noconnection"), options);
    }
    pid = machine.whereis(item.element(0));
  } else if (!item.is_pid()) {
    return machine.badarg();
  }
  Process* process = machine.find(pid);
  if (process != nullptr && machine.travels(machine.current().pid(), *process)) {
    const Term reference = machine.make_reference();
    if (!options.alias.is_none()) put_alias(machine, reference, options.alias);
    machine.request_monitor(*process, reference, item, tag_of(options));
    return reference;
  }
  if (process == nullptr || process->dead()) {
    return monitor_nobody(machine, item, atoms::noproc, options);
  }
  return monitor_process(machine, *process, item, options);
}

Term monitor(Machine& machine, const Term* a) { return monitor_with(machine, a[0], a[1], {}); }

Term monitor_with_options(Machine& machine, const Term* a) {
  const auto options = monitor_options(a[2]);
  return options ? monitor_with(machine, a[0], a[1], *options) : badarg_because(machine, "badopt");
}

// Whether there was a monitor.
bool remove(Machine& machine, Term reference, bool flush = false) {
  Process& self = machine.current();
  const Term aliases = Term::from_bits(self.state.aliases);
  const Term mode = map_get(aliases, reference);
  if (mode == atoms::demonitor || mode == atoms::reply_demonitor) {
    self.state.aliases = map_remove(machine.heap(), aliases, reference).bits();
  }
  const Term monitor = map_get(Term::from_bits(self.state.monitors), reference);
  const Term whom = monitor.is_tuple() ? monitor.element(0) : monitor;
  if (Process* other = whom.is_pid() ? machine.find(whom) : nullptr;
      other != nullptr && machine.travels(self.pid(), *other)) {
    machine.request_demonitor(*other, reference);
  }
  const bool still_there = machine.remove_monitor(self, reference, flush);
  const bool on_its_way = machine.drop_unseen(self, [&](const MessageNode& node) {
    return same_reference(Term::from_bits(node.via), reference) &&
           (node.is_signal != 0 || mode != atoms::explicit_unalias);
  });
  return still_there || on_its_way;
}

Term demonitor(Machine& machine, const Term* a) {
  if (!a[0].is_reference()) return machine.badarg();
  remove(machine, a[0]);
  return atoms::true_;
}

// A message like that of a monitor. Where every order is tried, only one that the process has sent
// to itself: that came before in any order.
void flush_lookalike(Machine& machine, Term reference) {
  Process& self = machine.current();
  for (const MessageNode* node = self.state.first_message; node != nullptr;
       node = std::bit_cast<const MessageNode*>(node->next)) {
    const Term message = Term::from_bits(node->term);
    if (!message.is_tuple(5) || !same_reference(message.element(1), reference)) continue;
    if (machine.explored() && node->sender != self.pid().bits()) continue;
    machine.remove_message(self, [&](Term each) { return each.bits() == node->term; });
    return;
  }
}

Term demonitor_with_options(Machine& machine, const Term* a) {
  bool flush = false;
  bool info = false;
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() == atoms::flush) {
      flush = true;
    } else if (options.head() == atoms::info) {
      info = true;
    } else {
      return machine.badarg();
    }
  }
  if (!options.is_nil() || !a[0].is_reference()) return machine.badarg();
  const bool known = !map_get(Term::from_bits(machine.current().state.monitors), a[0]).is_none();
  const bool found = remove(machine, a[0], flush);
  if (flush && !found && !(machine.explored() && known)) flush_lookalike(machine, a[0]);
  return boolean(found || !info);
}

Term alias(Machine& machine, const Term* a) {
  Term mode = atoms::explicit_unalias;
  Term options = a[0];
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() == intern("reply")) {
      mode = options.head();
    } else if (options.head() == atoms::explicit_unalias) {
      mode = options.head();
    } else if (options.head() == intern("priority")) {
      refuse_priority();
    } else {
      return machine.badarg();
    }
  }
  if (!options.is_nil()) return machine.badarg();
  return put_alias(machine, machine.make_reference(), mode);
}

Term unalias(Machine& machine, const Term* a) {
  if (!a[0].is_reference()) return machine.badarg();
  Process& self = machine.current();
  const Term aliases = Term::from_bits(self.state.aliases);
  const bool active = !map_get(aliases, a[0]).is_none();
  if (active) self.state.aliases = map_remove(machine.heap(), aliases, a[0]).bits();
  const bool dropped = machine.drop_unseen(self, [&](const MessageNode& node) {
    return node.is_signal == 0 && same_reference(Term::from_bits(node.via), a[0]);
  });
  return boolean(active || dropped);
}

// This node is never down, and there are no others.
Term monitor_node(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  if (a[0] != atoms::nonode) return machine.error(intern("notalive"));
  return a[1] == atoms::true_ || a[1] == atoms::false_ ? atoms::true_ : machine.badarg();
}
Term monitor_node_with_options(Machine& machine, const Term* a) {
  Term options = a[2];
  while (options.is_cons() && options.head() == intern("allow_passive_connect")) {
    options = options.tail();
  }
  return options.is_nil() ? monitor_node(machine, a) : badarg_because(machine, "badopt");
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "link", 1, link_to, kVisible},
    {"erlang", "link", 2, link_with_options, kVisible, 28},
    {"erlang", "unlink", 1, unlink, kVisible},
    {"erlang", "monitor", 2, monitor, kVisible},
    {"erlang", "monitor", 3, monitor_with_options, kVisible},
    {"erlang", "demonitor", 1, demonitor, kVisible},
    {"erlang", "demonitor", 2, demonitor_with_options, kVisible},
    {"erlang", "alias", 1, alias, kVisible},
    {"erlang", "unalias", 1, unalias, kVisible},
    {"erlang", "monitor_node", 2, monitor_node},
    {"erlang", "monitor_node", 3, monitor_node_with_options},
};

}  // namespace

std::span<const Native> erlang_signals() { return kNatives; }

}  // namespace heddle::beam
