// What is wrong with a run, and how it ended. Never on the hot path, but for has_errors.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Term;
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

// Whether a reason comes with a stack trace, as that of an error does.
bool is_traced(Term reason) {
  return reason.is_tuple(2) && reason.element(1).is_cons() && reason.element(1).head().is_tuple(4);
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

// Whether the process of a test of a suite was killed outside of what runs the test.
bool Program::ends_before_its_test(const Process& process) const {
  const std::string& runner = world_->options.runner;
  if (runner.empty() || !is_first(process) || !was_killed(process)) return false;
  const beam::Module* module =
      process.state.ip == nullptr ? nullptr : world_->code.module_at(process.state.ip);
  return module == nullptr || beam::name_of(module->name) != runner;
}

bool Program::is_abnormal(const Process& process) const {
  if (!process.dead()) return false;
  Term reason = Term::from_bits(process.state.exit_reason);
  if (reason == atoms::normal || answers_by_its_end(process)) return false;
  // What runs a test adds the stack trace to an exit.
  if (!world_->options.runner.empty() && is_first(process) && is_traced(reason)) {
    reason = reason.element(0);
  }
  const Term tag = reason.is_tuple() && reason.size() > 0 ? reason.element(0) : reason;
  if (!tag.is_atom() || ends_before_its_test(process)) return true;
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

bool Program::died_with(const Process& process, const Process& other) const {
  const Term reason = Term::from_bits(process.state.exit_reason);
  const Term cause = Term::from_bits(other.state.exit_reason);
  return was_killed(process) && process.state.died_at > other.state.died_at &&
         beam::equal_exact(reason, cause);
}

Finding Program::finding(const Process& process) const {
  Finding out;
  const Term reason = Term::from_bits(process.state.exit_reason);
  out.kind = is_assertion(reason) ? Finding::Kind::kAssertion : Finding::Kind::kAbnormalExit;
  out.actors = {actor_of(process)};
  // Without the stack trace, which says where, not why.
  const bool traced = is_traced(reason);
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

}  // namespace heddle::erlang
