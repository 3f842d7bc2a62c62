// iolists: bytes, binaries and lists of them, nested to any depth. What natives take as text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "beam/term/bits.hpp"
#include "beam/term/term.hpp"

namespace heddle::beam {

/// Goes through a list of bytes, bitstrings and such lists in order, and calls `byte(value)` and
/// `bits(bitstring)`, which says whether it likes it. False as soon as something is not allowed
/// there. Lists may end with a bitstring.
template <typename Byte, typename Bits>
bool for_each_part(Term list, const Byte& byte, const Bits& bits) {
  if (!list.is_list()) return false;
  std::vector<Term> rest;
  while (true) {
    while (list.is_cons()) {
      const Term head = list.head();
      const Term tail = list.tail();
      if (head.is_small()) {
        if (head.small_value() < 0 || head.small_value() > 255) return false;
        byte(static_cast<std::uint8_t>(head.small_value()));
        list = tail;
      } else if (head.is_bitstring()) {
        if (!bits(head)) return false;
        list = tail;
      } else if (head.is_list()) {
        if (!tail.is_nil()) rest.push_back(tail);
        list = head;
      } else {
        return false;
      }
    }
    if (list.is_bitstring() ? !bits(list) : !list.is_nil()) return false;
    if (rest.empty()) return true;
    list = rest.back();
    rest.pop_back();
  }
}

/// The bytes of an iolist or a binary; none if it is neither.
std::optional<std::string> iolist_bytes(Term data);
/// The bytes of a binary; none if it is not one.
std::optional<std::string> binary_bytes(Term data);
/// The characters of a list of bytes that is a list to its end; none if it is not one.
std::optional<std::string> byte_list(Term list);
/// A list of characters as UTF-8.
struct CharacterList {
  enum class State { kFine, kWrong, kTooLong } state = State::kFine;
  std::string utf8;
};
CharacterList character_list(Term list, std::size_t most_characters);
/// The other way round. It must be valid.
Term list_of_utf8(Heap& heap, std::string_view utf8);

}  // namespace heddle::beam
