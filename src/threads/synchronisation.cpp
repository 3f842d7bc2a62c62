// What operations mean for happens-before and for memory, and the data races that follow.
#include <fmt/format.h>

#include <utility>

#include "threads/memory.hpp"
#include "threads/program.hpp"

namespace heddle::threads {

using core::Finding;
using detail::Location;

void Program::failed_update() {
  SyncEntry& entry = data_races_.last();
  entry.kind = SyncEntry::Kind::kLoad;
  entry.order = threads_[running_].pending->failure;
}

void Program::check_access(Location variable, bool write, place where) {
  uses(variable, running_, where);
  if (foresees_) threads_[running_].accesses.push_back({variable, write});
  const bool after = where.line == 0;
  const DataRaces::Access now{running_, write, after ? last_place() : where, after};
  const ViewClock* clock = memory_ == nullptr ? nullptr : memory_->clock(running_);
  const auto other = data_races_.access(variable, now, clock);
  if (!other || unwinding()) return;
  const auto access_words = [&](const DataRaces::Access& access) {
    const std::string who =
        access.after ? words(HeapPlace{access.thread, access.where})
                     : fmt::format("{} ({}:{})", actor_name(threads_[access.thread].actor),
                                   access.where.file, access.where.line);
    return fmt::format("{} by {}", access.write ? "written" : "read", who);
  };
  // Which of the two came first is nobody's decision.
  std::string first = access_words(*other);
  std::string second = access_words(now);
  if (other->thread > now.thread) std::swap(first, second);
  add_error(Finding::Kind::kAbnormalExit,
            fmt::format("data race on {}: {}, {}", name_of(variable, "var"), first, second),
            now.where);
}

// What the operation about to be executed means for memory.
void Program::synchronise(const Thread& thread) {
  const Operation& operation = *thread.pending;
  if (operation.barrier) memory_->passed_barrier(thread.number);
  operation.each_acquired([&](Location location) { memory_->acquire(thread.number, location); });
  operation.each_released([&](Location location) { memory_->release(thread.number, location); });
}

}  // namespace heddle::threads
