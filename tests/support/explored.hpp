// What a test of the C++ library can do, as a set of words, under one of the algorithms; and the
// oracle: the reductions give exactly what the search without any reduction gives.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "heddle/explore.hpp"

namespace heddle::tests {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

struct CppOutcomes {
  std::set<std::string> outcomes;  // "1", "deadlock: ...", "error: ..."
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  bool complete = false;
};

template <class F>
CppOutcomes explored(F test, const std::string& algorithm = "optimal", options how = {}) {
  how.algorithm = algorithm;
  const auto found = heddle::explore(test, how);
  CppOutcomes all;
  for (const auto& entry : found.entries) {
    switch (entry.kind) {
      case condition::value:
        all.outcomes.insert(entry.text);
        break;
      case condition::deadlock:
        all.outcomes.insert(entry.text);  // begins with "deadlock"
        break;
      default:
        all.outcomes.insert("error: " + entry.text);
    }
  }
  all.executions = found.executions;
  all.blocked = found.blocked;
  all.complete = found.complete;
  return all;
}

/// `optimal`, after comparing it with `observers` and with the search that reduces nothing. No run
/// of the two may turn out to have been explored before, unless the test `spins`: then a run that
/// waits in a loop is one of those.
template <class F>
CppOutcomes agreed(F test, const options& how = {}, bool spins = false) {
  const CppOutcomes all = explored(test, "none", how);
  const CppOutcomes optimal = explored(test, "optimal", how);
  const CppOutcomes observers = explored(test, "observers", how);
  EXPECT_TRUE(all.complete && optimal.complete && observers.complete);
  EXPECT_EQ(optimal.outcomes, all.outcomes);
  EXPECT_EQ(observers.outcomes, all.outcomes);
  if (!spins) {
    EXPECT_EQ(optimal.blocked, 0U);
    EXPECT_EQ(observers.blocked, 0U);
  }
  EXPECT_LE(optimal.executions, all.executions);
  EXPECT_LE(observers.executions, optimal.executions);
  return optimal;
}

/// Whether some outcome contains the words.
inline bool has(const CppOutcomes& all, const std::string& words) {
  for (const std::string& outcome : all.outcomes) {
    if (outcome.find(words) != std::string::npos) return true;
  }
  return false;
}

using Set = std::set<std::string>;

}  // namespace heddle::tests
