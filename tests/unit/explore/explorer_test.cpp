// The depth-first search: order of runs, tasks, and the parts of a task that is given away.
#include "explore/explorer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/support/oracle.hpp"
#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::StepRef;
using explore::Explorer;
using explore::OpenNode;
using explore::Reversal;
using explore::RunEnd;
using explore::Sequence;
using explore::Task;

constexpr const char* kAlgorithms[] = {"none",    "persistent", "source",
                                       "optimal", "observers",  "bounded"};

constexpr Location x = 1;

/// Actor 1 writes what actors 0 and 2 read: four classes, each reader before or after the write.
std::vector<Script> two_readers() { return {{read(x)}, {write(x, 1)}, {read(x)}}; }

std::string text(const std::vector<ActorId>& schedule) {
  return fmt::format("{}", fmt::join(schedule, ""));
}

std::string text(const Sequence& sequence) {
  std::string out;
  for (const StepRef& step : sequence) out += std::to_string(step->actor());
  return out;
}

/// The schedules of all runs that are left, in order.
std::vector<std::string> rest_of(Explorer& explorer) {
  std::vector<std::string> runs;
  while (explorer.next_run()) {
    const bool blocked = explorer.run_end() == RunEnd::kSleepSetBlocked;
    runs.push_back(text(explorer.schedule()) + (blocked ? " blocked" : ""));
  }
  return runs;
}

std::vector<std::string> shown(const std::vector<Reversal>& reversals) {
  std::vector<std::string> out;
  for (const Reversal& reversal : reversals) {
    out.push_back(fmt::format("{} at {}", text(reversal.sequence), reversal.depth));
  }
  return out;
}

using Lines = std::vector<std::string>;

/// An explorer of a scripted program with everything it needs.
struct Search {
  Search(const char* name, std::vector<Script> scripts)
      : scripts(scripts),
        program(std::move(scripts)),
        algorithm(explore::make_algorithm(name)),
        explorer(program, *algorithm, {}) {}
  /// The steps of a schedule from the start.
  Sequence steps(const std::vector<ActorId>& schedule) const {
    Sequence sequence;
    std::map<ActorId, std::uint32_t> count;
    ScriptedProgram other(scripts);
    core::StepRecord record;
    for (const ActorId actor : schedule) {
      other.step(actor, record);
      sequence.push_back(
          StepRef::make({actor, count[actor]++}, record.accesses, record.fingerprint));
    }
    return sequence;
  }

  const std::vector<Script> scripts;
  ScriptedProgram program;
  std::unique_ptr<explore::Algorithm> algorithm;
  Explorer explorer;
};

// ---- Order

// Left to itself the search goes on with the last actor, else with the oldest. Run 1 has the races
// 0-1 and 1-2; it goes back to the later one first (run 2), in which reader 2 and then the write
// before reader 0 are found to be possible. The write first (run 3) was found in run 1.
TEST(ExplorerOrder, OfOptimal) {
  Search search("optimal", two_readers());
  search.explorer.start({});
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021", "102", "210"}));
  EXPECT_EQ(search.explorer.counts().interleavings, 4U);
  // Events that were executed for the first time on their path: 3, then 2, 3 and 3.
  EXPECT_EQ(search.explorer.counts().events, 11U);
}

// All 3! schedules, in the order of the actors.
TEST(ExplorerOrder, OfNone) {
  Search search("none", two_readers());
  search.explorer.start({});
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021", "102", "120", "201", "210"}));
}

// Source sets name only the first step of a reversal. Reader 2 first has no wakeup tree to lead it
// to the write: the search goes on freely, with reader 0 asleep, so the write comes next anyway.
TEST(ExplorerOrder, OfSource) {
  Search search("source", two_readers());
  search.explorer.start({});
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021", "102", "210"}));
}

TEST(Explorer, HasNothingToDoBeforeATaskAndAfterIt) {
  Search search("optimal", two_readers());
  EXPECT_FALSE(search.explorer.next_run());
  search.explorer.start({});
  EXPECT_EQ(rest_of(search.explorer).size(), 4U);
  EXPECT_FALSE(search.explorer.next_run());
  EXPECT_TRUE(search.explorer.open_nodes().empty());
  EXPECT_FALSE(search.explorer.has_open_branches());
}

TEST(Explorer, StartsAgain) {
  Search search("optimal", two_readers());
  for (int round = 0; round < 2; ++round) {
    search.explorer.start({});
    EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021", "102", "210"}));
    EXPECT_EQ(search.explorer.counts().interleavings, 4U);
  }
  search.explorer.start({});
  search.explorer.next_run();  // a task that is left in the middle
  search.explorer.start({});
  EXPECT_EQ(rest_of(search.explorer).size(), 4U);
}

// ---- Tasks

// Under the prefix "0" there are two of the four classes. The races with reader 0 belong to the
// node above: the write first, and reader 2 with the write first.
TEST(ExplorerTask, LetsReversalsAboveItsRootEscape) {
  Search search("optimal", two_readers());
  Task task;
  task.prefix = search.steps({0});
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021"}));
  EXPECT_EQ(search.explorer.escaped(), 2U);
  EXPECT_EQ(shown(search.explorer.take_escaped()), (Lines{"1 at 0", "21 at 0"}));
  EXPECT_EQ(search.explorer.escaped(), 0U);
  EXPECT_TRUE(search.explorer.take_escaped().empty());
}

// The root belongs to others as well: what is found for it escapes, and only the branch that was
// given is explored.
TEST(ExplorerTask, LetsReversalsAtASharedRootEscape) {
  Search search("optimal", two_readers());
  Task task;
  task.prefix = search.steps({0});
  task.root.wakeup.push_back({1, {}, {}});
  task.fresh = false;
  task.shared_root = true;
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012"}));
  EXPECT_EQ(shown(search.explorer.take_escaped()), (Lines{"1 at 0", "2 at 1"}));
  EXPECT_EQ(search.explorer.first_step()->actor(), 1U);
}

// What the whole search has left after reader 0's branch: it sleeps, and its runs have found two
// sequences. Nothing that reader 0 could begin is explored again.
TEST(ExplorerTask, LeavesOutWhatSleeps) {
  Search search("optimal", two_readers());
  const Sequence first = search.steps({0});
  const Sequence write = search.steps({1});
  const Sequence both = search.steps({2, 1});
  Task task;
  task.root.sleep.push_back({first[0], 0});
  task.root.begun = {0};
  task.root.wakeup.push_back({1, write[0], {}});
  task.root.wakeup.push_back({2, both[0], {{1, both[1], {}}}});
  task.fresh = false;
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), (Lines{"102", "210"}));
  EXPECT_EQ(search.explorer.counts().sleep_set_blocked, 0U);
}

// Everything that can go on sleeps: the run is given up and said to be redundant.
TEST(ExplorerTask, SaysWhenARunIsSleepSetBlocked) {
  Search search("source", two_readers());
  Task task;
  for (const ActorId actor : {0U, 1U, 2U}) {
    task.root.sleep.push_back({search.steps({actor})[0], 0});
  }
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), (Lines{" blocked"}));
  EXPECT_EQ(search.explorer.counts().sleep_set_blocked, 1U);
  EXPECT_EQ(search.explorer.counts().interleavings, 0U);
}

// A backtrack set may name an actor that has fallen asleep meanwhile, or one that a bound forbids:
// there is nothing to do, and nothing to count.
TEST(ExplorerTask, WithNothingToDoHasNoRuns) {
  Search search("source", two_readers());
  Task task;
  task.root.sleep.push_back({search.steps({0})[0], 0});
  task.root.begun = {0};
  task.root.wakeup.push_back({0, {}, {}});
  task.fresh = false;
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), Lines{});
  EXPECT_EQ(search.explorer.counts().interleavings, 0U);

  const auto none = explore::make_none();
  Explorer bounded(search.program, *none, {{.tree = 0}});
  Task second;
  second.root.begun = {0};  // the tree bound allows the first branch only
  second.root.wakeup.push_back({1, {}, {}});
  second.fresh = false;
  bounded.start(std::move(second));
  EXPECT_EQ(rest_of(bounded), Lines{});
  EXPECT_EQ(bounded.counts().interleavings, 0U);
}

// Reversals that the branches in `covered` take care of do not even escape.
TEST(ExplorerTask, KeepsReversalsThatAreCoveredAbove) {
  Search search("optimal", two_readers());
  Task task;
  task.prefix = search.steps({0});
  task.covered.resize(2);
  task.covered[0].push_back({search.steps({1})[0], 0});  // the write first
  search.explorer.start(std::move(task));
  EXPECT_EQ(rest_of(search.explorer), (Lines{"012", "021"}));
  EXPECT_EQ(shown(search.explorer.take_escaped()), (Lines{"21 at 0"}));
}

// Two tasks that share a prefix: the program is not taken further back than needed.
TEST(ExplorerTask, GoesFromOnePrefixToTheNext) {
  Search search("optimal", two_readers());
  for (const auto& [prefix, runs] : std::vector<std::pair<std::vector<ActorId>, Lines>>{
           {{0, 1}, {"012"}}, {{0, 2}, {"021"}}, {{2}, {"201", "210"}}, {{1, 2}, {"120"}}}) {
    Task task;
    task.prefix = search.steps(prefix);
    search.explorer.start(std::move(task));
    EXPECT_EQ(rest_of(search.explorer), runs);
  }
}

// ---- Giving a task away

/// Explores what `open` has left, from its deepest node to the first: each node is the root of a
/// task, and the reversals that escape from it go to the nodes above it, as their owner would do.
void explore_rest(std::vector<OpenNode> open, const core::ProgramFactory& factory,
                  const explore::Algorithm& algorithm, std::vector<Reversal> escaped,
                  std::vector<std::string>& runs, const explore::Bounds& bounds = {}) {
  const auto program = factory();
  Explorer explorer(*program, algorithm, {bounds});
  const auto path_to = [&](std::size_t depth) {
    Sequence path;
    for (std::size_t i = 0; i < depth; ++i) path.push_back(open[i].step);
    return path;
  };
  for (std::size_t end = open.size();; --end) {
    for (Reversal& reversal : escaped) {
      const std::uint32_t depth = reversal.depth;
      open[depth].node.sleep.push_back({open[depth].step, depth});
      algorithm.insert(open[depth].node, path_to(depth), std::move(reversal), *program);
      open[depth].node.sleep.pop_back();
    }
    escaped.clear();
    if (end == 0) return;
    const auto depth = static_cast<std::uint32_t>(end - 1);
    if (open[depth].node.wakeup.empty()) continue;
    Task task;
    task.prefix = path_to(depth);
    task.root = std::move(open[depth].node);
    if (algorithm.sleep_sets()) task.root.sleep.push_back({open[depth].step, depth});
    task.fresh = false;
    explorer.start(std::move(task));
    while (explorer.next_run()) runs.push_back(text(explorer.schedule()));
    escaped = explorer.take_escaped();
  }
}

// A lock, a race under it and one beside it: 9 classes, 279 interleavings.
core::ProgramFactory sample() {
  static const auto source = toy::parse(R"(
var x = 0
mutex m
proc main() { spawn p()  spawn q()  spawn r() }
proc p() { lock m  write x = 1  unlock m }
proc q() { lock m  a = read x  unlock m }
proc r() { a = read x  write x = 2 }
)",
                                        "sample.toy");
  return toy::make_factory(source, {});
}

std::vector<std::string> all_runs(const explore::Algorithm& algorithm,
                                  const core::ProgramFactory& factory,
                                  const explore::Bounds& bounds = {}) {
  const auto program = factory();
  Explorer explorer(*program, algorithm, {bounds});
  explorer.start({});
  std::vector<std::string> runs;
  while (explorer.next_run()) runs.push_back(text(explorer.schedule()));
  return runs;
}

class ExplorerParts : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Algorithms, ExplorerParts, testing::ValuesIn(kAlgorithms),
                         [](const auto& info) { return std::string(info.param); });

// Cut open after any number of runs, what was done and what is left make up the same runs in the
// same order: nothing is lost, nothing is done twice.
TEST_P(ExplorerParts, HandsOverWhatIsLeftWhenItIsCutOpen) {
  const auto factory = sample();
  const auto algorithm = explore::make_algorithm(GetParam());
  const std::vector<std::string> expected = all_runs(*algorithm, factory);
  ASSERT_GE(expected.size(), 8U);
  for (std::size_t cut = 1; cut <= expected.size(); ++cut) {
    const auto program = factory();
    Explorer explorer(*program, *algorithm, {});
    explorer.start({});
    std::vector<std::string> runs;
    while (runs.size() < cut) {
      ASSERT_TRUE(explorer.next_run());
      runs.push_back(text(explorer.schedule()));
    }
    std::vector<OpenNode> open = explorer.open_nodes();
    EXPECT_EQ(open.size(), explorer.execution().size());
    EXPECT_FALSE(explorer.next_run()) << "the task was handed over";
    EXPECT_TRUE(explorer.open_nodes().empty());
    explore_rest(std::move(open), factory, *algorithm, explorer.take_escaped(), runs);
    ASSERT_EQ(runs, expected) << "cut after " << cut;
  }
}

// Costs are counted along the whole path, also across the place where it was cut.
TEST(ExplorerTask, KeepsBoundsWhenItIsCutOpen) {
  const auto factory = sample();
  for (const auto& [name, bounds] :
       std::vector<std::pair<const char*, explore::Bounds>>{{"none", {.preemptions = 1}},
                                                            {"bounded", {.preemptions = 1}},
                                                            {"none", {.delays = 2}},
                                                            {"none", {.tree = 2}},
                                                            {"optimal", {.tree = 1}}}) {
    const auto algorithm = explore::make_algorithm(name);
    const std::vector<std::string> expected = all_runs(*algorithm, factory, bounds);
    ASSERT_LT(expected.size(), all_runs(*algorithm, factory).size()) << "the bound does nothing";
    for (std::size_t cut = 1; cut <= expected.size(); ++cut) {
      const auto program = factory();
      Explorer explorer(*program, *algorithm, {bounds});
      explorer.start({});
      std::vector<std::string> runs;
      while (runs.size() < cut && explorer.next_run()) runs.push_back(text(explorer.schedule()));
      std::vector<OpenNode> open = explorer.open_nodes();
      explore_rest(std::move(open), factory, *algorithm, explorer.take_escaped(), runs, bounds);
      ASSERT_EQ(runs, expected) << name << ", cut after " << cut;
    }
  }
}

// The upper part is given away, the task goes on below it; together they make up the same runs.
// The lower part comes first, and with it the order stays the same, too.
TEST_P(ExplorerParts, HandsOverItsUpperPartAndGoesOn) {
  const auto factory = sample();
  const auto algorithm = explore::make_algorithm(GetParam());
  const std::vector<std::string> expected = all_runs(*algorithm, factory);
  int splits = 0;
  for (std::size_t cut = 1; cut <= expected.size(); ++cut) {
    // A branch that holds one run is worth it; or nothing is, and the first open node has to do.
    for (const double worthwhile : {1.0, 1e9}) {
      const auto program = factory();
      Explorer explorer(*program, *algorithm, {});
      explorer.start({});
      std::vector<std::string> runs;
      while (runs.size() < cut && explorer.next_run()) runs.push_back(text(explorer.schedule()));
      std::vector<OpenNode> open = explorer.split(worthwhile);
      splits += open.empty() ? 0 : 1;
      if (!open.empty()) {
        EXPECT_FALSE(open.back().node.wakeup.empty()) << "its last node has a branch to give";
      }
      const bool more = explorer.has_open_branches();
      const std::size_t before = runs.size();
      while (explorer.next_run()) runs.push_back(text(explorer.schedule()));
      EXPECT_EQ(runs.size() > before, more) << "cut after " << cut;
      EXPECT_EQ(explorer.counts().interleavings + explorer.counts().sleep_set_blocked, runs.size());
      explore_rest(std::move(open), factory, *algorithm, explorer.take_escaped(), runs);
      ASSERT_EQ(runs, expected) << "split after " << cut;
    }
  }
  EXPECT_GT(splits, 0);
}

// An endless run is left when somebody says stop; what it did not explore is said.
TEST(Explorer, StopsWithinARun) {
  const auto program =
      toy::make_factory(toy::parse("var x proc main() { while 1 { write x = 1 } }", "a.toy"))();
  const auto algorithm = explore::make_optimal();
  int looks = 0;
  explore::Explorer explorer(*program, *algorithm,
                             {.bounds = {}, .stop = [&] { return ++looks == 3; }});
  explorer.start({});
  ASSERT_TRUE(explorer.next_run());
  EXPECT_EQ(explorer.run_end(), explore::RunEnd::kStopped);
  EXPECT_EQ(looks, 3);
  EXPECT_TRUE(explorer.counts().bounds_hit.has(explore::BoundKind::kStopped));
  EXPECT_LT(explorer.execution().size(), 10U) << "what has no branches is not kept";
  EXPECT_FALSE(explorer.next_run());
}

}  // namespace
}  // namespace heddle::tests
