// Source: where outcomes came from. It outlives the exploration, so that traces can be made when
// somebody wants to read them.
#pragma once

#include <memory>
#include <string>

#include "heddle/outcomes.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

class Source {
 public:
  Source(Subject subject, options how);

  /// One for each worker, made on its thread.
  std::unique_ptr<threads::Program> program() const;
  const options& how() const { return how_; }
  core::ActorTable& actors() const { return shared_->actors(); }
  /// Tells this test from others of the process: the type of its function, and its name.
  const std::string& identity() const { return identity_; }

 private:
  const TestFactory make_;
  const options how_;
  const std::string identity_;
  const std::shared_ptr<threads::Shared> shared_ = std::make_shared<threads::Shared>();
};

/// How the run ended in which the program is now: an error, or a value.
condition kind_of(const core::Finding& finding);

}  // namespace heddle::detail
