// erlang:trace_pattern: what is set for the calls of functions (vm/trace_pattern.hpp), and for
// messages.
#include "beam/bif/trace_patterns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
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

Term underscore() {
  static const Term atom = intern("_");
  return atom;
}

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

void refuse_trace(Machine& machine, std::string_view what) {
  throw support::UserError(fmt::format("{} {}, which Heddle does not do", asking(machine), what));
}

bool is_local_pattern(Term options) {
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() != intern("global")) return true;
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

// What is set or cleared.
struct Options {
  bool valid = true;
  bool global = false;  // or nothing is said
  bool local = false;
  bool meta = false;
  Term tracer;  // of `meta`
  bool count = false;
  bool time = false;

  bool all_calls() const { return local || meta || count || time; }
};

Options options_of(Machine& machine, Term list) {
  Options options;
  options.tracer = machine.current().pid();
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    if (option == intern("local")) {
      options.local = true;
    } else if (option == intern("global")) {
      options.global = true;
    } else if (option == intern("meta")) {
      options.meta = true;
    } else if (option.is_tuple(2) && option.element(0) == intern("meta") &&
               option.element(1).is_pid()) {
      options.meta = true;
      options.tracer = option.element(1);
    } else if (option == intern("call_count")) {
      options.count = true;
    } else if (option == intern("call_time")) {
      options.time = true;
    } else {
      options.valid = false;
    }
  }
  if (!list.is_nil() || (options.global && options.all_calls())) options.valid = false;
  return options;
}

// `how`: a specification, true, false, restart or pause.
TracePattern changed(Machine& machine, TracePattern pattern, Term how, const Options& options) {
  static const Term kGlobal = intern("global");
  static const Term kLocal = intern("local");
  const Term spec = how.is_cons() ? how : Term::nil();
  if (how == atoms::false_) {
    if (!options.all_calls() && pattern.scope == kGlobal) pattern.scope = how;
    if (options.local && pattern.scope == kLocal) pattern.scope = how;
    if (options.meta) pattern.meta = how;
    if (options.count) pattern.count = how;
    if (options.time) pattern.time = how;
    return pattern;
  }
  if (!options.all_calls()) {
    TracePattern global;
    global.scope = kGlobal;
    global.spec = spec;
    global.breakpoint = pattern.breakpoint;
    return global;
  }
  const bool begins = how != intern("restart") && how != intern("pause");
  const bool goes_on = how != intern("pause");
  if (pattern.scope == kGlobal && (begins || options.local || options.meta)) {
    pattern.scope = atoms::false_;
  }
  if (options.local) {
    pattern.scope = kLocal;
    pattern.spec = spec;
  }
  if (options.meta) {
    pattern.meta = options.tracer;
    pattern.meta_spec = spec;
  }
  // What does not count calls yet does not begin to by going on.
  const bool there = begins || (!pattern.is_empty() && pattern.scope != kGlobal);
  if (options.count && there) {
    const bool counts = goes_on || pattern.count == atoms::false_;
    if (counts) pattern.count = Term::small(0);
    pattern.counts_on = boolean(counts);
  }
  if (options.time && there) {
    const bool counts = goes_on || pattern.time == atoms::false_;
    if (counts) pattern.time = empty_map(machine.heap());
    pattern.times_on = boolean(counts);
  }
  return pattern;
}

Term with_pattern(Machine& machine, Term patterns, Term key, TracePattern pattern) {
  Heap& heap = machine.heap();
  return pattern.is_empty() ? map_remove(heap, patterns, key)
                            : map_put(heap, patterns, key, pattern.to_term(heap));
}

Term set_for_messages(Machine& machine, Term what, Term spec) {
  const bool every = spec == atoms::true_ || spec.is_nil();
  machine.set_traces(every ? map_remove(machine.heap(), machine.traces(), what)
                           : map_put(machine.heap(), machine.traces(), what, spec));
  return Term::small(1);
}

// No pattern is left of those that fit.
Term clear_all(Machine& machine, const Options& options) {
  Term left = machine.traces();
  std::int64_t count = 0;
  for (MapIterator known(machine.traces()); known.next();) {
    if (!known.key().is_tuple(3)) continue;
    const TracePattern pattern = TracePattern::of(known.value());
    left =
        with_pattern(machine, left, known.key(), changed(machine, pattern, atoms::false_, options));
    ++count;
  }
  machine.set_traces(left);
  return Term::small(count);
}

Term trace_pattern(Machine& machine, const Term* a) {
  const bool messages = a[0] == intern("send") || a[0] == intern("receive");
  const bool known = a[1].is_list() || a[1] == atoms::true_ || a[1] == atoms::false_ ||
                     a[1] == intern("restart") || a[1] == intern("pause");
  if (!known) return badarg_because(machine, "match_spec");
  const auto use = messages ? MatchSpec::For::kTraces : MatchSpec::For::kCalls;
  if (a[1].is_cons() && !MatchSpec::compile(machine, a[1], use)) {
    return badarg_because(machine, "match_spec");
  }
  if (messages) {
    if (!a[2].is_nil()) return badarg_because(machine, "badopt");
    return set_for_messages(machine, a[0], a[1]);
  }
  const Options options = options_of(machine, a[2]);
  if (!options.valid) return badarg_because(machine, "badopt");
  if (a[1].is_cons() && !options.local && !options.meta && (options.count || options.time)) {
    return badarg_because(machine, "badopt");
  }
  if (a[0] == intern("on_load")) {
    machine.begin_tracing();
    const TracePattern before = TracePattern::of(map_get(machine.traces(), a[0]));
    machine.set_traces(
        with_pattern(machine, machine.traces(), a[0], changed(machine, before, a[1], options)));
    return Term::small(0);
  }
  if (!is_call_pattern(a[0])) return badarg_because(machine, "none");
  if (a[0].element(0) == underscore()) {
    if (a[1] == atoms::false_) return clear_all(machine, options);
    refuse_trace(machine, "sets a trace pattern for all modules");
  }
  Term patterns = machine.traces();
  const std::vector<Term> functions = functions_of_pattern(machine, a[0], options.all_calls());
  for (const Term function : functions) {
    if (a[1] != atoms::false_) machine.trace_point(function, true);
    const TracePattern before = TracePattern::of(map_get(patterns, function));
    patterns = with_pattern(machine, patterns, function, changed(machine, before, a[1], options));
  }
  machine.begin_tracing();
  machine.set_traces(patterns);
  return Term::small(static_cast<std::int64_t>(functions.size()));
}

// erts_debug:breakpoint({Module, Function, Arity}, On): for OTP's debugger, which interprets what
// error_handler:breakpoint/3 is called with.
Term breakpoint(Machine& machine, const Term* a) {
  const bool on = a[1] == atoms::true_;
  if (!is_call_pattern(a[0]) || (!on && a[1] != atoms::false_)) return machine.badarg();
  Term patterns = machine.traces();
  std::int64_t count = 0;
  if (a[0].element(0) == underscore()) {
    if (on) refuse_trace(machine, "sets breakpoints in all modules");
    for (MapIterator known(machine.traces()); known.next();) {
      if (!known.key().is_tuple(3)) continue;
      TracePattern pattern = TracePattern::of(known.value());
      pattern.breakpoint = a[1];
      patterns = with_pattern(machine, patterns, known.key(), pattern);
      ++count;
    }
  } else {
    for (const Term function : functions_of_pattern(machine, a[0], true)) {
      if (on) machine.trace_point(function, true);
      TracePattern pattern = TracePattern::of(map_get(patterns, function));
      pattern.breakpoint = a[1];
      patterns = with_pattern(machine, patterns, function, pattern);
      ++count;
    }
  }
  machine.begin_tracing();
  machine.set_traces(patterns);
  return Term::small(count);
}

constexpr Native kNatives[] = {
    {"erts_internal", "trace_pattern", 3, trace_pattern, NativeKind::kVisible},
    {"erts_debug", "breakpoint", 2, breakpoint, NativeKind::kVisible},
};

}  // namespace

std::span<const Native> trace_pattern_natives() { return kNatives; }

}  // namespace heddle::beam
