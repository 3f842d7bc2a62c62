// Messages, channels, constraints and waiting sets of the machine.
#include <algorithm>

#include "support/check.hpp"
#include "toy/machine.hpp"

namespace heddle::toy {

using core::ActorId;

// --- tokens and handles: the instance's cache first, then the shared tables --------------------

const Content* Machine::intern(Content::Kind kind, std::span<const std::int64_t> words) const {
  const core::Token token = token_of(kind, words);
  if (const auto* hit = contents_.find(token); hit != nullptr && (*hit)->is(kind, words)) {
    return *hit;
  }
  const Content* content = shared_->intern(kind, words);
  contents_.add(token, content);
  return content;
}

const Content* Machine::content(core::Token token) const {
  if (const auto* hit = contents_.find(token); hit != nullptr) return *hit;
  const Content* content = shared_->find(token);
  HEDDLE_CHECK(content != nullptr, "nothing is known about the token {:x}", token);
  contents_.add(token, content);
  return content;
}

ActorId Machine::actor_of(std::int64_t handle) const {
  const auto key = static_cast<std::uint64_t>(handle);
  if (const ActorId* hit = ids_.find(key); hit != nullptr) return *hit;
  const ActorId actor = shared_->process(handle);
  if (actor != core::kNoActor) ids_.add(key, actor);
  return actor;
}

ActorId Machine::child(const Process& parent, std::int64_t handle, std::uint64_t ordinal) const {
  const auto key = static_cast<std::uint64_t>(handle);
  if (const ActorId* hit = ids_.find(key); hit != nullptr) return *hit;
  const ActorId actor = shared_->child(parent.id, handle, ordinal);
  ids_.add(key, actor);
  return actor;
}

ActorId Machine::channel_id(const Process& p, ActorId receiver) const {
  // Never equal to a handle: those have the top byte 0x48, this one does not.
  std::uint64_t key = mix(static_cast<std::uint64_t>(p.id) << 32 | receiver);
  if (looks_like_handle(static_cast<std::int64_t>(key))) key = ~key;
  if (const ActorId* hit = ids_.find(key); hit != nullptr) return *hit;
  const ActorId actor = shared_->channel(p.id, receiver);
  ids_.add(key, actor);
  return actor;
}

// --- messages ----------------------------------------------------------------------------------

const Content* Machine::message_of(const Process& p, const Instruction& i) const {
  words_.clear();
  for (std::int32_t k = 0; k < i.argument_count; ++k) {
    words_.push_back(operand(p, code_->arguments[at(i.arguments + k)]));
  }
  return intern(Content::Kind::kMessage, words_);
}

void Machine::send(std::int32_t slot, const Content* content) {
  Process& p = processes_[at(slot)];
  const auto message = static_cast<std::int32_t>(messages_.size());
  messages_.push_back({.content = content, .sender = slot, .number = ++p.sends});
  log_.push_back({Undo::Kind::kSend, 0, 0});
  last_.message = message;
  if (!code_->delayed) {
    append(p.peer, message);
    return;
  }
  const std::int32_t index = channel_to(slot, p.peer);
  Channel& channel = channels_[at(index)];
  log_.push_back({Undo::Kind::kQueue, static_cast<std::uint32_t>(index), channel.last});
  if (channel.first == kNone) {
    channel.first = message;
  } else {
    messages_[at(channel.last)].next_in_channel = message;
  }
  channel.last = message;
  ++channel.sent;
  HEDDLE_CHECK(channel.sent < (1U << 24), "a channel has {} messages", channel.sent);
}

std::int32_t Machine::channel_to(std::int32_t slot, ActorId receiver) {
  Process& p = processes_[at(slot)];
  const ActorId id = channel_id(p, receiver);
  if (const std::int32_t known = slot_of(id); known != kNone) return channel_slot(known);
  const auto index = static_cast<std::int32_t>(channels_.size());
  channels_.push_back({.id = id, .receiver = receiver, .sender = slot});
  log_.push_back({Undo::Kind::kChannel, 0, p.last_channel});
  (p.last_channel == kNone ? p.first_channel : channels_[at(p.last_channel)].next) = index;
  p.last_channel = index;
  grow_tables(id);
  slots_[id] = channel_slot(index);
  return index;
}

void Machine::deliver(std::int32_t index) {
  Channel& channel = channels_[at(index)];
  const std::int32_t message = channel.first;
  log_.push_back({Undo::Kind::kDeliver, static_cast<std::uint32_t>(index), message});
  channel.first = messages_[at(message)].next_in_channel;
  ++channel.delivered;
  last_ = {.peer = channel.receiver, .message = message, .channel = index};
  append(channel.receiver, message);
}

void Machine::append(ActorId receiver, std::int32_t message) {
  grow_tables(receiver);  // the receiver may not have been spawned yet
  Mailbox& box = mailboxes_[receiver];
  log_.push_back({Undo::Kind::kAppend, receiver, 0});
  messages_[at(message)].before = box.newest;
  messages_[at(message)].after = kNone;
  (box.newest == kNone ? box.oldest : messages_[at(box.newest)].after) = message;
  box.newest = message;

  const std::int32_t slot = slots_[receiver];
  if (slot == kNone) return;
  Process& p = processes_[at(slot)];
  if (p.state != Process::State::kPending || p.match != kNone) return;
  const Op op = instruction(p).op;
  if (op != Op::kReceive && op != Op::kPoll) return;
  const std::int32_t clause = accepts(*p.constraint, *messages_[at(message)].content);
  if (clause == kNone) return;
  log_.push_back({Undo::Kind::kMatch, static_cast<std::uint32_t>(slot), 0});
  p.match = message;
  p.clause = clause;
}

void Machine::arrive_at_receive(Process& p, const Instruction& i) {
  const Site& site = code_->sites[at(i.object)];
  words_.clear();
  words_.push_back(i.object);
  for (std::int32_t slot : site.captured) {
    words_.push_back(slot == Site::kSelfSlot ? p.handle : operand(p, slot));
  }
  p.constraint = intern(Content::Kind::kReceive, words_);
  p.match = kNone;
  p.clause = kNone;
  for (std::int32_t m = mailboxes_[p.id].oldest; m != kNone; m = messages_[at(m)].after) {
    p.clause = accepts(*p.constraint, *messages_[at(m)].content);
    if (p.clause == kNone) continue;
    p.match = m;
    return;
  }
}

void Machine::take(Process& p) {
  const std::int32_t taken = p.match;
  const Message& message = messages_[at(taken)];
  Mailbox& box = mailboxes_[p.id];
  log_.push_back({Undo::Kind::kTake, p.id, taken});
  (message.before == kNone ? box.oldest : messages_[at(message.before)].after) = message.after;
  (message.after == kNone ? box.newest : messages_[at(message.after)].before) = message.before;
  last_.message = taken;

  const Site::Clause& clause = code_->sites[at(instruction(p).object)].clauses[at(p.clause)];
  for (std::size_t k = 0; k < clause.elements.size(); ++k) {
    const Site::Element& element = clause.elements[k];
    if (element.kind == Pattern::Kind::kName) {
      assign(p, element.slot, message.content->words[k]);
    }
  }
  p.at = clause.body;
  p.match = kNone;
  p.clause = kNone;
}

// --- constraints -------------------------------------------------------------------------------

std::int32_t Machine::accepts(const Content& constraint, const Content& message) const {
  const Site& site = code_->sites[at(static_cast<std::int32_t>(constraint.words[0]))];
  const std::int64_t* captured = constraint.words.get() + 1;
  std::int64_t file[kGuardFile];
  for (std::size_t c = 0; c < site.clauses.size(); ++c) {
    const Site::Clause& clause = site.clauses[c];
    if (clause.elements.size() != message.size) continue;
    std::size_t bound = site.captured.size();
    bool fits = true;
    for (std::size_t k = 0; fits && k < clause.elements.size(); ++k) {
      const Site::Element& element = clause.elements[k];
      const std::int64_t value = message.words[k];
      switch (element.kind) {
        case Pattern::Kind::kNumber:
          fits = value == element.value;
          break;
        case Pattern::Kind::kPinned:
          fits = value == captured[element.slot];
          break;
        case Pattern::Kind::kName:
          file[bound++] = value;
          break;
        case Pattern::Kind::kAny:
          break;
      }
    }
    if (!fits) continue;
    if (clause.guard >= 0) {
      std::copy_n(captured, site.captured.size(), file);
      if (!guard_holds(clause.guard, file)) continue;
    }
    return static_cast<std::int32_t>(c);
  }
  return kNone;
}

/// A guard that divides by zero does not hold.
bool Machine::guard_holds(std::int32_t first, std::int64_t* file) const {
  const auto value = [&](std::int32_t operand) {
    if (operand == kNoOperand) return std::int64_t{0};
    return operand >= 0 ? file[operand] : code_->constants[at(~operand)];
  };
  for (std::int32_t pc = first;;) {
    const Instruction& i = code_->instructions[at(pc)];
    switch (i.op) {
      case Op::kGuardEnd:
        return value(i.a) != 0;
      case Op::kJumpIfZero:
        pc = value(i.a) == 0 ? i.object : pc + 1;
        break;
      case Op::kJumpIfOne:
        pc = value(i.a) != 0 ? i.object : pc + 1;
        break;
      case Op::kHandle:
        file[i.dst] = child_handle(kMainHandle, static_cast<std::uint64_t>(value(i.a)));
        ++pc;
        break;
      default:
        if (!arithmetic(i.op, value(i.a), value(i.b), file[i.dst])) return false;
        ++pc;
    }
  }
}

bool Machine::matches(core::Token constraint, core::Token value) const {
  const Content& c = *content(constraint);
  switch (c.kind) {
    case Content::Kind::kAwait:
      return holds(static_cast<Op>(c.words[0]), static_cast<std::int64_t>(value), c.words[1]);
    case Content::Kind::kReceive:
      return accepts(c, *content(value)) != kNone;
    case Content::Kind::kTicket: {
      const Content& waiting = *content(value);
      for (std::uint32_t k = 0; k + 1 < waiting.size; k += 2) {
        if (waiting.words[k] == c.words[0]) return waiting.words[k + 1] != 0;
      }
      return false;
    }
    default:
      break;
  }
  HEDDLE_CHECK(false, "the token {:x} is not a constraint", constraint);
}

// --- conditions --------------------------------------------------------------------------------

const Content* Machine::waiting_set(const Process& p, const Instruction& i) const {
  words_.clear();
  bool signal_next = i.op == Op::kSignal;
  for (const Ticket& ticket : conditions_[at(i.condition)]) {
    const bool signalled = ticket.signalled || signal_next || i.op == Op::kBroadcast;
    if (!ticket.signalled) signal_next = false;
    words_.push_back(ticket.id);
    words_.push_back(signalled ? 1 : 0);
  }
  if (i.op == Op::kWait) {
    words_.push_back(ticket_id(p));
    words_.push_back(0);
  }
  return intern(Content::Kind::kWaitingSet, words_);
}

void Machine::wait(std::int32_t slot, const Instruction& i) {
  Process& p = processes_[at(slot)];
  auto& waiting = conditions_[at(i.condition)];
  const std::int64_t id[] = {ticket_id(p)};
  p.ticket = static_cast<std::int32_t>(waiting.size());
  waiting.push_back({id[0], slot, false});
  log_.push_back({Undo::Kind::kTicket, static_cast<std::uint32_t>(i.condition), 0});
  ++p.waits;
  p.constraint = intern(Content::Kind::kTicket, id);
  p.state = Process::State::kReacquire;
  set_owner(p.target, kNone);
}

void Machine::signal(const Instruction& i, bool all) {
  auto& waiting = conditions_[at(i.condition)];
  for (std::size_t k = 0; k < waiting.size(); ++k) {
    if (waiting[k].signalled) continue;
    waiting[k].signalled = true;
    log_.push_back({Undo::Kind::kSignal, static_cast<std::uint32_t>(i.condition),
                    static_cast<std::int64_t>(k)});
    if (!all) return;
  }
}

}  // namespace heddle::toy
