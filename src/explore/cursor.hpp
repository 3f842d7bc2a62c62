// Cursor: a place in a program's runs. Goes forward by steps and back to where it was.
//
// For searches that are not one of explorer.hpp's: no sleep sets, no bounds, just the execution and
// its clocks (without observers). A program that cannot rewind is started again and taken back
// along the same steps.
#pragma once

#include <cstdint>
#include <vector>

#include "core/execution.hpp"
#include "core/happens_before.hpp"

namespace heddle::explore {

class Cursor {
 public:
  /// Restarts the program. It must not be moved by others while the cursor is used.
  explicit Cursor(core::Program& program);
  Cursor(const Cursor&) = delete;  // the clocks refer to the execution
  Cursor& operator=(const Cursor&) = delete;

  core::Program& program() const { return program_; }
  const core::Execution& execution() const { return execution_; }
  std::uint32_t depth() const { return execution_.size(); }
  /// The actor of the last step, kNoActor at the start.
  core::ActorId last_actor() const {
    return execution_.empty() ? core::kNoActor : execution_[depth() - 1].actor();
  }
  /// Clocks of all events up to here.
  const core::HappensBefore& happens_before();
  std::vector<core::ActorId> schedule() const;

  /// The actor must be enabled.
  void step(core::ActorId actor);
  void back_to(std::uint32_t depth);

 private:
  core::Program& program_;
  core::Execution execution_;
  core::HappensBefore hb_;
  std::vector<core::Mark> marks_;  // before each event, if the program can rewind
  core::StepRecord record_;
};

}  // namespace heddle::explore
