// Happens-before: vector clocks over an execution, and the races in it.
//
// An index by location finds the events a new event depends on: the last write, the reads since,
// the last release, the message it took. No pair of events is compared that does not share a
// location. The index follows the execution: it is extended when a run is finished and cut back
// when the search returns to an earlier state.
//
// With observers (seed 002 chapter 4) some edges appear after the fact: a read orders the writes
// before it, a take orders the delivery of its message before the deliveries it would also have
// accepted. Such an edge remembers the event that caused it and goes away with it; clocks are
// recomputed from the earliest event whose edges changed.
//
//   paper                    here
//   e ->_E e'                before(e, e')
//   e  race  e'              Race{e, e'}, with an observer if the order matters only to it
//   "not reversible"         an edge of kind kEnables never becomes a race
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/execution.hpp"
#include "core/location_index.hpp"
#include "support/recycled.hpp"

namespace heddle::core {

struct Race {
  std::uint32_t first = kNoEvent;   // e
  std::uint32_t second = kNoEvent;  // e'; kNoEvent when it is the pending step of a blocked actor
  std::uint32_t observer =
      kNoEvent;           // o: the event that makes the order of first and second matter
  Location location = 0;  // where they meet
  StepRef pending;        // the blocked step, when second is kNoEvent
};

/// What the index is made of.
struct HappensBeforeMemory {
  enum class EdgeKind : std::uint8_t {
    kConflict,  // may be a race
    kEnables,   // never one by itself
    kObserved,  // a race because of the observer
  };
  struct Edge {
    std::uint32_t from;
    std::uint32_t cause;  // the latest event the edge needs to exist
    std::uint32_t observer;
    Location location;
    EdgeKind kind;
  };
  struct Entry {  // one access of a cell or a lock
    std::uint32_t event;
    std::int32_t
        last_write;  // position of the latest writing entry at or before this one; -1: none
    std::int32_t first_write;  // of a kWrite: position of the first of the writes in a row; else -1
    Token token;
    AccessKind kind;
    // Of a cell: positions of the latest add, and of the latest other access, at or before this
    // one.
    std::int32_t last_add = -1;
    std::int32_t last_other = -1;
  };
  struct Message {
    std::uint32_t event;
    std::uint32_t taker;  // kNoEvent while it is in the mailbox
    Token token;
  };
  struct Receive {
    std::uint32_t event;
    std::uint32_t taken;  // position in messages; kNoEvent if it got none
    Token constraint;
    bool poll;
    bool same_actor;           // as all receives before it
    std::uint32_t first_left;  // Slot::first_left before it
  };
  struct Slot {
    Location location;
    std::vector<Entry> history;  // cells, locks, hand-overs, operations
    std::vector<Message> messages;
    std::vector<Receive> receives;
    std::uint32_t first_left = 0;  // messages before this one are taken
  };
  struct Candidate {  // an event that may race with a step that can be disabled
    std::uint32_t event;
    std::uint32_t observer;
    Location location;  // of an observed race
  };
  struct Retroactive {
    std::uint32_t target;
    std::uint32_t cause;
  };

  struct NotDep {
    std::uint64_t as_of = 0;  // the value of `changes_` when it was computed
    std::size_t count = 0;
    std::vector<std::uint32_t> events;  // the first `count`; the others are memory
  };

  std::uint64_t changes_ = 1;           // never goes back: `notdep_` is not cleared
  mutable std::vector<NotDep> notdep_;  // by event
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> clocks_;
  std::vector<std::vector<Edge>> edges_;  // by the later event
  std::vector<Retroactive> retroactive_;
  LocationIndex slot_of_;
  std::vector<std::uint32_t> touched_;  // the slots of the accesses of the events indexed, in order
  std::vector<Slot> slots_;             // those that `slot_of_` numbers are in use
  std::vector<std::uint32_t> reach_;
  std::vector<Edge> sorted_;
  std::vector<Candidate> candidates_;
  std::vector<Token> operations_;

  void clear();
  bool small() const;
};

class HappensBefore : support::Recycled<HappensBeforeMemory> {
 public:
  HappensBefore(Execution& execution, const Program& program, bool observers);

  /// Indexes the execution to its present end: takes then know their messages. Most clocks are left
  /// for `extend`.
  void follow();
  /// Clocks to the present end of the execution; cheap for what was already known.
  void extend();
  /// Must be called whenever the execution is cut back.
  void truncate(std::uint32_t size);

  bool observers() const { return observers_; }
  bool before(std::uint32_t first, std::uint32_t second) const {
    return clock(second)[execution_.actor(first)] > execution_.ordinal(first);
  }
  /// For each actor, how many of its events happen before this event or are it.
  std::span<const std::uint32_t> clock(std::uint32_t event) const {
    return {clocks_.data() + std::size_t{event} * stride_, stride_};
  }

  /// notdep(e,E): the events after `first` that do not happen after it, in order. Races share their
  /// first events, so it is kept until the execution changes.
  std::span<const std::uint32_t> notdep(std::uint32_t first) const;

  /// All races whose second event is at or after `from`, or not before the first event whose
  /// happens-before changed since the last call; which of the two it was.
  std::uint32_t races(std::uint32_t from, std::vector<Race>& out);

  /// Pairs (e, e') whose second event is at or after `from`, where e may have made e' possible
  /// after the actor of e' had come to it by steps taken since e: it would have waited, had it
  /// taken them before e.
  void enablings(std::uint32_t from, std::vector<Race>& out);
  /// The races of a blocked actor's pending step with the events that block it.
  void blocked_races(ActorId actor, const StepRecord& pending, std::vector<Race>& out);

  /// The events that must not be in the reversal of `race` because their behaviour may change with
  /// it (`affected`: 1), and, for an observed race, those that depend on `first` but behave as
  /// before (2). Index 0 is event `first`.
  void classify(const Race& race, std::vector<std::uint8_t>& out) const;

 private:
  Slot& slot(Location location);
  void index(std::uint32_t event);
  void index_cell(Slot& slot, std::uint32_t event, const Access& access);
  void index_add(Slot& slot, std::uint32_t event, const Access& access);
  void index_lock(Slot& slot, std::uint32_t event, const Access& access);
  void index_hand_over(Slot& slot, std::uint32_t event, const Access& access);
  void index_guarded(Slot& slot, std::uint32_t event, const Access& access);
  void index_append(Slot& slot, std::uint32_t event, const Access& access);
  void index_receive(Slot& slot, std::uint32_t event, const Access& access);
  void unindex(std::uint32_t event);
  void push_cell(Slot& slot, Entry entry);
  void add_edge(std::uint32_t target, const Edge& edge);
  void compute_clocks(std::uint32_t end);
  void compute_clock(std::uint32_t event);
  bool can_be_disabled(const Access& access);
  void races_of(std::uint32_t event, std::vector<Race>& out);
  void blocking_races(std::span<const Access> accesses, std::uint32_t event, std::uint32_t previous,
                      ActorId actor, const std::vector<Edge>& edges, std::vector<Race>& out);
  void consider_operations(const Access& access, std::uint32_t event, std::uint32_t previous,
                           ActorId actor, std::span<const Access> accesses,
                           const std::vector<Edge>& edges);
  bool consider(const Candidate& candidate, std::uint32_t previous, ActorId actor);
  bool movable(std::uint32_t candidate, std::span<const Access> accesses, std::uint32_t event,
               std::uint32_t previous, const std::vector<Edge>& edges);
  bool covered(std::span<const std::uint32_t> clock, std::uint32_t event) const {
    return !clock.empty() && clock[execution_.actor(event)] > execution_.ordinal(event);
  }

  Execution& execution_;  // not const: a take learns here which message it got
  const Program& program_;
  const bool observers_;
  std::uint32_t size_ = 0;   // events indexed
  std::uint32_t dirty_ = 0;  // clocks before this one are valid
  std::uint32_t fresh_ = 0;  // races with a second event before this one are known
};

}  // namespace heddle::core
