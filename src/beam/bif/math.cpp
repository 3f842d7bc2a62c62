// math: the functions of the C library, on numbers of any size that a float can hold.
#include <cerrno>
#include <cmath>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term finish(Machine& machine, double value) {
  return std::isfinite(value) ? machine.heap().floating(value) : machine.error(atoms::badarith);
}

template <double (*function)(double)>
Term of_one(Machine& machine, const Term* a) {
  if (!a[0].is_number()) return machine.badarg();
  const auto x = double_of(a[0]);
  return x ? finish(machine, function(*x)) : machine.error(atoms::badarith);
}

template <double (*function)(double, double)>
Term of_two(Machine& machine, const Term* a) {
  if (!a[0].is_number()) return machine.badarg();
  const auto x = double_of(a[0]);
  if (!x) return machine.error(atoms::badarith);
  if (!a[1].is_number()) return machine.badarg();
  const auto y = double_of(a[1]);
  return y ? finish(machine, function(*x, *y)) : machine.error(atoms::badarith);
}

constexpr Native kNatives[] = {
    {"math", "cos", 1, of_one<std::cos>},   {"math", "cosh", 1, of_one<std::cosh>},
    {"math", "sin", 1, of_one<std::sin>},   {"math", "sinh", 1, of_one<std::sinh>},
    {"math", "tan", 1, of_one<std::tan>},   {"math", "tanh", 1, of_one<std::tanh>},
    {"math", "acos", 1, of_one<std::acos>}, {"math", "acosh", 1, of_one<std::acosh>},
    {"math", "asin", 1, of_one<std::asin>}, {"math", "asinh", 1, of_one<std::asinh>},
    {"math", "atan", 1, of_one<std::atan>}, {"math", "atanh", 1, of_one<std::atanh>},
    {"math", "erf", 1, of_one<std::erf>},   {"math", "erfc", 1, of_one<std::erfc>},
    {"math", "exp", 1, of_one<std::exp>},   {"math", "log", 1, of_one<std::log>},
    {"math", "log2", 1, of_one<std::log2>}, {"math", "log10", 1, of_one<std::log10>},
    {"math", "sqrt", 1, of_one<std::sqrt>}, {"math", "atan2", 2, of_two<std::atan2>},
    {"math", "pow", 2, of_two<std::pow>},   {"math", "floor", 1, of_one<std::floor>},
    {"math", "ceil", 1, of_one<std::ceil>}, {"math", "fmod", 2, of_two<std::fmod>},
};

}  // namespace

std::span<const Native> math_module() { return kNatives; }

}  // namespace heddle::beam
