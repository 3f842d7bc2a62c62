#include "dist/clone.hpp"

#include <functional>
#include <unordered_set>
#include <utility>

#include "dist/equal_steps.hpp"

namespace heddle::dist {

using core::StepRef;

StepRef clone(const StepRef& step) { return step.copy(); }

explore::Sequence clone(std::span<const StepRef> sequence) {
  explore::Sequence copy;
  copy.reserve(sequence.size());
  for (const StepRef& step : sequence) copy.push_back(clone(step));
  return copy;
}

namespace {

/// Copies of steps, one of those that are equal.
class Copies {
 public:
  StepRef of(const StepRef& step) {
    if (!step) return {};
    const auto known = copies_.find(step);
    return known != copies_.end() ? *known : *copies_.insert(step.copy()).first;
  }

 private:
  std::unordered_set<StepRef, StepHash, StepEqual> copies_;
};

using CopyStep = std::function<StepRef(const StepRef&)>;

// Wakeup sequences are as long as runs, so nothing here recurses.
explore::Branch clone_with(const explore::Branch& branch, const CopyStep& copy_step) {
  explore::Branch copy;
  std::vector<std::pair<const explore::Branch*, explore::Branch*>> todo{{&branch, &copy}};
  while (!todo.empty()) {
    const auto [from, to] = todo.back();
    todo.pop_back();
    to->actor = from->actor;
    to->wild = from->wild;
    to->step = copy_step(from->step);
    to->next.resize(from->next.size());
    for (std::size_t i = 0; i < from->next.size(); ++i) {
      todo.emplace_back(&from->next[i], &to->next[i]);
    }
  }
  return copy;
}

explore::Node clone_with(const explore::Node& node, const CopyStep& copy_step) {
  explore::Node copy;
  copy.begun = node.begun;
  copy.enabled = node.enabled;
  copy.yielding = node.yielding;
  copy.preemptions = node.preemptions;
  copy.delays = node.delays;
  copy.divergences = node.divergences;
  copy.runs_done = node.runs_done;
  for (const explore::Sleeper& sleeper : node.sleep) {
    copy.sleep.push_back({copy_step(sleeper.step), sleeper.depth});
  }
  for (const explore::Branch& branch : node.wakeup) {
    copy.wakeup.push_back(clone_with(branch, copy_step));
  }
  return copy;
}

}  // namespace

explore::Branch clone(const explore::Branch& branch) {
  Copies copies;
  return clone_with(branch, [&](const StepRef& step) { return copies.of(step); });
}

explore::Node clone(const explore::Node& node) {
  Copies copies;
  return clone_with(node, [&](const StepRef& step) { return copies.of(step); });
}

std::vector<explore::OpenNode> clone(const std::vector<explore::OpenNode>& open) {
  Copies copies;
  const CopyStep copy_step = [&](const StepRef& step) { return copies.of(step); };
  std::vector<explore::OpenNode> result;
  result.reserve(open.size());
  for (const explore::OpenNode& one : open) {
    result.push_back({clone_with(one.node, copy_step), copy_step(one.step)});
  }
  return result;
}

explore::Task clone(const explore::Task& task) {
  explore::Task copy;
  copy.prefix = clone(task.prefix);
  copy.fixed = task.fixed;
  for (const explore::Deviation& deviation : task.deviations) {
    copy.deviations.push_back({deviation.node, deviation.head, clone(deviation.reversed)});
  }
  for (const explore::Task& part : task.parts) copy.parts.push_back(clone(part));
  return copy;
}

namespace {

// What nobody else holds stays as it is.
void isolate(StepRef& step, Copies& copies) {
  if (!step.unique()) step = copies.of(step);
}

void isolate(std::vector<explore::Branch>& tree, Copies& copies) {
  std::vector<std::vector<explore::Branch>*> todo{&tree};
  while (!todo.empty()) {
    std::vector<explore::Branch>& branches = *todo.back();
    todo.pop_back();
    for (explore::Branch& branch : branches) {
      isolate(branch.step, copies);
      if (!branch.next.empty()) todo.push_back(&branch.next);
    }
  }
}

}  // namespace

void isolate(std::vector<explore::OpenNode>& open) {
  Copies copies;
  for (explore::OpenNode& node : open) {
    isolate(node.step, copies);
    for (explore::Sleeper& sleeper : node.node.sleep) isolate(sleeper.step, copies);
    isolate(node.node.wakeup, copies);
  }
}

}  // namespace heddle::dist
