#include "explore/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "explore/parsimonious.hpp"
#include "explore/wakeup_tree.hpp"
#include "support/check.hpp"

namespace heddle::explore {

using core::ActorId;
using core::kNoActor;
using core::StepRef;
using support::UserError;

void Counts::merge(const Counts& other) {
  interleavings += other.interleavings;
  sleep_set_blocked += other.sleep_set_blocked;
  events += other.events;
  races += other.races;
  bounds_hit.merge(other.bounds_hit);
}

Explorer::Explorer(core::Program& program, const Algorithm& algorithm, ExplorerOptions options)
    : program_(program),
      algorithm_(algorithm),
      options_(std::move(options)),
      rewinds_(program.can_rewind()),
      needs_enabled_(algorithm.needs_enabled() || options_.bounds.needs_enabled()),
      may_take_on_(!rewinds_ && !needs_enabled_ && !options_.bounds.any_cost()),
      hb_(execution_, program, algorithm.observers()),
      watch_(options_.stop) {}

std::unique_ptr<Explorer> make_explorer(core::Program& program, const Algorithm& algorithm,
                                        ExplorerOptions options) {
  if (algorithm.parsimonious()) {
    return std::make_unique<Parsimonious>(program, algorithm, std::move(options));
  }
  return std::make_unique<Explorer>(program, algorithm, std::move(options));
}

void Explorer::start(Task task) {
  root_ = static_cast<std::uint32_t>(task.prefix.size());
  for (const OpenNode& open : task.rest) task.prefix.push_back(open.step);
  go_to(task.prefix);
  counts_ = {};
  escaped_.clear();
  if (task.probe != kNoActor) {
    go_by(task.probe, {});
    return;
  }
  shared_root_ = task.shared_root;
  first_owned_ = shared_root_ ? root_ + 1 : root_;
  counted_ = execution_.size();
  Node& root = nodes_[root_];
  root.sleep = std::move(task.root.sleep);
  root.wakeup = std::move(task.root.wakeup);
  root.begun = std::move(task.root.begun);
  root.divergences = task.root.divergences;
  root.runs_done = 0;
  fresh_root_ = task.fresh;
  covered_ = std::move(task.covered);
  started_ = true;
  run_pending_ = false;
  // Others have looked at the races of the prefix; with wakeup trees they belong to every run.
  if (!algorithm_.optimal()) analysed_ = execution_.size();
  if (!task.rest.empty()) go_on(std::move(task.rest));
}

// The program is where the task was put aside, after a run that was looked at.
void Explorer::go_on(std::vector<OpenNode> rest) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    Node& node = nodes_[root_ + i];
    node.sleep = std::move(rest[i].node.sleep);
    node.wakeup = std::move(rest[i].node.wakeup);
    node.begun = std::move(rest[i].node.begun);
    node.divergences = rest[i].node.divergences;
    node.runs_done = rest[i].node.runs_done;
  }
  fresh_root_ = false;
  run_pending_ = true;
  run_analysed_ = true;
}

// Goes to the state after `prefix`, keeping what the current path shares with it.
void Explorer::go_to(std::span<const StepRef> prefix) {
  std::uint32_t common = 0;
  if (nodes_.empty()) {
    program_.restart();
    look_around(nodes_.push());
  } else {
    while (common < execution_.size() && common < prefix.size() &&
           execution_[common].id() == prefix[common]->id()) {
      ++common;
    }
    rewind_to(common);
  }
  for (std::uint32_t depth = common; depth < prefix.size(); ++depth) {
    go_by(prefix[depth]->actor(), prefix[depth]);
  }
}

void Explorer::go_by(ActorId actor, const StepRef& expected) {
  const std::uint32_t depth = execution_.size();
  take(actor, Says::kPlan, expected, depth);
  Node& node = nodes_.push();
  add_costs(node, depth + 1);
  look_around(node);
}

bool Explorer::next_run() {
  if (!started_) return false;
  if (run_pending_) {
    analyse();
    run_pending_ = false;
    if (!backtrack()) {
      started_ = false;
      return false;
    }
  }
  if (execution_.size() == root_ && !fresh_root_) {
    // What was given away may sleep by now; then there is nothing to run.
    Node& root = nodes_[root_];
    std::erase_if(root.wakeup,
                  [&](const Branch& branch) { return !worth_taking(root, root_, branch); });
    if (root.wakeup.empty()) {
      started_ = false;
      return false;
    }
  }
  run_to_end();
  run_pending_ = true;
  run_analysed_ = false;
  return true;
}

const core::HappensBefore& Explorer::happens_before() {
  hb_.extend();
  return hb_;
}

ActorId Explorer::previous_actor(std::uint32_t depth) const {
  return depth == 0 ? kNoActor : execution_[depth - 1].actor();
}

void Explorer::run_to_end() {
  run_end_ = RunEnd::kMaximal;
  const std::uint32_t begin = execution_.size();
  Branch planned;
  std::uint32_t taken = 0;
  while (true) {
    const std::uint32_t depth = execution_.size();
    Node& node = nodes_[depth];
    if (depth > begin && watch_.says_stop(taken)) {
      run_end_ = RunEnd::kStopped;
      counts_.bounds_hit.add(BoundKind::kStopped);
      cut_back(begin + 1);
      break;
    }
    const bool fresh = depth > root_ || fresh_root_;
    if (depth == root_) fresh_root_ = false;
    const ActorId actor = choose(node, depth, fresh && node.begun.empty(), planned);
    if (actor == kNoActor) break;
    node.begun.push_back(actor);
    const bool free = planned.actor == kNoActor;
    if (may_take_on_ && goes_on_freely(node, actor, planned)) {
      taken = take_on(actor, planned, depth);
    } else {
      take(actor, free ? Says::kProgram : Says::kPlan, planned.step, depth);
      if (planned.wild) {
        replant(execution_.step(depth), node.wakeup, planned.next, algorithm_, program_);
      }
      arrive(std::move(planned.next));
      taken = 1;
    }
    counts_.events += taken;
    if (!free) planned = {};
  }
  if (run_end_ == RunEnd::kSleepSetBlocked) {
    ++counts_.sleep_set_blocked;
  } else {
    ++counts_.interleavings;
  }
}

// Whether the steps of `actor` from this node on will be chosen one after the other, as long as it
// can take them: nothing is planned below, nor will be, and what does not sleep here does not sleep
// there.
bool Explorer::goes_on_freely(const Node& node, ActorId actor, const Branch& planned) const {
  return planned.next.empty() && !planned.wild && !node.asleep(actor);
}

std::uint32_t Explorer::take_on(ActorId actor, const Branch& planned, std::uint32_t depth) {
  constexpr std::size_t kMost = 16;
  if (records_.empty()) records_.resize(kMost);
  std::span<core::StepRecord> records = records_;
  if (options_.bounds.length) {
    records = records.first(std::min<std::size_t>(kMost, *options_.bounds.length - depth));
  }
  if (planned.actor != kNoActor) check_enabled(actor, depth);
  const auto taken = static_cast<std::uint32_t>(program_.step_on(actor, records));
  if (planned.step) check_same(actor, records[0], *planned.step, depth);
  for (std::uint32_t i = 0; i < taken; ++i) {
    if (i > 0) nodes_[depth + i].begun.push_back(actor);
    execution_.push(actor, records[i]);
    arrive({});
  }
  return taken;
}

// A run that is stopped can be very long. Only what has branches left is worth keeping of it,
// unless something went wrong there.
void Explorer::cut_back(std::uint32_t depth) {
  if (execution_.size() <= depth || program_.has_errors()) return;
  for (std::uint32_t last = execution_.size(); last > depth; --last) {
    if (!nodes_[last - 1].wakeup.empty()) depth = last;
  }
  rewind_to(depth);
}

// The next branch to take from a node: the first of its wakeup tree that is worth it, or a free
// choice, and then `planned` stays empty. kNoActor when the run is over; run_end_ says why.
ActorId Explorer::choose(Node& node, std::uint32_t depth, bool fresh, Branch& planned) {
  if (options_.bounds.length && depth >= *options_.bounds.length) {
    program_.enabled(actors_);
    if (!actors_.empty()) {
      run_end_ = RunEnd::kBounded;
      counts_.bounds_hit.add(BoundKind::kLength);
    }
    return kNoActor;
  }
  if (program_.abandoned()) {
    node.wakeup.clear();
    return kNoActor;
  }
  if (fresh && node.wakeup.empty()) algorithm_.enter(node);
  if (node.wakeup.empty()) return choose_freely(node, depth);
  bool asleep = false;
  while (!node.wakeup.empty()) {
    Branch branch = std::move(node.wakeup.front());
    node.wakeup.erase(node.wakeup.begin());
    if (worth_taking(node, depth, branch)) {
      planned = std::move(branch);
      return planned.actor;
    }
    asleep = asleep || node.asleep(branch.actor);
  }
  // A wild step was planned for less than it turned out to be: what comes after it may sleep.
  if (!asleep || !algorithm_.optimal()) {
    run_end_ = asleep ? RunEnd::kSleepSetBlocked : RunEnd::kBounded;
    return kNoActor;
  }
  return choose_freely(node, depth);
}

// Backtrack sets may name an actor that sleeps, and so may wakeup trees with wild steps in them.
// With observers, a step that sleeps may begin a sequence in which it is overtaken later.
bool Explorer::worth_taking(const Node& node, std::uint32_t depth, const Branch& branch) {
  const bool may_sleep = branch.step && algorithm_.observers();
  return (may_sleep || !node.asleep(branch.actor)) && within_bounds(node, depth, branch.actor);
}

ActorId Explorer::choose_freely(Node& node, std::uint32_t depth) {
  const ActorId previous = previous_actor(depth);
  if (previous != kNoActor && program_.is_enabled(previous) && !node.asleep(previous) &&
      within_bounds(node, depth, previous)) {
    return previous;
  }
  const ActorId first = program_.first_enabled();
  if (first == kNoActor) return kNoActor;
  if (!node.asleep(first) && within_bounds(node, depth, first)) return first;
  program_.enabled(actors_);
  bool asleep = false;
  bool bounded = false;
  for (const ActorId actor : actors_) {
    if (node.asleep(actor)) {
      asleep = true;
    } else if (!within_bounds(node, depth, actor)) {
      bounded = true;
    } else {
      return actor;
    }
  }
  if (bounded) {
    run_end_ = RunEnd::kBounded;
  } else if (asleep) {
    run_end_ = RunEnd::kSleepSetBlocked;
  }
  return kNoActor;
}

bool Explorer::within_bounds(const Node& node, std::uint32_t depth, ActorId actor) {
  const Bounds& bounds = options_.bounds;
  if (!bounds.any_cost()) return true;
  const ActorId previous = previous_actor(depth);
  const auto exceeds = [&](BoundKind kind, std::uint32_t cost, std::optional<std::uint32_t> limit) {
    if (!limit || cost <= *limit) return false;
    counts_.bounds_hit.add(kind);
    return true;
  };
  if (bounds.preemptions &&
      exceeds(BoundKind::kPreemption, node.preemptions + preemption_cost(node, previous, actor),
              bounds.preemptions)) {
    return false;
  }
  if (bounds.delays &&
      exceeds(BoundKind::kDelay, node.delays + delay_cost(node, previous, actor), bounds.delays)) {
    return false;
  }
  if (bounds.tree &&
      exceeds(BoundKind::kTree, node.divergences + (node.begun.empty() ? 0 : 1), bounds.tree)) {
    return false;
  }
  if (bounds.fair &&
      std::find(node.yielding.begin(), node.yielding.end(), actor) != node.yielding.end()) {
    const auto least =
        std::min_element(node.enabled.begin(), node.enabled.end(),
                         [&](ActorId a, ActorId b) { return yields_[a] < yields_[b]; });
    if (exceeds(BoundKind::kFair, yields_[actor] + 1 - yields_[*least], bounds.fair)) return false;
  }
  return true;
}

void Explorer::execute(ActorId actor, Says says, const core::Step* expected, std::uint32_t depth) {
  if (says == Says::kPlan) check_enabled(actor, depth);
  record_.clear();
  program_.step(actor, record_);
  if (expected != nullptr) check_same(actor, record_, *expected, depth);
}

void Explorer::check_enabled(ActorId actor, std::uint32_t depth) {
  if (program_.is_enabled(actor) || program_.go_on(actor)) return;
  throw UserError(fmt::format(
      "the program is not deterministic: at step {} {} should take a step that it could take "
      "before after the same steps, but now it cannot",
      depth + 1, program_.actor_name(actor)));
}

void Explorer::check_same(ActorId actor, const core::StepRecord& record, const core::Step& expected,
                          std::uint32_t depth) {
  if (record.fingerprint == expected.fingerprint()) return;
  throw UserError(fmt::format(
      "the program is not deterministic: at step {} {} does not do what it did before after the "
      "same steps (now: {})",
      depth + 1, program_.actor_name(actor), program_.describe_last_step().operation));
}

void Explorer::take(ActorId actor, Says says, const StepRef& expected, std::uint32_t depth) {
  const bool yields = options_.bounds.fair && program_.pending_yields(actor);
  execute(actor, says, expected ? &*expected : nullptr, depth);
  execution_.push(actor, record_);
  if (options_.bounds.fair) {
    yielded_.resize(depth);
    yielded_.push_back(yields);
    if (yields) ++yields_[actor];
  }
}

// Makes the node after the event just executed.
void Explorer::arrive(std::vector<Branch>&& wakeup) {
  Node& node = nodes_.push();
  const std::uint32_t depth = execution_.size();
  const Node& parent = nodes_[depth - 1];
  if (!wakeup.empty()) node.wakeup = std::move(wakeup);  // or it keeps its memory
  if (!parent.sleep.empty()) {
    if (algorithm_.observers()) hb_.follow();
    const auto path = execution_.path();
    for (const Sleeper& sleeper : parent.sleep) {
      if (algorithm_.stays_asleep(sleeper, path, program_)) node.sleep.push_back(sleeper);
    }
  }
  add_costs(node, depth);
  node.divergences = parent.divergences + (parent.begun.size() > 1 ? 1 : 0);
  look_around(node);
}

// What the path to `node`, at `depth`, costs.
void Explorer::add_costs(Node& node, std::uint32_t depth) const {
  if (!options_.bounds.needs_enabled()) return;
  const Node& parent = nodes_[depth - 1];
  const ActorId previous = previous_actor(depth - 1);
  const ActorId actor = execution_[depth - 1].actor();
  node.preemptions = parent.preemptions + preemption_cost(parent, previous, actor);
  node.delays = parent.delays + delay_cost(parent, previous, actor);
}

// What a node has to remember of the program's state.
void Explorer::look_around(Node& node) {
  if (rewinds_) node.mark = program_.mark();
  if (needs_enabled_) program_.enabled(node.enabled);
  if (options_.bounds.fair) {
    yields_.resize(std::max(yields_.size(), program_.actors().size()));
    for (const ActorId actor : node.enabled) {
      if (program_.pending_yields(actor)) node.yielding.push_back(actor);
    }
  }
}

// Looks at the races of a run. With wakeup trees that is all of them, also those between events
// that an earlier run had as well: the sequence that reverses a race consists of the whole run, and
// may belong somewhere else than the one before. But it begins with the same steps, and if they
// decided what became of the earlier one, it would be the same with this one.
void Explorer::analyse() {
  if (run_analysed_ || !algorithm_.needs_races()) return;
  run_analysed_ = true;
  if (run_end_ == RunEnd::kStopped) return;  // it may be long, and somebody waits
  hb_.extend();
  races_.clear();
  const std::uint32_t from = hb_.races(analysed_, races_);
  program_.blocked(actors_);
  for (const ActorId actor : actors_) {
    record_.clear();
    program_.pending(actor, record_);
    hb_.blocked_races(actor, record_, races_);
  }
  const std::uint32_t counted = std::max(analysed_, counted_);
  counts_.races += static_cast<std::uint64_t>(
      std::count_if(races_.begin(), races_.end(),
                    [&](const core::Race& race) { return race.second >= counted; }));
  while (!known_.empty() && known_.back().race.second >= from) known_.pop_back();
  for (KnownRace& known : known_) {
    if (known.rests_on > from) known.rests_on = reverse(known.race);
  }
  for (const core::Race& race : races_) {
    const std::uint32_t rests_on = reverse(race);
    if (algorithm_.optimal() && race.second != core::kNoEvent) known_.push_back({race, rests_on});
  }
  if (algorithm_.needs_enablings()) {
    races_.clear();
    hb_.enablings(analysed_, races_);
    const Run run{execution_, hb_, program_};
    for (const core::Race& pair : races_) {
      planned_.clear();
      algorithm_.plan_enabling(run, pair, planned_);
      take_up_planned(run, pair);
    }
  }
  analysed_ = execution_.size();
}

// Whether e' may touch something else when it comes before e: e changes what decides about it.
bool Explorer::changes_when_reversed(const core::Race& race) const {
  if (race.observer != core::kNoEvent) return false;
  const bool pending = race.second == core::kNoEvent;
  const core::Step& first = execution_[race.first];
  const core::Step& second = pending ? *race.pending : execution_[race.second];
  if (!second.decides()) return false;
  const auto accesses = second.accesses();
  return std::any_of(accesses.begin(), accesses.end(), [&](const core::Access& access) {
    if (!access.decides || pending) return access.decides;
    const core::Access* theirs = first.find(access.location);
    return theirs != nullptr && theirs->kind != core::AccessKind::kRead &&
           theirs->kind != core::AccessKind::kAwait;
  });
}

// With how many of its events a run has to begin for the same to become of this race.
std::uint32_t Explorer::reverse(const core::Race& race) {
  if (changes_when_reversed(race)) {
    // Planned like a step that nobody has seen executed.
    const bool pending = race.second == core::kNoEvent;
    core::Race wild = race;
    wild.pending = (pending ? race.pending : execution_.step(race.second)).as_wild();
    wild.second = core::kNoEvent;
    return reverse_as_seen(wild);
  }
  return reverse_as_seen(race);
}

std::uint32_t Explorer::reverse_as_seen(const core::Race& race) {
  const Run run{execution_, hb_, program_};
  const bool own = race.first >= first_owned_;
  if (own || race.first < covered_.size()) {
    const auto& sleepers = own ? nodes_[race.first].sleep : covered_[race.first];
    if (const auto refused = algorithm_.refuses(run, race, sleepers)) return *refused;
  }
  if (own && algorithm_.optimal()) {
    Node& node = nodes_[race.first];
    node.sleep.push_back({execution_.step(race.first), race.first});
    const Inserted inserted = algorithm_.reverse(run, race, node);
    node.sleep.pop_back();
    return events_behind(inserted.rests_on, run, race);
  }
  planned_.clear();
  algorithm_.plan(run, race, planned_);
  return take_up_planned(run, race);
}

std::uint32_t Explorer::take_up_planned(const Run& run, const core::Race& race) {
  std::uint32_t rests_on = 0;
  for (Reversal& reversal : planned_) {
    const std::uint32_t depth = reversal.depth;
    if (depth >= first_owned_) {
      Node& node = nodes_[depth];
      node.sleep.push_back({execution_.step(depth), depth});
      algorithm_.insert(node, execution_.path().first(depth), std::move(reversal), program_);
      node.sleep.pop_back();
      rests_on = core::kNoEvent;
    } else if (options_.owner) {
      const std::size_t steps = options_.owner(std::move(reversal));
      rests_on = std::max(rests_on, events_behind(steps, run, race));
    } else {
      escaped_.push_back(std::move(reversal));
      rests_on = core::kNoEvent;
    }
  }
  return rests_on;
}

// Back to the latest node with a branch to take. Its finished branch sleeps there from now on.
bool Explorer::backtrack() {
  std::uint64_t runs = 1;
  for (std::uint32_t depth = execution_.size(); depth-- > root_;) {
    Node& node = nodes_[depth];
    if (options_.bounds.fair && yielded_[depth]) {
      --yields_[execution_[depth].actor()];
      yielded_[depth] = false;
    }
    if (algorithm_.sleep_sets()) node.sleep.push_back({execution_.step(depth), depth});
    node.runs_done += runs;
    std::erase_if(node.wakeup,
                  [&](const Branch& branch) { return !worth_taking(node, depth, branch); });
    if (!node.wakeup.empty()) {
      rewind_to(depth);
      return true;
    }
    runs = node.runs_done;
  }
  return false;
}

void Explorer::rewind_to(std::uint32_t depth) {
  hb_.truncate(depth);
  if (options_.bounds.fair) {
    for (std::uint32_t i = depth; i < execution_.size(); ++i) {
      if (yielded_[i]) --yields_[execution_[i].actor()];
    }
  }
  execution_.truncate(depth);
  nodes_.cut(depth + 1);
  analysed_ = std::min(analysed_, depth);
  counted_ = std::min(counted_, depth);
  if (rewinds_) {
    program_.rewind(nodes_[depth].mark);
    return;
  }
  program_.restart();
  auto done = static_cast<std::uint32_t>(program_.redo(execution_.path()));
  for (; done < depth; ++done) {
    execute(execution_[done].actor(), Says::kPlan, &execution_[done], done);
  }
}

std::vector<Reversal> Explorer::take_escaped() { return std::exchange(escaped_, {}); }

bool Explorer::has_open_branches() const {
  if (!started_) return false;
  for (std::size_t depth = first_owned_; depth < nodes_.size(); ++depth) {
    if (!nodes_[depth].wakeup.empty()) return true;
  }
  return false;
}

std::vector<OpenNode> Explorer::open_nodes() {
  std::vector<OpenNode> open;
  if (!started_) return open;
  if (run_pending_) analyse();
  run_pending_ = false;
  started_ = false;
  for (std::uint32_t depth = root_; depth < execution_.size(); ++depth) {
    open.push_back(open_node(depth));
  }
  return open;
}

// Whether the next branch of a node wakes the one in progress with its first step.
bool Explorer::begins_at_once(std::uint32_t depth) const {
  if (!algorithm_.optimal()) return true;
  const SequenceStep first(nodes_[depth].wakeup.front().step);
  return algorithm_.overtaken(execution_[depth], {}, std::span(&first, 1), program_).yes;
}

std::vector<OpenNode> Explorer::split(double worthwhile, bool at_once) {
  std::vector<OpenNode> open;
  if (!run_pending_) return open;
  analyse();
  std::uint32_t end = 0;
  for (std::uint32_t depth = execution_.size(); depth-- > first_owned_;) {
    const Node& node = nodes_[depth];
    if (node.wakeup.empty() || (at_once && !begins_at_once(depth))) continue;
    end = depth + 1;
    const double branches = static_cast<double>(std::max<std::size_t>(1, node.begun.size() - 1));
    if (static_cast<double>(node.runs_done) / branches >= worthwhile) break;
  }
  // What sleeps there now covers reversals from here on as well: they need not leave the task.
  if (algorithm_.optimal() && covered_.size() < end) covered_.resize(end);
  for (std::uint32_t depth = root_; depth < end; ++depth) {
    if (algorithm_.optimal()) covered_[depth] = nodes_[depth].sleep;
    open.push_back(open_node(depth));
  }
  if (end != 0) {
    root_ = first_owned_ = end;
    shared_root_ = false;
  }
  return open;
}

// The path stays usable: only what belongs to the search goes.
OpenNode Explorer::open_node(std::uint32_t depth) {
  Node& node = nodes_[depth];
  OpenNode open{std::move(node), execution_.step(depth)};
  node.clear();
  node.mark = open.node.mark;
  node.preemptions = open.node.preemptions;
  node.delays = open.node.delays;
  node.enabled = open.node.enabled;
  node.yielding = open.node.yielding;
  return open;
}

// Every open branch is taken to hold as many runs as the branches of its node held on average.
double Explorer::estimate() const {
  if (!started_) return nodes_.size() > root_ ? static_cast<double>(nodes_[root_].runs_done) : 0;
  double below = 1;
  for (std::size_t depth = std::min<std::size_t>(execution_.size(), nodes_.size());
       depth-- > root_;) {
    const Node& node = nodes_[depth];
    const double begun = static_cast<double>(std::max<std::size_t>(node.begun.size(), 1));
    const double known = static_cast<double>(node.runs_done) + below;
    below = known + static_cast<double>(node.wakeup.size()) * known / begun;
  }
  return below;
}

}  // namespace heddle::explore
