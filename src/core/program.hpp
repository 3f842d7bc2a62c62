// Program: the seam between a language and the search.
//
// A front end implements it once; every algorithm, bound, replay and report works on it. A program
// is a set of actors, each with one *pending* operation: known before it is scheduled, enabled or
// blocked. `step(actor)` executes it and the actor's local computation after it, up to just before
// the next visible operation.
//
// Contract
// - Deterministic: the same schedule from the start gives the same steps, footprints, errors and
//   outcome.
// - Exact: steps with independent footprints commute, and the footprint obeys the promise of
//   footprint.hpp.
// - The first step of an actor that another one created carries a `consume` of a location that its
//   creation `produce`d; a step that needs what another step made says so the same way.
// - Actor ids come from an ActorTable that all instances share; locations and tokens mean the same
//   in all instances.
// - One thread uses an instance at a time. `matches` may be called on any instance for the tokens
//   of any other.
//
//   enabled(out) -> step(out[0], record) -> ... -> nothing enabled -> errors(), outcome()
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/actor.hpp"
#include "core/footprint.hpp"
#include "core/verdict.hpp"

namespace heddle::core {

class StepRef;

/// What `step` tells about the event it executed.
struct StepRecord {
  std::vector<Access> accesses;
  /// Identifies the operation (not its result): a run that is replayed must give the same
  /// fingerprints.
  std::uint64_t fingerprint = 0;
  void clear() {
    accesses.clear();
    fingerprint = 0;
  }
};

struct SourceLocation {
  std::string file;
  int line = 0;
  bool operator==(const SourceLocation&) const = default;
};

/// A write from the point of view of a load: which step of the run it was, from 0, and its value in
/// words.
struct ReadFrom {
  static constexpr std::uint32_t kInitial = 0xffffffffU;  // no step: the initial value
  std::uint32_t step = kInitial;
  std::string value;
  bool operator==(const ReadFrom&) const = default;
};

/// The last executed step in words, for traces. Asked for only when a trace is recorded.
struct StepText {
  std::string operation;  // "x := 1", "receive {val, M} when M > 0"
  std::string value;      // what it read or received, empty if nothing
  std::string
      message;  // identity of the message sent, delivered or received ("p3:2"), empty if none
  std::string target;      // the actor or object it acted on, empty if none
  std::string constraint;  // of a receive, in source form
  SourceLocation source;
  /// Of a load, where the front end knows: the write it read, then those that the memory model
  /// would have let it read instead.
  std::vector<ReadFrom> reads = {};
  /// Of a receive with several clauses: which of them took the message, from 1; 0: not known.
  std::uint32_t clause = 0;
};

/// A position to go back to: opaque to the core.
using Mark = std::uint64_t;

class Program {
 public:
  virtual ~Program() = default;

  /// Replaces `out` by the actors that can take a step now, oldest actor first, phantom actors
  /// after their creator.
  virtual void enabled(std::vector<ActorId>& out) const = 0;
  virtual bool is_enabled(ActorId actor) const = 0;
  /// The first of those that `enabled` lists, or kNoActor: what a run mostly goes on with.
  virtual ActorId first_enabled() const;
  /// Replaces `out` by the actors whose pending operation cannot be taken now (waiting for a lock,
  /// a message, ...), or never again because another actor prevented it.
  virtual void blocked(std::vector<ActorId>& out) const = 0;
  /// Those among them that wait: what a report shows at the end of a run.
  virtual void waiting(std::vector<ActorId>& out) const { blocked(out); }
  /// The footprint of the pending operation of an enabled or blocked actor, were it executed now.
  virtual void pending(ActorId actor, StepRecord& out) const = 0;
  /// Executes the pending operation of an enabled actor.
  virtual void step(ActorId actor, StepRecord& out) = 0;
  /// `step`, and then as many more steps of the same actor as there is room for, as long as it can
  /// take them; how many. Front ends that switch between actors need not do so in between.
  virtual std::size_t step_on(ActorId actor, std::span<StepRecord> out) {
    step(actor, out[0]);
    return 1;
  }
  /// Asked when a step was planned that is not enabled: a front end that leaves out steps which it
  /// takes to tell nothing new (a loop that only waits) may have judged otherwise in the run that
  /// the plan comes from. True: it can be taken now.
  virtual bool go_on(ActorId /*actor*/) { return false; }
  /// True for operations by which the actor lets others go first (yield, sleep): what the fair
  /// bound counts.
  virtual bool pending_yields(ActorId /*actor*/) const { return false; }

  /// The run is over although steps were left: no run that begins like this one is possible after
  /// all. Nothing is enabled then, and nothing planned for it is missed.
  virtual bool abandoned() const { return false; }

  /// Back to the initial state.
  virtual void restart() = 0;
  /// Front ends that cannot undo (native threads) leave these three alone; the explorer replays
  /// instead.
  virtual bool can_rewind() const { return false; }
  virtual Mark mark() { return 0; }
  virtual void rewind(Mark /*mark*/) {}
  /// After `restart`: executes steps again that an earlier run began with, as far as they are known
  /// to be the same now; how many. The others are executed with `step`, which shows the difference.
  virtual std::size_t redo(std::span<const StepRef> /*steps*/) { return 0; }

  /// Whether a constraint (of a take, a poll, an await) accepts a value (a message, a written
  /// value).
  virtual bool matches(Token constraint, Token value) const = 0;
  /// The value of a cell that nobody has written yet; asked for cells that somebody awaits.
  virtual Token initial_value(Location location) const = 0;

  /// Of guarded locations: whether `operation` need not wait after the operations `before`, in this
  /// order, on the location as it was made. Asked of sequences that occur and of parts of them.
  virtual bool admits(Location location, Token operation, std::span<const Token> before) const;
  /// Whether two operations on a guarded location by different actors commute in every state in
  /// which both can be executed, and neither lets the other wait or go on. An operation that does
  /// not commute with itself must not commute with any.
  virtual bool commute(Token first, Token second) const;

  /// Judges a finished run: nothing is enabled any more, or a limit was hit.
  virtual bool has_errors() const = 0;
  virtual std::vector<Finding> errors() const = 0;
  /// Everything the run can be told apart by: results, exits, who is stuck where. Not what nobody
  /// observed.
  virtual std::string outcome() const = 0;

  virtual StepText describe_last_step() const = 0;
  /// What an actor that waits is waiting for; empty: as its footprint says.
  virtual std::string waits_for(ActorId /*actor*/) const { return {}; }
  virtual std::string actor_name(ActorId actor) const = 0;
  virtual std::string location_name(Location location) const = 0;

  virtual ActorTable& actors() const = 0;
};

/// Makes instances that share actors, locations and tokens: one for each worker thread.
using ProgramFactory = std::function<std::unique_ptr<Program>()>;

}  // namespace heddle::core
