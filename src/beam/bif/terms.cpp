// erlang: type tests, tuples, lists, maps and bitstrings in guards; the process' own affairs.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/function.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

template <bool (Term::*test)() const>
Term is(Machine&, const Term* a) {
  return boolean((a[0].*test)());
}
template <bool (Term::*test)() const>
constexpr auto kIs = is<test>;

Term is_atom(Machine&, const Term* a) { return boolean(a[0].is_atom()); }
Term is_pid(Machine&, const Term* a) { return boolean(a[0].is_pid()); }
Term is_list(Machine&, const Term* a) { return boolean(a[0].is_list()); }
Term is_tuple(Machine&, const Term* a) { return boolean(a[0].is_tuple()); }
Term is_boolean(Machine&, const Term* a) {
  return boolean(a[0] == atoms::true_ || a[0] == atoms::false_);
}
Term is_binary(Machine&, const Term* a) {
  return boolean(a[0].is_bitstring() && view(a[0]).is_binary());
}
Term is_function_of_arity(Machine& machine, const Term* a) {
  if (a[1].is(Kind::kPositive)) return atoms::false_;
  if (!a[1].is_small() || a[1].small_value() < 0) return machine.badarg();
  if (!a[0].is_function()) return atoms::false_;
  const std::uint32_t arity =
      a[0].is(Kind::kFun) ? fun_entry(a[0]).arity : export_entry(a[0]).arity;
  return boolean(arity == a[1].small_value());
}
Term is_record(Machine& machine, const Term* a) {
  if (!a[1].is_atom()) return machine.badarg();
  return boolean(a[0].is_tuple() && a[0].size() > 0 && a[0].element(0) == a[1]);
}
Term is_record_of_size(Machine& machine, const Term* a) {
  if (!a[1].is_atom() || !a[2].is_small()) return machine.badarg();
  return boolean(a[2].small_value() > 0 && a[0].is_tuple(static_cast<Word>(a[2].small_value())) &&
                 a[0].element(0) == a[1]);
}

Term element(Machine& machine, const Term* a) {
  if (!a[0].is_small() || !a[1].is_tuple()) return machine.badarg();
  const Word index = static_cast<Word>(a[0].small_value()) - 1;
  return index < a[1].size() ? a[1].element(index) : machine.badarg();
}
Term setelement(Machine& machine, const Term* a) {
  if (!a[0].is_small() || !a[1].is_tuple()) return machine.badarg();
  const Word index = static_cast<Word>(a[0].small_value()) - 1;
  const Word size = a[1].size();
  if (index >= size) return machine.badarg();
  Word* tuple = machine.heap().object(Kind::kTuple, size);
  for (Word i = 0; i < size; ++i) tuple[1 + i] = a[1].word(i);
  tuple[1 + index] = a[2].bits();
  return Term::boxed(tuple);
}
Term tuple_size(Machine& machine, const Term* a) {
  return a[0].is_tuple() ? Term::small(static_cast<std::int64_t>(a[0].size())) : machine.badarg();
}
Term hd(Machine& machine, const Term* a) { return a[0].is_cons() ? a[0].head() : machine.badarg(); }
Term tl(Machine& machine, const Term* a) { return a[0].is_cons() ? a[0].tail() : machine.badarg(); }
Term length(Machine& machine, const Term* a) {
  std::int64_t length = 0;
  Term list = a[0];
  for (; list.is_cons(); list = list.tail()) ++length;
  return list.is_nil() ? Term::small(length) : machine.badarg();
}
// Since OTP 27 the compiler asks for the size of what is still to be matched without making a
// binary of it.
std::optional<std::size_t> bits_in(Term term) {
  if (term.is(Kind::kMatch)) return remaining(term);
  if (term.is_bitstring()) return view(term).size;
  return std::nullopt;
}
Term byte_size(Machine& machine, const Term* a) {
  const std::optional<std::size_t> bits = bits_in(a[0]);
  return bits ? Term::small(static_cast<std::int64_t>((*bits + 7) / 8)) : machine.badarg();
}
Term bit_size(Machine& machine, const Term* a) {
  const std::optional<std::size_t> bits = bits_in(a[0]);
  return bits ? Term::small(static_cast<std::int64_t>(*bits)) : machine.badarg();
}
Term size(Machine& machine, const Term* a) {
  return a[0].is_tuple()       ? tuple_size(machine, a)
         : a[0].is_bitstring() ? Term::small(static_cast<std::int64_t>(view(a[0]).size / 8))
                               : machine.badarg();
}
Term bad_map(Machine& machine, Term term) {
  return machine.error(machine.heap().tuple({atoms::badmap, term}));
}
Term map_size_of(Machine& machine, const Term* a) {
  if (!a[0].is_map()) return bad_map(machine, a[0]);
  return Term::small(static_cast<std::int64_t>(map_size(a[0])));
}
Term map_get_key(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  const Term value = map_get(a[1], a[0]);
  if (!value.is_none()) return value;
  return machine.error(machine.heap().tuple({atoms::badkey, a[0]}));
}
Term is_map_key(Machine& machine, const Term* a) {
  if (!a[1].is_map()) return bad_map(machine, a[1]);
  return boolean(!map_get(a[1], a[0]).is_none());
}
Term self(Machine& machine, const Term*) { return machine.current().pid(); }
Term node(Machine&, const Term*) { return atoms::nonode; }
Term node_of(Machine& machine, const Term* a) {
  return a[0].is_pid() || a[0].is_reference() || a[0].is_port() ? atoms::nonode : machine.badarg();
}
Term max(Machine&, const Term* a) { return compare(a[0], a[1]) < 0 ? a[1] : a[0]; }
Term min(Machine&, const Term* a) { return compare(a[1], a[0]) < 0 ? a[1] : a[0]; }

// ---- Exceptions and calls

Term error(Machine& machine, const Term* a) { return machine.raise(atoms::error, a[0]); }
Term error_with(Machine& machine, const Term* a) {
  return machine.raise_with_arguments(a[0], a[1], Term::none());
}
// Options other than [{error_info, Map}] count as none.
Term error_with_options(Machine& machine, const Term* a) {
  Term info = Term::none();
  Term options = a[2];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2) || option.element(0) != atoms::error_info) break;
    if (!option.element(1).is_map()) break;
    info = option.element(1);
  }
  return machine.raise_with_arguments(a[0], a[1], options.is_nil() ? info : Term::none());
}
Term exit(Machine& machine, const Term* a) { return machine.raise(atoms::exit, a[0]); }
Term throw_(Machine& machine, const Term* a) { return machine.raise(atoms::throw_, a[0]); }
// An entry of a trace as try ... catch gives it, from that or an older form; none if it is neither.
Term trace_entry(Heap& heap, Term entry) {
  if (!entry.is_tuple() || entry.size() < 2 || entry.size() > 4) return Term::none();
  const Term first = entry.element(0);
  const Term last = entry.element(entry.size() - 1);
  if (entry.size() == 2) {
    if (!first.is_function()) return Term::none();
    return heap.tuple({first, last, Term::nil()});
  }
  if (entry.size() == 3 && first.is_function()) return last.is_list() ? entry : Term::none();
  if (!first.is_atom() || !entry.element(1).is_atom()) return Term::none();
  if (entry.size() == 3) return heap.tuple({first, entry.element(1), last, Term::nil()});
  return last.is_list() ? entry : Term::none();
}
// A wrong class or trace is not an exception: raise/3 returns `badarg`.
Term raise(Machine& machine, const Term* a) {
  constexpr std::size_t kDepth = 8;
  if (a[0] != atoms::error && a[0] != atoms::exit && a[0] != atoms::throw_) return atoms::badarg;
  std::vector<Term> entries;
  Term list = a[2];
  for (; list.is_cons(); list = list.tail()) {
    entries.push_back(trace_entry(machine.heap(), list.head()));
    if (entries.back().is_none()) return atoms::badarg;
  }
  if (!list.is_nil()) return atoms::badarg;
  if (entries.size() > kDepth) entries.resize(kDepth);
  return machine.raise_with_trace(a[0], a[1], machine.heap().list(entries));
}

// ---- The process dictionary

Term dictionary(Machine& machine) { return Term::from_bits(machine.current().state.dictionary); }
Term put(Machine& machine, const Term* a) {
  const Term old = map_get(dictionary(machine), a[0]);
  machine.current().state.dictionary =
      map_put(machine.heap(), dictionary(machine), a[0], a[1]).bits();
  return old.is_none() ? atoms::undefined : old;
}
Term get(Machine& machine, const Term* a) {
  const Term value = map_get(dictionary(machine), a[0]);
  return value.is_none() ? atoms::undefined : value;
}
Term get_all(Machine& machine, const Term*) {
  Term list = Term::nil();
  for (MapIterator pair(dictionary(machine)); pair.next();) {
    list = machine.heap().cons(machine.heap().tuple({pair.key(), pair.value()}), list);
  }
  return list;
}
Term get_keys(Machine& machine, const Term*) {
  Term list = Term::nil();
  for (MapIterator pair(dictionary(machine)); pair.next();) {
    list = machine.heap().cons(pair.key(), list);
  }
  return list;
}
Term get_keys_of(Machine& machine, const Term* a) {
  Term list = Term::nil();
  for (MapIterator pair(dictionary(machine)); pair.next();) {
    if (equal_exact(pair.value(), a[0])) list = machine.heap().cons(pair.key(), list);
  }
  return list;
}
Term erase(Machine& machine, const Term* a) {
  const Term old = map_get(dictionary(machine), a[0]);
  machine.current().state.dictionary = map_remove(machine.heap(), dictionary(machine), a[0]).bits();
  return old.is_none() ? atoms::undefined : old;
}
Term erase_all(Machine& machine, const Term* a) {
  const Term all = get_all(machine, a);
  machine.current().state.dictionary = empty_map(machine.heap()).bits();
  return all;
}

constexpr Native kNatives[] = {
    {"erlang", "is_atom", 1, is_atom},
    {"erlang", "is_pid", 1, is_pid},
    {"erlang", "is_list", 1, is_list},
    {"erlang", "is_tuple", 1, is_tuple},
    {"erlang", "is_boolean", 1, is_boolean},
    {"erlang", "is_binary", 1, is_binary},
    {"erlang", "is_integer", 1, kIs<&Term::is_integer>},
    {"erlang", "is_float", 1, kIs<&Term::is_float>},
    {"erlang", "is_number", 1, kIs<&Term::is_number>},
    {"erlang", "is_map", 1, kIs<&Term::is_map>},
    {"erlang", "is_bitstring", 1, kIs<&Term::is_bitstring>},
    {"erlang", "is_reference", 1, kIs<&Term::is_reference>},
    {"erlang", "is_port", 1, kIs<&Term::is_port>},
    {"erlang", "is_function", 1, kIs<&Term::is_function>},
    {"erlang", "is_function", 2, is_function_of_arity},
    {"erlang", "is_record", 2, is_record},
    {"erlang", "is_record", 3, is_record_of_size},
    {"erlang", "element", 2, element},
    {"erlang", "setelement", 3, setelement},
    {"erlang", "tuple_size", 1, tuple_size},
    {"erlang", "hd", 1, hd},
    {"erlang", "tl", 1, tl},
    {"erlang", "length", 1, length},
    {"erlang", "byte_size", 1, byte_size},
    {"erlang", "bit_size", 1, bit_size},
    {"erlang", "size", 1, size},
    {"erlang", "map_size", 1, map_size_of},
    {"erlang", "map_get", 2, map_get_key},
    {"erlang", "is_map_key", 2, is_map_key},
    {"erlang", "self", 0, self},
    {"erlang", "node", 0, node},
    {"erlang", "node", 1, node_of},
    {"erlang", "max", 2, max},
    {"erlang", "min", 2, min},
    {"erlang", "error", 1, error},
    {"erlang", "error", 2, error_with},
    {"erlang", "error", 3, error_with_options},
    {"erlang", "exit", 1, exit},
    {"erlang", "throw", 1, throw_},
    {"erlang", "raise", 3, raise},
    {"erlang", "put", 2, put},
    {"erlang", "get", 1, get},
    {"erlang", "get", 0, get_all},
    {"erlang", "get_keys", 0, get_keys},
    {"erlang", "get_keys", 1, get_keys_of},
    {"erlang", "erase", 1, erase},
    {"erlang", "erase", 0, erase_all},
};

}  // namespace

std::span<const Native> erlang_terms() { return kNatives; }

}  // namespace heddle::beam
