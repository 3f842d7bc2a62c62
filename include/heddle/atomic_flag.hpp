// heddle::atomic_flag: the smallest atomic, for spinlocks.
//
//   heddle::atomic_flag busy;
//   while (busy.test_and_set(std::memory_order_acquire)) {}   // taken to wait
//   busy.clear(std::memory_order_release);
#pragma once

#include "heddle/atomic.hpp"

namespace heddle {

class atomic_flag : private detail::ValueCell<bool> {
  using Base = detail::ValueCell<bool>;

 public:
  atomic_flag() : Base("atomic_flag", false) {}
  /// ATOMIC_FLAG_INIT is {0}.
  atomic_flag(bool value) : Base("atomic_flag", value) {}  // NOLINT: as the standard libraries do
  atomic_flag(const atomic_flag&) = delete;
  atomic_flag& operator=(const atomic_flag&) = delete;
  using detail::Object::set_name;

  bool test(memory_order order = memory_order_seq_cst, place where = place::here()) const {
    return read(order, where, "test");
  }
  bool test_and_set(memory_order order = memory_order_seq_cst, place where = place::here()) {
    return exchanged(true, order, where, "test_and_set");
  }
  void clear(memory_order order = memory_order_seq_cst, place where = place::here()) {
    write(false, order, where, "clear");
  }
  void wait(bool old, memory_order order = memory_order_seq_cst,
            place where = place::here()) const {
    waiters_.wait(*this, location(where), where, [&] { return test(order, where) != old; });
  }
  void notify_one(place where = place::here()) {
    waiters_.notify(*this, location(where), false, where);
  }
  void notify_all(place where = place::here()) {
    waiters_.notify(*this, location(where), true, where);
  }
  // The same for volatile objects.
  bool test(memory_order order = memory_order_seq_cst, place where = place::here()) const volatile {
    return const_cast<const atomic_flag*>(this)->test(order, where);
  }
  bool test_and_set(memory_order order = memory_order_seq_cst,
                    place where = place::here()) volatile {
    return const_cast<atomic_flag*>(this)->test_and_set(order, where);
  }
  void clear(memory_order order = memory_order_seq_cst, place where = place::here()) volatile {
    const_cast<atomic_flag*>(this)->clear(order, where);
  }

 private:
  void renew() override {
    Base::renew();
    waiters_.clear();
  }
  mutable detail::Waiters waiters_;
};

inline bool atomic_flag_test(const atomic_flag* flag, place where = place::here()) {
  return flag->test(memory_order_seq_cst, where);
}
inline bool atomic_flag_test_explicit(const atomic_flag* flag, memory_order order,
                                      place where = place::here()) {
  return flag->test(order, where);
}
inline bool atomic_flag_test_and_set(atomic_flag* flag, place where = place::here()) {
  return flag->test_and_set(memory_order_seq_cst, where);
}
inline bool atomic_flag_test_and_set_explicit(atomic_flag* flag, memory_order order,
                                              place where = place::here()) {
  return flag->test_and_set(order, where);
}
inline void atomic_flag_clear(atomic_flag* flag, place where = place::here()) {
  flag->clear(memory_order_seq_cst, where);
}
inline void atomic_flag_clear_explicit(atomic_flag* flag, memory_order order,
                                       place where = place::here()) {
  flag->clear(order, where);
}
inline void atomic_flag_wait(const atomic_flag* flag, bool old, place where = place::here()) {
  flag->wait(old, memory_order_seq_cst, where);
}
inline void atomic_flag_wait_explicit(const atomic_flag* flag, bool old, memory_order order,
                                      place where = place::here()) {
  flag->wait(old, order, where);
}
inline void atomic_flag_notify_one(atomic_flag* flag, place where = place::here()) {
  flag->notify_one(where);
}
inline void atomic_flag_notify_all(atomic_flag* flag, place where = place::here()) {
  flag->notify_all(where);
}

}  // namespace heddle
