// Truth tables of the predicates, on outcomes made by hand.
#include "heddle/predicates.hpp"

#include <gtest/gtest.h>

namespace heddle {
namespace {

struct One {
  One(int number) : text(std::to_string(number)), value(number) {}  // NOLINT: for short tables
  One(condition c) : kind(c), text(to_string(c)) {}                 // NOLINT
  condition kind = condition::value;
  std::string text;
  std::optional<int> value;
};

outcomes<int> table(const std::vector<One>& ones) {
  outcomes<int> all;
  for (const One& one : ones) {
    all.entries.push_back({.kind = one.kind, .value = one.value, .text = one.text});
  }
  all.complete = true;
  return all;
}

const auto kEqual = [](int a, int b) { return a == b; };
const auto kOdd = [](int a) { return a % 2; };
constexpr condition kDeadlock = condition::deadlock;
constexpr condition kAbort = condition::abort;

struct Row {
  const char* name;
  std::vector<One> ones;
  bool same;      // always_same, _by(==)
  bool not_same;  // not_always_same, _by(==)
  bool same_odd;  // always_same_on(odd)
};

// Conditions fail both: neither is "the same" something that can be relied on.
const Row kRows[] = {
    {"equal values", {1, 1, 1}, true, false, true},
    {"unequal values", {1, 2, 3}, false, true, false},
    {"values equal on", {1, 3, 5}, false, true, true},
    {"equal conditions", {kDeadlock, kDeadlock}, false, false, false},
    {"unequal conditions", {kDeadlock, kAbort}, false, false, false},
    {"a condition first", {kDeadlock, 1}, false, false, false},
    {"a condition last", {1, kDeadlock}, false, false, false},
    {"unequal values and a condition", {1, 2, kAbort}, false, false, false},
    {"one value", {1}, true, false, true},
    {"nothing", {}, true, false, true},
};

TEST(Predicates, AlwaysSameAndItsOpposite) {
  for (const Row& row : kRows) {
    const auto all = table(row.ones);
    EXPECT_EQ(always_same()(all).passed, row.same) << row.name;
    EXPECT_EQ(always_same_by(kEqual)(all).passed, row.same) << row.name;
    EXPECT_EQ(not_always_same()(all).passed, row.not_same) << row.name;
    EXPECT_EQ(not_always_same_by(kEqual)(all).passed, row.not_same) << row.name;
    EXPECT_EQ(always_same_on(kOdd)(all).passed, row.same_odd) << row.name;
  }
  EXPECT_FALSE(not_always_same_on(kOdd)(table({1, 3})).passed);
  EXPECT_TRUE(not_always_same_on(kOdd)(table({1, 2})).passed);
}

struct KindRow {
  std::vector<One> ones;
  bool never, always, sometimes;
};

template <class Never, class Always, class Sometimes>
void check_kind(condition kind, condition other, Never never, Always always, Sometimes sometimes) {
  const KindRow rows[] = {
      {{1, 2}, true, false, false},        {{kind}, false, true, true},
      {{1, kind}, false, false, true},     {{other}, true, false, false},
      {{other, kind}, false, false, true}, {{}, true, true, false},
  };
  for (const KindRow& row : rows) {
    const auto all = table(row.ones);
    EXPECT_EQ(never(all).passed, row.never) << to_string(kind) << ' ' << row.ones.size();
    EXPECT_EQ(always(all).passed, row.always) << to_string(kind) << ' ' << row.ones.size();
    EXPECT_EQ(sometimes(all).passed, row.sometimes) << to_string(kind) << ' ' << row.ones.size();
  }
}

TEST(Predicates, NeverAlwaysSometimes) {
  using c = condition;
  check_kind(c::deadlock, c::abort, deadlocks_never(), deadlocks_always(), deadlocks_sometimes());
  check_kind(c::abort, c::deadlock, aborts_never(), aborts_always(), aborts_sometimes());
  check_kind(c::exception, c::assertion, exceptions_never(), exceptions_always(),
             exceptions_sometimes());
  check_kind(c::assertion, c::exception, assertions_never(), assertions_always(),
             assertions_sometimes());
}

TEST(Predicates, Successful) {
  EXPECT_TRUE(successful()(table({1, 2})).passed);
  EXPECT_TRUE(successful()(table({})).passed);
  const judgement bad = successful()(table({1, kAbort, 2, kDeadlock}));
  EXPECT_FALSE(bad.passed);
  EXPECT_EQ(bad.failures, (std::vector<std::size_t>{1, 3}));
}

TEST(Predicates, TrueAlwaysAndSomewhere) {
  const auto positive = [](int a) { return a > 0; };
  EXPECT_TRUE(always_true(positive)(table({1, 2})).passed);
  EXPECT_FALSE(always_true(positive)(table({1, -2})).passed);
  EXPECT_FALSE(always_true(positive)(table({1, kDeadlock})).passed);
  EXPECT_TRUE(always_true(positive)(table({})).passed);
  EXPECT_TRUE(somewhere_true(positive)(table({1, kDeadlock})).passed);
  EXPECT_FALSE(somewhere_true(positive)(table({-1, kDeadlock})).passed);
  EXPECT_FALSE(somewhere_true(positive)(table({})).passed);
  // A function of outcomes sees conditions, too.
  const auto stuck = [](const outcome<int>& one) { return one.kind == condition::deadlock; };
  EXPECT_TRUE(always_true(stuck)(table({kDeadlock})).passed);
  EXPECT_TRUE(somewhere_true(stuck)(table({1, kDeadlock})).passed);
}

TEST(Predicates, NothingAlwaysAndSomewhere) {
  const auto complain = [](int a) {
    return a < 0 ? std::optional<std::string>("below zero: " + std::to_string(a)) : std::nullopt;
  };
  const auto of_any = [](const outcome<int>& one) {
    return one.has_value() ? std::nullopt : std::optional(one.kind);
  };
  EXPECT_TRUE(always_nothing(complain)(table({1, 2})).passed);
  EXPECT_TRUE(always_nothing(complain)(table({})).passed);
  const judgement bad = always_nothing(complain)(table({-1, 2, -3}));
  EXPECT_FALSE(bad.passed);
  EXPECT_EQ(bad.message, "below zero: -1\nbelow zero: -3");
  EXPECT_EQ(bad.failures, (std::vector<std::size_t>{0, 2}));
  EXPECT_FALSE(always_nothing(of_any)(table({kDeadlock})).passed);
  EXPECT_TRUE(somewhere_nothing(complain)(table({-1, 2})).passed);
  EXPECT_FALSE(somewhere_nothing(complain)(table({-1, -2})).passed);
  EXPECT_FALSE(somewhere_nothing(complain)(table({})).passed);
  EXPECT_TRUE(somewhere_nothing(of_any)(table({kDeadlock, 1})).passed);
  EXPECT_FALSE(somewhere_nothing(of_any)(table({kDeadlock})).passed);
}

TEST(Predicates, GivesExactlyWhatItNames) {
  EXPECT_TRUE(gives(1, 2)(table({1, 2})).passed);
  EXPECT_TRUE(gives(2, 1)(table({1, 2})).passed);
  EXPECT_TRUE(gives(1, kDeadlock)(table({kDeadlock, 1})).passed);
  EXPECT_TRUE(gives()(table({})).passed);
  EXPECT_TRUE(gives_values(1, 2)(table({1, 2})).passed);
  const judgement more = gives(1, 2)(table({1, 2, 3, kAbort}));
  EXPECT_FALSE(more.passed);
  EXPECT_EQ(more.message, "unexpected: 3; abort");
  EXPECT_EQ(more.failures, (std::vector<std::size_t>{2, 3}));
  const judgement fewer = gives(1, 2, kDeadlock)(table({1}));
  EXPECT_FALSE(fewer.passed);
  EXPECT_EQ(fewer.message, "missing: 2; deadlock");
  EXPECT_EQ(gives(1)(table({2})).message, "unexpected: 2\nmissing: 1");
}

TEST(Predicates, RepresentativeKeepsOneFailureOfEachKind) {
  outcomes<int> all = table({1, kDeadlock, kDeadlock, kAbort});
  all.entries[2].text = "another deadlock";
  EXPECT_EQ(successful()(all).failures.size(), 3U);
  const judgement few = representative(successful())(all);
  EXPECT_FALSE(few.passed);
  EXPECT_EQ(few.failures, (std::vector<std::size_t>{1, 3}));
}

}  // namespace
}  // namespace heddle
