// Dining philosophers: each takes the fork on the left, then the one on the right.
#pragma once

#include <vector>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"

namespace examples {

/// All eat once. `ordered`: the last one begins with the other fork, so that no circle can close.
inline void dine(int philosophers, bool ordered) {
  std::vector<heddle::mvar<int>> forks;
  for (int i = 0; i < philosophers; ++i) forks.emplace_back(0);
  const heddle::mvar<int> done;
  for (int i = 0; i < philosophers; ++i) {
    heddle::mvar<int> first = forks[static_cast<std::size_t>(i)];
    heddle::mvar<int> second = forks[static_cast<std::size_t>((i + 1) % philosophers)];
    if (ordered && i + 1 == philosophers) std::swap(first, second);
    heddle::fork([=] {
      first.take();
      second.take();
      second.put(0);
      first.put(0);
      done.put(0);
    });
  }
  for (int i = 0; i < philosophers; ++i) done.take();
}

}  // namespace examples
