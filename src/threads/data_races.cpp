#include "threads/data_races.hpp"

#include <algorithm>

#include "threads/orders.hpp"

namespace heddle::threads {

using std::memory_order;

void DataRaces::restart() {
  log_.clear();
  followed_ = 0;
  threads_.clear();
  published_.clear();
  buffered_.clear();
  variables_.clear();
}

DataRaces::Thread& DataRaces::of(std::uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(std::size_t{thread} + 1);
  Thread& self = threads_[thread];
  if (self.now.size() <= thread) self.now.resize(std::size_t{thread} + 1);
  return self;
}

void DataRaces::catch_up() {
  for (; followed_ < log_.size(); ++followed_) follow(log_[followed_]);
}

// A thread's own entry counts what it published: who knows the n-th knows what it did before it.
void DataRaces::follow(const SyncEntry& entry) {
  Thread& self = of(entry.thread);
  const bool publishes = entry.kind != SyncEntry::Kind::kAcquire &&
                         entry.kind != SyncEntry::Kind::kLoad &&
                         entry.kind != SyncEntry::Kind::kCommit;
  if (publishes) ++self.now[entry.thread];
  const auto published = [&]() -> const ViewClock& {
    return releases(entry.order) ? self.now : self.released;
  };
  const auto take_in = [&](const ViewClock& clock) {
    if (acquires(entry.order)) join(self.now, clock);
    join(self.read, clock);
  };
  switch (entry.kind) {
    case SyncEntry::Kind::kAcquire:
      join(self.now, published_[entry.location]);
      break;
    case SyncEntry::Kind::kRelease:
      join(published_[entry.location], self.now);
      break;
    case SyncEntry::Kind::kLoad:
      take_in(published_[entry.location]);
      break;
    case SyncEntry::Kind::kStore:
      published_[entry.location] = published();
      break;
    case SyncEntry::Kind::kUpdate: {
      ViewClock& at = published_[entry.location];
      take_in(at);
      join(at, published());
      break;
    }
    case SyncEntry::Kind::kBuffered:
      buffered_[entry.store] = published();
      break;
    case SyncEntry::Kind::kCommit:
      published_[entry.location] = buffered_[entry.store];
      break;
    case SyncEntry::Kind::kFence:
      if (acquires(entry.order)) join(self.now, self.read);
      if (releases(entry.order)) self.released = self.now;
      break;
  }
}

std::optional<DataRaces::Access> DataRaces::access(detail::Location location, const Access& now,
                                                   const ViewClock* clock) {
  if (clock == nullptr) {
    catch_up();
    clock = &of(now.thread).now;
  }
  const auto own = [&](std::uint32_t thread) {
    return thread < clock->size() ? (*clock)[thread] : 0;
  };
  const auto races = [&](const Seen& seen) {
    return seen.access.thread != now.thread && own(seen.access.thread) < seen.before;
  };
  Variable& variable = variables_[location];
  std::optional<Access> other;
  if (variable.write && races(*variable.write)) other = variable.write->access;
  const Seen seen{now, own(now.thread) + 1};
  if (!now.write) {
    variable.reads[now.thread] = seen;
    return other;
  }
  for (const auto& [thread, read] : variable.reads) {
    if (!other && races(read)) other = read.access;
  }
  variable.reads.clear();
  variable.write = seen;
  return other;
}

}  // namespace heddle::threads
