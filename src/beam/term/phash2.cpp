// erlang:phash2, OTP's make_hash2: the same on every node, for ever. Nothing recurses: what is left
// to hash lies on a stack.
#include <vector>

#include "beam/term/function.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/hash_mix.hpp"
#include "beam/term/map.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using namespace hashing;

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

}  // namespace

std::uint32_t portable_hash(Term term) { return PortableHash().run(term); }
std::uint32_t phash2(Term term) { return portable_hash(term) & ((1U << 27) - 1); }

}  // namespace heddle::beam
