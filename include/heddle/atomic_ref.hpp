// heddle::atomic_ref: atomic operations on an object that is not atomic itself.
//
//   int count = 0;
//   heddle::atomic_ref<int> shared(count);
//   shared.fetch_add(1);
//
// Making and destroying one is a step, and all of these depend on each other: which objects are
// referred to is found out in the run, since addresses differ between runs. Make them before the
// threads start if you can.
#pragma once

#include <memory>

#include "heddle/atomic.hpp"

namespace heddle {

namespace detail {

/// What all atomic_refs to one object share.
template <class T>
class Referred : public ValueCell<T> {
 public:
  explicit Referred(T& object) : ValueCell<T>("atomic_ref", object), object_(object) {}
  using ValueCell<T>::read;
  using ValueCell<T>::same;
  using Object::location;

  void write(const T& value, memory_order order, place where) {
    ValueCell<T>::write(value, order, where);
    object_ = value;
  }
  template <class Would, class Change>
  T update(Would would, Change change, memory_order success, memory_order failure, place where,
           const char* name) {
    return ValueCell<T>::update(
        would, [&](const T& old) { return object_ = change(old); }, success, failure, where, name);
  }
  Waiters waiters;
  int references = 0;

 private:
  T& object_;
};

/// One step: the entry of an object among those referred to in this run, null at first.
std::shared_ptr<void>& referred(const void* object, const char* name, place where);

}  // namespace detail

template <class T>
class atomic_ref {
 public:
  using value_type = T;
  using difference_type = typename atomic<T>::difference_type;
  static constexpr bool is_always_lock_free = atomic<T>::is_always_lock_free;
  static constexpr std::size_t required_alignment = alignof(T);

  explicit atomic_ref(T& object, place where = place::here()) : object_(&object), where_(where) {
    refer("make atomic_ref");
  }
  atomic_ref(const atomic_ref& other) : object_(other.object_), where_(other.where_) {
    refer("copy atomic_ref");
  }
  atomic_ref& operator=(const atomic_ref&) requires(!std::is_scalar_v<T>) = delete;
  ~atomic_ref() {
    if (!detail::exploring() || detail::unwinding()) return;
    std::shared_ptr<void>& entry = detail::referred(object_, "destroy atomic_ref", where_);
    if (--cell_->references == 0) entry.reset();
  }

  bool is_lock_free() const noexcept { return is_always_lock_free; }
  T load(memory_order order = memory_order_seq_cst, place where = place::here()) const {
    return cell_->read(order, where, "load");
  }
  void store(T value, memory_order order = memory_order_seq_cst,
             place where = place::here()) const {
    cell_->write(value, order, where);
  }
  T exchange(T value, memory_order order = memory_order_seq_cst,
             place where = place::here()) const {
    return changed([&](const T&) { return value; }, order, where, "exchange");
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order failure,
                               place where = place::here()) const {
    const T wanted = expected;
    const T old =
        cell_->update([wanted](const T& found) { return detail::Referred<T>::same(found, wanted); },
                      [desired](const T&) { return desired; }, success, failure, where,
                      "compare_exchange_strong");
    const bool done = detail::Referred<T>::same(old, wanted);
    if (!done) expected = old;
    return done;
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                               place where = place::here()) const {
    return compare_exchange_strong(expected, desired, order, detail::failure_order(order), where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             place where = place::here()) const {
    if (detail::weak_failures() && detail::choose(2, "weak compare_exchange", where) == 1) {
      expected = load(failure, where);
      return false;
    }
    return compare_exchange_strong(expected, desired, success, failure, where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst,
                             place where = place::here()) const {
    return compare_exchange_weak(expected, desired, order, detail::failure_order(order), where);
  }
  T fetch_add(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) const {
    return changed([&](const T& v) { return static_cast<T>(v + n); }, order, where, "fetch_add");
  }
  T fetch_sub(difference_type n, memory_order order = memory_order_seq_cst,
              place where = place::here()) const {
    return changed([&](const T& v) { return static_cast<T>(v - n); }, order, where, "fetch_sub");
  }
  T fetch_and(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) const requires std::is_integral_v<T> {
    return changed([&](const T& v) { return static_cast<T>(v & bits); }, order, where, "fetch_and");
  }
  T fetch_or(T bits, memory_order order = memory_order_seq_cst,
             place where = place::here()) const requires std::is_integral_v<T> {
    return changed([&](const T& v) { return static_cast<T>(v | bits); }, order, where, "fetch_or");
  }
  T fetch_xor(T bits, memory_order order = memory_order_seq_cst,
              place where = place::here()) const requires std::is_integral_v<T> {
    return changed([&](const T& v) { return static_cast<T>(v ^ bits); }, order, where, "fetch_xor");
  }
  void wait(T old, memory_order order = memory_order_seq_cst, place where = place::here()) const {
    cell_->waiters.wait(*cell_, cell_->location(where), where,
                        [&] { return !detail::Referred<T>::same(load(order, where), old); });
  }
  void notify_one(place where = place::here()) const {
    cell_->waiters.notify(*cell_, cell_->location(where), false, where);
  }
  void notify_all(place where = place::here()) const {
    cell_->waiters.notify(*cell_, cell_->location(where), true, where);
  }

  operator T() const { return load(memory_order_seq_cst, {}); }  // NOLINT: as std::atomic_ref
  T operator=(detail::Placed<T, atomic_ref> right) const requires std::is_scalar_v<T> {
    store(right.value, memory_order_seq_cst, right.where);
    return right.value;
  }
  /// What stands in braces has no place.
  T operator=(std::initializer_list<T> right) const requires std::is_scalar_v<T> {
    const T value = right.size() == 0 ? T{} : *right.begin();
    store(value, memory_order_seq_cst, {});
    return value;
  }
  T operator=(T value) const requires(!std::is_scalar_v<T>) {
    store(value, memory_order_seq_cst, {});
    return value;
  }
  T operator++() const { return fetch_add(1, memory_order_seq_cst, {}) + 1; }
  T operator--() const { return fetch_sub(1, memory_order_seq_cst, {}) - 1; }
  T operator++(int) const { return fetch_add(1, memory_order_seq_cst, {}); }
  T operator--(int) const { return fetch_sub(1, memory_order_seq_cst, {}); }
  T operator+=(detail::Placed<difference_type> n) const {
    return fetch_add(n.value, memory_order_seq_cst, n.where) + n.value;
  }
  T operator-=(detail::Placed<difference_type> n) const {
    return fetch_sub(n.value, memory_order_seq_cst, n.where) - n.value;
  }
  T operator&=(detail::Placed<T> bits) const {
    return fetch_and(bits.value, memory_order_seq_cst, bits.where) & bits.value;
  }
  T operator|=(detail::Placed<T> bits) const {
    return fetch_or(bits.value, memory_order_seq_cst, bits.where) | bits.value;
  }
  T operator^=(detail::Placed<T> bits) const {
    return fetch_xor(bits.value, memory_order_seq_cst, bits.where) ^ bits.value;
  }

 private:
  void refer(const char* name) {
    std::shared_ptr<void>& entry = detail::referred(object_, name, where_);
    if (entry == nullptr) entry = std::make_shared<detail::Referred<T>>(*object_);
    cell_ = std::static_pointer_cast<detail::Referred<T>>(entry);
    ++cell_->references;
  }
  template <class Change>
  T changed(Change change, memory_order order, place where, const char* name) const {
    return cell_->update([](const T&) { return true; }, change, order, order, where, name);
  }

  T* object_;
  place where_;
  std::shared_ptr<detail::Referred<T>> cell_;
};

}  // namespace heddle
