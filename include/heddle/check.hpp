// heddle::check: explores a test once, asks any number of predicates, and reports.
//
//   const heddle::check_result result = heddle::check(test, heddle::always_same());
//   if (!result) std::cout << result.text();
//
//   heddle::check(test, {.memory = heddle::memory::tso}, heddle::successful(), heddle::gives(0,
//   1)); heddle::autocheck(test);   // successful and deterministic
//
// The report of a failure has the verdict, the outcomes to blame (five at most), and for each the
// schedule in one line, a table with a column for each thread, and a token: HEDDLE_REPLAY=token
// makes the same test run that one schedule, once.
//
// A check passes if all predicates hold and the search was not cut off by a limit (of time or
// executions; options::allow_cut_off). Bounds and samples are what was asked for: a check within
// them passes, and its report says so. A test that is not deterministic, and options that do not go
// together, are failures.
//
// HEDDLE_JUNIT=file and HEDDLE_JSON=file: all checks of the process are written there as well (%p
// in the name becomes the number of the process). HEDDLE_HTML=file and HEDDLE_TRACE=file: a page
// and a trace of each check that fails (docs/cpp.md).
#pragma once

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "heddle/detail/report.hpp"
#include "heddle/explore.hpp"
#include "heddle/predicates.hpp"

namespace heddle {

namespace detail {

template <class P>
std::string name_of(const P&) {
  return {};
}
template <class P>
std::string name_of(const named_predicate<P>& predicate) {
  return predicate.name;
}

}  // namespace detail

template <class Value, class... P>
check_result judge(const outcomes<Value>& all, const options& how, const P&... predicates) {
  return detail::make_report(all.plain(), {{detail::name_of(predicates), predicates(all)}...}, how);
}

template <class F, class... P>
check_result check(F test, const options& how, const P&... predicates) {
  static_assert(sizeof...(P) > 0, "check what? heddle::successful(), for example");
  try {
    return judge(explore(std::move(test), how), how, predicates...);
  } catch (const std::runtime_error& error) {
    return detail::make_report(error.what(), how);
  }
}

template <class F, class First, class... P>
requires(!std::is_convertible_v<const First&, options>) check_result
    check(F test, const First& first, const P&... predicates) {
  return check(std::move(test), options{}, first, predicates...);
}

/// Prints the report; whether the check passed: `return heddle::passes(heddle::check(...)) ? 0 :
/// 1;` is a test program without any framework.
inline bool passes(const check_result& result, std::ostream& out = std::cout) {
  out << result.text() << std::flush;
  return result.passed();
}

template <class F>
check_result autocheck(F test, const options& how = {}) {
  return check(std::move(test), how, named("successful", successful()),
               named("deterministic", always_same()));
}

}  // namespace heddle
