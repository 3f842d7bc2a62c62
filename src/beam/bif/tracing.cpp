// erlang: tracing of processes by processes, and what asks about it (vm/traces.cpp). No message
// carries a sequential trace token: what asks about one is told so, what would begin one stops the
// run.
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
#include "beam/vm/traces.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

// Who asks for it, not what of OTP is in between.
std::string asking(Machine& machine) {
  for (const Term entry : machine.stack_trace(machine.current(), 8)) {
    const Term module = entry.element(0);
    if (module == intern("erlang") || module == intern("seq_trace") || module == intern("dbg")) {
      continue;
    }
    std::string text =
        fmt::format("{}:{}/{}", print(module), print(entry.element(1)), print(entry.element(2)));
    const Term location = entry.element(3);
    if (location.is_cons() && location.tail().is_cons()) {
      const CharacterList file = character_list(location.head().element(1), SIZE_MAX);
      text += fmt::format(" ({}:{})", file.utf8, print(location.tail().head().element(1)));
    }
    return text;
  }
  return machine.place(machine.current().state.at);
}

[[noreturn]] void refuse(Machine& machine, std::string_view what) {
  throw support::UserError(fmt::format("{} {}, which Heddle does not do", asking(machine), what));
}

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }

Term underscore() {
  static const Term atom = intern("_");
  return atom;
}

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
      refuse(machine, "traces with a tracer module, whose functions are written in C");
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
    if (service_of(a[0]) != nullptr && on) refuse(machine, "traces a process of the system");
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

}  // namespace

// ---- trace_pattern(What, Specification, Scope)

namespace {

bool is_call_pattern(Term what) {
  if (!what.is_tuple(3)) return false;
  const Term module = what.element(0);
  const Term function = what.element(1);
  const Term arity = what.element(2);
  if (!module.is_atom() || !function.is_atom()) return false;
  if (arity != underscore() && !arity.is_small()) return false;
  if (module == underscore() && function != underscore()) return false;
  return function != underscore() || arity == underscore();
}

}  // namespace

bool is_local_pattern(Term options) {
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() == intern("local")) return true;
  }
  return false;
}

std::vector<Term> functions_of_pattern(Machine& machine, Term pattern, bool local) {
  std::vector<Term> functions;
  if (!is_call_pattern(pattern)) return functions;
  const Term module = pattern.element(0);
  const Term function = pattern.element(1);
  const Term arity = pattern.element(2);
  const auto add = [&](Term name, std::uint32_t count) {
    const bool fits = (function == underscore() || function == name) &&
                      (arity == underscore() || arity == Term::small(count));
    if (fits) functions.push_back(machine.heap().tuple({module, name, Term::small(count)}));
  };
  const Module* code = machine.current_code(module);
  if (code == nullptr) code = machine.load(module);
  if (code == nullptr) return functions;
  if (local) {
    for (const LoadedFunction& one : code->functions) add(one.name, one.arity);
  } else {
    for (const auto& [entry, address] : code->exports) add(entry->function, entry->arity);
  }
  return functions;
}

namespace {

enum class Scope : std::uint8_t { kGlobal, kLocal, kWrong };

Scope scope_of(Machine& machine, Term list) {
  bool local = false;
  bool global = false;
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    const Term name = option.is_tuple(2) ? option.element(0) : option;
    if (!name.is_atom()) return Scope::kWrong;
    const std::string_view text = name_of(name);
    if (text == "local" && option.is_atom()) {
      local = true;
    } else if (text == "global" && option.is_atom()) {
      global = true;
    } else if (text == "meta" || text == "call_count" || text == "call_time" ||
               text == "call_memory") {
      refuse(machine, fmt::format("sets a trace pattern with {}", print(option)));
    } else {
      return Scope::kWrong;
    }
  }
  if (!list.is_nil() || (local && global)) return Scope::kWrong;
  return local ? Scope::kLocal : Scope::kGlobal;
}

Term set_for_messages(Machine& machine, Term what, Term spec) {
  const bool every = spec == atoms::true_ || spec.is_nil();
  machine.set_traces(every ? map_remove(machine.heap(), machine.traces(), what)
                           : map_put(machine.heap(), machine.traces(), what, spec));
  return Term::small(1);
}

// No pattern is left of those that fit.
Term clear_all(Machine& machine, Term scope) {
  Term left = machine.traces();
  std::int64_t count = 0;
  for (MapIterator pattern(machine.traces()); pattern.next();) {
    if (!pattern.key().is_tuple(3) || pattern.value().element(0) != scope) continue;
    left = map_remove(machine.heap(), left, pattern.key());
    ++count;
  }
  machine.set_traces(left);
  return Term::small(count);
}

Term trace_pattern(Machine& machine, const Term* a) {
  const bool messages = a[0] == intern("send") || a[0] == intern("receive");
  if (a[0] == intern("on_load")) {
    if (a[1] != atoms::false_) refuse(machine, "sets a trace pattern for modules to be loaded");
    return Term::small(0);
  }
  const bool known =
      a[1].is_list() || is_boolean(a[1]) || a[1] == intern("restart") || a[1] == intern("pause");
  if (!known) return badarg_because(machine, "match_spec");
  const auto use = messages ? MatchSpec::For::kTraces : MatchSpec::For::kCalls;
  if (a[1].is_cons() && !MatchSpec::compile(machine, a[1], use)) {
    return badarg_because(machine, "match_spec");
  }
  if (messages) {
    if (!a[2].is_nil()) return badarg_because(machine, "badopt");
    return set_for_messages(machine, a[0], a[1]);
  }
  const Scope scope = scope_of(machine, a[2]);
  if (scope == Scope::kWrong) return badarg_because(machine, "badopt");
  if (!is_call_pattern(a[0])) return badarg_because(machine, "none");
  if (a[1].is_atom() && !is_boolean(a[1])) return badarg_because(machine, "match_spec");
  const Term named = intern(scope == Scope::kLocal ? "local" : "global");
  if (a[0].element(0) == underscore()) {
    if (a[1] == atoms::false_) return clear_all(machine, named);
    refuse(machine, "sets a trace pattern for all modules");
  }
  Heap& heap = machine.heap();
  Term patterns = machine.traces();
  const std::vector<Term> functions = functions_of_pattern(machine, a[0], scope == Scope::kLocal);
  for (const Term function : functions) {
    if (a[1] == atoms::false_) {
      const Term old = map_get(patterns, function);
      if (!old.is_none() && old.element(0) == named)
        patterns = map_remove(heap, patterns, function);
      continue;
    }
    if (machine.code().trace_point(function.element(0), function.element(1),
                                   static_cast<std::uint32_t>(function.element(2).small_value())) ==
        nullptr) {
      refuse(machine, fmt::format("traces {}:{}/{}, of a module whose code a run may replace",
                                  print(function.element(0)), print(function.element(1)),
                                  print(function.element(2))));
    }
    const Term spec = a[1].is_cons() ? a[1] : Term::nil();
    patterns = map_put(heap, patterns, function, heap.tuple({named, spec}));
  }
  machine.begin_tracing();
  machine.set_traces(patterns);
  return Term::small(static_cast<std::int64_t>(functions.size()));
}

// ---- trace_info

Term names_of(Machine& machine, Word flags) {
  Term list = Term::nil();
  for (const NamedTraceFlag& named : kTraceFlags) {
    if ((flags & named.flag) != 0) list = machine.heap().cons(intern(named.name), list);
  }
  return list;
}

Term function_info(Machine& machine, Term function, Term item) {
  static const Term kTracedItem = intern("traced");
  static const Term kMatchSpec = intern("match_spec");
  Heap& heap = machine.heap();
  const Term module = function.element(0);
  const Term name = function.element(1);
  const Term arity = function.element(2);
  if (!module.is_atom() || !name.is_atom() || !arity.is_small() || module == underscore()) {
    return machine.badarg();
  }
  const std::string_view text = name_of(item);
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
  const Term pattern = map_get(machine.traces(), function);
  if (pattern.is_none()) return heap.tuple({item, atoms::false_});
  if (text == "traced") return heap.tuple({item, pattern.element(0)});
  if (text == "match_spec") return heap.tuple({item, pattern.element(1)});
  if (text == "meta") return heap.tuple({item, Term::nil()});
  if (text != "all") return heap.tuple({item, atoms::false_});
  std::vector<Term> items = {heap.tuple({kTracedItem, pattern.element(0)}),
                             heap.tuple({kMatchSpec, pattern.element(1)})};
  for (const char* other : {"meta", "meta_match_spec", "call_time", "call_count"}) {
    items.push_back(heap.tuple({intern(other), atoms::false_}));
  }
  return heap.tuple({item, heap.list(items)});
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
  if (a[0] == intern("on_load")) return machine.heap().tuple({a[1], atoms::false_});
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

// ---- seq_trace

constexpr std::array<std::string_view, 6> kTokenFlags = {
    "send", "receive", "print", "timestamp", "monotonic_timestamp", "strict_monotonic_timestamp"};
bool is_token_flag(Term name) {
  return name.is_atom() && std::ranges::count(kTokenFlags, name_of(name)) != 0;
}

Term seq_trace_info(Machine& machine, const Term* a) {
  if (is_token_flag(a[0])) return machine.heap().tuple({a[0], atoms::false_});
  const bool known = a[0] == intern("label") || a[0] == intern("serial");
  return known ? Term::nil() : machine.badarg();
}

Term seq_trace(Machine& machine, const Term* a) {
  if (a[0] == intern("sequential_trace_token")) {
    if (a[1].is_nil()) return a[1];
    if (!a[1].is_tuple(5)) return machine.badarg();
  } else if (is_token_flag(a[0])) {
    if (!is_boolean(a[1])) return machine.badarg();
  } else if (a[0] == intern("serial")) {
    if (!a[1].is_tuple(2)) return machine.badarg();
  } else if (a[0] != intern("label")) {
    return machine.badarg();
  }
  refuse(machine, "begins a sequential trace");
}

Term never(Machine&, const Term*) { return atoms::false_; }

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "trace_info", 2, trace_info, kVisible},
    {"erts_internal", "trace", 3, trace, kVisible},
    {"erts_internal", "trace_pattern", 3, trace_pattern, kVisible},
    {"erlang", "trace_delivered", 1, trace_delivered, kVisible},
    {"erlang", "seq_trace", 2, seq_trace},
    {"erlang", "seq_trace_info", 1, seq_trace_info},
    {"erlang", "seq_trace_print", 1, never},
    {"erlang", "seq_trace_print", 2, never},
};

}  // namespace

std::span<const Native> tracing_natives() { return kNatives; }

}  // namespace heddle::beam
