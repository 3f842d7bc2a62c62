// unicode: characters_to_binary and characters_to_list for latin-1 and UTF-8. What other encodings
// need is Erlang code in unicode.erl, which they call.
//
// The converter follows OTP's do_build_utf8 (erl_unicode.c) step by step: what a call returns for
// wrong or incomplete data, that is how much it has converted and in what form it gives back the
// rest, is what that algorithm has on its stack at that moment.
#include <algorithm>

#include "beam/bif/call.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

const Term kLatin1 = intern("latin1");
const Term kUnicode = intern("unicode");
const Term kUtf8 = intern("utf8");
const Term kIncomplete = intern("incomplete");

std::size_t announced_length(std::uint8_t first) {
  return first < 0x80 ? 1 : (first & 0xe0) == 0xc0 ? 2 : (first & 0xf0) == 0xe0 ? 3 : 4;
}

enum class Sequence { kWhole, kShort, kWrong };
/// What the bytes at the front are: a character, the start of one as far as the number of bytes
/// goes, or nothing of that kind. `size` becomes that of the character.
Sequence sequence_at(std::string_view bytes, std::size_t& size) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  const std::uint8_t first = byte(0);
  if (first >= 0x80 && first < 0xc0) return Sequence::kWrong;
  if (first >= 0xf8) return Sequence::kWrong;
  size = announced_length(first);
  if (bytes.size() < size) return Sequence::kShort;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return Sequence::kWrong;
  }
  const bool wrong = (size == 2 && first < 0xc2) || (first == 0xe0 && byte(1) < 0xa0) ||
                     (first == 0xed && byte(1) >= 0xa0) || (first == 0xf0 && byte(1) < 0x90) ||
                     first > 0xf4 || (first == 0xf4 && byte(1) > 0x8f);
  return wrong ? Sequence::kWrong : Sequence::kWhole;
}

/// Whether more bytes could make a character of these.
bool could_be_continued(std::string_view bytes) {
  const auto continues = [&](std::size_t i) { return (bytes[i] & 0xc0) == 0x80; };
  const auto first = static_cast<std::uint8_t>(bytes[0]);
  const std::size_t length = announced_length(first);
  if (length == 2) return true;
  if (bytes.size() >= length) return false;
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    if (!continues(i)) return false;
  }
  return true;
}

class Converter {
 public:
  Converter(Heap& heap, bool latin1) : heap_(heap), latin1_(latin1) {}

  /// False if it is not made of integers, binaries and lists only (up to the first large integer).
  static bool is_well_formed(Term data) {
    if (data.is_bitstring()) return view(data).is_binary();
    if (!data.is_list()) return false;
    std::vector<Term> stack{data};
    while (!stack.empty()) {
      Term list = stack.back();
      stack.pop_back();
      while (list.is_cons()) {
        const Term head = list.head();
        if (head.is_cons()) {
          stack.push_back(list.tail());
          list = head;
          continue;
        }
        if (head.is_big()) return true;
        const bool fine =
            head.is_small() || head.is_nil() || (head.is_bitstring() && view(head).is_binary());
        if (!fine) return false;
        list = list.tail();
      }
      if (list.is_nil()) continue;
      if (!list.is_bitstring() || !view(list).is_binary()) return false;
    }
    return true;
  }

  void convert(Term data) { rest_ = data.is_bitstring() ? binary(data) : list(data); }

  const std::string& utf8() const { return utf8_; }

  /// The result with `converted` in it.
  Term result(Term converted) {
    if (failed_) {
      Term rest = rest_;
      if (!leftover_.empty()) {
        rest = heap_.cons(heap_.binary(leftover_), heap_.cons(rest, Term::nil()));
      }
      return heap_.tuple({atoms::error, converted, rest});
    }
    if (leftover_.empty()) return converted;
    return heap_.tuple({could_be_continued(leftover_) ? kIncomplete : atoms::error, converted,
                        heap_.binary(leftover_)});
  }

 private:
  // Each returns what is left, nil if nothing is.
  Term binary(Term binary) {
    std::string storage;
    const std::string_view bytes = bytes_of(binary, storage);
    if (latin1_) {
      for (const char c : bytes) character(static_cast<std::uint8_t>(c));
      return Term::nil();
    }
    const std::size_t position = utf8_bytes(bytes);
    if (!failed_) return Term::nil();
    return sub_bits(heap_, binary, 8 * position, 8 * (bytes.size() - position));
  }

  /// Takes as much as is valid; the start of a character at the end is left over for the next
  /// binary. Returns how far it came.
  std::size_t utf8_bytes(std::string_view bytes) {
    std::size_t position = 0;
    if (!leftover_.empty()) {
      const std::size_t length = announced_length(static_cast<std::uint8_t>(leftover_[0]));
      const std::size_t missing = length - leftover_.size();
      if (bytes.size() < missing) {
        leftover_ += bytes;
        return bytes.size();
      }
      std::string whole = leftover_;
      whole += bytes.substr(0, missing);
      std::size_t size = 0;
      if (sequence_at(whole, size) != Sequence::kWhole) {
        failed_ = true;
        return 0;
      }
      utf8_ += whole;
      leftover_.clear();
      position = missing;
    }
    while (position < bytes.size()) {
      std::size_t size = 0;
      const Sequence sequence = sequence_at(bytes.substr(position), size);
      if (sequence == Sequence::kWhole) {
        utf8_ += bytes.substr(position, size);
        position += size;
      } else {
        failed_ = sequence == Sequence::kWrong;
        if (!failed_) leftover_ = bytes.substr(position);
        break;
      }
    }
    return position;
  }

  bool character(std::uint64_t c) {
    const auto put = [&](std::uint64_t byte) { utf8_ += static_cast<char>(byte); };
    if (c < 0x80) {
      put(c);
    } else if (latin1_ && c > 255) {
      return false;
    } else if (c < 0x800) {
      put(0xc0 | c >> 6);
      put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      if (c >= 0xd800 && c <= 0xdfff) return false;
      put(0xe0 | c >> 12);
      put(0x80 | (c >> 6 & 0x3f));
      put(0x80 | (c & 0x3f));
    } else if (c < 0x110000) {
      put(0xf0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3f));
      put(0x80 | (c >> 6 & 0x3f));
      put(0x80 | (c & 0x3f));
    } else {
      return false;
    }
    return true;
  }

  Term list(Term list) {
    std::vector<Term> stack;
    while (true) {
      while (list.is_cons() && !failed_) {
        const Term head = list.head();
        if (head.is_nil()) {
          list = list.tail();
        } else if (head.is_cons()) {
          stack.push_back(list.tail());
          list = head;
        } else if (head.is_bitstring()) {
          const Term rest = binary(head);
          list = failed_ ? heap_.cons(rest, list.tail()) : list.tail();
        } else if (head.is_small() && leftover_.empty() &&
                   character(static_cast<std::uint64_t>(head.small_value()))) {
          list = list.tail();
        } else {
          failed_ = true;
        }
      }
      if (!failed_ && !list.is_nil()) {
        if (list.is_bitstring()) {
          list = binary(list);
        } else {
          failed_ = true;
        }
      }
      if (failed_ || stack.empty()) break;
      list = stack.back();
      stack.pop_back();
    }
    if (!failed_) return Term::nil();
    for (; !stack.empty(); stack.pop_back()) list = heap_.cons(list, stack.back());
    return list;
  }

  Heap& heap_;
  const bool latin1_;
  std::string utf8_;
  std::string leftover_;  // the start of a character at the end of a binary
  bool failed_ = false;
  Term rest_ = Term::nil();
};

Term characters_to_binary(Machine& machine, const Term* a) {
  const bool latin1 = a[1] == kLatin1;
  if (!latin1 && a[1] != kUnicode && a[1] != kUtf8) {
    return call_instead(machine, "unicode", "characters_to_binary_int", {a, 2});
  }
  Term subject = a[0];
  if (subject.is_cons() && subject.head().is_bitstring() && subject.tail().is_nil()) {
    subject = subject.head();
  }
  if (!Converter::is_well_formed(subject)) return machine.badarg();
  Converter converter(machine.heap(), latin1);
  converter.convert(subject);
  return converter.result(machine.heap().binary(converter.utf8()));
}

// A binary of UTF-8: OTP gives back the whole rest of it, also when it is incomplete.
Term utf8_binary_to_list(Machine& machine, Term binary) {
  if (!view(binary).is_binary()) return machine.badarg();
  std::string storage;
  const std::string_view bytes = bytes_of(binary, storage);
  std::size_t position = 0;
  Sequence sequence = Sequence::kWhole;
  while (position < bytes.size()) {
    std::size_t size = 0;
    sequence = sequence_at(bytes.substr(position), size);
    if (sequence != Sequence::kWhole) break;
    position += size;
  }
  Heap& heap = machine.heap();
  const Term list = list_of_utf8(heap, bytes.substr(0, position));
  if (position == bytes.size()) return list;
  const bool incomplete =
      sequence == Sequence::kShort && could_be_continued(bytes.substr(position));
  return heap.tuple({incomplete ? kIncomplete : atoms::error, list,
                     sub_bits(heap, binary, 8 * position, 8 * (bytes.size() - position))});
}

Term characters_to_list(Machine& machine, const Term* a) {
  const bool latin1 = a[1] == kLatin1;
  if (!latin1 && a[1] != kUnicode && a[1] != kUtf8) {
    return call_instead(machine, "unicode", "characters_to_list_int", {a, 2});
  }
  if (a[0].is_bitstring() && !latin1) return utf8_binary_to_list(machine, a[0]);
  if (!Converter::is_well_formed(a[0])) return machine.badarg();
  Converter converter(machine.heap(), latin1);
  converter.convert(a[0]);
  return converter.result(list_of_utf8(machine.heap(), converter.utf8()));
}

Term bin_is_7bit(Machine&, const Term* a) {
  if (!a[0].is_bitstring() || !view(a[0]).is_binary()) return atoms::false_;
  std::string storage;
  const std::string_view bytes = bytes_of(a[0], storage);
  return boolean(std::all_of(bytes.begin(), bytes.end(), [](char c) { return (c & 0x80) == 0; }));
}

constexpr Native kNatives[] = {
    {"unicode", "characters_to_binary", 2, characters_to_binary},
    {"unicode", "characters_to_list", 2, characters_to_list},
    {"unicode", "bin_is_7bit", 1, bin_is_7bit},
};

}  // namespace

std::span<const Native> unicode_module() { return kNatives; }

}  // namespace heddle::beam
