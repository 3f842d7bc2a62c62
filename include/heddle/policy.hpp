// Policies: a library that is used with real threads and tested with heddle's in one program takes
// one as a template parameter.
//
//   template <class Policy = heddle::std_policy>
//   class counter {
//     typename Policy::mutex mutex_;
//     typename Policy::template atomic<int> hits_;
//   };
//   counter<> in_the_product;  counter<heddle::test_policy> under_test;
#pragma once

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>

#include "heddle/atomic.hpp"
#include "heddle/barrier.hpp"
#include "heddle/condition_variable.hpp"
#include "heddle/future.hpp"
#include "heddle/latch.hpp"
#include "heddle/memory.hpp"
#include "heddle/mutex.hpp"
#include "heddle/semaphore.hpp"
#include "heddle/shared_mutex.hpp"
#include "heddle/stop_token.hpp"
#include "heddle/thread.hpp"
#include "heddle/thread_specific.hpp"

namespace heddle {

namespace detail {

/// thread_specific for threads of the operating system.
template <class T>
class NativeThreadSpecific {
 public:
  explicit NativeThreadSpecific(std::function<T()> make = [] { return T(); })
      : make_(std::move(make)) {}
  NativeThreadSpecific(const NativeThreadSpecific&) = delete;
  NativeThreadSpecific& operator=(const NativeThreadSpecific&) = delete;

  T& get() {
    // By a number that is not used again: another object may come to the same address.
    static thread_local std::map<std::uint64_t, std::unique_ptr<T>> values;
    std::unique_ptr<T>& mine = values[number_];
    if (mine == nullptr) mine = std::make_unique<T>(make_());
    return *mine;
  }
  T& operator*() { return get(); }
  T* operator->() { return &get(); }

 private:
  static std::uint64_t next() {
    static std::atomic<std::uint64_t> made{0};
    return ++made;
  }
  const std::uint64_t number_ = next();
  std::function<T()> make_;
};

}  // namespace detail

/// The standard library.
struct std_policy {
  using thread = std::thread;
  using jthread = std::jthread;
  using mutex = std::mutex;
  using recursive_mutex = std::recursive_mutex;
  using timed_mutex = std::timed_mutex;
  using recursive_timed_mutex = std::recursive_timed_mutex;
  using shared_mutex = std::shared_mutex;
  using shared_timed_mutex = std::shared_timed_mutex;
  using condition_variable = std::condition_variable;
  using condition_variable_any = std::condition_variable_any;
  using once_flag = std::once_flag;
  using latch = std::latch;
  using binary_semaphore = std::binary_semaphore;
  using stop_token = std::stop_token;
  using stop_source = std::stop_source;
  using atomic_flag = std::atomic_flag;
  using steady_clock = std::chrono::steady_clock;
  using system_clock = std::chrono::system_clock;
  template <class T>
  using atomic = std::atomic<T>;
  template <class T>
  using atomic_ref = std::atomic_ref<T>;
  template <class T>
  using future = std::future<T>;
  template <class T>
  using shared_future = std::shared_future<T>;
  template <class T>
  using promise = std::promise<T>;
  template <class T>
  using packaged_task = std::packaged_task<T>;
  template <class T>
  using shared_ptr = std::shared_ptr<T>;
  template <class T>
  using weak_ptr = std::weak_ptr<T>;
  template <class T>
  using enable_shared_from_this = std::enable_shared_from_this<T>;
  template <class T>
  using stop_callback = std::stop_callback<T>;
  template <std::ptrdiff_t N = std::counting_semaphore<>::max()>
  using counting_semaphore = std::counting_semaphore<N>;
  template <class... F>
  using barrier = std::barrier<F...>;
  template <class M>
  using lock_guard = std::lock_guard<M>;
  template <class M>
  using unique_lock = std::unique_lock<M>;
  template <class M>
  using shared_lock = std::shared_lock<M>;
  template <class... M>
  using scoped_lock = std::scoped_lock<M...>;
  template <class T>
  using thread_specific = detail::NativeThreadSpecific<T>;

  template <class T, class... A>
  static shared_ptr<T> make_shared(A&&... arguments) {
    return std::make_shared<T>(std::forward<A>(arguments)...);
  }
  template <class... A>
  static auto async(A&&... arguments) {
    return std::async(std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  static void call_once(once_flag& flag, F&& function, A&&... arguments) {
    std::call_once(flag, std::forward<F>(function), std::forward<A>(arguments)...);
  }
  static void atomic_thread_fence(std::memory_order order) { std::atomic_thread_fence(order); }
  static void yield() { std::this_thread::yield(); }
  static auto get_id() { return std::this_thread::get_id(); }
  template <class Rep, class Period>
  static void sleep_for(const std::chrono::duration<Rep, Period>& time) {
    std::this_thread::sleep_for(time);
  }
};

/// What is explored.
struct test_policy {
  using thread = heddle::thread;
  using jthread = heddle::jthread;
  using mutex = heddle::mutex;
  using recursive_mutex = heddle::recursive_mutex;
  using timed_mutex = heddle::timed_mutex;
  using recursive_timed_mutex = heddle::recursive_timed_mutex;
  using shared_mutex = heddle::shared_mutex;
  using shared_timed_mutex = heddle::shared_timed_mutex;
  using condition_variable = heddle::condition_variable;
  using condition_variable_any = heddle::condition_variable_any;
  using once_flag = heddle::once_flag;
  using latch = heddle::latch;
  using binary_semaphore = heddle::binary_semaphore;
  using stop_token = heddle::stop_token;
  using stop_source = heddle::stop_source;
  using atomic_flag = heddle::atomic_flag;
  using steady_clock = heddle::steady_clock;
  using system_clock = heddle::system_clock;
  template <class T>
  using atomic = heddle::atomic<T>;
  template <class T>
  using atomic_ref = heddle::atomic_ref<T>;
  template <class T>
  using future = heddle::future<T>;
  template <class T>
  using shared_future = heddle::shared_future<T>;
  template <class T>
  using promise = heddle::promise<T>;
  template <class T>
  using packaged_task = heddle::packaged_task<T>;
  template <class T>
  using shared_ptr = heddle::shared_ptr<T>;
  template <class T>
  using weak_ptr = heddle::weak_ptr<T>;
  template <class T>
  using enable_shared_from_this = heddle::enable_shared_from_this<T>;
  template <class T>
  using stop_callback = heddle::stop_callback<T>;
  template <std::ptrdiff_t N = heddle::counting_semaphore<>::max()>
  using counting_semaphore = heddle::counting_semaphore<N>;
  template <class... F>
  using barrier = heddle::barrier<F...>;
  template <class M>
  using lock_guard = heddle::lock_guard<M>;
  template <class M>
  using unique_lock = heddle::unique_lock<M>;
  template <class M>
  using shared_lock = heddle::shared_lock<M>;
  template <class... M>
  using scoped_lock = heddle::scoped_lock<M...>;
  template <class T>
  using thread_specific = heddle::thread_specific<T>;

  template <class T, class... A>
  static shared_ptr<T> make_shared(A&&... arguments) {
    return heddle::make_shared<T>(std::forward<A>(arguments)...);
  }
  template <class... A>
  static auto async(A&&... arguments) {
    return heddle::async(std::forward<A>(arguments)...);
  }
  template <class F, class... A>
  static void call_once(once_flag& flag, F&& function, A&&... arguments) {
    heddle::call_once(flag, std::forward<F>(function), std::forward<A>(arguments)...);
  }
  static void atomic_thread_fence(std::memory_order order) { heddle::atomic_thread_fence(order); }
  static void yield() { heddle::this_thread::yield(); }
  static auto get_id() { return heddle::this_thread::get_id(); }
  template <class Rep, class Period>
  static void sleep_for(const std::chrono::duration<Rep, Period>& time) {
    heddle::this_thread::sleep_for(time);
  }
};

}  // namespace heddle
