// Catch2 (version 2 or 3): explorations as assertions.
//
//   TEST_CASE("a counter loses nothing") {
//     CHECK_OUTCOMES(two_increments, heddle::gives(2));
//     REQUIRE_OUTCOMES(two_increments, {.memory = heddle::memory::tso}, heddle::always_same());
//   }
//
// The arguments are those of heddle::check. Inside an explored test, use what ends its execution
// (an exception), or return a value and judge that: CHECK and REQUIRE would tell Catch2 about every
// single execution.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/interfaces/catch_interfaces_capture.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>
#include <utility>

#include "heddle/check.hpp"

namespace heddle::detail {

template <class F, class... P>
check_result catch2_check(F test, options how, const P&... predicates) {
  if (how.name.empty()) how.name = Catch::getResultCapture().getCurrentTestName();
  return check(std::move(test), how, predicates...);
}
template <class F, class First, class... P>
requires(!std::is_convertible_v<const First&, options>) check_result
    catch2_check(F test, const First& first, const P&... predicates) {
  return catch2_check(std::move(test), options{}, first, predicates...);
}

}  // namespace heddle::detail

#define CHECK_OUTCOMES(...)                                                                   \
  do {                                                                                        \
    const ::heddle::check_result heddle_result = ::heddle::detail::catch2_check(__VA_ARGS__); \
    if (heddle_result.passed()) {                                                             \
      SUCCEED(heddle_result.verdict());                                                       \
    } else {                                                                                  \
      FAIL_CHECK(heddle_result.text());                                                       \
    }                                                                                         \
  } while (false)

#define REQUIRE_OUTCOMES(...)                                                                 \
  do {                                                                                        \
    const ::heddle::check_result heddle_result = ::heddle::detail::catch2_check(__VA_ARGS__); \
    if (heddle_result.passed()) {                                                             \
      SUCCEED(heddle_result.verdict());                                                       \
    } else {                                                                                  \
      FAIL(heddle_result.text());                                                             \
    }                                                                                         \
  } while (false)
