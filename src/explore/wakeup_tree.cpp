#include "explore/wakeup_tree.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::explore {

bool insert(std::vector<Branch>& tree, Sequence sequence, std::size_t needed,
            const OvertakenAfter& overtaken_after) {
  std::vector<std::size_t> position(sequence.size());  // of the remaining steps, in the beginning
  std::iota(position.begin(), position.end(), std::size_t{0});
  std::vector<Branch>* level = &tree;
  while (true) {
    const auto child = std::find_if(level->begin(), level->end(), [&](const Branch& branch) {
      const std::optional<std::size_t> after = overtaken_after(*branch.step, sequence);
      if (!after) return true;
      needed = std::max(needed, position[*after - 1] + 1);
      return false;
    });
    if (child == level->end()) break;
    if (child->next.empty()) return false;
    const auto own = std::find_if(sequence.begin(), sequence.end(), [&](const core::StepRef& s) {
      return s->actor() == child->actor;
    });
    if (own != sequence.end()) {
      position.erase(position.begin() + (own - sequence.begin()));
      sequence.erase(own);
    }
    level = &child->next;
  }
  for (std::size_t i = 0; i < sequence.size() && position[i] < needed; ++i) {
    level->push_back({sequence[i]->actor(), std::move(sequence[i]), {}});
    level = &level->back().next;
  }
  return true;
}

}  // namespace heddle::explore
