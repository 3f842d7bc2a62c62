// A toy program under a schedule that the test spells out by the stable names of the actors.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "toy/toy.hpp"

namespace heddle::toy {

class Session {
 public:
  explicit Session(std::string_view text, Options options = {})
      : program_(make_factory(parse(text, "test.toy"), options)()) {}
  explicit Session(std::unique_ptr<core::Program> program) : program_(std::move(program)) {}

  core::Program& program() { return *program_; }

  std::vector<std::string> enabled() const {
    std::vector<core::ActorId> ids;
    program_->enabled(ids);
    return names(ids);
  }
  std::vector<std::string> blocked() const {
    std::vector<core::ActorId> ids;
    program_->blocked(ids);
    return names(ids);
  }

  /// One step of the enabled actor with this name; its footprint as text.
  std::string step(std::string_view name) {
    core::StepRecord record;
    program_->step(id(name), record);
    return show(record);
  }
  void steps(std::initializer_list<std::string_view> schedule) {
    for (std::string_view name : schedule) step(name);
  }
  /// Steps of the first enabled actor until nothing is enabled.
  void finish() {
    core::StepRecord record;
    std::vector<core::ActorId> ids;
    for (program_->enabled(ids); !ids.empty(); program_->enabled(ids))
      program_->step(ids[0], record);
  }
  /// The footprint of what an enabled or blocked actor would do next.
  std::string pending(std::string_view name) const {
    core::StepRecord record;
    program_->pending(id(name), record);
    return show(record);
  }
  std::uint64_t pending_fingerprint(std::string_view name) const {
    core::StepRecord record;
    program_->pending(id(name), record);
    return record.fingerprint;
  }
  std::vector<core::Access> pending_accesses(std::string_view name) const {
    core::StepRecord record;
    program_->pending(id(name), record);
    return record.accesses;
  }

  std::string outcome() const { return program_->outcome(); }
  std::string text() const { return program_->describe_last_step().operation; }
  std::vector<std::string> errors() const {
    std::vector<std::string> out;
    for (const core::Finding& finding : program_->errors()) out.push_back(finding.message);
    return out;
  }

  core::ActorId id(std::string_view name) const {
    std::vector<core::ActorId> ids;
    program_->enabled(ids);
    std::vector<core::ActorId> others;
    program_->blocked(others);
    ids.insert(ids.end(), others.begin(), others.end());
    for (core::ActorId actor : ids) {
      if (program_->actor_name(actor) == name) return actor;
    }
    ADD_FAILURE() << "no actor " << name << " is enabled or blocked";
    throw std::runtime_error("no such actor");
  }

  /// "write x, consume start of main.1": the kinds and the names of the locations.
  std::string show(const core::StepRecord& record) const {
    std::string out;
    for (const core::Access& access : record.accesses) {
      if (!out.empty()) out += ", ";
      out += std::string(core::name(access.kind)) + " " + program_->location_name(access.location);
    }
    return out;
  }

 private:
  std::vector<std::string> names(const std::vector<core::ActorId>& ids) const {
    std::vector<std::string> out;
    for (core::ActorId actor : ids) out.push_back(program_->actor_name(actor));
    return out;
  }

  std::unique_ptr<core::Program> program_;
};

using Names = std::vector<std::string>;

}  // namespace heddle::toy
