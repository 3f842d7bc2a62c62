// Many sparse markings in one array: 8 bytes an entry instead of an allocation each. The searches
// keep millions.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

struct Amount {
  PlaceId place = 0;
  std::uint32_t count = 0;
  bool operator==(const Amount&) const = default;
};

/// A search met a number of tokens that its compact form cannot hold; its answer is unknown.
struct TooManyTokens : std::runtime_error {
  TooManyTokens() : std::runtime_error("a place would hold more than four billion tokens") {}
};

inline Amount packed(PlaceId place, std::uint64_t count) {
  if (count > std::numeric_limits<std::uint32_t>::max()) throw TooManyTokens();
  return {place, static_cast<std::uint32_t>(count)};
}

class PackedMarkings {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(begin_.size()); }
  std::span<const Amount> operator[](std::uint32_t i) const {
    const std::size_t end = i + 1 < begin_.size() ? begin_[i + 1] : amounts_.size();
    return {amounts_.data() + begin_[i], end - begin_[i]};
  }
  std::uint32_t add(std::span<const Amount> marking) {
    begin_.push_back(amounts_.size());
    amounts_.insert(amounts_.end(), marking.begin(), marking.end());
    return size() - 1;
  }
  std::size_t bytes() const {
    return amounts_.capacity() * sizeof(Amount) + begin_.capacity() * sizeof(std::size_t);
  }

 private:
  std::vector<Amount> amounts_;
  std::vector<std::size_t> begin_;
};

}  // namespace heddle::petri
