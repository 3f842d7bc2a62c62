// What a run is told in words: errors, outcomes, steps, names. Never on the hot path.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "erlang/program.hpp"
#include "erlang/receive_clause.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;
using beam::Word;
using core::Finding;
namespace atoms = beam::atoms;

namespace {

// An exception of Elixir as iex shows it: ** (RuntimeError) message. Empty if it is none.
std::string exception_text(Term reason) {
  if (!reason.is_map()) return "";
  const Term name = map_get(reason, beam::intern("__struct__"));
  const Term marked = map_get(reason, beam::intern("__exception__"));
  if (!name.is_atom() || marked != atoms::true_) return "";
  std::string_view module = beam::name_of(name);
  if (module.starts_with("Elixir.")) module.remove_prefix(7);
  std::string fields;
  for (beam::MapIterator field(reason); field.next();) {
    if (!field.key().is_atom()) continue;
    const std::string_view key = beam::name_of(field.key());
    if (key.starts_with("__") || key == "message" || field.value() == beam::intern("nil")) continue;
    fields += fmt::format("{}{}: {}", fields.empty() ? "" : ", ", key, beam::print(field.value()));
  }
  const Term message = map_get(reason, beam::intern("message"));
  std::string text =
      message.is_none() || message == beam::intern("nil") ? "" : beam::print(message);
  if (text.starts_with("<<\"") && text.ends_with("\">>")) text = text.substr(3, text.size() - 6);
  if (text.empty()) text = fields;
  return fmt::format("** ({}) {}", module, text);
}

// Of a frame of a stack trace: module:function/arity.
std::string called(Term frame) {
  const Term last = frame.element(2);
  std::int64_t arity = last.is_small() ? last.small_value() : 0;
  for (Term list = last; list.is_cons(); list = list.tail()) ++arity;
  const auto text = [](Term name) { return name.is_atom() ? beam::name_of(name) : "?"; };
  return fmt::format("{}:{}/{}", text(frame.element(0)), text(frame.element(1)), arity);
}

}  // namespace

// ---- Errors

bool Program::is_assertion(Term reason) const {
  // An error's reason comes with its stack trace.
  if (reason.is_tuple(2) && reason.element(1).is_list()) reason = reason.element(0);
  if (reason.is_tuple(2) && reason.element(0).is_atom() && reason.element(1).is_list()) {
    return beam::name_of(reason.element(0)).starts_with("assert");
  }
  if (!reason.is_map()) return false;
  const Term name = map_get(reason, beam::intern("__struct__"));
  return name.is_atom() && beam::name_of(name) == "Elixir.ExUnit.AssertionError";
}

// Some processes of OTP and Elixir end with what they were asked for as the reason, since whoever
// started them monitors them: {Reference, return, 42} of a call through erpc or rpc, {ok, ...} of
// the compilers.
bool Program::answers_by_its_end(const Process& process) const {
  static const Term answering[] = {beam::intern("erpc"), beam::intern("compile"),
                                   beam::intern("elixir_erl_compiler")};
  if (!Term::from_bits(process.state.exit_reason).is_tuple() || process.state.ip == nullptr) {
    return false;
  }
  const beam::Module* module = world_->code.module_at(process.state.ip);
  return module != nullptr &&
         std::find(std::begin(answering), std::end(answering), module->name) != std::end(answering);
}

bool Program::is_abnormal(const Process& process) const {
  if (!process.dead()) return false;
  const Term reason = Term::from_bits(process.state.exit_reason);
  if (reason == atoms::normal || answers_by_its_end(process)) return false;
  const Term tag = reason.is_tuple() && reason.size() > 0 ? reason.element(0) : reason;
  if (!tag.is_atom()) return true;
  const auto& normal = world_->options.treat_as_normal;
  return std::find(normal.begin(), normal.end(), beam::name_of(tag)) == normal.end();
}

bool Program::is_reported(const Process& process) const {
  const Options& options = world_->options;
  if (options.first_process_errors_only && !is_first(process)) return false;
  if (!is_abnormal(process)) return false;
  const bool assertion = is_assertion(Term::from_bits(process.state.exit_reason));
  return assertion || (!options.assertions_only && !options.ignore_abnormal_exit);
}

bool Program::is_reported_endless(const Process& process) const {
  const Options& options = world_->options;
  return beam::is_endless(process) && !options.assertions_only &&
         (is_first(process) || !options.first_process_errors_only);
}

Finding Program::endless(const Process& process) const {
  const core::SourceLocation where = source_of(process);
  return {
      .kind = Finding::Kind::kLimit,
      .actors = {actor_of(process)},
      .message = fmt::format("{} computes without end: more than {} calls and no operation that "
                             "others could see; if it ends later, raise --step-limit",
                             name(process), world_->options.calls_per_step),
      .file = where.file,
      .line = where.line};
}

bool Program::is_first(const Process& process) const {
  return process.pid() == machine_.processes().front()->pid();
}

// Whether somebody ended the whole system with a status that says so.
bool Program::halted_abnormally() const {
  const Options& options = world_->options;
  return machine_.halted().value_or(0) != 0 && !options.ignore_abnormal_halt &&
         !options.assertions_only;
}

bool Program::has_errors() const {
  if (halted_abnormally() || (world_->judge && world_->judge(*this))) return true;
  bool any_ready = false;
  bool any_waiting = false;
  for (const auto& process : machine_.processes()) {
    if (is_reported(*process) || is_reported_endless(*process)) return true;
    any_ready =
        any_ready || ready(*process) || has_farewells(*process) || beam::is_endless(*process);
    any_waiting = any_waiting || (waits(*process) && !is_service(*process));
  }
  if (any_ready || !any_waiting || world_->options.ignore_deadlock || machine_.halted()) {
    return false;
  }
  std::vector<core::ActorId> able;
  enabled(able);
  return able.empty();
}

std::vector<Finding> Program::errors() const {
  std::vector<Finding> out;
  if (std::optional<Finding> judged = world_->judge ? world_->judge(*this) : std::nullopt) {
    const Process* last = last_.kind == Last::Kind::kNone ? nullptr : machine_.find(last_.pid);
    if (last != nullptr) judged->actors = {actor_of(*last)};
    const core::SourceLocation place = describe_last_step().source;
    judged->file = place.file;
    judged->line = place.line;
    out.push_back(std::move(*judged));
  }
  std::vector<const Process*> crashed;
  for (const auto& process : machine_.processes()) {
    if (is_reported(*process)) crashed.push_back(process.get());
  }
  std::sort(crashed.begin(), crashed.end(),
            [](const Process* a, const Process* b) { return a->state.died_at < b->state.died_at; });
  // Those that a link has drawn into the death of another one are a part of its error.
  for (std::size_t i = 0; i < crashed.size(); ++i) {
    const auto by = [&](const Process* other) { return died_with(*crashed[i], *other); };
    const auto cause = std::find_if(crashed.begin(), crashed.begin() + i, by);
    if (cause != crashed.begin() + i) continue;
    Finding error = finding(*crashed[i]);
    std::map<std::string, const Process*> linked;  // in the order of their names
    for (std::size_t k = i + 1; k < crashed.size(); ++k) {
      if (died_with(*crashed[k], *crashed[i])) linked.emplace(name(*crashed[k]), crashed[k]);
    }
    std::string others;
    for (const auto& [name, process] : linked) {
      error.actors.push_back(actor_of(*process));
      others += (others.empty() ? "" : ", ") + name;
    }
    if (!others.empty()) error.message += fmt::format(", and with it {} by links", others);
    out.push_back(std::move(error));
  }
  bool computing = false;
  for (const auto& process : machine_.processes()) {
    computing = computing || beam::is_endless(*process);
    if (is_reported_endless(*process)) out.push_back(endless(*process));
  }
  if (halted_abnormally()) {
    Finding halt;
    halt.kind = Finding::Kind::kAbnormalExit;
    halt.actors.push_back(actor_of(*machine_.processes().front()));
    halt.message = fmt::format("the system is halted with status {}", *machine_.halted());
    out.push_back(std::move(halt));
  }
  // Who computes may do something for those that wait, though nobody knows when.
  if (world_->options.ignore_deadlock || machine_.halted() || computing) return out;
  std::vector<core::ActorId> able;
  enabled(able);
  if (!able.empty()) return out;
  std::vector<const Process*> stuck;
  for (const auto& process : machine_.processes()) {
    if (waits(*process) && !is_service(*process)) stuck.push_back(process.get());
  }
  const bool first =
      std::any_of(stuck.begin(), stuck.end(), [this](const Process* p) { return is_first(*p); });
  if (!stuck.empty() && (first || !world_->options.first_process_errors_only) &&
      !world_->options.assertions_only) {
    out.push_back(deadlock(stuck));
  }
  return out;
}

// The file and line of the innermost function of the program itself; those of OTP come last.
void Program::place(Term reason, const Process& process, Finding& out) const {
  Term trace = reason.is_tuple(2) ? reason.element(1) : Term::nil();
  std::string otp_file;
  int otp_line = 0;
  for (; trace.is_cons(); trace = trace.tail()) {
    const Term entry = trace.head();
    if (!entry.is_tuple(4)) break;
    std::string file;
    int line = 0;
    for (Term where = entry.element(3); where.is_cons(); where = where.tail()) {
      const Term item = where.head();
      if (!item.is_tuple(2)) continue;
      if (item.element(0) == atoms::line && item.element(1).is_small()) {
        line = static_cast<int>(item.element(1).small_value());
      } else if (item.element(0) == atoms::file) {
        for (Term c = item.element(1); c.is_cons() && c.head().is_small(); c = c.tail()) {
          file += static_cast<char>(c.head().small_value());
        }
      }
    }
    if (line == 0) continue;
    const beam::Module* module = world_->code.loaded(entry.element(0));
    const bool library = module != nullptr && world_->code.is_library(module->path);
    if (!library) {
      out.file = file;
      out.line = line;
      return;
    }
    if (otp_line == 0) {
      otp_file = file;
      otp_line = line;
    }
  }
  if (otp_line != 0) {
    out.file = otp_file;
    out.line = otp_line;
    return;
  }
  const core::SourceLocation where = source_of(process);
  out.file = where.file;
  out.line = where.line;
}

bool Program::died_with(const Process& process, const Process& other) const {
  const Term reason = Term::from_bits(process.state.exit_reason);
  const Term cause = Term::from_bits(other.state.exit_reason);
  return was_killed(process) && process.state.died_at > other.state.died_at &&
         beam::equal_exact(reason, cause);
}

std::optional<SourceReceive> Program::source_receive(beam::CodePointer receive) const {
  const beam::Module* module = receive == nullptr ? nullptr : world_->code.module_at(receive);
  if (module == nullptr || world_->code.is_library(module->path)) return std::nullopt;
  return world_->forms.find(*module, receive);
}

std::string Program::wanted(const Process& process) const {
  if (process.state.pending != Pending::kReceive) return "";
  const auto receive = source_receive(process.state.ip);
  return receive ? " for " + receive->patterns : "";
}

// Where the process is, or was last, in the program itself if it can be told.
// The first place that is not in a library; if there is none, the first of all.
core::SourceLocation Program::innermost(std::span<const beam::CodePointer> places) const {
  core::SourceLocation best;
  for (const beam::CodePointer at : places) {
    const beam::Module* module = at == nullptr ? nullptr : world_->code.module_at(at);
    if (module == nullptr) continue;
    const beam::LineEntry line = module->line_at(at);
    if (line.line == 0) continue;
    const bool library = world_->code.is_library(module->path);
    if (best.line == 0 || !library) {
      best = {module->file_name(line.file), static_cast<int>(line.line)};
    }
    if (!library) break;
  }
  return best;
}

core::SourceLocation Program::source_of(const Process& process) const {
  const Process::State& state = process.state;
  if (state.pending == Pending::kStart) return {};
  if (state.pending == Pending::kReceive) {
    if (const auto receive = source_receive(state.ip)) {
      const beam::Module* module = world_->code.module_at(state.ip);
      return {module->file_name(module->line_at(state.ip).file), receive->line};
    }
  }
  std::vector<beam::CodePointer> places{state.ip};
  if (state.cp != nullptr) places.push_back(state.cp - 1);
  process.each_caller([&](beam::CodePointer address) {
    places.push_back(address - 1);
    return true;
  });
  return innermost(places);
}

core::SourceLocation Program::source_of_last_step() const {
  if (last_.at == nullptr) {
    const Process* process = machine_.find(last_.pid);
    return process == nullptr ? core::SourceLocation{} : source_of(*process);
  }
  std::vector<beam::CodePointer> places{last_.at};
  if (last_.returns != nullptr) places.push_back(last_.returns - 1);
  for (const beam::CodePointer address : last_.callers) places.push_back(address - 1);
  return innermost(places);
}

Finding Program::finding(const Process& process) const {
  Finding out;
  const Term reason = Term::from_bits(process.state.exit_reason);
  out.kind = is_assertion(reason) ? Finding::Kind::kAssertion : Finding::Kind::kAbnormalExit;
  out.actors = {actor_of(process)};
  // Without the stack trace, which says where, not why.
  const bool traced =
      reason.is_tuple(2) && reason.element(1).is_cons() && reason.element(1).head().is_tuple(4);
  const Term why = traced ? reason.element(0) : reason;
  const std::string exception = exception_text(why);
  out.message =
      fmt::format("{} exits with {}", name(process), exception.empty() ? show(why) : exception);
  // Nothing else says which function there is not, or which has no clause for its arguments.
  if (traced && (why == atoms::undef || why == atoms::function_clause)) {
    out.message += ": " + called(reason.element(1).head());
  }
  place(reason, process, out);
  return out;
}

std::string Program::suspenders_of(const Process& process) const {
  std::string names;
  for (const auto& other : machine_.processes()) {
    const Term suspending = Term::from_bits(other->state.suspending);
    if (map_get(suspending, process.pid()).is_none()) continue;
    names += (names.empty() ? "" : " and ") + name(*other);
  }
  return names;
}

Finding Program::deadlock(const std::vector<const Process*>& stuck) const {
  Finding out;
  out.kind = Finding::Kind::kDeadlock;
  const bool suspended = std::any_of(stuck.begin(), stuck.end(),
                                     [](const Process* process) { return process->suspended(); });
  out.message = suspended           ? "stuck: "
                : stuck.size() == 1 ? "stuck in a receive: "
                                    : "stuck in receives: ";
  for (const Process* process : stuck) {
    if (!out.actors.empty()) out.message += ", ";
    out.actors.push_back(actor_of(*process));
    const core::SourceLocation where = source_of(*process);
    if (out.line == 0) {
      out.file = where.file;
      out.line = where.line;
    }
    out.message += fmt::format("{} at {}:{}", name(*process), where.file, where.line);
    out.message += process->suspended()
                       ? ", suspended by " + suspenders_of(*process)
                       : fmt::format("{} ({})", wanted(*process), mailbox_of(*process));
  }
  return out;
}

std::string Program::mailbox_of(const Process& process) const {
  constexpr std::size_t kMost = 3;
  std::size_t count = 0;
  std::string messages;
  for (const beam::MessageNode* node = process.state.first_message; node != nullptr;
       node = std::bit_cast<const beam::MessageNode*>(node->next)) {
    if (++count > kMost) continue;
    messages += (messages.empty() ? "" : ", ") + show(Term::from_bits(node->term));
  }
  if (count == 0) return "its mailbox is empty";
  if (count > kMost) messages += fmt::format(" and {} more", count - kMost);
  return "its mailbox: " + messages;
}

std::string Program::waits_for(core::ActorId actor) const {
  const Process* process = process_of(actor);
  if (process == nullptr || process->dead()) return "nothing: it was prevented";
  const core::SourceLocation where = source_of(*process);
  if (process->suspended()) {
    return fmt::format("a call of resume_process by {}, at {}:{}", suspenders_of(*process),
                       where.file, where.line);
  }
  if (waits_for_nothing(*process)) {
    return fmt::format("nothing, for ever, at {}:{}", where.file, where.line);
  }
  return fmt::format("a message at {}:{}{}; {}", where.file, where.line, wanted(*process),
                     mailbox_of(*process));
}

std::string Program::outcome() const {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const auto& process : machine_.processes()) {
    if (is_service(*process)) continue;
    const Process::State& state = process->state;
    std::string text;
    if (process->dead()) {
      const Term result = Term::from_bits(state.result);
      const Term reason = Term::from_bits(state.exit_reason);
      if (is_first(*process) && !result.is_none() && reason == atoms::normal) {
        text = "returns " + show(result);
      } else {
        text = "exits with " + show(reason);
      }
    } else if (ready(*process)) {
      text = "stopped";
    } else if (beam::is_endless(*process)) {
      text = "computes without end";
    } else {
      const core::SourceLocation where = source_of(*process);
      text = fmt::format("stuck at {}:{}", where.file, where.line);
    }
    lines.emplace_back(symbolic_name(*process), std::move(text));
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const auto& [who, text] : lines) out += who + " " + text + "\n";
  return out;
}

// ---- Names

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

// ---- Steps in words

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
