// What traces say of loads: which step wrote what they read, and what else they could have read.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "heddle/heddle.hpp"

namespace heddle {
namespace {

using Seen = std::pair<int, int>;

auto message_passing(memory_order store, memory_order load) {
  return [=] {
    atomic<int> data{0};
    atomic<int> flag{0};
    data.set_name("data");
    flag.set_name("flag");
    Seen seen;
    thread writer([&] {
      data.store(1, memory_order_relaxed);
      flag.store(1, store);
    });
    thread reader([&] {
      seen.first = flag.load(load);
      seen.second = data.load(memory_order_relaxed);
    });
    writer.join();
    reader.join();
    return seen;
  };
}

auto store_buffering(memory_order order) {
  return [=] {
    atomic<int> x{0};
    atomic<int> y{0};
    x.set_name("x");
    y.set_name("y");
    Seen seen;
    thread first([&] {
      x.store(1, order);
      seen.first = y.load(order);
    });
    thread second([&] {
      y.store(1, order);
      seen.second = x.load(order);
    });
    first.join();
    second.join();
    return seen;
  };
}

// The step of the way to this outcome that does this.
template <class F>
trace::step step_of(F test, memory model, Seen outcome, const std::string& operation) {
  const auto all = explore(test, {.memory = model});
  for (const auto& one : all.entries) {
    if (one.value != outcome) continue;
    for (const trace::step& step : all.trace_of(one).steps) {
      if (step.operation == operation) return step;
    }
  }
  ADD_FAILURE() << "no " << operation << " in\n" << all.text();
  return {};
}

TEST(Reads, WhatIsPublishedLeavesNoChoice) {
  const auto ordered = message_passing(memory_order_release, memory_order_acquire);
  const auto relaxed = message_passing(memory_order_relaxed, memory_order_relaxed);
  const auto sure = step_of(ordered, memory::cpp, {1, 1}, "data.load");
  EXPECT_EQ(sure.value, "1");
  EXPECT_EQ(sure.reads, "");
  // Without the orders the flag says nothing about the data.
  const auto free = step_of(relaxed, memory::cpp, {1, 1}, "data.load");
  EXPECT_EQ(free.value, "1");
  EXPECT_NE(free.reads.find("or 0 initial"), std::string::npos) << free.reads;
  const auto late = step_of(relaxed, memory::cpp, {1, 0}, "data.load");
  EXPECT_EQ(late.reads.substr(0, 14), "initial; or 1 ") << late.reads;
}

// Both loads reading the initial values is what the axiom on seq_cst forbids: in a run in which one
// has, the other one has no choice.
TEST(Reads, TheOrderOfSeqCstLeavesNoChoice) {
  const auto all = explore(store_buffering(memory_order_seq_cst), {.memory = memory::cpp});
  int later = 0;
  for (const auto& one : all.entries) {
    if (*one.value == Seen(1, 1)) continue;
    bool zero = false;
    for (const trace::step& step : all.trace_of(one).steps) {
      if (!step.operation.ends_with(".load")) continue;
      if (zero) {
        EXPECT_EQ(step.value, "1");
        EXPECT_EQ(step.reads, "");
        ++later;
      }
      zero = step.value == "0";
    }
  }
  EXPECT_GE(later, 1) << all.text();  // in the other outcome the load of 1 may come first
}

TEST(Reads, StoresThatWaitInBuffers) {
  for (const memory model : {memory::tso, memory::pso}) {
    const auto old = step_of(store_buffering(memory_order_relaxed), model, {0, 0}, "x.load");
    EXPECT_EQ(old.value, "0");
    EXPECT_EQ(old.reads.substr(0, 20), "initial; or 1 of ste") << old.reads;
    const auto fresh = step_of(store_buffering(memory_order_relaxed), model, {0, 1}, "x.load");
    EXPECT_EQ(fresh.value, "1");
    EXPECT_EQ(fresh.reads, "");  // it is in memory already
  }
}

TEST(Reads, UnderSequentialConsistencyThereIsNothingToSay) {
  const auto all = explore(store_buffering(memory_order_relaxed));
  for (const auto& one : all.entries) {
    for (const trace::step& step : all.trace_of(one).steps) EXPECT_EQ(step.reads, "");
  }
}

}  // namespace
}  // namespace heddle
