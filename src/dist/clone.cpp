#include "dist/clone.hpp"

namespace heddle::dist {

using core::StepRef;

StepRef clone(const StepRef& step) { return step.copy(); }

explore::Sequence clone(std::span<const StepRef> sequence) {
  explore::Sequence copy;
  copy.reserve(sequence.size());
  for (const StepRef& step : sequence) copy.push_back(clone(step));
  return copy;
}

explore::Branch clone(const explore::Branch& branch) {
  explore::Branch copy{branch.actor, clone(branch.step), {}};
  copy.next.reserve(branch.next.size());
  for (const explore::Branch& next : branch.next) copy.next.push_back(clone(next));
  return copy;
}

explore::Node clone(const explore::Node& node) {
  explore::Node copy;
  copy.begun = node.begun;
  copy.enabled = node.enabled;
  copy.yielding = node.yielding;
  copy.preemptions = node.preemptions;
  copy.delays = node.delays;
  copy.divergences = node.divergences;
  copy.runs_done = node.runs_done;
  for (const explore::Sleeper& sleeper : node.sleep) {
    copy.sleep.push_back({clone(sleeper.step), sleeper.depth});
  }
  for (const explore::Branch& branch : node.wakeup) copy.wakeup.push_back(clone(branch));
  return copy;
}

namespace {

void isolate(StepRef& step) {
  if (!step.unique()) step = clone(step);
}

void isolate(std::vector<explore::Branch>& tree) {
  for (explore::Branch& branch : tree) {
    isolate(branch.step);
    isolate(branch.next);
  }
}

}  // namespace

void isolate(std::vector<explore::OpenNode>& open) {
  for (explore::OpenNode& node : open) {
    isolate(node.step);
    for (explore::Sleeper& sleeper : node.node.sleep) isolate(sleeper.step);
    isolate(node.node.wakeup);
  }
}

}  // namespace heddle::dist
