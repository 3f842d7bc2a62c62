// string: numbers at the start of a text.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

const Term kNotAList = intern("not_a_list");
const Term kNoInteger = intern("no_integer");
const Term kNoFloat = intern("no_float");

Term failed(Machine& machine, Term why) { return machine.heap().tuple({atoms::error, why}); }
bool is_character(Term list, char character) {
  return list.is_cons() && list.head() == Term::small(character);
}
bool is_digit(Term list) {
  return list.is_cons() && list.head().is_small() && list.head().small_value() >= '0' &&
         list.head().small_value() <= '9';
}

// OTP looks at the lowest eight bits of a digit only.
Term list_to_integer(Machine& machine, const Term* a) {
  Term list = a[0];
  if (!list.is_list()) return failed(machine, kNotAList);
  std::string text;
  if (is_character(list, '-') || is_character(list, '+')) {
    text += static_cast<char>(list.head().small_value());
    list = list.tail();
  }
  const std::size_t sign = text.size();
  for (; list.is_cons() && list.head().is_small(); list = list.tail()) {
    const auto character = static_cast<unsigned char>(list.head().small_value());
    if (character < '0' || character > '9') break;
    text += static_cast<char>(character);
  }
  if (text.size() == sign) return failed(machine, kNoInteger);
  const Term integer = integer_from_text(machine.heap(), text);
  if (integer.is_none()) return machine.error(atoms::system_limit);
  return machine.heap().tuple({integer, list});
}

// [+-]digits[.,]digits, and an exponent if all of it is there.
Term list_to_float(Machine& machine, const Term* a) {
  Term list = a[0];
  if (!list.is_list()) return failed(machine, kNotAList);
  std::string text;
  const auto take = [&] {
    text += static_cast<char>(list.head().small_value());
    list = list.tail();
  };
  const auto digits = [&] {
    const std::size_t before = text.size();
    while (is_digit(list)) take();
    return text.size() > before;
  };
  if (is_character(list, '-')) {
    take();
  } else if (is_character(list, '+')) {
    list = list.tail();
  }
  if (!digits()) return failed(machine, kNoFloat);
  if (!is_character(list, '.') && !is_character(list, ',')) return failed(machine, kNoFloat);
  take();
  text.back() = '.';
  if (!digits()) return failed(machine, kNoFloat);
  if (is_character(list, 'e') || is_character(list, 'E')) {
    const std::size_t size = text.size();
    const Term before = list;
    take();
    if (is_character(list, '-') || is_character(list, '+')) take();
    if (!digits()) {
      text.resize(size);
      list = before;
    }
  }
  const Term number = float_from_text(machine.heap(), text);
  if (number.is_none()) return failed(machine, kNoFloat);
  return machine.heap().tuple({number, list});
}

constexpr Native kNatives[] = {
    {"string", "list_to_integer", 1, list_to_integer},
    {"string", "list_to_float", 1, list_to_float},
};

}  // namespace

std::span<const Native> string_module() { return kNatives; }

}  // namespace heddle::beam
