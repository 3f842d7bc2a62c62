// Explorations lend each other memory (src/support/recycled.hpp) and nothing else: what one finds
// does not depend on which were before it on its OS thread.
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <thread>

#include "heddle/assert.hpp"
#include "heddle/condition_variable.hpp"
#include "heddle/explore.hpp"
#include "tests/unit/testing/programs.hpp"

namespace heddle {
namespace {

// All that an exploration tells but the time it took.
template <class F>
std::string told(F test, const options& how) {
  std::ostringstream out;
  try {
    const auto all = explore(test, how);
    out << all.executions << ' ' << all.blocked << ' ' << all.events << ' ' << all.cut_off << '\n';
    for (const auto& one : all.entries) {
      out << static_cast<int>(one.kind) << ' ' << one.text << ' ' << one.executions << ':';
      for (const auto actor : one.schedule) out << ' ' << actor;
      out << '\n';
    }
    // The rest of them would take long.
    if (all.complete) out << all.trace_of(all.entries.front()).text();
  } catch (const std::exception& error) {
    out << error.what();
  }
  return out.str();
}

void fails_early() {
  atomic<int> x{0};
  thread writer([&] { x.store(1); });
  thread reader([&] {
    HEDDLE_ASSERT(x.load() == 0);
    x.store(2);
  });
  writer.join();
  reader.join();
}

void throws_while_others_wait() {
  const auto m = std::make_shared<mutex>();
  const auto changed = std::make_shared<condition_variable>();
  thread waiter([m, changed] {
    std::unique_lock lock(*m);
    changed->wait(lock);
  });
  waiter.detach();
  throw std::runtime_error("no");
}

void never_ends() {
  atomic<int> x{0};
  thread t([&] {
    while (true) x.fetch_add(1);
  });
  t.join();
}

// Threads that start threads, so that the numbers of actors mean something else.
int grandchildren() {
  atomic<int> x{0};
  thread child([&] {
    thread grandchild([&] { x.fetch_add(1); });
    x.fetch_add(2);
    grandchild.join();
  });
  const int seen = x.load();
  child.join();
  return seen;
}

void changes_its_mind() {
  static int runs = 0;  // not allowed: the exploration is given up in the middle
  atomic<int> x{0};
  thread a([&] { x.store(1); });
  if (++runs > 1) x.store(3);
  x.store(2);
  a.join();
}

struct Named {
  const char* name;
  std::function<std::string()> tell;
};

std::vector<Named> explorations() {
  options tso;
  tso.memory = memory::tso;
  options cpp;
  cpp.memory = memory::cpp;
  options first;
  first.first_error = true;
  options small;
  small.length = 8;
  options two;
  two.executions = 2;
  return {
      {"sc", [] { return told(programs::StoreBuffering{}, {}); }},
      {"tso", [=] { return told(programs::StoreBuffering{}, tso); }},
      {"cpp", [=] { return told(programs::StoreBuffering{}, cpp); }},
      {"deadlock", [] { return told(programs::LockOrder{}, {}); }},
      {"readers", [] { return told(programs::Readers{3}, {}); }},
      {"cut off", [=] { return told(programs::Readers{3}, two); }},
      {"failure", [] { return told(fails_early, {}); }},
      {"first failure", [=] { return told(fails_early, first); }},
      {"exception", [] { return told(throws_while_others_wait, {}); }},
      {"abort", [=] { return told(never_ends, small); }},
      {"grandchildren", [] { return told(grandchildren, {}); }},
  };
}

std::string on_a_new_thread(const std::function<std::string()>& tell) {
  std::string text;
  std::thread([&] { text = tell(); }).join();
  return text;
}

TEST(Repeated, AnExplorationTellsTheSameWhateverWasExploredBefore) {
  const auto all = explorations();
  std::vector<std::string> alone;
  for (const Named& one : all) alone.push_back(on_a_new_thread(one.tell));
  EXPECT_NE(alone[3].find("T1 waits in"), std::string::npos) << alone[3];
  for (const Named& before : all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string after = on_a_new_thread([&] {
        before.tell();
        return all[i].tell();
      });
      EXPECT_EQ(after, alone[i]) << all[i].name << " after " << before.name;
    }
  }
}

TEST(Repeated, AnExplorationThatWasGivenUpLeavesNothingBehind) {
  const auto tell = [] { return told(grandchildren, {}); };
  const std::string alone = on_a_new_thread(tell);
  const std::string after = on_a_new_thread([&] {
    EXPECT_THROW(explore(changes_its_mind), std::runtime_error);
    return tell();
  });
  EXPECT_EQ(after, alone);
}

TEST(Repeated, WhatATestOwnedIsGoneWithItsExploration) {
  std::weak_ptr<int> of_the_body;
  std::weak_ptr<int> of_the_exit;
  explore([&] {
    const auto body = std::make_shared<int>(1);
    const auto at_exit = std::make_shared<int>(2);
    of_the_body = body;
    of_the_exit = at_exit;
    mutex m;
    m.lock();
    thread stuck([&m, body, at_exit] {
      detail::at_thread_exit([at_exit] {});
      m.lock();
    });
    stuck.join();
  });
  EXPECT_TRUE(of_the_body.expired());
  EXPECT_TRUE(of_the_exit.expired());
}

// An object that outlives an exploration belongs to none of the runs of the next.
TEST(Repeated, ObjectsOfAnEarlierExplorationAreNotKnownToALaterOne) {
  atomic<int> outside{5};
  const auto test = [&] {
    thread t([&] { outside.fetch_add(1); });
    const int seen = outside.load();
    t.join();
    return seen;
  };
  const auto first = programs::texts(explore(test));
  explore(fails_early);
  EXPECT_EQ(programs::texts(explore(test)), first);
  EXPECT_EQ(first, (std::vector<std::string>{"5", "6"}));
}

}  // namespace
}  // namespace heddle
