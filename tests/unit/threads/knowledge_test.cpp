#include "heddle/knowledge.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/explore.hpp"
#include "heddle/mutex.hpp"
#include "heddle/mvar.hpp"
#include "heddle/thread.hpp"

namespace heddle {
namespace {

// Outcomes without their places.
template <class F>
std::vector<std::string> outcomes_of(F test, std::optional<unsigned> length = {}) {
  options how;
  how.length = length;
  std::vector<std::string> texts;
  for (const auto& entry : explore(test, how).entries) {
    texts.push_back(std::string(entry.kind == condition::deadlock ? "deadlock " : "") +
                    entry.text.substr(0, entry.text.find(" (")));
  }
  return texts;
}
using Texts = std::vector<std::string>;
const Texts kGoesOn{"did not end within the length bound"};

// The server goes on for ever, so the run is never over.
auto with_server(bool server_knows, bool main_forgets) {
  return [=] {
    mvar<int> box;
    atomic<int> turn{0};
    thread reader([box] { box.take(); });
    thread server([&turn, box, server_knows] {
      if (server_knows) knows_about(box);
      all_known();
      for (int i = 0;; ++i) turn.store(i);
    });
    knows_about(box);
    if (main_forgets) forgets(box);
    all_known();
    server.join();
    return 0;
  };
}

TEST(Knowledge, AThreadThatNobodyCanWakeIsDeadlocked) {
  EXPECT_EQ(outcomes_of(with_server(false, true), 12),
            Texts{"deadlock partial deadlock, nobody left can wake: T1 waits in mvar1.take"});
}
TEST(Knowledge, WhoKnowsTheObjectMayWakeIt) {
  EXPECT_EQ(outcomes_of(with_server(true, true), 12), kGoesOn);
  EXPECT_EQ(outcomes_of(with_server(false, false), 12), kGoesOn);
}

// By default, main's end is the end.
TEST(Knowledge, AlsoWhenMainHasEnded) {
  for (const bool named : {true, false}) {
    const auto test = [named] {
      mvar<int> box;
      if (named) knows_about(box);
      thread reader([box] { box.take(); });
      reader.detach();
      return 1;
    };
    EXPECT_EQ(outcomes_of(test),
              named
                  ? Texts{"deadlock partial deadlock, nobody left can wake: T1 waits in mvar1.take"}
                  : Texts{"1"});
  }
}

// Who joins one of them cannot be woken either.
TEST(Knowledge, TogetherWithThoseWhoWaitForThem) {
  const auto test = [] {
    mvar<int> never;
    atomic<int> turn{0};
    thread first([&] {
      knows_about(never);
      never.take();
    });
    thread second([&] { first.join(); });
    thread server([&] {
      all_known();
      for (int i = 0;; ++i) turn.store(i);
    });
    all_known();
    server.join();
    return 0;
  };
  options how;
  how.length = 12;
  const auto all = explore(test, how);
  ASSERT_EQ(all.entries.size(), 1U);
  EXPECT_EQ(all.entries[0].kind, condition::deadlock);
  EXPECT_NE(all.entries[0].text.find("T1 waits in mvar1.take"), std::string::npos);
  EXPECT_NE(all.entries[0].text.find("T2 waits in join"), std::string::npos);
}

// The lock's holder is in no hurry, but it can give it back.
TEST(Knowledge, AHolderOfALockMayGiveItBack) {
  const auto test = [] {
    mutex lock;
    atomic<int> turn{0};
    thread holder([&] {
      knows_about(lock);
      all_known();
      const std::scoped_lock guard(lock);
      for (int i = 0;; ++i) turn.store(i);
    });
    knows_about(lock);
    all_known();
    { const std::scoped_lock guard(lock); }
    holder.join();
    return 0;
  };
  EXPECT_EQ(outcomes_of(test, 8), kGoesOn);
}

TEST(Knowledge, UsingWhatOneSaidNotToKnowIsAnError) {
  const auto test = [] {
    mvar<int> box;
    thread other([box] {
      all_known();
      box.put(1);
    });
    knows_about(box);
    const int value = box.take();
    other.join();
    return value;
  };
  EXPECT_EQ(outcomes_of(test), Texts{"T1 uses mvar1, which it has said not to know"});
}

}  // namespace
}  // namespace heddle
