// erlang: tracing. Nobody is traced, and no message carries a token: what asks about it is told so,
// what ends it has nothing to end, what would begin it stops the run.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
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
  return machine.place(machine.calling());
}

[[noreturn]] void refuse(Machine& machine, std::string_view what) {
  throw support::UserError(
      fmt::format("{} {}, which Heddle does not do: its reports show the steps of a run",
                  asking(machine), what));
}

// ---- trace_info

Term no(Machine& machine, Term item) { return machine.heap().tuple({item, atoms::false_}); }

Term function_info(Machine& machine, Term function, Term item) {
  const Term module = function.element(0);
  const Term name = function.element(1);
  const Term arity = function.element(2);
  static const Term kAny = intern("_");
  if (!module.is_atom() || !name.is_atom() || !arity.is_small() || module == kAny) {
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
  return known ? no(machine, item) : machine.heap().tuple({item, atoms::undefined});
}

Term trace_info(Machine& machine, const Term* a) {
  static const Term kMatchSpec = intern("match_spec");
  const Term flags = intern("flags");
  const Term tracer = intern("tracer");
  const bool of_process = a[1] == flags || a[1] == tracer;
  const bool of_new =
      a[0] == intern("new") || a[0] == intern("new_processes") || a[0] == intern("new_ports");
  if (a[0].is_pid() || of_new) {
    if (!of_process) return machine.badarg();
    const Process* process = of_new ? nullptr : machine.find(a[0]);
    if (!of_new && (process == nullptr || process->dead())) return atoms::undefined;
    return machine.heap().tuple({a[1], Term::nil()});
  }
  if (a[0].is_tuple(3)) {
    return a[1].is_atom() ? function_info(machine, a[0], a[1]) : machine.badarg();
  }
  if (a[0].is_tuple()) return machine.badarg();
  if (a[0] == intern("on_load")) return no(machine, a[1]);
  if (a[0] == intern("send") || a[0] == intern("receive")) {
    if (a[1] != kMatchSpec) return machine.badarg();
    return machine.heap().tuple({a[1], atoms::true_});
  }
  return badarg_because(machine, "badopt");
}

// ---- trace: to end what nobody has begun is allowed

constexpr std::array<std::string_view, 22> kFlags = {"all",
                                                     "send",
                                                     "receive",
                                                     "procs",
                                                     "ports",
                                                     "call",
                                                     "arity",
                                                     "return_to",
                                                     "silent",
                                                     "running",
                                                     "exiting",
                                                     "running_procs",
                                                     "running_ports",
                                                     "garbage_collection",
                                                     "timestamp",
                                                     "cpu_timestamp",
                                                     "monotonic_timestamp",
                                                     "strict_monotonic_timestamp",
                                                     "set_on_spawn",
                                                     "set_on_first_spawn",
                                                     "set_on_link",
                                                     "set_on_first_link"};

// erts_internal:trace(Whom, How, Flags)
Term trace(Machine& machine, const Term* a) {
  Term flags = a[2];
  for (; flags.is_cons(); flags = flags.tail()) {
    const Term flag = flags.head();
    const bool tracer = flag.is_tuple() && flag.size() > 1 && flag.element(0) == intern("tracer");
    const bool known = flag.is_atom() && std::ranges::count(kFlags, name_of(flag)) != 0;
    if (!known && !tracer) return badarg_because(machine, "badopt");
  }
  if (!flags.is_nil()) return badarg_because(machine, "badopt");
  const bool all = a[0] == intern("all") || a[0] == intern("processes") ||
                   a[0] == intern("existing") || a[0] == intern("existing_processes");
  const bool none = a[0] == intern("new") || a[0] == intern("new_processes") ||
                    a[0] == intern("ports") || a[0] == intern("existing_ports") ||
                    a[0] == intern("new_ports");
  const Process* process = a[0].is_pid() ? machine.find(a[0]) : nullptr;
  if (a[1] != atoms::true_ && a[1] != atoms::false_) return machine.badarg();
  if (!all && !none && (process == nullptr || process->dead())) return machine.badarg();
  if (a[1] == atoms::true_) refuse(machine, "traces processes");
  if (!all) return Term::small(none ? 0 : 1);
  const auto& processes = machine.processes();
  return Term::small(
      std::ranges::count_if(processes, [](const auto& other) { return !other->dead(); }));
}

Term trace_pattern(Machine& machine, const Term*) { refuse(machine, "sets a trace pattern"); }

// Nothing is on its way.
Term trace_delivered(Machine& machine, const Term* a) {
  if (!a[0].is_pid() && a[0] != intern("all")) return machine.badarg();
  const Term reference = machine.make_reference();
  machine.deliver(machine.current(),
                  machine.heap().tuple({intern("trace_delivered"), a[0], reference}),
                  machine.current().pid());
  return reference;
}

// ---- seq_trace

constexpr std::array<std::string_view, 6> kTokenFlags = {
    "send", "receive", "print", "timestamp", "monotonic_timestamp", "strict_monotonic_timestamp"};
bool is_token_flag(Term name) {
  return name.is_atom() && std::ranges::count(kTokenFlags, name_of(name)) != 0;
}

Term seq_trace_info(Machine& machine, const Term* a) {
  if (is_token_flag(a[0])) return no(machine, a[0]);
  const bool known = a[0] == intern("label") || a[0] == intern("serial");
  return known ? Term::nil() : machine.badarg();
}

Term seq_trace(Machine& machine, const Term* a) {
  if (a[0] == intern("sequential_trace_token")) {
    if (a[1].is_nil()) return a[1];
    if (!a[1].is_tuple(5)) return machine.badarg();
  } else if (is_token_flag(a[0])) {
    if (a[1] != atoms::true_ && a[1] != atoms::false_) return machine.badarg();
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
    {"erts_internal", "trace_pattern", 3, trace_pattern},
    {"erlang", "trace_delivered", 1, trace_delivered, kVisible},
    {"erlang", "seq_trace", 2, seq_trace},
    {"erlang", "seq_trace_info", 1, seq_trace_info},
    {"erlang", "seq_trace_print", 1, never},
    {"erlang", "seq_trace_print", 2, never},
};

}  // namespace

std::span<const Native> tracing_natives() { return kNatives; }

}  // namespace heddle::beam
