// Terms nest as deeply as memory allows, so nothing here recurses: what is still to be written is
// on a stack, the next term on top.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/etf_tags.hpp"
#include "beam/term/map.hpp"
#include "beam/term/utf8.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using namespace etf;

class Encoder {
  static constexpr Term kEndOfFun = Term::none();

 public:
  explicit Encoder(const EncodeOptions& options) : options_(options) {}

  std::string encode(Term term) {
    pending_.push_back(term);
    while (!pending_.empty()) {
      const Term next = pending_.back();
      pending_.pop_back();
      if (next == kEndOfFun) {
        sizes_.emplace_back(unfinished_.back(), out_.bytes().size() - unfinished_.back());
        unfinished_.pop_back();
      } else {
        write(next);
      }
    }
    std::string bytes = out_.take();
    for (const auto& [at, size] : sizes_) {
      for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(size >> (24 - 8 * i));
    }
    return bytes;
  }

 private:
  void write(Term term) {
    if (term.is_nil()) return out_.u8(kNil);
    if (term.is_atom()) return atom(term);
    if (term.is_small()) return small(term.small_value());
    if (term.is_pid()) return pid(term.pid_number());
    if (term.is_cons()) return list(term);
    HEDDLE_CHECK(term.is_boxed(), "{:#x} is not a term", term.bits());
    switch (term.kind()) {
      case Kind::kTuple:
        return tuple(term);
      case Kind::kPositive:
      case Kind::kNegative:
        return big_integer(term);
      case Kind::kFloat:
        return floating(term.float_value());
      case Kind::kReference:
        return reference(term);
      case Kind::kFun:
        return fun(term);
      case Kind::kExport: {
        const Export& entry = export_entry(term);
        out_.u8(kExport);
        atom(entry.module);
        atom(entry.function);
        return small(entry.arity);
      }
      case Kind::kFlatMap:
      case Kind::kHashMap:
        return map(term);
      case Kind::kBits:
      case Kind::kSubBits:
        return bits(term);
      case Kind::kPort:
        return port(term.word(0));
      case Kind::kHashNode:
      case Kind::kMatch:
        break;
    }
    HEDDLE_CHECK(false, "kind {} cannot be sent anywhere", static_cast<int>(term.kind()));
  }

  void size16(std::size_t size) { out_.big(static_cast<std::uint16_t>(size)); }
  void size32(std::size_t size) { out_.big(static_cast<std::uint32_t>(size)); }

  void atom(Term atom) {
    const std::string_view name = name_of(atom);
    if (options_.minor_version < 2) {
      if (const std::optional<std::string> latin1 = latin1_of_utf8(name)) {
        out_.u8(kAtom);
        size16(latin1->size());
        return out_.raw(*latin1);
      }
    }
    if (name.size() <= 255) {
      out_.u8(kSmallAtomUtf8);
      out_.u8(static_cast<std::uint8_t>(name.size()));
    } else {
      out_.u8(kAtomUtf8);
      size16(name.size());
    }
    out_.raw(name);
  }

  void small(std::int64_t value) {
    if (value >= 0 && value <= 255) {
      out_.u8(kSmallInteger);
      return out_.u8(static_cast<std::uint8_t>(value));
    }
    if (value >= std::numeric_limits<std::int32_t>::min() &&
        value <= std::numeric_limits<std::int32_t>::max()) {
      out_.u8(kInteger);
      return size32(static_cast<std::uint32_t>(value));
    }
    const Word limb = static_cast<Word>(value < 0 ? -value : value);
    magnitude(std::span(&limb, 1), value < 0);
  }

  void big_integer(Term term) {
    magnitude(std::span(term.pointer() + 1, term.size()), term.kind() == Kind::kNegative);
  }

  void magnitude(std::span<const Word> limbs, bool negative) {
    std::size_t size = 8 * limbs.size();
    while (size > 1 && (limbs[(size - 1) / 8] >> (8 * ((size - 1) % 8)) & 255) == 0) --size;
    out_.u8(size <= 255 ? kSmallBig : kLargeBig);
    size <= 255 ? out_.u8(static_cast<std::uint8_t>(size)) : size32(size);
    out_.u8(negative ? 1 : 0);
    for (std::size_t i = 0; i < size; ++i) {
      out_.u8(static_cast<std::uint8_t>(limbs[i / 8] >> (8 * (i % 8))));
    }
  }

  void floating(double value) {
    if (options_.minor_version > 0) {
      out_.u8(kNewFloat);
      return out_.big(std::bit_cast<std::uint64_t>(value));
    }
    std::string text = fmt::format("{:.20e}", value);
    text.resize(31);
    out_.u8(kFloat);
    out_.raw(text);
  }

  void node() { atom(atoms::nonode); }

  void pid(Word number) {
    out_.u8(kNewPid);
    node();
    size32(number & ((Word{1} << kPidIdBits) - 1));
    size32(number >> kPidIdBits);
    size32(0);  // the creation of a node without a name
  }

  void port(Word number) {
    const bool wide = number >> 28 != 0;
    out_.u8(wide ? kV4Port : kNewPort);
    node();
    wide ? out_.big(number) : size32(number);
    size32(0);
  }

  void reference(Term term) {
    const Word creator = Term::from_bits(term.word(0)).pid_number();
    const Word counter = term.word(1);
    const bool long_creator = creator >> 32 != 0;
    out_.u8(kNewerReference);
    size16(long_creator ? 4 : 3);
    node();
    size32(0);
    size32(counter & 0xffffffff);
    size32(counter >> 32);
    size32(creator & 0xffffffff);
    if (long_creator) size32(creator >> 32);
  }

  // The hash of the code is not known here; the other numbers say which fun of which module it is.
  void fun(Term term) {
    const FunEntry& entry = fun_entry(term);
    HEDDLE_CHECK(term.size() == 1 + entry.free, "a fun with {} words", term.size());
    out_.u8(kNewFun);
    unfinished_.push_back(out_.bytes().size());
    size32(0);
    out_.u8(static_cast<std::uint8_t>(entry.arity));
    out_.raw(std::string(16, '\0'));
    size32(entry.index);
    size32(entry.free);
    atom(entry.module);
    small(entry.index);
    small(entry.uniq);
    pid(0);
    pending_.push_back(kEndOfFun);
    for (Word i = entry.free; i-- > 0;) pending_.push_back(term.element(1 + i));
  }

  void tuple(Term term) {
    const Word arity = term.size();
    out_.u8(arity <= 255 ? kSmallTuple : kLargeTuple);
    arity <= 255 ? out_.u8(static_cast<std::uint8_t>(arity)) : size32(arity);
    for (Word i = arity; i-- > 0;) pending_.push_back(term.element(i));
  }

  void list(Term term) {
    std::size_t length = 0;
    bool is_string = true;
    Term tail = term;
    for (; tail.is_cons(); tail = tail.tail(), ++length) {
      const Term head = tail.head();
      is_string =
          is_string && head.is_small() && head.small_value() >= 0 && head.small_value() < 256;
    }
    if (is_string && tail.is_nil() && length <= 0xffff) {
      out_.u8(kString);
      size16(length);
      for (Term at = term; at.is_cons(); at = at.tail()) {
        out_.u8(static_cast<std::uint8_t>(at.head().small_value()));
      }
      return;
    }
    out_.u8(kList);
    size32(length);
    pending_.resize(pending_.size() + length + 1);
    auto slot = pending_.rbegin();
    for (Term at = term; at.is_cons(); at = at.tail()) *slot++ = at.head();
    *slot = tail;
  }

  void map(Term term) {
    out_.u8(kMap);
    const std::size_t count = map_size(term);
    size32(count);
    pending_.resize(pending_.size() + 2 * count);
    auto slot = pending_.rbegin();
    for (MapIterator pairs(term, MapOrder::kList); pairs.next();) {
      *slot++ = pairs.key();
      *slot++ = pairs.value();
    }
  }

  void bits(Term term) {
    const BitView bits = view(term);
    const std::size_t size = (bits.size + 7) / 8;
    out_.u8(bits.is_binary() ? kBinary : kBitBinary);
    size32(size);
    if (bits.is_binary()) {
      std::string storage;
      return out_.raw(bytes_of(term, storage));
    }
    out_.u8(static_cast<std::uint8_t>(bits.size % 8));
    BitBuilder aligned;
    aligned.bits(bits, bits.size);
    out_.raw(aligned.padded());
  }

  const EncodeOptions& options_;
  support::ByteWriter out_;
  std::vector<Term> pending_;
  // A fun begins with its size, which is known when it is written.
  std::vector<std::size_t> unfinished_;                     // where the sizes of open funs go
  std::vector<std::pair<std::size_t, std::size_t>> sizes_;  // where, how much
};

}  // namespace

std::string encode_external(Term term, const EncodeOptions& options) {
  std::string plain = Encoder(options).encode(term);
  std::string result(1, static_cast<char>(kVersion));
  if (options.compressed > 0 && plain.size() > 5) {
    // As OTP does it: only if it is no longer than what it replaces.
    uLongf size = plain.size() - 5;
    std::string packed(size, '\0');
    if (compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(plain.data()), plain.size(),
                  std::min(options.compressed, 9)) == Z_OK) {
      result += static_cast<char>(kCompressed);
      for (int shift = 24; shift >= 0; shift -= 8) {
        result += static_cast<char>(plain.size() >> shift);
      }
      return result.append(packed, 0, size);
    }
  }
  return result += plain;
}

}  // namespace heddle::beam
