// persistent_term, atomics and counters.
#include <limits>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// ---- persistent_term

Term get(Machine& machine, const Term* a) {
  const Term value = map_get(machine.persistent_terms(), a[0]);
  return value.is_none() ? machine.badarg() : value;
}
Term get_default(Machine& machine, const Term* a) {
  const Term value = map_get(machine.persistent_terms(), a[0]);
  return value.is_none() ? a[1] : value;
}
Term get_all(Machine& machine, const Term*) {
  return map_to_list(machine.heap(), machine.persistent_terms());
}
Term put(Machine& machine, const Term* a) {
  machine.set_persistent_terms(map_put(machine.heap(), machine.persistent_terms(), a[0], a[1]));
  return atoms::ok;
}
Term put_new(Machine& machine, const Term* a) {
  const Term old = map_get(machine.persistent_terms(), a[0]);
  if (old.is_none()) return put(machine, a);
  return equal_exact(old, a[1]) ? atoms::ok : machine.badarg();
}
Term erase(Machine& machine, const Term* a) {
  const Term old = machine.persistent_terms();
  if (map_get(old, a[0]).is_none()) return atoms::false_;
  machine.set_persistent_terms(map_remove(machine.heap(), old, a[0]));
  return atoms::true_;
}
Term erase_all(Machine& machine, const Term*) {
  machine.set_persistent_terms(empty_map(machine.heap()));
  return atoms::ok;
}
Term info(Machine& machine, const Term*) {
  const auto count = static_cast<std::int64_t>(map_size(machine.persistent_terms()));
  const Term pairs[] = {intern("count"), Term::small(count), intern("memory"), Term::small(0)};
  return map_from_pairs(machine.heap(), pairs);
}

// ---- atomics and counters

// A word of an array; null if there is none.
struct Place {
  Word* word = nullptr;
  bool is_signed = true;
};
Place place(Machine& machine, Term reference, Term index) {
  SharedArray* array = machine.arrays().find(reference);
  if (array == nullptr || !index.is_small() || index.small_value() < 1 ||
      static_cast<Word>(index.small_value()) > array->size) {
    return {};
  }
  return {&array->words[static_cast<std::size_t>(index.small_value()) - 1], array->is_signed};
}

Term value_of(Machine& machine, const Place& at, Word word) {
  return at.is_signed ? machine.heap().integer(static_cast<std::int64_t>(word))
                      : machine.heap().unsigned_integer(word);
}

// A value to be stored: it must be in the array's range.
std::optional<Word> stored(const Place& at, Term value) {
  if (!value.is_integer()) return std::nullopt;
  if (!at.is_signed) return uint64_of(value);
  const auto number = int64_of(value);
  if (!number) return std::nullopt;
  return static_cast<Word>(*number);
}

// A value to be added: it wraps around, so both ranges will do.
std::optional<Word> added(Term value) {
  if (!value.is_integer()) return std::nullopt;
  if (const auto number = int64_of(value)) return static_cast<Word>(*number);
  return uint64_of(value);
}

Term make_array(Machine& machine, Term size, bool is_signed) {
  if (!size.is_small() || size.small_value() < 1 || size.small_value() > (1 << 28)) {
    return machine.badarg();
  }
  const Term reference = machine.make_reference();
  machine.arrays().add(machine.heap(), reference, static_cast<std::size_t>(size.small_value()),
                       is_signed);
  return reference;
}

Term atomics_new(Machine& machine, const Term* a) {
  if (!a[1].is_small()) return machine.badarg();
  return make_array(machine, a[0], (a[1].small_value() & 1) != 0);
}
Term counters_new(Machine& machine, const Term* a) { return make_array(machine, a[0], true); }

Term word_get(Machine& machine, const Term* a) {
  const Place at = place(machine, a[0], a[1]);
  return at.word == nullptr ? machine.badarg() : value_of(machine, at, *at.word);
}
Term word_put(Machine& machine, const Term* a) {
  const Place at = place(machine, a[0], a[1]);
  const auto value = at.word == nullptr ? std::nullopt : stored(at, a[2]);
  if (!value) return machine.badarg();
  machine.arrays().set(*at.word, *value);
  return atoms::ok;
}
Term word_add(Machine& machine, const Term* a) {
  const Place at = place(machine, a[0], a[1]);
  const auto value = at.word == nullptr ? std::nullopt : added(a[2]);
  if (!value) return machine.badarg();
  machine.arrays().set(*at.word, *at.word + *value);
  return atoms::ok;
}
Term word_add_get(Machine& machine, const Term* a) {
  return word_add(machine, a).is_none() ? Term::none() : word_get(machine, a);
}
Term exchange(Machine& machine, const Term* a) {
  const Place at = place(machine, a[0], a[1]);
  const auto value = at.word == nullptr ? std::nullopt : stored(at, a[2]);
  if (!value) return machine.badarg();
  const Term old = value_of(machine, at, *at.word);
  machine.arrays().set(*at.word, *value);
  return old;
}
Term compare_exchange(Machine& machine, const Term* a) {
  const Place at = place(machine, a[0], a[1]);
  if (at.word == nullptr) return machine.badarg();
  const auto expected = stored(at, a[2]);
  const auto desired = stored(at, a[3]);
  if (!expected || !desired) return machine.badarg();
  if (*at.word != *expected) return value_of(machine, at, *at.word);
  machine.arrays().set(*at.word, *desired);
  return atoms::ok;
}

Term atomics_info(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  const SharedArray* array = machine.arrays().find(a[0]);
  if (array == nullptr) return machine.badarg();
  using Limits = std::numeric_limits<std::int64_t>;
  const Term pairs[] = {
      intern("size"),
      Term::small(static_cast<std::int64_t>(array->size)),
      intern("memory"),
      Term::small(static_cast<std::int64_t>(8 * array->size + 40)),
      intern("max"),
      array->is_signed ? heap.integer(Limits::max()) : heap.unsigned_integer(~Word{0}),
      intern("min"),
      array->is_signed ? heap.integer(Limits::min()) : Term::small(0)};
  return map_from_pairs(heap, pairs);
}
Term counters_info(Machine& machine, const Term* a) {
  const SharedArray* array = machine.arrays().find(a[0]);
  if (array == nullptr) return machine.badarg();
  const Term pairs[] = {intern("size"), Term::small(static_cast<std::int64_t>(array->size)),
                        intern("memory"),
                        Term::small(static_cast<std::int64_t>(8 * array->size + 128))};
  return map_from_pairs(machine.heap(), pairs);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"persistent_term", "get", 0, get_all, kVisible},
    {"persistent_term", "get", 1, get, kVisible},
    {"persistent_term", "get", 2, get_default, kVisible},
    {"persistent_term", "put", 2, put, kVisible},
    {"persistent_term", "put_new", 2, put_new, kVisible, 28},
    {"persistent_term", "erase", 1, erase, kVisible},
    {"persistent_term", "info", 0, info, kVisible},
    {"erts_internal", "erase_persistent_terms", 0, erase_all, kVisible},
    {"erts_internal", "atomics_new", 2, atomics_new, kVisible},
    {"atomics", "get", 2, word_get, kVisible},
    {"atomics", "put", 3, word_put, kVisible},
    {"atomics", "add", 3, word_add, kVisible},
    {"atomics", "add_get", 3, word_add_get, kVisible},
    {"atomics", "exchange", 3, exchange, kVisible},
    {"atomics", "compare_exchange", 4, compare_exchange, kVisible},
    {"atomics", "info", 1, atomics_info},
    {"erts_internal", "counters_new", 1, counters_new, kVisible},
    {"erts_internal", "counters_get", 2, word_get, kVisible},
    {"erts_internal", "counters_put", 3, word_put, kVisible},
    {"erts_internal", "counters_add", 3, word_add, kVisible},
    {"erts_internal", "counters_info", 1, counters_info},
};

}  // namespace

std::span<const Native> shared_words() { return kNatives; }

}  // namespace heddle::beam
