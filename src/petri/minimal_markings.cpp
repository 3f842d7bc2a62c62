#include "petri/minimal_markings.hpp"

#include <algorithm>

namespace heddle::petri {
namespace {

std::uint64_t signature_of(std::span<const Amount> marking) {
  std::uint64_t bits = 0;
  for (const Amount& amount : marking) bits |= std::uint64_t{1} << (amount.place % 64);
  return bits;
}

std::uint64_t sum_of(std::span<const Amount> marking) {
  std::uint64_t sum = 0;
  for (const Amount& amount : marking) sum += amount.count;
  return sum;
}

}  // namespace

std::uint32_t MinimalMarkings::add(std::span<const Amount> marking) {
  const std::uint32_t id = markings_.add(marking);
  tokens_.push_back(sum_of(marking));
  if (marking.empty()) {
    everything_ = true;
    return id;
  }
  const auto place = std::min_element(marking.begin(), marking.end(),
                                      [&](const Amount& a, const Amount& b) {
                                        return filed_[a.place].size() < filed_[b.place].size();
                                      })
                         ->place;
  filed_[place].push_back({signature_of(marking), tokens_.back(), id});
  return id;
}

bool MinimalMarkings::covered(std::span<const Amount> marking, std::uint32_t except) {
  if (everything_) return true;
  const std::uint64_t signature = signature_of(marking);
  const std::uint64_t tokens = sum_of(marking);
  for (const Amount& amount : marking) dense_[amount.place] = amount.count;
  bool found = false;
  for (const Amount& amount : marking) {
    for (const Filed& filed : filed_[amount.place]) {
      if ((filed.signature & ~signature) != 0 || filed.tokens > tokens || filed.id == except) {
        continue;
      }
      const auto element = markings_[filed.id];
      work_ += 4;
      if (std::all_of(element.begin(), element.end(),
                      [&](const Amount& each) { return each.count <= dense_[each.place]; })) {
        found = true;
        break;
      }
    }
    work_ += filed_[amount.place].size() / 4 + 1;
    if (found) break;
  }
  for (const Amount& amount : marking) dense_[amount.place] = 0;
  return found;
}

std::size_t MinimalMarkings::bytes() const {
  std::size_t sum = markings_.bytes() + tokens_.capacity() * sizeof(std::uint64_t);
  return sum + tokens_.size() * sizeof(Filed) * 3 / 2;
}

}  // namespace heddle::petri
