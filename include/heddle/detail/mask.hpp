// Masking exceptions of other threads for a scope (exceptions.hpp).
#pragma once

#include "heddle/detail/exceptions.hpp"

namespace heddle::detail {

/// Sets the masking state of the calling thread, and back at the end of the scope.
class MaskingScope {
 public:
  explicit MaskingScope(masking state) : before_(get_masking()) { set_masking(state); }
  ~MaskingScope() { set_masking(before_); }
  MaskingScope(const MaskingScope&) = delete;
  MaskingScope& operator=(const MaskingScope&) = delete;
  masking before() const { return before_; }

 private:
  masking before_;
};

/// Masked, if it was not more than that before; nothing in the product.
template <bool kExplored>
class Masked {
 public:
  Masked() : scope_(get_masking() == masking::unmasked ? masking::masked : get_masking()) {}
  /// As before for a while.
  MaskingScope lifted() const { return MaskingScope(scope_.before()); }

 private:
  MaskingScope scope_;
};

template <>
class Masked<false> {
 public:
  struct Lifted {
    ~Lifted() {}  // NOLINT: not trivial, so that a scope may hold one unused
  };
  Masked() {}  // NOLINT
  Lifted lifted() const { return {}; }
};

}  // namespace heddle::detail
