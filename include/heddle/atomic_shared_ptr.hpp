// heddle::atomic<heddle::shared_ptr<T>> and atomic<weak_ptr<T>>: pointers that threads replace and
// read.
//
// Sequentially consistent under every memory model, whatever the orders say, as if they had a lock.
// The owner that load returns is counted in the same step; the owner that a store replaces is
// dropped in the step after it.
#pragma once

#include <cstddef>
#include <utility>

#include "heddle/atomic.hpp"
#include "heddle/detail/waiters.hpp"
#include "heddle/memory.hpp"

namespace heddle {

namespace detail {

/// `Pointer` is a shared_ptr or a weak_ptr.
template <class Pointer>
class AtomicPointer : private Object {
 public:
  using value_type = Pointer;
  static constexpr bool is_always_lock_free = false;

  AtomicPointer(const AtomicPointer&) = delete;
  AtomicPointer& operator=(const AtomicPointer&) = delete;
  using Object::set_name;

  bool is_lock_free() const noexcept { return false; }
  Pointer load(memory_order = memory_order_seq_cst, place where = place::here()) const {
    look(where);
    return value_.copied_silently();
  }
  void store(Pointer value, memory_order order = memory_order_seq_cst,
             place where = place::here()) {
    exchange(std::move(value), order, where);
  }
  Pointer exchange(Pointer value, memory_order = memory_order_seq_cst,
                   place where = place::here()) {
    begin("exchange", where);
    value_.swap(value);
    return value;
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired, memory_order, memory_order,
                               place where = place::here()) {
    begin("compare_exchange", where);
    if (same(expected)) {
      value_.swap(desired);
      return true;
    }
    no_change();
    Pointer found = value_.copied_silently();
    expected.swap(found);
    return false;
  }
  bool compare_exchange_strong(Pointer& expected, Pointer desired,
                               memory_order order = memory_order_seq_cst,
                               place where = place::here()) {
    return compare_exchange_strong(expected, std::move(desired), order, order, where);
  }
  bool compare_exchange_weak(Pointer& expected, Pointer desired, memory_order success,
                             memory_order failure, place where = place::here()) {
    if (fails_weakly(where)) {
      expected = load(failure, where);
      return false;
    }
    return compare_exchange_strong(expected, std::move(desired), success, failure, where);
  }
  bool compare_exchange_weak(Pointer& expected, Pointer desired,
                             memory_order order = memory_order_seq_cst,
                             place where = place::here()) {
    return compare_exchange_weak(expected, std::move(desired), order, order, where);
  }
  void wait(const Pointer& old, memory_order = memory_order_seq_cst,
            place where = place::here()) const {
    waiters_.wait(*this, location(where), where, [&] {
      look(where);
      return !same(old);
    });
  }
  void notify_one(place where = place::here()) {
    waiters_.notify(*this, location(where), false, where);
  }
  void notify_all(place where = place::here()) {
    waiters_.notify(*this, location(where), true, where);
  }

  operator Pointer() const { return load(memory_order_seq_cst, {}); }  // NOLINT: as std::atomic

 protected:
  AtomicPointer(const char* type, Pointer value) : Object(type), value_(std::move(value)) {}

 private:
  void look(place where) const {
    Operation op("load", *this, where);
    op.touch(location(where), Access::read);
    op.changes = op.releases = false;
    perform(op);
  }
  void begin(const char* name, place where) {
    Operation op(name, *this, where);
    op.touch(location(where), Access::update);
    perform(op);
  }
  /// The same pointer, and the same owned object.
  bool same(const Pointer& other) const {
    return value_.pointer_ == other.pointer_ && value_.block_ == other.block_;
  }

  Pointer value_;
  mutable Waiters waiters_;
};

}  // namespace detail

template <class T>
class atomic<shared_ptr<T>> : public detail::AtomicPointer<shared_ptr<T>> {
  using Base = detail::AtomicPointer<shared_ptr<T>>;

 public:
  atomic() : atomic(shared_ptr<T>()) {}
  atomic(std::nullptr_t) : atomic() {}                                          // NOLINT
  atomic(shared_ptr<T> value) : Base("atomic_shared_ptr", std::move(value)) {}  // NOLINT
  void operator=(shared_ptr<T> value) { this->store(std::move(value), memory_order_seq_cst, {}); }
  void operator=(std::nullptr_t) { this->store({}, memory_order_seq_cst, {}); }
};

template <class T>
class atomic<weak_ptr<T>> : public detail::AtomicPointer<weak_ptr<T>> {
  using Base = detail::AtomicPointer<weak_ptr<T>>;

 public:
  atomic() : atomic(weak_ptr<T>()) {}
  atomic(weak_ptr<T> value) : Base("atomic_weak_ptr", std::move(value)) {}  // NOLINT
  void operator=(weak_ptr<T> value) { this->store(std::move(value), memory_order_seq_cst, {}); }
};

}  // namespace heddle
