// Programs that cannot rewind are replayed from the start, and must then do the same again.
#include <gtest/gtest.h>

#include "explore/explorer.hpp"
#include "support/check.hpp"
#include "tests/support/forwarding_program.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

constexpr const char* kAlgorithms[] = {"none",         "persistent", "source", "optimal",
                                       "parsimonious", "observers",  "bounded"};

class Replaying : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Algorithms, Replaying, testing::ValuesIn(kAlgorithms),
                         [](const auto& info) { return std::string(info.param); });

// Shared variables, locks, conditions, mailboxes and timeouts: how the search gets back to a state
// makes no difference to what it finds from there.
TEST_P(Replaying, FindsTheSameWithoutRewinding) {
  for (const char* builtin : {"readers(3)", "lastzero(3)", "filesystem(14)", "lock(2)",
                              "philosophers(2)", "delayed", "timeout", "bank"}) {
    const auto factory = toy::make_factory(toy::builtin(builtin), {.allow_deadlock = true});
    const ExploreOptions options{.limit = 2000};
    const Explored expected = explore_with(GetParam(), factory, options);
    const Explored replayed = explore_with(
        GetParam(), [&] { return std::make_unique<NoRewind>(factory()); }, options);
    EXPECT_EQ(replayed.counts.interleavings, expected.counts.interleavings) << builtin;
    EXPECT_EQ(replayed.counts.sleep_set_blocked, expected.counts.sleep_set_blocked) << builtin;
    EXPECT_EQ(replayed.counts.events, expected.counts.events) << builtin;
    EXPECT_EQ(replayed.counts.races, expected.counts.races) << builtin;
    EXPECT_EQ(replayed.classes, expected.classes) << builtin;
    EXPECT_EQ(replayed.outcomes, expected.outcomes) << builtin;
  }
}

/// Does something else in its n-th run, from one step on.
class Fickle : public NoRewind {
 public:
  enum class What { kOperation, kEnabledness };
  Fickle(std::unique_ptr<core::Program> inner, What what, int run, std::uint32_t step)
      : NoRewind(std::move(inner)), what_(what), run_(run), step_(step) {}

  void restart() override {
    NoRewind::restart();
    ++runs_;
    steps_ = 0;
  }
  bool is_enabled(core::ActorId actor) const override {
    return NoRewind::is_enabled(actor) && !(what_ == What::kEnabledness && changed());
  }
  void step(core::ActorId actor, core::StepRecord& out) override {
    NoRewind::step(actor, out);
    if (what_ == What::kOperation && changed()) out.fingerprint ^= 1;
    ++steps_;
  }

 private:
  bool changed() const { return runs_ >= run_ && steps_ + 1 >= step_; }

  const What what_;
  const int run_;
  const std::uint32_t step_;
  int runs_ = 0;
  std::uint32_t steps_ = 0;
};

std::string complaint(const char* algorithm, Fickle::What what, int run, std::uint32_t step) {
  const auto factory = toy::make_factory(toy::builtin("readers(3)"), {});
  try {
    explore_with(algorithm, [&]() -> std::unique_ptr<core::Program> {
      return std::make_unique<Fickle>(factory(), what, run, step);
    });
  } catch (const support::UserError& error) {
    return error.what();
  }
  return "";
}

// The program is started once for each run. From its second run on, the second step and all later
// ones differ: the second is named, and its actor, and what it did instead. (main spawns the four
// processes in its first four steps.)
TEST(NotDeterministic, ReportsTheFirstStepThatDiffers) {
  EXPECT_EQ(complaint("optimal", Fickle::What::kOperation, 2, 2),
            "the program is not deterministic: at step 2 main does not do what it did before after "
            "the same steps (now: spawn reader(i))");
}

TEST(NotDeterministic, ReportsAStepThatIsNotPossibleAnyMore) {
  EXPECT_EQ(complaint("optimal", Fickle::What::kEnabledness, 3, 4),
            "the program is not deterministic: at step 4 main should take a step that it could "
            "take before after the same steps, but now it cannot");
}

// Every run but the first begins with steps that were taken before, so a change is noticed in
// whichever run it comes; a program that never changes gives no complaint.
TEST_P(Replaying, NoticesWhenTheProgramChanges) {
  for (const int run : {2, 3, 5}) {
    for (const auto what : {Fickle::What::kOperation, Fickle::What::kEnabledness}) {
      const std::string text = complaint(GetParam(), what, run, 1);
      EXPECT_EQ(text.rfind("the program is not deterministic: at step 1 main ", 0), 0U) << text;
    }
  }
  EXPECT_EQ(complaint(GetParam(), Fickle::What::kOperation, 1'000'000, 1), "");
}

// A step that a wakeup sequence expects is compared, too, not only those on the way to it: with
// rewinding it is the only thing that is.
TEST(NotDeterministic, IsNoticedInWakeupSequences) {
  class Other final : public ForwardingProgram {
   public:
    using ForwardingProgram::ForwardingProgram;
    void step(core::ActorId actor, core::StepRecord& out) override {
      ForwardingProgram::step(actor, out);
      // Whoever comes first does something else when it is seen again.
      if (actor_name(actor) == "main.2" && ++seen_ > 1) out.fingerprint ^= 1;
    }

   private:
    int seen_ = 0;
  };
  const auto factory = toy::make_factory(
      toy::parse("var x = 0 proc main() { spawn p() spawn q() } proc p() { write x = 1 } "
                 "proc q() { r = read x }",
                 "t.toy"));
  try {
    explore_with("optimal", [&]() -> std::unique_ptr<core::Program> {
      return std::make_unique<Other>(factory());
    });
    ADD_FAILURE() << "not noticed";
  } catch (const support::UserError& error) {
    EXPECT_STREQ(error.what(),
                 "the program is not deterministic: at step 3 main.2 does not do what it did "
                 "before after the same steps (now: r = read x)");
  }
}

}  // namespace
}  // namespace heddle::tests
