// Refinement: does one piece of code do nothing that another one could not do, whatever interferes?
//
//   const auto increment_twice = heddle::signature(
//       [](int seed) { return counter(seed); },                  // initialise: the shared state
//       [](counter& c, int) { return c.get(); },                 // observe: what can be seen in
//       the end
//       [](counter& c, int seed) { c.add(seed); },               // interfere: runs at the same
//       time
//       [](counter& c) { c.add(1); c.add(1); });                 // expression: what is compared
//   heddle::equivalent(increment_twice, add_two, heddle::enumerate<int>(10));
//
// For every seed (and every argument, if the expression takes one) both signatures are explored:
// the state is made, the interference runs in a thread of its own beside the expression, and when
// both have ended the state is observed. What can be observed is the set of observations and
// conditions; conditions of one kind count as the same.
//
//   refines           left's set is contained in right's, for every input
//   strictly_refines  it is, and for some input right has more
//   equivalent        they are the same, for every input
//
// The state need not be movable. A failure prints the input and both sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/explore.hpp"
#include "heddle/thread.hpp"

namespace heddle {

template <class Initialise, class Observe, class Interfere, class Expression>
struct signature {
  signature(Initialise make, Observe look, Interfere disturb, Expression what)
      : initialise(std::move(make)),
        observe(std::move(look)),
        interfere(std::move(disturb)),
        expression(std::move(what)) {}

  Initialise initialise;
  Observe observe;
  Interfere interfere;
  Expression expression;

  /// The same with another expression.
  template <class Other>
  auto with(Other other) const {
    return signature<Initialise, Observe, Interfere, Other>(initialise, observe, interfere,
                                                            std::move(other));
  }
};

class refinement_result {
 public:
  refinement_result(bool holds, std::string text) : holds_(holds), text_(std::move(text)) {}
  explicit operator bool() const { return holds_; }
  /// In words, with the counterexample if there is one.
  const std::string& text() const { return text_; }

 private:
  bool holds_;
  std::string text_;
};

namespace detail {

template <class T>
struct Enumerator;

template <>
struct Enumerator<bool> {
  static std::optional<bool> at(std::size_t i) {
    return i < 2 ? std::optional<bool>(i == 1) : std::nullopt;
  }
};
template <class T>
requires std::is_integral_v<T>
struct Enumerator<T> {  // 0, 1, -1, 2, -2, ...
  static std::optional<T> at(std::size_t i) {
    if constexpr (std::is_unsigned_v<T>) return static_cast<T>(i);
    const auto half = static_cast<T>((i + 1) / 2);
    return i % 2 == 1 ? half : static_cast<T>(-half);
  }
};
template <class T>
struct Enumerator<std::optional<T>> {
  static std::optional<std::optional<T>> at(std::size_t i) {
    if (i == 0) return std::optional<T>();
    const std::optional<T> value = Enumerator<T>::at(i - 1);
    if (!value) return std::nullopt;
    return std::optional<std::optional<T>>(value);
  }
};
template <class A, class B>
struct Enumerator<std::pair<A, B>> {  // diagonals, so that both grow slowly
  static std::optional<std::pair<A, B>> at(std::size_t i) {
    std::size_t left = i;
    for (std::size_t sum = 0; sum <= i; ++sum) {
      for (std::size_t first = 0; first <= sum; ++first) {
        const auto a = Enumerator<A>::at(first);
        const auto b = Enumerator<B>::at(sum - first);
        if (a && b && left-- == 0) return std::pair(*a, *b);
      }
    }
    return std::nullopt;
  }
};

enum class Relation : std::uint8_t { refines, strictly_refines, equivalent };

using Observed = std::set<std::string>;

struct NoArgument {};

template <class S, class Seed, class Argument>
Observed observe(const S& sig, const Seed& seed, const Argument& argument, const options& how) {
  const auto all = explore(
      [&] {
        auto state = sig.initialise(seed);
        thread other([&] { sig.interfere(state, seed); });
        if constexpr (std::is_same_v<Argument, NoArgument>) {
          sig.expression(state);
        } else {
          sig.expression(state, argument);
        }
        other.join();
        return sig.observe(state, seed);
      },
      how);
  Observed seen;
  for (const auto& one : all.entries) {
    seen.insert(one.has_value() ? one.text : std::string("(") + to_string(one.kind) + ")");
  }
  return seen;
}

inline std::string set_text(const Observed& seen) {
  std::string text;
  for (const std::string& one : seen) text += (text.empty() ? "" : ", ") + one;
  return "{" + text + "}";
}

inline const char* words(Relation relation) {
  switch (relation) {
    case Relation::refines:
      return "refines";
    case Relation::strictly_refines:
      return "strictly refines";
    case Relation::equivalent:
      break;
  }
  return "is equivalent to";
}

template <class L, class R, class Seed, class Argument>
refinement_result compare(Relation relation, const L& left, const R& right,
                          const std::vector<Seed>& seeds, const std::vector<Argument>& arguments,
                          const options& how) {
  const std::string claim = std::string("left ") + words(relation) + " right";
  std::size_t inputs = 0;
  bool differ = false;
  for (const Seed& seed : seeds) {
    for (const Argument& argument : arguments) {
      ++inputs;
      const Observed on_left = observe(left, seed, argument, how);
      const Observed on_right = observe(right, seed, argument, how);
      const bool contained =
          std::includes(on_right.begin(), on_right.end(), on_left.begin(), on_left.end());
      differ = differ || on_left != on_right;
      if (relation == Relation::equivalent ? on_left == on_right : contained) continue;
      std::string text = "failed: " + claim + "\n  seed " + to_text(seed);
      if constexpr (!std::is_same_v<Argument, NoArgument>) {
        text += ", argument " + to_text(argument);
      }
      text +=
          "\n  left gives  " + set_text(on_left) + "\n  right gives " + set_text(on_right) + '\n';
      return {false, text};
    }
  }
  const std::string tried = " for " + std::to_string(inputs) + " inputs\n";
  if (relation == Relation::strictly_refines && !differ) {
    return {false, "failed: " + claim + ": they are equivalent" + tried};
  }
  return {true, claim + tried};
}

}  // namespace detail

/// The first `count` values of a type, small ones first; all of them if there are fewer. For bool,
/// integers, optionals and pairs; specialise detail::Enumerator for others, or give a list.
template <class T>
std::vector<T> enumerate(std::size_t count) {
  std::vector<T> values;
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<T> value = detail::Enumerator<T>::at(i);
    if (!value) break;
    values.push_back(std::move(*value));
  }
  return values;
}

template <class L, class R, class Seed>
refinement_result refines(const L& left, const R& right, const std::vector<Seed>& seeds,
                          const options& how = {}) {
  return detail::compare(detail::Relation::refines, left, right, seeds,
                         std::vector<detail::NoArgument>(1), how);
}
template <class L, class R, class Seed>
refinement_result strictly_refines(const L& left, const R& right, const std::vector<Seed>& seeds,
                                   const options& how = {}) {
  return detail::compare(detail::Relation::strictly_refines, left, right, seeds,
                         std::vector<detail::NoArgument>(1), how);
}
template <class L, class R, class Seed>
refinement_result equivalent(const L& left, const R& right, const std::vector<Seed>& seeds,
                             const options& how = {}) {
  return detail::compare(detail::Relation::equivalent, left, right, seeds,
                         std::vector<detail::NoArgument>(1), how);
}

// With expressions that take an argument: for all pairs of seed and argument.
template <class L, class R, class Seed, class Argument>
refinement_result refines(const L& left, const R& right, const std::vector<Seed>& seeds,
                          const std::vector<Argument>& arguments, const options& how = {}) {
  return detail::compare(detail::Relation::refines, left, right, seeds, arguments, how);
}
template <class L, class R, class Seed, class Argument>
refinement_result strictly_refines(const L& left, const R& right, const std::vector<Seed>& seeds,
                                   const std::vector<Argument>& arguments,
                                   const options& how = {}) {
  return detail::compare(detail::Relation::strictly_refines, left, right, seeds, arguments, how);
}
template <class L, class R, class Seed, class Argument>
refinement_result equivalent(const L& left, const R& right, const std::vector<Seed>& seeds,
                             const std::vector<Argument>& arguments, const options& how = {}) {
  return detail::compare(detail::Relation::equivalent, left, right, seeds, arguments, how);
}

}  // namespace heddle
