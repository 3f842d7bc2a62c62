// The functions of <atomic> with the names of C: atomic_load(&x) is x.load(). Those of atomic_flag
// are in its header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/atomic.hpp"

namespace heddle {

namespace detail {
/// A parameter whose type follows from the others.
template <class T>
using Plain = typename atomic<T>::value_type;
template <class T>
using Difference = typename atomic<T>::difference_type;
}  // namespace detail

template <class T>
bool atomic_is_lock_free(const atomic<T>* object) noexcept {
  return object->is_lock_free();
}
template <class T>
void atomic_init(atomic<T>* object, detail::Plain<T> value, place where = place::here()) {
  object->store(value, memory_order_relaxed, where);
}

template <class T>
T atomic_load(const atomic<T>* object, place where = place::here()) {
  return object->load(memory_order_seq_cst, where);
}
template <class T>
T atomic_load_explicit(const atomic<T>* object, memory_order order, place where = place::here()) {
  return object->load(order, where);
}

template <class T>
void atomic_store(atomic<T>* object, detail::Plain<T> value, place where = place::here()) {
  return object->store(value, memory_order_seq_cst, where);
}
template <class T>
void atomic_store_explicit(atomic<T>* object, detail::Plain<T> value, memory_order order,
                           place where = place::here()) {
  return object->store(value, order, where);
}

template <class T>
T atomic_exchange(atomic<T>* object, detail::Plain<T> value, place where = place::here()) {
  return object->exchange(value, memory_order_seq_cst, where);
}
template <class T>
T atomic_exchange_explicit(atomic<T>* object, detail::Plain<T> value, memory_order order,
                           place where = place::here()) {
  return object->exchange(value, order, where);
}

template <class T>
bool atomic_compare_exchange_weak(atomic<T>* object, detail::Plain<T>* expected,
                                  detail::Plain<T> desired, place where = place::here()) {
  return object->compare_exchange_weak(*expected, desired, memory_order_seq_cst, where);
}
template <class T>
bool atomic_compare_exchange_weak_explicit(atomic<T>* object, detail::Plain<T>* expected,
                                           detail::Plain<T> desired, memory_order success,
                                           memory_order failure, place where = place::here()) {
  return object->compare_exchange_weak(*expected, desired, success, failure, where);
}

template <class T>
bool atomic_compare_exchange_strong(atomic<T>* object, detail::Plain<T>* expected,
                                    detail::Plain<T> desired, place where = place::here()) {
  return object->compare_exchange_strong(*expected, desired, memory_order_seq_cst, where);
}
template <class T>
bool atomic_compare_exchange_strong_explicit(atomic<T>* object, detail::Plain<T>* expected,
                                             detail::Plain<T> desired, memory_order success,
                                             memory_order failure, place where = place::here()) {
  return object->compare_exchange_strong(*expected, desired, success, failure, where);
}

template <class T>
T atomic_fetch_add(atomic<T>* object, detail::Difference<T> operand, place where = place::here()) {
  return object->fetch_add(operand, memory_order_seq_cst, where);
}
template <class T>
T atomic_fetch_add_explicit(atomic<T>* object, detail::Difference<T> operand, memory_order order,
                            place where = place::here()) {
  return object->fetch_add(operand, order, where);
}

template <class T>
T atomic_fetch_sub(atomic<T>* object, detail::Difference<T> operand, place where = place::here()) {
  return object->fetch_sub(operand, memory_order_seq_cst, where);
}
template <class T>
T atomic_fetch_sub_explicit(atomic<T>* object, detail::Difference<T> operand, memory_order order,
                            place where = place::here()) {
  return object->fetch_sub(operand, order, where);
}

template <class T>
T atomic_fetch_and(atomic<T>* object, detail::Plain<T> operand, place where = place::here()) {
  return object->fetch_and(operand, memory_order_seq_cst, where);
}
template <class T>
T atomic_fetch_and_explicit(atomic<T>* object, detail::Plain<T> operand, memory_order order,
                            place where = place::here()) {
  return object->fetch_and(operand, order, where);
}

template <class T>
T atomic_fetch_or(atomic<T>* object, detail::Plain<T> operand, place where = place::here()) {
  return object->fetch_or(operand, memory_order_seq_cst, where);
}
template <class T>
T atomic_fetch_or_explicit(atomic<T>* object, detail::Plain<T> operand, memory_order order,
                           place where = place::here()) {
  return object->fetch_or(operand, order, where);
}

template <class T>
T atomic_fetch_xor(atomic<T>* object, detail::Plain<T> operand, place where = place::here()) {
  return object->fetch_xor(operand, memory_order_seq_cst, where);
}
template <class T>
T atomic_fetch_xor_explicit(atomic<T>* object, detail::Plain<T> operand, memory_order order,
                            place where = place::here()) {
  return object->fetch_xor(operand, order, where);
}

template <class T>
void atomic_wait(const atomic<T>* object, detail::Plain<T> old, place where = place::here()) {
  object->wait(old, memory_order_seq_cst, where);
}
template <class T>
void atomic_wait_explicit(const atomic<T>* object, detail::Plain<T> old, memory_order order,
                          place where = place::here()) {
  object->wait(old, order, where);
}
template <class T>
void atomic_notify_one(atomic<T>* object, place where = place::here()) {
  object->notify_one(where);
}
template <class T>
void atomic_notify_all(atomic<T>* object, place where = place::here()) {
  object->notify_all(where);
}

using atomic_bool = atomic<bool>;
using atomic_char = atomic<char>;
using atomic_schar = atomic<signed char>;
using atomic_uchar = atomic<unsigned char>;
using atomic_short = atomic<short>;
using atomic_ushort = atomic<unsigned short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned int>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_char8_t = atomic<char8_t>;
using atomic_char16_t = atomic<char16_t>;
using atomic_char32_t = atomic<char32_t>;
using atomic_wchar_t = atomic<wchar_t>;
using atomic_int8_t = atomic<std::int8_t>;
using atomic_uint8_t = atomic<std::uint8_t>;
using atomic_int16_t = atomic<std::int16_t>;
using atomic_uint16_t = atomic<std::uint16_t>;
using atomic_int32_t = atomic<std::int32_t>;
using atomic_uint32_t = atomic<std::uint32_t>;
using atomic_int64_t = atomic<std::int64_t>;
using atomic_uint64_t = atomic<std::uint64_t>;
using atomic_int_least8_t = atomic<std::int_least8_t>;
using atomic_uint_least8_t = atomic<std::uint_least8_t>;
using atomic_int_least16_t = atomic<std::int_least16_t>;
using atomic_uint_least16_t = atomic<std::uint_least16_t>;
using atomic_int_least32_t = atomic<std::int_least32_t>;
using atomic_uint_least32_t = atomic<std::uint_least32_t>;
using atomic_int_least64_t = atomic<std::int_least64_t>;
using atomic_uint_least64_t = atomic<std::uint_least64_t>;
using atomic_int_fast8_t = atomic<std::int_fast8_t>;
using atomic_uint_fast8_t = atomic<std::uint_fast8_t>;
using atomic_int_fast16_t = atomic<std::int_fast16_t>;
using atomic_uint_fast16_t = atomic<std::uint_fast16_t>;
using atomic_int_fast32_t = atomic<std::int_fast32_t>;
using atomic_uint_fast32_t = atomic<std::uint_fast32_t>;
using atomic_int_fast64_t = atomic<std::int_fast64_t>;
using atomic_uint_fast64_t = atomic<std::uint_fast64_t>;
using atomic_intptr_t = atomic<std::intptr_t>;
using atomic_uintptr_t = atomic<std::uintptr_t>;
using atomic_size_t = atomic<std::size_t>;
using atomic_ptrdiff_t = atomic<std::ptrdiff_t>;
using atomic_intmax_t = atomic<std::intmax_t>;
using atomic_uintmax_t = atomic<std::uintmax_t>;
using atomic_signed_lock_free = atomic<int>;
using atomic_unsigned_lock_free = atomic<unsigned int>;

}  // namespace heddle
