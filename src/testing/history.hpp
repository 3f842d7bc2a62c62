// History: what the operations of one execution did, and the search for a sequential explanation.
//
// An operation *precedes* another if it returned before the other was called. A history is
// linearizable if its operations can be put into an order that keeps the precedence and in which
// the sequential model gives the same results. The search is that of Wing and Gong, "Testing and
// verifying concurrent objects" (JPDC 1993), depth first over the operations that nobody precedes
// any more, with Lowe's remedy ("Testing for linearizability", CCPE 2017): a set of operations and
// the state they led to that have failed once are not tried again. Cost: at most 2^n times the
// number of states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/linearizability.hpp"

namespace heddle::testing {

/// The operations of a scenario, by index into the calls; the first and last "thread" is main.
struct Scenario {
  std::vector<std::size_t> before;
  std::vector<std::vector<std::size_t>> threads;
  std::vector<std::size_t> after;

  std::size_t size() const;
  std::string text(const std::vector<detail::Call>& calls) const;
};

struct HistoryOperation {
  std::size_t thread = 0;  // 0: main
  std::size_t call = 0;
  std::string result;
  std::uint64_t preceded_by = 0;  // bit i: operation i precedes this one
  bool returned = false;
};

struct HistoryEvent {
  std::size_t operation = 0;
  bool returns = false;
};

struct History {
  std::vector<HistoryOperation> operations;
  std::vector<HistoryEvent> events;  // in the order in which they happened

  /// Equal for two executions exactly if results and precedence are.
  std::string text() const;
  /// A column for each thread, time runs downwards.
  std::string table(const std::vector<detail::Call>& calls) const;
};

struct Explanation {
  bool found = false;
  std::vector<std::size_t> order;  // the longest that agrees
  std::vector<std::string> stuck;  // what could come next, and what the model would give
};

Explanation explain(const History& history, const detail::LinearizabilitySubject& subject);

}  // namespace heddle::testing
