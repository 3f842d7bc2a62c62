// Running: which actor can go on, its step, and its undoing.
#include "toy/machine.hpp"

#include <utility>

#include "support/check.hpp"
#include "toy/compile.hpp"

namespace heddle::toy {

using core::ActorId;
using core::StepRecord;

Machine::Machine(std::shared_ptr<const Code> code, Options options,
                 std::shared_ptr<SharedTables> shared)
    : code_(std::move(code)),
      options_(options),
      shared_(std::move(shared)),
      cells_(code_->initial_cells),
      owners_(code_->mutex_names.size(), kNone),
      conditions_(code_->condition_names.size()) {
  const std::int64_t one[] = {static_cast<std::int64_t>(Op::kEqual), 1};
  joined_ = intern(Content::Kind::kAwait, one);
  nobody_ = intern(Content::Kind::kWaitingSet, {});
  const std::int32_t main = add_process(actor_of(kMainHandle), kMainHandle, code_->main);
  processes_[at(main)].started = true;  // nobody spawned it, so it has no start to consume
  run_local(main);
  // What has happened so far is the initial state: restart() goes back to here.
  log_.clear();
  saved_.clear();
}

// --- who can go on -----------------------------------------------------------------------------

bool Machine::ready_now(const Process& p) const {
  switch (p.state) {
    case Process::State::kPending:
      break;
    case Process::State::kReacquire:
      return owners_[at(p.target)] == kNone &&
             conditions_[at(instruction(p).condition)][at(p.ticket)].signalled;
    case Process::State::kEnding:
      return true;
    case Process::State::kEnded:
      return false;
  }
  const Instruction& i = instruction(p);
  switch (i.op) {
    case Op::kAwait:
      return holds(i.compare, cells_[at(p.target)], operand(p, i.a));
    case Op::kLock:
      return owners_[at(p.target)] == kNone;
    case Op::kJoin: {
      const std::int32_t slot = slot_of(p.peer);
      return slot >= 0 && processes_[at(slot)].state == Process::State::kEnded;
    }
    case Op::kReceive:
      return p.match != kNone;
    default:
      return true;
  }
}

void Machine::enabled(std::vector<ActorId>& out) const {
  out.clear();
  if (halted_) return;
  for (const Process& p : processes_) {
    if (ready(p)) out.push_back(p.id);
    for (std::int32_t c = p.first_channel; c != kNone; c = channels_[at(c)].next) {
      if (channels_[at(c)].first != kNone) out.push_back(channels_[at(c)].id);
    }
  }
}

ActorId Machine::first_enabled() const {
  if (halted_) return core::kNoActor;
  for (const Process& p : processes_) {
    if (ready(p)) return p.id;
    for (std::int32_t c = p.first_channel; c != kNone; c = channels_[at(c)].next) {
      if (channels_[at(c)].first != kNone) return channels_[at(c)].id;
    }
  }
  return core::kNoActor;
}

bool Machine::is_enabled(ActorId actor) const {
  const std::int32_t slot = slot_of(actor);
  if (halted_ || slot == kNone) return false;
  if (slot >= 0) return ready(processes_[at(slot)]);
  return channels_[at(channel_slot(slot))].first != kNone;
}

void Machine::blocked(std::vector<ActorId>& out) const {
  out.clear();
  if (halted_) return;
  for (const Process& p : processes_) {
    if (p.state != Process::State::kEnded && !ready(p)) out.push_back(p.id);
  }
}

bool Machine::pending_yields(ActorId actor) const {
  const std::int32_t slot = slot_of(actor);
  if (slot < 0) return false;
  const Process& p = processes_[at(slot)];
  return p.state == Process::State::kPending && instruction(p).op == Op::kYield;
}

// --- a step ------------------------------------------------------------------------------------

void Machine::step(ActorId actor, StepRecord& out) {
  const std::int32_t slot = slot_of(actor);
  HEDDLE_CHECK(is_enabled(actor), "actor {} is not enabled", actor);
  if (slot < 0) {
    const std::int32_t channel = channel_slot(slot);
    channel_footprint(channels_[at(channel)], out);
    deliver(channel);
    return;
  }
  Process& p = processes_[at(slot)];
  const Content* made = footprint(p, out);
  log_.push_back({Undo::Kind::kProcess, static_cast<std::uint32_t>(slot), 0});
  saved_.push_back(p);
  p.started = true;
  last_ = {.process = slot, .at = p.at, .state = p.state, .target = p.target, .peer = p.peer};
  execute(slot, made);
}

void Machine::execute(std::int32_t slot, const Content* made) {
  Process& p = processes_[at(slot)];
  const Instruction& i = instruction(p);
  if (p.state == Process::State::kEnding) {
    p.state = Process::State::kEnded;
    return;
  }
  if (p.state == Process::State::kReacquire) {
    set_owner(p.target, slot);
    p.state = Process::State::kPending;
    ++p.at;
    run_local(slot);
    return;
  }
  std::int64_t& value = last_.value;
  switch (i.op) {
    case Op::kRead:
      value = cells_[at(p.target)];
      assign(p, i.dst, value);
      break;
    case Op::kWrite:
      value = operand(p, i.a);
      set_cell(p.target, value);
      break;
    case Op::kCas: {
      const bool success = cells_[at(p.target)] == operand(p, i.a);
      if (success) set_cell(p.target, operand(p, i.b));
      value = success ? 1 : 0;
      assign(p, i.dst, value);
      break;
    }
    case Op::kFetchAdd: {
      value = cells_[at(p.target)];
      std::int64_t sum = 0;
      arithmetic(Op::kAdd, value, operand(p, i.a), sum);
      set_cell(p.target, sum);
      assign(p, i.dst, value);
      break;
    }
    case Op::kAwait:
      value = cells_[at(p.target)];
      break;
    case Op::kLock:
      set_owner(p.target, slot);
      break;
    case Op::kUnlock:
      set_owner(p.target, kNone);
      break;
    case Op::kWait:
      wait(slot, i);
      return;
    case Op::kSignal:
    case Op::kBroadcast:
      signal(i, i.op == Op::kBroadcast);
      break;
    case Op::kSpawn:
      spawn(slot, i);  // may move the processes: `p` is gone
      ++processes_[at(slot)].at;
      run_local(slot);
      return;
    case Op::kSend:
      send(slot, made);
      break;
    case Op::kReceive:
    case Op::kPoll:
      if (p.match != kNone) {
        take(p);
      } else {
        p.at = code_->sites[at(i.object)].after;
      }
      run_local(slot);
      return;
    default:
      break;
  }
  ++p.at;
  run_local(slot);
}

void Machine::spawn(std::int32_t slot, const Instruction& i) {
  Process& parent = processes_[at(slot)];
  const std::uint32_t ordinal = ++parent.spawns;
  const std::int64_t handle = child_handle(parent.handle, ordinal);
  const ActorId id = child(parent, handle, ordinal);
  last_.peer = id;
  // The new frame goes behind all others; the values are copied after it exists, the parent's frame
  // never moves.
  const std::int32_t frame = parent.frame;
  const std::int32_t created = add_process(id, handle, i.object);
  const std::int32_t target = processes_[at(created)].frame;
  for (std::int32_t k = 0; k < i.argument_count; ++k) {
    const std::int32_t from = code_->arguments[at(i.arguments + k)];
    registers_[at(target + k)] =
        from >= 0 ? registers_[at(frame + from)] : code_->constants[at(~from)];
  }
  assign(processes_[at(slot)], i.dst, handle);
  run_local(created);
}

std::int32_t Machine::add_process(ActorId id, std::int64_t handle, std::int32_t procedure) {
  const ProcedureCode& code = code_->procedures[at(procedure)];
  const auto slot = static_cast<std::int32_t>(processes_.size());
  Process p;
  p.id = id;
  p.handle = handle;
  p.procedure = procedure;
  p.at = code.entry;
  p.frame = static_cast<std::int32_t>(registers_.size());
  registers_.resize(registers_.size() + at(code.frame), 0);
  processes_.push_back(p);
  grow_tables(id);
  slots_[id] = slot;
  log_.push_back({Undo::Kind::kSpawn, static_cast<std::uint32_t>(slot), 0});
  return slot;
}

void Machine::grow_tables(ActorId id) {
  if (id < slots_.size()) return;
  slots_.resize(id + 1, kNone);
  mailboxes_.resize(id + 1);
}

// --- local computation -------------------------------------------------------------------------

void Machine::run_local(std::int32_t slot) {
  Process& p = processes_[at(slot)];
  const Instruction* const code = code_->instructions.data();
  const std::int64_t* const constants = code_->constants.data();
  const std::int64_t* const registers = registers_.data() + p.frame;
  const auto value = [constants, registers](std::int32_t operand) {
    return operand >= 0 ? registers[operand] : constants[~operand];
  };
  std::int32_t pc = p.at;
  for (std::uint64_t left = options_.local_limit;; --left) {
    const Instruction& i = code[pc];
    if (is_visible(i.op)) {
      p.at = pc;
      arrive(slot);
      return;
    }
    if (left == 0) [[unlikely]] {
      p.at = pc;
      fail(slot, Problem::Kind::kLimit);
      return;
    }
    switch (i.op) {
      case Op::kJump:
        pc = i.object;
        break;
      case Op::kJumpIfZero:
        pc = value(i.a) == 0 ? i.object : pc + 1;
        break;
      case Op::kJumpIfOne:
        pc = value(i.a) != 0 ? i.object : pc + 1;
        break;
      case Op::kSelf:
        assign(p, i.dst, p.handle);
        ++pc;
        break;
      case Op::kHandle: {
        const std::int64_t ordinal = value(i.a);
        if (ordinal < 1 || ordinal > 1'000'000) {
          p.at = pc;
          fail(slot, Problem::Kind::kNotHandle, ordinal);
          return;
        }
        const std::int64_t handle = child_handle(kMainHandle, static_cast<std::uint64_t>(ordinal));
        child(processes_[0], handle, static_cast<std::uint64_t>(ordinal));
        assign(p, i.dst, handle);
        ++pc;
        break;
      }
      case Op::kAssert:
        if (value(i.a) == 0) {
          p.at = pc;
          fail(slot, Problem::Kind::kAssertion);
          return;
        }
        ++pc;
        break;
      case Op::kFail:
        p.at = pc;
        fail(slot, Problem::Kind::kFail);
        return;
      case Op::kExit:
        p.at = pc;
        finish(p, Process::End::kDone);
        return;
      default: {
        std::int64_t result = 0;
        if (!arithmetic(i.op, value(i.a), i.b == kNoOperand ? 0 : value(i.b), result)) {
          p.at = pc;
          fail(slot, Problem::Kind::kDivision);
          return;
        }
        assign(p, i.dst, result);
        ++pc;
      }
    }
  }
}

void Machine::arrive(std::int32_t slot) {
  Process& p = processes_[at(slot)];
  const Instruction& i = instruction(p);
  p.target = i.object;
  p.may_block =
      i.op == Op::kAwait || i.op == Op::kLock || i.op == Op::kJoin || i.op == Op::kReceive;
  if (i.index != kNoOperand) {
    const std::int64_t index = operand(p, i.index);
    if (index < 0 || index >= i.extent) return fail(slot, Problem::Kind::kIndex, index);
    p.target += static_cast<std::int32_t>(index);
  }
  switch (i.op) {
    case Op::kAwait: {
      const std::int64_t words[] = {static_cast<std::int64_t>(i.compare), operand(p, i.a)};
      p.constraint = intern(Content::Kind::kAwait, words);
      break;
    }
    case Op::kUnlock:
    case Op::kWait:
      // Only the owner changes an owned mutex, so this looks at the actor's own history.
      if (owners_[at(p.target)] != slot) fail(slot, Problem::Kind::kNotHeld);
      break;
    case Op::kSend:
    case Op::kJoin:
      p.peer = actor_of(operand(p, i.a));
      if (p.peer == core::kNoActor) fail(slot, Problem::Kind::kNotHandle, operand(p, i.a));
      break;
    case Op::kReceive:
    case Op::kPoll:
      arrive_at_receive(p, i);
      break;
    default:
      break;
  }
}

void Machine::finish(Process& p, Process::End end) {
  p.end = end;
  p.state = code_->has_join ? Process::State::kEnding : Process::State::kEnded;
}

void Machine::fail(std::int32_t slot, Problem::Kind kind, std::int64_t value) {
  Process& p = processes_[at(slot)];
  problems_.push_back({kind, slot, p.at, value});
  log_.push_back({Undo::Kind::kProblem, 0, 0});
  if (kind != Problem::Kind::kLimit) return finish(p, Process::End::kFailed);
  p.end = Process::End::kLimit;
  p.state = Process::State::kEnded;
  log_.push_back({Undo::Kind::kHalt, 0, halted_ ? 1 : 0});
  halted_ = true;
}

// --- going back --------------------------------------------------------------------------------

void Machine::rewind(core::Mark mark) {
  HEDDLE_CHECK(mark <= log_.size(), "mark {} lies ahead of {}", mark, log_.size());
  while (log_.size() > mark) {
    const Undo undo = log_.back();
    log_.pop_back();
    const auto old = static_cast<std::int32_t>(undo.old);
    switch (undo.kind) {
      case Undo::Kind::kRegister:
        registers_[undo.index] = undo.old;
        break;
      case Undo::Kind::kCell:
        cells_[undo.index] = undo.old;
        break;
      case Undo::Kind::kMutex:
        owners_[undo.index] = old;
        break;
      case Undo::Kind::kProcess:
        processes_[undo.index] = saved_.back();
        saved_.pop_back();
        break;
      case Undo::Kind::kSpawn:
        slots_[processes_.back().id] = kNone;
        registers_.resize(at(processes_.back().frame));
        processes_.pop_back();
        break;
      case Undo::Kind::kSend:
        messages_.pop_back();
        break;
      case Undo::Kind::kAppend: {
        Mailbox& box = mailboxes_[undo.index];
        box.newest = messages_[at(box.newest)].before;
        (box.newest == kNone ? box.oldest : messages_[at(box.newest)].after) = kNone;
        break;
      }
      case Undo::Kind::kTake: {
        Mailbox& box = mailboxes_[undo.index];
        const Message& message = messages_[at(old)];
        (message.before == kNone ? box.oldest : messages_[at(message.before)].after) = old;
        (message.after == kNone ? box.newest : messages_[at(message.after)].before) = old;
        break;
      }
      case Undo::Kind::kMatch:
        processes_[undo.index].match = kNone;
        processes_[undo.index].clause = kNone;
        break;
      case Undo::Kind::kChannel:
        slots_[channels_.back().id] = kNone;
        channels_.pop_back();
        if (old != kNone) channels_[at(old)].next = kNone;
        break;
      case Undo::Kind::kQueue: {
        Channel& channel = channels_[undo.index];
        --channel.sent;
        if (channel.first == channel.last) {
          channel.first = kNone;
        } else {
          messages_[at(old)].next_in_channel = kNone;
        }
        channel.last = old;
        break;
      }
      case Undo::Kind::kDeliver:
        --channels_[undo.index].delivered;
        channels_[undo.index].first = old;
        break;
      case Undo::Kind::kTicket:
        conditions_[undo.index].pop_back();
        break;
      case Undo::Kind::kSignal:
        conditions_[undo.index][at(old)].signalled = false;
        break;
      case Undo::Kind::kProblem:
        problems_.pop_back();
        break;
      case Undo::Kind::kHalt:
        halted_ = old != 0;
        break;
    }
  }
}

core::ProgramFactory make_factory(std::shared_ptr<const Source> source, Options options,
                                  std::shared_ptr<SharedState> shared) {
  auto code = compile(std::move(source));
  auto tables = std::dynamic_pointer_cast<SharedTables>(shared);
  if (tables == nullptr) tables = std::make_shared<SharedTables>();
  return [code = std::move(code), options, tables = std::move(tables)] {
    return std::make_unique<Machine>(code, options, tables);
  };
}

}  // namespace heddle::toy
