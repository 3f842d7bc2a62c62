// erlang: atoms, numbers, tuples and identifiers to text and back.
#include <charconv>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/function.hpp"
#include "beam/term/number.hpp"
#include "beam/term/print.hpp"
#include "beam/term/utf8.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kMostAtomCharacters = 255;
constexpr std::int64_t kMostElements = (1 << 24) - 1;  // of a tuple
constexpr int kPidNumberBits = 15;                     // as print.cpp

const Term kLatin1 = intern("latin1");
const Term kUnicode = intern("unicode");
const Term kUtf8 = intern("utf8");
const Term kCompact = intern("compact");
const Term kShort = intern("short");
const Term kDecimals = intern("decimals");
const Term kScientific = intern("scientific");

std::optional<int> base_of(Term term) {
  if (!term.is_small() || term.small_value() < 2 || term.small_value() > 36) return std::nullopt;
  return static_cast<int>(term.small_value());
}

// ---- Atoms

Term atom_to_list(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  const Term name = machine.heap().binary(name_of(a[0]));
  const Term context = start_match(machine.heap(), name, machine.epoch());
  std::vector<Term> characters;
  while (const auto character = get_utf8(context)) characters.push_back(Term::small(*character));
  return machine.heap().list(characters);
}

Term atom_to_binary(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  if (a[1] == kUtf8 || a[1] == kUnicode) return machine.heap().binary(name_of(a[0]));
  if (a[1] != kLatin1) return machine.badarg();
  const auto latin1 = latin1_of_utf8(name_of(a[0]));
  return latin1 ? machine.heap().binary(*latin1) : machine.badarg();
}

template <bool existing>
Term atom_of_utf8(Machine& machine, std::string_view utf8) {
  if (!existing) return intern(utf8);
  const Term atom = find_atom(utf8);
  return atom.is_none() ? machine.badarg() : atom;
}

template <bool existing>
Term list_to_atom(Machine& machine, const Term* a) {
  const CharacterList list = character_list(a[0], kMostAtomCharacters);
  if (list.state == CharacterList::State::kTooLong && !existing) {
    return machine.error(atoms::system_limit);
  }
  if (list.state != CharacterList::State::kFine) return machine.badarg();
  return atom_of_utf8<existing>(machine, list.utf8);
}

template <bool existing>
Term binary_to_atom(Machine& machine, const Term* a) {
  std::optional<std::string> bytes = binary_bytes(a[0]);
  if (!bytes) return machine.badarg();
  if (a[1] == kLatin1) {
    bytes = utf8_of_latin1(*bytes);
  } else if (a[1] != kUtf8 && a[1] != kUnicode) {
    return machine.badarg();
  }
  const auto length = utf8_length(*bytes);
  if (!length) return machine.badarg();
  if (*length > kMostAtomCharacters) {
    return existing ? machine.badarg() : machine.error(atoms::system_limit);
  }
  return atom_of_utf8<existing>(machine, *bytes);
}

// ---- Integers

Term integer_to_list(Machine& machine, const Term* a) {
  return a[0].is_integer() ? machine.heap().string(integer_to_text(a[0])) : machine.badarg();
}
Term integer_to_list_in_base(Machine& machine, const Term* a) {
  const auto base = base_of(a[1]);
  if (!a[0].is_integer() || !base) return machine.badarg();
  return machine.heap().string(integer_to_text(a[0], *base));
}
Term integer_to_binary(Machine& machine, const Term* a) {
  return a[0].is_integer() ? machine.heap().binary(integer_to_text(a[0])) : machine.badarg();
}
Term integer_to_binary_in_base(Machine& machine, const Term* a) {
  const auto base = base_of(a[1]);
  if (!a[0].is_integer() || !base) return machine.badarg();
  return machine.heap().binary(integer_to_text(a[0], *base));
}

Term integer_of(Machine& machine, const std::optional<std::string>& text, int base) {
  if (!text) return machine.badarg();
  const Term integer = integer_from_text(machine.heap(), *text, base);
  return integer.is_none() ? machine.badarg() : integer;
}
// Of the characters of a list that are not signs OTP looks at the lowest eight bits only.
std::optional<std::string> digits_of(Term list) {
  std::string digits;
  for (; list.is_cons(); list = list.tail()) {
    const Term head = list.head();
    if (!head.is_small()) return std::nullopt;
    const auto character = static_cast<char>(head.small_value());
    if ((character == '-' || character == '+') && head.small_value() != character) {
      return std::nullopt;
    }
    digits += character;
  }
  if (!list.is_nil()) return std::nullopt;
  return digits;
}
Term list_to_integer(Machine& machine, const Term* a) {
  return integer_of(machine, digits_of(a[0]), 10);
}
Term list_to_integer_in_base(Machine& machine, const Term* a) {
  const auto base = base_of(a[1]);
  return base ? integer_of(machine, digits_of(a[0]), *base) : machine.badarg();
}
Term binary_to_integer(Machine& machine, const Term* a) {
  return integer_of(machine, binary_bytes(a[0]), 10);
}
Term binary_to_integer_in_base(Machine& machine, const Term* a) {
  const auto base = base_of(a[1]);
  return base ? integer_of(machine, binary_bytes(a[0]), *base) : machine.badarg();
}

// ---- Floats

// Empty: badarg.
std::string float_text(Term number, Term options) {
  if (!number.is_float()) return {};
  enum { kLegacy, kShortest, kFixed, kExponent } form = kLegacy;
  bool compact = false;
  std::int64_t decimals = 20;
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option == kCompact) {
      compact = true;
    } else if (option == kShort) {
      form = kShortest;
    } else if (option.is_tuple(2) && option.element(1).is_small() &&
               (option.element(0) == kDecimals || option.element(0) == kScientific)) {
      decimals = option.element(1).small_value();
      form = option.element(0) == kDecimals ? kFixed : kExponent;
    } else {
      return {};
    }
  }
  if (!options.is_nil()) return {};
  const double value = number.float_value();
  if (form == kShortest) return float_to_text(value);
  // OTP keeps the number of decimals in 32 bits.
  const int count = static_cast<int>(decimals);
  if (form == kFixed) return float_to_text_decimals(value, count, compact);
  return float_to_text_scientific(value, count);
}
template <bool binary>
Term float_text_term(Machine& machine, Term number, Term options) {
  const std::string text = float_text(number, options);
  if (text.empty()) return machine.badarg();
  return binary ? machine.heap().binary(text) : machine.heap().string(text);
}
Term float_to_list(Machine& machine, const Term* a) {
  return float_text_term<false>(machine, a[0], Term::nil());
}
Term float_to_list_with(Machine& machine, const Term* a) {
  return float_text_term<false>(machine, a[0], a[1]);
}
Term float_to_binary(Machine& machine, const Term* a) {
  return float_text_term<true>(machine, a[0], Term::nil());
}
Term float_to_binary_with(Machine& machine, const Term* a) {
  return float_text_term<true>(machine, a[0], a[1]);
}
Term float_of(Machine& machine, const std::optional<std::string>& text) {
  if (!text) return machine.badarg();
  // To OTP, text ends with a zero.
  const Term number =
      float_from_text(machine.heap(), std::string_view(*text).substr(0, text->find('\0')));
  return number.is_none() ? machine.badarg() : number;
}
Term list_to_float(Machine& machine, const Term* a) { return float_of(machine, byte_list(a[0])); }
Term binary_to_float(Machine& machine, const Term* a) {
  return float_of(machine, binary_bytes(a[0]));
}

// ---- Tuples

Term tuple_to_list(Machine& machine, const Term* a) {
  if (!a[0].is_tuple()) return machine.badarg();
  Term list = Term::nil();
  for (Word i = a[0].size(); i-- > 0;) list = machine.heap().cons(a[0].element(i), list);
  return list;
}
Term list_to_tuple(Machine& machine, const Term* a) {
  std::vector<Term> elements;
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) elements.push_back(list.head());
  if (!list.is_nil() || elements.size() > kMostElements) return machine.badarg();
  return machine.heap().tuple(elements);
}
Term make_tuple_with(Machine& machine, Term size, Term element, Term places) {
  if (!size.is_small() || size.small_value() < 0 || size.small_value() > kMostElements) {
    return machine.badarg();
  }
  std::vector<Term> elements(static_cast<std::size_t>(size.small_value()), element);
  for (; places.is_cons(); places = places.tail()) {
    const Term place = places.head();
    if (!place.is_tuple(2) || !place.element(0).is_small()) return machine.badarg();
    const std::size_t index = static_cast<std::size_t>(place.element(0).small_value()) - 1;
    if (index >= elements.size()) return machine.badarg();
    elements[index] = place.element(1);
  }
  return places.is_nil() ? machine.heap().tuple(elements) : machine.badarg();
}
Term make_tuple(Machine& machine, const Term* a) {
  return make_tuple_with(machine, a[0], a[1], Term::nil());
}
Term make_tuple_at(Machine& machine, const Term* a) {
  return make_tuple_with(machine, a[0], a[1], a[2]);
}
std::vector<Term> elements_of(Term tuple) {
  std::vector<Term> elements;
  for (Word i = 0; i < tuple.size(); ++i) elements.push_back(tuple.element(i));
  return elements;
}
Term append_element(Machine& machine, const Term* a) {
  if (!a[0].is_tuple() || a[0].size() >= kMostElements) return machine.badarg();
  std::vector<Term> elements = elements_of(a[0]);
  elements.push_back(a[1]);
  return machine.heap().tuple(elements);
}
Term insert_element(Machine& machine, const Term* a) {
  if (!a[1].is_tuple() || !a[0].is_small()) return machine.badarg();
  const std::int64_t index = a[0].small_value();
  if (index < 1 || static_cast<Word>(index) > a[1].size() + 1) return machine.badarg();
  std::vector<Term> elements = elements_of(a[1]);
  elements.insert(elements.begin() + (index - 1), a[2]);
  return machine.heap().tuple(elements);
}
Term delete_element(Machine& machine, const Term* a) {
  if (!a[1].is_tuple() || !a[0].is_small()) return machine.badarg();
  const std::int64_t index = a[0].small_value();
  if (index < 1 || static_cast<Word>(index) > a[1].size()) return machine.badarg();
  std::vector<Term> elements = elements_of(a[1]);
  elements.erase(elements.begin() + (index - 1));
  return machine.heap().tuple(elements);
}

// ---- Identifiers

template <bool (*is_right)(Term)>
Term identifier_to_list(Machine& machine, const Term* a) {
  return is_right(a[0]) ? machine.heap().string(print(a[0])) : machine.badarg();
}
bool is_pid(Term term) { return term.is_pid(); }
bool is_port(Term term) { return term.is_port(); }
bool is_reference(Term term) { return term.is_reference(); }
bool is_function(Term term) { return term.is_function(); }

// The numbers in "<prefix><0.1.2>"; empty if it is anything else.
std::vector<std::uint64_t> numbers_in(Term list, std::string_view prefix) {
  const std::optional<std::string> bytes = byte_list(list);
  if (!bytes || !bytes->starts_with(prefix)) return {};
  std::vector<std::uint64_t> numbers;
  const char* at = bytes->data() + prefix.size();
  const char* end = bytes->data() + bytes->size();
  while (true) {
    const auto [next, fault] = std::from_chars(at, end, numbers.emplace_back());
    if (fault != std::errc() || next == end) return {};
    if (*next == '>') return next + 1 == end ? numbers : std::vector<std::uint64_t>();
    if (*next != '.') return {};
    at = next + 1;
  }
}
Term list_to_pid(Machine& machine, const Term* a) {
  const auto numbers = numbers_in(a[0], "<");
  constexpr std::uint64_t kMostSerial = (std::uint64_t{1} << (60 - kPidNumberBits)) - 1;
  if (numbers.size() != 3 || numbers[0] != 0 || numbers[1] >> kPidNumberBits != 0 ||
      numbers[2] > kMostSerial) {
    return machine.badarg();
  }
  return Term::pid(numbers[2] << kPidNumberBits | numbers[1]);
}
Term list_to_port(Machine& machine, const Term* a) {
  const auto numbers = numbers_in(a[0], "#Port<");
  if (numbers.size() != 2 || numbers[0] != 0 || numbers[1] >> 28 != 0) return machine.badarg();
  Word* port = machine.heap().object(Kind::kPort, 1);
  port[1] = numbers[1];
  return Term::boxed(port);
}
Term list_to_ref(Machine& machine, const Term* a) {
  const auto numbers = numbers_in(a[0], "#Ref<");
  if (numbers.size() != 3 || numbers[0] != 0 || numbers[1] >> 60 != 0) return machine.badarg();
  Word* reference = machine.heap().object(Kind::kReference, 2);
  reference[1] = Term::pid(numbers[1]).bits();
  reference[2] = numbers[2];
  return Term::boxed(reference);
}

constexpr Native kNatives[] = {
    {"erlang", "atom_to_list", 1, atom_to_list},
    {"erlang", "atom_to_binary", 2, atom_to_binary},
    {"erlang", "list_to_atom", 1, list_to_atom<false>},
    {"erlang", "list_to_existing_atom", 1, list_to_atom<true>},
    {"erlang", "binary_to_atom", 2, binary_to_atom<false>},
    {"erlang", "binary_to_existing_atom", 2, binary_to_atom<true>},
    {"erlang", "integer_to_list", 1, integer_to_list},
    {"erlang", "integer_to_list", 2, integer_to_list_in_base},
    {"erlang", "integer_to_binary", 1, integer_to_binary},
    {"erlang", "integer_to_binary", 2, integer_to_binary_in_base},
    {"erlang", "list_to_integer", 1, list_to_integer},
    {"erlang", "list_to_integer", 2, list_to_integer_in_base},
    {"erlang", "binary_to_integer", 1, binary_to_integer},
    {"erlang", "binary_to_integer", 2, binary_to_integer_in_base},
    {"erlang", "float_to_list", 1, float_to_list},
    {"erlang", "float_to_list", 2, float_to_list_with},
    {"erlang", "float_to_binary", 1, float_to_binary},
    {"erlang", "float_to_binary", 2, float_to_binary_with},
    {"erlang", "list_to_float", 1, list_to_float},
    {"erlang", "binary_to_float", 1, binary_to_float},
    {"erlang", "tuple_to_list", 1, tuple_to_list},
    {"erlang", "list_to_tuple", 1, list_to_tuple},
    {"erlang", "make_tuple", 2, make_tuple},
    {"erlang", "make_tuple", 3, make_tuple_at},
    {"erlang", "append_element", 2, append_element},
    {"erlang", "insert_element", 3, insert_element},
    {"erlang", "delete_element", 2, delete_element},
    {"erlang", "pid_to_list", 1, identifier_to_list<is_pid>},
    {"erlang", "port_to_list", 1, identifier_to_list<is_port>},
    {"erlang", "ref_to_list", 1, identifier_to_list<is_reference>},
    {"erlang", "fun_to_list", 1, identifier_to_list<is_function>},
    {"erlang", "list_to_pid", 1, list_to_pid},
    {"erlang", "list_to_port", 1, list_to_port},
    {"erlang", "list_to_ref", 1, list_to_ref},
};

}  // namespace

std::span<const Native> erlang_conversions() { return kNatives; }

}  // namespace heddle::beam
