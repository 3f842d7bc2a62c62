// Explorer: the depth-first search that all systematic algorithms share.
//
// It runs the program to the end, lets the algorithm look at the races of the run, and returns to
// the latest node that has a branch left. A `Task` is a part of that search: everything under a
// prefix, given what sleeps there and which branches to take. The reversals that belong to nodes
// above the task's root *escape*: they are handed to whoever owns those nodes. Between two runs a
// task can be cut open: `open_nodes` gives what is left of it, node by node.
//
//   Explorer explorer(program, algorithm, {});
//   explorer.start(Task{});
//   while (explorer.next_run()) { ... explorer.program() is in its final state ... }
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "explore/algorithm.hpp"
#include "explore/bounds.hpp"
#include "explore/node_stack.hpp"
#include "explore/stop.hpp"
#include "support/recycled.hpp"

namespace heddle::explore {

/// A node of an unfinished task, and the step that its current branch began with.
struct OpenNode {
  Node node;
  core::StepRef step;
};

/// Where a run of a parsimonious exploration left the run that it comes from (parsimonious.hpp).
struct Deviation {
  std::uint32_t node = 0;  // the depth where it did
  std::uint32_t head = 0;  // the event that now comes before `reversed`
  core::StepRef reversed;  // the step that was taken from that node before
};

/// "Explore everything under this prefix, given this sleep set and this wakeup tree."
struct Task {
  Sequence prefix;
  Node root;  // sleep, wakeup, begun and divergences at the end of the prefix
  bool fresh =
      true;  // the root's branches are the algorithm's to choose (nothing was explored from it)
  bool shared_root = false;  // other tasks start from the same root: its reversals escape, too
  /// For the nodes of the prefix and the root: branches that are explored or will be without help
  /// from here. Reversals that these cover need not escape.
  std::vector<std::vector<Sleeper>> covered = {};
  /// Of a task of a parsimonious exploration: how its prefix came about, and with how many events
  /// the exploration itself begins, which are not its to reverse.
  std::vector<Deviation> deviations = {};
  std::uint32_t fixed = 0;
  /// Several tasks of a parsimonious exploration as one; then nothing else counts.
  std::vector<Task> parts = {};
  /// Only this actor's step is taken, to see what it is (`first_step`): that of a wild branch.
  core::ActorId probe = core::kNoActor;
  /// What `open_nodes` gave when the task was put aside: it goes on there, and `root` and `fresh`
  /// do not count.
  std::vector<OpenNode> rest = {};
};

struct ExplorerOptions {
  Bounds bounds;
  StopCheck stop = {};
  /// Takes the reversals that escape, and says how many steps of the sequence its answer rests on
  /// (Inserted::rests_on). Without it they are kept, and come again with every run.
  std::function<std::size_t(Reversal)> owner = {};
};

enum class RunEnd : std::uint8_t {
  kMaximal,  // nothing enabled any more
  kSleepSetBlocked,
  kBounded,  // cut off by a bound
  kStopped,  // cut off by ExplorerOptions::stop
};

struct Counts {
  std::uint64_t interleavings = 0;  // maximal runs, and runs cut off by a bound or a stop
  std::uint64_t sleep_set_blocked = 0;
  std::uint64_t events = 0;  // executed for the first time on their path (not: replayed)
  std::uint64_t races = 0;
  BoundsHit bounds_hit;
  void merge(const Counts& other);
};

/// What a search works with from run to run.
struct SearchMemory {
  /// A race between events of an optimal search, and with how many events a run has to begin for
  /// its reversal to be what it was.
  struct KnownRace {
    core::Race race;
    std::uint32_t rests_on;
  };
  std::vector<core::Race> races_;
  std::vector<KnownRace> known_;  // those of events that were analysed, in order of the second one
  std::vector<Reversal> planned_;
  std::vector<core::ActorId> actors_;
  core::StepRecord record_;
  std::vector<core::StepRecord> records_;  // of steps taken together

  void clear() {
    races_.clear();
    known_.clear();
    planned_.clear();
  }
  bool small() const { return races_.capacity() <= 1024 && known_.capacity() <= 1024; }
};

class Explorer : protected support::Recycled<SearchMemory> {
 public:
  Explorer(core::Program& program, const Algorithm& algorithm, ExplorerOptions options);
  virtual ~Explorer() = default;

  virtual void start(Task task);
  /// Runs once to the end of a run; false if the task has nothing left. The races of the previous
  /// run are analysed first, so stopping after an error costs nothing more.
  virtual bool next_run();
  RunEnd run_end() const { return run_end_; }

  core::Program& program() { return program_; }
  const core::Execution& execution() const { return execution_; }
  /// Clocks of the finished run (also for algorithms that do not need them).
  const core::HappensBefore& happens_before();
  std::vector<core::ActorId> schedule() const { return execution_.schedule(); }
  const Counts& counts() const { return counts_; }
  /// The step with which the current branch of the task's root began; empty if there is none.
  core::StepRef first_step() const {
    return execution_.size() > root_ ? execution_.step(root_) : core::StepRef{};
  }

  /// How many reversals wait to be taken.
  std::size_t escaped() const { return escaped_.size(); }
  /// Reversals for nodes that other tasks own as well, since the last call. There are none if
  /// ExplorerOptions has an owner.
  std::vector<Reversal> take_escaped();
  /// Ends the task between two runs: the nodes from the root to the end of the last run. Empty if
  /// it was finished.
  virtual std::vector<OpenNode> open_nodes();
  /// Gives away the upper part of the task, between two runs: the nodes from its root to the
  /// deepest one with a branch that is likely to hold `worthwhile` runs, or else to the first one
  /// with a branch. With `at_once`, only branches count that can be explored beside the one in
  /// progress from their first step on (dist/owned_tree.hpp). The task goes on below. Empty if
  /// there is no such node.
  virtual std::vector<OpenNode> split(double worthwhile, bool at_once = false);
  /// Whether some node has a branch left that could be given away.
  virtual bool has_open_branches() const;
  /// Of a parsimonious exploration: up to `most` parts of what is left, each a task that needs
  /// nobody else's help; the largest first. Only between two runs.
  virtual std::vector<Task> give_away(std::size_t /*most*/) { return {}; }

  /// Estimated number of runs of this task, from what the finished branches held.
  virtual double estimate() const;

 protected:
  void go_to(std::span<const core::StepRef> prefix);
  void go_on(std::vector<OpenNode> rest);
  void go_by(core::ActorId actor, const core::StepRef& expected);
  bool changes_when_reversed(const core::Race& race) const;
  /// The step of an actor that is known to be enabled, or of one that a plan or an earlier run says
  /// could take a step here; `expected` is that step, if it was seen.
  enum class Says { kProgram, kPlan };
  void execute(core::ActorId actor, Says says, const core::Step* expected, std::uint32_t depth);
  void take(core::ActorId actor, Says says, const core::StepRef& expected, std::uint32_t depth);
  void check_enabled(core::ActorId actor, std::uint32_t depth);
  void check_same(core::ActorId actor, const core::StepRecord& record, const core::Step& expected,
                  std::uint32_t depth);
  void look_around(Node& node);
  core::ActorId previous_actor(std::uint32_t depth) const;
  void rewind_to(std::uint32_t depth);

  core::Program& program_;
  const Algorithm& algorithm_;
  const ExplorerOptions options_;
  const bool rewinds_;        // the program can
  const bool needs_enabled_;  // nodes know who could go on
  const bool may_take_on_;    // several steps of an actor at a time
  core::Execution execution_;
  core::HappensBefore hb_;
  NodeStack nodes_;  // nodes_[d]: the state before event d; the last one is where the program is
  std::uint32_t root_ = 0;
  bool started_ = false;
  bool run_pending_ = false;  // a run is finished, and its path not yet left
  RunEnd run_end_ = RunEnd::kMaximal;
  StopWatch watch_;
  Counts counts_;

 private:
  void analyse();
  std::uint32_t reverse(const core::Race& race);
  std::uint32_t reverse_as_seen(const core::Race& race);
  /// What is in planned_, of a race.
  std::uint32_t take_up_planned(const Run& run, const core::Race& race);
  bool backtrack();
  void run_to_end();
  bool goes_on_freely(const Node& node, core::ActorId actor, const Branch& planned) const;
  std::uint32_t take_on(core::ActorId actor, const Branch& planned, std::uint32_t depth);
  void cut_back(std::uint32_t depth);
  core::ActorId choose(Node& node, std::uint32_t depth, bool fresh, Branch& planned);
  core::ActorId choose_freely(Node& node, std::uint32_t depth);
  bool worth_taking(const Node& node, std::uint32_t depth, const Branch& branch);
  bool within_bounds(const Node& node, std::uint32_t depth, core::ActorId actor);
  void arrive(std::vector<Branch>&& wakeup);
  void add_costs(Node& node, std::uint32_t depth) const;
  OpenNode open_node(std::uint32_t depth);
  bool begins_at_once(std::uint32_t depth) const;

  std::uint32_t first_owned_ = 0;  // reversals for nodes before this one escape
  std::uint32_t analysed_ = 0;     // events of the execution whose races are known
  std::uint32_t counted_ = 0;      // events whose races another task has counted
  bool fresh_root_ = true;
  bool shared_root_ = false;
  bool run_analysed_ = false;
  std::vector<std::vector<Sleeper>> covered_;  // Task::covered
  std::vector<Reversal> escaped_;
  std::vector<std::uint32_t> yields_;  // by actor, on the current path; for the fair bound
  std::vector<bool> yielded_;          // by event
};

/// The search that this algorithm needs.
std::unique_ptr<Explorer> make_explorer(core::Program& program, const Algorithm& algorithm,
                                        ExplorerOptions options);

}  // namespace heddle::explore
