// What OTP's hashes are made of (erts/emulator/beam/utils.c). For phash2.cpp, map_hash.cpp and
// phash.cpp.
//
// Words are mixed into a 32-bit state with a function of Bob Jenkins (1996, "evahash"), with a
// constant (a multiple of the golden ratio) for the kind of term.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/term.hpp"

namespace heddle::beam::hashing {

using Hash = std::uint32_t;

constexpr Hash kGolden = 0x9e3779b9;
/// The constants for kinds of terms: HCONST_n.
constexpr Hash golden(Hash n) { return kGolden * n; }

inline void jenkins(Hash& a, Hash& b, Hash& c) {
  // clang-format off
  a -= b; a -= c; a ^= c >> 13;
  b -= c; b -= a; b ^= a << 8;
  c -= a; c -= b; c ^= b >> 13;
  a -= b; a -= c; a ^= c >> 12;
  b -= c; b -= a; b ^= a << 16;
  c -= a; c -= b; c ^= b >> 5;
  a -= b; a -= c; a ^= c >> 3;
  b -= c; b -= a; b ^= a << 10;
  c -= a; c -= b; c ^= b >> 15;
  // clang-format on
}

/// Mixes two words into `hash`.
inline void mix(Hash& hash, Hash first, Hash second, Hash constant) {
  Hash a = constant + first;
  Hash b = constant + second;
  jenkins(a, b, hash);
}

inline void mix_word(Hash& hash, Word word, Hash constant) {
  mix(hash, static_cast<Hash>(word), static_cast<Hash>(word >> 32), constant);
}

/// Jenkins' hash of a block of bytes. `byte(i)` is the i-th.
template <typename Byte>
inline Hash hash_block(std::size_t size, Hash initial, Byte byte) {
  Hash a = kGolden;
  Hash b = kGolden;
  Hash c = initial;
  const auto little = [&](std::size_t from, std::size_t count) {
    Hash word = 0;
    for (std::size_t i = 0; i < count; ++i) word |= Hash{byte(from + i)} << (8 * i);
    return word;
  };
  std::size_t at = 0;
  for (; size - at >= 12; at += 12) {
    a += little(at, 4);
    b += little(at + 4, 4);
    c += little(at + 8, 4);
    jenkins(a, b, c);
  }
  const std::size_t left = size - at;
  c += static_cast<Hash>(size);
  a += little(at, std::min<std::size_t>(left, 4));
  if (left > 4) b += little(at + 4, std::min<std::size_t>(left - 4, 4));
  if (left > 8) c += little(at + 8, left - 8) << 8;  // the lowest byte is the size's
  jenkins(a, b, c);
  return c;
}

inline void mix_bits(Hash& hash, Term bitstring) {
  const BitView bits = view(bitstring);
  const Hash initial = golden(13) + hash;
  if (bits.size == 0) {
    hash = initial;
    return;
  }
  const std::size_t size = bits.size / 8;
  if (is_aligned(bits)) {
    const std::uint8_t* bytes = first_byte(bits);
    hash = hash_block(size, initial, [&](std::size_t i) { return bytes[i]; });
  } else {
    hash = hash_block(size, initial, [&](std::size_t i) { return byte_at(bits, i); });
  }
  if (const Hash rest = bits.size % 8; rest != 0) {
    mix(hash, rest, byte_at(bits, size) >> (8 - rest), golden(15));
  }
}

inline void mix_limbs(Hash& hash, Term big) {
  const Hash constant = golden(big.is(Kind::kNegative) ? 10 : 11);
  for (Word i = 0; i < big.size(); ++i) mix_word(hash, big.word(i), constant);
}

/// Of a float; 0.0 and -0.0 are equal.
inline Word float_bits(Term term) {
  return term.float_value() == 0.0 ? 0 : std::bit_cast<Word>(term.float_value());
}

/// OTP's hash of an atom's name: hashpjw. Characters below 256 count as one byte, others as their
/// bytes in UTF-8.
inline Hash atom_hash(Term atom) {
  const std::string_view name = name_of(atom);
  Hash hash = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    Hash value = static_cast<std::uint8_t>(name[i]);
    if ((value & 0xfe) == 0xc2 && i + 1 < name.size()) {
      value = ((value << 6) | (static_cast<std::uint8_t>(name[++i]) & 0x3f)) & 0xff;
    }
    hash = (hash << 4) + value;
    if (const Hash high = hash & 0xf0000000; high != 0) hash ^= (high >> 24) ^ high;
  }
  return hash;
}

/// OTP's pids have 15 bits of number, then the serial, which does not count.
inline Hash pid_hash_number(Term pid) { return static_cast<Hash>(pid.pid_number() & 0x7fff); }

inline bool is_byte(Term term) {
  return term.is_small() && term.small_value() >= 0 && term.small_value() < 256;
}

/// The bytes that a list begins with, four at a time. Returns where it stopped: a cons whose head
/// is not a byte, or the tail of the whole list. `rest` and `count` are what is left.
inline Term mix_string(Hash& hash, Term list, Hash& rest, Hash& count) {
  while (list.is_cons() && is_byte(list.head())) {
    rest = (rest << 8) + static_cast<Hash>(list.head().small_value());
    if (++count == 4) {
      mix(hash, rest, 0, golden(4));
      rest = count = 0;
    }
    list = list.tail();
  }
  return list;
}

}  // namespace heddle::beam::hashing
