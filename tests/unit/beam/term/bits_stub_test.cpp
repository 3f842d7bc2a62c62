// Only until src/beam/term/bits.cpp is there: weak, so that it gives way.
#include "beam/term/bits.hpp"

namespace heddle::beam {
[[gnu::weak]] BitView view(Term bits) {
  if (bits.is(Kind::kBits)) {
    return {reinterpret_cast<const std::uint8_t*>(bits.pointer() + 2), 0, bits.word(0)};
  }
  return {reinterpret_cast<const std::uint8_t*>(bits.element(0).pointer() + 2), bits.word(1),
          bits.word(2)};
}
}  // namespace heddle::beam
