// Partial deadlocks: threads that nobody left can wake (include/heddle/knowledge.hpp).
//
// A set of waiting threads is stuck for good if each waits for an object that somebody has named,
// and every thread outside the set has ended, or has named all objects that it uses and this one is
// not among them; or if it joins a thread of the set. The largest such set is what is left when all
// others are taken away, again and again. Being in it is for ever: a thread outside can learn of an
// object only from one that knows it. So it is enough to look when a run is over, or is cut off,
// and what is found does not depend on the order of its steps.
#include "heddle/knowledge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "threads/locations.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using detail::Location;

namespace {

bool contains(const std::vector<Location>& all, Location one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// What it waits for; 0 if it has no object.
Location object_of(const Operation& operation) {
  if (operation.object == nullptr) return 0;
  return (operation.home != 0 ? operation.home : operation.touched[0].location) & kObjects;
}

}  // namespace

void Program::know(Location object, bool knows) {
  std::vector<Location>& own = threads_[running_].knows;
  object &= kObjects;
  if (knows) {
    if (!contains(own, object)) own.push_back(object);
    if (!contains(known_objects_, object)) known_objects_.push_back(object);
  } else {
    std::erase(own, object);
  }
}

// Whether anybody names the object may turn out later.
void Program::note_stranger(Thread& thread, const Operation& operation) {
  const Location object = object_of(operation);
  if (object == 0 || contains(thread.knows, object)) return;
  const bool noted =
      std::any_of(thread.strangers.begin(), thread.strangers.end(),
                  [&](const Stranger& stranger) { return stranger.object == object; });
  if (!noted) thread.strangers.push_back({object, operation.type, operation.where});
}

std::vector<core::Finding> Program::uses_of_strangers() const {
  std::vector<core::Finding> found;
  for (std::uint32_t i = 0; i < count_; ++i) {
    for (const Stranger& stranger : threads_[i].strangers) {
      if (!contains(known_objects_, stranger.object)) continue;
      const auto named = names_.find(stranger.object);
      const std::string name = named != names_.end() && !named->second.name.empty()
                                   ? named->second.name
                                   : fmt::format("{}{}", stranger.type, stranger.object & 0xffffff);
      found.push_back({core::Finding::Kind::kAbnormalExit,
                       {threads_[i].actor},
                       fmt::format("{} uses {}, which it has said not to know (heddle::all_known)",
                                   actor_name(threads_[i].actor), name),
                       stranger.where.file,
                       stranger.where.line});
    }
  }
  return found;
}

std::vector<const Program::Thread*> Program::stuck_for_good() const {
  if (known_objects_.empty()) return {};
  std::vector<bool> stuck(count_);
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Thread& thread = threads_[i];
    stuck[i] = thread.state == State::kPending && thread.hit == nullptr && !thread.attempting &&
               !thread.pending->by_choice && !thread.pending->can_go_on();
  }
  const auto could_be_woken = [&](const Thread& thread) {
    const Location object = object_of(*thread.pending);
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Thread& other = threads_[i];
      if (object == 0) {  // a join, or what nobody can name
        const bool joined = thread.pending->touches > 0 &&
                            thread.pending->touched[0].location == end_of(other.actor);
        if (joined) return !stuck[i];
      } else if (!stuck[i] && other.state != State::kEnded &&
                 (!other.knows_all || contains(other.knows, object))) {
        return true;
      }
    }
    return object == 0 || !contains(known_objects_, object);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (!stuck[i] || !could_be_woken(threads_[i])) continue;
      stuck[i] = false;
      changed = true;
    }
  }
  std::vector<const Thread*> found;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (stuck[i]) found.push_back(&threads_[i]);
  }
  return found;
}

}  // namespace heddle::threads

namespace heddle::detail {

void know(Location object, bool knows) {
  threads::Program* const program = threads::Program::current();
  if (program == nullptr || program->unwinding()) return;
  const threads::UserCode engine(false);
  program->know(object, knows);
}

void know_all() {
  if (threads::Program* const program = threads::Program::current()) program->know_all();
}

}  // namespace heddle::detail
