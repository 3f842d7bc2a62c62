// Processes, messages, names, links, monitors, aliases, signals and timers.
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/traces.hpp"
#include "erlang/interference.hpp"

namespace heddle::erlang {

using beam::Process;
using beam::Term;
using beam::Word;
using core::AccessKind;
namespace atoms = beam::atoms;

namespace {

void nothing(Operation&) {}

// The reference that the process makes next.
std::uint64_t next_reference(const Operation& op) {
  return mix(op.self.pid().bits(), op.self.state.references + 1);
}
std::uint64_t key_of(Term reference) { return mix(reference.word(0), reference.word(1)); }

void touch_reference(Footprint& footprint, Family family, Term reference, AccessKind kind) {
  footprint.touch(family, key_of(reference), kind, reference, Term::none(), 0, true);
}

// The process behind a name is whoever has it; the name is read.
Term resolve(Operation& op, Term to) {
  if (to.is_tuple(2) && to.element(0).is_atom() && to.element(1) == atoms::nonode) {
    to = to.element(0);
  }
  if (!to.is_atom()) return to;
  op.footprint.find(Family::kName, to);
  return op.machine.whereis(to);
}

// The link of two processes as `owner` knows it.
void at_link(Footprint& footprint, const beam::Machine& machine, Term owner, Term other,
             AccessKind kind = AccessKind::kUpdate) {
  const Process* process = machine.running(other);
  const bool travels = process != nullptr && machine.travels(owner, *process);
  footprint.link(owner, other, kind, travels);
}

// All that the dead tell somebody keeps its order.
void at_line(Footprint& footprint, Term from, Term to) {
  footprint.touch(Family::kLine, signal_key(from, to, 0), AccessKind::kUpdate, from, to);
}

// ---- Sending and spawning

// A message that is addressed to an alias.
void at_alias(Footprint& footprint, beam::Machine& machine, Term alias) {
  const Process* owner = machine.find(Term::from_bits(alias.word(0)));
  const Term mode =
      owner == nullptr ? Term::none() : map_get(Term::from_bits(owner->state.aliases), alias);
  const bool ends = mode == atoms::reply_demonitor || mode == beam::intern("reply");
  touch_reference(footprint, Family::kAlias, alias, ends ? AccessKind::kUpdate : AccessKind::kRead);
  if (mode != atoms::reply_demonitor) return;
  touch_reference(footprint, Family::kMonitor, alias, AccessKind::kUpdate);
  footprint.add(Family::kMonitors, owner->pid());
}

void send(Operation& op) {
  // Its tracer is told whether there is somebody.
  // And whether there is decides whether a token goes along.
  const bool told = (op.machine.flags_of_trace(op.self) & beam::kTraceSend) != 0 ||
                    !op.machine.token_of(op.self).is_nil();
  if (told && op[0].is_pid()) op.footprint.read(Family::kLife, op[0]);
  const Term to = resolve(op, op[0]);
  const Term owner = to.is_reference() ? Term::from_bits(to.word(0)) : Term::none();
  if (owner.is_none() || op.travels(owner)) return;
  at_alias(op.footprint, op.machine, to);
}

// An exit signal arrives: whether the process traps exits decides what it does.
void exit_arrives(Footprint& footprint, const Process* to, Term reason, bool link) {
  if (to == nullptr) return;
  if (reason == atoms::kill && !link) return footprint.find(Family::kLife, to->pid());
  footprint.find(Family::kTrap, to->pid());
  const bool trapped = (to->state.flags & beam::kTrapExit) != 0;
  if (!trapped && reason != atoms::normal) footprint.find(Family::kLife, to->pid());
}
// A normal end only ends the link, as `unlink` does, unless the other one traps exits.
void link_exit_arrives(Footprint& footprint, const beam::Machine& machine, const Process& from,
                       const Process* to, Term reason) {
  if (to == nullptr) return;
  if (reason == atoms::normal) {
    footprint.find(Family::kTrap, to->pid());
    if ((to->state.flags & beam::kTrapExit) == 0) {
      return at_link(footprint, machine, to->pid(), from.pid(), AccessKind::kAdd);
    }
  }
  at_link(footprint, machine, to->pid(), from.pid(), AccessKind::kRead);
  exit_arrives(footprint, to, reason, true);
}

// The message of a monitor. Its alias ends with it, if it has one.
void down_arrives(Footprint& footprint, Term reference) {
  touch_reference(footprint, Family::kMonitor, reference, AccessKind::kRead);
  footprint.touch(Family::kAlias, key_of(reference), AccessKind::kAdd, reference);
  footprint.add(Family::kMonitors, Term::from_bits(reference.word(0)));
}

void spawn(Operation& op) {
  op.footprint.read(Family::kLeader, op.self.pid());
  op.footprint.add(Family::kTies, op.self.pid());
  if (op.watches(kWatchProcesses)) op.footprint.add(Family::kProcesses, Term::nil());
  if (op.watches(kWatchSystem)) op.footprint.read(Family::kSystem, Term::nil());
  if (op.watches(kWatchTraces)) op.footprint.find(Family::kTraced, Term::nil());
}

// ---- Names

// One that fails only looks at what makes it fail.
void register_name(Operation& op) {
  if (!op[0].is_atom() || !op[1].is_pid()) return;
  const Process* process = op.machine.find(op[1]);
  op.footprint.find(Family::kLife, op[1]);
  if (process == nullptr || process->dead()) return;
  op.footprint.find(Family::kName, op[0]);
  if (op.machine.whereis(op[0]).is_pid()) return;
  op.footprint.find(Family::kTitle, op[1]);
  if (!Term::from_bits(process->state.registered_name).is_none()) return;
  op.footprint.update(Family::kName, op[0]);
  op.footprint.update(Family::kTitle, op[1]);
  if (op.watches(kWatchNames)) op.footprint.add(Family::kNames, Term::nil());
}

void unregister(Operation& op) {
  if (!op[0].is_atom()) return;
  op.footprint.find(Family::kName, op[0]);
  const Term pid = op.machine.whereis(op[0]);
  if (!pid.is_pid()) return;
  op.footprint.update(Family::kName, op[0]);
  op.footprint.update(Family::kTitle, pid);
  if (op.watches(kWatchNames)) op.footprint.add(Family::kNames, Term::nil());
}

void whereis(Operation& op) {
  if (op[0].is_atom()) op.footprint.read(Family::kName, op[0]);
}

void registered(Operation& op) {
  op.need(kWatchNames);
  op.footprint.read(Family::kNames, Term::nil());
}

// Whether somebody has suspended it. Whoever looks awaits that it is not suspended itself.
void suspended(Operation& op, Term pid) {
  if (!op.watches(kWatchSuspensions) || pid == op.self.pid()) return;
  op.footprint.read(Family::kSuspended, pid);
}
void suspending(Operation& op, Term pid) {
  const Process* process = op.machine.find(pid);
  if (process == nullptr) return;
  for (beam::MapIterator other(Term::from_bits(process->state.suspending)); other.next();) {
    op.footprint.read(Family::kLife, other.key());
    suspended(op, other.key());
  }
}

void processes(Operation& op) {
  op.need(kWatchProcesses);
  op.footprint.read(Family::kProcesses, Term::nil());
}

// ---- Life and death

// What the process has sent there before arrives before it looks.
void after_own_signals(Operation& op) {
  if (looks_at(op.self).is_none() || !op.travels(op[0])) return;
  op.need(kWatchArrivals);
  const Word sent = op.machine.signals_sent(op.self, op[0]);
  if (sent == 0) return;
  op.footprint.touch(Family::kArrived, signal_key(op.self.pid(), op[0], sent), AccessKind::kConsume,
                     op.self.pid(), op[0]);
}

void is_process_alive(Operation& op) {
  if (!op[0].is_pid()) return;
  after_own_signals(op);
  op.footprint.read(Family::kLife, op[0]);
}

void exit_process(Operation& op) {
  if (!op[0].is_pid()) return;
  const Process* to = op.machine.find(op[0]);
  const bool itself = to == &op.self;
  if ((itself && op[1] != atoms::kill) || op.travels(op[0])) return;
  exit_arrives(op.footprint, to, op[1], false);
}

void halt(Operation& op) {
  op.need(kWatchEverything);
  op.footprint.set(Family::kEverything, Term::nil(), kYes);
  op.footprint.touch(Family::kHalt, 0, AccessKind::kAcquire, Term::nil());
}

void process_flag(Operation& op) {
  if (op[0] == atoms::trap_exit) op.footprint.write(Family::kTrap, op.self.pid());
}

void look_into_first(Operation& op) { look_into(op, op[0]); }

void group_leader(Operation& op) { op.footprint.read(Family::kLeader, op.self.pid()); }
void set_group_leader(Operation& op) {
  if (!op[1].is_pid()) return;
  op.footprint.write(Family::kLeader, op[1]);
  op.footprint.read(Family::kLife, op[1]);
}

void monitored_by(Operation& op, const Process& process) {
  for (beam::MapIterator monitor(Term::from_bits(process.state.monitored_by)); monitor.next();) {
    const Term owner = monitor.value().element(0);
    op.footprint.read(Family::kLife, owner);
    op.footprint.read(Family::kMonitors, owner);
    if (op.machine.travels(owner, process)) op.footprint.read(Family::kMonitors, process.pid());
  }
}
// Those that have ended, too. The deaths that ended them only read the link, hence more than that.
void links(Operation& op, const Process& process) {
  for (beam::MapIterator link(Term::from_bits(process.state.links)); link.next();) {
    at_link(op.footprint, op.machine, process.pid(), link.key());
  }
}

void item(Operation& op, Term pid, Term name) {
  if (name.is_tuple()) return look_into(op, pid);  // {dictionary, Key}
  if (!name.is_atom()) return;
  const std::string_view text = beam::name_of(name);
  Footprint& footprint = op.footprint;
  if (text == "message_queue_len" || text == "messages") {
    op.need(kWatchMailboxes);
    footprint.read(Family::kLength, pid);
    footprint.read(Family::kLife, pid);
  } else if (text == "registered_name") {
    footprint.read(Family::kTitle, pid);
    footprint.read(Family::kLife, pid);
  } else if (text == "links" || text == "monitored_by") {
    footprint.find(Family::kTies, pid);
    footprint.read(Family::kLife, pid);
    const Process* process = op.machine.find(pid);
    if (process == nullptr) return;
    if (text == "monitored_by") return monitored_by(op, *process);
    links(op, *process);
  } else if (text == "monitors") {
    footprint.read(Family::kMonitors, pid);
    footprint.read(Family::kLife, pid);
  } else if (text == "group_leader") {
    footprint.read(Family::kLeader, pid);
    footprint.read(Family::kLife, pid);
  } else if (text == "trap_exit") {
    footprint.read(Family::kTrap, pid);
    footprint.read(Family::kLife, pid);
  } else if (text == "initial_call" || text == "parent" || text == "memory" ||
             text == "reductions" || text == "heap_size" || text == "total_heap_size") {
    footprint.read(Family::kLife, pid);  // ours never change
  } else {
    if (text == "status") suspended(op, pid);
    // A message wakes who hibernates, and who asks does not.
    if ((text == "status" || text.starts_with("current")) && pid != op.self.pid() &&
        op.watches(kWatchMailboxes)) {
      footprint.read(Family::kLength, pid);
    }
    if (text == "suspending") suspending(op, pid);
    look_into(op, pid);
  }
}

void process_info(Operation& op) {
  if (!op[0].is_pid()) return;
  after_own_signals(op);
  if (op.arguments.size() == 1) {
    op.need(kWatchMailboxes);
    op.footprint.read(Family::kLength, op[0]);
    op.footprint.read(Family::kTies, op[0]);
    op.footprint.read(Family::kTitle, op[0]);
    op.footprint.read(Family::kTrap, op[0]);
    op.footprint.read(Family::kLeader, op[0]);
    if (const Process* process = op.machine.find(op[0])) links(op, *process);
    suspended(op, op[0]);
    suspending(op, op[0]);
    look_into(op, op[0]);
    return;
  }
  if (!op[1].is_list()) return item(op, op[0], op[1]);
  for (Term list = op[1]; list.is_cons(); list = list.tail()) item(op, op[0], list.head());
}

void hibernate(Operation& op) { op.need(kWatchMailboxes); }

// ---- Suspension: that the other one is, the machine tells

void suspend(Operation& op) {
  if (!op[0].is_pid() || op[0] == op.self.pid()) return;
  after_own_signals(op);
  op.footprint.find(Family::kLife, op[0]);
}
void resume(Operation& op) {
  if (op[0].is_pid()) op.footprint.find(Family::kLife, op[0]);
}

// ---- Links and monitors

// Where the request travels, only one that fails at once looks at the other process.
void link(Operation& op) {
  if (!op[0].is_pid() || op[0] == op.self.pid()) return;
  at_link(op.footprint, op.machine, op.self.pid(), op[0]);
  op.footprint.add(Family::kTies, op.self.pid());
  if (op.travels(op[0])) {
    const bool linked = map_get(Term::from_bits(op.self.state.links), op[0]) == atoms::true_;
    const bool traps = (op.self.state.flags & beam::kTrapExit) != 0;
    if (!linked && !traps) op.footprint.find(Family::kLife, op[0]);
    return;
  }
  op.footprint.find(Family::kLife, op[0]);
  op.footprint.add(Family::kTies, op[0]);
}

// Where the request travels, it is made only if there is a link.
void unlink(Operation& op) {
  if (!op[0].is_pid() || op[0] == op.self.pid()) return;
  at_link(op.footprint, op.machine, op.self.pid(), op[0],
          op.travels(op[0]) ? AccessKind::kUpdate : AccessKind::kAdd);
}

void monitor(Operation& op) {
  if (op[0] != atoms::process) return;
  const Term pid = resolve(op, op[1]);
  if (!pid.is_pid()) return;
  if (!op.travels(pid)) {
    op.footprint.find(Family::kLife, pid);
    op.footprint.add(Family::kTies, pid);
  }
  op.footprint.add(Family::kMonitors, op.self.pid());
  op.footprint.touch(Family::kMonitor, next_reference(op), AccessKind::kUpdate, op[1]);
}

bool has_option(const Operation& op, Term name) {
  for (Term list = op.arguments.size() > 1 ? op[1] : Term::nil(); list.is_cons();
       list = list.tail()) {
    if (list.head() == name) return true;
  }
  return false;
}

// Those that demonitor/2 takes.
bool are_options(Term list) {
  for (; list.is_cons(); list = list.tail()) {
    if (list.head() != atoms::flush && list.head() != atoms::info) return false;
  }
  return list.is_nil();
}

// With `flush`, nobody can tell whether the message came before: unless the result says so, or
// somebody looks into the mailbox.
void demonitor(Operation& op) {
  if (!op[0].is_reference() || (op.arguments.size() > 1 && !are_options(op[1]))) return;
  op.footprint.touch(Family::kAlias, key_of(op[0]), AccessKind::kAdd, op[0]);
  op.footprint.add(Family::kMonitors, op.self.pid());
  if (has_option(op, atoms::flush) && !has_option(op, atoms::info) &&
      !op.watches(kWatchMailboxes)) {
    return;
  }
  touch_reference(op.footprint, Family::kMonitor, op[0], AccessKind::kUpdate);
}

void unalias(Operation& op) {
  if (op[0].is_reference()) {
    touch_reference(op.footprint, Family::kAlias, op[0], AccessKind::kUpdate);
  }
}

// ---- Timers

// Virtual time: a timer begins or ends.
void at_clock(Operation& op, Term maker, Word number, core::Token runs) {
  if (!op.watches(kWatchClock)) return;
  op.footprint.read(Family::kClock, Term::nil());
  op.footprint.touch(Family::kWait, wait_key(maker, number), AccessKind::kUpdate, maker,
                     Term::none(), runs);
}

void start_timer(Operation& op) {
  at_clock(op, op.self.pid(), op.self.state.references + 1, kYes);
  op.footprint.touch(Family::kTimer, next_reference(op), AccessKind::kUpdate, op[1]);
  op.footprint.touch(Family::kStart, next_reference(op), AccessKind::kProduce, op[1]);
}

void at_timer(Operation& op, AccessKind kind) {
  if (!op[0].is_reference()) return;
  touch_reference(op.footprint, Family::kTimer, op[0], kind);
  const auto timer = op.machine.timers().find(op[0]);
  // It is over when its receiver is dead.
  if (timer && timer->destination.is_pid()) op.footprint.read(Family::kLife, timer->destination);
}
void cancel_timer(Operation& op) {
  at_timer(op, AccessKind::kUpdate);
  if (!op[0].is_reference()) return;
  op.footprint.touch(Family::kArmed, key_of(op[0]), AccessKind::kUpdate, op[0], Term::none(), kYes);
  at_clock(op, Term::from_bits(op[0].word(0)), op[0].word(1), kNo);
}
void read_timer(Operation& op) {
  at_timer(op, AccessKind::kRead);
  if (op.watches(kWatchClock)) op.footprint.read(Family::kClock, Term::nil());
}

void count(Operation& op) { op.footprint.update(Family::kNumbers, Term::nil()); }

constexpr Interference kTable[] = {
    {"erlang", "!", 2, send},
    {"erlang", "send", 2, send},
    {"erlang", "send", 3, send},
    {"erlang", "spawn", 3, spawn},
    {"erts_internal", "spawn_system_process", 3, spawn},
    {"erlang", "spawn_link", 3, spawn},
    {"erlang", "spawn_opt", 4, spawn},
    {"erts_internal", "spawn_request", 4, spawn},
    {"erts_internal", "dist_spawn_request", 4, nothing},
    {"erlang", "spawn_request_abandon", 1, nothing},
    {"erlang", "exit", 2, exit_process},
    {"erlang", "exit", 3, exit_process},
    {"erlang", "exit_signal", 2, exit_process},
    {"erlang", "register", 2, register_name},
    {"erlang", "unregister", 1, unregister},
    {"erlang", "whereis", 1, whereis},
    {"erlang", "registered", 0, registered},
    {"erlang", "processes", 0, processes},
    {"erts_internal", "processes_next", 1, processes},
    {"heddle", "process_count", 0, processes},
    {"erlang", "is_process_alive", 1, is_process_alive},
    {"erlang", "garbage_collect", 1, is_process_alive},
    {"erlang", "garbage_collect", 2, is_process_alive},
    {"erlang", "halt", 2, halt},
    {"erlang", "hibernate", 3, hibernate},
    {"erlang", "hibernate", 0, hibernate},
    {"erts_internal", "group_leader", 2, set_group_leader},
    {"erts_internal", "group_leader", 3, set_group_leader},
    {"erts_internal", "is_process_alive", 2, is_process_alive},
    {"erts_internal", "process_display", 2, look_into_first},
    {"erlang", "group_leader", 0, group_leader},
    {"erlang", "suspend_process", 1, suspend},
    {"erlang", "suspend_process", 2, suspend},
    {"erts_internal", "suspend_process", 2, suspend},
    {"erlang", "resume_process", 1, resume},
    {"erlang", "process_flag", 2, process_flag},
    {"erlang", "process_flag", 3, look_into_first},
    {"erts_internal", "process_flag", 3, look_into_first},
    {"erlang", "process_info", 1, process_info},
    {"erlang", "process_info", 2, process_info},
    {"erlang", "link", 1, link},
    {"erlang", "link", 2, link},
    {"erlang", "unlink", 1, unlink},
    {"erlang", "monitor", 2, monitor},
    {"erlang", "monitor", 3, monitor},
    {"erlang", "demonitor", 1, demonitor},
    {"erlang", "demonitor", 2, demonitor},
    {"erlang", "alias", 1, nothing},
    {"erlang", "unalias", 1, unalias},
    {"erlang", "send_after", 3, start_timer},
    {"erlang", "send_after", 4, start_timer},
    {"erlang", "start_timer", 3, start_timer},
    {"erlang", "start_timer", 4, start_timer},
    {"erlang", "cancel_timer", 1, cancel_timer},
    {"erlang", "cancel_timer", 2, cancel_timer},
    {"erlang", "read_timer", 1, read_timer},
    {"erlang", "read_timer", 2, read_timer},
    {"erlang", "now", 0, count},
    {"erts_internal", "monotonic_integer", 0, count},
};

}  // namespace

void look_into(Operation& op, Term pid) {
  if (!pid.is_pid() || pid == op.self.pid()) return;
  op.need(kWatchReins);
  op.footprint.read(Family::kLife, pid);
  const Process* process = op.machine.find(pid);
  const bool killed = process != nullptr && process->state.interrupted != beam::Pending::kDone;
  op.footprint.set(Family::kReins, pid, killed ? kYes : kNo);
}

std::span<const Interference> process_interference() { return kTable; }

std::uint64_t wait_key(Term pid, std::uint64_t number) {
  return mix(mix(pid.bits(), number), static_cast<std::uint64_t>(Family::kWait)) >> 6;
}

bool flushes(const Operation& operation, const beam::Native& native) {
  return std::string_view(native.function) == "demonitor" && operation[0].is_reference() &&
         has_option(operation, atoms::flush);
}

std::uint64_t signal_key(Term from, Term to, std::uint64_t number) {
  return mix(mix(from.bits(), to.bits()), number);
}

namespace {

bool is_asynchronous(Term options) {
  static const Term kAsynchronous = beam::intern("asynchronous");
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option == kAsynchronous || (option.is_tuple(2) && option.element(0) == kAsynchronous)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Term looks_at(const Process& caller) {
  if (caller.state.pending != beam::Pending::kNative) return Term::none();
  const std::string_view function = caller.state.native->function;
  const bool suspends =
      function == "suspend_process" &&
      (caller.state.live == 1 || !is_asynchronous(Term::from_bits(caller.state.saved_x[1])));
  if (function != "is_process_alive" && function != "process_info" &&
      function != "garbage_collect" && !suspends) {
    return Term::none();
  }
  const Term whom = Term::from_bits(caller.state.saved_x[0]);
  return whom.is_pid() ? whom : Term::none();
}

namespace {

// A request to link or to monitor: the dead answer it.
void request_arrives(Footprint& footprint, const beam::Machine& machine, const Process& from,
                     const Process& to, bool link) {
  footprint.find(Family::kLife, to.pid());
  if (to.dead()) return at_line(footprint, to.pid(), from.pid());
  footprint.add(Family::kTies, to.pid());
  if (link) at_link(footprint, machine, to.pid(), from.pid());
}

}  // namespace

void touch_arrival(Footprint& footprint, beam::Machine& machine, const Process& from, Term to,
                   const beam::Machine::Signal& signal) {
  using Kind = beam::Machine::Signal::Kind;
  switch (signal.kind) {
    case Kind::kMessage:
      if (!signal.about.is_none()) at_alias(footprint, machine, signal.about);
      return;
    case Kind::kExit:
      return exit_arrives(footprint, machine.find(to), signal.content, false);
    case Kind::kLinkExit:
      return link_exit_arrives(footprint, machine, from, machine.find(to), signal.content);
    case Kind::kDown:
      return down_arrives(footprint, signal.about);
    case Kind::kLink:
    case Kind::kMonitor:
      return request_arrives(footprint, machine, from, *machine.find(to),
                             signal.kind == Kind::kLink);
    case Kind::kUnlink:
      footprint.find(Family::kLife, to);
      return at_link(footprint, machine, to, from.pid());
    case Kind::kDemonitor:
      return footprint.add(Family::kMonitors, to);
    case Kind::kSuspend:
    case Kind::kResume:
      footprint.find(Family::kLife, to);
      if (machine.find(to)->dead()) at_line(footprint, to, from.pid());
      return;
    case Kind::kTrace:
    case Kind::kTraceDelivered:
      return;
  }
}

void touch_farewell(Operation& op) {
  Footprint& footprint = op.footprint;
  const Process::State& state = op.self.state;
  const Term whom = Term::from_bits(state.farewells).head();
  if (whom.is_atom()) {
    footprint.find(Family::kTitle, op.self.pid());
    if (op.machine.whereis(whom) != op.self.pid()) return;  // somebody has unregistered it since
    footprint.update(Family::kName, whom);
    if (op.watches(kWatchNames)) footprint.add(Family::kNames, Term::nil());
  } else if (whom.is_reference()) {
    footprint.update(Family::kTable, whom);
    footprint.find(Family::kTable, whom);
    const beam::EtsTable* table = op.machine.ets().find(whom);
    if (table == nullptr || table->state.owner != op.self.pid().bits()) return;
    if (const Term heir = Term::from_bits(table->state.heir); heir.is_pid()) {
      footprint.find(Family::kLife, heir);
      if (op.machine.ets().heir_of(op.machine, *table) != nullptr) {
        return footprint.add(Family::kTies, heir);
      }
    }
    if (table->named()) footprint.update(Family::kTableName, table->handle());
    if (op.watches(kWatchTables)) footprint.add(Family::kTables, Term::nil());
  } else if (whom.is_pid()) {
    if (op.travels(whom)) return at_line(footprint, op.self.pid(), whom);
    link_exit_arrives(footprint, op.machine, op.self, op.machine.find(whom),
                      Term::from_bits(state.exit_reason));
  } else if (whom.is_cons()) {
    if (op.travels(whom.head())) return at_line(footprint, op.self.pid(), whom.head());
    footprint.find(Family::kLife, whom.head());
  } else {
    const Term reference = whom.element(0);
    const Term owner = Term::from_bits(reference.word(0));
    if (op.travels(owner)) return at_line(footprint, op.self.pid(), owner);
    down_arrives(footprint, reference);
  }
}

}  // namespace heddle::erlang
