// What a step did, in words.
#include <fmt/format.h>

#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "erlang/program.hpp"
#include "erlang/receive_clause.hpp"

namespace heddle::erlang {

using beam::Term;
namespace atoms = beam::atoms;

core::StepText Program::describe_last_step() const {
  core::StepText out;
  if (last_.kind == Last::Kind::kNone) return out;
  const Process* process = machine_.find(last_.pid);
  out.source = source_of_last_step();
  switch (last_.kind) {
    case Last::Kind::kNative:
      describe_native(out);
      break;
    case Last::Kind::kCall:
      out.operation = "calls the current code of " + show(last_.module);
      break;
    case Last::Kind::kTraced: {
      const Term function = last_.function;
      out.operation = fmt::format(
          "{} {}:{}/{}{}",
          last_.pending == beam::Pending::kTraced     ? "calls"
          : last_.pending == beam::Pending::kReturned ? "returns from"
                                                      : "leaves",
          show(function.element(0)), show(function.element(1)), show(function.element(2)),
          last_.pending == beam::Pending::kUnwound ? " with an exception" : "");
      break;
    }
    case Last::Kind::kReceive:
    case Last::Kind::kTimeout:
      out.operation = last_.kind == Last::Kind::kReceive ? "receives " + show(last_.message)
                                                         : "does not wait any longer for a message";
      if (last_.kind == Last::Kind::kReceive) out.value = show(last_.message);
      if (const auto receive = source_receive(last_.receive)) {
        const beam::Module* module = world_->code.module_at(last_.receive);
        const std::string& patterns = receive->patterns;
        // What takes anything needs no saying.
        if (!receive->takes_anything) out.constraint = patterns;
        if (!out.constraint.empty() && out.operation.find(patterns) == std::string::npos) {
          out.operation += " (accepts " + patterns + ")";
        }
        if (last_.kind == Last::Kind::kReceive && receive->clauses.size() > 1) {
          out.clause = taking_clause(receive->clauses, {receive->bound, content(last_.wants).terms},
                                     last_.message);
        }
        out.source = {module->file_name(module->line_at(last_.receive).file), receive->line};
      }
      break;
    case Last::Kind::kExit: {
      const Term reason = Term::from_bits(process->state.exit_reason);
      out.operation = reason == atoms::normal ? "ends" : "exits with " + show(reason);
      break;
    }
    case Last::Kind::kFarewell:
      describe_farewell(*process, out);
      break;
    case Last::Kind::kWake:
      out.operation = "wakes up";
      break;
    case Last::Kind::kTimer:
      out.value = show(last_.message);
      out.operation = fmt::format("fires: sends {}", out.value);
      break;
    case Last::Kind::kDelivery:
      describe_delivery(out);
      break;
    case Last::Kind::kClock:
      out.operation = fmt::format("nobody can go on: it is {} ms", last_.time);
      break;
    case Last::Kind::kNone:
      break;
  }
  return out;
}

void Program::describe_delivery(core::StepText& out) const {
  using Kind = beam::Machine::Signal::Kind;
  const beam::Machine::Signal& signal = last_.signal;
  std::string what;
  switch (signal.kind) {
    case Kind::kMessage:
    case Kind::kDown:
      out.value = show(signal.content);
      what = out.value;
      break;
    case Kind::kExit:
    case Kind::kLinkExit:
      out.value = show(signal.content);
      what = "the exit signal " + out.value;
      break;
    case Kind::kLink:
      what = "the request to link";
      break;
    case Kind::kUnlink:
      what = "the request to unlink";
      break;
    case Kind::kMonitor:
      what = "the request to monitor";
      break;
    case Kind::kDemonitor:
      what = "the end of the monitor";
      break;
    case Kind::kSuspend:
      what = "the request to be suspended";
      break;
    case Kind::kResume:
      what = "the request to go on";
      break;
    case Kind::kTrace:
      out.value = show(signal.content);
      what = "the trace message " + out.value;
      break;
    case Kind::kTraceDelivered:
      what = "the question whether trace messages have arrived";
      break;
  }
  out.operation = fmt::format("{} arrives at {}", what, name(last_.to));
  out.target = name(last_.to);
  out.source = {};
}

void Program::describe_farewell(const Process& process, core::StepText& out) const {
  const Term whom = last_.message;
  if (whom.is_atom()) {
    out.operation = fmt::format("is dead: its name {} is free", beam::print(whom));
  } else if (whom.is_reference()) {
    out.operation = "is dead: its table goes to its heir or away";
  } else if (whom.is_pid()) {
    out.operation = fmt::format("is dead: sends the exit signal {} to {}",
                                show(Term::from_bits(process.state.exit_reason)), name(whom));
    out.target = name(whom);
  } else if (whom.is_cons()) {
    out.operation = fmt::format("is dead: {} is no longer suspended by it", name(whom.head()));
    out.target = name(whom.head());
  } else {
    const Term owner = Term::from_bits(whom.element(0).word(0));
    out.operation = fmt::format("is dead: tells {}, which monitors it", name(owner));
    out.target = name(owner);
  }
}

// A fun by the function that it stands in, anything else as Module:Function/Arity.
std::string Program::first_call(const Process& child, std::span<const Term> arguments) const {
  for (Term argument : arguments) {
    if (argument.is_cons()) argument = argument.head();  // apply(Fun, [])
    if (!argument.is(beam::Kind::kFun)) continue;
    const beam::FunEntry& fun = beam::fun_entry(argument);
    const auto [function, arity] = source_function(fun.function, fun.arity);
    const bool named = function == beam::name_of(fun.function);  // fun f/1
    return fmt::format("{}{}:{}/{}", named ? "" : "a fun of ", beam::print_atom(fun.module),
                       beam::print_atom(beam::intern(function)), arity);
  }
  const Term call = Term::from_bits(child.state.initial_call);
  if (!call.is_tuple(3)) return show(call);
  return fmt::format("{}:{}/{}", show(call.element(0)), show(call.element(1)),
                     show(call.element(2)));
}

void Program::describe_native(core::StepText& out) const {
  const beam::Native& native = *last_.native;
  const std::string_view function = native.function;
  const auto& a = last_.arguments;
  if (function == "!" || (function == "send" && std::string_view(native.module) == "erlang")) {
    out.target = a[0].is_pid() ? name(a[0]) : show(a[0]);
    out.value = show(a[1]);
    const Process* sender = machine_.find(last_.pid);
    if ((sender->state.flags & beam::kToldOfSend) != 0) {
      out.operation = fmt::format("is about to send {}, which its tracer is told", out.value);
      out.target.clear();
      return;
    }
    out.operation = fmt::format("sends {} to {}", out.value, out.target);
    return;
  }
  if (last_.children == 1 && function.starts_with("spawn")) {
    const Process& child = *machine_.processes()[last_.child];
    out.target = name(child);
    out.operation = fmt::format("spawns {} ({})", out.target, first_call(child, a));
    return;
  }
  std::string text = fmt::format("{}:{}(", beam::print_atom(beam::intern(native.module)),
                                 beam::print_atom(beam::intern(native.function)));
  for (std::size_t i = 0; i < a.size(); ++i) text += (i == 0 ? "" : ", ") + show(a[i]);
  out.operation = text + ")";
  if (!last_.result.is_none()) out.value = show(last_.result);
}

}  // namespace heddle::erlang
