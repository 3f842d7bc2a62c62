// erlang: operators and guard functions on numbers and booleans.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }

template <Term (*operation)(Heap&, Term, Term)>
Term binary(Machine& machine, const Term* a) {
  const Term result = operation(machine.heap(), a[0], a[1]);
  return result.is_none() ? machine.error(atoms::badarith) : result;
}

/// Of two integers: it fails only if the result is larger than OTP allows.
template <Term (*operation)(Heap&, Term, Term)>
Term growing(Machine& machine, const Term* a) {
  const Term result = operation(machine.heap(), a[0], a[1]);
  if (!result.is_none()) return result;
  const bool integers = a[0].is_integer() && a[1].is_integer();
  return machine.error(integers ? intern("system_limit") : atoms::badarith);
}

template <Term (*operation)(Heap&, Term)>
Term unary(Machine& machine, const Term* a) {
  const Term result = operation(machine.heap(), a[0]);
  return result.is_none() ? machine.error(atoms::badarith) : result;
}

/// For functions whose wrong argument is badarg, not badarith.
template <Term (*operation)(Heap&, Term)>
Term conversion(Machine& machine, const Term* a) {
  const Term result = operation(machine.heap(), a[0]);
  return result.is_none() ? machine.badarg() : result;
}

Term plus(Machine& machine, const Term* a) {
  return a[0].is_number() ? a[0] : machine.error(atoms::badarith);
}

Term less(Machine&, const Term* a) { return boolean(compare(a[0], a[1]) < 0); }
Term greater(Machine&, const Term* a) { return boolean(compare(a[0], a[1]) > 0); }
Term at_most(Machine&, const Term* a) { return boolean(compare(a[0], a[1]) <= 0); }
Term at_least(Machine&, const Term* a) { return boolean(compare(a[0], a[1]) >= 0); }
Term equals(Machine&, const Term* a) { return boolean(equal(a[0], a[1])); }
Term differs(Machine&, const Term* a) { return boolean(!equal(a[0], a[1])); }
Term equals_exactly(Machine&, const Term* a) { return boolean(equal_exact(a[0], a[1])); }
Term differs_exactly(Machine&, const Term* a) { return boolean(!equal_exact(a[0], a[1])); }

Term logical_and(Machine& machine, const Term* a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return machine.badarg();
  return boolean(a[0] == atoms::true_ && a[1] == atoms::true_);
}
Term logical_or(Machine& machine, const Term* a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return machine.badarg();
  return boolean(a[0] == atoms::true_ || a[1] == atoms::true_);
}
Term logical_xor(Machine& machine, const Term* a) {
  if (!is_boolean(a[0]) || !is_boolean(a[1])) return machine.badarg();
  return boolean(a[0] != a[1]);
}
Term logical_not(Machine& machine, const Term* a) {
  return is_boolean(a[0]) ? boolean(a[0] == atoms::false_) : machine.badarg();
}

constexpr Native kNatives[] = {
    {"erlang", "+", 2, growing<add>},
    {"erlang", "-", 2, growing<subtract>},
    {"erlang", "*", 2, growing<multiply>},
    {"erlang", "/", 2, binary<divide>},
    {"erlang", "div", 2, binary<integer_divide>},
    {"erlang", "rem", 2, binary<integer_remainder>},
    {"erlang", "band", 2, binary<bit_and>},
    {"erlang", "bor", 2, binary<bit_or>},
    {"erlang", "bxor", 2, binary<bit_xor>},
    {"erlang", "bsl", 2, growing<shift_left>},
    {"erlang", "bsr", 2, growing<shift_right>},
    {"erlang", "bnot", 1, unary<bit_not>},
    {"erlang", "-", 1, unary<negate>},
    {"erlang", "+", 1, plus},
    {"erlang", "abs", 1, conversion<absolute>},
    {"erlang", "float", 1, conversion<to_float>},
    {"erlang", "trunc", 1, conversion<truncate>},
    {"erlang", "round", 1, conversion<round>},
    {"erlang", "floor", 1, conversion<floor>},
    {"erlang", "ceil", 1, conversion<ceil>},
    {"erlang", "<", 2, less},
    {"erlang", ">", 2, greater},
    {"erlang", "=<", 2, at_most},
    {"erlang", ">=", 2, at_least},
    {"erlang", "==", 2, equals},
    {"erlang", "/=", 2, differs},
    {"erlang", "=:=", 2, equals_exactly},
    {"erlang", "=/=", 2, differs_exactly},
    {"erlang", "and", 2, logical_and},
    {"erlang", "or", 2, logical_or},
    {"erlang", "xor", 2, logical_xor},
    {"erlang", "not", 1, logical_not},
};

}  // namespace

std::span<const Native> erlang_arithmetic() { return kNatives; }

}  // namespace heddle::beam
