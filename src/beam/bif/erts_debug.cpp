// erts_debug, and what erts_internal has for measuring the emulator: of terms and tables what erl
// says, of the emulator itself what one says that has no instrumentation.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "beam/bif/call.hpp"
#include "beam/bif/ets.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/etf.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/ops.hpp"

namespace heddle::beam {
namespace {

Term itself(Machine&, const Term* a) { return a[0]; }

Term same(Machine&, const Term* a) { return boolean(a[0] == a[1]); }

// Words that OTP needs for the object itself. A binary counts as one of its own: whether OTP made
// it as a part of another one, only its history tells.
std::int64_t own_words(Term term) {
  const auto size = static_cast<std::int64_t>(term.size());
  switch (term.kind()) {
    case Kind::kTuple:
      return size == 0 ? 0 : 1 + size;
    case Kind::kFloat:
      return 2;
    case Kind::kReference:
      return 3;
    case Kind::kFlatMap: {
      const auto count = static_cast<std::int64_t>(map_size(term));
      return 3 + count + (count == 0 ? 0 : 1 + count);
    }
    case Kind::kHashMap:
      return 2 + size - 2;  // size and children
    case Kind::kHashNode:
      return 1 + size - 1;
    case Kind::kBits:
    case Kind::kSubBits:
    case Kind::kMatch: {
      const BitView bits = view(term);
      const auto bytes = static_cast<std::int64_t>((bits.size + 7) / 8);
      return (bytes <= 64 ? 2 + (bytes + 7) / 8 : 6) + (bits.is_binary() ? 0 : 5);
    }
    default:
      return 1 + size;
  }
}

enum class Count : std::uint8_t { kFlat, kShared, kSharedOfOtp };

// Shared: what occurs twice counts once. The nodes of large maps count twice in OTP's
// size_shared/1.
Term term_size(Term whole, Count count) {
  const bool shared = count != Count::kFlat;
  std::int64_t words = 0;
  std::unordered_set<Word> seen;
  std::vector<Term> open{whole};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!term.is_cons() && !term.is_boxed()) continue;
    if (shared && !seen.insert(term.bits()).second) continue;
    if (term.is_cons()) {
      words += 2;
      open.push_back(term.tail());
      open.push_back(term.head());
      continue;
    }
    words += own_words(term);
    const bool node = term.is(Kind::kHashMap) || term.is(Kind::kHashNode);
    if (node && count == Count::kSharedOfOtp) words += own_words(term);
    if (term.is(Kind::kFlatMap)) {
      for (MapIterator pair(term); pair.next();) {
        open.push_back(pair.key());
        open.push_back(pair.value());
      }
      continue;
    }
    const bool of_terms = term.is_tuple() || term.is_map() || term.is(Kind::kHashNode);
    const Word first = of_terms ? 0 : term.is(Kind::kFun) ? 1 : term.size();
    for (Word i = first; i < term.size(); ++i) open.push_back(term.element(i));
  }
  return Term::small(words);
}
Term flat_size(Machine&, const Term* a) { return term_size(a[0], Count::kFlat); }
Term size_of(Machine&, const Term* a) { return term_size(a[0], Count::kShared); }
Term size_shared(Machine&, const Term* a) { return term_size(a[0], Count::kSharedOfOtp); }

// What is for tests of the emulator is not there unless it is asked for.
Term no_internal_state(Machine& machine, const Term* a) {
  return machine.no_function(intern("erts_debug"), intern("get_internal_state"),
                             machine.heap().cons(a[0], Term::nil()));
}
Term no_setting_of_state(Machine& machine, const Term* a) {
  return machine.no_function(intern("erts_debug"), intern("set_internal_state"),
                             machine.heap().cons(a[0], machine.heap().cons(a[1], Term::nil())));
}

Term display(Machine& machine, const Term* a) {
  const std::string text = print(a[0]) + '\n';
  machine.output() += text;
  return machine.heap().string(text);
}

// ---- The tree of a large map

constexpr std::size_t kWidth = 16;
bool is_tree(Term map) { return map.is(Kind::kHashMap) || map.is(Kind::kHashNode); }
std::vector<Term> children_of(Term node) {
  std::vector<Term> children;
  for (Word i = node.is(Kind::kHashMap) ? 2 : 1; i < node.size(); ++i) {
    children.push_back(node.element(i));
  }
  return children;
}
// None: it has a tree.
Term refuse_small(Machine& machine, Term map) {
  if (is_tree(map)) return Term::none();
  if (map.is_map()) return machine.badarg();
  return machine.error(machine.heap().tuple({atoms::badmap, map}));
}

Term map_hashmap_children(Machine& machine, const Term* a) {
  if (!is_tree(a[0])) return refuse_small(machine, a[0]);
  std::vector<Term> children = children_of(a[0]);
  std::ranges::reverse(children);
  return machine.heap().list(children);
}

// How many nodes have how many children, and how many pairs lie how deep. Only the root is an array
// when it is full.
Term map_info(Machine& machine, const Term* a) {
  if (!is_tree(a[0])) return refuse_small(machine, a[0]);
  std::array<std::int64_t, kWidth> nodes{};
  std::array<std::int64_t, kWidth> leaves{};
  std::int64_t arrays = 0;
  std::int64_t depth = 0;
  std::vector<std::pair<Term, std::size_t>> open{{a[0], 0}};
  while (!open.empty()) {
    const auto [node, level] = open.back();
    open.pop_back();
    if (node.is_cons()) {
      ++leaves[std::min(level, kWidth - 1)];
      depth = std::max(depth, static_cast<std::int64_t>(level));
      continue;
    }
    const std::vector<Term> children = children_of(node);
    if (level == 0 && children.size() == kWidth) {
      ++arrays;
    } else {
      ++nodes[children.size() - 1];
    }
    for (const Term child : children) open.emplace_back(child, level + 1);
  }
  Heap& heap = machine.heap();
  const auto tuple_of = [&](const std::array<std::int64_t, kWidth>& counts) {
    std::vector<Term> terms;
    for (const std::int64_t count : counts) terms.push_back(Term::small(count));
    return heap.tuple(terms);
  };
  const auto sum = [](const std::array<std::int64_t, kWidth>& counts) {
    std::int64_t all = 0;
    for (const std::int64_t count : counts) all += count;
    return Term::small(all);
  };
  return heap.list(
      std::initializer_list<Term>{heap.tuple({intern("depth"), Term::small(depth)}),
                                  heap.tuple({intern("arrays"), Term::small(arrays), Term::nil()}),
                                  heap.tuple({intern("bitmaps"), sum(nodes), tuple_of(nodes)}),
                                  heap.tuple({intern("leafs"), sum(leaves), tuple_of(leaves)})});
}

// ---- Large binaries in a table: {what tells them apart, bytes, how many refer to it}

constexpr std::size_t kMostOnHeap = 8 * 64;  // bits
Term ets_lookup_binary_info(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  Heap& heap = machine.heap();
  std::vector<Term> found;
  std::vector<Term> open{table->lookup(a[1])};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.is_bitstring() && view(term).size > kMostOnHeap) {
      const auto bytes = static_cast<std::int64_t>((view(term).size + 7) / 8);
      found.push_back(heap.tuple({Term::small(static_cast<std::int64_t>(phash2(term))),
                                  Term::small(bytes), Term::small(1)}));
    } else if (term.is_cons()) {
      open.push_back(term.tail());
      open.push_back(term.head());
    } else if (term.is_tuple()) {
      for (Word i = 0; i < term.size(); ++i) open.push_back(term.element(i));
    } else if (term.is_map()) {
      for (MapIterator pair(term); pair.next();) {
        open.push_back(pair.key());
        open.push_back(pair.value());
      }
    }
  }
  return heap.list(found);
}

// dist_ext_to_term(Atoms, Bytes): the external format with a table of atoms, as other nodes use it.
Term dist_ext_to_term(Machine& machine, const Term* a) {
  if (!a[0].is_tuple() || !a[1].is_bitstring() || !view(a[1]).is_binary()) return machine.badarg();
  for (Word i = 0; i < a[0].size(); ++i) {
    if (!a[0].element(i).is_atom()) return machine.badarg();
  }
  EtfHooks hooks;
  hooks.find_export = [&](Term m, Term f, std::uint32_t n) {
    return machine.code().find_export(m, f, n);
  };
  hooks.atoms = a[0];
  std::string storage;
  const Decoded decoded = decode_external(machine.heap(), bytes_of(a[1], storage), hooks);
  return decoded.term.is_none() ? machine.badarg() : decoded.term;
}

// ---- The emulator

constexpr const char* kOpNames[] = {
#define X(name) #name,
    HEDDLE_OPS(X)
#undef X
};

Term instructions(Machine& machine, const Term*) {
  std::vector<Term> names;
  for (const char* name : kOpNames) names.push_back(machine.heap().string(name));
  return machine.heap().list(names);
}
// Of the loop that interprets: OTP with its compiler has none.
Term interpreter_size(Machine&, const Term*) { return Term::small(0); }

// Locks are not counted.
Term no_counts(Machine&, const Term*) { return atoms::error; }
Term not_counted(Machine& machine, const Term*) { return machine.badarg(); }

// How many messages will come: none, as allocations are not tagged (instrument: not_enabled).
Term gather(Machine& machine, const Term* a) {
  constexpr std::string_view kAllocators[] = {
      "binary_alloc",  "driver_alloc", "eheap_alloc", "ets_alloc", "exec_alloc", "fix_alloc",
      "literal_alloc", "ll_alloc",     "sl_alloc",    "std_alloc", "temp_alloc", "test_alloc"};
  if (!a[0].is_tuple(5) || !a[0].element(0).is_atom() || !a[0].element(4).is_reference()) {
    return machine.badarg();
  }
  const bool known = std::ranges::count(kAllocators, name_of(a[0].element(0))) != 0;
  for (Word i = 1; i < 4; ++i) {
    if (!a[0].element(i).is_small() || a[0].element(i).small_value() < 0) return machine.badarg();
  }
  const bool there = a[0].element(1).small_value() <= 1;  // one scheduler, and what all share
  return known && there ? Term::small(0) : machine.badarg();
}

// ---- dirty(Kind, What, Value): for tests of schedulers

Term dirty_as(Machine& machine, Term kind, Term what, Term value) {
  const std::string_view name = what.is_atom() ? name_of(what) : "";
  if (name == "scheduler") return value == intern("type") ? kind : machine.badarg();
  if (name == "error") {
    for (const char* reason : {"notsup", "undef", "badarith", "noproc", "system_limit"}) {
      if (value == intern(reason)) return machine.error(value);
    }
    return machine.badarg();
  }
  if (name == "copy") return machine.heap().list(std::vector<Term>(1000, value));
  const bool number = value.is_small();
  if (name == "reschedule") {
    const bool even = number && value.small_value() >= 0 && value.small_value() % 2 == 0;
    return even ? atoms::ok : machine.badarg();
  }
  if (name == "wait" && !number) return machine.badarg();
  for (const char* known :
       {"wait", "send", "ready_wait6_done", "alive_waitexiting", "alive_waitexitingonly"}) {
    if (name == known) return call_instead(machine, "heddle_dirty", known, {&value, 1});
  }
  return machine.badarg();
}
Term dirty(Machine& machine, const Term* a) {
  const bool known =
      a[0] == atoms::normal || a[0] == intern("dirty_cpu") || a[0] == intern("dirty_io");
  return known ? dirty_as(machine, a[0], a[1], a[2]) : machine.badarg();
}
Term dirty_cpu(Machine& machine, const Term* a) {
  return dirty_as(machine, intern("dirty_cpu"), a[0], a[1]);
}
Term dirty_io(Machine& machine, const Term* a) {
  return dirty_as(machine, intern("dirty_io"), a[0], a[1]);
}

constexpr Native kNatives[] = {
    {"erts_debug", "same", 2, same},
    {"erts_debug", "flat_size", 1, flat_size},
    {"erts_debug", "size", 1, size_of},
    {"erts_debug", "size_shared", 1, size_shared},
    {"erts_debug", "copy_shared", 1, itself},
    {"erts_debug", "copy_shared", 2, itself},
    {"erts_debug", "get_internal_state", 1, no_internal_state},
    {"erts_debug", "set_internal_state", 2, no_setting_of_state},
    {"erts_debug", "display", 1, display},
    {"erts_debug", "map_info", 1, map_info},
    {"erts_debug", "dist_ext_to_term", 2, dist_ext_to_term},
    {"erts_debug", "instructions", 0, instructions},
    {"erts_debug", "interpreter_size", 0, interpreter_size},
    {"erts_debug", "lcnt_clear", 0, no_counts},
    {"erts_debug", "lcnt_collect", 0, no_counts},
    {"erts_debug", "lcnt_control", 1, not_counted},
    {"erts_debug", "lcnt_control", 2, not_counted},
    {"erts_debug", "dirty", 3, dirty},
    {"erts_debug", "dirty_cpu", 2, dirty_cpu},
    {"erts_debug", "dirty_io", 2, dirty_io},
    {"erts_internal", "map_hashmap_children", 1, map_hashmap_children},
    {"erts_internal", "ets_lookup_binary_info", 2, ets_lookup_binary_info, NativeKind::kVisible},
    {"erts_internal", "gather_alloc_histograms", 1, gather},
    {"erts_internal", "gather_carrier_info", 1, gather},
};

}  // namespace

std::span<const Native> erts_debug_module() { return kNatives; }

}  // namespace heddle::beam
