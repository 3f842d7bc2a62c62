// erlang: tracing of processes by processes, and what asks about it (vm/traces.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/trace_patterns.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/match_spec.hpp"
#include "beam/vm/trace_pattern.hpp"
#include "beam/vm/traces.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }

// ---- trace(Whom, On, Flags): gives how many processes it reaches

// False: another one that lives traces it.
bool change(Machine& machine, Process& process, bool on, Word flags, Term tracer) {
  const Word before = machine.flags_of_trace(process);
  const Term known = machine.tracer_of(process);
  if (!on) {
    machine.set_tracing(process, known, before & ~flags);
    return true;
  }
  if (known.is_pid() && before != 0 && known != tracer) return false;
  machine.set_tracing(process, tracer, (known.is_pid() ? before : 0) | flags);
  return true;
}

void change_new(Machine& machine, bool on, Word flags, Term tracer) {
  const Term key = intern("new_processes");
  const Term known = map_get(machine.traces(), key);
  const Word before = known.is_none() ? 0 : static_cast<Word>(known.element(1).small_value());
  const Word now = on ? before | flags : before & ~flags;
  Heap& heap = machine.heap();
  machine.set_traces(now == 0 ? map_remove(heap, machine.traces(), key)
                              : map_put(heap, machine.traces(), key,
                                        heap.tuple({on ? tracer : known.element(0),
                                                    Term::small(static_cast<std::int64_t>(now))})));
}

Term trace(Machine& machine, const Term* a) {
  for (Term list = a[2]; list.is_cons(); list = list.tail()) {
    const Term flag = list.head();
    if (flag.is_tuple(3) && flag.element(0) == intern("tracer")) {
      refuse_trace(machine, "traces with a tracer module, whose functions are written in C");
    }
    if (flag == intern("cpu_timestamp")) return machine.badarg();
    if (flag.is_tuple(2) && flag.element(0) == intern("tracer") && flag.element(1).is_port()) {
      return machine.badarg();  // there are no ports
    }
  }
  Term tracer = machine.current().pid();
  const auto flags = trace_flags_of(a[2], tracer);
  if (!flags) return badarg_because(machine, "badopt");
  if (!is_boolean(a[1])) return machine.badarg();
  const bool on = a[1] == atoms::true_;
  machine.begin_tracing();
  if (a[0].is_pid()) {
    Process* process = machine.find(a[0]);
    if (process == nullptr || process->dead()) return machine.badarg();
    if (service_of(a[0]) != nullptr && on) refuse_trace(machine, "traces a process of the system");
    return change(machine, *process, on, *flags, tracer) ? Term::small(1) : machine.badarg();
  }
  const std::string_view whom = a[0].is_atom() ? name_of(a[0]) : "";
  const bool all = whom == "all" || whom == "processes";
  const bool existing = all || whom == "existing" || whom == "existing_processes";
  const bool later = all || whom == "new" || whom == "new_processes";
  const bool ports = whom == "ports" || whom == "existing_ports" || whom == "new_ports";
  if (!existing && !later && !ports) return machine.badarg();
  std::int64_t count = 0;
  for (std::size_t i = 0; existing && i < machine.processes().size(); ++i) {
    Process& process = *machine.processes()[i];
    if (process.dead()) continue;
    // The tracer, and what the system is made of, are not traced.
    const bool spared = service_of(process.pid()) != nullptr || process.pid() == tracer;
    if (spared || change(machine, process, on, *flags, tracer)) ++count;
  }
  if (later) change_new(machine, on, *flags, tracer);
  return Term::small(count);
}

// ---- trace_info

Term names_of(Machine& machine, Word flags) {
  Term list = Term::nil();
  for (const NamedTraceFlag& named : kTraceFlags) {
    if ((flags & named.flag) != 0) list = machine.heap().cons(intern(named.name), list);
  }
  return list;
}

// Of a function, or of those in modules to be loaded.
Term pattern_info(Machine& machine, const TracePattern& pattern, Term item, bool on_load) {
  Heap& heap = machine.heap();
  const bool none = pattern.scope == atoms::false_;
  const Term spec = none ? atoms::false_ : pattern.spec;
  const Term meta_spec = pattern.meta == atoms::false_ ? atoms::false_ : pattern.meta_spec;
  const auto times = [&] {
    if (pattern.time == atoms::false_) return pattern.time;
    std::vector<Term> all;
    for (MapIterator one(pattern.time); one.next();) {
      all.push_back(heap.tuple({one.key(), one.value(), Term::small(0), Term::small(0)}));
    }
    return heap.list(all);
  };
  const std::string_view text = name_of(item);
  if (text == "traced") return pattern.scope;
  if (text == "match_spec") return spec;
  if (text == "meta") {
    return pattern.meta == atoms::false_ && !on_load ? Term::nil() : pattern.meta;
  }
  if (text == "meta_match_spec") return meta_spec;
  if (text == "call_count") return pattern.count;
  if (text == "call_time") return times();
  if (text != "all") return atoms::false_;
  const auto pair = [&](const char* name, Term value) { return heap.tuple({intern(name), value}); };
  std::vector<Term> items = {pair("traced", pattern.scope), pair("match_spec", spec),
                             pair("meta", pattern.meta), pair("meta_match_spec", meta_spec)};
  if (!on_load) items.push_back(pair("call_time", times()));
  items.push_back(pair("call_count", pattern.count));
  return heap.list(items);
}

Term function_info(Machine& machine, Term function, Term item) {
  Heap& heap = machine.heap();
  const Term module = function.element(0);
  const Term name = function.element(1);
  const Term arity = function.element(2);
  if (!module.is_atom() || !name.is_atom() || !arity.is_small() || module == intern("_")) {
    return machine.badarg();
  }
  const bool native = arity.small_value() >= 0 && arity.small_value() <= 255 &&
                      machine.code().find_native(
                          module, name, static_cast<std::uint32_t>(arity.small_value())) != nullptr;
  const Module* code = machine.current_code(module);
  const bool known =
      native ||
      (code != nullptr && std::ranges::any_of(code->functions, [&](const LoadedFunction& loaded) {
         return loaded.name == name &&
                static_cast<std::int64_t>(loaded.arity) == arity.small_value();
       }));
  if (!known) return heap.tuple({item, atoms::undefined});
  const TracePattern pattern = TracePattern::of(map_get(machine.traces(), function));
  if (pattern.is_empty() || pattern.is_breakpoint_only()) return heap.tuple({item, atoms::false_});
  return heap.tuple({item, pattern_info(machine, pattern, item, false)});
}

// Of a process, or of those to come.
Term process_trace_info(Machine& machine, Term item, Word flags, Term tracer) {
  const bool asks_tracer = item == intern("tracer");
  if (!asks_tracer && item != intern("flags")) return machine.badarg();
  return machine.heap().tuple({item, asks_tracer ? tracer : names_of(machine, flags)});
}

Term trace_info(Machine& machine, const Term* a) {
  static const Term kMatchSpec = intern("match_spec");
  if (a[0] == intern("new_ports")) return process_trace_info(machine, a[1], 0, Term::nil());
  if (a[0] == intern("new") || a[0] == intern("new_processes")) {
    const Term known = map_get(machine.traces(), intern("new_processes"));
    if (known.is_none()) return process_trace_info(machine, a[1], 0, Term::nil());
    return process_trace_info(machine, a[1], static_cast<Word>(known.element(1).small_value()),
                              known.element(0));
  }
  if (a[0].is_pid()) {
    const Process* process = machine.find(a[0]);
    if (a[1] != intern("flags") && a[1] != intern("tracer")) return machine.badarg();
    if (process == nullptr || process->dead()) return atoms::undefined;
    const Term tracer = machine.tracer_of(*process);
    return process_trace_info(machine, a[1], tracer.is_pid() ? machine.flags_of_trace(*process) : 0,
                              tracer);
  }
  if (a[0].is_tuple(3)) {
    return a[1].is_atom() ? function_info(machine, a[0], a[1]) : machine.badarg();
  }
  if (a[0].is_tuple()) return machine.badarg();
  if (a[0] == intern("on_load") && a[1].is_atom()) {
    const TracePattern pattern = TracePattern::of(map_get(machine.traces(), a[0]));
    const Term value = pattern_info(machine, pattern, a[1], true);
    return machine.heap().tuple({a[1], pattern.is_empty() ? atoms::false_ : value});
  }
  if (a[0] == intern("send") || a[0] == intern("receive")) {
    if (a[1] != kMatchSpec) return machine.badarg();
    const Term spec = map_get(machine.traces(), a[0]);
    return machine.heap().tuple({a[1], spec.is_none() ? atoms::true_ : spec});
  }
  return badarg_because(machine, "badopt");
}

// The answer comes when all that is on its way to tracers has arrived.
Term trace_delivered(Machine& machine, const Term* a) {
  if (!a[0].is_pid() && a[0] != intern("all")) return machine.badarg();
  const Term reference = machine.make_reference();
  std::vector<Term> channels;
  for (const auto& process : machine.processes()) {
    if (a[0].is_pid() && process->pid() != a[0]) continue;
    for (MapIterator channel(Term::from_bits(process->state.outgoing)); channel.next();) {
      if (!channel.key().is_tuple()) continue;
      channels.push_back(machine.heap().tuple({process->pid(), channel.key().element(0)}));
    }
  }
  machine.announce_delivery(machine.current().pid(),
                            machine.heap().tuple({intern("trace_delivered"), a[0], reference}),
                            machine.heap().list(channels));
  return reference;
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "trace_info", 2, trace_info, kVisible},
    {"erts_internal", "trace", 3, trace, kVisible},
    {"erlang", "trace_delivered", 1, trace_delivered, kVisible},
};

}  // namespace

std::span<const Native> tracing_natives() { return kNatives; }

}  // namespace heddle::beam
