// Memory and objects that are gone: what the program does with them, and what it leaves behind.
//
// Operations on an object are reads of its lifetime, its destruction is a write: two that nothing
// orders are an error like a data race, whichever comes first in the run (data_races.hpp). So one
// run of a class is enough to see a use after free that needs no other operation in between. All of
// this only if the program includes heddle/heap.hpp: it costs clocks at every step.
#include <fmt/format.h>

#include <string_view>

#include "threads/locations.hpp"
#include "threads/memory.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using core::Finding;
using detail::Location;

namespace {

constexpr std::uint32_t kLifetimePart = 0xffd;
// Handles of this library (ref, mvar, future, ...) own their objects together, by counts of the
// standard library that the engine does not see. Locks order their users by themselves.
bool has_lifetime(std::string_view type) {
  return type == "atomic" || type == "atomic_flag" || type == "var";
}
Location lifetime(Location object) { return detail::part_of(object & kObjects, kLifetimePart); }

}  // namespace

std::string Program::words(const HeapPlace& at) const {
  const std::string who = actor_name(threads_[at.thread].actor);
  return at.after.line == 0 ? fmt::format("{} (before its first step)", who)
                            : fmt::format("{} (after {}:{})", who, at.after.file, at.after.line);
}

void* Program::allocate(std::size_t size, std::size_t alignment) {
  const UserCode engine(false);
  return heap_.allocate(size, alignment, {running_, last_place()});
}

void Program::deallocate(Block& block) {
  const UserCode engine(false);
  const HeapPlace now{running_, last_place()};
  const auto before = Heap::free(block, now);
  if (!before || unwinding()) return;
  add_error(Finding::Kind::kAbnormalExit,
            fmt::format("{} bytes freed twice: by {}, then by {}; allocated by {}", before->size,
                        words(before->freed), words(now), words(before->allocated)),
            now.after);
}

// The step in progress is the running thread's, unless it has not taken any.
place Program::last_place() const {
  return threads_[running_].begun && steps_ > 0 ? where_ : place{};
}

void Program::uses(const Operation& operation, std::uint32_t thread) {
  if (operation.object == nullptr || !has_lifetime(operation.type)) return;
  const Location object = operation.home != 0 ? operation.home : operation.touched[0].location;
  if (foresees_) threads_[thread].accesses.push_back({object, false});
  uses(object, thread, operation.where);
}

void Program::uses(Location object, std::uint32_t thread, place where) {
  if (!Heap::linked()) return;
  const ViewClock* clock = memory_ == nullptr ? nullptr : memory_->clock(thread);
  const auto other = data_races_.access(lifetime(object), {thread, false, where}, clock);
  if (!other || threads_[thread].unwinding) return;
  errors_.push_back(
      {Finding::Kind::kAbnormalExit,
       {threads_[thread].actor},
       fmt::format("{} is used by {} ({}:{}), but destroyed by {}", location_name(object),
                   actor_name(threads_[thread].actor), where.file, where.line,
                   words(HeapPlace{other->thread, other->where})),
       where.file,
       where.line});
}

void Program::destroys(Location object, const char* type, bool again) {
  if (!Heap::linked() || unwinding() || !has_lifetime(type)) return;
  const UserCode engine(false);
  const HeapPlace now{running_, last_place()};
  const ViewClock* clock = memory_ == nullptr ? nullptr : memory_->clock(running_);
  const auto other = data_races_.access(lifetime(object), {running_, true, now.after}, clock);
  if (again) {
    add_error(Finding::Kind::kAbnormalExit,
              fmt::format("{} is destroyed twice, again by {}", name_of(object, type), words(now)),
              now.after);
  } else if (other) {
    add_error(Finding::Kind::kAbnormalExit,
              fmt::format("{} is used by {} ({}:{}), but destroyed by {}", name_of(object, type),
                          actor_name(threads_[other->thread].actor), other->where.file,
                          other->where.line, words(now)),
              now.after);
  }
}

std::string Program::freed_words(const void* object) const {
  const auto freed = heap_.freed_around(object);
  return freed ? fmt::format(", whose memory was freed by {}", words(freed->freed)) : std::string();
}

// Nobody runs any more, so nobody needs what the engine keeps for the threads.
void Program::judge_heap() {
  if (!errors_.empty() || pruned_) return;
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (threads_[i].state != State::kEnded) return;
  }
  for (std::uint32_t i = 0; i < count_; ++i) {
    threads_[i].body = nullptr;
    threads_[i].at_exit.clear();
  }
  invariants_.clear();
  referred_.clear();
  running_ = 0;
  if (const auto written = heap_.written_after_free()) {
    add_error(Finding::Kind::kAbnormalExit,
              fmt::format("{} bytes were written after they were freed by {}; allocated by {}",
                          written->size, words(written->freed), words(written->allocated)),
              written->freed.after);
    return;
  }
  if (!options_.leaks) return;
  if (const auto leak = heap_.leak(dynamic_cast<const void*>(test_.get()))) {
    const std::string more =
        leak->blocks == 1 ? std::string()
                          : fmt::format(" ({} blocks, {} bytes in all)", leak->blocks, leak->bytes);
    add_error(Finding::Kind::kAbnormalExit,
              fmt::format("leak: nobody frees {} bytes allocated by {}{}", leak->size,
                          words(leak->allocated), more),
              leak->allocated.after);
  }
}

}  // namespace heddle::threads
