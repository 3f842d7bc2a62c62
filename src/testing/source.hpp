// Source: where outcomes came from. It outlives the exploration, so that traces can be made when
// somebody wants to read them.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "heddle/outcomes.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

class Source {
 public:
  Source(Subject subject, options how);

  /// One for each worker, made on its thread.
  std::unique_ptr<threads::Program> program() const;
  const options& how() const { return how_; }
  /// The memory model that is explored: under `cpp`, as long as no operation needs it, `sc`.
  heddle::memory memory() const;
  /// A run taught something that the others have to know: everything has to begin `again`.
  bool learned() const { return shared_->lessons().learned(); }
  unsigned lessons() const { return shared_->lessons().all(); }
  /// The same test, of which no more is known than the lessons.
  std::shared_ptr<Source> again() const { return knowing(lessons()); }
  std::shared_ptr<Source> knowing(unsigned lessons) const;
  /// Another process learned something, saw a loop.
  void learn(unsigned lessons) const { shared_->lessons().learn(lessons); }
  void saw_loop(const std::string& file, int line) const { shared_->saw_loop(file, line); }
  std::vector<place> loops() const { return shared_->loops(); }
  core::SharedState& shared() const { return *shared_; }
  core::ActorTable& actors() const { return shared_->actors(); }
  /// Tells this test from others of the process: the type of its function, and its name.
  const std::string& identity() const { return identity_; }

 private:
  Source(const Source& like, std::shared_ptr<threads::Shared> shared)
      : make_(like.make_), how_(like.how_), identity_(like.identity_), shared_(std::move(shared)) {}

  const TestFactory make_;
  const options how_;
  const std::string identity_;
  const std::shared_ptr<threads::Shared> shared_;
};

/// How the run ended in which the program is now: an error, or a value.
condition kind_of(const core::Finding& finding);

}  // namespace heddle::detail
