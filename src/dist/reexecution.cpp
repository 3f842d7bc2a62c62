#include "dist/reexecution.hpp"

namespace heddle::dist {

using core::StepRef;

std::vector<StepRef> Reexecution::steps_after(std::span<const StepRef> path,
                                              std::span<const core::ActorId> actors) {
  std::vector<StepRef> steps;
  for (const core::ActorId actor : actors) {
    go_to(path);
    take(actor);
    hb_.follow();  // a take learns which message it got
    steps.push_back(execution_.step(execution_.size() - 1));
  }
  return steps;
}

void Reexecution::go_to(std::span<const StepRef> path) {
  std::uint32_t common = 0;
  while (common < execution_.size() && common < path.size() &&
         execution_[common].id() == path[common]->id()) {
    ++common;
  }
  go_back(common);
  for (std::size_t i = execution_.size(); i < path.size(); ++i) take(path[i]->actor());
}

void Reexecution::go_back(std::uint32_t size) {
  if (started_ && size == execution_.size()) return;
  if (!started_ || !program_->can_rewind()) {
    started_ = true;
    size = 0;
    program_->restart();
  } else {
    program_->rewind(marks_[size]);
  }
  hb_.truncate(size);
  execution_.truncate(size);
  marks_.resize(size);
}

void Reexecution::take(core::ActorId actor) {
  marks_.push_back(program_->can_rewind() ? program_->mark() : 0);
  record_.clear();
  program_->step(actor, record_);
  execution_.push(actor, record_);
}

}  // namespace heddle::dist
