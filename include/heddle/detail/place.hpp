// Where in the source an operation stands: std::source_location for compilers that lack it, too.
#pragma once

#include <type_traits>
#include <utility>

namespace heddle {

struct place {
  const char* file = "";
  int line = 0;

  static constexpr place here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

namespace detail {

/// What stands on the right of an operator, and where: operators have no default arguments, but
/// the conversion to this has. Not of a `Never`: whose copies are deleted.
template <class T, class Never = void>
struct Placed {
  template <class U>
  requires(std::is_convertible_v<U, T> && !std::is_same_v<std::remove_cvref_t<U>, Never>)
      Placed(U&& given, place at = place::here())  // NOLINT: an operator takes what it did before
      : value(std::forward<U>(given)), where(at) {}

  T value;
  place where;
};

}  // namespace detail
}  // namespace heddle
