#include "tests/support/outcome_set.hpp"

#include <gtest/gtest.h>

#include <exception>

namespace heddle::testing {

namespace {

Words words_of(const tests::Found& found) {
  Words words;
  for (const tests::Found::Entry& entry : found.entries) words.insert(word(entry.kind, entry.text));
  return words;
}

}  // namespace

std::string word(condition kind, const std::string& text) {
  switch (kind) {
    case condition::value:
    case condition::assertion:
    case condition::exception:
      return text;
    case condition::deadlock:
      return "deadlock";
    case condition::abort:
      return "abort";
  }
  return "?";
}

Words outcome_words_of(const tests::Explore& test, const options& how) {
  const tests::Found found = test(how);
  EXPECT_TRUE(found.complete) << found.cut_off;
  return words_of(found);
}

Words all_outcomes_of(const tests::Explore& test, options how, bool redundant) {
  how.algorithm = "none";
  const Words expected = outcome_words_of(test, how);
  for (const char* algorithm : {"optimal", "parsimonious", "observers"}) {
    SCOPED_TRACE(algorithm);
    how.algorithm = algorithm;
    tests::Found found;
    try {
      found = test(how);
    } catch (const std::exception& error) {
      // Transactions and exceptions into other threads: it says what it cannot do.
      if (std::string(error.what()).find("parsimonious cannot") == std::string::npos) throw;
      continue;
    }
    EXPECT_EQ(words_of(found), expected) << algorithm;
    EXPECT_TRUE(found.complete) << found.cut_off;
    if (!redundant) {
      EXPECT_EQ(found.blocked, 0U) << algorithm << " of " << found.executions;
    }
  }
  return expected;
}

}  // namespace heddle::testing
