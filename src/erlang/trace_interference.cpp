// Tracing: whether a process is traced matters to all that its tracer may be told of, and the
// pattern of a function to its calls.
#include "beam/bif/trace_patterns.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/traces.hpp"
#include "erlang/interference.hpp"

namespace heddle::erlang {

using beam::Process;
using beam::Term;
using core::AccessKind;

namespace {

std::uint64_t pattern_key(TermHash& hash, Term module, Term function, std::int64_t arity) {
  return mix(mix(hash(module), hash(function)), static_cast<std::uint64_t>(arity));
}
void touch_function(Footprint& footprint, Term function, AccessKind kind) {
  footprint.touch(Family::kPattern,
                  pattern_key(footprint.hash(), function.element(0), function.element(1),
                              function.element(2).small_value()),
                  kind, function.element(0), function.element(1), 0, true);
}

// How often it was called, if somebody counts: calls may change places.
void touch_count(Footprint& footprint, Term function, AccessKind kind) {
  footprint.touch(Family::kPattern,
                  ~pattern_key(footprint.hash(), function.element(0), function.element(1),
                               function.element(2).small_value()),
                  kind, function.element(0), function.element(1), 0, true);
}

// A tracer that is dead is none.
void look_at_tracer(Operation& op, const Process& process) {
  op.footprint.find(Family::kTraced, process.pid());
  if (process.state.tracing == 0) return;
  op.footprint.find(Family::kLife, Term::from_bits(process.state.tracing).element(0));
}

void trace(Operation& op) {
  op.need(kWatchTraces);
  if (op[0].is_pid()) {
    op.footprint.find(Family::kLife, op[0]);
    const Process* process = op.machine.find(op[0]);
    if (process == nullptr) return;
    look_at_tracer(op, *process);
    return op.footprint.update(Family::kTraced, op[0]);
  }
  if (!op[0].is_atom()) return;
  const std::string_view whom = beam::name_of(op[0]);
  const bool all = whom == "all" || whom == "processes";
  if (all || whom.starts_with("new")) op.footprint.update(Family::kTraced, Term::nil());
  if (!all && !whom.starts_with("existing")) return;
  // It says how many there are.
  op.need(kWatchProcesses);
  op.footprint.read(Family::kProcesses, Term::nil());
  for (const auto& process : op.machine.processes()) {
    look_at_tracer(op, *process);
    op.footprint.update(Family::kTraced, process->pid());
  }
}

void trace_pattern(Operation& op, bool local) {
  op.need(kWatchTraces);
  if (op[0].is_atom()) return op.footprint.update(Family::kPattern, op[0]);
  const bool ends = op[1] == beam::atoms::false_;
  if (op[0].is_tuple(3) && op.machine.is_replaced(op[0].element(0))) {
    op.footprint.find(Family::kCode, op[0].element(0));
  }
  const std::vector<Term> functions = beam::functions_of_pattern(op.machine, op[0], local);
  if (!ends) op.need_trace(op[0], functions);
  for (const Term function : functions) {
    touch_function(op.footprint, function, AccessKind::kUpdate);
    touch_count(op.footprint, function, AccessKind::kUpdate);
  }
  if (!functions.empty()) return op.footprint.add(Family::kPattern, Term::nil());
  // All patterns end.
  op.footprint.update(Family::kPattern, Term::nil());
  op.footprint.find(Family::kPattern, Term::nil());
  for (beam::MapIterator pattern(op.machine.traces()); pattern.next();) {
    if (pattern.key().is_tuple(3)) {
      touch_function(op.footprint, pattern.key(), AccessKind::kUpdate);
      touch_count(op.footprint, pattern.key(), AccessKind::kUpdate);
    }
  }
}
void set_pattern(Operation& op) { trace_pattern(op, beam::is_local_pattern(op[2])); }
void set_breakpoint(Operation& op) { trace_pattern(op, true); }

// The token of a process is its own, but somebody may take them all away.
void use_token(Operation& op) {
  op.need(kWatchTraces);
  op.footprint.find(Family::kPattern, beam::intern("sequential_tracer"));
}

void trace_info(Operation& op) {
  if (op[0].is_pid()) {
    op.footprint.find(Family::kLife, op[0]);
    if (const Process* process = op.machine.find(op[0])) look_at_tracer(op, *process);
  } else if (op[0].is_tuple(3)) {
    const Term module = op[0].element(0);
    if (module.is_atom() && op.machine.is_replaced(module)) {
      op.footprint.find(Family::kCode, module);
    }
    if (op[0].element(2).is_small()) {
      touch_function(op.footprint, op[0], AccessKind::kRead);
      touch_count(op.footprint, op[0], AccessKind::kRead);
    }
  } else if (op[0].is_atom()) {
    const bool of_new = beam::name_of(op[0]).starts_with("new");
    op.footprint.read(of_new ? Family::kTraced : Family::kPattern, of_new ? Term::nil() : op[0]);
  }
}

// It sends something after all that these processes have sent. Where nobody traces, that is
// nothing.
void trace_delivered(Operation& op) {
  if (!op.watches(kWatchTraces)) return;
  for (const auto& process : op.machine.processes()) {
    if (op[0].is_pid() && process->pid() != op[0]) continue;
    op.footprint.update(Family::kTraced, process->pid());
  }
}

constexpr Interference kTable[] = {
    {"erts_internal", "trace", 3, trace},
    {"erts_internal", "trace_pattern", 3, set_pattern},
    {"erts_debug", "breakpoint", 2, set_breakpoint},
    {"erlang", "seq_trace", 2, use_token},
    {"erlang", "seq_trace_info", 1, use_token},
    {"erlang", "seq_trace_print", 1, use_token},
    {"erlang", "seq_trace_print", 2, use_token},
    {"erlang", "trace_info", 2, trace_info},
    {"erlang", "trace_delivered", 1, trace_delivered},
};

}  // namespace

void Operation::need_trace(Term pattern, std::span<const Term> functions) const {
  for (const Term function : functions) {
    const beam::TracePoint* point = machine.trace_point(function, false);
    if (point != nullptr && machine.may_be_traced(*point)) continue;
    const Term arity = pattern.element(2);
    throw NeedsWatch{std::string(beam::name_of(pattern.element(0))) + ":" +
                     std::string(beam::name_of(pattern.element(1))) + "/" +
                     (arity.is_small() ? std::to_string(arity.small_value()) : "_")};
  }
}

void Operation::need_trace_of(Term module) const {
  if (machine.may_trace_all(module)) return;
  throw NeedsWatch{std::string(beam::name_of(module)) + ":_/_"};
}

void touch_pattern(Footprint& footprint, const beam::TracePoint& point) {
  footprint.touch(Family::kPattern,
                  pattern_key(footprint.hash(), point.module, point.function, point.arity),
                  AccessKind::kRead, point.module, point.function, 0, true);
  footprint.touch(Family::kPattern,
                  ~pattern_key(footprint.hash(), point.module, point.function, point.arity),
                  AccessKind::kAdd, point.module, point.function, 0, false);
}

void end_patterns(Operation& op, Term module) {
  if (!op.watches(kWatchTraces)) return;
  const bool loads = !beam::map_get(op.machine.traces(), beam::intern("on_load")).is_none();
  if (loads) op.need_trace_of(module);
  op.footprint.find(Family::kPattern, beam::intern("on_load"));
  for (beam::MapIterator pattern(op.machine.traces()); pattern.next();) {
    if (!pattern.key().is_tuple(3) || pattern.key().element(0) != module) continue;
    touch_function(op.footprint, pattern.key(), AccessKind::kUpdate);
    touch_count(op.footprint, pattern.key(), AccessKind::kUpdate);
  }
}

void look_at_sequential_tracer(Operation& op) {
  const Term key = beam::intern("sequential_tracer");
  op.footprint.find(Family::kPattern, key);
  const Term tracer = beam::map_get(op.machine.system_settings(), key);
  if (tracer.is_pid()) op.footprint.find(Family::kLife, tracer);
}

void change_sequential_tracer(Operation& op) {
  op.need(kWatchTraces);
  look_at_sequential_tracer(op);
  if (op[1].is_pid()) op.footprint.find(Family::kLife, op[1]);
  op.footprint.update(Family::kPattern, beam::intern("sequential_tracer"));
}

std::span<const Interference> trace_interference() { return kTable; }

}  // namespace heddle::erlang
