// What an exploration gives: the table of all outcomes, and a trace of each.
//
//   const auto all = heddle::explore(test);
//   for (const auto& one : all.entries) std::cout << one.text << ' ' << one.executions << '\n';
//   std::cout << all.text();                          // the same as a table
//   std::cout << all.trace_of(all.entries[0]).text();  // the way to the first of them
//
// An outcome is a value that the test returned or a condition: what went wrong. Outcomes are told
// apart by kind and text, and listed in the order of their texts, values first: the table is the
// same whatever the algorithm and the number of jobs. A trace is made when it is asked for: the
// test is run again until its way to that outcome has as few context switches as possible, so
// everything the test refers to must still be there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/detail/test.hpp"
#include "heddle/detail/text.hpp"
#include "heddle/options.hpp"

namespace heddle {

/// How an execution ended.
enum class condition : std::uint8_t { value, deadlock, assertion, exception, abort };

/// "value", "deadlock", "assertion", "exception", "abort"
inline const char* to_string(condition kind) noexcept {
  switch (kind) {
    case condition::value:
      return "value";
    case condition::deadlock:
      return "deadlock";
    case condition::assertion:
      return "assertion";
    case condition::exception:
      return "exception";
    case condition::abort:
      return "abort";
  }
  return "?";
}

/// One execution, step by step.
struct trace {
  struct step {
    std::size_t thread = 0;  // in `threads`
    bool own = true;         // false: on the thread's behalf (a store leaving its buffer, a choice)
    std::string operation;
    std::string value;  // what came of it; may be empty
    /// Of a load that could have read something else: which step wrote what it read, and the others
    /// ("initial; or 1 of step 5").
    std::string reads;
    std::string file;
    int line = 0;
  };
  std::vector<std::string> threads;
  std::vector<step> steps;
  /// Who still waits at the end, and for what.
  std::vector<std::string> waiting;
  /// In one line: S0 thread 0 starts after a block or an end, P1 preempts, p1 follows a yield, C a
  /// store leaves a buffer, ? a choice is made, - one step.
  std::string schedule;
  /// For HEDDLE_REPLAY.
  std::string token;

  std::uint32_t switches() const;
  /// "0 main, 1 T1"
  std::string key() const;
  /// A row for each step, a column for each thread.
  std::string table() const;
  /// All of it.
  std::string text() const;
};

namespace detail {

struct Entry {
  condition kind = condition::value;
  std::string text;  // of the value, or what went wrong
  std::uint64_t executions = 0;
  /// The threads in the order of their steps, by ActorId: the way to this outcome.
  std::vector<std::uint32_t> schedule = {};
  bool traced = true;  // false: the schedule was discarded
};

/// Where outcomes came from, so that their traces can be made.
class Source;

struct Explored {
  std::vector<Entry> entries;  // values first, each by text
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;  // runs that told nothing new
  std::uint64_t events = 0;
  bool complete = false;
  std::string cut_off;   // by what, if it is not complete
  bool limited = false;  // by a limit: of executions or time
  bool sampled = false;
  double seconds = 0;
  std::shared_ptr<const Source> source;
};

/// A test and what tells it from others.
struct Subject {
  TestFactory make;
  std::string identity;
};

/// What becomes of an outcome that was not known.
struct Decision {
  bool keep = true;
  bool keep_trace = true;
  bool stop = false;
};
/// `test` is null unless it is a value. May be called from any worker, by one at a time.
using OnFound = std::function<Decision(condition kind, const std::string& text, const Test* test)>;

/// Throws std::runtime_error if the options do not go together or the test is not deterministic.
Explored explore_test(const Subject& subject, const options& how, const OnFound& on_found);
trace make_trace(const Source& source, const Entry& entry);
std::string table_text(const Explored& explored);

/// A test that returns a value. What does not depend on the test itself is here: programs have
/// many tests and few types of values, and each test that is compiled costs their users' time.
template <class T>
class ValueTest : public Test {
 public:
  using Value = T;
  std::string result() const override { return value_ ? to_text(*value_) : std::string(); }
  const T& value() const { return *value_; }

 protected:
  std::optional<T> value_;
};

template <class F>
using ValueOf = std::conditional_t<std::is_void_v<std::invoke_result_t<F&>>, std::monostate,
                                   std::decay_t<std::invoke_result_t<F&>>>;

/// A function object as a test.
template <class F>
class FunctionTest final : public ValueTest<ValueOf<F>> {
 public:
  explicit FunctionTest(F function) : function_(std::move(function)) {}
  void run() override {
    this->value_.reset();
    if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
      function_();
      this->value_.emplace();
    } else {
      this->value_.emplace(function_());
    }
  }

 private:
  F function_;
};

}  // namespace detail

template <class Value>
struct outcome {
  condition kind = condition::value;
  std::optional<Value> value = {};
  std::string text = {};         // of the value, or what went wrong
  std::uint64_t executions = 0;  // how many had it
  std::vector<std::uint32_t> schedule = {};
  bool traced = true;  // false: a filter discarded the schedule

  bool has_value() const { return kind == condition::value; }
};

template <class Value>
struct outcomes {
  std::vector<outcome<Value>> entries;
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t events = 0;
  bool complete = false;
  std::string cut_off;
  bool limited = false;  // cut off by a limit: of executions or time
  bool sampled = false;  // runs were drawn, not enumerated
  double seconds = 0;
  std::shared_ptr<const detail::Source> source = {};

  /// A row for each outcome, and what was explored.
  std::string text() const { return detail::table_text(plain()); }
  /// The easiest way to this outcome. Throws std::runtime_error if it is not `traced`.
  trace trace_of(const outcome<Value>& one) const {
    return detail::make_trace(*source,
                              {one.kind, one.text, one.executions, one.schedule, one.traced});
  }
  /// Without the values.
  detail::Explored plain() const {
    detail::Explored all{{},      executions, blocked, events,  complete,
                         cut_off, limited,    sampled, seconds, source};
    for (const auto& one : entries) {
      all.entries.push_back({one.kind, one.text, one.executions, one.schedule, one.traced});
    }
    return all;
  }
};

}  // namespace heddle
