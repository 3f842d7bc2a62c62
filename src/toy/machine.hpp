// The machine that runs toy programs: a core::Program with undo.
//
// Actors are the processes and, with delayed delivery, one phantom actor for each channel sender ->
// receiver. A location is `family << 56 | index`:
//
//   cell      variables and array elements     read  write  update(cas, add)  await
//   mutex                                       acquire  release
//   condition its waiting set, a cell           update(wait, signal, broadcast)  await(the ticket
//   is signalled) mailbox   of an actor                       append  take(receive)  poll(receive
//   with after) start     of an actor                       produce(spawn)  consume(its first step)
//   exit      of an actor, a cell, 0 then 1     write(its end)  await(join)      only if the
//   program has a join message   n of a channel                    produce(send)  consume(its
//   delivery)
//
//   wait c m  {update c, release m}, then the actor's next step is {await c, acquire m}. Tickets
//   stay in the waiting
//             set when they have been signalled, so that taking the mutex again only reads it.
//   send      instant: {append mailbox}; delayed: {produce message}, and the channel's step
//   {consume message, append}
//
// Misuse (unlocking what one does not hold, sending to no process, an index out of bounds) is a
// function of the actor's own history; it ends the actor in the step before, when the operation
// becomes pending.
//
// The state is flat arrays; every change is put on an undo log, so `rewind` costs the distance. A
// step of a simple operation allocates nothing and takes no lock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "toy/code.hpp"
#include "toy/intern.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {

enum class Family : std::uint8_t {
  kCell = 1,
  kMutex,
  kCondition,
  kMailbox,
  kStart,
  kExit,
  kMessage,
};

constexpr core::Location location(Family family, std::uint64_t index) {
  return (static_cast<std::uint64_t>(family) << 56) | index;
}

class Machine final : public core::Program {
 public:
  Machine(std::shared_ptr<const Code> code, Options options, std::shared_ptr<SharedTables> shared);

  void enabled(std::vector<core::ActorId>& out) const override;
  bool is_enabled(core::ActorId actor) const override;
  core::ActorId first_enabled() const override;
  void blocked(std::vector<core::ActorId>& out) const override;
  void pending(core::ActorId actor, core::StepRecord& out) const override;
  void step(core::ActorId actor, core::StepRecord& out) override;
  bool pending_yields(core::ActorId actor) const override;

  void restart() override { rewind(0); }
  bool can_rewind() const override { return true; }
  core::Mark mark() override { return log_.size(); }
  void rewind(core::Mark mark) override;

  bool matches(core::Token constraint, core::Token value) const override;
  core::Token initial_value(core::Location location) const override;

  bool has_errors() const override;
  std::vector<core::Finding> errors() const override;
  std::string outcome() const override;

  core::StepText describe_last_step() const override;
  std::string actor_name(core::ActorId actor) const override { return shared_->name(actor); }
  std::string location_name(core::Location location) const override;

  core::ActorTable& actors() const override { return shared_->actors(); }

 private:
  static constexpr std::int32_t kNone = -1;

  struct Process {
    enum class State : std::uint8_t {
      kPending,    // at the visible operation `at`
      kReacquire,  // has waited, wants the mutex back
      kEnding,     // its last step, the exit, is pending
      kEnded,
    };
    enum class End : std::uint8_t { kNone, kDone, kFailed, kLimit };
    core::ActorId id = 0;
    std::int32_t procedure = 0;
    std::int32_t at = 0;     // instruction
    std::int32_t frame = 0;  // first register
    State state = State::kPending;
    End end = End::kNone;
    bool started = false;    // has taken a step, so the next one consumes no start
    bool may_block = false;  // the pending operation may have to wait
    std::uint32_t spawns = 0;
    std::uint32_t waits = 0;
    std::uint32_t sends = 0;
    // Of the pending operation, resolved when it is reached.
    std::int32_t target = 0;  // cell or mutex
    std::int32_t ticket = 0;  // while reacquiring: its place in the waiting set
    core::ActorId peer = 0;   // of send and join
    const Content* constraint = nullptr;
    std::int32_t match = kNone;   // oldest message that a receive accepts
    std::int32_t clause = kNone;  // and by which clause
    std::int32_t first_channel = kNone;
    std::int32_t last_channel = kNone;
    std::int64_t handle = 0;
  };

  struct Message {
    const Content* content = nullptr;
    std::int32_t before = kNone;  // in the mailbox
    std::int32_t after = kNone;
    std::int32_t next_in_channel = kNone;
    std::int32_t sender = 0;
    std::uint32_t number = 0;  // the sender's n-th message, from 1
  };

  struct Mailbox {
    std::int32_t oldest = kNone;
    std::int32_t newest = kNone;
  };

  struct Channel {
    core::ActorId id = 0;
    core::ActorId receiver = 0;
    std::int32_t sender = 0;
    std::int32_t next = kNone;   // channel of the same sender
    std::int32_t first = kNone;  // undelivered message
    std::int32_t last = kNone;
    std::uint32_t sent = 0;
    std::uint32_t delivered = 0;
  };

  struct Ticket {
    std::int64_t id = 0;
    std::int32_t process = 0;
    bool signalled = false;
  };

  struct Problem {
    enum class Kind : std::uint8_t {
      kAssertion,
      kFail,
      kDivision,
      kIndex,
      kNotHeld,
      kNotHandle,
      kLimit,
    };
    Kind kind = Kind::kFail;
    std::int32_t process = 0;
    std::int32_t at = 0;
    std::int64_t value = 0;
  };

  struct Undo {
    enum class Kind : std::uint8_t {
      kRegister,
      kCell,
      kMutex,
      kProcess,
      kSpawn,
      kAppend,
      kSend,
      kTake,
      kDeliver,
      kMatch,
      kChannel,
      kQueue,
      kTicket,
      kSignal,
      kProblem,
      kHalt,
    };
    Kind kind;
    std::uint32_t index;
    std::int64_t old;
  };

  /// What `describe_last_step` needs to know.
  struct Last {
    std::int32_t process = kNone;
    std::int32_t at = 0;
    Process::State state = Process::State::kPending;
    std::int32_t target = 0;
    core::ActorId peer = 0;
    std::int64_t value = 0;
    std::int32_t message = kNone;
    std::int32_t channel = kNone;
  };

  // machine.cpp: running
  std::int64_t operand(const Process& p, std::int32_t operand) const {
    return operand >= 0 ? registers_[static_cast<std::size_t>(p.frame + operand)]
                        : code_->constants[static_cast<std::size_t>(~operand)];
  }
  void assign(const Process& p, std::int32_t dst, std::int64_t value) {
    if (dst == kNoOperand) return;
    const auto i = static_cast<std::size_t>(p.frame + dst);
    log_.push_back({Undo::Kind::kRegister, static_cast<std::uint32_t>(i), registers_[i]});
    registers_[i] = value;
  }
  const Instruction& instruction(const Process& p) const {
    return code_->instructions[static_cast<std::size_t>(p.at)];
  }
  bool ready(const Process& p) const {
    return (p.state == Process::State::kPending && !p.may_block) || ready_now(p);
  }
  bool ready_now(const Process& p) const;
  /// Gives back the content (a message, a waiting set) that the operation makes, if any.
  const Content* footprint(const Process& p, core::StepRecord& out) const;
  void execute(std::int32_t slot, const Content* made);
  void deliver(std::int32_t channel);
  void channel_footprint(const Channel& channel, core::StepRecord& out) const;

  void run_local(std::int32_t slot);
  void arrive(std::int32_t slot);
  void arrive_at_receive(Process& p, const Instruction& i);
  void finish(Process& p, Process::End end);
  void fail(std::int32_t slot, Problem::Kind kind, std::int64_t value = 0);
  void spawn(std::int32_t slot, const Instruction& i);
  std::int32_t add_process(core::ActorId id, std::int64_t handle, std::int32_t procedure);
  void grow_tables(core::ActorId id);
  std::int32_t slot_of(core::ActorId id) const { return id < slots_.size() ? slots_[id] : kNone; }
  static constexpr std::int32_t channel_slot(std::int32_t channel) { return -2 - channel; }
  void set_cell(std::int32_t cell, std::int64_t value) {
    log_.push_back({Undo::Kind::kCell, static_cast<std::uint32_t>(cell), cells_[at(cell)]});
    cells_[at(cell)] = value;
  }
  void set_owner(std::int32_t mutex, std::int32_t owner) {
    log_.push_back({Undo::Kind::kMutex, static_cast<std::uint32_t>(mutex), owners_[at(mutex)]});
    owners_[at(mutex)] = owner;
  }
  static constexpr std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  // mailboxes.cpp: messages and conditions
  void send(std::int32_t slot, const Content* content);
  void append(core::ActorId receiver, std::int32_t message);
  void take(Process& p);
  core::ActorId channel_id(const Process& p, core::ActorId receiver) const;
  std::int32_t channel_to(std::int32_t slot, core::ActorId receiver);
  const Content* message_of(const Process& p, const Instruction& i) const;
  std::int32_t accepts(const Content& constraint, const Content& message) const;
  bool guard_holds(std::int32_t first, std::int64_t* file) const;
  /// The state of the condition after the pending wait, signal or broadcast.
  const Content* waiting_set(const Process& p, const Instruction& i) const;
  static std::int64_t ticket_id(const Process& p) {
    return static_cast<std::int64_t>(mix(static_cast<std::uint64_t>(p.handle), p.waits));
  }
  void wait(std::int32_t slot, const Instruction& i);
  void signal(const Instruction& i, bool all);

  const Content* intern(Content::Kind kind, std::span<const std::int64_t> words) const;
  const Content* content(core::Token token) const;
  core::ActorId actor_of(std::int64_t handle) const;
  core::ActorId child(const Process& parent, std::int64_t handle, std::uint64_t ordinal) const;

  // judgement.cpp: words
  std::string show(std::int64_t value) const;
  std::string show(const Content& message) const;
  std::string identity(std::int32_t message) const;
  core::Finding finding(const Problem& problem) const;
  core::Finding deadlock(const std::vector<std::int32_t>& slots) const;
  std::string waits_for(const Process& p) const;
  int line(std::int32_t at) const;
  bool nothing_enabled() const;

  std::shared_ptr<const Code> code_;
  Options options_;
  std::shared_ptr<SharedTables> shared_;

  std::vector<Process> processes_;  // oldest first
  std::vector<std::int64_t> registers_;
  std::vector<std::int64_t> cells_;
  std::vector<std::int32_t> owners_;  // of the mutexes
  std::vector<std::vector<Ticket>> conditions_;
  std::vector<Message> messages_;
  std::vector<Channel> channels_;
  std::vector<Problem> problems_;
  bool halted_ = false;

  // By actor id. A slot is a process (>= 0), kNone, or a channel (< kNone, see channel_slot).
  std::vector<std::int32_t> slots_;
  std::vector<Mailbox> mailboxes_;

  std::vector<Undo> log_;
  std::vector<Process> saved_;  // of Undo::kProcess
  Last last_;
  const Content* joined_ = nullptr;  // the constraint of every join
  const Content* nobody_ = nullptr;  // the empty waiting set

  mutable Cache<const Content*> contents_;
  mutable Cache<core::ActorId> ids_;
  mutable std::vector<std::int64_t> words_;  // scratch
};

}  // namespace heddle::toy
