// erlang:phash, OTP's make_hash of old: multiplications by primes, byte by byte. Nothing recurses.
#include <vector>

#include "beam/term/function.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/hash_mix.hpp"
#include "beam/term/map.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using namespace hashing;

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

std::uint32_t phash(Term term) { return OldHash().run(term); }

}  // namespace heddle::beam
