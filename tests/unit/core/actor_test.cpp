// Who an actor is does not depend on when it was met.
#include "core/actor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace heddle::core {
namespace {

TEST(ActorTable, GivesDenseIdsInOrderOfFirstUse) {
  ActorTable table;
  EXPECT_EQ(table.size(), 0U);
  const ActorId main = table.intern({});
  const ActorId child = table.intern({main, 0, 0});
  EXPECT_EQ(main, 0U);
  EXPECT_EQ(child, 1U);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table.key(child), (ActorKey{main, 0, 0}));
  EXPECT_EQ(table.keys(), (std::vector<ActorKey>{{}, {main, 0, 0}}));
}

TEST(ActorTable, GivesTheSameKeyTheSameId) {
  ActorTable table;
  const ActorId main = table.intern({});
  const ActorId child = table.intern({main, 0, 5});
  EXPECT_EQ(table.intern({main, 0, 5}), child);
  EXPECT_EQ(table.intern({}), main);
  EXPECT_EQ(table.size(), 2U);
}

// Parent, role and ordinal each make a difference, also where they could be mistaken for each
// other.
TEST(ActorTable, TellsApartWhatDiffersInOnePart) {
  ActorTable table;
  const ActorKey keys[] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0},           {1, 0, 0},
                           {1, 1, 0}, {0, 1, 1}, {0, 0, 1ULL << 32U}, {kNoActor, 0, 0}};
  for (std::size_t i = 0; i < std::size(keys); ++i) EXPECT_EQ(table.intern(keys[i]), i);
  for (std::size_t i = 0; i < std::size(keys); ++i) EXPECT_EQ(table.intern(keys[i]), i);
}

TEST(ActorTable, DoesNotInventActors) {
  const ActorTable table;
  EXPECT_THROW(table.key(0), std::out_of_range);
}

// What a resumed exploration does: the saved keys, interned in order, give the saved ids.
TEST(ActorTable, IsRestoredByItsKeys) {
  ActorTable table;
  for (std::uint64_t i = 0; i < 100; ++i) table.intern({static_cast<ActorId>(i / 3), 1, i * i});
  ActorTable copy;
  for (const ActorKey& key : table.keys()) copy.intern(key);
  EXPECT_EQ(copy.keys(), table.keys());
}

// Threads meet the same actors in different orders and at the same time; all get the same ids, and
// no id is given twice or left out.
TEST(ActorTable, IsSharedByThreads) {
  constexpr std::uint64_t kActors = 2000;
  constexpr unsigned kThreads = 4;
  // Coprime to 2000, so that each thread meets every actor, in its own order.
  constexpr std::uint64_t kStride[kThreads] = {1, 3, 7, 1999};
  ActorTable table;
  std::vector<std::vector<ActorId>> ids(kThreads, std::vector<ActorId>(kActors));
  std::atomic<unsigned> ready{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      for (std::uint64_t i = 0; i < kActors; ++i) {
        const std::uint64_t ordinal = (i * kStride[t]) % kActors;
        ids[t][ordinal] = table.intern({0, 0, ordinal});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(table.size(), kActors);
  for (std::uint64_t i = 0; i < kActors; ++i) {
    EXPECT_EQ(table.key(ids[0][i]), (ActorKey{0, 0, i}));
    for (unsigned t = 1; t < kThreads; ++t) EXPECT_EQ(ids[t][i], ids[0][i]);
  }
}

}  // namespace
}  // namespace heddle::core
