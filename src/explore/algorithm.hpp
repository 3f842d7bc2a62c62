// Algorithm: what to explore besides the run just finished.
//
// All algorithms share the execution, the clocks and the races of `core`, and the depth-first
// search of explorer.hpp. An algorithm says three things: which branches a fresh node starts with
// (`enter`), which sequence reverses a race (`plan`), and whether and where a node takes such a
// sequence up (`insert`). `insert` looks only at the node and at the path to it, so a node can be
// owned by another worker than the one that found the race.
//
//   paper                          here
//   E, pre(E,e)                    the path to a node; node number race.first
//   backtrack(E), wut(E)           Node::wakeup (branches not yet begun) and Node::begun
//   sleep(E)                       Node::sleep
//   v = notdep(e,E).e'             Reversal::sequence
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/happens_before.hpp"

namespace heddle::explore {

using Sequence = std::vector<core::StepRef>;

/// A branch of a wakeup tree: take this actor's step, then one of `next`; a leaf leaves the rest
/// open.
class Branch {
 public:
  core::ActorId actor = core::kNoActor;
  bool wild = false;  // of the step; asked on every way down a tree
  core::StepRef
      step;  // empty when the step has not been seen yet (backtrack sets name actors only)
  std::vector<Branch> next;

  Branch() = default;
  Branch(core::ActorId of, core::StepRef taken, std::vector<Branch> then)
      : actor(of), wild(taken && taken->wild()), step(std::move(taken)), next(std::move(then)) {}
  Branch(const Branch&) = default;
  Branch(Branch&&) noexcept = default;
  Branch& operator=(const Branch&) = default;
  Branch& operator=(Branch&&) noexcept = default;
  ~Branch() {
    if (!next.empty()) destroy_below();
  }

 private:
  /// Sequences are as long as runs: this does not recurse.
  void destroy_below();
};

/// A step explored from the node at `depth`: what starts with it need not be explored again.
struct Sleeper {
  core::StepRef step;
  std::uint32_t depth = 0;
};

/// One state on the path, before its event.
struct Node {
  core::Mark mark = 0;
  std::vector<Sleeper>
      sleep;  // inherited ones still asleep here, then the steps explored from here
  std::vector<Branch> wakeup;           // to be explored, in this order
  std::vector<core::ActorId> begun;     // actors explored or being explored from here
  std::vector<core::ActorId> enabled;   // filled if the algorithm or a bound needs it
  std::vector<core::ActorId> yielding;  // enabled actors about to yield; filled for the fair bound
  // Costs of the path to here, for the bounds.
  std::uint32_t preemptions = 0;
  std::uint32_t delays = 0;
  std::uint32_t divergences = 0;
  std::uint64_t runs_done = 0;  // runs below the branches that are finished, for the estimate

  /// As new, but keeps its memory.
  void clear();
  bool has_begun(core::ActorId actor) const;
  bool asleep(core::ActorId actor) const;
  bool has_branch(core::ActorId actor) const;
  /// For backtrack sets, which name actors only; false: it is there already.
  bool add_branch(core::ActorId actor);
  /// One for each enabled actor; whether any is new.
  bool add_all_branches();
};

/// A race turned round: a sequence to be explored from the node at `depth`.
struct Reversal {
  std::uint32_t depth = 0;
  Sequence sequence;
  bool foreign = false;     // its steps belong to another thread: those that are kept are copied
  bool if_enabled = false;  // its first step is tried or nothing
};

/// A step of a sequence, and beside it what is asked of every step. One that a branch has taken
/// over belongs to nobody and touches nothing.
struct SequenceStep {
  const core::StepRef* step;
  core::ActorId actor;
  core::Summary summary;

  explicit SequenceStep(const core::StepRef& of)
      : step(&of), actor(of->actor()), summary(of->summary()) {}
  SequenceStep(const core::Execution& execution, std::uint32_t event)
      : step(&execution.step(event)),
        actor(execution.actor(event)),
        summary(execution.summary(event)) {}
};

/// An answer that was known only at the end of a sequence or of a run.
inline constexpr std::size_t kWhole = static_cast<std::size_t>(-1);

/// Whether a step is overtaken in a sequence, and after how many of its steps that is known,
/// whatever comes after them.
struct Overtaken {
  bool yes = false;
  std::size_t after = kWhole;
};

/// What became of a reversal, and how many steps of its sequence say so: of another sequence that
/// begins with the same steps, the same would become.
struct Inserted {
  bool added = false;
  std::size_t rests_on = kWhole;
};

/// What `plan` may look at.
struct Run {
  const core::Execution& execution;
  const core::HappensBefore& hb;
  const core::Program& program;
};

class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::string_view name() const = 0;
  /// Whether clocks are computed with conditional conflicts.
  virtual bool observers() const { return false; }
  /// Whether a step explored from a node sleeps there afterwards.
  virtual bool sleep_sets() const { return true; }
  virtual bool needs_enabled() const { return false; }
  virtual bool needs_races() const { return true; }
  /// Whether each class is explored exactly once.
  virtual bool optimal() const { return false; }
  /// Whether it is explored by parsimonious.hpp: nodes have no branches, tasks need no owner.
  virtual bool parsimonious() const { return false; }

  /// Gives a fresh node its branches. Left empty, the scheduler is free to choose one.
  virtual void enter(Node& /*node*/) const {}
  /// A quick look before `plan`: whether `insert` would refuse what it gives because one of these
  /// sleepers covers it; then, how many events of the run say so (kNoEvent: all). May say no
  /// anyway.
  virtual std::optional<std::uint32_t> refuses(const Run& /*run*/, const core::Race& /*race*/,
                                               std::span<const Sleeper> /*sleepers*/) const {
    return std::nullopt;
  }
  /// The sequences that reverse `race`.
  virtual void plan(const Run& /*run*/, const core::Race& /*race*/,
                    std::vector<Reversal>& /*out*/) const {}
  /// Whether it plans for what made a step possible, too (core::HappensBefore::enablings).
  virtual bool needs_enablings() const { return false; }
  virtual void plan_enabling(const Run& /*run*/, const core::Race& /*pair*/,
                             std::vector<Reversal>& /*out*/) const {}
  /// `plan` and `insert` in one, for the node before the race; for optimal algorithms.
  virtual Inserted reverse(const Run& run, const core::Race& race, Node& node) const;
  /// Takes `reversal` up at its node unless it is covered already. The step of the branch in
  /// progress is among the sleepers meanwhile.
  virtual Inserted insert(Node& node, std::span<const core::StepRef> path, Reversal reversal,
                          const core::Program& program) const = 0;
  /// For optimal algorithms: whether a step that was explored cannot begin what has been executed
  /// `since` and then `steps`, because something that it depends on comes before it there.
  virtual Overtaken overtaken(const core::Step& explored, std::span<const core::StepRef> since,
                              std::span<const SequenceStep> steps,
                              const core::Program& program) const;
  /// Whether `sleeper` still sleeps after `path` (all steps from the start).
  virtual bool stays_asleep(const Sleeper& sleeper, std::span<const core::StepRef> path,
                            const core::Program& program) const;
};

/// notdep(e,E).e' as far as the events before e' go: all that does not depend on e, then e'.
Sequence notdep(const Run& run, const core::Race& race);

/// v = notdep(e,E).e' for the whole run, with e' as early as possible: first what e' needs, then
/// e', then what does not depend on e either. kNoEvent stands for the pending step of a race that
/// has one.
void reversing_events(const Run& run, const core::Race& race, std::vector<std::uint32_t>& events);
struct ReversingSequence {
  Sequence steps;
  std::size_t second = 0;  // where e' is
};
ReversingSequence reversing_sequence(const Run& run, const core::Race& race);

/// With how many events a run has to begin to have the same first `steps` steps in the reversing
/// sequence of `race` as `run` has; kNoEvent if only `run` itself is sure to.
std::uint32_t events_behind(std::size_t steps, const Run& run, const core::Race& race);

/// I(v): the actors whose first step in `sequence` depends on nothing before it there. The sequence
/// is part of `run`.
std::vector<core::ActorId> initials(const Sequence& sequence, const core::Program& program);

std::unique_ptr<Algorithm> make_none();
std::unique_ptr<Algorithm> make_persistent();
std::unique_ptr<Algorithm> make_source();
std::unique_ptr<Algorithm> make_optimal();
std::unique_ptr<Algorithm> make_parsimonious();
std::unique_ptr<Algorithm> make_observers();
/// Bounded partial-order reduction: complete for a preemption bound.
std::unique_ptr<Algorithm> make_bounded();

/// By the names used on the command line; null if there is none of that name.
std::unique_ptr<Algorithm> make_algorithm(std::string_view name);
/// "none, persistent, source, optimal, parsimonious, observers, bounded"
std::string algorithm_names();

}  // namespace heddle::explore
