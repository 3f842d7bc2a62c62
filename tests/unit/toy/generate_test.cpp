// Random programs: the same for the same seed, well formed, small, varied; and shrinking keeps what
// it must.
#include "toy/generate.hpp"

#include <gtest/gtest.h>

#include <set>

#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

struct Count {
  core::Program& program;
  std::uint64_t limit;
  std::uint64_t runs = 0;
  bool error = false;
  void explore() {
    if (runs >= limit) return;
    std::vector<core::ActorId> enabled;
    program.enabled(enabled);
    if (enabled.empty()) {
      ++runs;
      error = error || program.has_errors();
      return;
    }
    core::StepRecord record;
    for (core::ActorId actor : enabled) {
      const core::Mark mark = program.mark();
      program.step(actor, record);
      explore();
      program.rewind(mark);
    }
  }
};

Count explore(core::Program& program, std::uint64_t limit) {
  Count count{program, limit};
  count.explore();
  return count;
}

void collect(const Block& block, std::set<Statement::Kind>& out) {
  for (const Statement& s : block) {
    out.insert(s.kind);
    collect(s.body, out);
    collect(s.otherwise, out);
    for (const Clause& c : s.clauses) collect(c.body, out);
  }
}

std::set<Statement::Kind> kinds(const Source& source) {
  std::set<Statement::Kind> out;
  for (const Procedure& p : source.procedures) collect(p.body, out);
  return out;
}

TEST(Generate, DependsOnTheSeedOnly) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(generate(seed), generate(seed));
    texts.insert(print(generate(seed)));
  }
  EXPECT_GT(texts.size(), 45U);
}

// The oracle explores every interleaving, so most programs must have few; and there must be
// something to find.
TEST(Generate, MakesSmallProgramsSomeOfThemWrong) {
  int large = 0;
  int wrong = 0;
  int branching = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto program = make_factory(std::make_shared<Source>(generate(seed)))();
    const Count count = explore(*program, 10'000);
    large += count.runs >= 10'000 ? 1 : 0;
    wrong += count.error ? 1 : 0;
    branching += count.runs > 10 ? 1 : 0;
  }
  EXPECT_LT(large, 20);
  EXPECT_GT(wrong, 30);
  EXPECT_LT(wrong, 150);
  EXPECT_GT(branching, 200);
}

TEST(Generate, UsesEveryOperation) {
  std::set<Statement::Kind> seen;
  bool delayed = false;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Source source = generate(seed);
    seen.merge(kinds(source));
    delayed = delayed || source.delayed_delivery;
  }
  using Kind = Statement::Kind;
  for (Kind kind :
       {Kind::kAssign, Kind::kIf, Kind::kAssert, Kind::kRead, Kind::kWrite, Kind::kCas, Kind::kAdd,
        Kind::kAwait, Kind::kLock, Kind::kUnlock, Kind::kWait, Kind::kSignal, Kind::kBroadcast,
        Kind::kSpawn, Kind::kJoin, Kind::kSend, Kind::kReceive, Kind::kYield}) {
    EXPECT_TRUE(seen.contains(kind)) << static_cast<int>(kind);
  }
  EXPECT_TRUE(delayed);
}

TEST(Generate, SwitchesLeaveThingsOut) {
  GenerateOptions options;
  options.locks = options.conditions = options.joins = options.delayed = false;
  GenerateOptions messages;
  messages.messages_only = true;
  using Kind = Statement::Kind;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::set<Kind> some = kinds(generate(seed, options));
    for (Kind kind : {Kind::kLock, Kind::kWait, Kind::kJoin}) EXPECT_FALSE(some.contains(kind));
    EXPECT_FALSE(generate(seed, options).delayed_delivery);
    EXPECT_TRUE(generate(seed, messages).declarations.empty());
  }
}

TEST(Shrink, LeavesTheHeartOfTheBankProgram) {
  int asked = 0;
  const auto wrong = [&asked](const Source& source) {
    ++asked;
    const auto program = make_factory(std::make_shared<Source>(source))();
    const Count count = explore(*program, 10'000);
    for (const core::Finding& finding : program->errors()) {
      if (finding.kind == core::Finding::Kind::kLimit) return false;
    }
    return count.error && count.runs > 1;
  };
  const Source small = shrink(*builtin("bank"), wrong);
  EXPECT_TRUE(wrong(small));
  EXPECT_LT(print(small).size(), print(*builtin("bank")).size() / 2) << print(small);
  EXPECT_LT(asked, 2000);
}

// No single edit of the result may still fail: here only the assertion is needed.
TEST(Shrink, RemovesAllThatIsNotNeeded) {
  const auto source = parse(R"(var x = 1
mutex m
delivery delayed
proc main() {
  spawn p(1)
  lock m
  r = read x
  if r == 1 { receive { (a) when a > 0 -> { yield } after -> { assert r == 2 } } }
  unlock m
}
proc p(v) { write x = v })",
                            "a.toy");
  const auto has_assert = [](const Source& s) {
    return kinds(s).contains(Statement::Kind::kAssert);
  };
  EXPECT_EQ(print(shrink(*source, has_assert)), "proc main() {\n  assert 0\n}\n");
}

}  // namespace
}  // namespace heddle::toy
