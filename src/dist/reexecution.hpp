// Runs a program along known paths to find the footprints of steps again. Neighbouring paths share
// most of their way, and only the rest is executed.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/happens_before.hpp"
#include "explore/algorithm.hpp"

namespace heddle::dist {

class Reexecution {
 public:
  Reexecution(std::unique_ptr<core::Program> program, bool observers)
      : program_(std::move(program)), hb_(execution_, *program_, observers) {}

  /// The steps that these actors take after `path`, each on its own.
  std::vector<core::StepRef> steps_after(std::span<const core::StepRef> path,
                                         std::span<const core::ActorId> actors);

 private:
  void go_to(std::span<const core::StepRef> path);
  void go_back(std::uint32_t size);
  void take(core::ActorId actor);

  std::unique_ptr<core::Program> program_;
  core::Execution execution_;
  core::HappensBefore hb_;
  std::vector<core::Mark> marks_;  // before each event
  core::StepRecord record_;
  bool started_ = false;
};

}  // namespace heddle::dist
