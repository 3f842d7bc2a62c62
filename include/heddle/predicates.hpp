// Predicates: what a test's outcomes must be. The meanings are those of Déjà Fu's predicates.
//
//   const auto all = heddle::explore(test);
//   const heddle::judgement verdict = heddle::always_same()(all);
//   if (!verdict.passed) std::cout << verdict.message;   // verdict.failures: entries of `all`
//
// A predicate is anything that can be called with the outcomes and returns a judgement;
// heddle::check (heddle/check.hpp) explores a test, asks predicates and makes the report.
//
//   successful                      no outcome is a condition
//   always_same, _on(f), _by(eq)    all outcomes are values, and all the same
//   not_always_same, _on, _by       all outcomes are values, and not all the same
//   {deadlocks, aborts, exceptions, assertions}_{never, always, sometimes}
//   always_true(f), somewhere_true(f)          f of every, of some outcome
//   always_nothing(f), somewhere_nothing(f)    f gives std::nullopt; what else it gives is the
//   reason gives(...)                      exactly these outcomes, values and conditions
//   gives_values(...)               exactly these values
//   representative(p)               one failure of p for each value and each kind of condition
//   named("text", p)                p under a name for reports
//
// The f of always_true and the others take a value, and a condition counts as false (as no reason,
// for the nothings); or they take a heddle::outcome and say so in their parameter. Values are
// compared by their texts, as outcomes are.
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/outcomes.hpp"

namespace heddle {

struct judgement {
  bool passed = true;
  std::string message = {};                // why not, in a line or more
  std::vector<std::size_t> failures = {};  // entries of the outcomes that are to blame
};

namespace detail {

/// f of the value of an outcome, or of the outcome if it does not take values.
template <class R, class F, class Value>
R ask(const F& f, const outcome<Value>& one, R of_condition) {
  if constexpr (std::is_invocable_v<const F&, const Value&>) {
    return one.has_value() ? R(f(*one.value)) : of_condition;
  } else {
    return f(one);
  }
}

template <class Value, class Bad>
judgement none_of(const outcomes<Value>& all, std::string message, const Bad& bad) {
  judgement result;
  for (std::size_t i = 0; i < all.entries.size(); ++i) {
    if (bad(all.entries[i])) result.failures.push_back(i);
  }
  result.passed = result.failures.empty();
  if (!result.passed) result.message = std::move(message);
  return result;
}

template <class Value, class Good>
judgement some_of(const outcomes<Value>& all, std::string message, const Good& good) {
  for (const auto& one : all.entries) {
    if (good(one)) return {};
  }
  judgement result{false, std::move(message), {}};
  for (std::size_t i = 0; i < all.entries.size(); ++i) result.failures.push_back(i);
  return result;
}

/// Never, always or sometimes a condition of this kind.
enum class HowOften : std::uint8_t { never, always, sometimes };

struct IsKind {
  condition kind;
  HowOften how_often;

  template <class Value>
  judgement operator()(const outcomes<Value>& all) const {
    const std::string word = to_string(kind);
    switch (how_often) {
      case HowOften::never:
        return none_of(all, "there is a way to " + word,
                       [&](const auto& one) { return one.kind == kind; });
      case HowOften::always:
        return none_of(all, "does not always end in " + word,
                       [&](const auto& one) { return one.kind != kind; });
      case HowOften::sometimes:
        break;
    }
    return some_of(all, "there is no way to " + word,
                   [&](const auto& one) { return one.kind == kind; });
  }
};

/// What `gives` was given.
struct Expected {
  condition kind = condition::value;
  std::string text = {};

  bool operator<(const Expected& other) const {
    return kind != other.kind ? kind < other.kind : text < other.text;
  }
  std::string words() const { return kind == condition::value ? text : to_string(kind); }
  /// A condition stands for all of its kind.
  template <class Value>
  bool is(const outcome<Value>& one) const {
    return one.kind == kind && (kind != condition::value || one.text == text);
  }
};

template <class T>
Expected expected_from(const T& given) {
  if constexpr (std::is_same_v<T, condition>) {
    return {given, {}};
  } else {
    return {condition::value, to_text(given)};
  }
}

struct Gives {
  std::vector<Expected> expected;

  template <class Value>
  judgement operator()(const outcomes<Value>& all) const {
    judgement result;
    std::string unexpected;
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
      const auto& one = all.entries[i];
      if (std::any_of(expected.begin(), expected.end(), [&](const auto& e) { return e.is(one); })) {
        continue;
      }
      result.failures.push_back(i);
      unexpected += (unexpected.empty() ? "" : "; ") + one.text;
    }
    std::string missing;
    for (const Expected& wanted : expected) {
      if (std::none_of(all.entries.begin(), all.entries.end(),
                       [&](const auto& one) { return wanted.is(one); })) {
        missing += (missing.empty() ? "" : "; ") + wanted.words();
      }
    }
    if (!unexpected.empty()) result.message = "unexpected: " + unexpected;
    if (!missing.empty()) {
      result.message += (result.message.empty() ? "" : "\n") + ("missing: " + missing);
    }
    result.passed = result.message.empty();
    return result;
  }
};

struct SameText {
  template <class Value>
  bool operator()(const outcome<Value>& a, const outcome<Value>& b) const {
    return a.text == b.text;
  }
};

/// Conditions fail it, whatever `same` says; then each pair of neighbours must be the same, or not
/// all of them.
template <class Same>
struct Uniform {
  Same same;
  bool wanted;

  template <class Value>
  judgement operator()(const outcomes<Value>& all) const {
    judgement result =
        none_of(all, "an outcome is no value", [](const auto& one) { return !one.has_value(); });
    if (!result.passed) return result;
    bool uniform = true;
    for (std::size_t i = 1; i < all.entries.size(); ++i) {
      uniform = uniform && same(all.entries[i - 1], all.entries[i]);
    }
    if (wanted ? uniform : !uniform && !all.entries.empty()) return {};
    result.passed = false;
    result.message = wanted ? "outcomes differ" : "all outcomes are the same";
    for (std::size_t i = 0; i < all.entries.size(); ++i) result.failures.push_back(i);
    return result;
  }
};

template <class F>
auto same_on(F f) {
  return [f = std::move(f)](const auto& a, const auto& b) { return f(*a.value) == f(*b.value); };
}
template <class Eq>
auto same_by(Eq eq) {
  return
      [eq = std::move(eq)](const auto& a, const auto& b) -> bool { return eq(*a.value, *b.value); };
}

}  // namespace detail

inline auto successful() {
  return [](const auto& all) {
    return detail::none_of(all, "an outcome is no value",
                           [](const auto& one) { return !one.has_value(); });
  };
}

inline auto always_same() { return detail::Uniform<detail::SameText>{{}, true}; }
inline auto not_always_same() { return detail::Uniform<detail::SameText>{{}, false}; }
/// What f makes of the values is compared with ==.
template <class F>
auto always_same_on(F f) {
  auto same = detail::same_on(std::move(f));
  return detail::Uniform<decltype(same)>{std::move(same), true};
}
template <class F>
auto not_always_same_on(F f) {
  auto same = detail::same_on(std::move(f));
  return detail::Uniform<decltype(same)>{std::move(same), false};
}
/// `eq` is an equivalence.
template <class Eq>
auto always_same_by(Eq eq) {
  auto same = detail::same_by(std::move(eq));
  return detail::Uniform<decltype(same)>{std::move(same), true};
}
template <class Eq>
auto not_always_same_by(Eq eq) {
  auto same = detail::same_by(std::move(eq));
  return detail::Uniform<decltype(same)>{std::move(same), false};
}

inline auto deadlocks_never() {
  return detail::IsKind{condition::deadlock, detail::HowOften::never};
}
inline auto deadlocks_always() {
  return detail::IsKind{condition::deadlock, detail::HowOften::always};
}
inline auto deadlocks_sometimes() {
  return detail::IsKind{condition::deadlock, detail::HowOften::sometimes};
}
inline auto aborts_never() { return detail::IsKind{condition::abort, detail::HowOften::never}; }
inline auto aborts_always() { return detail::IsKind{condition::abort, detail::HowOften::always}; }
inline auto aborts_sometimes() {
  return detail::IsKind{condition::abort, detail::HowOften::sometimes};
}
inline auto exceptions_never() {
  return detail::IsKind{condition::exception, detail::HowOften::never};
}
inline auto exceptions_always() {
  return detail::IsKind{condition::exception, detail::HowOften::always};
}
inline auto exceptions_sometimes() {
  return detail::IsKind{condition::exception, detail::HowOften::sometimes};
}
inline auto assertions_never() {
  return detail::IsKind{condition::assertion, detail::HowOften::never};
}
inline auto assertions_always() {
  return detail::IsKind{condition::assertion, detail::HowOften::always};
}
inline auto assertions_sometimes() {
  return detail::IsKind{condition::assertion, detail::HowOften::sometimes};
}

template <class F>
auto always_true(F f) {
  return [f = std::move(f)](const auto& all) {
    return detail::none_of(all, "does not hold of every outcome",
                           [&](const auto& one) { return !detail::ask<bool>(f, one, false); });
  };
}
template <class F>
auto somewhere_true(F f) {
  return [f = std::move(f)](const auto& all) {
    return detail::some_of(all, "holds of no outcome",
                           [&](const auto& one) { return detail::ask<bool>(f, one, false); });
  };
}

namespace detail {

/// What f says about an outcome in words; nothing if it has nothing to say.
template <class F, class Value>
std::optional<std::string> reason(const F& f, const outcome<Value>& one) {
  const auto words = [](const auto& said) -> std::optional<std::string> {
    if (!said) return std::nullopt;
    return to_text(*said);
  };
  if constexpr (std::is_invocable_v<const F&, const Value&>) {
    return one.has_value() ? words(f(*one.value)) : std::nullopt;
  } else {
    return words(f(one));
  }
}

}  // namespace detail

template <class F>
auto always_nothing(F f) {
  return [f = std::move(f)](const auto& all) {
    judgement result;
    for (std::size_t i = 0; i < all.entries.size(); ++i) {
      const auto said = detail::reason(f, all.entries[i]);
      if (!said) continue;
      result.passed = false;
      result.failures.push_back(i);
      result.message += (result.message.empty() ? "" : "\n") + *said;
    }
    return result;
  };
}
template <class F>
auto somewhere_nothing(F f) {
  return [f = std::move(f)](const auto& all) {
    return detail::some_of(all, "there is something about every outcome",
                           [&](const auto& one) { return !detail::reason(f, one); });
  };
}

/// gives(0, 1, heddle::condition::deadlock): a condition stands for every outcome of its kind.
template <class... T>
auto gives(const T&... expected) {
  return detail::Gives{{detail::expected_from(expected)...}};
}
template <class... T>
auto gives_values(const T&... expected) {
  static_assert((!std::is_same_v<T, condition> && ...), "use gives for conditions");
  return detail::Gives{{detail::expected_from(expected)...}};
}

template <class P>
auto representative(P predicate) {
  return [predicate = std::move(predicate)](const auto& all) {
    judgement result = predicate(all);
    std::set<detail::Expected> known;
    std::vector<std::size_t> first;
    for (const std::size_t i : result.failures) {
      const auto& one = all.entries[i];
      const bool fresh = known.insert({one.kind, one.has_value() ? one.text : ""}).second;
      if (fresh) first.push_back(i);
    }
    result.failures = std::move(first);
    return result;
  };
}

template <class P>
struct named_predicate {
  std::string name;
  P predicate;

  template <class Value>
  judgement operator()(const outcomes<Value>& all) const {
    return predicate(all);
  }
};

template <class P>
named_predicate<P> named(std::string name, P predicate) {
  return {std::move(name), std::move(predicate)};
}

}  // namespace heddle
