// Going back is the same as never having gone: after any mixture of steps, marks and rewinds an
// instance agrees with a fresh one that replays the schedule.
#include <gtest/gtest.h>

#include "toy/generate.hpp"
#include "toy/intern.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

using core::ActorId;
using core::Program;
using core::StepRecord;

struct View {
  std::vector<ActorId> enabled;
  std::vector<ActorId> blocked;
  std::vector<std::vector<core::Access>> pending;
  std::vector<std::uint64_t> fingerprints;
  std::string outcome;
  std::vector<core::Finding> errors;
  bool operator==(const View&) const = default;
};

View view(const Program& program) {
  View v;
  program.enabled(v.enabled);
  program.blocked(v.blocked);
  for (const auto* actors : {&v.enabled, &v.blocked}) {
    for (ActorId actor : *actors) {
      StepRecord record;
      program.pending(actor, record);
      v.pending.push_back(record.accesses);
      v.fingerprints.push_back(record.fingerprint);
    }
  }
  v.outcome = program.outcome();
  v.errors = program.errors();
  EXPECT_EQ(program.has_errors(), !v.errors.empty());
  return v;
}

void walk(std::shared_ptr<const Source> source, std::uint64_t seed, int moves) {
  const core::ProgramFactory make = make_factory(std::move(source));
  const auto program = make();
  const auto replayed = make();
  struct Point {
    core::Mark mark;
    std::size_t length;
  };
  std::vector<Point> points;
  std::vector<ActorId> schedule;
  std::uint64_t state = seed;
  const auto below = [&state](std::size_t n) { return static_cast<std::size_t>(mix(++state)) % n; };
  std::vector<ActorId> enabled;
  StepRecord record;
  StepRecord announced;
  for (int i = 0; i < moves; ++i) {
    program->enabled(enabled);
    const std::size_t choice = below(10);
    if (choice == 0 || (enabled.empty() && choice < 5)) {
      if (points.empty() || choice == 0) {
        program->restart();
        schedule.clear();
        points.clear();
      } else {
        const std::size_t k = below(points.size());
        program->rewind(points[k].mark);
        schedule.resize(points[k].length);
        points.resize(k + 1);
      }
    } else if (choice < 4) {
      points.push_back({program->mark(), schedule.size()});
    } else if (!enabled.empty()) {
      const ActorId actor = enabled[below(enabled.size())];
      program->pending(actor, announced);
      program->step(actor, record);
      ASSERT_EQ(record.accesses, announced.accesses) << "a step does what was pending";
      ASSERT_EQ(record.fingerprint, announced.fingerprint);
      schedule.push_back(actor);
    }
    if (i % 5 != 0) continue;
    replayed->restart();
    for (ActorId actor : schedule) replayed->step(actor, record);
    ASSERT_EQ(view(*program), view(*replayed));
  }
}

TEST(Undo, AgreesWithReplayOnBuiltInPrograms) {
  for (const BuiltinInfo& info : builtins()) {
    SCOPED_TRACE(info.name);
    for (std::uint64_t seed = 0; seed < 5; ++seed) walk(builtin(info.name), seed, 200);
  }
}

TEST(Undo, AgreesWithReplayOnGeneratedPrograms) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    walk(std::make_shared<Source>(generate(seed)), seed, 100);
    if (HasFatalFailure()) return;
  }
}

// Limits and failures are undone as well.
TEST(Undo, TakesBackFailures) {
  const auto source = parse("proc main() { yield  spawn p() } proc p() { while 1 {} }", "a.toy");
  const auto program = make_factory(source, {.local_limit = 100})();
  StepRecord record;
  program->step(0, record);
  const core::Mark mark = program->mark();
  const View before = view(*program);
  program->step(0, record);
  EXPECT_TRUE(program->has_errors());
  EXPECT_FALSE(program->is_enabled(0));
  program->rewind(mark);
  EXPECT_EQ(view(*program), before);
}

}  // namespace
}  // namespace heddle::toy
