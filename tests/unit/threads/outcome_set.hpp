// The outcomes of a test as a set of words, and the oracle: all algorithms must find the same.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "heddle/explore.hpp"

namespace heddle::testing {

using Words = std::set<std::string>;

inline std::string word(condition kind, const std::string& text) {
  switch (kind) {
    case condition::value:
      return text;
    case condition::deadlock:
      return "deadlock";
    case condition::assertion:
      return text;
    case condition::exception:
      return text;
    case condition::abort:
      return "abort";
  }
  return "?";
}

template <class F>
Words outcome_words(F test, const options& how = {}) {
  const auto found = explore(test, how);
  EXPECT_TRUE(found.complete) << found.cut_off;
  Words words;
  for (const auto& entry : found.entries) words.insert(word(entry.kind, entry.text));
  return words;
}

/// What exploring finds, after checking that the reducing algorithms find what trying everything
/// does. `redundant`: runs that tell nothing new may happen (programs that wait by retrying).
template <class F>
Words all_outcomes(F test, options how = {}, bool redundant = false) {
  how.algorithm = "none";
  const Words expected = outcome_words(test, how);
  for (const char* algorithm : {"optimal", "parsimonious", "observers"}) {
    SCOPED_TRACE(algorithm);
    how.algorithm = algorithm;
    decltype(explore(test, how)) found;
    try {
      found = explore(test, how);
    } catch (const std::exception& error) {
      // Transactions and exceptions into other threads: it says what it cannot do.
      if (std::string(error.what()).find("parsimonious cannot") == std::string::npos) throw;
      continue;
    }
    Words words;
    for (const auto& entry : found.entries) words.insert(word(entry.kind, entry.text));
    EXPECT_EQ(words, expected) << algorithm;
    EXPECT_TRUE(found.complete) << found.cut_off;
    if (!redundant) {
      EXPECT_EQ(found.blocked, 0U) << algorithm << " of " << found.executions;
    }
  }
  return expected;
}

}  // namespace heddle::testing
