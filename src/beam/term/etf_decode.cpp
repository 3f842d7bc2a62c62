// Terms nest as deeply as memory allows, so nothing here recurses. The parts of unfinished terms
// are on one stack of terms, and for each unfinished term there is a frame that says what it will
// be and how many parts are missing. A term that is finished is pushed; when the innermost frame
// has all its parts, they are popped and become one term.
//
// As every part takes at least a byte, no count is believed that the rest of the input could not
// satisfy: memory stays proportional to the input.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/etf_tags.hpp"
#include "beam/term/inflate.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/term/print.hpp"
#include "beam/term/utf8.hpp"

namespace heddle::beam {
namespace {

using namespace etf;

constexpr std::size_t kMostAtomCharacters = 255;
// Deflate cannot do better than this.
constexpr std::size_t kMostCompression = 1032;

// What is wrong with the input. Does not leave this file.
struct Fault {
  std::string what;
};

class Decoder {
 public:
  Decoder(Heap& heap, std::string_view bytes, const EtfHooks& hooks)
      : heap_(heap), bytes_(bytes), hooks_(hooks) {}

  Term decode() {
    read_one();
    while (!frames_.empty()) {
      if (frames_.back().missing == 0) {
        const Frame frame = frames_.back();
        frames_.pop_back();
        finish(frame);
      } else {
        --frames_.back().missing;
        read_one();
      }
    }
    return parts_.back();
  }

  std::size_t position() const { return next_; }

 private:
  struct Frame {
    Tag tag;
    std::uint32_t words;  // of a reference
    std::size_t missing;  // parts that are still to be read
    std::size_t first;    // of its parts on the stack
    std::size_t offset;   // of its tag
  };

  [[noreturn]] void fail(std::string what) const { throw Fault{std::move(what)}; }

  std::string_view raw(std::size_t size) {
    if (size > bytes_.size() - next_) {
      fail(fmt::format("{} bytes expected and only {} left", size, bytes_.size() - next_));
    }
    const std::string_view result = bytes_.substr(next_, size);
    next_ += size;
    return result;
  }
  template <std::size_t kBytes>
  std::uint64_t big() {
    std::uint64_t value = 0;
    for (const char c : raw(kBytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  std::uint8_t u8() { return static_cast<std::uint8_t>(big<1>()); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(big<2>()); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(big<4>()); }

  void push(Term term) { parts_.push_back(term); }

  /// A term of `count` parts begins, each of at least a byte.
  void begin(Tag tag, std::size_t count, std::uint32_t words = 0) {
    if (count > bytes_.size() - next_) {
      fail(fmt::format("{} parts announced and only {} bytes left", count, bytes_.size() - next_));
    }
    frames_.push_back({tag, words, count, parts_.size(), next_});
  }

  void read_one() {
    const auto tag = static_cast<Tag>(u8());
    switch (tag) {
      case kSmallInteger:
        return push(Term::small(u8()));
      case kInteger:
        return push(Term::small(static_cast<std::int32_t>(u32())));
      case kNewFloat:
        return push_float(std::bit_cast<double>(big<8>()));
      case kFloat:
        return old_float();
      case kAtom:
        return push(atom(utf8_of_latin1(raw(u16()))));
      case kSmallAtom:
        return push(atom(utf8_of_latin1(raw(u8()))));
      case kAtomUtf8:
        return push(atom(raw(u16())));
      case kSmallAtomUtf8:
        return push(atom(raw(u8())));
      case kNil:
        return push(Term::nil());
      case kString:
        return push(heap_.string(raw(u16())));
      case kBinary:
        return push(heap_.binary(raw(u32())));
      case kBitBinary:
        return bit_binary();
      case kSmallBig:
        return integer(u8());
      case kLargeBig:
        return integer(u32());
      case kSmallTuple:
        return begin(tag, u8());
      case kLargeTuple:
        return begin(tag, u32());
      case kList:
        return begin(tag, std::size_t{u32()} + 1);
      case kMap:
        return begin(tag, 2 * std::size_t{u32()});
      case kExport:
        return begin(tag, 3);
      case kPid:
      case kNewPid:
      case kPort:
      case kNewPort:
      case kV4Port:
      case kReference:
        return begin(tag, 1);
      case kNewReference:
      case kNewerReference:
        return begin_reference(tag);
      case kNewFun:
        return begin_fun();
      case kFun:
        fail("a fun as OTP wrote them before release 23");
      case kCompressed:
        fail("a compressed term inside of a term");
      case kLocal:
        fail("LOCAL_EXT can be read only by the node that wrote it");
      case kDistributionHeader:
      case kAtomCacheReference:
        if (!hooks_.atoms.is_none()) {
          const Word index = u8();
          if (index >= hooks_.atoms.size()) fail(fmt::format("there is no atom {}", index));
          return push(hooks_.atoms.element(index));
        }
        fail(fmt::format("tag {} belongs to a connection between nodes", +tag));
      case kVersion:
        fail("a version byte (131) where a term should begin");
    }
    fail(fmt::format("there is no tag {}", +tag));
  }

  void finish(const Frame& frame) {
    const std::span<const Term> parts = std::span(parts_).subspan(frame.first);
    Term result;
    switch (frame.tag) {
      case kSmallTuple:
      case kLargeTuple:
        result = heap_.tuple(parts);
        break;
      case kList:
        result = heap_.list(parts.first(parts.size() - 1), parts.back());
        break;
      case kMap:
        result = map_from_pairs(heap_, parts);
        if (map_size(result) != parts.size() / 2) fail("a map with the same key twice");
        break;
      case kExport:
        result = external_fun(parts[0], parts[1], parts[2]);
        break;
      case kNewFun:
        result = local_fun(frame.words, parts);
        break;
      default:
        result = identifier(frame, parts[0]);
    }
    parts_.resize(frame.first);
    push(result);
  }

  Term atom(std::string_view utf8) {
    const std::optional<std::size_t> length = utf8_length(utf8);
    if (!length) fail("an atom that is not UTF-8");
    if (*length > kMostAtomCharacters) fail("an atom of more than 255 characters");
    if (!hooks_.safe) return intern(utf8);
    const Term known = find_atom(utf8);
    if (known.is_none()) fail("an atom that does not exist yet, which [safe] forbids");
    return known;
  }

  void push_float(double value) {
    if (!std::isfinite(value)) fail("a float that is not finite");
    push(heap_.floating(value));
  }

  void old_float() {
    std::string_view text = raw(31);
    text = text.substr(0, text.find('\0'));
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) fail("a float that is no number");
    push_float(value);
  }

  void bit_binary() {
    const std::uint32_t size = u32();
    const std::uint8_t last = u8();
    if (size == 0 ? last != 0 : last < 1 || last > 8) {
      fail(fmt::format("a bitstring of {} bytes, the last one of {} bits", size, last));
    }
    const std::string_view bytes = raw(size);
    const std::size_t bits = size == 0 ? 0 : 8 * (std::size_t{size} - 1) + last;
    BitBuilder out;
    out.bits({reinterpret_cast<const std::uint8_t*>(bytes.data()), 0, bits}, bits);
    push(out.finish(heap_));
  }

  void integer(std::size_t size) {
    const bool negative = u8() != 0;
    const std::string_view little = raw(size);
    if (size <= 8) {
      std::uint64_t magnitude = 0;
      for (std::size_t i = size; i-- > 0;) {
        magnitude = magnitude << 8 | static_cast<unsigned char>(little[i]);
      }
      if (magnitude <= static_cast<std::uint64_t>(Term::kMaxSmall)) {
        const auto value = static_cast<std::int64_t>(magnitude);
        return push(Term::small(negative ? -value : value));
      }
    }
    const std::string big(little.rbegin(), little.rend());
    Term value = integer_from_bytes(heap_, big, false);
    if (!value.is_none() && negative) value = negate(heap_, value);
    if (value.is_none()) fail("an integer that is too large");
    push(value);
  }

  Term external_fun(Term module, Term function, Term arity) {
    if (!module.is_atom() || !function.is_atom() || !arity.is_small() || arity.small_value() < 0 ||
        arity.small_value() > 255) {
      fail("an external fun whose parts are not module, function and arity");
    }
    if (!hooks_.find_export) fail("external funs cannot be read here");
    Word* object = heap_.object(Kind::kExport, 1);
    object[1] = std::bit_cast<Word>(
        hooks_.find_export(module, function, static_cast<std::uint32_t>(arity.small_value())));
    return Term::boxed(object);
  }

  // Of the numbers that say which fun it is, the index is enough to find it, and the old hash to
  // see that it is of the same code.
  void begin_fun() {
    raw(4 + 1 + 16);  // its size, arity and the hash of the code
    const std::uint32_t index = u32();
    begin(kNewFun, 4 + std::size_t{u32()}, index);
  }
  Term local_fun(std::uint32_t index, std::span<const Term> parts) {
    if (!hooks_.find_fun) fail("funs cannot be read here");
    const std::span<const Term> variables = parts.subspan(4);
    const FunEntry* entry = parts[0].is_atom() ? hooks_.find_fun(parts[0], index) : nullptr;
    if (entry == nullptr || Term::small(entry->uniq) != parts[2] ||
        entry->free != variables.size()) {
      fail("a fun of code that is not this");
    }
    Word* object = heap_.object(Kind::kFun, 1 + variables.size());
    object[1] = std::bit_cast<Word>(entry);
    for (std::size_t i = 0; i < variables.size(); ++i) object[2 + i] = variables[i].bits();
    return Term::boxed(object);
  }

  // ---- Identifiers. The node is a term, the numbers follow it.

  void begin_reference(Tag tag) {
    const std::uint16_t words = u16();
    if (words < 1 || words > 5) fail(fmt::format("a reference of {} words", words));
    begin(tag, 1, words);
  }

  Term identifier(const Frame& frame, Term node) {
    if (!node.is_atom()) fail("a node whose name is not an atom");
    if (node != atoms::nonode) {
      fail(fmt::format("an identifier of the node {}; there is only nonode@nohost here",
                       print_atom(node)));
    }
    switch (frame.tag) {
      case kPid:
      case kNewPid: {
        const Word id = u32();
        const Word serial = u32();
        creation(frame.tag == kNewPid);
        if (id >> kPidIdBits != 0) fail("a pid with a number that is too large");
        return Term::pid(serial << kPidIdBits | id);
      }
      case kPort:
      case kNewPort:
      case kV4Port: {
        const Word number = frame.tag == kV4Port ? big<8>() : u32();
        creation(frame.tag != kPort);
        Word* object = heap_.object(Kind::kPort, 1);
        object[1] = number;
        return Term::boxed(object);
      }
      default: {
        std::array<std::uint32_t, 5> words{};
        if (frame.tag == kReference) {
          words[0] = u32();
          creation(false);
        } else {
          creation(frame.tag == kNewerReference);
          for (std::uint32_t i = 0; i < frame.words; ++i) words[i] = u32();
        }
        if (words[3] >> kPidIdBits != 0 || words[4] != 0) fail("a reference that is too large");
        Word* object = heap_.object(Kind::kReference, 2);
        object[1] = Term::pid(Word{words[3]} << 32 | words[2]).bits();
        object[2] = Word{words[1]} << 32 | words[0];
        return Term::boxed(object);
      }
    }
  }

  void creation(bool wide) { wide ? (void)u32() : (void)u8(); }

  Heap& heap_;
  const std::string_view bytes_;
  const EtfHooks& hooks_;
  std::size_t next_ = 0;
  std::vector<Term> parts_;
  std::vector<Frame> frames_;
};

Decoded decode_plain(Heap& heap, std::string_view bytes, std::size_t skipped,
                     const EtfHooks& hooks) {
  const Heap::Mark mark = heap.mark();
  Decoder decoder(heap, bytes, hooks);
  Decoded result;
  try {
    result.term = decoder.decode();
  } catch (const Fault& fault) {
    heap.rewind(mark);
    result.fault = fmt::format("byte {}: {}", skipped + decoder.position(), fault.what);
  }
  result.used = skipped + decoder.position();
  return result;
}

}  // namespace

Decoded decode_external(Heap& heap, std::string_view bytes, const EtfHooks& hooks) {
  if (bytes.empty() || static_cast<std::uint8_t>(bytes[0]) != kVersion) {
    return {{}, 0, "byte 0: not an external term, which begins with 131"};
  }
  if (bytes.size() < 2 || static_cast<std::uint8_t>(bytes[1]) != kCompressed) {
    return decode_plain(heap, bytes.substr(1), 1, hooks);
  }
  if (bytes.size() < 6) return {{}, bytes.size(), "byte 2: a compressed term without its size"};
  std::size_t size = 0;
  for (std::size_t i = 2; i < 6; ++i) size = size << 8 | static_cast<unsigned char>(bytes[i]);
  if (size / kMostCompression > bytes.size()) {
    return {{}, 2, fmt::format("byte 2: {} bytes cannot be compressed that much", size)};
  }
  const Inflated inner = inflate(bytes.substr(6), size);
  if (!inner.fault.empty()) return {{}, 6, "byte 6: " + inner.fault};
  if (inner.bytes.size() != size) {
    return {{}, 6, fmt::format("byte 6: {} bytes announced, {} found", size, inner.bytes.size())};
  }
  Decoded result = decode_plain(heap, inner.bytes, 0, hooks);
  if (!result.fault.empty()) {
    result.fault = "in the uncompressed term, " + result.fault;
  } else if (result.used != size) {
    result = {{}, 6, fmt::format("byte 6: {} bytes after the compressed term", size - result.used)};
  }
  result.used = 6 + inner.used;
  return result;
}

}  // namespace heddle::beam
