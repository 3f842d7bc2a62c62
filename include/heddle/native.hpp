// The same test on real threads: runs it many times and collects what came.
//
//   template <class Conc>   // Conc::atomic<T>, Conc::thread, ...
//   std::pair<int, int> store_buffering() { ... }
//
//   const auto real = heddle::run_natively(store_buffering<StdConc>, {.runs = 100'000});
//   const auto all = heddle::explore(store_buffering<HeddleConc>, {.memory = heddle::memory::cpp});
//   heddle::covered_by(all)(real).passed   // nothing came that the exploration did not find
//
// A run that does not come to an end is taken for a deadlock: it is left alone, and no other one is
// begun. Exceptions that leave the test are outcomes; those that leave a thread end the process, as
// always with std::thread. This header needs no library: a program built with HEDDLE_CONC=std can
// use it, and judge the outcomes with predicates.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "heddle/outcomes.hpp"
#include "heddle/predicates.hpp"

namespace heddle {

struct native_options {
  std::uint64_t runs = 1000;
  /// How long a run may take.
  std::chrono::milliseconds patience{10'000};
};

namespace detail {

/// Shared by the caller and the thread that runs the tests, whichever is left in the end.
template <class F>
struct NativeRuns {
  explicit NativeRuns(F test) : body(std::move(test)) {}

  FunctionTest<F> body;
  std::mutex mutex;
  std::condition_variable progress;
  std::uint64_t done = 0;
  bool ended = false;
  std::map<std::pair<condition, std::string>, outcome<typename FunctionTest<F>::Value>> found;

  void run_once() {
    outcome<typename FunctionTest<F>::Value> one;
    try {
      body.run();
      one.value = body.value();
      one.text = body.result();
    } catch (const std::exception& exception) {
      one.kind = condition::exception;
      one.text = std::string("uncaught exception: ") + exception.what();
    } catch (...) {
      one.kind = condition::exception;
      one.text = "uncaught exception that is no std::exception";
    }
    one.traced = false;
    const std::scoped_lock lock(mutex);
    auto& entry = found.try_emplace({one.kind, one.text}, std::move(one)).first->second;
    ++entry.executions;
    ++done;
    progress.notify_one();
  }
};

}  // namespace detail

template <class F>
auto run_natively(F test, const native_options& how = {}) {
  using Runs = detail::NativeRuns<F>;
  const auto runs = std::make_shared<Runs>(std::move(test));
  const auto begin = std::chrono::steady_clock::now();
  std::thread worker([runs, count = how.runs] {
    for (std::uint64_t i = 0; i < count; ++i) runs->run_once();
    const std::scoped_lock lock(runs->mutex);
    runs->ended = true;
    runs->progress.notify_one();
  });
  outcomes<typename detail::FunctionTest<F>::Value> all;
  std::unique_lock lock(runs->mutex);
  while (!runs->ended) {
    const std::uint64_t before = runs->done;
    const bool moved = runs->progress.wait_for(lock, how.patience,
                                               [&] { return runs->ended || runs->done != before; });
    if (!moved) break;
  }
  for (const auto& [key, one] : runs->found) all.entries.push_back(one);
  all.executions = runs->done;
  if (!runs->ended) {
    ++all.executions;
    outcome<typename detail::FunctionTest<F>::Value> stuck;
    stuck.kind = condition::deadlock;
    stuck.text = "did not end within " + std::to_string(how.patience.count()) + " ms";
    stuck.executions = 1;
    stuck.traced = false;
    all.entries.push_back(std::move(stuck));
    worker.detach();
  } else {
    lock.unlock();
    worker.join();
  }
  all.sampled = true;
  all.cut_off = "the number of runs: " + std::to_string(all.executions);
  all.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return all;
}

/// Every outcome is one of these: the values by their texts, conditions by their kinds.
template <class Value>
auto covered_by(const outcomes<Value>& explored) {
  std::set<detail::Expected> known;
  for (const auto& one : explored.entries) {
    known.insert({one.kind, one.has_value() ? one.text : std::string()});
  }
  return [known = std::move(known)](const auto& all) {
    return detail::none_of(
        all, "came on real threads, but was not found by the exploration", [&](const auto& one) {
          return !known.contains({one.kind, one.has_value() ? one.text : std::string()});
        });
  };
}

}  // namespace heddle
