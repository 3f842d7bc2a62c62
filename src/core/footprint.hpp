// Footprints: which locations an event touched, and how.
//
// Two events of different actors are dependent exactly when they touch a common location in
// conflicting ways; the core never asks what language an event came from. There are five
// disciplines, each with its own access kinds:
//
//   cell      read  write  update  await  add   a shared variable, an ETS key, a flag, a set
//   lock      acquire  release               a mutex
//   mailbox   append  take  poll             messages; a take gets the oldest that matches
//   hand-over produce  consume               what one event makes and another one needs
//   object    guarded                        anything else that waits: semaphore, barrier, MVar
//
// `relation(earlier, later)` is the whole table. `kConditional` pairs conflict only if a later
// access observes their order (observers, seed 002 chapter 4): two writes are observed by the read
// that sees the last of them; two appends by the take that got one of them and would have accepted
// the other. An exploration without observers treats `kConditional` as `kConflict`.
//
// A front end keeps one promise: apart from which message a `take` or `poll` gets, the footprint of
// an event is a function of the actor's own history. A compare-and-swap is an `update` whether or
// not it succeeds; a receive with a timeout is a `poll` whether or not it times out. The algorithms
// plan reversals of events they have only seen in the other order, and this is what makes those
// plans exact. Where a footprint follows from what the event finds, as the mailbox behind a
// registered name does, the access that finds it says so (`decides`), and a plan that changes what
// is there counts on anything. And a cell that somebody awaits or adds to is written
// with `update` only: being kept waiting observes the order of the writes as well as reading them
// does, and an `add` does not say which of them it comes after.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::core {

/// Identifies a location; the same in every interleaving and in every instance of the program.
using Location = std::uint64_t;

/// In a step that was planned and may do more than it did in the run it was seen in: everything.
inline constexpr Location kAnywhere = ~Location{0};

/// A value that the front end can judge with `Program::matches`: a written value, a message, a
/// constraint. The same in every instance of the program. The core only stores it.
using Token = std::uint64_t;

enum class AccessKind : std::uint8_t {
  kRead,
  kWrite,
  kUpdate,  // reads and writes: compare-and-swap, fetch-and-add
  kAwait,   // a read that blocks until the value matches its constraint
  kAdd,     // changes the cell in a way that commutes with other adds: a blind increment
  kAcquire,
  kRelease,
  kAppend,   // token: the message
  kTake,     // token: the constraint; blocks until a message matches
  kPoll,     // token: the constraint; takes a matching message or goes on without
  kProduce,  // enables the `consume` of the same location; token: the message handed over, or 0
  kConsume,
  kGuarded,  // token: the operation. The front end says whether it waits (`Program::admits`) and
             // which operations commute (`Program::commute`)
};

enum class Relation : std::uint8_t {
  kIndependent,
  kConflict,     // dependent; the later one might also have come first
  kEnables,      // dependent; the later one needs the earlier one
  kConditional,  // dependent only if observed
  kMatching,     // dependent (a conflict) only if the poll's constraint accepts the message
  kOperations,   // dependent (a conflict, if both could come first) unless they commute
};

struct Access {
  Location location = 0;
  Token token = 0;
  AccessKind kind = AccessKind::kRead;
  /// What is found here decides what else the step touches.
  bool decides = false;
  bool operator==(const Access&) const = default;
};

constexpr bool reads_cell(AccessKind kind) {
  return kind == AccessKind::kRead || kind == AccessKind::kUpdate || kind == AccessKind::kAwait;
}
constexpr bool writes_cell(AccessKind kind) {
  return kind == AccessKind::kWrite || kind == AccessKind::kUpdate;
}
constexpr bool is_cell(AccessKind kind) { return kind <= AccessKind::kAdd; }
constexpr bool is_lock(AccessKind kind) {
  return kind == AccessKind::kAcquire || kind == AccessKind::kRelease;
}
constexpr bool is_mailbox(AccessKind kind) {
  return kind >= AccessKind::kAppend && kind <= AccessKind::kPoll;
}

/// How two accesses of one location by different actors depend on each other, in this order.
constexpr Relation relation(AccessKind earlier, AccessKind later) {
  using K = AccessKind;
  if (is_cell(earlier) && is_cell(later)) {
    if (earlier == K::kAdd || later == K::kAdd) {
      return earlier == later ? Relation::kIndependent : Relation::kConflict;
    }
    if (!writes_cell(earlier) && !writes_cell(later)) return Relation::kIndependent;
    if (earlier == K::kWrite && later == K::kWrite) return Relation::kConditional;
    return Relation::kConflict;
  }
  if (is_lock(earlier) && is_lock(later)) {
    return earlier == K::kAcquire && later == K::kAcquire ? Relation::kConflict
                                                          : Relation::kEnables;
  }
  if (earlier == K::kAppend && later == K::kAppend) return Relation::kConditional;
  if ((earlier == K::kAppend && later == K::kPoll) ||
      (earlier == K::kPoll && later == K::kAppend)) {
    return Relation::kMatching;
  }
  if (earlier == K::kProduce && later == K::kConsume) return Relation::kEnables;
  if (earlier == K::kGuarded && later == K::kGuarded) return Relation::kOperations;
  return Relation::kIndependent;
}

/// One bit of a location in a 64-bit summary of a footprint.
constexpr std::uint64_t location_bit(Location location) {
  return std::uint64_t{1} << ((location * 0x9e3779b97f4a7c15ULL) >> 58);
}

/// A footprint in two words: two footprints that do not `meet` are independent.
struct Summary {
  std::uint64_t touched = 0;
  std::uint64_t changed = 0;  // touched by more than a read

  constexpr void add(const Access& access) {
    const std::uint64_t bit = location_bit(access.location);
    touched |= bit;
    const bool reads = access.kind == AccessKind::kRead || access.kind == AccessKind::kAwait;
    if (!reads) changed |= bit;
    if (access.location == kAnywhere) touched = changed = ~std::uint64_t{0};
  }
  constexpr bool meets(const Summary& other) const {
    return ((touched & other.changed) | (changed & other.touched)) != 0;
  }
};

const char* name(AccessKind kind);

}  // namespace heddle::core
