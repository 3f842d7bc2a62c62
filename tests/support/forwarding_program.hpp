// A program that passes everything on to another one. Tests derive from it to change one thing.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "core/program.hpp"

namespace heddle::tests {

class ForwardingProgram : public core::Program {
 public:
  explicit ForwardingProgram(std::unique_ptr<core::Program> inner) : inner_(std::move(inner)) {}

  void enabled(std::vector<core::ActorId>& out) const override { inner_->enabled(out); }
  bool is_enabled(core::ActorId actor) const override { return inner_->is_enabled(actor); }
  void blocked(std::vector<core::ActorId>& out) const override { inner_->blocked(out); }
  void pending(core::ActorId actor, core::StepRecord& out) const override {
    inner_->pending(actor, out);
  }
  void step(core::ActorId actor, core::StepRecord& out) override { inner_->step(actor, out); }
  bool pending_yields(core::ActorId actor) const override { return inner_->pending_yields(actor); }
  void restart() override { inner_->restart(); }
  bool can_rewind() const override { return inner_->can_rewind(); }
  core::Mark mark() override { return inner_->mark(); }
  void rewind(core::Mark mark) override { inner_->rewind(mark); }
  bool matches(core::Token constraint, core::Token value) const override {
    return inner_->matches(constraint, value);
  }
  core::Token initial_value(core::Location at) const override { return inner_->initial_value(at); }
  bool has_errors() const override { return inner_->has_errors(); }
  std::vector<core::Finding> errors() const override { return inner_->errors(); }
  std::string outcome() const override { return inner_->outcome(); }
  core::StepText describe_last_step() const override { return inner_->describe_last_step(); }
  std::string actor_name(core::ActorId actor) const override { return inner_->actor_name(actor); }
  std::string location_name(core::Location at) const override { return inner_->location_name(at); }
  core::ActorTable& actors() const override { return inner_->actors(); }

 protected:
  core::Program& inner() { return *inner_; }

 private:
  const std::unique_ptr<core::Program> inner_;
};

/// As if the program could not undo, like one of native threads.
class NoRewind : public ForwardingProgram {
 public:
  using ForwardingProgram::ForwardingProgram;
  bool can_rewind() const override { return false; }
  core::Mark mark() override { return 0; }
  void rewind(core::Mark) override { throw std::logic_error("this program cannot rewind"); }
};

}  // namespace heddle::tests
