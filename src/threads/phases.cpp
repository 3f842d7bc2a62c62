// Set-up, main phase, teardown; invariants of the main phase.
//
// Set-up and teardown have a fixed schedule: the oldest actor that can go on. Their steps are
// chained, each needs the one before, so that no race between them can be reversed; the first step
// of a thread in the main phase needs the last of the set-up, which releases it. The teardown is a
// thread that can begin when no other can take a step: it needs the last step of every actor, and a
// thread that was stuck when it began cannot go on after it (kPhase).
//
// An invariant looks at objects after every step. So the steps that change one of these objects are
// ordered (kInvariants), whether or not they are otherwise.
#include <fmt/format.h>

#include <algorithm>

#include "threads/locations.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using core::AccessKind;
using core::ActorId;
using detail::Token;

namespace {

// Operations on kPhase: steps that a stuck thread could take, and steps of the teardown.
constexpr std::uint8_t kOfMain = 0;
constexpr std::uint8_t kOfTeardown = 1;

bool phase_admits(Token operation, const Token*, std::size_t count) {
  return detail::code_of(operation) == kOfMain && count == 0;
}
bool phase_commute(Token, Token) { return false; }
constexpr detail::Guard kPhaseGuard{phase_admits, phase_commute};

core::Access phase_access(std::uint8_t code) {
  static const std::uint32_t number = detail::guard_number(kPhaseGuard, "phase");
  return {kPhase, detail::make_token(number, code, 0), AccessKind::kGuarded};
}

}  // namespace

void Program::restart_phases() {
  phase_ = Phase::kMain;
  chained_ = setup_end_ = 0;
  setup_threads_ = 0;
  teardown_begin_ = 0;
  teardown_thread_ = kNone;
  invariants_.clear();
  inspected_.clear();
  stepped_.clear();
}

// Whether the schedule of the present phase lets this actor go on.
bool Program::in_order(ActorId actor) const {
  if (phase_ == Phase::kMain) {
    if (teardown_thread_ == kNone || threads_[teardown_thread_].actor != actor) return true;
    return std::none_of(order_.begin(), order_.end(),
                        [&](ActorId other) { return other != actor && could_step(other); });
  }
  for (std::size_t i = phase_ == Phase::kTeardown ? teardown_begin_ : 0; i < order_.size(); ++i) {
    const ActorId other = order_[i];
    const bool waits = phase_ == Phase::kSetup && teardown_thread_ != kNone &&
                       threads_[teardown_thread_].actor == other;
    if (!waits && could_step(other)) return other == actor;
  }
  return false;
}

void Program::chain(ActorId actor, core::StepRecord& out) {
  if (phase_ == Phase::kMain) {
    if (teardown_thread_ == kNone) return;
    out.accesses.push_back({last_location(actor), 0, AccessKind::kProduce});
    if (std::find(stepped_.begin(), stepped_.end(), actor) == stepped_.end()) {
      stepped_.push_back(actor);
    }
    return;
  }
  if (phase_ == Phase::kTeardown) out.accesses.push_back(phase_access(kOfTeardown));
  const bool first = phase_ == Phase::kSetup ? chained_ == 0 : chained_ == setup_end_;
  if (!first) out.accesses.push_back({order_location(chained_), 0, AccessKind::kConsume});
  out.accesses.push_back({order_location(++chained_), 0, AccessKind::kProduce});
}

void Program::consume_setup(const Thread& thread, core::StepRecord& out) const {
  if (thread.stuck) out.accesses.push_back(phase_access(kOfMain));
  if (phase_ == Phase::kSetup || thread.after_setup || thread.number >= setup_threads_) return;
  if (setup_end_ == 0) return;
  out.accesses.push_back({release_location(thread.actor), 0, AccessKind::kConsume});
}

void Program::end_setup() {
  phase_ = Phase::kMain;
  setup_end_ = chained_;
  setup_threads_ = count_;
  for (std::uint32_t i = 0; i < count_ && record_ != nullptr; ++i) {
    record_->accesses.push_back({release_location(threads_[i].actor), 0, AccessKind::kProduce});
  }
  for (const auto& check : invariants_) {
    try {
      check();  // to know what it looks at; it is judged after steps
    } catch (...) {
    }
  }
}

void Program::at_teardown(std::function<void()> body) {
  teardown_begin_ = order_.size();
  Thread& starter = threads_[running_];
  const ActorId actor = next_child(starter);
  ++starter.children;
  Thread& thread = new_thread(actor);
  thread.last = true;
  thread.begun = true;  // never first
  teardown_thread_ = thread.number;
  thread.body = [this, body = std::move(body)] {
    Operation operation("teardown", {});
    perform(operation);
    body();
  };
  resume(thread);
}

void Program::begin_teardown(core::StepRecord& out) {
  phase_ = Phase::kTeardown;
  setup_end_ = chained_;
  for (std::uint32_t i = 0; i < count_; ++i) {
    Thread& thread = threads_[i];
    thread.stuck = thread.state == State::kPending && !thread.last;
  }
  for (const ActorId actor : stepped_) {
    out.accesses.push_back({last_location(actor), 0, AccessKind::kConsume});
  }
  // Actors that were made in the main phase do not take part.
  const ActorId own = threads_[teardown_thread_].actor;
  std::erase(order_, own);
  teardown_begin_ = order_.size();
  order_.push_back(own);
}

void Program::add_invariant(std::function<void()> check) {
  if (phase_ == Phase::kSetup) invariants_.push_back(std::move(check));
}

void Program::check_invariants(core::StepRecord& out) {
  if (invariants_.empty() || phase_ != Phase::kMain) return;
  const bool changed =
      std::any_of(out.accesses.begin(), out.accesses.end(), [&](const core::Access& access) {
        return access.kind != AccessKind::kRead && inspected_.contains(access.location);
      });
  if (!changed) return;
  out.accesses.push_back({kInvariants, 0, AccessKind::kUpdate});
  const bool failed = std::any_of(errors_.begin(), errors_.end(), [](const core::Finding& finding) {
    return finding.message.starts_with("invariant failure");
  });
  if (failed || threads_[0].state == State::kEnded) return;
  const MakeCurrent scope(this);
  for (const auto& check : invariants_) {
    try {
      check();
    } catch (const std::exception& exception) {
      add_error(core::Finding::Kind::kAssertion,
                fmt::format("invariant failure: {}", exception.what()), where_);
      return;
    } catch (...) {
      add_error(core::Finding::Kind::kAssertion, "invariant failure", where_);
      return;
    }
  }
}

}  // namespace heddle::threads
