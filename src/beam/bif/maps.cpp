// maps
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term bad_map(Machine& machine, Term term) {
  return machine.error(machine.heap().tuple({atoms::badmap, term}));
}
Term bad_key(Machine& machine, Term key) {
  return machine.error(machine.heap().tuple({atoms::badkey, key}));
}

Term find(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  const Term value = map_get(a[1], a[0]);
  return value.is_none() ? atoms::error : machine.heap().tuple({atoms::ok, value});
}
Term get(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  const Term value = map_get(a[1], a[0]);
  return value.is_none() ? bad_key(machine, a[0]) : value;
}
Term is_key(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  return boolean(!map_get(a[1], a[0]).is_none());
}
Term from_list(Machine& machine, const Term* a) {
  std::vector<Term> pairs;
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) {
    const Term pair = list.head();
    if (!pair.is_tuple(2)) return machine.badarg();
    pairs.push_back(pair.element(0));
    pairs.push_back(pair.element(1));
  }
  return list.is_nil() ? map_from_pairs(machine.heap(), pairs) : machine.badarg();
}
Term from_keys(Machine& machine, const Term* a) {
  std::vector<Term> pairs;
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) {
    pairs.push_back(list.head());
    pairs.push_back(a[1]);
  }
  return list.is_nil() ? map_from_pairs(machine.heap(), pairs) : machine.badarg();
}
Term keys(Machine& machine, const Term* a) {
  return a[0].is_map() ? map_keys(machine.heap(), a[0]) : bad_map(machine, a[0]);
}
Term values(Machine& machine, const Term* a) {
  return a[0].is_map() ? map_values(machine.heap(), a[0]) : bad_map(machine, a[0]);
}
Term merge(Machine& machine, const Term* a) {
  if (!a[0].is_map()) return bad_map(machine, a[0]);
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  return map_merge(machine.heap(), a[0], a[1]);
}
Term put(Machine& machine, const Term* a) {
  if (!a[2].is_map()) return bad_map(machine, a[2]);
  return map_put(machine.heap(), a[2], a[0], a[1]);
}
Term update(Machine& machine, const Term* a) {
  if (!a[2].is_map()) return bad_map(machine, a[2]);
  if (map_get(a[2], a[0]).is_none()) return bad_key(machine, a[0]);
  return map_put(machine.heap(), a[2], a[0], a[1]);
}
Term remove(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  return map_remove(machine.heap(), a[1], a[0]);
}
Term take(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  const Term value = map_get(a[1], a[0]);
  if (value.is_none()) return atoms::error;
  return machine.heap().tuple({value, map_remove(machine.heap(), a[1], a[0])});
}

constexpr Native kNatives[] = {
    {"maps", "find", 2, find},
    {"maps", "get", 2, get},
    {"maps", "is_key", 2, is_key},
    {"maps", "from_list", 1, from_list},
    {"maps", "from_keys", 2, from_keys},
    {"maps", "keys", 1, keys},
    {"maps", "values", 1, values},
    {"maps", "merge", 2, merge},
    {"maps", "put", 3, put},
    {"maps", "update", 3, update},
    {"maps", "remove", 2, remove},
    {"maps", "take", 2, take},
};

}  // namespace

std::span<const Native> maps_module() { return kNatives; }

}  // namespace heddle::beam
