// OTP 25's term hashes (erts/emulator/beam/utils.c), by the name they have there:
//
//   portable_hash   make_hash2           phash2: the same on every node, for ever
//   map_hash        make_internal_hash   the order of large maps
//   phash           make_hash            the old one: multiplications by primes
//
// The first two mix words into a 32-bit state with Bob Jenkins' function of 1996 (burtleburtle.net/
// bob/hash/evahash.html), with a constant (a multiple of the golden ratio) for the kind of term.
// None recurses: what is left to hash lies on a stack.
#include "beam/term/hash.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/function.hpp"
#include "beam/term/map.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using Hash = std::uint32_t;

constexpr Hash kGolden = 0x9e3779b9;
/// The constants for kinds of terms: HCONST_n.
constexpr Hash golden(Hash n) { return kGolden * n; }

void jenkins(Hash& a, Hash& b, Hash& c) {
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
void mix(Hash& hash, Hash first, Hash second, Hash constant) {
  Hash a = constant + first;
  Hash b = constant + second;
  jenkins(a, b, hash);
}

void mix_word(Hash& hash, Word word, Hash constant) {
  mix(hash, static_cast<Hash>(word), static_cast<Hash>(word >> 32), constant);
}

/// Jenkins' hash of a block of bytes. `byte(i)` is the i-th.
template <typename Byte>
Hash hash_block(std::size_t size, Hash initial, Byte byte) {
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

Hash hash_text(std::string_view text, Hash initial) {
  return hash_block(text.size(), initial,
                    [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); });
}

void mix_bits(Hash& hash, Term bitstring) {
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

void mix_limbs(Hash& hash, Term big) {
  const Hash constant = golden(big.is(Kind::kNegative) ? 10 : 11);
  for (Word i = 0; i < big.size(); ++i) mix_word(hash, big.word(i), constant);
}

/// Of a float; 0.0 and -0.0 are equal.
Word float_bits(Term term) {
  return term.float_value() == 0.0 ? 0 : std::bit_cast<Word>(term.float_value());
}

/// OTP's hash of an atom's name: hashpjw. Characters below 256 count as one byte, others as their
/// bytes in UTF-8.
Hash atom_hash(Term atom) {
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

bool is_byte(Term term) {
  return term.is_small() && term.small_value() >= 0 && term.small_value() < 256;
}

/// OTP's pids have 15 bits of number, then the serial, which does not count.
Hash pid_hash_number(Term pid) { return static_cast<Hash>(pid.pid_number() & 0x7fff); }

/// OTP's word for a pid or a port: 28 bits of its number and a tag, and above them its place in the
/// table of processes or ports, which has 2^line_bits cache lines of eight places each when the
/// limits are the default ones (+P 262144, +Q 65536). Numbers have 28 bits there; further bits go
/// on top.
Word identifier_word(Word number, unsigned line_bits, Word tag) {
  const Word place = (number & ((Word{1} << line_bits) - 1)) << 3 | ((number >> line_bits) & 7);
  const Word beyond = number >> 28 << (line_bits + 3);
  return (place | beyond) << 32 | (number & 0xfffffff) << 4 | tag;
}

/// The bytes that a list begins with, four at a time. Returns where it stopped: a cons whose head
/// is not a byte, or the tail of the whole list. `rest` and `count` are what is left.
Term mix_string(Hash& hash, Term list, Hash& rest, Hash& count) {
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

// ---- make_hash2

class PortableHash {
 public:
  Hash run(Term term) {
    push(term);
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      switch (item.what) {
        case Item::kTerm:
          step(item.term);
          break;
        case Item::kPairEnd:
          pairs_ ^= hash_;
          hash_ = 0;
          break;
        case Item::kMapEnd:
          hash_ = item.hash;
          mix(hash_, pairs_, 0, golden(19));
          pairs_ = item.pairs;
          break;
      }
    }
    return hash_;
  }

 private:
  struct Item {
    enum { kTerm, kPairEnd, kMapEnd } what = kTerm;
    Term term;
    Hash hash = 0;  // kMapEnd: what to go back to
    Hash pairs = 0;
  };

  void push(Term term) { stack_.push_back({Item::kTerm, term}); }

  void step(Term term) {
    if (term.is_cons()) {
      Hash rest = 0;
      Hash count = 0;
      term = mix_string(hash_, term, rest, count);
      if (count > 0) mix(hash_, rest, 0, golden(4));
      if (term.is_cons()) {
        push(term.tail());
        push(term.head());
      } else {
        push(term);
      }
    } else if (term.is_small()) {
      small(term.small_value());
    } else if (term.is_atom()) {
      if (hash_ == 0) {
        hash_ = atom_hash(term);
      } else {
        mix(hash_, atom_hash(term), 0, golden(3));
      }
    } else if (term.is_nil()) {
      if (hash_ == 0) {
        hash_ = 3468870702;
      } else {
        mix(hash_, 2, 0, golden(2));
      }
    } else if (term.is_pid()) {
      mix(hash_, pid_hash_number(term), 0, golden(5));
    } else {
      boxed(term);
    }
  }

  void small(std::int64_t value) {
    if (value >= -(1 << 27) && value < 1 << 27) {
      const auto low = static_cast<Hash>(value);
      if (value < 0) mix(hash_, -low, 0, kGolden);
      mix(hash_, low, 0, kGolden);
    } else {
      mix_word(hash_, static_cast<Word>(value < 0 ? -value : value), golden(value < 0 ? 10 : 11));
    }
  }

  void boxed(Term term) {
    switch (term.kind()) {
      case Kind::kTuple:
        mix(hash_, static_cast<Hash>(term.size()), 0, golden(9));
        for (Word i = term.size(); i-- > 0;) push(term.element(i));
        return;
      case Kind::kFlatMap:
      case Kind::kHashMap:
        map(term);
        return;
      case Kind::kFun: {
        const FunEntry& entry = fun_entry(term);
        const Word free = term.size() - 1;
        mix(hash_, static_cast<Hash>(free), atom_hash(entry.module), kGolden);
        mix(hash_, entry.index, entry.uniq, kGolden);
        for (Word i = free; i-- > 0;) push(term.element(1 + i));
        return;
      }
      case Kind::kExport: {
        const Export& entry = export_entry(term);
        mix(hash_, entry.arity, atom_hash(entry.module), kGolden);
        mix(hash_, atom_hash(entry.function), 0, golden(14));
        return;
      }
      case Kind::kBits:
      case Kind::kSubBits:
        mix_bits(hash_, term);
        return;
      case Kind::kPositive:
      case Kind::kNegative:
        mix_limbs(hash_, term);
        return;
      case Kind::kReference:
        mix(hash_, static_cast<Hash>(term.word(1)), 0, golden(7));
        return;
      case Kind::kPort:
        mix_word(hash_, term.word(0), golden(6));
        return;
      case Kind::kFloat: {
        const Word bits = float_bits(term);
        mix(hash_, static_cast<Hash>(bits >> 32), static_cast<Hash>(bits), golden(12));
        return;
      }
      case Kind::kHashNode:
      case Kind::kMatch:
        break;
    }
    HEDDLE_CHECK(false, "terms of kind {} have no hash", static_cast<int>(term.kind()));
  }

  /// Each pair is hashed on its own; the order of pairs does not count.
  void map(Term term) {
    mix(hash_, static_cast<Hash>(map_size(term)), 0, golden(16));
    if (map_size(term) == 0) return;
    stack_.push_back({Item::kMapEnd, Term::none(), hash_, pairs_});
    hash_ = 0;
    pairs_ = 0;
    for (MapIterator it(term); it.next();) {
      stack_.push_back({Item::kPairEnd, Term::none()});
      push(it.value());
      push(it.key());
    }
  }

  Hash hash_ = 0;
  Hash pairs_ = 0;
  std::vector<Item> stack_;
};

// ---- make_internal_hash

class InternalHash {
 public:
  explicit InternalHash(Hash salt) : hash_(salt ^ 3432918353) {}

  Hash run(Term term) {
    step(term);
    while (!stack_.empty()) {
      term = stack_.back();
      stack_.pop_back();
      if (term.is_none()) {
        turn(golden(18));  // what follows is the tail of an improper or ended list
      } else {
        step(term);
      }
    }
    return hash_;
  }

 private:
  void turn(Hash constant) { hash_ = std::rotl(hash_ ^ constant, 17); }
  void immediate(Word otp_word) { mix_word(hash_, otp_word, kGolden); }
  /// OTP mixes the atom's number.
  void atom(Term atom) { hash_ = hash_text(name_of(atom), hash_ + golden(3)); }

  void step(Term term) {
    if (term.is_small()) {
      immediate((static_cast<Word>(term.small_value()) << 4) | 0xf);
    } else if (term.is_atom()) {
      atom(term);
    } else if (term.is_nil()) {
      immediate(0x3b);
    } else if (term.is_pid()) {
      immediate(identifier_word(term.pid_number(), 15, 0x3));
    } else if (term.is_cons()) {
      list(term);
    } else {
      boxed(term);
    }
  }

  void list(Term term) {
    Hash rest = 0;
    Hash count = 0;
    term = mix_string(hash_, term, rest, count);
    if (count > 0) mix(hash_, rest, count, golden(22));
    if (!term.is_cons()) {
      stack_.push_back(term);
      return;
    }
    turn(golden(17));
    stack_.push_back(term.tail());
    if (!term.tail().is_cons()) stack_.push_back(Term::none());
    stack_.push_back(term.head());
  }

  void boxed(Term term) {
    switch (term.kind()) {
      case Kind::kTuple:
        mix(hash_, static_cast<Hash>(term.size()), 0, golden(9));
        for (Word i = term.size(); i-- > 0;) stack_.push_back(term.element(i));
        return;
      case Kind::kFlatMap:
      case Kind::kHashMap:
        map(term);
        return;
      case Kind::kFun: {
        const FunEntry& entry = fun_entry(term);
        const Word free = term.size() - 1;
        mix(hash_, static_cast<Hash>(free), 0, golden(20));
        atom(entry.module);
        mix(hash_, entry.index, entry.uniq, golden(21));
        for (Word i = free; i-- > 0;) stack_.push_back(term.element(1 + i));
        return;
      }
      case Kind::kExport: {
        const Export& entry = export_entry(term);
        mix(hash_, entry.arity, 0, golden(14));
        atom(entry.module);
        atom(entry.function);
        return;
      }
      case Kind::kBits:
      case Kind::kSubBits:
        mix_bits(hash_, term);
        return;
      case Kind::kPositive:
      case Kind::kNegative:
        mix_limbs(hash_, term);
        return;
      case Kind::kReference:
        mix_word(hash_, term.word(1), golden(7));
        mix_word(hash_, term.word(0), golden(8));
        return;
      case Kind::kPort:
        immediate(identifier_word(term.word(0), 13, 0x7));
        return;
      case Kind::kFloat:
        mix_word(hash_, float_bits(term), golden(12));
        return;
      case Kind::kHashNode:
      case Kind::kMatch:
        break;
    }
    HEDDLE_CHECK(false, "terms of kind {} have no hash", static_cast<int>(term.kind()));
  }

  void map(Term term) {
    mix(hash_, static_cast<Hash>(map_size(term)), 0, golden(16));
    const std::size_t first = stack_.size();
    // Flat maps from the first pair on, tries from the last: here, both from the top of the stack.
    for (MapIterator it(term); it.next();) {
      stack_.push_back(it.value());
      stack_.push_back(it.key());
    }
    if (term.is(Kind::kFlatMap)) {
      for (std::size_t low = first, high = stack_.size(); low < high; low += 2, high -= 2) {
        std::swap(stack_[low], stack_[high - 2]);
        std::swap(stack_[low + 1], stack_[high - 1]);
      }
    }
  }

  Hash hash_;
  std::vector<Term> stack_;
};

// ---- make_hash

// Primes just above 2^28, in OTP's numbering.
constexpr Hash kPrime[] = {0,         268440163, 268439161, 268435459, 268436141,
                           268438633, 268437017, 268438039, 268437511, 268439627,
                           268440479, 268440577, 268440581, 268440593, 268440611};

class OldHash {
 public:
  Hash run(Term term) {
    stack_.push_back({Item::kTerm, term});
    while (!stack_.empty()) {
      const Item item = stack_.back();
      stack_.pop_back();
      switch (item.what) {
        case Item::kTerm:
          step(item.term);
          break;
        case Item::kTail:
          tail(item.term);
          break;
        case Item::kListEnd:
          hash_ *= kPrime[8];
          break;
        case Item::kTupleEnd:
          add(kPrime[9], static_cast<Hash>(item.term.size()));
          break;
      }
    }
    return hash_;
  }

 private:
  struct Item {
    enum { kTerm, kTail, kListEnd, kTupleEnd } what;
    Term term;
  };

  void add(Hash prime, Hash value) { hash_ = hash_ * prime + value; }
  void bytes(Word word, int count, Hash prime) {
    for (int i = 0; i < count; ++i, word >>= 8) add(prime, static_cast<Hash>(word & 0xff));
  }
  void magnitude(Word word, bool last) { bytes(word, last && word >> 32 == 0 ? 4 : 8, kPrime[2]); }
  void sign(bool negative) { hash_ *= kPrime[negative ? 4 : 3]; }

  /// The rest of a list, from a cons or the end on.
  void tail(Term term) {
    while (term.is_cons() && is_byte(term.head())) {
      add(kPrime[2], static_cast<Hash>(term.head().small_value()));
      term = term.tail();
    }
    if (term.is_cons()) {
      stack_.push_back({Item::kTail, term.tail()});
      stack_.push_back({Item::kTerm, term.head()});
    } else {
      stack_.push_back({Item::kListEnd, Term::none()});
      stack_.push_back({Item::kTerm, term});
    }
  }

  void step(Term term) {
    if (term.is_cons()) {
      tail(term);
    } else if (term.is_nil()) {
      add(kPrime[3], 1);
    } else if (term.is_atom()) {
      add(kPrime[1], atom_hash(term));
    } else if (term.is_small()) {
      const std::int64_t value = term.small_value();
      magnitude(static_cast<Word>(value < 0 ? -value : value), true);
      sign(value < 0);
    } else if (term.is_pid()) {
      bytes(pid_hash_number(term), 4, kPrime[5]);
      hash_ *= kPrime[6];
    } else {
      boxed(term);
    }
  }

  void boxed(Term term) {
    switch (term.kind()) {
      case Kind::kTuple:
        stack_.push_back({Item::kTupleEnd, term});
        for (Word i = term.size(); i-- > 0;) stack_.push_back({Item::kTerm, term.element(i)});
        return;
      case Kind::kPositive:
      case Kind::kNegative:
        for (Word i = 0; i < term.size(); ++i) magnitude(term.word(i), i + 1 == term.size());
        sign(term.is(Kind::kNegative));
        return;
      case Kind::kFloat: {
        const Word bits = float_bits(term);
        add(kPrime[6], static_cast<Hash>(bits ^ (bits >> 32)));
        return;
      }
      case Kind::kBits:
      case Kind::kSubBits: {
        const BitView bits = view(term);
        const std::size_t size = bits.size / 8;
        for (std::size_t i = 0; i < size; ++i) add(kPrime[1], byte_at(bits, i));
        if (const Hash rest = bits.size % 8; rest != 0) {
          add(kPrime[1], byte_at(bits, size) >> (8 - rest));
          add(kPrime[12], rest);
        }
        add(kPrime[4], static_cast<Hash>(size));
        return;
      }
      case Kind::kFlatMap:
      case Kind::kHashMap:
        add(kPrime[13], kPrime[14] + portable_hash(term));
        return;
      case Kind::kFun: {
        const FunEntry& entry = fun_entry(term);
        const Word free = term.size() - 1;
        add(kPrime[10], static_cast<Hash>(free));
        add(kPrime[1], atom_hash(entry.module));
        add(kPrime[2], entry.index);
        add(kPrime[2], entry.uniq);
        for (Word i = free; i-- > 0;) stack_.push_back({Item::kTerm, term.element(1 + i)});
        return;
      }
      case Kind::kExport: {
        const Export& entry = export_entry(term);
        add(kPrime[11], entry.arity);
        add(kPrime[1], atom_hash(entry.module));
        add(kPrime[1], atom_hash(entry.function));
        return;
      }
      case Kind::kReference:
        bytes(term.word(1), 4, kPrime[9]);
        hash_ *= kPrime[10];
        return;
      case Kind::kPort:
        if (term.word(0) >> 32 != 0) bytes(term.word(0) >> 32, 4, kPrime[11]);
        bytes(term.word(0), 4, kPrime[9]);
        hash_ *= kPrime[10];
        return;
      case Kind::kHashNode:
      case Kind::kMatch:
        break;
    }
    HEDDLE_CHECK(false, "terms of kind {} have no hash", static_cast<int>(term.kind()));
  }

  Hash hash_ = 0;
  std::vector<Item> stack_;
};

}  // namespace

std::uint32_t portable_hash(Term term) { return PortableHash().run(term); }
std::uint32_t phash2(Term term) { return portable_hash(term) & ((1U << 27) - 1); }
std::uint32_t phash(Term term) { return OldHash().run(term); }

std::uint32_t map_hash(Term key, std::uint32_t depth) {
  Hash salt = 0;
  if (depth > 0) mix(salt, depth, 1, golden(22));
  return InternalHash(salt).run(key);
}

}  // namespace heddle::beam
