#include "erlang/term_hash.hpp"

#include <cmath>
#include <string_view>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/function.hpp"

namespace heddle::erlang {

using beam::Kind;
using beam::Term;
using beam::Word;

namespace {

// What separates terms of different types with the same contents.
enum Mark : std::uint64_t { kAtom = 1, kNumber, kFloat, kPid, kNil, kCons, kBits, kFun, kOther };

std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t h = 0xcbf29ce484222325ULL;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return mix(h);
}

}  // namespace

std::uint64_t TermHash::atom(Term atom) {
  const std::uint32_t index = atom.atom_index();
  if (index >= atoms_.size()) atoms_.resize(std::size_t{index} + 64);
  if (atoms_[index] == 0) atoms_[index] = hash_bytes(beam::name_of(atom)) | 1;
  return atoms_[index];
}

std::uint64_t TermHash::hash(Term term, bool exact) {
  std::uint64_t h = 0;
  const auto add = [&](std::uint64_t x) { h = (h ^ x) * 0x9fb21c651e98df25ULL, h ^= h >> 29; };
  left_.assign(1, term);
  while (!left_.empty()) {
    const Term t = left_.back();
    left_.pop_back();
    if (t.is_atom()) {
      add(kAtom);
      add(atom(t));
    } else if (t.is_small()) {
      add(kNumber);
      add(static_cast<std::uint64_t>(t.small_value()));
    } else if (t.is_pid()) {
      add(kPid);
      add(t.pid_number());
    } else if (t.is_cons()) {
      add(kCons);
      left_.push_back(t.tail());
      left_.push_back(t.head());
    } else if (!t.is_boxed()) {
      add(kNil);
    } else {
      switch (t.kind()) {
        case Kind::kTuple:
        case Kind::kFlatMap:
        case Kind::kHashMap:
        case Kind::kHashNode:
          add(kOther + static_cast<std::uint64_t>(t.kind()));
          add(t.size());
          for (Word i = t.size(); i-- > 0;) left_.push_back(t.element(i));
          break;
        case Kind::kFloat: {
          add(exact ? kFloat : kNumber);
          const double value = t.float_value();
          const bool whole = !exact && value == std::floor(value) && std::abs(value) < 0x1p59;
          add(whole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                    : std::bit_cast<std::uint64_t>(value));
          break;
        }
        case Kind::kPositive:
        case Kind::kNegative: {
          // As the nearest float, which a float that is == to it also has.
          double value = 0;
          for (Word i = t.size(); i-- > 0;) {
            value = value * 0x1p64 + static_cast<double>(t.word(i));
          }
          add(kNumber);
          add(std::bit_cast<std::uint64_t>(t.kind() == Kind::kNegative ? -value : value));
          break;
        }
        case Kind::kBits:
        case Kind::kSubBits: {
          const beam::BitView view = beam::view(t);
          add(kBits);
          add(view.size);
          for (std::size_t bit = 0; bit < view.size; bit += 8) {
            const std::size_t at = view.offset + bit;
            const unsigned shift = at % 8;
            unsigned byte = static_cast<unsigned>(view.bytes[at / 8]) << shift;
            if (shift != 0 && bit + 8 - shift < view.size)
              byte |= view.bytes[at / 8 + 1] >> (8 - shift);
            if (view.size - bit < 8) byte &= 0xff00U >> (view.size - bit);
            add(byte & 0xff);
          }
          break;
        }
        case Kind::kFun: {
          const beam::FunEntry& entry = beam::fun_entry(t);
          add(kFun);
          add(atom(entry.module));
          add(entry.index);
          add(entry.uniq);
          for (Word i = t.size(); i-- > 1;) left_.push_back(t.element(i));
          break;
        }
        case Kind::kExport: {
          const beam::Export& entry = beam::export_entry(t);
          add(kFun);
          add(atom(entry.module));
          add(atom(entry.function));
          add(entry.arity);
          break;
        }
        default:
          add(kOther + static_cast<std::uint64_t>(t.kind()));
          for (Word i = 0; i < t.size(); ++i) add(t.word(i));
      }
    }
  }
  return mix(h);
}

}  // namespace heddle::erlang
