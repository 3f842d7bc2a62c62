// The outcomes of a test as a set of words, and the oracle: all algorithms must find the same.
#pragma once

#include <set>
#include <string>

#include "tests/support/explored.hpp"

namespace heddle::testing {

using Words = std::set<std::string>;

std::string word(condition kind, const std::string& text);

Words outcome_words_of(const tests::Explore& test, const options& how);
Words all_outcomes_of(const tests::Explore& test, options how, bool redundant);

template <class F>
Words outcome_words(F test, const options& how = {}) {
  return outcome_words_of(tests::to_explore(std::move(test)), how);
}

/// What exploring finds, after checking that the reducing algorithms find what trying everything
/// does. `redundant`: runs that tell nothing new may happen (programs that wait by retrying).
template <class F>
Words all_outcomes(F test, const options& how = {}, bool redundant = false) {
  return all_outcomes_of(tests::to_explore(std::move(test)), how, redundant);
}

}  // namespace heddle::testing
