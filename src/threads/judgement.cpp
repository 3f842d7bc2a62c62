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

bool Program::has_errors() const {
  if (!errors_.empty()) return true;
  if (pruned_) return false;
  if (phase_ == Phase::kTeardown) return threads_[teardown_thread_].state != State::kEnded;
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
  if (!errors.empty() || !has_errors()) return errors;
  Finding deadlock;
  deadlock.kind = Finding::Kind::kDeadlock;
  std::string who;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    if (thread.state == State::kEnded || (thread.last && phase_ != Phase::kTeardown)) continue;
    if (deadlock.actors.empty()) {
      deadlock.file = thread.pending->where.file;
      deadlock.line = thread.pending->where.line;
    }
    deadlock.actors.push_back(thread.actor);
    who += (who.empty() ? "" : "; ") +
           fmt::format("{} {}", actor_name(thread.actor), waits_for(thread.actor));
  }
  const bool partial = threads_[0].state == State::kEnded;
  deadlock.message = (partial ? "stuck when main has ended: " : "deadlock: ") + who;
  return {deadlock};
}

std::string Program::outcome() const {
  const std::vector<Finding> found = errors();
  if (found.empty()) return "value " + test_->result();
  std::string text;
  for (const Finding& finding : found) text += (text.empty() ? "" : "; ") + finding.message;
  return (found[0].kind == Finding::Kind::kDeadlock ? "deadlock " : "error ") + text;
}

// --- Words ---

std::string Program::words(const Operation& operation) const {
  if (operation.object == nullptr) return operation.name;
  const Location home = operation.home != 0 ? operation.home : operation.touched[0].location;
  const Location object = home & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) {
    return fmt::format("{}.{}", named->second.name, operation.name);
  }
  return fmt::format("{}{}.{}", operation.type, object & 0xffffff, operation.name);
}

core::StepText Program::describe_last_step() const {
  core::StepText text;
  text.operation = arguments_.empty() ? operation_ : fmt::format("{}({})", operation_, arguments_);
  text.value = value_;
  text.source = {where_.file, where_.line};
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
  if (known != nullptr && known->phantom != kNone && phantoms_[known->phantom] != nullptr) {
    return fmt::format("{} of {}", phantoms_[known->phantom]->name(), actor_name(key.parent));
  }
  return fmt::format("phantom {} of {}", key.ordinal + 1, actor_name(key.parent));
}

std::string Program::location_name(core::Location location) const {
  if ((location & kThreads) != 0) {
    if ((location & (kThreads - 1)) >> 40 != 0) return "the scheduling";
    const auto actor = static_cast<ActorId>((location & (kThreads - 1)) >> 1);
    return fmt::format("the {} of {}", (location & 1) != 0 ? "end" : "beginning",
                       actor_name(actor));
  }
  const core::Location object = location & kObjects;
  const auto named = names_.find(object);
  if (named != names_.end() && !named->second.name.empty()) return named->second.name;
  const char* type = named == names_.end() ? "object" : named->second.type;
  return fmt::format("{}{}", type, object & 0xffffff);
}

}  // namespace heddle::threads
