#include "tests/support/explored.hpp"

#include <gtest/gtest.h>

namespace heddle::tests {

CppOutcomes explored_by(const Explore& test, const std::string& algorithm, options how) {
  how.algorithm = algorithm;
  const Found found = test(how);
  CppOutcomes all;
  for (const Found::Entry& entry : found.entries) {
    // The text of a deadlock begins with the word.
    const bool plain = entry.kind == condition::value || entry.kind == condition::deadlock;
    all.outcomes.insert(plain ? entry.text : "error: " + entry.text);
  }
  all.executions = found.executions;
  all.blocked = found.blocked;
  all.complete = found.complete;
  return all;
}

CppOutcomes agreed_by(const Explore& test, const options& how, bool spins) {
  const CppOutcomes all = explored_by(test, "none", how);
  const CppOutcomes optimal = explored_by(test, "optimal", how);
  const CppOutcomes observers = explored_by(test, "observers", how);
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

bool has(const CppOutcomes& all, const std::string& words) {
  for (const std::string& outcome : all.outcomes) {
    if (outcome.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace heddle::tests
