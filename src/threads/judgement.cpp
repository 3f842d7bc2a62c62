// How a run ended, and steps, threads and objects in words.
#include <fmt/format.h>

#include <algorithm>

#include "threads/locations.hpp"
#include "threads/program.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

using core::ActorId;
using core::Finding;
using detail::Location;

// Nothing can take a step any more.
bool Program::ended() const {
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (can_step(threads_[i])) return false;
  }
  return std::none_of(phantoms_.begin(), phantoms_.end(),
                      [](const auto& phantom) { return phantom != nullptr && phantom->ready(); });
}

bool Program::has_errors() const { return failed() || blamed() != nullptr; }

// What is wrong with the value that the run gave; null: nothing.
const std::string* Program::blamed() const {
  if (blame_.empty() || threads_[0].state != State::kEnded || !ended() || redundant())
    return nullptr;
  const auto found = blame_.find(test_->result());
  return found == blame_.end() ? nullptr : &found->second;
}

bool Program::failed() const {
  if (pruned_ || refuted_) return false;
  if (!errors_.empty()) return true;
  if (phase_ == Phase::kTeardown) return threads_[teardown_thread_].state != State::kEnded;
  if (!known_objects_.empty() && (!uses_of_strangers().empty() || !stuck_for_good().empty())) {
    return true;
  }
  if (!ended()) return false;
  bool stuck = false;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    stuck = stuck || thread.state != State::kEnded;
    if (thread.state == State::kSpinning && !spins_for_ever(thread)) return false;
  }
  return stuck && (threads_[0].state != State::kEnded || options_.stuck_threads);
}

std::vector<Finding> Program::errors() const {
  std::vector<Finding> errors = errors_;
  // By thread; of one thread, the first error first: the others may follow from it.
  std::stable_sort(errors.begin(), errors.end(),
                   [](const Finding& a, const Finding& b) { return a.actors < b.actors; });
  if (errors.empty()) errors = uses_of_strangers();
  if (!errors.empty()) return errors;
  if (!failed()) {
    const std::string* wrong = blamed();
    if (wrong != nullptr) {
      errors.push_back({Finding::Kind::kAssertion, {threads_[0].actor}, *wrong, {}, 0});
    }
    return errors;
  }
  Finding deadlock;
  deadlock.kind = Finding::Kind::kDeadlock;
  std::string who;
  const auto add = [&](const Thread& thread) {
    if (deadlock.actors.empty()) {
      deadlock.file = thread.pending->where.file;
      deadlock.line = thread.pending->where.line;
    }
    deadlock.actors.push_back(thread.actor);
    who += (who.empty() ? "" : "; ") +
           fmt::format("{} {}", actor_name(thread.actor), waits_for(thread.actor));
  };
  const bool main_ended = threads_[0].state == State::kEnded;
  const bool all = ended() && (!main_ended || options_.stuck_threads);
  if (all || phase_ == Phase::kTeardown) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Thread& thread = threads_[i];
      if (thread.state == State::kEnded || (thread.last && phase_ != Phase::kTeardown)) continue;
      add(thread);
    }
    deadlock.message = (main_ended ? "stuck when main has ended: " : "deadlock: ") + who;
  } else {
    for (const Thread* thread : stuck_for_good()) add(*thread);
    deadlock.message = "partial deadlock, nobody left can wake: " + who;
  }
  return {deadlock};
}

std::string Program::outcome() const {
  if (!failed()) return "value " + test_->result();
  const std::vector<Finding> found = errors();
  std::string text;
  for (const Finding& finding : found) text += (text.empty() ? "" : "; ") + finding.message;
  return (found[0].kind == Finding::Kind::kDeadlock ? "deadlock " : "error ") + text;
}

// --- Words ---

std::string Program::words(const Operation& operation) const {
  const std::string object = object_words(operation);
  return object.empty() ? operation.name : fmt::format("{}.{}", object, operation.name);
}

// The object of an operation; empty if it has none.
std::string Program::object_words(const Operation& operation) const {
  if (operation.object == nullptr) {
    return operation.home == 0 ? std::string() : location_name(operation.home);
  }
  const Location home = operation.home != 0 ? operation.home : operation.touched[0].location;
  const Location object = home & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) return named->second.name;
  return fmt::format("{}{}", operation.type, object & 0xffffff);
}

core::StepText Program::describe_last_step() const {
  core::StepText text;
  text.operation = arguments_.empty() ? operation_ : fmt::format("{}({})", operation_, arguments_);
  text.value = value_;
  text.target = target_;
  text.source = {where_.file, where_.line};
  text.reads = reads_;
  return text;
}

std::string Program::waits_for(ActorId actor) const {
  const Actor* known = find(actor);
  if (known == nullptr || known->phantom != kNone) return {};
  const Thread& thread = threads_[known->thread];
  if (thread.pending == nullptr) return {};
  const Operation& operation = *thread.pending;
  const char* how = thread.state == State::kSpinning ? "spins at" : "waits in";
  const bool held = operation.holder != nullptr && *operation.holder != detail::kNobody;
  const std::string holder =
      held ? ", held by " + actor_name(threads_[*operation.holder].actor) : std::string();
  return fmt::format("{} {} ({}:{}{})", how, words(operation), operation.where.file,
                     operation.where.line, holder);
}

std::string Program::actor_name(ActorId actor) const {
  const Actor* known = find(actor);
  if (known != nullptr && known->phantom == kNone && !threads_[known->thread].name.empty()) {
    return threads_[known->thread].name;
  }
  const core::ActorKey key = shared_->actors().key(actor);
  if (key.parent == core::kNoActor) return "main";
  if (key.role == kThreadRole) {
    const std::string parent = actor_name(key.parent);
    return fmt::format("{}{}", parent == "main" ? "T" : parent + ".", key.ordinal + 1);
  }
  if (key.role == kPossibilityRole) return actor_name(key.parent);  // its own operation
  return fmt::format("{} of {}", key.role == kChoiceRole ? "choice" : "store buffer",
                     actor_name(key.parent));
}

std::string Program::location_name(core::Location location) const {
  if ((location & kThreads) != 0) {
    if ((location & (kThreads - 1)) >> 40 != 0) return "the scheduling";
    const auto actor = static_cast<ActorId>((location & (kThreads - 1)) >> 1);
    return fmt::format("the {} of {}", (location & 1) != 0 ? "end" : "beginning",
                       actor_name(actor));
  }
  return name_of(location, "object");
}

std::string Program::name_of(core::Location location, const char* type) const {
  const core::Location object = location & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) return named->second.name;
  return fmt::format("{}{}", named == names_.end() ? type : named->second.type, object & 0xffffff);
}

}  // namespace heddle::threads
