// Search party: looks in several places at the same time and gives all that it found, in a list
// that others may read while it grows. Seed 004's case study: whether the result is always the same
// depends on whether the reader waits for the end.
#pragma once

#include <functional>
#include <vector>

#include "heddle/exceptions.hpp"
#include "heddle/mvar.hpp"
#include "heddle/qsem.hpp"

namespace examples {

/// What `wanted` holds for among 0 .. places-1, as it is known when one has been found or all were
/// looked at; `all`: when all were looked at.
inline std::vector<int> find_concurrently(int places, const std::function<bool(int)>& wanted,
                                          bool all) {
  const heddle::mvar<std::vector<int>> found(std::vector<int>{});
  const heddle::qsem looked(0);
  for (int i = 0; i < places; ++i) {
    heddle::fork([=] {
      if (wanted(i)) {
        found.modify([i](std::vector<int> list) {
          list.push_back(i);
          return list;
        });
      }
      looked.signal();
    });
  }
  for (int i = 0; i < (all ? places : 1); ++i) looked.wait();
  return found.read();
}

}  // namespace examples
