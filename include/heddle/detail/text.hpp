// Values in words, for traces and outcomes: anything that has operator<<, and what the standard
// library composes of such things.
#pragma once

#include <array>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace heddle::detail {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};
template <class T>
concept Range = requires(const T& value) {
  value.begin();
  value.end();
};

template <class T>
std::string to_text(const T& value);

inline std::string to_text(bool value) { return value ? "true" : "false"; }
inline std::string to_text(const std::string& value) { return value; }
inline std::string to_text(std::string_view value) { return std::string(value); }
inline std::string to_text(const char* value) { return value; }
inline std::string to_text(std::monostate) { return "()"; }
inline std::string to_text(std::nullptr_t) { return "null"; }
inline std::string to_text(std::nullopt_t) { return "nothing"; }

template <class A, class B>
std::string to_text(const std::pair<A, B>& value);
template <class... T>
std::string to_text(const std::tuple<T...>& value);
template <class T>
std::string to_text(const std::optional<T>& value);
template <class... T>
std::string to_text(const std::variant<T...>& value);

template <class T>
std::string to_text(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                       std::is_same_v<T, unsigned char>) {
    return std::to_string(static_cast<int>(value));
  } else if constexpr (std::is_pointer_v<T>) {
    // Addresses differ between runs.
    return value == nullptr ? "null" : "pointer";
  } else if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>) {
    return std::to_string(value);
  } else if constexpr (Printable<T>) {
    std::ostringstream out;
    out << value;
    return std::move(out).str();
  } else if constexpr (Range<T>) {
    std::string text;
    for (const auto& element : value) text += (text.empty() ? "" : ", ") + to_text(element);
    return "[" + text + "]";
  } else {
    static_assert(Printable<T>, "outcomes are told apart by their text: give this type operator<<");
  }
}

template <class A, class B>
std::string to_text(const std::pair<A, B>& value) {
  return "(" + to_text(value.first) + ", " + to_text(value.second) + ")";
}

template <class... T>
std::string to_text(const std::tuple<T...>& value) {
  std::string text;
  std::apply(
      [&](const auto&... element) {
        ((text += (text.empty() ? "" : ", ") + to_text(element)), ...);
      },
      value);
  return "(" + text + ")";
}

template <class T>
std::string to_text(const std::optional<T>& value) {
  return value ? "just " + to_text(*value) : "nothing";
}

template <class... T>
std::string to_text(const std::variant<T...>& value) {
  return std::visit([](const auto& held) { return to_text(held); }, value);
}

/// For traces: what cannot be printed is left out.
template <class T>
std::string trace_text(const T& value) {
  if constexpr (Printable<T> || std::is_enum_v<T> || std::is_arithmetic_v<T>) {
    return to_text(value);
  } else {
    return "...";
  }
}

}  // namespace heddle::detail
