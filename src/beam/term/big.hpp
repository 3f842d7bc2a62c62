// Big integers between the heap and GMP. For number*.cpp only.
#pragma once

#include <gmp.h>

#include "beam/term/heap.hpp"

namespace heddle::beam {

static_assert(sizeof(mp_limb_t) == sizeof(Word) && GMP_NAIL_BITS == 0);

inline const mp_limb_t* limbs_of(Term big) {
  return reinterpret_cast<const mp_limb_t*>(big.pointer() + 1);
}

/// An integer term for GMP to read; its limbs stay where they are.
class BigOperand {
 public:
  explicit BigOperand(Term integer) {
    if (integer.is_small()) {
      const std::int64_t value = integer.small_value();
      limb_ = value < 0 ? -static_cast<Word>(value) : static_cast<Word>(value);
      mpz_roinit_n(value_, &limb_, value < 0 ? -1 : 1);
    } else {
      const auto size = static_cast<mp_size_t>(integer.size());
      mpz_roinit_n(value_, limbs_of(integer), integer.is(Kind::kNegative) ? -size : size);
    }
  }
  BigOperand(const BigOperand&) = delete;
  BigOperand& operator=(const BigOperand&) = delete;
  operator mpz_srcptr() const { return value_; }

 private:
  mp_limb_t limb_ = 0;
  mpz_t value_;
};

/// An integer for GMP to write.
class Scratch {
 public:
  Scratch() { mpz_init(value_); }
  ~Scratch() { mpz_clear(value_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  operator mpz_ptr() { return value_; }
  /// None if it has more than kMaxIntegerBits.
  Term finish(Heap& heap) const;

 private:
  mpz_t value_;
};

}  // namespace heddle::beam
