// heddle::explore: runs a test in every way that can matter, and returns all its outcomes.
//
//   const auto outcomes = heddle::explore([] {
//     heddle::atomic<int> x{0};
//     heddle::thread t([&] { x.store(1); });
//     const int seen = x.load();
//     t.join();
//     return seen;
//   });
//   // outcomes.entries: the value 0 and the value 1, each with a trace
//
// The test is a function object without arguments. It is called once for each execution, from the
// start, so everything it uses is made inside it. What it returns is the value of the outcome; two
// executions have the same outcome if the texts of their values are the same (operator<<).
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "heddle/outcomes.hpp"

namespace heddle {

template <class F>
auto explore(F test, const options& how = {}) {
  using Body = detail::FunctionTest<F>;
  using Value = typename Body::Value;
  std::vector<std::pair<std::size_t, Value>> values;
  std::mutex mutex;
  const detail::Explored explored =
      detail::explore_test([&] { return std::make_unique<Body>(test); }, how,
                           [&](std::size_t number, const detail::Test& found) {
                             const std::scoped_lock lock(mutex);
                             values.emplace_back(number, static_cast<const Body&>(found).value());
                           });
  outcomes<Value> all;
  for (const detail::Entry& entry : explored.entries) {
    all.entries.push_back({entry.kind, std::nullopt, entry.text, entry.executions, entry.schedule});
  }
  // An exploration may have begun again: the last value of a number counts.
  for (auto& [number, value] : values) {
    if (number < all.entries.size() && all.entries[number].kind == condition::value) {
      all.entries[number].value = std::move(value);
    }
  }
  all.executions = explored.executions;
  all.blocked = explored.blocked;
  all.events = explored.events;
  all.complete = explored.complete;
  all.cut_off = explored.cut_off;
  all.seconds = explored.seconds;
  return all;
}

}  // namespace heddle
