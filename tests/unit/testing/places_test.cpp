// Every step that can says where in the program it stands: operators, guards and threads as well.
#include <gtest/gtest.h>

#include <vector>

#include "heddle/explore.hpp"
#include "heddle/heddle.hpp"

namespace heddle {
namespace {

constexpr int kLines = __LINE__;  // the programs below count from here
int operators() {
  atomic<int> n{0};
  thread other([&] { n = 1; });
  n += 2;
  n |= 4;
  other.join();
  return n.load();
}
int guards() {
  mutex m;
  shared_mutex s;
  { const lock_guard guard(m); }
  {
    unique_lock lock(m, defer_lock);
    lock.lock();
  }
  { const shared_lock reading(s); }
  mutex second;
  const scoped_lock both(m, second);
  return 0;
}

// "store:4 fetch_add:6": the steps of the first outcome, with their lines in the block above.
std::string lines_of(int (*test)()) {
  const auto all = explore(test);
  std::string out;
  std::string table = all.trace_of(all.entries[0]).table();
  const std::string file = "places_test.cpp:";
  for (std::size_t at = table.find('\n'); at != std::string::npos; at = table.find('\n', at + 1)) {
    const std::string line = table.substr(at + 1, table.find('\n', at + 1) - at - 1);
    const std::size_t place = line.find(file);
    const std::string number =
        place == std::string::npos
            ? "?"
            : std::to_string(std::stoi(line.substr(place + file.size())) - kLines);
    if (!line.empty()) out += (out.empty() ? "" : " ") + number;
  }
  return out;
}

TEST(Places, OfOperatorsAndThreads) {
  // start, fetch_add, fetch_or, store, join, load
  EXPECT_EQ(lines_of(operators), "3 4 5 3 6 7");
}

TEST(Places, OfGuards) {
  // A guard releases at the place where it was made or locked. The last three end the mutexes.
  EXPECT_EQ(lines_of(guards), "12 12 15 15 17 17 19 19 19 18 11 10");
}

TEST(Places, OfADataRace) {
  const auto all = explore([] {
    var<int> data{0};
    atomic<bool> ready{false};
    thread other([&] { data = 1; });
    ready.store(true);
    const int seen = data;
    other.join();
    return seen;
  });
  ASSERT_FALSE(all.entries.empty());
  const std::string& text = all.entries[0].text;
  EXPECT_NE(text.find("data race on var1: read by main (after "), std::string::npos) << text;
  EXPECT_EQ(text.find(":0)"), std::string::npos) << text;
  EXPECT_EQ(text.find("var.hpp"), std::string::npos) << text;
}

TEST(Guards, AreThoseOfTheStandardLibrary) {
  const auto all = explore([] {
    mutex m;
    condition_variable changed;
    bool ready = false;
    thread other([&] {
      const std::lock_guard guard(m);
      ready = true;
      changed.notify_one();
    });
    unique_lock lock(m);
    changed.wait(lock, [&] { return ready; });
    std::unique_lock<mutex> moved = std::move(lock);
    unique_lock<mutex> back(std::move(moved));
    const bool held = back.owns_lock() && !lock.owns_lock();
    back.unlock();
    const bool free = m.try_lock();
    if (free) m.unlock();
    other.join();
    return held && free && !back.owns_lock();
  });
  EXPECT_TRUE(all.complete);
  for (const auto& one : all.entries) EXPECT_EQ(one.text, "true");
}

// Whether all have the values that they should have.
bool use_operators() {
  atomic<int> n;
  n = {};
  n = {5};
  n = 'a';
  n -= 1;
  bool good = n.load() == 'a' - 1;
  atomic<int*> pointer{nullptr};
  pointer = {};
  int cells[2] = {};
  pointer = cells;
  pointer += 1;
  good = good && pointer.load() == cells + 1;
  var<int> value;
  value = {};
  value = n;
  struct Pair {
    var<int> left;
  } one, two;
  one.left = 7;
  two = one;
  good = good && two.left.read() == 7;
  var<std::vector<int>> list;
  list = {1, 2, 3};
  static_assert(!std::is_copy_assignable_v<atomic<int>>);
  return good && list.read().size() == 3;
}

TEST(Operators, TakeWhatThoseOfTheStandardLibraryTake) {
  const auto all = explore(use_operators);
  ASSERT_EQ(all.entries.size(), 1U);
  EXPECT_EQ(all.entries[0].text, "true");
}

}  // namespace
}  // namespace heddle
