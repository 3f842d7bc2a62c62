// heddle::atomic<heddle::shared_ptr<T>>: a pointer that threads replace and read.
//
// Sequentially consistent under every memory model, whatever the orders say, as if it had a lock.
// The owner that load returns is counted in the same step; the owner that a store replaces is
// dropped in the step after it.
#pragma once

#include "heddle/atomic.hpp"
#include "heddle/detail/waiters.hpp"
#include "heddle/memory.hpp"

namespace heddle {

template <class T>
class atomic<shared_ptr<T>> : private detail::Object {
 public:
  using value_type = shared_ptr<T>;
  static constexpr bool is_always_lock_free = false;

  atomic() : Object("atomic_shared_ptr") {}
  atomic(shared_ptr<T> value)  // NOLINT: as std::atomic
      : Object("atomic_shared_ptr"), value_(std::move(value)) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using Object::set_name;

  bool is_lock_free() const noexcept { return false; }
  shared_ptr<T> load(memory_order = memory_order_seq_cst, place where = place::here()) const {
    detail::Operation op("load", *this, where);
    op.touch(location(where), detail::Access::read);
    op.changes = op.releases = false;
    detail::perform(op);
    return value_.copied_silently();
  }
  void store(shared_ptr<T> value, memory_order order = memory_order_seq_cst,
             place where = place::here()) {
    exchange(std::move(value), order, where);
  }
  shared_ptr<T> exchange(shared_ptr<T> value, memory_order = memory_order_seq_cst,
                         place where = place::here()) {
    begin("exchange", where);
    value_.swap(value);
    return value;
  }
  bool compare_exchange_strong(shared_ptr<T>& expected, shared_ptr<T> desired, memory_order,
                               memory_order, place where = place::here()) {
    begin("compare_exchange", where);
    if (value_.get() == expected.get() && value_.block_ == expected.block_) {
      value_.swap(desired);
      return true;
    }
    detail::no_change();
    shared_ptr<T> found = value_.copied_silently();
    expected.swap(found);
    return false;
  }
  bool compare_exchange_strong(shared_ptr<T>& expected, shared_ptr<T> desired,
                               memory_order order = memory_order_seq_cst,
                               place where = place::here()) {
    return compare_exchange_strong(expected, std::move(desired), order, order, where);
  }
  bool compare_exchange_weak(shared_ptr<T>& expected, shared_ptr<T> desired, memory_order success,
                             memory_order failure, place where = place::here()) {
    if (detail::weak_failures() && detail::choose(2, "weak compare_exchange", where) == 1) {
      expected = load(failure, where);
      return false;
    }
    return compare_exchange_strong(expected, std::move(desired), success, failure, where);
  }
  bool compare_exchange_weak(shared_ptr<T>& expected, shared_ptr<T> desired,
                             memory_order order = memory_order_seq_cst,
                             place where = place::here()) {
    return compare_exchange_weak(expected, std::move(desired), order, order, where);
  }
  void wait(const shared_ptr<T>& old, memory_order order = memory_order_seq_cst,
            place where = place::here()) const {
    waiters_.wait(*this, location(where), where, [&] { return load(order, where) != old; });
  }
  void notify_one(place where = place::here()) {
    waiters_.notify(*this, location(where), false, where);
  }
  void notify_all(place where = place::here()) {
    waiters_.notify(*this, location(where), true, where);
  }

  operator shared_ptr<T>() const { return load(memory_order_seq_cst, {}); }  // NOLINT
  void operator=(shared_ptr<T> value) { store(std::move(value), memory_order_seq_cst, {}); }

 private:
  void begin(const char* name, place where) {
    detail::Operation op(name, *this, where);
    op.touch(location(where), detail::Access::update);
    detail::perform(op);
  }
  shared_ptr<T> value_;
  mutable detail::Waiters waiters_;
};

}  // namespace heddle
