// What processes, terms, other actors and locations are called.
#include <fmt/format.h>

#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Term;

std::string Program::symbolic_name(const Process& process) const {
  if (is_first(process)) return "P";
  if (process.parent() == nullptr) {
    const Term name = Term::from_bits(process.state.registered_name);
    return name.is_none() ? "setup" : std::string(beam::name_of(name));  // Machine::call_before
  }
  return fmt::format("{}.{}", symbolic_name(*process.parent()), process.ordinal());
}

std::string Program::name(const Process& process) const {
  std::string text =
      world_->options.symbolic_names ? symbolic_name(process) : beam::print(process.pid());
  const Term name = Term::from_bits(process.state.registered_name);
  if (!name.is_none()) text += fmt::format(" ({})", beam::name_of(name));
  return text;
}

std::string Program::name(Term pid) const {
  const Process* process = machine_.find(pid);
  return process == nullptr ? beam::print(pid) : name(*process);
}

// Pids as the report calls their processes, and references by who made them.
std::string Program::show(Term term) const {
  const std::string text = beam::print(term, 40 * world_->options.print_depth);
  if (!world_->options.symbolic_names) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.compare(at, 5, "#Ref<") == 0 ? at + 4 : at;
    const std::size_t end = text[open] == '<' ? text.find('>', open) : std::string::npos;
    if (end != std::string::npos) {
      std::string pid = text.substr(open, end + 1 - open);
      std::string number;
      if (open != at) {
        // <0.N.C> of a reference: its maker is <0.N.0>, or however its pid is printed.
        const std::size_t dot = pid.rfind('.');
        number = "." + pid.substr(dot + 1, pid.size() - dot - 2);
        pid = pid.substr(0, dot);
      }
      for (const auto& process : machine_.processes()) {
        const Term of_process = process->pid();
        const bool same = open == at ? beam::print(of_process) == pid
                                     : fmt::format("<0.{}", of_process.pid_number()) == pid;
        if (!same) continue;
        out += open == at ? symbolic_name(*process)
                          : fmt::format("#Ref<{}{}>", symbolic_name(*process), number);
        at = end + 1;
        break;
      }
      if (at == end + 1) continue;
    }
    out += text[at++];
  }
  return out;
}

std::string Program::actor_name(core::ActorId actor) const {
  if (const Process* process = process_of(actor)) return symbolic_name(*process);
  const core::ActorKey key = actors().key(actor);
  if (key.role == kGhostRole) return actor_name(key.parent) + " (dead)";
  if (key.role == kChannelRole || key.role == kTraceRole) {
    const Process* to = machine_.find(Term::from_bits(key.ordinal));
    return fmt::format(
        "{}{} to {}", key.role == kTraceRole ? "trace of " : "", actor_name(key.parent),
        to == nullptr ? beam::print(Term::from_bits(key.ordinal)) : symbolic_name(*to));
  }
  if (key.role == kTimerRole) {
    return fmt::format("timer {} of {}", key.ordinal, actor_name(key.parent));
  }
  if (key.role == kClockRole) return "clock";
  // Of another run: its place among the processes is its name.
  if (key.parent == core::kNoActor) return "P";
  return fmt::format("{}.{}", actor_name(key.parent), key.ordinal);
}

std::string Program::location_name(core::Location location) const {
  for (const Footprint::Subject& subject : footprint_.subjects()) {
    if (subject.location == location) names_[location] = this->subject(subject);
  }
  const auto known = names_.find(location);
  return known == names_.end() ? fmt::format("location {:x}", location) : known->second;
}

std::string Program::subject(const Footprint::Subject& subject) const {
  const auto who = [&] { return subject.what.is_pid() ? name(subject.what) : show(subject.what); };
  // As the program does, by its name if that is its handle; it may be gone by now.
  const auto table = [&] {
    const auto& all = machine_.ets().all();
    const auto is_it = [&](const auto& one) { return one->id() == subject.what; };
    const auto found = std::find_if(all.begin(), all.end(), is_it);
    return found == all.end() ? who() : show((*found)->handle());
  };
  switch (static_cast<Family>(subject.location >> 56)) {
    case Family::kMailbox:
      return "the mailbox of " + who();
    case Family::kLength:
      return "the length of the mailbox of " + who();
    case Family::kLife:
      return "the life of " + who();
    case Family::kReins:
      return "the reins of " + who();
    case Family::kSuspended:
      return "the suspension of " + who();
    case Family::kLeader:
      return "the group leader of " + who();
    case Family::kTrap:
      return "trap_exit of " + who();
    case Family::kTies:
      return "the links, monitors and tables of " + who();
    case Family::kTitle:
      return "the registered name of " + who();
    case Family::kLink:
      return fmt::format("the link of {} and {}", who(), name(subject.part));
    case Family::kMonitor:
      return "the monitor " + who();
    case Family::kMonitors:
      return "the monitors of " + who();
    case Family::kAlias:
      return "the alias " + who();
    case Family::kName:
      return "the name " + who();
    case Family::kTable:
      return "the table " + table();
    case Family::kTableName:
      return "the table name " + who();
    case Family::kObjects:
      return "the keys of table " + table();
    case Family::kFixed:
      return "the fixation of table " + table();
    case Family::kKey:
      return fmt::format("key {} of table {}", show(subject.part), table());
    case Family::kWord:
      return fmt::format("word {} of {}", show(subject.part), who());
    case Family::kTerm:
      return "the persistent term " + who();
    case Family::kVariable:
      return "the environment variable " + who();
    case Family::kTimer:
      return "the timer " + who();
    case Family::kArmed:
      return "the timer " + who();
    case Family::kClock:
      return "the clock";
    case Family::kWait:
      return "a timeout of " + who();
    case Family::kStart:
      return "the start of " + who();
    case Family::kTick:
      return "the time";
    case Family::kFlight:
    case Family::kArrived:
      return fmt::format("a signal from {} to {}", who(), name(subject.part));
    case Family::kLine:
      return fmt::format("what {}, which is dead, tells {}", who(), name(subject.part));
    case Family::kNumbers:
      return "the unique integers";
    case Family::kProcesses:
      return "all processes";
    case Family::kNames:
      return "all names";
    case Family::kTables:
      return "all tables";
    case Family::kTerms:
      return "all persistent terms";
    case Family::kVariables:
      return "the environment";
    case Family::kEverything:
      return "the system";
    case Family::kFiles:
      return "the file system";
    case Family::kCode:
      return subject.what.is_atom() ? "the code of " + who() : "the code path";
    case Family::kTraced:
      return subject.what.is_nil() ? "whether new processes are traced"
                                   : "whether " + who() + " is traced";
    case Family::kPattern:
      return "the trace pattern of " + who();
    case Family::kSystem:
      return "the settings of the system";
    case Family::kHalt:
      return "the end of the system";
  }
  return "?";
}

}  // namespace heddle::erlang
