// Tasks: threads with a result that can be waited for and cancelled.
//
//   auto page = heddle::tasks::async([] { return fetch(); });
//   int sum = heddle::tasks::wait(page);                       // throws what the task threw
//   auto first = heddle::tasks::race(ask_one, ask_other);      // a variant; the other is cancelled
//   auto [a, b] = heddle::tasks::concurrently(f, g);
//   auto all = heddle::tasks::map_concurrently(parse, files);  // results in order
//
// A task is a handle. Cancelling throws thread_killed into it (exceptions.hpp) and waits until it
// has ended. A function that starts several tasks cancels the others when one throws, and throws
// that.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "heddle/channel.hpp"
#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"

namespace heddle::tasks {

/// What became of a task: a value or an exception.
template <class T>
struct ending {
  std::optional<T> value = {};
  std::exception_ptr exception = {};

  bool failed() const { return exception != nullptr; }
  const T& get() const {
    if (exception != nullptr) std::rethrow_exception(exception);
    return *value;
  }
};

template <class R>
using value_of = std::conditional_t<std::is_void_v<R>, std::monostate, std::decay_t<R>>;

namespace detail {

/// The ending of `function()`; not of a run that is over.
template <class F>
auto ending_of(F&& function) {
  using R = std::invoke_result_t<F>;
  ending<value_of<R>> end;
  try {
    if constexpr (std::is_void_v<R>) {
      function();
      end.value.emplace();
    } else {
      end.value.emplace(function());
    }
  } catch (const heddle::detail::Unwind&) {
    throw;
  } catch (...) {
    end.exception = std::current_exception();
  }
  return end;
}

}  // namespace detail

template <class T>
class task {
 public:
  using value_type = T;
  thread_id thread() const { return thread_; }
  mvar<ending<T>> result() const { return result_; }
  friend bool operator==(const task& a, const task& b) { return a.thread_ == b.thread_; }

  task(thread_id thread, mvar<ending<T>> result) : thread_(thread), result_(std::move(result)) {}

 private:
  thread_id thread_;
  mvar<ending<T>> result_;
};

/// Starts `function(unmask)` in a thread that begins masked as the caller is.
template <class F>
auto async_with_unmask(F function, place where = place::here()) {
  using T = value_of<std::invoke_result_t<F, restore_masking>>;
  const mvar<ending<T>> result;
  const thread_id thread = fork(
      [result, where, function = std::move(function)]() mutable {
        auto end = detail::ending_of(
            [&]() -> decltype(auto) { return function(restore_masking(masking::unmasked)); });
        result.put(std::move(end), where);
      },
      where);
  return task<T>(thread, result);
}

template <class F>
auto async(F function, place where = place::here()) {
  return mask([&](restore_masking restore) {
    return async_with_unmask(
        [restore, where, function = std::move(function)](
            restore_masking) mutable -> decltype(auto) { return restore(function, where); },
        where);
  });
}

/// Waits until it has ended.
template <class T>
ending<T> wait_catch(const task<T>& which, place where = place::here()) {
  return which.result().read(where);
}
/// Its value; throws what it threw.
template <class T>
T wait(const task<T>& which, place where = place::here()) {
  return wait_catch(which, where).get();
}
/// Whether and how it has ended.
template <class T>
std::optional<ending<T>> poll(const task<T>& which, place where = place::here()) {
  return which.result().try_read(where);
}

template <class T, class E>
void cancel_with(const task<T>& which, E exception, place where = place::here()) {
  throw_to(which.thread(), std::move(exception), where);
}
/// Returns when it has ended.
template <class T>
void cancel(const task<T>& which, place where = place::here()) {
  cancel_with(which, thread_killed{}, where);
  wait_catch(which, where);
}
template <class T>
void uninterruptible_cancel(const task<T>& which, place where = place::here()) {
  uninterruptible_mask_([&] { cancel(which, where); });
}

/// `use(task)` while the task runs; it is cancelled afterwards.
template <class F, class G>
auto with_async(F function, G&& use, place where = place::here()) {
  return mask([&](restore_masking restore) {
    const auto running = async_with_unmask(
        [function = std::move(function), where](restore_masking unmask) mutable -> decltype(auto) {
          return unmask(function, where);
        },
        where);
    auto end = detail::ending_of([&]() -> decltype(auto) {
      return restore([&]() -> decltype(auto) { return use(running); }, where);
    });
    uninterruptible_cancel(running, where);
    return end.get();
  });
}

/// If the task fails, its exception is thrown into the calling thread; not if it was cancelled.
template <class T>
void link(const task<T>& which, place where = place::here()) {
  const thread_id linked = my_thread_id();
  fork(
      [which, linked, where] {
        const ending<T> end = wait_catch(which, where);
        if (!end.failed()) return;
        try {
          end.get();
        } catch (const thread_killed&) {
        } catch (...) {
          throw_to_thread(linked, std::current_exception(), where);
        }
      },
      where);
}

namespace detail {

// Starts all; each tells its number when it has ended. `watch(next)` may ask which ended next; the
// tasks that still run when it returns or throws are cancelled.
template <class T, class Watch>
auto together(const std::vector<std::function<T()>>& functions, Watch&& watch, place where) {
  return mask([&](restore_masking restore) {
    const chan<std::size_t> ended;
    std::vector<task<T>> all;
    for (std::size_t i = 0; i < functions.size(); ++i) {
      all.push_back(async_with_unmask(
          [ended, i, where, function = functions[i]](restore_masking unmask) {
            auto end = ending_of([&] { return unmask(function, where); });
            ended.write(i, where);
            return end.get();
          },
          where));
    }
    std::vector<bool> done(all.size());
    auto end = ending_of([&] {
      return restore(
          [&] {
            return watch([&] {
              const std::size_t which = ended.read(where);
              done[which] = true;
              return std::pair<std::size_t, ending<T>>(which, wait_catch(all[which], where));
            });
          },
          where);
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!done[i]) uninterruptible_cancel(all[i], where);
    }
    return end.get();
  });
}

template <class T>
std::vector<T> all_of(const std::vector<std::function<T()>>& functions, place where) {
  return together<T>(
      functions,
      [&](auto next) {
        std::vector<std::optional<T>> values(functions.size());
        for (std::size_t i = 0; i < functions.size(); ++i) {
          auto [which, end] = next();
          values[which].emplace(end.get());
        }
        std::vector<T> plain;
        for (auto& value : values) plain.push_back(*std::move(value));
        return plain;
      },
      where);
}

template <class Variant, std::size_t kIndex, class F>
std::function<Variant()> alternative(F function) {
  return [function = std::move(function)]() mutable {
    if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
      function();
      return Variant(std::in_place_index<kIndex>);
    } else {
      return Variant(std::in_place_index<kIndex>, function());
    }
  };
}
template <class F, class G>
using either = std::variant<value_of<std::invoke_result_t<F&>>, value_of<std::invoke_result_t<G&>>>;

}  // namespace detail

/// The value of the one that ends first; the other is cancelled.
template <class F, class G>
auto race(F left, G right, place where = place::here()) {
  using Both = detail::either<F, G>;
  return detail::together<Both>(
      {detail::alternative<Both, 0>(std::move(left)),
       detail::alternative<Both, 1>(std::move(right))},
      [](auto next) { return Both(next().second.get()); }, where);
}
/// Both values.
template <class F, class G>
auto concurrently(F left, G right, place where = place::here()) {
  using Both = detail::either<F, G>;
  const auto all = detail::all_of<Both>({detail::alternative<Both, 0>(std::move(left)),
                                         detail::alternative<Both, 1>(std::move(right))},
                                        where);
  return std::pair(std::get<0>(all[0]), std::get<1>(all[1]));
}
/// `function(item)` for all items at the same time; the values in the order of the items.
template <class F, class Items>
auto map_concurrently(F function, const Items& items, place where = place::here()) {
  using T = value_of<std::invoke_result_t<F&, decltype(*items.begin())>>;
  std::vector<std::function<T()>> all;
  for (const auto& item : items) {
    all.push_back([function, item]() mutable -> T {
      if constexpr (std::is_void_v<decltype(function(item))>) {
        function(item);
        return {};
      } else {
        return function(item);
      }
    });
  }
  return detail::all_of<T>(all, where);
}
/// `function()` so many times at the same time.
template <class F>
auto replicate_concurrently(std::size_t count, F function, place where = place::here()) {
  return map_concurrently([function](std::size_t) mutable { return function(); },
                          std::vector<std::size_t>(count), where);
}

}  // namespace heddle::tasks
