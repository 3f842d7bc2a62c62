// What a pending operation touches (the table in machine.hpp), and its fingerprint.
//
// The fingerprint is made of the statement and of what the actor's own history says about it
// (place, value to write, constraint), never of a result; it uses handles and tokens, not dense
// ids, so it is the same in every process.
#include <bit>

#include "support/check.hpp"
#include "toy/machine.hpp"

namespace heddle::toy {

using core::AccessKind;
using core::ActorId;
using core::StepRecord;

namespace {

constexpr core::Token token_of_value(std::int64_t value) { return static_cast<core::Token>(value); }

// What tells the steps of one statement apart that are not the statement itself.
constexpr std::uint64_t kStatementMark = 1;
constexpr std::uint64_t kReacquireMark = 2;
constexpr std::uint64_t kExitMark = 3;
constexpr std::uint64_t kDeliveryMark = 4;

/// Fingerprints are compared, not looked up: one multiplication a part is good enough.
constexpr std::uint64_t combine(std::uint64_t h, std::uint64_t x) {
  return (std::rotl(h, 23) ^ x) * 0x9e3779b97f4a7c15ULL;
}

bool has(const std::vector<bool>& cells, std::uint64_t cell) {
  return cell < cells.size() && cells[cell];
}

}  // namespace

const Content* Machine::footprint(const Process& p, StepRecord& out) const {
  out.clear();
  auto& accesses = out.accesses;
  const auto touch = [&accesses](Family family, std::uint64_t index, AccessKind kind,
                                 core::Token token = 0) {
    accesses.push_back({location(family, index), token, kind});
  };
  if (!p.started) touch(Family::kStart, p.id, AccessKind::kConsume);
  const Instruction& i = instruction(p);
  const auto target = static_cast<std::uint64_t>(p.target);
  std::uint64_t h = combine(kStatementMark, static_cast<std::uint64_t>(p.at));

  if (p.state == Process::State::kEnding) {
    touch(Family::kExit, p.id, AccessKind::kWrite, 1);
    out.fingerprint = combine(kExitMark, static_cast<std::uint64_t>(p.procedure));
    return nullptr;
  }
  if (p.state == Process::State::kReacquire) {
    touch(Family::kCondition, static_cast<std::uint64_t>(i.condition), AccessKind::kAwait,
          p.constraint->token);
    touch(Family::kMutex, target, AccessKind::kAcquire);
    out.fingerprint = combine(h, combine(kReacquireMark, target));
    return nullptr;
  }

  const Content* made = nullptr;
  switch (i.op) {
    case Op::kRead:
      touch(Family::kCell, target, AccessKind::kRead);
      h = combine(h, target);
      break;
    case Op::kWrite: {
      const core::Token value = token_of_value(operand(p, i.a));
      const bool ordered = has(code_->awaited, target) || has(code_->added, target);
      touch(Family::kCell, target, ordered ? AccessKind::kUpdate : AccessKind::kWrite, value);
      h = combine(combine(h, target), value);
      break;
    }
    case Op::kCas: {
      const std::int64_t now = cells_[at(p.target)];
      const std::int64_t result = now == operand(p, i.a) ? operand(p, i.b) : now;
      touch(Family::kCell, target, AccessKind::kUpdate, token_of_value(result));
      h = combine(combine(h, target),
                  combine(token_of_value(operand(p, i.a)), token_of_value(operand(p, i.b))));
      break;
    }
    case Op::kFetchAdd: {
      const core::Token amount = token_of_value(operand(p, i.a));
      const bool blind = i.dst == kNoOperand && !has(code_->awaited, target);
      touch(Family::kCell, target, blind ? AccessKind::kAdd : AccessKind::kUpdate,
            token_of_value(cells_[at(p.target)]) + amount);
      h = combine(combine(h, target), amount);
      break;
    }
    case Op::kAwait:
      touch(Family::kCell, target, AccessKind::kAwait, p.constraint->token);
      h = combine(combine(h, target), p.constraint->token);
      break;
    case Op::kLock:
      touch(Family::kMutex, target, AccessKind::kAcquire);
      h = combine(h, target);
      break;
    case Op::kUnlock:
      touch(Family::kMutex, target, AccessKind::kRelease);
      h = combine(h, target);
      break;
    case Op::kWait:
      made = waiting_set(p, i);
      touch(Family::kCondition, static_cast<std::uint64_t>(i.condition), AccessKind::kUpdate,
            made->token);
      touch(Family::kMutex, target, AccessKind::kRelease);
      h = combine(h, target);
      break;
    case Op::kSignal:
    case Op::kBroadcast:
      made = waiting_set(p, i);
      touch(Family::kCondition, static_cast<std::uint64_t>(i.condition), AccessKind::kUpdate,
            made->token);
      break;
    case Op::kSpawn: {
      const std::int64_t handle = child_handle(p.handle, p.spawns + 1);
      touch(Family::kStart, child(p, handle, p.spawns + 1), AccessKind::kProduce);
      h = combine(h, static_cast<std::uint64_t>(handle));
      break;
    }
    case Op::kJoin:
      touch(Family::kExit, p.peer, AccessKind::kAwait, joined_->token);
      h = combine(h, static_cast<std::uint64_t>(operand(p, i.a)));
      break;
    case Op::kSend:
      made = message_of(p, i);
      if (code_->delayed) {
        const ActorId channel = channel_id(p, p.peer);
        const std::int32_t slot = slot_of(channel);
        const std::uint64_t number = slot == kNone ? 0 : channels_[at(channel_slot(slot))].sent;
        touch(Family::kMessage, (static_cast<std::uint64_t>(channel) << 24) | number,
              AccessKind::kProduce, made->token);
      } else {
        touch(Family::kMailbox, p.peer, AccessKind::kAppend, made->token);
      }
      h = combine(combine(h, static_cast<std::uint64_t>(operand(p, i.a))), made->token);
      break;
    case Op::kReceive:
    case Op::kPoll:
      touch(Family::kMailbox, p.id, i.op == Op::kPoll ? AccessKind::kPoll : AccessKind::kTake,
            p.constraint->token);
      h = combine(h, p.constraint->token);
      break;
    default:
      break;
  }
  out.fingerprint = h;
  return made;
}

void Machine::channel_footprint(const Channel& channel, StepRecord& out) const {
  out.clear();
  const Content& content = *messages_[at(channel.first)].content;
  const std::uint64_t number = channel.delivered;
  out.accesses.push_back(
      {location(Family::kMessage, (static_cast<std::uint64_t>(channel.id) << 24) | number),
       content.token, AccessKind::kConsume});
  out.accesses.push_back(
      {location(Family::kMailbox, channel.receiver), content.token, AccessKind::kAppend});
  out.fingerprint = combine(combine(kDeliveryMark, number), content.token);
}

void Machine::pending(ActorId actor, StepRecord& out) const {
  const std::int32_t slot = slot_of(actor);
  HEDDLE_CHECK(slot != kNone, "actor {} does not exist here", actor);
  if (slot >= 0) {
    footprint(processes_[at(slot)], out);
  } else {
    channel_footprint(channels_[at(channel_slot(slot))], out);
  }
}

}  // namespace heddle::toy
