// Auto-update: a value that a worker thread recomputes from time to time, but only while somebody
// asks for it. Seed 004's case study, as it was when it had two bugs.
//
// A reader that finds no fresh value tells the worker, and waits for what it computes; readers that
// come later find it. The worker computes, publishes, and after a while takes the value back and
// waits to be told again.
#pragma once

#include <functional>
#include <optional>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "heddle/ref.hpp"

namespace examples {

/// As it was. A reader that has told the worker waits for a value that the worker may have taken
/// back already: nobody computes the next one.
template <class T>
class AutoUpdate {
 public:
  explicit AutoUpdate(std::function<T()> compute) {
    heddle::fork(
        [compute = std::move(compute), current = current_, needed = needed_, last = last_] {
          while (true) {
            needed.take();
            const T value = compute();
            current.write(value);
            last.try_take();
            last.put(value);
            // Here time passes.
            current.write(std::nullopt);
            last.take();
          }
        });
  }

  T get() const {
    if (const std::optional<T> known = current_.read()) return *known;
    needed_.try_put(0);
    return last_.read();
  }

 private:
  heddle::ref<std::optional<T>> current_{std::optional<T>()};
  heddle::mvar<int> needed_;
  heddle::mvar<T> last_;
};

/// Every request has a box of its own, which stays full.
template <class T>
class FixedAutoUpdate {
 public:
  explicit FixedAutoUpdate(std::function<T()> compute) {
    heddle::fork([compute = std::move(compute), state = state_, needed = needed_] {
      while (true) {
        const heddle::mvar<T> request = needed.take();
        const T value = compute();
        state.modify([&](State) { return State{value, std::nullopt}; });
        request.put(value);
        // Here time passes.
        state.modify([](State now) { return State{std::nullopt, now.request}; });
      }
    });
  }

  T get() const {
    std::optional<heddle::mvar<T>> request;
    std::optional<T> known;
    bool first = false;
    state_.modify([&](State now) {
      known = now.value;
      first = !known && !now.request;
      if (first) now.request.emplace();
      request = now.request;
      return now;
    });
    if (known) return *known;
    if (first) needed_.put(*request);
    return request->read();
  }

 private:
  struct State {
    std::optional<T> value;
    std::optional<heddle::mvar<T>> request;  // on its way
  };
  heddle::mvar<State> state_{State{}};
  heddle::mvar<heddle::mvar<T>> needed_;
};

}  // namespace examples
