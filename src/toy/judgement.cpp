// What the machine says in words: errors, outcomes, steps, names. Never on the hot path.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "toy/machine.hpp"

namespace heddle::toy {

using core::Finding;

namespace {

void collect_names(const Expression& e, std::vector<std::string>& out) {
  if (e.kind == Expression::Kind::kName && std::find(out.begin(), out.end(), e.name) == out.end()) {
    out.push_back(e.name);
  }
  if (e.kind == Expression::Kind::kBinary) {
    const std::vector<const Expression*> spine = left_spine(e);
    collect_names(*spine.back(), out);
    for (std::size_t i = spine.size() - 1; i-- > 0;) collect_names(spine[i]->operands[1], out);
    return;
  }
  for (const Expression& operand : e.operands) collect_names(operand, out);
}

}  // namespace

int Machine::line(std::int32_t at_) const {
  const Statement* statement = code_->instructions[at(at_)].statement;
  return statement == nullptr ? 0 : statement->position.line;
}

std::string Machine::show(std::int64_t value) const {
  if (looks_like_handle(value)) {
    if (const core::ActorId actor = actor_of(value); actor != core::kNoActor) {
      return shared_->name(actor);
    }
  }
  return std::to_string(value);
}

std::string Machine::show(const Content& message) const {
  std::string out = "(";
  for (std::int64_t value : message.values()) {
    if (out.size() > 1) out += ", ";
    out += show(value);
  }
  return out + ")";
}

std::string Machine::identity(std::int32_t message) const {
  const Message& m = messages_[at(message)];
  return fmt::format("{}:{}", shared_->name(processes_[at(m.sender)].id), m.number);
}

// --- errors ------------------------------------------------------------------------------------

bool Machine::nothing_enabled() const {
  if (halted_) return true;
  for (const Process& p : processes_) {
    if (ready(p)) return false;
  }
  for (const Channel& channel : channels_) {
    if (channel.first != kNone) return false;
  }
  return true;
}

bool Machine::has_errors() const {
  if (!problems_.empty()) return true;
  if (options_.allow_deadlock || halted_ || !nothing_enabled()) return false;
  return std::any_of(processes_.begin(), processes_.end(),
                     [](const Process& p) { return p.state != Process::State::kEnded; });
}

std::vector<Finding> Machine::errors() const {
  std::vector<Finding> out;
  for (const Problem& problem : problems_) out.push_back(finding(problem));
  if (options_.allow_deadlock || halted_ || !nothing_enabled()) return out;
  std::vector<std::int32_t> stuck;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    if (processes_[i].state != Process::State::kEnded)
      stuck.push_back(static_cast<std::int32_t>(i));
  }
  if (!stuck.empty()) out.push_back(deadlock(stuck));
  return out;
}

Finding Machine::finding(const Problem& problem) const {
  const Process& p = processes_[at(problem.process)];
  const Statement* s = code_->instructions[at(problem.at)].statement;
  const std::string who = shared_->name(p.id);
  Finding out;
  out.actors = {p.id};
  out.file = code_->source->file;
  out.line = line(problem.at);
  switch (problem.kind) {
    case Problem::Kind::kAssertion: {
      out.kind = Finding::Kind::kAssertion;
      out.message = fmt::format("{}: {} does not hold", who, print(*s));
      std::vector<std::string> names;
      collect_names(s->arguments[0], names);
      const auto& registers = code_->procedures[at(p.procedure)].registers;
      std::string values;
      for (const std::string& name : names) {
        const auto it = std::find(registers.begin(), registers.end(), name);
        if (it == registers.end()) continue;
        const auto index = static_cast<std::int32_t>(it - registers.begin());
        values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name,
                              show(registers_[at(p.frame + index)]));
      }
      if (!values.empty()) out.message += fmt::format(" ({})", values);
      break;
    }
    case Problem::Kind::kFail:
      out.message = fmt::format("{} fails: {}", who, s->text);
      break;
    case Problem::Kind::kDivision:
      out.message = fmt::format("{} divides by zero in '{}'", who, print(*s));
      break;
    case Problem::Kind::kIndex:
      out.message =
          fmt::format("{} uses the index {} of {}, which has {} elements", who, problem.value,
                      s->place.name, code_->instructions[at(problem.at)].extent);
      break;
    case Problem::Kind::kNotHeld:
      out.message = fmt::format("{} does not hold the mutex in '{}'", who, print(*s));
      break;
    case Problem::Kind::kNotHandle:
      out.message = fmt::format("{} is not the handle of a process, in '{}' of {}", problem.value,
                                print(*s), who);
      break;
    case Problem::Kind::kLimit:
      out.kind = Finding::Kind::kLimit;
      out.message = fmt::format("{} computes for more than {} instructions without an operation",
                                who, options_.local_limit);
      break;
  }
  return out;
}

std::string Machine::waits_for(const Process& p) const {
  const Instruction& i = instruction(p);
  const auto owner = [this](std::int32_t mutex) {
    const std::int32_t slot = owners_[at(mutex)];
    return slot == kNone ? std::string("nobody") : shared_->name(processes_[at(slot)].id);
  };
  if (p.state == Process::State::kReacquire) {
    const bool signalled = conditions_[at(i.condition)][at(p.ticket)].signalled;
    if (!signalled) return fmt::format("a signal of {}", code_->condition_names[at(i.condition)]);
    return fmt::format("{} (held by {})", code_->mutex_names[at(p.target)], owner(p.target));
  }
  switch (i.op) {
    case Op::kAwait:
      return fmt::format("{} {} {} (it is {})", code_->cell_names[at(p.target)],
                         spelling(i.statement->op), show(operand(p, i.a)),
                         show(cells_[at(p.target)]));
    case Op::kLock:
      return fmt::format("{} (held by {})", code_->mutex_names[at(p.target)], owner(p.target));
    case Op::kJoin:
      return fmt::format("the end of {}", shared_->name(p.peer));
    case Op::kReceive:
      return fmt::format("a message: {}", print(*i.statement));
    default:
      return "nothing";
  }
}

Finding Machine::deadlock(const std::vector<std::int32_t>& slots) const {
  Finding out;
  out.kind = Finding::Kind::kDeadlock;
  out.file = code_->source->file;
  out.message = "deadlock: ";
  for (std::int32_t slot : slots) {
    const Process& p = processes_[at(slot)];
    if (!out.actors.empty()) out.message += ", ";
    out.actors.push_back(p.id);
    if (out.line == 0) out.line = line(p.at);
    fmt::format_to(std::back_inserter(out.message), "{} waits at line {} for {}",
                   shared_->name(p.id), line(p.at), waits_for(p));
  }
  return out;
}

// --- outcome -----------------------------------------------------------------------------------

std::string Machine::outcome() const {
  struct Entry {
    std::vector<std::uint64_t> path;
    std::size_t slot;
  };
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < processes_.size(); ++i) {
    entries.push_back({shared_->path(processes_[i].id), i});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.path < b.path; });
  std::string out;
  for (const Entry& entry : entries) {
    const Process& p = processes_[entry.slot];
    out += shared_->name(p.id) + ":";
    const auto& registers = code_->procedures[at(p.procedure)].registers;
    for (std::size_t r = 0; r < registers.size(); ++r) {
      fmt::format_to(std::back_inserter(out), " {}={}", registers[r],
                     show(registers_[at(p.frame) + r]));
    }
    switch (p.end) {
      case Process::End::kDone:
        out += " done";
        break;
      case Process::End::kNone:
        fmt::format_to(std::back_inserter(out), " {} at line {}", ready(p) ? "stopped" : "blocked",
                       line(p.at));
        break;
      case Process::End::kFailed:
      case Process::End::kLimit:
        for (const Problem& problem : problems_) {
          if (problem.process == static_cast<std::int32_t>(entry.slot)) {
            out += " failed: " + finding(problem).message;
          }
        }
    }
    out += '\n';
  }
  return out;
}

// --- the last step -----------------------------------------------------------------------------

core::StepText Machine::describe_last_step() const {
  core::StepText out;
  out.source.file = code_->source->file;
  if (last_.channel != kNone) {
    const Channel& channel = channels_[at(last_.channel)];
    out.operation = fmt::format("deliver {} to {}", show(*messages_[at(last_.message)].content),
                                shared_->name(channel.receiver));
    out.message = identity(last_.message);
    out.target = shared_->name(channel.receiver);
    return out;
  }
  if (last_.process == kNone) return out;
  const Instruction& i = code_->instructions[at(last_.at)];
  out.source.line = line(last_.at);
  if (last_.state == Process::State::kEnding) {
    out.operation = "exit";
    return out;
  }
  if (last_.state == Process::State::kReacquire) {
    out.operation = fmt::format("wake up from {}, lock {}", code_->condition_names[at(i.condition)],
                                code_->mutex_names[at(last_.target)]);
    out.target = code_->mutex_names[at(last_.target)];
    return out;
  }
  out.operation = print(*i.statement);
  switch (i.op) {
    case Op::kRead:
    case Op::kCas:
    case Op::kFetchAdd:
    case Op::kAwait:
      out.value = show(last_.value);
      out.target = code_->cell_names[at(last_.target)];
      break;
    case Op::kWrite:
      out.target = code_->cell_names[at(last_.target)];
      out.operation = fmt::format("{} := {}", out.target, show(last_.value));
      break;
    case Op::kLock:
    case Op::kUnlock:
      out.target = code_->mutex_names[at(last_.target)];
      break;
    case Op::kWait:
    case Op::kSignal:
    case Op::kBroadcast:
      out.target = code_->condition_names[at(i.condition)];
      break;
    case Op::kSpawn:
    case Op::kJoin:
      out.target = shared_->name(last_.peer);
      break;
    case Op::kSend:
      out.target = shared_->name(last_.peer);
      out.message = identity(last_.message);
      out.operation =
          fmt::format("send {} {}", out.target, show(*messages_[at(last_.message)].content));
      break;
    case Op::kReceive:
    case Op::kPoll:
      out.constraint = out.operation.substr(out.operation.find(' ') + 1);
      out.operation = "receive";
      if (last_.message != kNone) {
        out.value = show(*messages_[at(last_.message)].content);
        out.message = identity(last_.message);
      } else {
        out.value = "nothing";
      }
      break;
    default:
      break;
  }
  return out;
}

// --- names -------------------------------------------------------------------------------------

std::string Machine::location_name(core::Location location) const {
  const std::uint64_t index = location & 0x00ff'ffff'ffff'ffffULL;
  const auto actor = static_cast<core::ActorId>(index);
  switch (static_cast<Family>(location >> 56)) {
    case Family::kCell:
      return code_->cell_names.at(index);
    case Family::kMutex:
      return code_->mutex_names.at(index);
    case Family::kCondition:
      return code_->condition_names.at(index);
    case Family::kMailbox:
      return "mailbox of " + shared_->name(actor);
    case Family::kStart:
      return "start of " + shared_->name(actor);
    case Family::kExit:
      return "exit of " + shared_->name(actor);
    case Family::kMessage:
      return fmt::format("message {} of {}", (index & 0xffffff) + 1,
                         shared_->name(static_cast<core::ActorId>(index >> 24)));
  }
  return fmt::format("location {:x}", location);
}

core::Token Machine::initial_value(core::Location location) const {
  const std::uint64_t index = location & 0x00ff'ffff'ffff'ffffULL;
  switch (static_cast<Family>(location >> 56)) {
    case Family::kCell:
      return static_cast<core::Token>(code_->initial_cells.at(index));
    case Family::kCondition:
      return nobody_->token;
    default:
      return 0;
  }
}

}  // namespace heddle::toy
