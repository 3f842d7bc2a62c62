// A dense number for every location seen: an open-addressing table that only grows. It is asked for
// each access of each event, which makes it worth more than a general map.
#pragma once

#include <cstdint>
#include <vector>

#include "core/footprint.hpp"

namespace heddle::core {

class LocationIndex {
 public:
  /// The number of `location`: 0, 1, 2, ... in order of first use.
  std::uint32_t number(Location location) {
    if (2 * (count_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[find(location)];
    if (entry.number == kNone) entry = {location, count_++};
    return entry.number;
  }
  std::uint32_t size() const { return count_; }
  void clear() {
    if (count_ > 0) entries_.assign(entries_.size(), {});
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  struct Entry {
    Location location = 0;
    std::uint32_t number = kNone;
  };

  std::size_t find(Location location) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = (location * 0x9e3779b97f4a7c15ULL >> 20) & mask;
    while (entries_[at].number != kNone && entries_[at].location != location) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.number != kNone) entries_[find(entry.location)] = entry;
    }
  }

  std::vector<Entry> entries_;
  std::uint32_t count_ = 0;
};

}  // namespace heddle::core
