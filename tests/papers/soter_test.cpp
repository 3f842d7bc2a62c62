// Table 1 of seed 003 (Soter): the programs of examples/soter, written anew from their
// descriptions, have the answers of the table at its depths D and M; and what refinement makes of
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/verify.hpp"
#include "tests/support/core_text.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::tests {
namespace {

using abstraction::Mode;
using Answer = cli::Verified::Answer;

struct Row {
  const char* program;
  Mode mode;
  std::size_t data;
  std::size_t message;
  std::size_t properties;  // 0: as many as there are sites
  bool safe;
};

constexpr Row kTable[] = {
    {"reslockbeh", Mode::kProperties, 0, 2, 1, true},
    {"reslock", Mode::kProperties, 0, 2, 1, true},
    {"sieve", Mode::kProperties, 0, 2, 3, true},
    {"concdb", Mode::kProperties, 0, 2, 1, true},
    {"state_factory", Mode::kProperties, 0, 1, 2, true},
    {"pipe", Mode::kProperties, 0, 0, 1, true},
    {"ring", Mode::kProperties, 0, 2, 1, true},
    {"parikh", Mode::kProperties, 0, 2, 1, true},
    {"unsafe_send", Mode::kErrors, 0, 1, 0, false},
    {"safe_send", Mode::kErrors, 0, 1, 0, false},
    {"safe_send", Mode::kErrors, 1, 2, 0, true},
    {"firewall", Mode::kProperties, 0, 2, 1, false},
    {"firewall", Mode::kProperties, 1, 3, 1, true},
    {"finite_leader", Mode::kProperties, 0, 2, 1, false},
    {"finite_leader", Mode::kProperties, 1, 3, 1, true},
    {"stutter", Mode::kProperties, 0, 0, 1, false},
    {"howait", Mode::kProperties, 0, 2, 1, false},
};

std::string file_of(const std::string& name) {
  return tests::source_path("examples/soter/" + name + ".erl");
}

abstraction::Program load(const std::string& name) {
  return abstraction::load_program(
      {{.text = core_of_file(file_of(name)), .file = name + ".core", .source = name + ".erl"}}, "",
      "main", false);
}

std::size_t count(const cli::VerifyResult& result, Answer answer) {
  std::size_t out = 0;
  for (const cli::Verified& each : result.properties) out += each.answer == answer ? 1 : 0;
  return out;
}

cli::Refuter refuter_of(const std::string& name) {
  return cli::Refuter({file_of(name), "--test=main", "--erlc-options=-DHEDDLE_MONITOR"});
}

class Soter : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_erlc()) GTEST_SKIP() << "erlc is not installed";
  }
};

TEST_F(Soter, TheAnswersOfTable1) {
  for (const Row& row : kTable) {
    SCOPED_TRACE(fmt::format("{} at D={}", row.program, row.data));
    abstraction::Program program = load(row.program);
    cli::VerifySettings settings;
    settings.mode = row.mode;
    settings.depths.data = row.data;
    settings.refine = false;
    const cli::VerifyResult result = cli::verify_program(program, settings, nullptr);
    ASSERT_EQ(result.passes.size(), 1U);
    EXPECT_EQ(result.passes[0].depths.message, row.message);
    if (row.properties != 0) {
      EXPECT_EQ(result.properties.size(), row.properties);
    }
    const std::size_t open = count(result, Answer::kUnknown);
    EXPECT_EQ(open == 0, row.safe);
    EXPECT_EQ(count(result, Answer::kProved), result.properties.size() - open);
    EXPECT_LE(result.passes[0].places_after, result.passes[0].places_before);
  }
}

TEST_F(Soter, RefinementProvesWithoutBeingToldHowDeep) {
  for (const auto& [name, mode] : {std::pair{"finite_leader", Mode::kProperties},
                                   {"firewall", Mode::kProperties},
                                   {"safe_send", Mode::kErrors}}) {
    SCOPED_TRACE(name);
    abstraction::Program program = load(name);
    cli::VerifySettings settings;
    settings.mode = mode;
    const cli::VerifyResult result = cli::verify_program(program, settings, nullptr);
    EXPECT_EQ(count(result, Answer::kProved), result.properties.size());
    ASSERT_GT(result.passes.size(), 1U);
    // Only where the abstract execution had mixed something up.
    const abstraction::Depths& last = result.passes.back().depths;
    EXPECT_EQ(last.data, 0U);
    EXPECT_FALSE(last.deeper.data.empty());
    EXPECT_LT(last.deeper.data.size(), program.code->variables.size() / 2);
  }
}

TEST_F(Soter, WhatCannotBeProvedIsUnknownForItsReason) {
  // Both programs are right; an ACS knows neither the order of messages nor the stack.
  abstraction::Program stutter = load("stutter");
  const cli::VerifyResult order = cli::verify_program(stutter, {}, nullptr);
  ASSERT_EQ(order.properties.size(), 1U);
  EXPECT_EQ(order.properties[0].answer, Answer::kUnknown);
  EXPECT_TRUE(order.properties[0].abstract.losses.order);
  abstraction::Program howait = load("howait");
  const cli::VerifyResult stack = cli::verify_program(howait, {}, nullptr);
  ASSERT_EQ(stack.properties.size(), 1U);
  EXPECT_EQ(stack.properties[0].answer, Answer::kUnknown);
  EXPECT_TRUE(stack.properties[0].abstract.losses.stack);
}

TEST_F(Soter, WhatIsWrongIsRefutedByARealExecution) {
  abstraction::Program program = load("unsafe_send");
  cli::Refuter refuter = refuter_of("unsafe_send");
  cli::VerifySettings settings;
  settings.mode = Mode::kErrors;
  const cli::VerifyResult result = cli::verify_program(program, settings, &refuter);
  EXPECT_EQ(count(result, Answer::kRefuted), 1U);
  for (const cli::Verified& each : result.properties) {
    if (each.answer != Answer::kRefuted) continue;
    EXPECT_EQ(each.where, "unsafe_send.erl:11");
    // main spawns and sends, the server receives, sends and dies: nothing less shows it.
    EXPECT_EQ(each.trace->events.size(), 5U);
  }
  abstraction::Program twice = load("sieve_twice");
  cli::Refuter of_twice = refuter_of("sieve_twice");
  const cli::VerifyResult refuted = cli::verify_program(twice, {}, &of_twice);
  EXPECT_EQ(count(refuted, Answer::kRefuted), 3U);
  // Two processes, then two requests: the shortest way to two messages for the counter.
  EXPECT_EQ(refuted.properties[0].trace->events.size(), 4U);
}

TEST_F(Soter, TheMailboxesOfTheSieveHoldOneMessage) {
  abstraction::Program program = load("sieve");
  cli::VerifySettings settings;
  settings.mode = Mode::kMailboxes;
  const cli::VerifyResult result = cli::verify_program(program, settings, nullptr);
  // init prints what comes, and nobody waits for that; counter, sieve and filters are asked one at
  // a time.
  ASSERT_EQ(result.bounds.size(), 4U);
  EXPECT_FALSE(result.bounds[0].bound.has_value());
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(result.bounds[i].bound, 1U);
}

}  // namespace
}  // namespace heddle::tests
