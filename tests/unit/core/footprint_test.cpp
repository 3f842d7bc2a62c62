// The whole table of relations, spelled out, and what must hold of any such table.
#include "core/footprint.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace heddle::core {
namespace {

using K = AccessKind;

constexpr K kKinds[] = {K::kRead,   K::kWrite, K::kUpdate, K::kAwait,   K::kAcquire, K::kRelease,
                        K::kAppend, K::kTake,  K::kPoll,   K::kProduce, K::kConsume, K::kGuarded};

char letter(Relation relation) {
  switch (relation) {
    case Relation::kIndependent:
      return '.';
    case Relation::kConflict:
      return 'x';
    case Relation::kEnables:
      return '>';
    case Relation::kConditional:
      return 'o';
    case Relation::kMatching:
      return 'm';
    case Relation::kOperations:
      return 'c';
  }
  return '?';
}

// Row: the earlier access; column: the later one. From the definitions:
//   cell      two accesses conflict if one of them writes; two plain writes only if observed (o)
//   lock      two acquisitions compete; a release and an acquisition need each other (>)
//   mailbox   two appends matter if observed (o); a poll sees whether a message it accepts is there
//             (m); a take is ordered after the append of its message by the message, not by the
//             table, and everything else in a mailbox is done by its one owner
//   hand-over what is consumed was produced before (>)
//   object    two operations matter unless they commute (c)
// Locations belong to one discipline: pairs of different ones never meet and are independent.
constexpr const char* kTable[] = {
    // r w u a  A R  + t p  P C  g
    ".xx.........",  // read
    "xoxx........",  // write
    "xxxx........",  // update
    ".xx.........",  // await
    "....x>......",  // acquire
    "....>>......",  // release
    "......o.m...",  // append
    "............",  // take
    "......m.....",  // poll
    "..........>.",  // produce
    "............",  // consume
    "...........c",  // guarded
};

TEST(Relation, IsTheTable) {
  std::size_t row = 0;
  for (const K earlier : kKinds) {
    std::string found;
    for (const K later : kKinds) found += letter(relation(earlier, later));
    EXPECT_EQ(found, kTable[row++]) << "after " << name(earlier);
  }
}

// Whether two accesses compete cannot depend on who came first: a reversal must be reversible.
TEST(Relation, OfCompetitorsIsTheSameInBothOrders) {
  for (const K a : kKinds) {
    for (const K b : kKinds) {
      const Relation forth = relation(a, b);
      if (forth == Relation::kIndependent || forth == Relation::kEnables) continue;
      EXPECT_EQ(relation(b, a), forth) << name(a) << " and " << name(b);
    }
  }
}

// What is handed over is needed one way only: nothing can be consumed before it is produced.
TEST(Relation, OfHandOversIsOneWay) {
  EXPECT_EQ(relation(K::kProduce, K::kConsume), Relation::kEnables);
  EXPECT_EQ(relation(K::kConsume, K::kProduce), Relation::kIndependent);
}

// An acquisition and a release of one lock never race: the holder's release needs its acquisition,
// the next acquisition needs the release. Only two acquisitions compete.
TEST(Relation, OfLocksIsARaceForAcquisitionsOnly) {
  EXPECT_EQ(relation(K::kAcquire, K::kAcquire), Relation::kConflict);
  EXPECT_EQ(relation(K::kAcquire, K::kRelease), Relation::kEnables);
  EXPECT_EQ(relation(K::kRelease, K::kAcquire), Relation::kEnables);
  EXPECT_EQ(relation(K::kRelease, K::kRelease), Relation::kEnables);
}

TEST(AccessKind, BelongsToOneDiscipline) {
  for (const K kind : kKinds) {
    const bool hand_over = kind == K::kProduce || kind == K::kConsume;
    const bool object = kind == K::kGuarded;
    EXPECT_EQ(is_cell(kind) + is_lock(kind) + is_mailbox(kind) + hand_over + object, 1)
        << name(kind);
    EXPECT_TRUE(is_cell(kind) || (!reads_cell(kind) && !writes_cell(kind))) << name(kind);
  }
  EXPECT_TRUE(reads_cell(K::kUpdate) && writes_cell(K::kUpdate));
  EXPECT_TRUE(reads_cell(K::kAwait) && !writes_cell(K::kAwait));
  EXPECT_TRUE(!reads_cell(K::kWrite) && writes_cell(K::kWrite));
}

TEST(AccessKind, HasANameOfItsOwn) {
  std::set<std::string> names;
  for (const K kind : kKinds) names.insert(name(kind));
  EXPECT_EQ(names.size(), std::size(kKinds));
  EXPECT_EQ(names.count("?"), 0U);
}

// A summary may only err on the safe side, so each location has exactly one bit; and it has to
// tell neighbours apart to be of any use. 64 locations in 64 bits: a random hash leaves
// 64 * (1 - 1/64)^64 = 23 bits unused on average, hence 41 used; the multiplicative hash does at
// least as well on locations that follow each other.
TEST(LocationBit, IsOneBitAndSpreadsNeighbours) {
  std::uint64_t used = 0;
  for (Location location = 1000; location < 1064; ++location) {
    const std::uint64_t bit = location_bit(location);
    EXPECT_EQ(bit & (bit - 1), 0U);
    EXPECT_NE(bit, 0U);
    used |= bit;
  }
  EXPECT_GE(__builtin_popcountll(used), 41);
}

// Whatever the relation of two accesses, if it is one, their summaries meet; reads do not.
TEST(Summary, MeetsWhereAccessesDepend) {
  for (const AccessKind a : kKinds) {
    for (const AccessKind b : kKinds) {
      Summary first;
      first.add({7, 0, a});
      Summary second;
      second.add({7, 0, b});
      second.add({8, 0, AccessKind::kRead});
      EXPECT_EQ(first.meets(second), second.meets(first));
      if (relation(a, b) != Relation::kIndependent) {
        EXPECT_TRUE(first.meets(second)) << name(a) << ", " << name(b);
      }
    }
  }
  Summary reads;
  reads.add({7, 0, AccessKind::kRead});
  EXPECT_FALSE(reads.meets(reads));
}

}  // namespace
}  // namespace heddle::core
