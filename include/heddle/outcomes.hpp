// What an exploration is asked for, and what it gives: options and outcomes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/detail/cell.hpp"
#include "heddle/detail/test.hpp"
#include "heddle/detail/text.hpp"

namespace heddle {

struct options {
  /// The behaviours of memory that are explored.
  heddle::memory memory = heddle::memory::sc;
  /// none, persistent, source, optimal, observers, bounded.
  std::string algorithm = "observers";
  // Bounds; nothing is bounded that is not given. `length` is in steps of a run.
  std::optional<unsigned> preemptions = {};
  std::optional<unsigned> delays = {};
  std::optional<unsigned> fair = {};
  std::optional<unsigned> length = 100'000;
  // Limits; 0: none.
  std::uint64_t executions = 0;
  std::chrono::milliseconds time{0};
  /// Also explore compare_exchange_weak failing for no reason.
  bool weak_failures = true;
  /// How many waits on condition variables end for no reason in one run. One finds every wait that
  /// lacks its loop; 0 makes explorations smaller.
  unsigned spurious_wakeups = 1;
  /// An exception that leaves a thread other than main is an error.
  bool child_exceptions = true;
  /// Threads that still wait when main has ended are an error.
  bool stuck_threads = false;
  /// A loop that only looks at what it saw before is taken to wait.
  bool spin_detection = true;
  std::size_t stack_size = std::size_t{256} << 10;

  /// Few preemptions, fairly: finds most errors of larger tests soon.
  static options quick() {
    options few;
    few.algorithm = "bounded";
    few.preemptions = 2;
    few.fair = 5;
    return few;
  }
};

/// How an execution ended.
enum class condition : std::uint8_t { value, deadlock, assertion, exception, abort };

namespace detail {

struct Entry {
  condition kind = condition::value;
  std::string text;  // of the value, or what went wrong
  std::uint64_t executions = 0;
  /// The threads in the order of their steps, by ActorId: the way to this outcome.
  std::vector<std::uint32_t> schedule;
};

struct Explored {
  std::vector<Entry> entries;  // in order of their discovery
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;  // runs that told nothing new
  std::uint64_t events = 0;
  bool complete = false;
  std::string cut_off;  // by what, if it is not complete
  double seconds = 0;
};

/// `on_value(number, test)`: the entry of this number was just found by this test, as a value.
Explored explore_test(const TestFactory& factory, const options& options,
                      const std::function<void(std::size_t, const Test&)>& on_value);

/// A function object as a test.
template <class F>
class FunctionTest final : public Test {
 public:
  using Result = std::invoke_result_t<F&>;
  using Value = std::conditional_t<std::is_void_v<Result>, std::monostate, std::decay_t<Result>>;

  explicit FunctionTest(F function) : function_(std::move(function)) {}
  void run() override {
    value_.reset();
    if constexpr (std::is_void_v<Result>) {
      function_();
      value_.emplace();
    } else {
      value_.emplace(function_());
    }
  }
  std::string result() const override { return value_ ? to_text(*value_) : std::string(); }
  const Value& value() const { return *value_; }

 private:
  F function_;
  std::optional<Value> value_;
};

}  // namespace detail

template <class Value>
struct outcome {
  condition kind = condition::value;
  std::optional<Value> value = {};
  std::string text;              // of the value, or what went wrong
  std::uint64_t executions = 0;  // how many had it
  std::vector<std::uint32_t> schedule = {};
};

template <class Value>
struct outcomes {
  std::vector<outcome<Value>> entries;
  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t events = 0;
  bool complete = false;
  std::string cut_off;
  double seconds = 0;
};

}  // namespace heddle
