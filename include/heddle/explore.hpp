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
//
// A filter looks at each outcome when it is first found:
//
//   heddle::explore(test, {}, heddle::filter<int>{.stop_after = [](const auto& one) {
//     return one.text == "3";
//   }});
#pragma once

#include <map>
#include <memory>
#include <typeinfo>
#include <utility>

#include "heddle/outcomes.hpp"

namespace heddle {

enum class discard : std::uint8_t {
  nothing,
  trace,    // the outcome is listed, but has no schedule
  outcome,  // as if it did not exist
};

template <class Value>
struct filter {
  std::function<heddle::discard(const outcome<Value>&)> discard = {};
  /// The search ends with the outcome of which this is true.
  std::function<bool(const outcome<Value>&)> stop_after = {};
};

template <class F>
using value_of = typename detail::FunctionTest<F>::Value;

namespace detail {

/// `subject` makes tests that are ValueTest<Value>.
template <class Value>
outcomes<Value> explore_values(const Subject& subject, const options& how,
                               const filter<Value>& filter) {
  std::map<std::string, Value> values;
  const auto on_found = [&](condition kind, const std::string& text, const Test* found) {
    outcome<Value> one{.kind = kind, .text = text};
    if (found != nullptr) {
      one.value = static_cast<const ValueTest<Value>*>(found)->value();
      values.try_emplace(text, *one.value);
    }
    const discard away = filter.discard ? filter.discard(one) : discard::nothing;
    return Decision{.keep = away != discard::outcome,
                    .keep_trace = away == discard::nothing,
                    .stop = filter.stop_after && filter.stop_after(one)};
  };
  Explored explored = explore_test(subject, how, on_found);
  outcomes<Value> all;
  for (Entry& entry : explored.entries) {
    auto& one = all.entries.emplace_back();
    one.kind = entry.kind;
    if (entry.kind == condition::value) one.value = std::move(values.at(entry.text));
    one.text = std::move(entry.text);
    one.executions = entry.executions;
    one.schedule = std::move(entry.schedule);
    one.traced = entry.traced;
  }
  all.executions = explored.executions;
  all.blocked = explored.blocked;
  all.events = explored.events;
  all.complete = explored.complete;
  all.cut_off = std::move(explored.cut_off);
  all.limited = explored.limited;
  all.sampled = explored.sampled;
  all.seconds = explored.seconds;
  all.source = std::move(explored.source);
  return all;
}

}  // namespace detail

/// Throws std::runtime_error if the options do not go together, or if the test is not
/// deterministic.
template <class F>
outcomes<value_of<F>> explore(F test, const options& how = {},
                              const filter<value_of<F>>& filter = {}) {
  return detail::explore_values<value_of<F>>(
      {[test] { return std::make_unique<detail::FunctionTest<F>>(test); }, typeid(F).name()}, how,
      filter);
}

}  // namespace heddle
