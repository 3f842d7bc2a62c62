// Process: what an Erlang process is between two steps.
//
// Everything that changes is a plain word in `State`, in the stack or in a node of the mailbox, and
// goes through the undo log (undo_log.hpp); terms never change.
//
//   stack, upwards:   frame: return address | sizes of it and of the frame below | y(0) y(1) ...
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "beam/term/function.hpp"
#include "beam/term/term.hpp"

namespace heddle::beam {

inline constexpr Word kFrameHeader = 2;
/// The second word of a frame. Its low bits are those of no term, so that a collector can look at
/// all of the stack.
constexpr Word frame_sizes(Word own, Word below) { return (own << 2) | (below << 34); }
constexpr Word own_size(Word sizes) { return (sizes & 0xffffffff) >> 2; }
constexpr Word size_below(Word sizes) { return sizes >> 34; }

enum class Status : std::uint8_t {
  kReady,    // can take its step
  kWaiting,  // in a receive that no message in the mailbox fits
  kExited,
};

// In State::flags.
constexpr Word kTrapExit = 1;
constexpr Word kDead = 2;
constexpr Word kSuperUser = 4;   // for tables of others
constexpr Word kToldOfSend = 8;  // its tracer, of the send that it is about to make

/// What a process does next.
enum class Pending : std::uint8_t {
  kStart,     // begins; waiting: hibernates
  kNative,    // calls a visible native function
  kReceive,   // looks for a message
  kCall,      // calls a module that somebody may replace
  kTraced,    // calls a function that somebody may trace
  kReturned,  // returns from a call that is traced
  kUnwound,   // leaves a call that is traced by an exception
  kExit,      // dies
  kFarewell,  // is dead: tells one of those who must know
  kDone,
};

struct MessageNode {
  Word term;
  Word next;  // MessageNode*
  Word sender;
  Word via;        // what brought it: the reference of an alias or monitor, a linked pid, or none
  Word is_signal;  // a 'DOWN' or an 'EXIT'
  Word token;      // of a sequential trace, or nil; none: it leaves the receiver's as it is
};

class Process {
 public:
  /// Restored as a whole by a rewind.
  struct State {
    CodePointer ip = nullptr;
    CodePointer cp = nullptr;
    CodePointer at = nullptr;       // the call of the pending native: `ip` is where it returns to
    CodePointer after = nullptr;    // where a receive goes on when its time is over
    Word frame = 0;                 // index into the stack
    const Word* saved_x = nullptr;  // arguments of the pending operation, on the heap
    Word live = 0;
    Word catches = 0;
    const Native* native = nullptr;  // kNative
    Word callee = 0;                 // kCall: Export*, or FunEntry* | 1; kTraced: traces.cpp
    Word tail = 0;                   // kCall: whether it is the last thing that the caller does
    MessageNode* first_message = nullptr;
    MessageNode* last_message = nullptr;
    // From here on the process has not yet looked. Until it does, what came through an alias, a
    // monitor or a link is lost when that ends.
    MessageNode* unseen = nullptr;
    MessageNode* save = nullptr;   // the next message to look at; null: from the first one
    MessageNode* match = nullptr;  // what the pending receive will take, if messages are watched
    Word save_set = 0;
    Word dictionary = 0;  // a map
    Word group_leader = 0;
    Word links = 0;         // a map from pid to true; not true if it has ended (exits.cpp)
    Word monitors = 0;      // a map from reference to {pid, item}; no tuple if it has ended
    Word monitored_by = 0;  // a map from reference to {owner, item, tag}
    Word outgoing = 0;      // signals on their way, if delivery is a step (channels.cpp)
    Word aliases = 0;       // a map from reference to how it ends
    Word settings = 0;      // a map of process flags that are not in `flags`
    Word suspending = 0;  // a map from pid to how often it has suspended that one (suspensions.cpp)
    Word suspenders = 0;  // how many processes have suspended it
    Word tracing = 0;     // {tracer, flags} (traces.hpp); 0: nobody traces it
    Word sequence = 0;    // {token, clock, last} (sequential_traces.cpp); 0: it never had a token
    Word initial_call = 0;
    Word registered_name = 0;
    Word exit_reason = 0;
    Word farewells = 0;   // a list of who must be told of its death (exits.cpp)
    Word died_at = 0;     // the number of the step
    Word result = 0;      // of the function it was spawned with
    Word references = 0;  // made so far
    Word spawned = 0;
    Word integers = 0;  // unique ones, made so far
    Word sent = 0;
    Word steps = 0;  // taken so far
    Word flags = 0;
    Word timeout_at = 0;
    Word waited = 0;  // milliseconds of its own timeouts, if time is the process' own
    Status status = Status::kReady;
    Pending pending = Pending::kStart;
    Pending interrupted = Pending::kDone;  // what it was about to do when another one killed it
  };

  /// `ordinal`: the how-manieth of its parent's children it is, from 1; without one, its number.
  Process(Term pid, Process* parent, Word ordinal)
      : pid_(pid), parent_(parent), ordinal_(ordinal) {}

  Term pid() const { return pid_; }
  /// For one that stands in for others.
  void be(Term pid) { pid_ = pid; }
  Process* parent() const { return parent_; }
  Word ordinal() const { return ordinal_; }
  /// Others may not have been told yet.
  bool dead() const { return (state.flags & kDead) != 0; }
  /// The dead are not: they tell of their death whoever has suspended them.
  bool suspended() const { return state.suspenders != 0 && !dead(); }
  bool runnable() const { return state.status == Status::kReady && !suspended(); }
  State state;

  // ---- Stack
  Word* stack() { return stack_.get(); }
  const Word* stack() const { return stack_.get(); }
  /// Calls `visit(address)` with where each caller goes on, the last one first, until it says no.
  template <typename Visit>
  void each_caller(Visit visit) const {
    const Word* frame = stack() + state.frame;
    while (frame > stack()) {
      const auto address = std::bit_cast<CodePointer>(frame[0]);
      if (address != nullptr && !visit(address)) return;
      frame -= kFrameHeader + size_below(frame[1]);
    }
  }
  std::size_t stack_size() const { return stack_size_; }
  void grow_stack(std::size_t words);

 private:
  Term pid_;
  Process* const parent_;
  const Word ordinal_;
  std::unique_ptr<Word[]> stack_;
  std::size_t stack_size_ = 0;
};

/// The module that the pending call of a process goes to.
inline Term callee_of(const Process& process) {
  const Word callee = process.state.callee;
  if ((callee & 1) != 0) return std::bit_cast<const FunEntry*>(callee & ~Word{1})->module;
  return std::bit_cast<const Export*>(callee)->module;
}

}  // namespace heddle::beam
