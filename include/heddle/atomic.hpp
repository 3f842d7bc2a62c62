// heddle::atomic, atomic_flag, atomic_ref and fences, with every operation and order of <atomic>.
//
//   heddle::atomic<int> x{0};
//   x.store(1, std::memory_order_release);
//   if (x.compare_exchange_weak(expected, 2)) ...   // its failing for no reason is explored, too
//   while (!ready.load()) {}                         // a loop that only looks is taken to wait
//
// Orders matter under memory::cpp (options::memory); sc, tso and pso are defined by machines that
// know only plain accesses, fences and atomic updates. Every load, store and update is one step.
//
// wait blocks until the value differs and somebody has notified: a store without its notification
// is a deadlock that is found.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include "heddle/detail/border.hpp"
#include "heddle/detail/cell.hpp"
#include "heddle/detail/exceptions.hpp"
#include "heddle/detail/text.hpp"
#include "heddle/detail/waiters.hpp"

namespace heddle {

using std::kill_dependency;
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace detail {

/// Compilers that cannot tell padding from values compare it, as std::atomic did before C++20.
template <class T>
void forget_padding([[maybe_unused]] T& value) {
#if __has_builtin(__builtin_clear_padding)
  if constexpr (std::is_class_v<T>) __builtin_clear_padding(&value);
#endif
}

/// What atomic and atomic_flag share: a cell with values.
template <class T>
class ValueCell : public Cell {
 public:
  static_assert(std::is_trivially_copyable_v<T>, "as std::atomic demands");

  ValueCell(const char* type, T value) : Cell(type), initial_(value), value_(value) {}

 protected:
  static bool same(T a, T b) {
    forget_padding(a);
    forget_padding(b);
    return std::memcmp(&a, &b, sizeof(T)) == 0;
  }

  // Not inlined, like all that cross the border: what they leave behind would be in the frame of
  // the program's function.
  [[gnu::noinline]] T read(memory_order order, place where, const char* name = "load") const {
    return crossing<T>([&](void* result) {
      will_look({location(where), order, result, sizeof(T)});
      const T found = read_inside(order, where, name);
      looked(location(where), order, &found, sizeof(T));
      return found;
    });
  }
  void write(const T& value, memory_order order, place where, const char* name = "store") {
    if (model() != memory::sc) {
      write_cell(*this, add(value), order, name, where);
    } else {
      Operation op(name, *this, where);
      op.touch(location(where), Access::write);
      op.acquires = op.releases = false;
      op.cell = true;
      op.order = order;
      perform(op);
      value_ = value;
      if (recording()) note_write(*this);
    }
    if (recording()) note_arguments(trace_text(value));
  }
  /// `would(old)`: whether it writes, and `change(old)` what; the old value.
  template <class Would, class Change>
  T update(Would would, Change change, memory_order success, memory_order failure, place where,
           const char* name) {
    if (model() != memory::sc) {
      // A model may ask for values that it explores instead, even when this is over.
      Writes writes;
      if (model() == memory::cpp) {
        writes = [this, would](std::uint32_t number) { return would(at(number)); };
      }
      const T old = at(begin_update(*this, success, failure, std::move(writes), name, where));
      const bool written = would(old);
      const T fresh = written ? change(old) : old;
      end_update(*this, written, written ? add(fresh) : 0);
      if (same(old, fresh)) no_change();
      return noted(old);
    }
    Operation op(name, *this, where);
    op.touch(location(where), Access::update);
    op.acquires = op.releases = false;
    op.cell = true;
    op.order = success;
    op.failure = failure;
    perform(op);
    const T old = found(value_);
    if (would(old)) {
      value_ = change(old);
      if (recording()) note_write(*this);
    } else {
      failed_update();
    }
    if (same(old, value_)) no_change();
    return old;
  }
  template <class Change>
  T exchange_with(Change change, memory_order order, place where, const char* name) {
    return update([](const T&) { return true; }, change, order, order, where, name);
  }

  /// Loops may wait with it.
  [[gnu::noinline]] T exchanged(T value, memory_order order, place where, const char* name) {
    return crossing<T>(
        [&](void*) { return exchange_with([&](const T&) { return value; }, order, where, name); });
  }
  [[gnu::noinline]] bool compare_exchange(T& expected, T desired, memory_order success,
                                          memory_order failure, place where, const char* name) {
    return crossing<bool>([&](void*) {
      const T wanted = expected;
      const Location here = location(where);
      will_look({here, failure, &expected, sizeof(T), true});
      const T old = update([wanted](const T& found) { return same(found, wanted); },
                           [&](const T&) { return desired; }, success, failure, where, name);
      const bool done = same(old, wanted);
      if (!done) {
        expected = old;
        looked(here, failure, &old, sizeof(T));
      }
      return done;
    });
  }
  [[gnu::noinline]] bool compare_exchange_weak(T& expected, T desired, memory_order success,
                                               memory_order failure, place where) {
    return crossing<bool>([&](void*) {
      if (fails_weakly(where)) {
        expected = read(failure, where);
        return false;
      }
      return compare_exchange(expected, desired, success, failure, where, "compare_exchange_weak");
    });
  }

  void renew() override {
    Cell::renew();
    value_ = initial_;
    written_.clear();
  }
  /// The value without a step: for objects outside explorations.
  T plain() const { return value_; }
  void set_plain(const T& value) { initial_ = value_ = value; }
  std::string value_text(std::uint32_t number) const override { return trace_text(at(number)); }
  /// What all threads would agree on, without a step: for invariants.
  T in_memory() const { return model() == memory::sc ? value_ : at(current()); }
  T at(std::uint32_t number) const { return number == 0 ? initial_ : written_[number - 1]; }
  /// How many were written, under models that need more than the last.
  std::size_t values() const { return written_.size(); }

 private:
  T read_inside(memory_order order, place where, const char* name) const {
    if (model() != memory::sc) return noted(at(read_cell(*this, order, name, where)));
    Operation op(name, *this, where);
    op.touch(location(where), Access::read);
    op.changes = false;
    op.acquires = op.releases = false;
    op.cell = true;
    op.order = order;
    perform(op);
    return found(value_);
  }
  std::uint32_t add(const T& value) {
    written_.push_back(value);
    return static_cast<std::uint32_t>(written_.size());
  }
  T found(const T& value) const {
    if (recording()) note_read(*this, trace_text(value));
    return noted(value);
  }
  static T noted(const T& value) {
    if (recording()) note_value(trace_text(value));
    return value;
  }

  T initial_;
  T value_;
  std::vector<T> written_;  // in order of their making, under models that need more than the last
};

constexpr memory_order failure_order(memory_order order) {
  if (order == memory_order_acq_rel) return memory_order_acquire;
  if (order == memory_order_release) return memory_order_relaxed;
  return order;
}

}  // namespace detail

template <class T>
class atomic : private detail::ValueCell<T> {
  using Base = detail::ValueCell<T>;

 public:
  using value_type = T;
  using difference_type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;

  atomic() : Base("atomic", T{}) {}
  atomic(T value) : Base("atomic", value) {}  // NOLINT: as std::atomic
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) requires(!std::is_scalar_v<T>) = delete;  // else: Placed

  using detail::Object::set_name;
  bool is_lock_free() const noexcept { return std::atomic<T>::is_always_lock_free; }

  T load(memory_order order = memory_order_seq_cst, place where = place::here()) const {
    if (!detail::exploring()) return this->plain();
    return this->read(order, where);
  }
  void store(T value, memory_order order = memory_order_seq_cst, place where = place::here()) {
    if (!detail::exploring()) return this->set_plain(value);
    this->write(value, order, where);
  }
  T exchange(T value, memory_order order = memory_order_seq_cst, place where = place::here()) {
    return this->exchanged(value, order, where, "exchange");
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order failure,
                               place where = place::here()) {
    return this->compare_exchange(expected, desired, success, failure, where,
                                  "compare_exchange_strong");
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                               place where = place::here()) {
    return compare_exchange_strong(expected, desired, order, detail::failure_order(order), where);
  }
  /// May fail although the value is the expected one: both are explored if
  /// options::weak_failures says so.
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             place where = place::here()) {
    return Base::compare_exchange_weak(expected, desired, success, failure, where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst,
                             place where = place::here()) {
    return compare_exchange_weak(expected, desired, order, detail::failure_order(order), where);
  }

  /// Blocks while the value is this one.
  void wait(T old, memory_order order = memory_order_seq_cst, place where = place::here()) const {
    waiters_.wait(*this, this->location(where), where,
                  [&] { return !Base::same(load(order, where), old); });
  }
  void notify_one(place where = place::here()) {
    waiters_.notify(*this, this->location(where), false, where);
  }
  void notify_all(place where = place::here()) {
    waiters_.notify(*this, this->location(where), true, where);
  }

  T fetch_add(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) requires(std::is_arithmetic_v<T> ||
                                                    std::is_pointer_v<T>) {
    return this->exchange_with([&](const T& v) { return static_cast<T>(v + n); }, order, where,
                               "fetch_add");
  }
  T fetch_sub(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) requires(std::is_arithmetic_v<T> ||
                                                    std::is_pointer_v<T>) {
    return this->exchange_with([&](const T& v) { return static_cast<T>(v - n); }, order, where,
                               "fetch_sub");
  }
  T fetch_and(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) requires std::is_integral_v<T> {
    return this->exchange_with([&](const T& v) { return static_cast<T>(v & bits); }, order, where,
                               "fetch_and");
  }
  T fetch_or(T bits, memory_order order = memory_order_seq_cst,
             place where = place::here()) requires std::is_integral_v<T> {
    return this->exchange_with([&](const T& v) { return static_cast<T>(v | bits); }, order, where,
                               "fetch_or");
  }
  T fetch_xor(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) requires std::is_integral_v<T> {
    return this->exchange_with([&](const T& v) { return static_cast<T>(v ^ bits); }, order, where,
                               "fetch_xor");
  }

  operator T() const { return load(memory_order_seq_cst, {}); }  // NOLINT: as std::atomic
  T operator=(detail::Placed<T, atomic> right) requires std::is_scalar_v<T> {
    store(right.value, memory_order_seq_cst, right.where);
    return right.value;
  }
  /// What stands in braces has no place.
  T operator=(std::initializer_list<T> right) requires std::is_scalar_v<T> {
    const T value = right.size() == 0 ? T{} : *right.begin();
    store(value, memory_order_seq_cst, {});
    return value;
  }
  T operator=(T value) requires(!std::is_scalar_v<T>) {
    store(value, memory_order_seq_cst, {});
    return value;
  }
  T operator++() { return fetch_add(1, memory_order_seq_cst, {}) + 1; }
  T operator--() { return fetch_sub(1, memory_order_seq_cst, {}) - 1; }
  T operator++(int) { return fetch_add(1, memory_order_seq_cst, {}); }
  T operator--(int) { return fetch_sub(1, memory_order_seq_cst, {}); }
  T operator+=(detail::Placed<difference_type> n) {
    return fetch_add(n.value, memory_order_seq_cst, n.where) + n.value;
  }
  T operator-=(detail::Placed<difference_type> n) {
    return fetch_sub(n.value, memory_order_seq_cst, n.where) - n.value;
  }
  T operator&=(detail::Placed<T> bits) {
    return fetch_and(bits.value, memory_order_seq_cst, bits.where) & bits.value;
  }
  T operator|=(detail::Placed<T> bits) {
    return fetch_or(bits.value, memory_order_seq_cst, bits.where) | bits.value;
  }
  T operator^=(detail::Placed<T> bits) {
    return fetch_xor(bits.value, memory_order_seq_cst, bits.where) ^ bits.value;
  }

  // The same for volatile objects: nothing here is optimised away.
  bool is_lock_free() const volatile noexcept { return self().is_lock_free(); }
  T load(memory_order order = memory_order_seq_cst, place where = place::here()) const volatile {
    return self().load(order, where);
  }
  void store(T value, memory_order order = memory_order_seq_cst,
             place where = place::here()) volatile {
    self().store(value, order, where);
  }
  T exchange(T value, memory_order order = memory_order_seq_cst,
             place where = place::here()) volatile {
    return self().exchange(value, order, where);
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order failure,
                               place where = place::here()) volatile {
    return self().compare_exchange_strong(expected, desired, success, failure, where);
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                               place where = place::here()) volatile {
    return self().compare_exchange_strong(expected, desired, order, where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             place where = place::here()) volatile {
    return self().compare_exchange_weak(expected, desired, success, failure, where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst,
                             place where = place::here()) volatile {
    return self().compare_exchange_weak(expected, desired, order, where);
  }
  void wait(T old, memory_order order = memory_order_seq_cst, place where = place::here()) const
      volatile {
    self().wait(old, order, where);
  }
  void notify_one(place where = place::here()) volatile { self().notify_one(where); }
  void notify_all(place where = place::here()) volatile { self().notify_all(where); }
  T fetch_add(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) volatile requires(std::is_arithmetic_v<T> ||
                                                             std::is_pointer_v<T>) {
    return self().fetch_add(n, order, where);
  }
  T fetch_sub(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) volatile requires(std::is_arithmetic_v<T> ||
                                                             std::is_pointer_v<T>) {
    return self().fetch_sub(n, order, where);
  }
  T fetch_and(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) volatile requires std::is_integral_v<T> {
    return self().fetch_and(bits, order, where);
  }
  T fetch_or(T bits, memory_order order = memory_order_seq_cst,
             place where = place::here()) volatile requires std::is_integral_v<T> {
    return self().fetch_or(bits, order, where);
  }
  T fetch_xor(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) volatile requires std::is_integral_v<T> {
    return self().fetch_xor(bits, order, where);
  }
  operator T() const volatile { return self().load(memory_order_seq_cst, {}); }  // NOLINT
  T operator=(detail::Placed<T, atomic> right) volatile requires std::is_scalar_v<T> {
    return self() = right;
  }
  T operator++() volatile { return ++self(); }
  T operator--() volatile { return --self(); }
  T operator++(int) volatile { return self()++; }
  T operator--(int) volatile { return self()--; }
  T operator+=(detail::Placed<difference_type> n) volatile { return self() += n; }
  T operator-=(detail::Placed<difference_type> n) volatile { return self() -= n; }
  T operator&=(detail::Placed<T> bits) volatile { return self() &= bits; }
  T operator|=(detail::Placed<T> bits) volatile { return self() |= bits; }
  T operator^=(detail::Placed<T> bits) volatile { return self() ^= bits; }

  /// Without a step: for invariants (setup.hpp). What is in memory, not in buffers.
  T inspect() const {
    detail::inspected(this->location({}));
    return this->in_memory();
  }

 private:
  atomic& self() volatile { return const_cast<atomic&>(*this); }
  const atomic& self() const volatile { return const_cast<const atomic&>(*this); }
  void renew() override {
    Base::renew();
    waiters_.clear();
  }
  mutable detail::Waiters waiters_;
};

inline void atomic_thread_fence(memory_order order, place where = place::here()) {
  if (order != memory_order_relaxed) detail::fence(order, where);
}
inline void atomic_signal_fence(memory_order) {}

}  // namespace heddle

#include "heddle/atomic_flag.hpp"
#include "heddle/atomic_functions.hpp"
#include "heddle/atomic_ref.hpp"
