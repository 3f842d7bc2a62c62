// heddle::atomic<heddle::shared_ptr<T>> and atomic<weak_ptr<T>>: pointers that threads replace and
// read; and atomic_load(&pointer) and its family for a shared_ptr that is not atomic itself.
//
// Sequentially consistent under every memory model, whatever the orders say, as if they had a lock.
// The owner that load returns is counted in the same step; the owner that a store replaces is
// dropped in the step after it. The functions have a step before that, in which the pointer is
// found by its address, as atomic_ref finds its object.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "heddle/atomic.hpp"
#include "heddle/atomic_ref.hpp"
#include "heddle/detail/waiters.hpp"
#include "heddle/memory.hpp"

namespace heddle {

namespace detail {

/// What can be done to a pointer, wherever it is: a shared_ptr or a weak_ptr.
template <class Pointer>
class PointerCell : public Object {
 public:
  PointerCell(const char* type, Pointer& value) : Object(type), value_(value) {}

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

  Pointer& value_;
  mutable Waiters waiters_;
};

template <class Pointer>
class AtomicPointer : private PointerCell<Pointer> {
  using Cell = PointerCell<Pointer>;

 public:
  using value_type = Pointer;
  static constexpr bool is_always_lock_free = false;

  using Cell::compare_exchange_strong;
  using Cell::compare_exchange_weak;
  using Cell::exchange;
  using Cell::load;
  using Cell::notify_all;
  using Cell::notify_one;
  using Cell::set_name;
  using Cell::store;
  using Cell::wait;

  bool is_lock_free() const noexcept { return false; }
  operator Pointer() const { return load(memory_order_seq_cst, {}); }  // NOLINT: as std::atomic

 protected:
  AtomicPointer(const char* type, Pointer value) : Cell(type, stored_), stored_(std::move(value)) {}

 private:
  Pointer stored_;
};

/// The cell of a shared_ptr that is not atomic itself. One that comes to the same address later may
/// share it: then they count as dependent, and nothing is lost.
template <class T>
auto cell_of(const shared_ptr<T>* pointer, place where) {
  using Cell = PointerCell<shared_ptr<T>>;
  const auto usable = [](Object& known) { return dynamic_cast<Cell*>(&known) != nullptr; };
  const auto make = [](const void* at) -> std::shared_ptr<Object> {
    auto& found = *static_cast<shared_ptr<T>*>(const_cast<void*>(at));
    return std::make_shared<Cell>("shared_ptr", found);
  };
  return std::static_pointer_cast<Cell>(referred({pointer, usable, make}, where));
}

/// A parameter whose type follows from the others.
template <class T>
using PlainPointer = std::type_identity_t<shared_ptr<T>>;

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

template <class T>
bool atomic_is_lock_free(const shared_ptr<T>*) noexcept {
  return false;
}
template <class T>
shared_ptr<T> atomic_load_explicit(const shared_ptr<T>* pointer, memory_order order,
                                   place where = place::here()) {
  return detail::cell_of(pointer, where)->load(order, where);
}
template <class T>
shared_ptr<T> atomic_load(const shared_ptr<T>* pointer, place where = place::here()) {
  return atomic_load_explicit(pointer, memory_order_seq_cst, where);
}
template <class T>
shared_ptr<T> atomic_exchange_explicit(shared_ptr<T>* pointer, detail::PlainPointer<T> value,
                                       memory_order order, place where = place::here()) {
  return detail::cell_of(pointer, where)->exchange(std::move(value), order, where);
}
template <class T>
shared_ptr<T> atomic_exchange(shared_ptr<T>* pointer, detail::PlainPointer<T> value,
                              place where = place::here()) {
  return atomic_exchange_explicit(pointer, std::move(value), memory_order_seq_cst, where);
}
template <class T>
void atomic_store_explicit(shared_ptr<T>* pointer, detail::PlainPointer<T> value,
                           memory_order order, place where = place::here()) {
  atomic_exchange_explicit(pointer, std::move(value), order, where);
}
template <class T>
void atomic_store(shared_ptr<T>* pointer, detail::PlainPointer<T> value,
                  place where = place::here()) {
  atomic_exchange(pointer, std::move(value), where);
}
template <class T>
bool atomic_compare_exchange_strong_explicit(shared_ptr<T>* pointer, shared_ptr<T>* expected,
                                             detail::PlainPointer<T> desired, memory_order success,
                                             memory_order failure, place where = place::here()) {
  return detail::cell_of(pointer, where)
      ->compare_exchange_strong(*expected, std::move(desired), success, failure, where);
}
template <class T>
bool atomic_compare_exchange_strong(shared_ptr<T>* pointer, shared_ptr<T>* expected,
                                    detail::PlainPointer<T> desired, place where = place::here()) {
  return atomic_compare_exchange_strong_explicit(pointer, expected, std::move(desired),
                                                 memory_order_seq_cst, memory_order_seq_cst, where);
}
template <class T>
bool atomic_compare_exchange_weak_explicit(shared_ptr<T>* pointer, shared_ptr<T>* expected,
                                           detail::PlainPointer<T> desired, memory_order success,
                                           memory_order failure, place where = place::here()) {
  return detail::cell_of(pointer, where)
      ->compare_exchange_weak(*expected, std::move(desired), success, failure, where);
}
template <class T>
bool atomic_compare_exchange_weak(shared_ptr<T>* pointer, shared_ptr<T>* expected,
                                  detail::PlainPointer<T> desired, place where = place::here()) {
  return atomic_compare_exchange_weak_explicit(pointer, expected, std::move(desired),
                                               memory_order_seq_cst, memory_order_seq_cst, where);
}

}  // namespace heddle
