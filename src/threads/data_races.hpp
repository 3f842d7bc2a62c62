// Data races: accesses of plain variables that nothing orders.
//
// Happens-before of C++ comes from what threads do to locks, to each other and to atomics (by their
// orders). All of that is kept in a log as the run goes, and clocks are computed from it only when
// a variable is looked at: programs without variables pay an entry for each step. Under memory::cpp
// the execution graph has the clocks already.
//
// For each variable the last write and the last read of each thread since are kept (as FastTrack
// does: Flanagan, Freund, PLDI 2009).
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "heddle/detail/runtime.hpp"
#include "support/recycled.hpp"
#include "threads/execution_graph.hpp"

namespace heddle::threads {

/// What a step did that orders threads.
struct SyncEntry {
  enum class Kind : std::uint8_t {
    kAcquire,   // sees what was published at the location
    kRelease,   // publishes there
    kLoad,      // of a cell, with an order
    kStore,     // of a cell, seen at once
    kUpdate,    // of a cell
    kBuffered,  // a store that will be seen with the kCommit of the same `store`
    kCommit,
    kFence,
  };
  Kind kind = Kind::kAcquire;
  std::uint32_t thread = 0;
  detail::Location location = 0;
  std::memory_order order = std::memory_order_seq_cst;
  detail::Location store = 0;
};

struct SyncLog {
  std::vector<SyncEntry> log_;
  void clear() { log_.clear(); }
  bool small() const { return log_.capacity() <= 4096; }
};

class DataRaces : support::Recycled<SyncLog> {
 public:
  void restart();
  void log(const SyncEntry& entry) { log_.push_back(entry); }
  SyncEntry& last() { return log_.back(); }

  struct Access {
    std::uint32_t thread = 0;
    bool write = false;
    place where;
    bool after = false;  // what is known is only the place of the thread's step before
  };
  /// An access of a variable; the earlier one that it races with, if there is one. `clock`: what
  /// the thread knows, if somebody else keeps clocks.
  std::optional<Access> access(detail::Location variable, const Access& now,
                               const ViewClock* clock);

 private:
  struct Seen {
    Access access;
    std::uint32_t before = 0;  // which event of its thread tells of it: the next one
  };
  struct Variable {
    std::optional<Seen> write;
    std::map<std::uint32_t, Seen> reads;  // by thread, since the last write
  };
  struct Thread {
    ViewClock now;
    ViewClock released;
    ViewClock read;
  };

  void catch_up();
  void follow(const SyncEntry& entry);
  Thread& of(std::uint32_t thread);

  std::size_t followed_ = 0;
  std::vector<Thread> threads_;
  std::map<detail::Location, ViewClock> published_;
  std::map<detail::Location, ViewClock> buffered_;
  std::map<detail::Location, Variable> variables_;
};

}  // namespace heddle::threads
