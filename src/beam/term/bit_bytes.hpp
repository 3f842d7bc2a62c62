// Reading a bitstring byte by byte, wherever it starts. For compare.cpp and hash.cpp.
#pragma once

#include "beam/term/bits.hpp"

namespace heddle::beam {

/// The 8 bits from bit 8 * index of the view on; those beyond its end are zero.
inline std::uint8_t byte_at(const BitView& view, std::size_t index) {
  const std::size_t from = view.offset + 8 * index;
  const std::size_t end = view.offset + view.size;
  const std::size_t shift = from % 8;
  unsigned byte = static_cast<unsigned>(view.bytes[from / 8]) << shift;
  if (shift != 0 && from / 8 + 1 < (end + 7) / 8) byte |= view.bytes[from / 8 + 1] >> (8 - shift);
  byte &= 0xff;
  if (end - from < 8) byte &= 0xffU << (8 - (end - from));
  return static_cast<std::uint8_t>(byte);
}

inline bool is_aligned(const BitView& view) { return view.offset % 8 == 0; }
/// Of an aligned view.
inline const std::uint8_t* first_byte(const BitView& view) { return view.bytes + view.offset / 8; }

}  // namespace heddle::beam
