#include "petri/state_equation.hpp"

#include <gtest/gtest.h>

#include "petri/agglomerate.hpp"
#include "petri/format/formats.hpp"
#include "petri/merge.hpp"
#include "petri/prune.hpp"
#include "petri/traps.hpp"
#include "tests/support/random_net.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::petri {
namespace {

Problem own(const std::string& name) {
  const NetFile file = read_net(tests::source_path("tests/data/nets/" + name), "");
  return prune(file.net, *file.question).problem;
}

TEST(StateEquation, FindsThePlaceInvariant) {
  // Without `idle`, which is plentiful: critical + lock <= 1.
  const Problem problem = own("mutex.spec");
  StateEquation equation(problem);
  const auto inequality = equation.exclude(problem.targets.front());
  ASSERT_TRUE(inequality);
  EXPECT_TRUE(inequality->traps.empty());
  EXPECT_TRUE(excludes(*inequality, problem.targets.front()));
}

TEST(StateEquation, NeedsATrapForFlags) {
  const Problem problem = own("two_flags.spec");
  StateEquation equation(problem);
  const auto inequality = equation.exclude(problem.targets.front());
  ASSERT_TRUE(inequality);
  EXPECT_FALSE(inequality->traps.empty());
  EXPECT_GT(equation.traps(), 0U);
}

TEST(StateEquation, LeavesWhatIsCoverable) {
  const Problem problem = own("two_locks.spec");
  StateEquation equation(problem);
  EXPECT_FALSE(equation.exclude(problem.targets.front()));
  std::vector<double> counts;
  const auto distance = equation.distance(problem.initial, problem.targets.front(), counts);
  ASSERT_TRUE(distance);
  EXPECT_NEAR(*distance, 2, 1e-6);  // twice into the critical section; waiting is plentiful
}

TEST(Inequality, RefusesWhatDoesNotHold) {
  // t: a -> b, b.
  const Problem problem{{1, 0}, {{{{0, 1}}, {{1, 2}}}}, {}};
  EXPECT_TRUE(make_inequality(problem, {{0, 2}, {1, 1}}, {}, {}));
  EXPECT_FALSE(make_inequality(problem, {{0, 1}, {1, 1}}, {}, {})) << "the move increases it";
  EXPECT_FALSE(make_inequality(problem, {{0, 2}, {1, 1}}, {{1}}, {1})) << "the trap has no token";
  EXPECT_FALSE(make_inequality(problem, {{0, 2}, {1, 1}}, {{0}}, {1})) << "that is no trap";
  const auto with_trap = make_inequality(problem, {{0, 2}, {1, 1}}, {{0, 1}}, {1});
  ASSERT_TRUE(with_trap);  // 2a + b <= 2 and a + b >= 1, so a <= 1
  EXPECT_EQ(with_trap->weights, (std::vector<Tokens>{{0, 1}}));
  EXPECT_EQ(with_trap->bound, 1);
  EXPECT_FALSE(make_inequality(problem, {{0, std::uint64_t{1} << 50}}, {}, {})) << "too large";
}

TEST(Traps, TheLargestAndASmallOne) {
  // t0: a -> b; t1: b -> a; t2: c -> nothing.
  const Problem problem{
      {1, 0, 1}, {{{{0, 1}}, {{1, 1}}}, {{{1, 1}}, {{0, 1}}}, {{{2, 1}}, {}}}, {}};
  const TrapFinder finder(problem);
  EXPECT_EQ(finder.largest_in({1, 1, 1}), (Trap{0, 1}));
  EXPECT_EQ(finder.largest_in({1, 0, 1}), Trap{});
  EXPECT_EQ(finder.of_single_tokens(), (std::vector<Trap>{{0, 1}}));
}

TEST(Agglomeration, InequalitiesComeBack) {
  // Each inequality found on the small problem holds on the given one, or is refused because of its
  // traps: make_inequality has checked it in integers.
  std::size_t lifted = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const tests::AskedNet asked = tests::random_net(seed);
    const Problem given = prune(asked.net, asked.question).problem;
    const Agglomerated small = agglomerate(given);
    if (small.fusions.empty()) continue;
    StateEquation equation(small.problem);
    for (std::size_t i = 0; i < given.targets.size(); ++i) {
      const auto inequality = equation.exclude(small.problem.targets[i]);
      if (!inequality) continue;
      const auto back = lift(given, small, *inequality);
      if (!back && !inequality->traps.empty()) continue;
      ASSERT_TRUE(back) << "seed " << seed << '\n' << tests::words(asked);
      EXPECT_TRUE(excludes(*back, given.targets[i])) << "seed " << seed;
      ++lifted;
    }
  }
  EXPECT_GT(lifted, 20U);
}

TEST(Merge, PutsChainsTogether) {
  // a -> b -> c -> d: one place with one token, and nothing moves any more.
  const Problem problem{
      {1, 0, 0, 0}, {{{{0, 1}}, {{1, 1}}}, {{{1, 1}}, {{2, 1}}}, {{{2, 1}}, {{3, 1}}}}, {{{3, 2}}}};
  const Merged merged = merge(problem);
  EXPECT_EQ(merged.problem.initial.size(), 1U);
  EXPECT_TRUE(merged.problem.moves.empty());
  EXPECT_EQ(merged.places, (std::vector<std::vector<PlaceId>>{{0, 1, 2, 3}}));
}

TEST(Merge, LeavesATestBehindAlone) {
  // a -> b, b + x -> b + y, a -> z: after the test the token cannot go back to a.
  const Problem problem{
      {1, 0, 1, 0, 0},
      {{{{0, 1}}, {{1, 1}}}, {{{1, 1}, {2, 1}}, {{1, 1}, {3, 1}}}, {{{0, 1}}, {{4, 1}}}},
      {{{3, 1}, {4, 1}}}};
  const Merged merged = merge(problem);
  for (const auto& places : merged.places) EXPECT_NE(places, (std::vector<PlaceId>{0, 1}));
}

}  // namespace
}  // namespace heddle::petri
