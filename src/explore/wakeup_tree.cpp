#include "explore/wakeup_tree.hpp"

#include <algorithm>

namespace heddle::explore {
namespace {

void append_chain(std::vector<Branch>& tree, const Sequence& sequence) {
  std::vector<Branch>* at = &tree;
  for (const core::StepRef& step : sequence) {
    at->push_back({step->actor(), step, {}});
    at = &at->back().next;
  }
}

}  // namespace

bool insert(std::vector<Branch>& tree, Sequence sequence, const Overtaken& overtaken) {
  std::vector<Branch>* level = &tree;
  while (true) {
    const auto child = std::find_if(level->begin(), level->end(), [&](const Branch& branch) {
      return !overtaken(*branch.step, sequence);
    });
    if (child == level->end()) break;
    if (child->next.empty()) return false;
    const auto own = std::find_if(sequence.begin(), sequence.end(), [&](const core::StepRef& s) {
      return s->actor() == child->actor;
    });
    if (own != sequence.end()) sequence.erase(own);
    level = &child->next;
  }
  append_chain(*level, sequence);
  return true;
}

}  // namespace heddle::explore
