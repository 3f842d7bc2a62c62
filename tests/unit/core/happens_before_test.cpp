// Clocks and races of small runs, each worked out by hand from the table in core/footprint.hpp.
//
// A race is written "first-second", with "seen by o" if its order matters only to an observer.
// Events are numbered from 0 in the order of the schedule.
#include "core/happens_before.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::Execution;
using core::HappensBefore;
using core::kNoEvent;
using core::Race;
using Races = std::vector<std::string>;

constexpr Location x = 1;
constexpr Location y = 2;
constexpr Location m = 3;  // a mutex
constexpr Location n = 4;  // another one
constexpr Location b = 5;  // a mailbox
constexpr Location s = 6;  // what a spawn hands over

constexpr bool kPlain = false;
constexpr bool kObservers = true;

std::string show(const Race& race) {
  std::string text =
      fmt::format("{}-{}", race.first,
                  race.second == kNoEvent ? fmt::format("blocked {}", race.pending->actor())
                                          : std::to_string(race.second));
  if (race.observer != kNoEvent) text += fmt::format(" seen by {}", race.observer);
  return text;
}

/// A scripted program driven along a schedule, and its happens-before.
class Session {
 public:
  Session(bool observers, std::vector<Script> scripts, const std::vector<ActorId>& schedule)
      : program_(std::move(scripts)), hb_(execution_, program_, observers) {
    go_on(schedule);
  }

  void go_on(const std::vector<ActorId>& schedule) {
    core::StepRecord record;
    for (const ActorId actor : schedule) {
      program_.step(actor, record);
      execution_.push(actor, record);
    }
    hb_.extend();
  }
  void cut(std::uint32_t size) {
    hb_.truncate(size);
    execution_.truncate(size);
    program_.rewind(size);
    hb_.extend();
  }

  bool before(std::uint32_t first, std::uint32_t second) const { return hb_.before(first, second); }
  /// The clock of an event, as far as there are actors.
  std::vector<std::uint32_t> clock(std::uint32_t event) const {
    const auto all = hb_.clock(event);
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(program_.actors().size())};
  }
  std::vector<Race> found(std::uint32_t from = 0) {
    std::vector<Race> races;
    hb_.races(from, races);
    return races;
  }
  Races races(std::uint32_t from = 0) {
    Races out;
    for (const Race& race : found(from)) out.push_back(show(race));
    return out;
  }
  std::vector<Race> found_blocked() {
    std::vector<ActorId> actors;
    program_.blocked(actors);
    std::vector<Race> races;
    core::StepRecord record;
    for (const ActorId actor : actors) {
      program_.pending(actor, record);
      hb_.blocked_races(actor, record, races);
    }
    return races;
  }
  Races blocked_races() {
    Races out;
    for (const Race& race : found_blocked()) out.push_back(show(race));
    return out;
  }
  std::vector<int> classify(const Race& race) const {
    std::vector<std::uint8_t> classes;
    hb_.classify(race, classes);
    return {classes.begin(), classes.end()};
  }

  ScriptedProgram& program() { return program_; }
  const Execution& execution() const { return execution_; }
  HappensBefore& hb() { return hb_; }

 private:
  ScriptedProgram program_;
  Execution execution_;
  HappensBefore hb_;
};

// ---- Cells

class InBothModes : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Modes, InBothModes, testing::Values(kPlain, kObservers),
                         [](const auto& info) {
                           return std::string(info.param ? "Observers" : "Plain");
                         });

TEST_P(InBothModes, ReadsAreNotOrdered) {
  Session run(GetParam(), {{read(x)}, {read(x)}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

TEST_P(InBothModes, AReadAndAWriteRaceInBothOrders) {
  EXPECT_EQ(Session(GetParam(), {{read(x)}, {write(x, 1)}}, {0, 1}).races(), Races{"0-1"});
  EXPECT_EQ(Session(GetParam(), {{read(x)}, {write(x, 1)}}, {1, 0}).races(), Races{"0-1"});
}

TEST_P(InBothModes, DifferentLocationsHaveNothingInCommon) {
  Session run(GetParam(), {{write(x, 1)}, {write(y, 1)}, {read(y)}}, {0, 1, 2});
  EXPECT_FALSE(run.before(0, 2));
  EXPECT_EQ(run.races(), Races{"1-2"});
}

TEST_P(InBothModes, ClocksCountTheEventsOfEachActorInThePast) {
  Session run(GetParam(), {{write(y, 1), write(x, 1)}, {read(x)}, {write(y, 2)}}, {0, 0, 1, 2});
  EXPECT_EQ(run.clock(0), (std::vector<std::uint32_t>{1, 0, 0}));
  EXPECT_EQ(run.clock(1), (std::vector<std::uint32_t>{2, 0, 0}));
  EXPECT_EQ(run.clock(2), (std::vector<std::uint32_t>{2, 1, 0}));
  // The writes of y are ordered only if the order of writes that nobody reads counts.
  EXPECT_EQ(run.clock(3), (std::vector<std::uint32_t>{GetParam() ? 0U : 1U, 0, 1}));
}

// A write is after all reads since the last write, and each of them could have come later.
TEST_P(InBothModes, AWriteRacesWithEveryReadSinceTheLastWrite) {
  Session run(GetParam(), {{write(x, 1)}, {read(x)}, {read(x)}, {write(x, 2)}}, {0, 1, 2, 3});
  EXPECT_EQ(run.races(), (Races{"0-1", "0-2", "2-3", "1-3"}));
  EXPECT_TRUE(run.before(0, 3));  // through either read
}

// Compare-and-swap and the like read and write: each depends on the one before it.
TEST_P(InBothModes, UpdatesFormAChain) {
  Session run(GetParam(), {{update(x, 1)}, {update(x, 2)}, {update(x, 3)}}, {0, 1, 2});
  EXPECT_EQ(run.races(), (Races{"0-1", "1-2"}));
  EXPECT_TRUE(run.before(0, 2));
}

TEST_P(InBothModes, AnUpdateConflictsWithReadsAndWrites) {
  Session run(GetParam(), {{write(x, 1)}, {update(x, 2)}, {write(x, 3)}, {update(x, 4)}, {read(x)}},
              {0, 1, 2, 3, 4});
  EXPECT_EQ(run.races(), (Races{"0-1", "1-2", "2-3", "3-4"}));
}

// x is written before y and read after it: the order of the accesses to x follows from the order
// of those to y, so only the race for y can be reversed.
TEST_P(InBothModes, WhatAnotherOrderImpliesIsNoRace) {
  Session run(GetParam(), {{write(x, 1), write(y, 1)}, {read(y), read(x)}}, {0, 0, 1, 1});
  EXPECT_TRUE(run.before(0, 3));
  EXPECT_EQ(run.races(), Races{"1-2"});
}

TEST_P(InBothModes, TwoEventsRaceOnceWhereverTheyMeet) {
  Session run(GetParam(), {{{write(x, 1), write(y, 1)}}, {{read(x), read(y)}}}, {0, 1});
  EXPECT_EQ(run.races(), Races{"0-1"});
}

TEST_P(InBothModes, AnActorDoesNotRaceWithItself) {
  Session run(GetParam(), {{write(x, 1), read(x), update(x, 2), write(x, 3)}}, {0, 0, 0, 0});
  EXPECT_EQ(run.races(), Races{});
  EXPECT_TRUE(run.before(0, 3));
}

TEST(Writes, AreOrderedWithoutObservers) {
  Session run(kPlain, {{write(x, 1)}, {write(x, 2)}, {write(x, 3)}}, {0, 1, 2});
  EXPECT_EQ(run.races(), (Races{"0-1", "1-2"}));
}

TEST(Writes, ThatNobodyReadsAreNotOrderedWithObservers) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

// A read sees the last of the writes: each other one could have been the last, their own order
// does not matter.
TEST(Writes, AreOrderedBeforeTheOneThatIsRead) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {write(x, 3)}, {read(x)}}, {0, 1, 2, 3});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_TRUE(run.before(0, 2));
  EXPECT_TRUE(run.before(1, 2));
  EXPECT_EQ(run.races(), (Races{"1-2 seen by 3", "0-2 seen by 3", "2-3"}));
}

// An update reads what it overwrites.
TEST(Writes, AreObservedByAnUpdate) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {update(x, 3)}}, {0, 1, 2});
  EXPECT_EQ(run.races(), (Races{"0-1 seen by 2", "1-2"}));
}

// The first read made the order matter; the second one adds nothing.
TEST(Writes, HaveOneObserverForEachPair) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {read(x)}, {read(x)}}, {0, 1, 2, 3});
  EXPECT_EQ(run.races(), (Races{"0-1 seen by 2", "1-2", "1-3"}));
}

// The reader's actor wrote first: its own write can be overtaken like any other.
TEST(Writes, OfTheReaderCountAsWell) {
  Session run(kObservers, {{write(x, 1), read(x)}, {write(x, 2)}}, {0, 1, 0});
  EXPECT_EQ(run.races(), (Races{"0-1 seen by 2", "1-2"}));
}

// ---- Observed edges come and go

TEST(ObservedEdges, AppearWithTheObserverAndGoWithIt) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {read(x)}, {read(x)}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
  run.go_on({2});
  EXPECT_TRUE(run.before(0, 1));
  run.cut(2);
  EXPECT_FALSE(run.before(0, 1));
  run.go_on({3});
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_EQ(run.races(), (Races{"0-1 seen by 2", "1-2"}));
}

// What happens after an event whose past grew has a longer past as well.
TEST(ObservedEdges, ReachWhatComesAfterThem) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2), write(y, 1)}, {read(y)}, {read(x)}},
              {0, 1, 1, 2});
  EXPECT_FALSE(run.before(0, 3));
  run.go_on({3});
  EXPECT_TRUE(run.before(0, 3));
  run.cut(4);
  EXPECT_FALSE(run.before(0, 3));
}

// The races of the first two events were told (there are none); the read makes one of them a race.
TEST(ObservedEdges, MakeRacesOfEventsThatWereJudgedBefore) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {read(x)}}, {0, 1});
  EXPECT_EQ(run.races(), Races{});
  run.go_on({2});
  EXPECT_EQ(run.races(2), (Races{"0-1 seen by 2", "1-2"}));
  EXPECT_EQ(run.races(3), Races{});  // all told
}

// The lower part of the run is as it was; only what is new is told.
TEST(Races, OfANewEventAreToldAlone) {
  Session run(kPlain, {{write(x, 1)}, {read(x)}, {read(x)}}, {0, 1});
  EXPECT_EQ(run.races(), Races{"0-1"});
  run.go_on({2});
  EXPECT_EQ(run.races(2), Races{"0-2"});
  run.cut(1);
  run.go_on({2, 1});
  EXPECT_EQ(run.races(1), (Races{"0-1", "0-2"}));
}

// ---- Locks

TEST_P(InBothModes, AcquisitionsRaceAndReleasesDoNot) {
  const Script user = {acquire(m), release(m)};
  Session run(GetParam(), {user, user}, {0, 0, 1, 1});
  EXPECT_TRUE(run.before(1, 2));
  EXPECT_EQ(run.races(), Races{"0-2"});
}

// Event 4 could have come before the second acquisition of actor 0; that it could also have come
// before the first one is found when that is reversed.
TEST_P(InBothModes, AnAcquisitionRacesWithTheLatestOneItCouldPrecede) {
  Session run(GetParam(), {{acquire(m), release(m), acquire(m), release(m)}, {acquire(m)}},
              {0, 0, 0, 0, 1});
  EXPECT_EQ(run.races(), Races{"2-4"});
}

TEST_P(InBothModes, AcquisitionsOfThreeActorsRaceWithTheirNeighbours) {
  const Script user = {acquire(m), release(m)};
  Session run(GetParam(), {user, user, user}, {0, 0, 1, 1, 2, 2});
  EXPECT_EQ(run.races(), (Races{"0-2", "2-4"}));
}

TEST_P(InBothModes, AnActorsOwnAcquisitionsDoNotRace) {
  Session run(GetParam(), {{acquire(m), release(m), acquire(m)}}, {0, 0, 0});
  EXPECT_EQ(run.races(), Races{});
}

// Actor 1 has seen what actor 0 wrote while it held the lock: it cannot have been there earlier.
TEST_P(InBothModes, AnAcquisitionThatNeedsTheOtherDoesNotRaceWithIt) {
  Session run(GetParam(), {{acquire(m), update(x, 1), release(m)}, {read(x), acquire(m)}},
              {0, 0, 0, 1, 1});
  EXPECT_EQ(run.races(), Races{"1-3"});
}

TEST_P(InBothModes, LocksAreApart) {
  Session run(GetParam(), {{acquire(m), release(m)}, {acquire(n), release(n)}}, {0, 0, 1, 1});
  EXPECT_FALSE(run.before(0, 2));
  EXPECT_EQ(run.races(), Races{});
}

// The read under the lock is after the write under the lock because of the lock. It is no race.
TEST_P(InBothModes, WhatALockOrdersDoesNotRace) {
  Session run(GetParam(),
              {{acquire(m), update(x, 1), release(m)}, {acquire(m), read(x), release(m)}},
              {0, 0, 0, 1, 1, 1});
  EXPECT_EQ(run.races(), Races{"0-3"});
}

TEST_P(InBothModes, ABlockedAcquisitionRacesWithTheOneThatBlocksIt) {
  Session run(GetParam(), {{acquire(m), acquire(n)}, {acquire(n), acquire(m)}}, {0, 1});
  // The classic deadlock: each could have come before the other's first acquisition.
  EXPECT_EQ(run.races(), Races{});
  EXPECT_EQ(run.blocked_races(), (Races{"1-blocked 0", "0-blocked 1"}));
  const std::vector<Race> races = run.found_blocked();
  EXPECT_EQ(races[0].location, n);
  EXPECT_EQ(races[0].pending->id(), (core::EventId{0, 1}));
  EXPECT_EQ(races[0].pending->accesses()[0], acquire(n));
}

TEST_P(InBothModes, ABlockedAcquisitionRacesWithTheLatestOnly) {
  Session run(GetParam(), {{acquire(m), release(m), acquire(m)}, {acquire(m)}}, {0, 0, 0});
  EXPECT_EQ(run.blocked_races(), Races{"2-blocked 1"});
}

TEST_P(InBothModes, ABlockedAcquisitionThatNeedsTheOtherDoesNotRaceWithIt) {
  Session run(GetParam(), {{acquire(m), update(x, 1)}, {read(x), acquire(m)}}, {0, 0, 1});
  EXPECT_EQ(run.blocked_races(), Races{});
}

// ---- Awaits

// Without the update the await would still wait.
TEST_P(InBothModes, AnAwaitDoesNotRaceWithWhatEnablesIt) {
  Session run(GetParam(), {{update(x, 1)}, {await(x, {1})}}, {0, 1});
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

TEST_P(InBothModes, AnAwaitRacesWithTheLatestWriteItDoesNotNeed) {
  Session run(GetParam(), {{update(x, 1)}, {update(x, 2)}, {await(x, {1, 2})}}, {0, 1, 2});
  EXPECT_EQ(run.races(), (Races{"0-1", "1-2"}));
}

// 0, 1, 0: between the two updates it has to wait, but before both it could go on.
TEST_P(InBothModes, AnAwaitLooksFurtherBackForAValueThatMatches) {
  Session run(GetParam(), {{update(x, 1), update(x, 0)}, {await(x, {0})}}, {0, 0, 1});
  EXPECT_EQ(run.races(), Races{"0-2"});
}

// 0, 1, 2, 1: nothing before the first update matches, so the last one but one is what it needs.
TEST_P(InBothModes, AnAwaitLooksBackToTheUpdateThatEnablesIt) {
  Session run(GetParam(), {{update(x, 1), update(x, 2), update(x, 1)}, {await(x, {1})}},
              {0, 0, 0, 1});
  EXPECT_EQ(run.races(), Races{"1-3"});
}

TEST_P(InBothModes, AnUpdateRacesWithAnAwaitBeforeIt) {
  Session run(GetParam(), {{update(x, 1)}, {await(x, {0})}}, {1, 0});
  EXPECT_EQ(run.races(), Races{"0-1"});
}

TEST_P(InBothModes, AwaitsAreNotOrdered) {
  Session run(GetParam(), {{await(x, {0})}, {await(x, {0})}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
}

TEST_P(InBothModes, ABlockedAwaitRacesWithTheUpdateThatBlocksIt) {
  Session run(GetParam(), {{update(x, 1), update(x, 2)}, {await(x, {0})}}, {0, 0});
  EXPECT_EQ(run.blocked_races(), Races{"0-blocked 1"});
  run.cut(1);
  EXPECT_EQ(run.blocked_races(), Races{"0-blocked 1"});
}

// Nothing that happened keeps it from a value that was never there.
TEST_P(InBothModes, AnAwaitOfAValueThatNeverWasDoesNotRace) {
  Session run(GetParam(), {{update(x, 1)}, {await(x, {2})}}, {0});
  EXPECT_EQ(run.blocked_races(), Races{});
}

// As after a condition's wait: the value and the lock are both needed, and the lock is what an
// earlier event takes away.
TEST_P(InBothModes, AStepThatNeedsTwoThingsRacesWhereBothWereThere) {
  Session run(GetParam(), {{update(x, 1)}, {acquire(m), release(m)}, {{await(x, {1}), acquire(m)}}},
              {0, 1, 1, 2});
  EXPECT_EQ(run.races(), Races{"1-3"});
}

// ---- Mailboxes

TEST(Appends, AreOrderedWithoutObservers) {
  Session run(kPlain, {{append(b, 1)}, {append(b, 2)}}, {0, 1});
  EXPECT_EQ(run.races(), Races{"0-1"});
}

TEST(Appends, ThatNobodyReceivesAreNotOrderedWithObservers) {
  Session run(kObservers, {{append(b, 1)}, {append(b, 2)}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

TEST_P(InBothModes, ATakeIsAfterItsMessageAndDoesNotRaceWithIt) {
  Session run(GetParam(), {{append(b, 1)}, {take(b, {1})}}, {0, 1});
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
  EXPECT_EQ(run.execution()[1].taken(), run.execution()[0].id());
}

// The second message is not what the take got, and could have come later.
TEST_P(InBothModes, ATakeIsNotAfterOtherMessages) {
  Session run(GetParam(), {{append(b, 1)}, {append(b, 2)}, {take(b, {1, 2})}}, {0, 1, 2});
  EXPECT_FALSE(run.before(1, 2));
  EXPECT_EQ(run.execution()[2].taken(), run.execution()[0].id());
  EXPECT_EQ(run.races(), GetParam() ? Races{"0-1 seen by 2"} : Races{"0-1"});
}

// It had not come yet, but it could have been there first.
TEST_P(InBothModes, AMessageThatComesAfterTheTakeStillRacesWithTheOneTaken) {
  Session run(GetParam(), {{append(b, 1)}, {append(b, 2)}, {take(b, {1, 2})}}, {0, 2, 1});
  EXPECT_FALSE(run.before(1, 2));
  EXPECT_EQ(run.races(), GetParam() ? Races{"0-2 seen by 1"} : Races{"0-2"});
}

// A selective receive does not see the order of messages of which it accepts only one.
TEST(Takes, DoNotObserveMessagesTheyWouldNotAccept) {
  const std::vector<Script> scripts = {{append(b, 1)}, {append(b, 2)}, {take(b, {2})}};
  Session early(kObservers, scripts, {0, 1, 2});
  EXPECT_FALSE(early.before(0, 1));
  EXPECT_EQ(early.execution()[2].taken(), early.execution()[1].id());
  EXPECT_EQ(early.races(), Races{});
  Session late(kObservers, scripts, {1, 2, 0});
  EXPECT_EQ(late.races(), Races{});
}

// What an earlier receive took away is not there to be seen.
TEST(Takes, DoNotObserveMessagesTakenBefore) {
  Session run(kObservers, {{append(b, 1)}, {append(b, 2)}, {take(b, {1}), take(b, {1, 2})}},
              {0, 1, 2, 2});
  EXPECT_EQ(run.execution()[3].taken(), run.execution()[1].id());
  EXPECT_FALSE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

// The append comes after the last receive anyway, but not after that of the other receiver, whose
// message it could have replaced.
TEST(Takes, OfSeveralReceiversEachObserveALaterMessage) {
  const std::vector<Script> scripts = {
      {append(b, 1)}, {append(b, 2)}, {take(b, {1, 3})}, {take(b, {2}), append(b, 3)}};
  Session run(kObservers, scripts, {0, 1, 2, 3, 3});
  EXPECT_TRUE(run.before(0, 4));
  EXPECT_EQ(run.races(), Races{"0-4 seen by 2"});
}

TEST(Takes, OrderTheirMessageBeforeAllOthers) {
  Session run(kObservers, {{append(b, 1)}, {append(b, 2)}, {append(b, 3)}, {take(b, {1, 2, 3})}},
              {0, 1, 3, 2});
  EXPECT_FALSE(run.before(1, 3));
  EXPECT_EQ(run.races(), (Races{"0-1 seen by 2", "0-3 seen by 2"}));
}

// The second message came because of the first: there is no other order.
TEST(Takes, DoNotMakeRacesOfMessagesThatDependOnEachOther) {
  Session run(kObservers, {{append(b, 1), write(x, 1)}, {read(x), append(b, 2)}, {take(b, {1, 2})}},
              {0, 0, 1, 1, 2});
  EXPECT_EQ(run.races(), Races{"1-2"});
}

TEST_P(InBothModes, APollRacesWithAMessageItAcceptsInBothOrders) {
  const std::vector<Script> scripts = {{append(b, 1)}, {poll(b, {1})}};
  Session first(GetParam(), scripts, {0, 1});
  EXPECT_EQ(first.races(), Races{"0-1"});
  EXPECT_EQ(first.execution()[1].taken(), first.execution()[0].id());
  Session later(GetParam(), scripts, {1, 0});
  EXPECT_EQ(later.races(), Races{"0-1"});
  EXPECT_EQ(later.execution()[0].taken(), core::EventId{});
}

TEST_P(InBothModes, APollDoesNotSeeMessagesItWouldNotAccept) {
  Session run(GetParam(), {{append(b, 1)}, {poll(b, {2})}, {append(b, 3)}}, {0, 1});
  EXPECT_FALSE(run.before(0, 1));
  run.go_on({2});
  EXPECT_FALSE(run.before(1, 2));
}

// It took the first; had the second come first, it would have taken that one; and had neither
// come, none. Plainly the appends are ordered anyway.
TEST_P(InBothModes, APollObservesTheMessagesItAccepts) {
  Session run(GetParam(), {{append(b, 1)}, {append(b, 2)}, {poll(b, {1, 2})}}, {0, 1, 2});
  EXPECT_EQ(run.races(), GetParam() ? (Races{"0-1 seen by 2", "0-2"}) : (Races{"0-1", "1-2"}));
}

// With observers it does not matter when the message comes that it did not get.
TEST_P(InBothModes, APollIsAfterTheMessageItGets) {
  Session run(GetParam(), {{append(b, 1)}, {append(b, 2)}, {poll(b, {1, 2})}}, {0, 1, 2});
  EXPECT_TRUE(run.before(0, 2));
  EXPECT_EQ(run.before(1, 2), !GetParam());
}

// The step of actor 1 takes a lock as well, which is free: that must not hide the observed race.
TEST(Appends, ThatAlsoWaitForALockRaceWhenObserved) {
  Session run(kObservers, {{append(b, 1)}, {{acquire(m), append(b, 2)}}, {take(b, {1, 2})}},
              {0, 1, 2});
  EXPECT_EQ(run.races(), Races{"0-1 seen by 2"});
}

// Actor 0 waits for a value that actor 1 took away, and for a message that nobody sends: it could
// not have come before the update either. Were that reversal planned, the search would take the
// program for not deterministic.
TEST_P(InBothModes, ABlockedStepThatAlsoLacksAMessageDoesNotRace) {
  Session run(GetParam(), {{{take(b, {1}), await(x, {0})}}, {update(x, 1)}}, {1});
  EXPECT_EQ(run.blocked_races(), Races{});
}

TEST(Takes, GiveTheirMessageBackWhenTheyAreCut) {
  Session run(kObservers, {{append(b, 1)}, {append(b, 2)}, {take(b, {1, 2}), take(b, {1, 2})}},
              {0, 1, 2});
  EXPECT_TRUE(run.before(0, 1));
  run.cut(2);
  EXPECT_FALSE(run.before(0, 1));
  run.go_on({2, 2});
  EXPECT_EQ(run.execution()[2].taken(), run.execution()[0].id());
  EXPECT_EQ(run.execution()[3].taken(), run.execution()[1].id());
}

// ---- Hand-overs

TEST_P(InBothModes, AConsumptionNeedsItsProductionAndNeverRaces) {
  Session run(GetParam(), {{produce(s)}, {consume(s)}}, {0, 1});
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_EQ(run.races(), Races{});
}

// A process reads, in its first step, what its creator wrote in the step that made it.
TEST_P(InBothModes, AStepDoesNotRaceWithTheOneThatMadeItPossible) {
  Session run(GetParam(), {{{produce(s), write(x, 1)}}, {{consume(s), read(x)}}}, {0, 1});
  EXPECT_EQ(run.races(), Races{});
}

TEST_P(InBothModes, AnAcquisitionDoesNotRaceWithTheOneThatCreatedItsActor) {
  Session run(GetParam(), {{{acquire(m), produce(s)}, release(m)}, {{consume(s), acquire(m)}}},
              {0, 0, 1});
  EXPECT_EQ(run.races(), Races{});
}

// The same while the lock is still held: without its creator the waiting actor would not exist.
TEST_P(InBothModes, ABlockedAcquisitionDoesNotRaceWithTheOneThatCreatedItsActor) {
  Session run(GetParam(), {{{acquire(m), produce(s)}}, {{consume(s), acquire(m)}}}, {0});
  EXPECT_EQ(run.blocked_races(), Races{});
}

// ---- What else the algorithms ask for

// a0: x := 1, y := 1; a1: x := 2; a2 reads x, then y; a3: reads y. Turning round the writes of x
// changes what event 3 reads and what comes after it (1); event 1 goes on as before although it
// comes after event 0 (2); so does event 5, which reads what event 1 wrote.
TEST(Classify, TellsWhatAnObservedRaceChanges) {
  Session run(kObservers,
              {{write(x, 1), write(y, 1)}, {write(x, 2)}, {read(x), read(y)}, {read(y)}},
              {0, 0, 1, 2, 2, 3});
  const std::vector<Race> races = run.found();
  ASSERT_EQ(show(races[0]), "0-2 seen by 3");
  EXPECT_EQ(run.classify(races[0]), (std::vector<int>{2, 2, 0, 1, 1, 2}));
}

// Any later read of the pair may see the other order, not only the first.
TEST(Classify, CountsEveryReaderAsAnObserver) {
  Session run(kObservers, {{write(x, 1)}, {write(x, 2)}, {read(x)}, {read(x)}}, {0, 1, 2, 3});
  const std::vector<Race> races = run.found();
  ASSERT_EQ(show(races[0]), "0-1 seen by 2");
  EXPECT_EQ(run.classify(races[0]), (std::vector<int>{2, 0, 1, 1}));
}

TEST_P(InBothModes, ClassifyTellsWhatHappensAfterAPlainRace) {
  Session run(GetParam(), {{write(x, 1), read(y)}, {read(y)}, {read(x), read(y)}}, {0, 1, 0, 2, 2});
  const std::vector<Race> races = run.found();
  ASSERT_EQ(show(races[0]), "0-3");
  EXPECT_EQ(run.classify(races[0]), (std::vector<int>{1, 0, 1, 1, 1}));
}

// Clocks are rows of a matrix that gets wider when actors become known in the middle of a run.
TEST_P(InBothModes, ClocksGrowWithTheActors) {
  Session run(GetParam(), {{write(x, 1)}, {read(x)}}, {0});
  for (std::uint64_t i = 0; i < 20; ++i) run.program().actors().intern({0, 1, i});
  run.go_on({1});
  EXPECT_GE(run.hb().clock(1).size(), 22U);
  EXPECT_TRUE(run.before(0, 1));
  EXPECT_FALSE(run.before(1, 0));
}

}  // namespace
}  // namespace heddle::tests
