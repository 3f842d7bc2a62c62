// lists, and the list operators of erlang.
#include <unordered_map>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/hash.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// The elements of a proper list; none after badarg.
std::optional<std::vector<Term>> elements_of(Machine& machine, Term list) {
  std::vector<Term> elements;
  for (; list.is_cons(); list = list.tail()) elements.push_back(list.head());
  if (!list.is_nil()) {
    machine.badarg();
    return std::nullopt;
  }
  return elements;
}

Term append(Machine& machine, const Term* a) {
  const auto left = elements_of(machine, a[0]);
  return left ? machine.heap().list(*left, a[1]) : Term::none();
}

struct ExactHash {
  std::size_t operator()(Term term) const { return map_hash(term); }
};
struct ExactEqual {
  bool operator()(Term a, Term b) const { return equal_exact(a, b); }
};

// Each element of the right list takes away its first occurrence in the left one.
Term subtract(Machine& machine, const Term* a) {
  const auto left = elements_of(machine, a[0]);
  if (!left) return Term::none();
  const auto right = elements_of(machine, a[1]);
  if (!right) return Term::none();
  if (left->empty() || right->empty()) return a[0];
  std::unordered_map<Term, std::size_t, ExactHash, ExactEqual> count;
  for (const Term element : *right) ++count[element];
  std::vector<Term> kept;
  std::size_t missing = right->size();
  for (const Term element : *left) {
    if (missing != 0) {
      const auto it = count.find(element);
      if (it != count.end() && it->second != 0) {
        --it->second;
        --missing;
        continue;
      }
    }
    kept.push_back(element);
  }
  return machine.heap().list(kept);
}

Term member(Machine& machine, const Term* a) {
  Term list = a[1];
  for (; list.is_cons(); list = list.tail()) {
    if (equal_exact(a[0], list.head())) return atoms::true_;
  }
  return list.is_nil() ? atoms::false_ : machine.badarg();
}

Term reverse(Machine& machine, const Term* a) {
  Term result = a[1];
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) result = machine.heap().cons(list.head(), result);
  return list.is_nil() ? result : machine.badarg();
}

// The first tuple whose element at the position is equal (==) to the key; nil if there is none, and
// none after badarg.
Term find_key(Machine& machine, const Term* a) {
  if (!a[1].is_small() || a[1].small_value() < 1) return machine.badarg();
  const Word index = static_cast<Word>(a[1].small_value()) - 1;
  Term list = a[2];
  for (; list.is_cons(); list = list.tail()) {
    const Term tuple = list.head();
    if (tuple.is_tuple() && index < tuple.size() && equal(a[0], tuple.element(index))) return tuple;
  }
  return list.is_nil() ? list : machine.badarg();
}
Term keyfind(Machine& machine, const Term* a) {
  const Term found = find_key(machine, a);
  return found.is_nil() ? atoms::false_ : found;
}
Term keymember(Machine& machine, const Term* a) {
  const Term found = find_key(machine, a);
  return found.is_none() ? found : boolean(!found.is_nil());
}
Term keysearch(Machine& machine, const Term* a) {
  static const Term kValue = intern("value");
  const Term found = find_key(machine, a);
  if (found.is_nil()) return atoms::false_;
  return found.is_none() ? found : machine.heap().tuple({kValue, found});
}

constexpr Native kNatives[] = {
    {"erlang", "++", 2, append},          {"erlang", "--", 2, subtract},
    {"erlang", "append", 2, append},      {"erlang", "subtract", 2, subtract},
    {"lists", "member", 2, member},       {"lists", "reverse", 2, reverse},
    {"lists", "keyfind", 3, keyfind},     {"lists", "keymember", 3, keymember},
    {"lists", "keysearch", 3, keysearch},
};

}  // namespace

std::span<const Native> lists_module() { return kNatives; }

}  // namespace heddle::beam
