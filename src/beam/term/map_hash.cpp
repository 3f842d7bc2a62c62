// The hash that orders the keys of large maps, OTP's make_internal_hash. Differs from phash2 in
// that every bit of a term counts, at every depth, so that no two keys collide for ever. Nothing
// recurses.
#include <string_view>
#include <vector>

#include "beam/term/function.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/hash_mix.hpp"
#include "beam/term/map.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using namespace hashing;

Hash hash_text(std::string_view text, Hash initial) {
  return hash_block(text.size(), initial,
                    [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); });
}

/// OTP's word for a pid or a port: 28 bits of its number and a tag, and above them its place in the
/// table of processes or ports, which has 2^line_bits cache lines of eight places each when the
/// limits are the default ones (+P 262144, +Q 65536). Numbers have 28 bits there; further bits go
/// on top.
Word identifier_word(Word number, unsigned line_bits, Word tag) {
  const Word place = (number & ((Word{1} << line_bits) - 1)) << 3 | ((number >> line_bits) & 7);
  const Word beyond = number >> 28 << (line_bits + 3);
  return (place | beyond) << 32 | (number & 0xfffffff) << 4 | tag;
}

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

}  // namespace

std::uint32_t map_hash(Term key, std::uint32_t depth) {
  Hash salt = 0;
  if (depth > 0) mix(salt, depth, 1, golden(22));
  return InternalHash(salt).run(key);
}

}  // namespace heddle::beam
