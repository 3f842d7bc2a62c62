// Set-up and teardown of tests, and invariants.
//
//   auto test = heddle::with_setup(
//       [] {
//         heddle::mvar<int> box;
//         heddle::register_invariant([box] {
//           if (heddle::inspect_mvar(box) == 1) throw std::overflow_error("too much");
//         });
//         return box;
//       },
//       [](heddle::mvar<int> box) { ...; return box.try_read(); });
//   auto outcomes = heddle::explore(test);
//
// The set-up runs under one fixed schedule, and so does the teardown of with_setup_and_teardown,
// which runs when no thread can take a step any more, whether the test has returned, failed or is
// stuck: it gets what the set-up made and how the test ended, and its value is the outcome. Threads
// made in the set-up live on in the test.
//
// Invariants are registered in the set-up and checked after every step of the test, until its main
// thread has returned, with the inspect functions, which look without being steps. One that throws
// makes the run fail.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "heddle/detail/exceptions.hpp"
#include "heddle/outcomes.hpp"

namespace heddle {

/// How a test ended, as its teardown sees it.
template <class Value>
struct result {
  condition kind = condition::deadlock;
  std::optional<Value> value = {};
  std::string text = "deadlock";

  friend std::ostream& operator<<(std::ostream& out, const result& r) {
    return out << (r.value ? detail::to_text(*r.value) : r.text);
  }
};

namespace detail {

struct NoTeardown {};

template <class Setup, class Main, class Teardown>
struct Phased {
  Setup setup;
  Main main;
  Teardown teardown;
};

/// What the phases return, and how they are called.
template <class Setup, class Main, class Teardown>
struct Phases {
  static constexpr bool kTeardown = !std::is_same_v<Teardown, NoTeardown>;
  template <class R>
  using Plain = std::conditional_t<std::is_void_v<R>, std::monostate, std::decay_t<R>>;
  using Shared = Plain<std::invoke_result_t<Setup&>>;
  static constexpr bool kShared = !std::is_void_v<std::invoke_result_t<Setup&>>;

  // Calls a function with what the set-up made, if it made something; never gives void.
  template <class F, class... More>
  static auto call(F& function, const Shared& shared, const More&... more) {
    const auto apply = [&]() -> decltype(auto) {
      if constexpr (kShared) {
        return function(shared, more...);
      } else {
        return function(more...);
      }
    };
    if constexpr (std::is_void_v<decltype(apply())>) {
      apply();
      return std::monostate{};
    } else {
      return apply();
    }
  }
  using MainValue = decltype(call(std::declval<Main&>(), std::declval<const Shared&>()));
  static auto final_value() {
    if constexpr (kTeardown) {
      return std::optional<decltype(call(std::declval<Teardown&>(), std::declval<const Shared&>(),
                                         std::declval<const heddle::result<MainValue>&>()))>();
    } else {
      return std::optional<MainValue>();
    }
  }
  using Value = typename decltype(final_value())::value_type;
};

template <class Setup, class Main, class Teardown>
class FunctionTest<Phased<Setup, Main, Teardown>> final
    : public ValueTest<typename Phases<Setup, Main, Teardown>::Value> {
  using Types = Phases<Setup, Main, Teardown>;

 public:
  explicit FunctionTest(Phased<Setup, Main, Teardown> phases) : phases_(std::move(phases)) {}

  void run() override {
    this->value_.reset();
    main_ = {};
    shared_.reset();
    begin_setup();
    if constexpr (Types::kShared) {
      shared_.emplace(phases_.setup());
    } else {
      phases_.setup();
      shared_.emplace();
    }
    if constexpr (!Types::kTeardown) {
      end_setup();
      this->value_.emplace(Types::call(phases_.main, *shared_));
    } else {
      at_teardown([this] { this->value_.emplace(Types::call(phases_.teardown, *shared_, main_)); });
      end_setup();
      run_main();
    }
  }

 private:
  void run_main() {
    try {
      main_.value.emplace(Types::call(phases_.main, *shared_));
      main_.kind = condition::value;
    } catch (const Unwind&) {
      if (!unwinding()) main_ = {condition::assertion, std::nullopt, "assertion"};
      throw;
    } catch (const std::exception& exception) {
      main_ = {condition::exception, std::nullopt, exception.what()};
    } catch (...) {
      main_ = {condition::exception, std::nullopt, "exception"};
    }
  }

  Phased<Setup, Main, Teardown> phases_;
  std::optional<typename Types::Shared> shared_;
  heddle::result<typename Types::MainValue> main_;
};

}  // namespace detail

/// `main(setup())`, or `main()` if the set-up returns nothing.
template <class Setup, class Main>
auto with_setup(Setup setup, Main main) {
  return detail::Phased<Setup, Main, detail::NoTeardown>{std::move(setup), std::move(main), {}};
}
/// And then `teardown(made, result)`.
template <class Setup, class Main, class Teardown>
auto with_setup_and_teardown(Setup setup, Main main, Teardown teardown) {
  return detail::Phased<Setup, Main, Teardown>{std::move(setup), std::move(main),
                                               std::move(teardown)};
}

/// In the set-up; elsewhere it does nothing.
inline void register_invariant(std::function<void()> check) {
  detail::add_invariant(std::move(check));
}
template <class Mvar>
auto inspect_mvar(const Mvar& box) {
  return box.inspect();
}
template <class Atomic>
auto inspect_atomic(const Atomic& cell) {
  return cell.inspect();
}
template <class Ref>
auto inspect_ref(const Ref& reference) {
  return reference.inspect();
}
template <class Tvar>
auto inspect_tvar(const Tvar& variable) {
  return variable.inspect();
}

}  // namespace heddle
