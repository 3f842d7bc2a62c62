// The engine on our own small nets, each with an answer that can be seen by hand, and its limits.
#include "petri/cover.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "petri/format/formats.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::petri {
namespace {

NetFile own(const std::string& name) {
  return read_net(tests::source_path("tests/data/nets/" + name), "");
}

struct Row {
  const char* net;
  Answer answer;
  const char* by;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.net; }

class OwnNets : public testing::TestWithParam<Row> {};

TEST_P(OwnNets, HaveTheRightAnswer) {
  const NetFile file = own(GetParam().net);
  const Outcome outcome = cover(file.net, *file.question, {});
  EXPECT_EQ(outcome.answer, GetParam().answer);
  EXPECT_EQ(outcome.by, GetParam().by);
  EXPECT_FALSE(outcome.certificate.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Cover, OwnNets,
    testing::Values(Row{"mutex.spec", Answer::kSafe, "state equation"},       // critical + lock = 1
                    Row{"two_locks.spec", Answer::kCoverable, "forward"},     // one lock each
                    Row{"two_flags.spec", Answer::kSafe, "state equation"},   // by its trap
                    Row{"spawn.tts", Answer::kCoverable, "forward"},          // spawn, back, spawn
                    Row{"relay.pl", Answer::kSafe, "state equation"},         // one token in all
                    Row{"producer.pnml", Answer::kSafe, "state equation"}));  // free + full = 3

Net net_of(const std::string& spec) { return read_spec(spec, "x.spec").net; }

TEST(Cover, FillsPlacesThatCanHoldAnyNumber) {
  // c is filled from b, b from a, and a has what it likes: 2 * 3 * 5 tokens for five of c.
  const NetFile file = read_spec(
      "vars a b c rules a >= 3 -> a' = a - 3, b' = b + 1; b >= 2 -> b' = b - 2, c' = c + 1;"
      "init a >= 0, b = 0, c = 0 target c >= 5",
      "x.spec");
  const Outcome outcome = cover(file.net, *file.question, {});
  ASSERT_EQ(outcome.answer, Answer::kCoverable);
  EXPECT_EQ(outcome.by, "reduction");
  EXPECT_EQ(outcome.start, (std::vector<Tokens>{{0, 30}}));
  EXPECT_EQ(outcome.firing.size(), 15U);
}

TEST(Cover, DegenerateQuestions) {
  const Net net = net_of("vars a rules init a = 1");
  EXPECT_EQ(cover(net, {}, {}).answer, Answer::kSafe);
  EXPECT_EQ(cover(net, {{{}}}, {}).answer, Answer::kCoverable);
  EXPECT_EQ(cover(net, {{{{0, 1}}}}, {}).answer, Answer::kCoverable);
  EXPECT_EQ(cover(net, {{{{0, 2}}}}, {}).answer, Answer::kSafe);
  EXPECT_EQ(cover({}, {}, {}).answer, Answer::kSafe);
}

/// A counter of n bits that must count to the end: out of reach for a moment of time.
NetFile counter(int bits) {
  std::string vars = "vars goal";
  std::string rules = " rules";
  std::string init = " init goal = 0";
  std::string all;
  for (int i = 0; i < bits; ++i) {
    const auto bit = [&](const char* name, int number) { return name + std::to_string(number); };
    vars += " " + bit("zero", i) + " " + bit("one", i);
    init += ", " + bit("zero", i) + " = 1, " + bit("one", i) + " = 0";
    std::string guard = bit("zero", i) + " >= 1";
    std::string change = bit("zero", i) + "' = " + bit("zero", i) + " - 1, " + bit("one", i) +
                         "' = " + bit("one", i) + " + 1";
    for (int j = 0; j < i; ++j) {
      guard += ", " + bit("one", j) + " >= 1";
      change += ", " + bit("one", j) + "' = " + bit("one", j) + " - 1, " + bit("zero", j) +
                "' = " + bit("zero", j) + " + 1";
    }
    rules += " " + guard + " -> " + change + ";";
    all += (i > 0 ? ", " : "") + bit("one", i) + " >= 1";
  }
  return read_spec(vars + rules + " " + all + " -> goal' = goal + 1;" + init + " target goal >= 1",
                   "counter.spec");
}

TEST(Cover, CountsToTheEnd) {
  const NetFile file = counter(8);
  const Outcome outcome = cover(file.net, *file.question, {});
  ASSERT_EQ(outcome.answer, Answer::kCoverable);
  EXPECT_EQ(outcome.firing.size(), 256U);  // 255 steps of the counter, then the goal
}

TEST(Cover, EndsAtItsLimits) {
  const NetFile file = counter(40);
  Limits time;
  time.time = std::chrono::milliseconds(50);
  Outcome outcome = cover(file.net, *file.question, time);
  EXPECT_EQ(outcome.answer, Answer::kUnknown);
  EXPECT_EQ(outcome.by, "the time limit");
  EXPECT_TRUE(outcome.certificate.empty());

  Limits memory;
  memory.bytes = 1 << 20;
  outcome = cover(file.net, *file.question, memory);
  EXPECT_EQ(outcome.answer, Answer::kUnknown);
  EXPECT_EQ(outcome.by, "the memory limit");

  for (const unsigned threads : {1U, 2U}) {
    std::stop_source source;
    Limits stopped;
    stopped.stop = source.get_token();
    stopped.threads = threads;
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      source.request_stop();
    });
    outcome = cover(file.net, *file.question, stopped);
    EXPECT_EQ(outcome.answer, Answer::kUnknown);
    EXPECT_EQ(outcome.by, "interrupted");
  }
}

TEST(Cover, AFiringSequenceThatNobodyCanReadIsNotWritten) {
  // A hundred million tokens must walk from a to b, one by one.
  const NetFile file = read_spec(
      "vars a b c rules a >= 1 -> a' = a - 1, b' = b + 1;"
      "b >= 100000000 -> b' = b - 100000000, c' = c + 1; init a = 100000000, b = 0, c = 0 target c "
      ">= 1",
      "x.spec");
  const Outcome outcome = cover(file.net, *file.question, {});
  EXPECT_EQ(outcome.answer, Answer::kUnknown);
  EXPECT_EQ(outcome.by, "the length of the firing sequence");
}

TEST(Cover, LargeNumbersAreUnknownNotWrong) {
  const Net net = net_of(
      "vars a b c rules a >= 1 -> a' = a - 1, b' = b + 5000000000;"
      "b >= 1, c >= 1 -> b' = b + 9000000000, c' = c - 1; init a = 1, b = 0, c = 1");
  const Outcome outcome = cover(net, {{{{1, 14'000'000'000}}}}, {});
  EXPECT_TRUE(outcome.answer == Answer::kCoverable || outcome.answer == Answer::kUnknown);
}

}  // namespace
}  // namespace heddle::petri
