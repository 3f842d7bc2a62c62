// Interned: equal values get equal numbers, in order of appearance.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace heddle::abstraction {

inline std::size_t mix(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15ULL + (seed >> 29);
}

/// `T` has `hash()` and `==`.
template <typename T>
class Interned {
 public:
  std::uint32_t operator()(T value) {
    const auto [at, fresh] =
        ids_.emplace(std::move(value), static_cast<std::uint32_t>(order_.size()));
    if (fresh) order_.push_back(&at->first);
    return at->second;
  }
  const T& operator[](std::uint32_t id) const { return *order_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(order_.size()); }

 private:
  struct Hash {
    std::size_t operator()(const T& value) const { return value.hash(); }
  };
  std::unordered_map<T, std::uint32_t, Hash> ids_;  // never iterated
  std::vector<const T*> order_;
};

}  // namespace heddle::abstraction
