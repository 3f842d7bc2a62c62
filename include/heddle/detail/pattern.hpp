// Messages and patterns as tokens: the search asks which receive would have accepted which message,
// long after both are gone (src/core/footprint.hpp, mailboxes).
//
// So both are kept as values, one of each kind: messages that are equal are one, and so are
// patterns of the same type with the same captures.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>

#include "heddle/detail/runtime.hpp"

namespace heddle::detail {

class PatternFamily {
 public:
  virtual ~PatternFamily() = default;
  virtual bool accepts(std::uint32_t pattern, std::uint32_t message) = 0;

 protected:
  Token token(std::uint32_t number) const { return Token{family_} << 32 | number; }
  /// To be called once: families live as long as the process.
  void enrol();

 private:
  std::uint32_t family_ = 0;
};

/// Messages of one type and the patterns for them.
template <class T>
class Patterns final : public PatternFamily {
 public:
  static Patterns& instance() {
    static auto* const patterns = new Patterns;  // outlives everything that may ask
    return *patterns;
  }

  Token message(const T& value) {
    const std::scoped_lock lock(mutex_);
    for (std::uint32_t i = 0; i < messages_.size(); ++i) {
      if (messages_[i] == value) return token(i);
    }
    messages_.push_back(value);
    return token(static_cast<std::uint32_t>(messages_.size() - 1));
  }

  template <class P>
  Token pattern(const P& predicate) {
    static_assert(std::is_trivially_copyable_v<P>,
                  "a pattern is a value: capture numbers and the like, by value");
    std::string bytes(sizeof(P), '\0');
    if constexpr (!std::is_empty_v<P>) std::memcpy(bytes.data(), &predicate, sizeof(P));
    const std::scoped_lock lock(mutex_);
    const auto [known, fresh] = numbers_.try_emplace({std::type_index(typeid(P)), bytes},
                                                     static_cast<std::uint32_t>(patterns_.size()));
    if (fresh) patterns_.push_back(predicate);
    return token(known->second);
  }

  bool accepts(std::uint32_t pattern, std::uint32_t message) override {
    const std::scoped_lock lock(mutex_);
    return patterns_[pattern](messages_[message]);
  }

 private:
  Patterns() { enrol(); }

  std::mutex mutex_;
  std::deque<T> messages_;
  std::deque<std::function<bool(const T&)>> patterns_;
  std::map<std::pair<std::type_index, std::string>, std::uint32_t> numbers_;
};

}  // namespace heddle::detail
