// An execution graph: what the threads did to their cells, under the C++ memory model.
//
// Events are reads, writes, updates and fences, each after all of its own past: its thread's
// earlier events and what it read from. An event's happens-before clock is therefore final when it
// is added, and so is the answer whether it is coherent (may_read, may_follow).
//
//   paper (RC11)   here
//   po             Event::thread, Event::index
//   rf             Event::source
//   mo             order(cell): from Event::after, see there
//   hb             happens_before, by clocks; sw by release views, C++20's release sequences
//   psc            sequentially_consistent
//
// Modification order. A write says directly after which write of lower rank it comes (or after the
// initial one): taking the writes by rank, each is put directly behind the one it names, which
// gives every order in exactly one way. The rank of an event is the number of events in its past
// (po, rf and whatever else orders threads), then its thread; so it does not depend on the order in
// which the events were added, and the past of an event ranks below it. An update comes directly
// after what it read, and writes come after the updates of the one they name.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

#include "heddle/detail/runtime.hpp"

namespace heddle::threads {

using EventNumber = std::uint32_t;
/// The initial value of a cell.
inline constexpr EventNumber kInitial = 0xffffffffU;

/// For each thread, how many of its events are known.
using ViewClock = std::vector<std::uint32_t>;
void join(ViewClock& clock, const ViewClock& other);

class ExecutionGraph {
 public:
  enum class Kind : std::uint8_t { kRead, kWrite, kUpdate, kFence };
  struct Event {
    Kind kind = Kind::kRead;
    std::memory_order order = std::memory_order_relaxed;
    std::uint32_t thread = 0;
    std::uint32_t index = 0;  // in its thread
    detail::Location cell = 0;
    std::uint32_t value = 0;         // written: the cell's number of it
    EventNumber source = kInitial;   // read from
    EventNumber after = kInitial;    // of a write
    EventNumber updated = kInitial;  // the update that read from it
    ViewClock clock;
    ViewClock past;
    ViewClock published;  // what a reader that acquires gets to know
    bool writes() const { return kind == Kind::kWrite || kind == Kind::kUpdate; }
    bool reads() const { return kind == Kind::kRead || kind == Kind::kUpdate; }
  };

  void clear();
  const Event& operator[](EventNumber event) const { return events_[event]; }
  /// The writes of a cell, without the initial one, in order of their adding.
  const std::vector<EventNumber>& writes(detail::Location cell) { return cells_[cell].writes; }
  struct Rank {
    std::uint64_t past = 0;
    std::uint32_t thread = 0;
    auto operator<=>(const Rank&) const = default;
  };
  Rank rank(EventNumber event) const;
  /// Of the next event of a thread, if it reads nothing.
  Rank next_rank(std::uint32_t thread);

  // Whether the axiom of coherence lets a thread that knows `clock` read (or update) from there, or
  // write there. It follows from the past of the event and of the write, so it is the same in
  // every graph that has both.
  bool may_read(const ViewClock& clock, detail::Location cell, EventNumber source,
                std::memory_order order);
  bool may_follow(const ViewClock& clock, const Rank& rank, detail::Location cell,
                  EventNumber after);

  // Each adds the next event of a thread.
  void add_read(std::uint32_t thread, detail::Location cell, EventNumber source,
                std::memory_order order);
  void add_write(std::uint32_t thread, detail::Location cell, EventNumber after,
                 std::memory_order order, std::uint32_t value);
  void add_update(std::uint32_t thread, detail::Location cell, EventNumber source,
                  std::memory_order order, std::uint32_t value);
  void add_fence(std::uint32_t thread, std::memory_order order);
  EventNumber last() const { return static_cast<EventNumber>(events_.size() - 1); }

  const ViewClock& clock(std::uint32_t thread) { return of(thread).now; }
  std::uint32_t events(std::uint32_t thread) { return of(thread).events; }

  // What threads learn from each other besides cells.
  struct Knowledge {
    ViewClock happens_before;
    ViewClock past;
  };
  void learn(std::uint32_t thread, const Knowledge& knowledge);
  void teach(std::uint32_t thread, Knowledge& knowledge);

  /// The last write of a cell in modification order.
  EventNumber latest(detail::Location cell) const;
  /// Whether all reads of a thread, its first events left out, are from the last write of a cell.
  bool read_the_latest(std::uint32_t thread, std::size_t from) const;

  /// The axiom on seq_cst.
  bool sequentially_consistent();

 private:
  struct Thread {
    std::uint32_t events = 0;
    ViewClock now;
    ViewClock past;
    ViewClock released;  // at its last release fence
    ViewClock read;      // seen by its relaxed reads: an acquire fence gets to know it
  };
  struct CellState {
    std::vector<EventNumber> writes;
    std::vector<EventNumber> reads;
    std::map<EventNumber, std::uint32_t> position;  // of writes in modification order, from 1
    EventNumber updated = kInitial;                 // the update that read the initial value
  };
  class Sequential;

  Thread& of(std::uint32_t thread);
  Event& begin(Kind kind, std::uint32_t thread, detail::Location cell, std::memory_order order);
  std::uint32_t count_event(std::uint32_t thread);
  void take_in(Event& event, EventNumber source);
  void publish(Event& event);
  void number(CellState& cell);
  static bool known(const Event& event, const ViewClock& clock) {
    return event.thread < clock.size() && clock[event.thread] > event.index;
  }
  static bool happens_before(const Event& first, const Event& second) {
    return known(first, second.clock);
  }
  std::uint32_t position(const CellState& cell, EventNumber write) const {
    return write == kInitial ? 0 : cell.position.at(write);
  }
  bool reads_coherently(const CellState& cell, const ViewClock& clock, std::uint32_t at) const;
  bool knows_later(const CellState& cell, const ViewClock& clock, EventNumber after,
                   const Rank& rank) const;
  ViewClock after_reading(const ViewClock& clock, EventNumber source,
                          std::memory_order order) const;

  std::vector<Event> events_;
  std::vector<Thread> threads_;
  std::map<detail::Location, CellState> cells_;
};

}  // namespace heddle::threads
