#include "explore/variants.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace heddle::explore {

bool Variants::next_run() {
  if (runs_ == 0) {
    run({});
    return true;
  }
  plan();
  while (!pending_.empty()) {
    const Variant variant = std::move(pending_.back());
    pending_.pop_back();
    if (extended(variant.choices)) continue;
    run(variant.schedule);
    return true;
  }
  return false;
}

void Variants::plan() {
  const MessageTrace trace(execution_, program_);
  for (const Receive& receive : trace.receives()) {
    for (const std::uint32_t message : trace.race_set(receive)) {
      std::optional<Variant> variant = trace.variant(receive, message);
      if (variant && !extended(variant->choices)) pending_.push_back(std::move(*variant));
    }
  }
}

void Variants::run(const std::vector<core::ActorId>& schedule) {
  program_.restart();
  execution_.truncate(0);
  run_end_ = RunEnd::kMaximal;
  for (std::size_t step = 0;; ++step) {
    core::ActorId actor = core::kNoActor;
    if (step < schedule.size()) {
      actor = schedule[step];
      HEDDLE_CHECK(program_.is_enabled(actor), "a race variant schedules {} at step {}",
                   program_.actor_name(actor), step + 1);
    } else {
      const core::ActorId last =
          execution_.empty() ? core::kNoActor : execution_[execution_.size() - 1].actor();
      if (last != core::kNoActor && program_.is_enabled(last)) {
        actor = last;
      } else {
        program_.enabled(enabled_);
        if (enabled_.empty()) break;
        actor = enabled_.front();
      }
    }
    if (length_ && step >= *length_) {
      run_end_ = RunEnd::kBounded;
      break;
    }
    if (watch_.says_stop()) {
      run_end_ = RunEnd::kStopped;
      break;
    }
    record_.clear();
    program_.step(actor, record_);
    execution_.push(actor, record_);
  }
  ++runs_;
  if (run_end_ == RunEnd::kStopped) return;
  for (const auto& choice : MessageTrace(execution_, program_).choices()) {
    runs_with_[choice].push_back(runs_);
  }
}

// Whether some run so far made all these choices.
bool Variants::extended(const Choices& choices) const {
  std::vector<const std::vector<std::uint64_t>*> lists;
  for (const auto& choice : choices) {
    const auto it = runs_with_.find(choice);
    if (it == runs_with_.end()) return false;
    lists.push_back(&it->second);
  }
  if (lists.empty()) return runs_ > 0;
  std::sort(lists.begin(), lists.end(),
            [](const auto* a, const auto* b) { return a->size() < b->size(); });
  return std::any_of(lists.front()->begin(), lists.front()->end(), [&](std::uint64_t run) {
    return std::all_of(lists.begin() + 1, lists.end(), [&](const auto* list) {
      return std::binary_search(list->begin(), list->end(), run);
    });
  });
}

}  // namespace heddle::explore
