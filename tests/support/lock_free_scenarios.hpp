// What is asked of the lock-free structures in examples/cpp/lock_free: functions for a check, which
// return whether all went well. The wrong variant of each is a template argument away.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "examples/cpp/lock_free/chase_lev_deque.hpp"
#include "examples/cpp/lock_free/double_checked.hpp"
#include "examples/cpp/lock_free/hazard_pointer.hpp"
#include "examples/cpp/lock_free/michael_scott_queue.hpp"
#include "examples/cpp/lock_free/mpmc_queue.hpp"
#include "examples/cpp/lock_free/mutual_exclusion.hpp"
#include "examples/cpp/lock_free/pointer_swap.hpp"
#include "examples/cpp/lock_free/reader_writer_lock.hpp"
#include "examples/cpp/lock_free/seqlock.hpp"
#include "examples/cpp/lock_free/spsc_ring.hpp"
#include "examples/cpp/lock_free/treiber_stack.hpp"
#include "heddle/thread.hpp"

namespace heddle::testing {

inline bool all_different(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

// One thread pops a node while another pops two and pushes the first of them again.
template <bool kTagged>
bool every_node_has_one_owner() {
  examples::TreiberStack<kTagged, 3> stack;
  for (int node : {2, 1, 0}) stack.push(node);
  std::vector<int> owned;
  std::optional<int> kept;
  heddle::thread other([&] {
    const auto first = stack.pop();
    kept = stack.pop();
    if (first) stack.push(*first);
  });
  const auto mine = stack.pop();
  other.join();
  if (mine) owned.push_back(*mine);
  if (kept) owned.push_back(*kept);
  for (int i = 0; i < 4; ++i) {
    if (const auto left = stack.pop()) owned.push_back(*left);
  }
  return owned.size() == 3 && all_different(owned);
}

template <bool kPublishes>
bool queue_keeps_what_was_pushed() {
  examples::MichaelScottQueue<kPublishes> queue;
  heddle::thread producer([&] { queue.push(1); });
  heddle::thread consumer([&] { queue.push(2); });
  std::vector<int> popped;
  if (const auto value = queue.pop()) popped.push_back(*value);
  producer.join();
  consumer.join();
  for (int i = 0; i < 3; ++i) {
    if (const auto value = queue.pop()) popped.push_back(*value);
  }
  return popped.size() == 2 && all_different(popped);
}

template <bool kFenced>
bool no_task_is_taken_twice() {
  examples::ChaseLevDeque<kFenced> deque;
  deque.push(1);
  deque.push(2);
  std::optional<int> stolen[2];
  heddle::thread thief([&] {
    for (auto& task : stolen) task = deque.steal();
  });
  std::vector<int> taken;
  for (int i = 0; i < 2; ++i) {
    if (const auto task = deque.take()) taken.push_back(*task);
  }
  thief.join();
  for (const auto& task : stolen) {
    if (task) taken.push_back(*task);
  }
  return all_different(taken);
}

template <bool kPublishes>
bool ring_keeps_the_order() {
  examples::SpscRing<kPublishes> ring;
  int pushed = 0;
  heddle::thread producer([&] {
    for (int value = 1; value <= 3; ++value) {
      if (ring.push(value)) pushed = value;
    }
  });
  std::vector<int> popped;
  for (int i = 0; i < 2; ++i) {
    if (const auto value = ring.pop()) popped.push_back(*value);
  }
  producer.join();
  while (const auto value = ring.pop()) popped.push_back(*value);
  return std::is_sorted(popped.begin(), popped.end()) && all_different(popped) && !popped.empty() &&
         popped.back() == pushed;
}

template <bool kFenced>
bool halves_belong_together() {
  examples::Seqlock<kFenced> value;
  heddle::thread writer([&] {
    value.write(1, 1);
    value.write(2, 2);
  });
  const auto [first, second] = value.read();
  writer.join();
  return first == second;
}

// Loads are not delayed by store buffers: only the C++ model shows what the fence is for. PSO knows
// no orders, and lets the last store overtake the data.
template <bool kWaits>
bool readers_see_a_version() {
  examples::PointerSwap<kWaits> value;
  heddle::thread writer([&] { value.update(7); });
  const int seen = value.read();
  writer.join();
  return seen == 0 || seen == 7;
}

template <bool kFenced>
bool what_is_protected_stays() {
  examples::HazardPointer<kFenced> object;
  heddle::thread writer([&] { object.replace(7); });
  const int seen = object.read();
  writer.join();
  return seen == 0 || seen == 7;
}

template <bool kPublishes>
bool made_once_and_whole() {
  examples::DoubleChecked<kPublishes> object;
  int seen = 0;
  heddle::thread other([&] { seen = object.get(); });
  const int mine = object.get();
  other.join();
  return mine == 42 && seen == 42;
}

template <class Lock>
bool excludes() {
  Lock lock;
  heddle::var<int> inside{0};
  const auto enter = [&](int me) {
    lock.lock(me);
    inside = inside + 1;
    lock.unlock(me);
  };
  heddle::thread other([&] { enter(1); });
  enter(0);
  other.join();
  return inside == 2;
}

template <bool kAtOnce>
bool writers_are_alone() {
  examples::ReaderWriterLock<kAtOnce> lock;
  heddle::var<int> value{0};
  const auto read = [&] {
    lock.lock_shared();
    const int seen = value.read();
    lock.unlock_shared();
    return seen;
  };
  int seen = 0;
  heddle::thread reader([&] { seen = read(); });
  heddle::thread writer([&] {
    lock.lock();
    value = 1;
    lock.unlock();
  });
  const int mine = read();
  reader.join();
  writer.join();
  return mine <= 1 && seen <= 1;
}

template <bool kPublishes>
bool every_value_arrives_once() {
  examples::MpmcQueue<kPublishes> queue;
  heddle::thread producer([&] { queue.push(1); });
  std::optional<int> theirs;
  heddle::thread consumer([&] { theirs = queue.pop(); });
  queue.push(2);
  std::vector<int> popped;
  if (const auto value = queue.pop()) popped.push_back(*value);
  producer.join();
  consumer.join();
  if (theirs) popped.push_back(*theirs);
  for (int i = 0; i < 2; ++i) {
    if (const auto value = queue.pop()) popped.push_back(*value);
  }
  return popped.size() == 2 && all_different(popped);
}

}  // namespace heddle::testing
