// Random strategies: reproducible, distributed as their papers say, and sampling only runs that
// exist.
//
// Seeds are fixed, so nothing here is flaky. A frequency is compared with its exact probability p:
// in N runs the number of hits has the standard deviation sqrt(N p (1-p)), and four of these are
// exceeded by chance once in 16,000 seeds.
#include "explore/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/check.hpp"
#include "tests/support/oracle.hpp"
#include "toy/generate.hpp"
#include "toy/toy.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;

const char* const kAll[] = {"walk", "weighted", "pct:2", "pct:3", "pos", "portfolio"};

core::ProgramFactory toy_program(const char* text) {
  return toy::make_factory(toy::parse(text, "test.toy"));
}
core::ProgramFactory builtin(std::string_view name) {
  return toy::make_factory(toy::builtin(name));
}

tests::Explored every_interleaving(const core::ProgramFactory& factory) {
  tests::ExploreOptions options;
  options.limit = 200'000;
  options.classes = false;
  return tests::explore_with("none", factory, options);
}

/// How often `hit` holds in the runs 0, ... runs-1.
double frequency(const core::ProgramFactory& factory, const char* strategy, std::uint64_t runs,
                 const std::function<bool(Sampler&)>& hit) {
  const auto program = factory();
  Sampler sampler(*program, make_strategy(strategy), 2024, {.end = runs});
  std::uint64_t hits = 0;
  while (sampler.next_run()) hits += hit(sampler) ? 1 : 0;
  return static_cast<double>(hits) / static_cast<double>(runs);
}

double four_sigma(double p, std::uint64_t runs) {
  return 4 * std::sqrt(p * (1 - p) / static_cast<double>(runs));
}

std::vector<std::vector<ActorId>> schedules(core::Program& program, const char* strategy,
                                            std::uint64_t seed, const SamplerOptions& options) {
  std::vector<std::vector<ActorId>> out;
  Sampler sampler(program, make_strategy(strategy), seed, options);
  while (sampler.next_run()) out.push_back(sampler.schedule());
  return out;
}

// The reference implementations: splitmix64 from the seed 1234567 (the values published for it in
// many languages), xoshiro256** from the state 1, 2, 3, 4 (first output: rotl(2*5, 7)*9 = 11520).
TEST(RandomStream, IsThePublishedGenerator) {
  SplitMix64 split(1234567);
  EXPECT_EQ(split.next(), 6457827717110365317U);
  EXPECT_EQ(split.next(), 3203168211198807973U);
  RandomStream stream({1, 2, 3, 4});
  EXPECT_EQ(stream.next(), 11520U);
  EXPECT_EQ(stream.next(), 0U);
  EXPECT_EQ(stream.next(), 1509978240U);
  EXPECT_EQ(stream.next(), 1215971899390074240U);
}

TEST(RandomStream, DrawsBelowABoundUniformly) {
  RandomStream stream(7, 0);
  constexpr std::uint64_t kRuns = 60'000;
  std::map<std::uint64_t, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < kRuns; ++i) ++counts[stream.below(6)];
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [value, count] : counts) {
    EXPECT_LT(value, 6U);
    EXPECT_NEAR(static_cast<double>(count) / kRuns, 1.0 / 6, four_sigma(1.0 / 6, kRuns));
  }
  EXPECT_EQ(RandomStream(7, 3).next(), RandomStream(7, 3).next());
  EXPECT_NE(RandomStream(7, 3).next(), RandomStream(7, 4).next());
  EXPECT_NE(RandomStream(7, 3).next(), RandomStream(8, 3).next());
}

TEST(Sampler, ARunDependsOnTheSeedAndItsNumberOnly) {
  const auto factory = builtin("lastzero(5)");
  const auto program = factory();
  for (const char* strategy : kAll) {
    const auto all = schedules(*program, strategy, 5, {.end = 30});
    ASSERT_EQ(all.size(), 30U);
    EXPECT_EQ(schedules(*program, strategy, 5, {.end = 30}), all) << strategy;
    EXPECT_NE(schedules(*program, strategy, 6, {.end = 30}), all) << strategy;
    EXPECT_GT(std::set(all.begin(), all.end()).size(), 5U) << strategy;
    // Three workers divide the numbers among them.
    std::vector<std::vector<ActorId>> together(30);
    for (std::uint64_t worker = 0; worker < 3; ++worker) {
      const auto own = factory();  // ids mean the same in all instances of a factory
      const auto part = schedules(*own, strategy, 5, {.first = worker, .stride = 3, .end = 30});
      ASSERT_EQ(part.size(), 10U);
      for (std::size_t i = 0; i < part.size(); ++i) together[3 * i + worker] = part[i];
    }
    EXPECT_EQ(together, all) << strategy;
    // One run on its own.
    Sampler single(*program, make_strategy(strategy), 5);
    single.set_run(17);
    ASSERT_TRUE(single.next_run());
    EXPECT_EQ(single.run(), 17U);
    EXPECT_EQ(single.schedule(), all[17]) << strategy;
    ASSERT_TRUE(single.next_run());
    EXPECT_EQ(single.schedule(), all[18]) << strategy;
  }
}

TEST(Sampler, CountsRunsAndSaysWhatTheLengthCutOff) {
  const auto program = builtin("readers(2)")();
  // main spawns three, the writer has one event, each reader two: always 3 + 1 + 2*2 = 8 events.
  Sampler whole(*program, make_random_walk(), 1, {.end = 10});
  while (whole.next_run()) EXPECT_EQ(whole.run_end(), RunEnd::kMaximal);
  EXPECT_EQ(whole.counts().interleavings, 10U);
  EXPECT_EQ(whole.counts().events, 80U);
  EXPECT_EQ(whole.longest(), 8U);
  EXPECT_FALSE(whole.counts().bounds_hit.any());
  Sampler exact(*program, make_random_walk(), 1, {.length = 8, .end = 10});
  while (exact.next_run()) EXPECT_EQ(exact.run_end(), RunEnd::kMaximal);
  Sampler cut(*program, make_random_walk(), 1, {.length = 7, .end = 10});
  while (cut.next_run()) {
    EXPECT_EQ(cut.run_end(), RunEnd::kBounded);
    EXPECT_EQ(cut.execution().size(), 7U);
  }
  EXPECT_TRUE(cut.counts().bounds_hit.any());
}

// After the first event main and p have one step each, both enabled.
TEST(Walk, IsUniformOverTwoActors) {
  constexpr std::uint64_t kRuns = 10'000;
  const auto factory = toy_program(R"(
    var x = 0
    proc main() { spawn p()  write x = 1 }
    proc p() { write x = 2 })");
  const double measured = frequency(factory, "walk", kRuns, [](Sampler& sampler) {
    return sampler.execution()[1].actor() != sampler.execution()[0].actor();
  });
  EXPECT_NEAR(measured, 0.5, four_sigma(0.5, kRuns));
}

// q comes before p = main.1 if main spawns it before p goes (1/2) and it then wins (1/2).
TEST(Walk, ChoosesAmongTheEnabledActorsOnly) {
  constexpr std::uint64_t kRuns = 10'000;
  const auto factory = toy_program(R"(
    var x = 0
    proc main() { spawn p()  spawn q() }
    proc p() { write x = 1 }
    proc q() { write x = 2 })");
  const double measured = frequency(factory, "walk", kRuns, [](Sampler& sampler) {
    const auto schedule = sampler.schedule();
    return schedule[1] == schedule[0] && sampler.program().actor_name(schedule[3]) == "main.1";
  });
  EXPECT_NEAR(measured, 0.25, four_sigma(0.25, kRuns));
}

// Both steps of p come before those of main with the probability of two independent draws with the
// same weights, the mean of (w/(w+v))^2 over all weights: about 1 - ln 2 = 0.31, not 1/4.
TEST(Weighted, KeepsAWeightForARun) {
  constexpr std::uint64_t kRuns = 10'000;
  double p = 0;
  for (double w = 1; w <= 50; ++w) {
    for (double v = 1; v <= 50; ++v) p += w / (w + v) * w / (w + v) / 2500;
  }
  EXPECT_NEAR(p, 1 - std::log(2), 0.01);
  const auto factory = toy_program(R"(
    var a = 0  var b = 0
    proc main() { spawn p()  write a = 1  write a = 2 }
    proc p() { write b = 1  write b = 2 })");
  const auto p_first = [](Sampler& sampler) {
    const auto schedule = sampler.schedule();
    return schedule[1] != schedule[0] && schedule[2] != schedule[0];
  };
  EXPECT_NEAR(frequency(factory, "weighted", kRuns, p_first), p, four_sigma(p, kRuns));
  EXPECT_NEAR(frequency(factory, "walk", kRuns, p_first), 0.25, four_sigma(0.25, kRuns));
}

const char* const kBrokenAtomicity = R"(
    var x = 0
    proc main() { spawn p()  spawn q() }
    proc p() { a = read x  b = read x  assert a == b }
    proc q() { write x = 1 })";

// The write between the two reads is a bug of depth 2: read 1 < write < read 2. There are n = 3
// actors and always k = 5 events, so the guarantee is 1/15. Of the 6 orders of priorities, four
// (all but those in which q is above p and main) have exactly one of the 5 change points that leads
// to it: the one before p's second read. So the exact probability is 4/6 * 1/5 = 2/15. Without a
// change point p is never interrupted.
TEST(Pct, FindsABugOfDepthTwoAsOftenAsItGuarantees) {
  constexpr std::uint64_t kRuns = 3000;
  const auto factory = toy_program(kBrokenAtomicity);
  const auto fails = [](Sampler& sampler) {
    EXPECT_EQ(sampler.execution().size(), 5U);
    return sampler.program().has_errors();
  };
  const double measured = frequency(factory, "pct:2", kRuns, fails);
  EXPECT_GE(measured, 1.0 / 15);
  EXPECT_NEAR(measured, 2.0 / 15, four_sigma(2.0 / 15, kRuns));
  EXPECT_EQ(frequency(factory, "pct:1", kRuns, fails), 0);
}

TEST(Pct, EstimatesTheLengthTheSameWayInEveryWorker) {
  const auto program = toy_program(kBrokenAtomicity)();
  Sampler sampler(*program, make_pct(2), 1, {.first = 3, .stride = 4, .end = 20});
  EXPECT_EQ(sampler.estimated_length(), 0U);
  while (sampler.next_run()) EXPECT_EQ(sampler.estimated_length(), 5U);
  EXPECT_EQ(sampler.counts().interleavings, 5U);  // 3, 7, 11, 15, 19: the walks are no samples
  Sampler given(*program, make_pct(2), 1, {.end = 1, .estimated_length = 100});
  ASSERT_TRUE(given.next_run());
  EXPECT_EQ(given.estimated_length(), 100U);
}

// Depth 4: read 1 < write 1 < read 2 < write 2 < read 3. n = 3 actors and always k = 7 events make
// 1/(3*7^3), 19 of 20,000 runs. p, q and p again have to be lowered, so fewer than three change
// points never find it.
TEST(Pct, FindsABugOfDepthFourAsOftenAsItGuarantees) {
  const auto factory = toy_program(R"(
    var x = 0
    proc main() { spawn p()  spawn q() }
    proc p() { a = read x  b = read x  c = read x  assert !(a == 0 && b == 1 && c == 2) }
    proc q() { write x = 1  write x = 2 })");
  const auto fails = [](Sampler& sampler) {
    EXPECT_EQ(sampler.execution().size(), 7U);
    return sampler.program().has_errors();
  };
  EXPECT_EQ(frequency(factory, "pct:3", 20'000, fails), 0);
  EXPECT_GE(frequency(factory, "pct:4", 20'000, fails), 1.0 / (3 * 7 * 7 * 7));
}

// An actor that yields lets the one it waits for go on, however low it is.
TEST(Pct, DoesNotStarveWhomAYieldingActorWaitsFor) {
  const auto program = toy_program(R"(
    var flag = 0
    proc main() { spawn waiter()  spawn setter() }
    proc waiter() { f = read flag  while f == 0 { yield  f = read flag } }
    proc setter() { write flag = 1 })")();
  Sampler sampler(*program, make_pct(1), 9, {.length = 1000, .end = 200});
  while (sampler.next_run()) EXPECT_EQ(sampler.run_end(), RunEnd::kMaximal);
  EXPECT_LT(sampler.longest(), 20U);
}

// q's write keeps its priority while main makes four reads that do not concern it, so it comes last
// if it is the lowest of 1 + 4 + 1 numbers: 1/6. A walk lets it wait that long once in 2^5 runs.
TEST(Pos, KeepsThePriorityOfAStepThatDoesNotRace) {
  constexpr std::uint64_t kRuns = 10'000;
  const auto factory = toy_program(R"(
    var x = 0  var own = 0
    proc main() { spawn q()  read own  read own  read own  read own  write x = 1 }
    proc q() { write x = 2 })");
  const auto q_last = [](Sampler& sampler) {
    return sampler.execution()[6].actor() != sampler.execution()[0].actor();
  };
  EXPECT_NEAR(frequency(factory, "pos", kRuns, q_last), 1.0 / 6, four_sigma(1.0 / 6, kRuns));
  EXPECT_NEAR(frequency(factory, "walk", kRuns, q_last), 1.0 / 32, four_sigma(1.0 / 32, kRuns));
}

// Here each of main's writes races with q's, which draws again after it has lost: 1/2 * 1/2. Were
// its number kept, it would be the lowest of three: 1/3.
TEST(Pos, DrawsAgainForAStepThatLostARace) {
  constexpr std::uint64_t kRuns = 10'000;
  const auto factory = toy_program(R"(
    var x = 0
    proc main() { spawn q()  write x = 1  write x = 2 }
    proc q() { write x = 3 })");
  const double measured = frequency(factory, "pos", kRuns, [](Sampler& sampler) {
    return sampler.execution()[3].actor() != sampler.execution()[0].actor();
  });
  EXPECT_NEAR(measured, 0.25, four_sigma(0.25, kRuns));
}

// 2^4 = 16 and 64 classes (seed 002, table 3.1); 7 (figure 3.1); 6 orders of three writes.
TEST(Pos, CoversAllClassesOfSmallPrograms) {
  const std::pair<const char*, std::size_t> cases[] = {
      {"readers(4)", 16}, {"lastzero(5)", 64}, {"example31", 7}, {"writers(3)", 6}};
  for (const auto& [name, expected] : cases) {
    const auto factory = builtin(name);
    const auto all = tests::explore_with("optimal", factory).classes;
    ASSERT_EQ(all.size(), expected) << name;
    const auto program = factory();
    Sampler sampler(*program, make_pos(), 3, {.end = 3000});
    std::set<std::uint64_t> sampled;
    while (sampler.next_run()) {
      sampled.insert(tests::class_of(sampler.execution(), sampler.happens_before()));
    }
    EXPECT_EQ(sampled, all) << name;
  }
}

void expect_only_real_outcomes(const core::ProgramFactory& factory, std::uint64_t runs,
                               const std::string& name) {
  const tests::Explored explored = every_interleaving(factory);
  if (!explored.complete) return;
  for (const char* strategy : kAll) {
    const auto program = factory();
    Sampler sampler(*program, make_strategy(strategy), 11, {.end = runs});
    while (sampler.next_run()) {
      ASSERT_EQ(sampler.run_end(), RunEnd::kMaximal);
      ASSERT_TRUE(explored.outcomes.contains(program->outcome()))
          << name << " with " << strategy << ", run " << sampler.run();
    }
  }
}

// A sampled run is one of all interleavings, so its outcome is among theirs.
TEST(Sampler, SamplesOnlyOutcomesThatExist) {
  for (const char* name : {"bank", "fig21", "example31", "firstof(3)", "vidal1", "mutexes",
                           "philosophers(2)", "producer_consumer", "timeout", "delayed"}) {
    expect_only_real_outcomes(builtin(name), 200, name);
  }
}

TEST(Sampler, SamplesOnlyOutcomesThatExistInGeneratedPrograms) {
  const std::uint64_t programs = tests::from_environment("HEDDLE_RANDOM_PROGRAMS", 60);
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    auto source = std::make_shared<toy::Source>(toy::generate(seed, {.max_interleavings = 1000}));
    expect_only_real_outcomes(toy::make_factory(source), 40, toy::print(*source));
  }
}

// All strategies find all outcomes of a small program: their runs all have a positive probability.
// (pct only those of bugs of its depth, here all.)
TEST(Sampler, FindsAllOutcomesOfBank) {
  const auto factory = builtin("bank");
  const auto all = every_interleaving(factory).outcomes;
  for (const char* strategy : {"walk", "weighted", "pct:3", "pos", "portfolio"}) {
    const auto program = factory();
    Sampler sampler(*program, make_strategy(strategy), 1, {.end = 2000});
    std::set<std::string> sampled;
    while (sampler.next_run()) sampled.insert(program->outcome());
    EXPECT_EQ(sampled, all) << strategy;
  }
}

TEST(Portfolio, TakesTurnsAndTellsWhoseRunItIs) {
  const auto program = builtin("lastzero(4)")();
  const char* const members[] = {"walk", "weighted", "pct:2", "pct:3", "pos"};
  Sampler portfolio(*program, make_portfolio(), 8, {.end = 25});
  std::vector<std::vector<ActorId>> runs;
  while (portfolio.next_run()) {
    EXPECT_EQ(portfolio.strategy(), members[portfolio.run() % 5]);
    runs.push_back(portfolio.schedule());
  }
  ASSERT_EQ(runs.size(), 25U);
  for (std::uint64_t run = 0; run < 25; ++run) {
    Sampler alone(*program, make_strategy(members[run % 5]), 8);
    alone.set_run(run);
    ASSERT_TRUE(alone.next_run());
    EXPECT_EQ(alone.schedule(), runs[run]) << "run " << run;
  }
}

TEST(MakeStrategy, KnowsItsNames) {
  EXPECT_EQ(strategy_names(), "walk, weighted, pct:DEPTH, pos, portfolio");
  for (const char* name : kAll) EXPECT_EQ(make_strategy(name)->name(), name);
  EXPECT_EQ(make_strategy("pct")->name(), "pct:3");
  for (const char* name : {"", "random", "pos:2", "walk:", "Walk"}) {
    try {
      make_strategy(name);
      ADD_FAILURE() << name;
    } catch (const support::UserError& error) {
      EXPECT_NE(std::string(error.what()).find(strategy_names()), std::string::npos)
          << error.what();
    }
  }
  for (const char* name : {"pct:", "pct:0", "pct:x", "pct:2x", "pct:-1", "pct:99999999999"}) {
    EXPECT_THROW(make_strategy(name), support::UserError) << name;
  }
}

}  // namespace
}  // namespace heddle::explore
