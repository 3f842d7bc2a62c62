// GoogleTest: explorations as assertions and as tests.
//
//   TEST(Counter, LosesNothing) {
//     EXPECT_OUTCOMES(two_increments, heddle::gives(2));
//     ASSERT_OUTCOMES(two_increments, {.memory = heddle::memory::tso}, heddle::always_same());
//   }
//
//   HEDDLE_TEST(Counter, NeverDeadlocks) {   // the whole body is explored
//     ...
//   }
//   HEDDLE_TEST(Counter, Quickly, .preemptions = 2) { ... }
//
// The arguments of EXPECT_OUTCOMES are those of heddle::check. EXPECT_ and ASSERT_ inside an
// explored test are understood: one that fails ends its thread, and the execution has the outcome
// `assertion`; the report shows one such execution, not all of them.
#pragma once

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "heddle/check.hpp"
#include "heddle/detail/runtime.hpp"

namespace heddle::detail {

/// While it lives, assertions of GoogleTest that fail in this OS thread belong to the exploration.
class GtestAssertions : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  GtestAssertions() : ScopedFakeTestPartResultReporter(INTERCEPT_ONLY_CURRENT_THREAD, nullptr) {}

 private:
  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (!result.failed()) return;
    const char* const file = result.file_name();
    assertion_failed(one_line(result.summary()),
                     {file == nullptr ? "" : file, result.line_number()});
  }
  static std::string one_line(std::string text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
      const std::size_t end = text.find_first_not_of(" \n", at);
      if (end == std::string::npos) return text.substr(0, at);
      text.replace(at, end - at, "; ");
    }
    return text;
  }
};

template <class F>
struct GtestBody {
  F test;
  auto operator()() {
    const GtestAssertions assertions;
    return test();
  }
};

inline std::string current_gtest() {
  const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? std::string()
                         : std::string(test->test_suite_name()) + "." + test->name();
}

template <class F, class... P>
check_result gtest_check(F test, options how, const P&... predicates) {
  if (how.name.empty()) how.name = current_gtest();
  return check(GtestBody<F>{std::move(test)}, how, predicates...);
}
template <class F, class First, class... P>
requires(!std::is_convertible_v<const First&, options>) check_result
    gtest_check(F test, const First& first, const P&... predicates) {
  return gtest_check(std::move(test), options{}, first, predicates...);
}

}  // namespace heddle::detail

#define EXPECT_OUTCOMES(...)                                                                   \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                                                \
  if (const ::heddle::check_result heddle_result = ::heddle::detail::gtest_check(__VA_ARGS__); \
      heddle_result.passed()) {                                                                \
  } else                                                                                       \
    ADD_FAILURE() << heddle_result.text()

#define ASSERT_OUTCOMES(...)                                                                   \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                                                \
  if (const ::heddle::check_result heddle_result = ::heddle::detail::gtest_check(__VA_ARGS__); \
      heddle_result.passed()) {                                                                \
  } else                                                                                       \
    FAIL() << heddle_result.text()

#define HEDDLE_TEST(suite, name, ...)                                                 \
  static void heddle_explored_##suite##_##name();                                     \
  TEST(suite, name) {                                                                 \
    EXPECT_OUTCOMES(heddle_explored_##suite##_##name, ::heddle::options{__VA_ARGS__}, \
                    ::heddle::successful());                                          \
  }                                                                                   \
  static void heddle_explored_##suite##_##name()
