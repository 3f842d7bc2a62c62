// heddle::atomic_ref: atomic operations on an object that is not atomic itself.
//
//   int count = 0;
//   heddle::atomic_ref<int> shared(count);
//   shared.fetch_add(1);
//
// Making one is a step, since which objects are referred to is found out in the run: who is first
// makes what the others find. As long as nobody writes the object itself, all references to it,
// also those that come when the ones before are gone, are to the same atomic object.
#pragma once

#include <memory>

#include "heddle/atomic.hpp"

namespace heddle {

namespace detail {

/// What all atomic_refs to one object share. The object itself holds what is in memory, so that the
/// program can use it again when the last of them is gone.
template <class T>
class Referred final : public ValueCell<T> {
  using Base = ValueCell<T>;

 public:
  explicit Referred(T& object) : Base("atomic_ref", object), object_(object), held_(object) {}
  using Base::read;
  using Base::same;
  using Object::location;

  void write(const T& value, memory_order order, place where) {
    Base::write(value, order, where);
    if (model() != memory::cpp) hold(value);  // who wrote it sees it
  }
  template <class Change>
  T change(Change change, memory_order order, place where, const char* name) {
    const T old = Base::exchange_with(change, order, where, name);
    if (model() == memory::sc) hold(this->plain());
    return old;
  }
  bool compare_exchange(T& expected, T desired, memory_order success, memory_order failure,
                        place where, const char* name) {
    const bool done = Base::compare_exchange(expected, desired, success, failure, where, name);
    if (done && model() == memory::sc) hold(desired);
    return done;
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             place where) {
    const bool done = Base::compare_exchange_weak(expected, desired, success, failure, where);
    if (done && model() == memory::sc) hold(desired);
    return done;
  }
  /// Nobody but references has written the object.
  bool untouched() const { return same(object_, held_); }

  Waiters waiters;
  int references = 0;

 private:
  void hold(const T& value) { object_ = held_ = value; }
  // A store that was on its way longer than any reference lived: is the object still there?
  void arrived(std::uint32_t number) override {
    ++arrivals_;
    const bool last = arrivals_ == this->values();
    if (references > 0 || (last && untouched())) hold(this->at(number));
  }

  T& object_;
  T held_;
  std::size_t arrivals_ = 0;
};

/// One step: the entry of an object among those referred to in this run. If it is not `usable`,
/// `make` gives it.
struct Referral {
  const void* object;
  bool (*usable)(Object& known);
  std::shared_ptr<Object> (*make)(const void* object);
};
std::shared_ptr<Object> referred(const Referral& referral, place where);

}  // namespace detail

template <class T>
class atomic_ref {
 public:
  using value_type = T;
  using difference_type = typename atomic<T>::difference_type;
  static constexpr bool is_always_lock_free = atomic<T>::is_always_lock_free;
  static constexpr std::size_t required_alignment = alignof(T);

  explicit atomic_ref(T& object, place where = place::here()) : cell_(refer(object, where)) {
    ++cell_->references;
  }
  atomic_ref(const atomic_ref& other) : cell_(other.cell_) { ++cell_->references; }
  atomic_ref& operator=(const atomic_ref&) requires(!std::is_scalar_v<T>) = delete;
  ~atomic_ref() { --cell_->references; }

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
    return cell_->compare_exchange(expected, desired, success, failure, where,
                                   "compare_exchange_strong");
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst,
                               place where = place::here()) const {
    return compare_exchange_strong(expected, desired, order, detail::failure_order(order), where);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order failure,
                             place where = place::here()) const {
    return cell_->compare_exchange_weak(expected, desired, success, failure, where);
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
  using Cell = detail::Referred<T>;

  static std::shared_ptr<Cell> refer(T& object, place where) {
    // Another object may have come to the same address, even one of another type.
    const auto usable = [](detail::Object& known) {
      const Cell* cell = dynamic_cast<Cell*>(&known);
      return cell != nullptr && (cell->references > 0 || cell->untouched());
    };
    const auto make = [](const void* at) -> std::shared_ptr<detail::Object> {
      return std::make_shared<Cell>(*static_cast<T*>(const_cast<void*>(at)));
    };
    return std::static_pointer_cast<Cell>(detail::referred({&object, usable, make}, where));
  }
  template <class Change>
  T changed(Change change, memory_order order, place where, const char* name) const {
    return cell_->change(change, order, where, name);
  }

  std::shared_ptr<Cell> cell_;
};

}  // namespace heddle
