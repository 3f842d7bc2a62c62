// What a test of the C++ library can do, as a set of words, under one of the algorithms; and the
// oracle: the reductions give exactly what the search without any reduction gives.
//
// Only calling heddle::explore is a template. There are some hundred tests, each a type of its own,
// and what follows is compiled once for all of them.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "heddle/explore.hpp"

namespace heddle::tests {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

using Set = std::set<std::string>;

/// heddle::outcomes without the type of the value.
struct Found {
  struct Entry {
    condition kind;
    std::string text;
  };
  std::vector<Entry> entries;
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  bool complete = false;
  std::string cut_off;
};

/// A test that can be explored in several ways.
using Explore = std::function<Found(const options&)>;

template <class F>
Explore to_explore(F test) {
  return [test](const options& how) {
    auto all = heddle::explore(test, how);
    Found found{{}, all.executions, all.blocked, all.complete, std::move(all.cut_off)};
    for (auto& entry : all.entries) found.entries.push_back({entry.kind, std::move(entry.text)});
    return found;
  };
}

struct CppOutcomes {
  Set outcomes;  // "1", "deadlock: ...", "error: ..."
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  bool complete = false;
};

CppOutcomes explored_by(const Explore& test, const std::string& algorithm, options how);
CppOutcomes agreed_by(const Explore& test, const options& how, bool spins);

template <class F>
CppOutcomes explored(F test, const std::string& algorithm = "optimal", const options& how = {}) {
  return explored_by(to_explore(std::move(test)), algorithm, how);
}

/// `optimal`, after comparing it with `observers` and with the search that reduces nothing. No run
/// of the two may turn out to have been explored before, unless the test `spins`: then a run that
/// waits in a loop is one of those.
template <class F>
CppOutcomes agreed(F test, const options& how = {}, bool spins = false) {
  return agreed_by(to_explore(std::move(test)), how, spins);
}

/// Whether some outcome contains the words.
bool has(const CppOutcomes& all, const std::string& words);

}  // namespace heddle::tests
