// erts_internal: what the Erlang half of OTP asks its C half about terms.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

const Term kIterator = intern("iterator");
const Term kNone = intern("none");

Term cmp_term(Machine&, const Term* a) {
  const auto order = compare_exact(a[0], a[1]);
  return Term::small(order < 0 ? -1 : order > 0 ? 1 : 0);
}
Term nanoseconds(Machine&, const Term*) { return Term::small(1'000'000'000); }

// ---- map_next(Path, Map, iterator | List)
//
// The pairs of a map from a path on. For a large map, the first call (path 0) gives 32 of them and
// each further one some more, and then the path of the next pair: four bits for each level, the
// lowest for the root, each the index of a child. The results are
//
//   iterator   {K1, V1, {K2, V2, [Path | Map]}}, or `none` in place of the path at the end
//   List       [Path, Map, {K2, V2}, {K1, V1} | List], without path and map at the end
//
// Since OTP 26 the path of an iterator may also be a list: the keys in the order that is wanted.

constexpr std::size_t kFirstPairs = 32;
constexpr std::size_t kMorePairs = 1000;  // OTP: as many as the process has time for

struct Level {
  const Word* children;
  std::size_t count;
  std::size_t next;
};
Level level_of(Term node) {
  const Word skip = node.is(Kind::kHashMap) ? 2 : 1;
  return {node.pointer() + 1 + skip, node.size() - skip, 0};
}

class Pairs {
 public:
  Pairs(Heap& heap, Term kind) : heap_(heap), list_(kind) {}
  void add(Term key, Term value) {
    if (list_ == kIterator) {
      flat_.push_back(key);
      flat_.push_back(value);
    } else {
      list_ = heap_.cons(heap_.tuple({key, value}), list_);
    }
  }
  Term finish(Term path, Term map) {
    if (list_ != kIterator) {
      return path.is_none() ? list_ : heap_.cons(path, heap_.cons(map, list_));
    }
    Term result = path.is_none() ? kNone : heap_.cons(path, map);
    for (std::size_t i = flat_.size(); i > 0; i -= 2) {
      result = heap_.tuple({flat_[i - 2], flat_[i - 1], result});
    }
    return result;
  }

 private:
  Heap& heap_;
  Term list_;
  std::vector<Term> flat_;
};

Term next_of_flat(Machine& machine, const Term* a) {
  if (!a[0].is_small() || map_size(a[1]) < static_cast<Word>(a[0].small_value())) {
    return machine.badarg();
  }
  std::vector<Term> keys;
  std::vector<Term> values;
  for (MapIterator pair(a[1]); pair.next();) {
    keys.push_back(pair.key());
    values.push_back(pair.value());
  }
  Pairs pairs(machine.heap(), a[2]);
  if (a[2] == kIterator) {
    for (std::size_t i = 0; i < keys.size(); ++i) pairs.add(keys[i], values[i]);
  } else {
    for (std::size_t i = keys.size(); i-- > 0;) pairs.add(keys[i], values[i]);
  }
  return pairs.finish(Term::none(), a[1]);
}

Term next_of_keys(Machine& machine, const Term* a) {
  Pairs pairs(machine.heap(), kIterator);
  Term keys = a[0];
  for (; keys.is_cons(); keys = keys.tail()) {
    const Term value = map_get(a[1], keys.head());
    if (value.is_none()) return machine.badarg();
    pairs.add(keys.head(), value);
  }
  return keys.is_nil() ? pairs.finish(Term::none(), a[1]) : machine.badarg();
}

Term map_next(Machine& machine, const Term* a) {
  if (!a[1].is_map() || (a[2] != kIterator && !a[2].is_list())) return machine.badarg();
  if (a[2] == kIterator && a[0].is_list()) return next_of_keys(machine, a);
  if (a[1].is(Kind::kFlatMap)) return next_of_flat(machine, a);
  if (!a[0].is_integer() || a[0].is(Kind::kNegative)) return machine.badarg();
  Heap& heap = machine.heap();

  // Down the path to its leaf.
  const std::string digits = integer_to_bytes(a[0], a[0].is_small() ? 64 : 64 * a[0].size());
  const auto index_at = [&](std::size_t level) -> std::size_t {
    if (level / 2 >= digits.size()) return 0;
    const auto byte = static_cast<std::uint8_t>(digits[digits.size() - 1 - level / 2]);
    return level % 2 == 0 ? byte & 15 : byte >> 4;
  };
  std::vector<Level> levels;
  for (Term node = a[1]; !node.is_cons();) {
    Level level = level_of(node);
    level.next = index_at(levels.size());
    if (level.next >= level.count) return machine.badarg();
    node = Term::from_bits(level.children[level.next]);
    // The leaf itself is still to be taken, a node is entered.
    if (!node.is_cons()) ++level.next;
    levels.push_back(level);
  }

  Pairs pairs(heap, a[2]);
  std::size_t wanted = a[0] == Term::small(0) ? kFirstPairs : kMorePairs;
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.count) {
      levels.pop_back();
      continue;
    }
    if (wanted == 0) break;
    const Term child = Term::from_bits(level.children[level.next++]);
    if (child.is_cons()) {
      pairs.add(child.head(), child.tail());
      --wanted;
    } else {
      levels.push_back(level_of(child));
    }
  }
  if (levels.empty()) return pairs.finish(Term::none(), a[1]);

  // Below the last level stands the next child; above it, the one that was entered before.
  std::string path((levels.size() + 1) / 2, '\0');
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::size_t index = levels[i].next - (i + 1 == levels.size() ? 0 : 1);
    path[path.size() - 1 - i / 2] =
        static_cast<char>(path[path.size() - 1 - i / 2] | index << (i % 2 == 0 ? 0 : 4));
  }
  return pairs.finish(integer_from_bytes(heap, path, false), a[1]);
}

Term map_to_tuple_keys(Machine& machine, const Term* a) {
  if (!a[0].is(Kind::kFlatMap)) {
    return machine.error(machine.heap().tuple({atoms::badmap, a[0]}));
  }
  std::vector<Term> keys;
  for (MapIterator pair(a[0]); pair.next();) keys.push_back(pair.key());
  return machine.heap().tuple(keys);
}

Term term_type(Machine&, const Term* a) {
  const auto name = [&]() -> const char* {
    if (a[0].is_nil()) return "nil";
    if (a[0].is_cons()) return "list";
    if (a[0].is_atom()) return "atom";
    if (a[0].is_small()) return "fixnum";
    if (a[0].is_pid()) return "pid";
    switch (a[0].kind()) {
      case Kind::kTuple:
        return "tuple";
      case Kind::kPositive:
      case Kind::kNegative:
        return "bignum";
      case Kind::kFloat:
        return "hfloat";
      case Kind::kReference:
        return "reference";
      case Kind::kFun:
      case Kind::kExport:
        return "fun";
      case Kind::kFlatMap:
        return "flatmap";
      case Kind::kHashMap:
        return "hashmap";
      case Kind::kHashNode:
        return "hashmap_node";
      case Kind::kSubBits:
      case Kind::kMatch:
        return "sub_binary";
      case Kind::kBits:
        return view(a[0]).is_binary() && view(a[0]).size <= 8 * 64 ? "heap_binary" : "refc_binary";
      case Kind::kPort:
        return "port";
    }
    return "undefined";
  };
  return intern(name());
}

constexpr Native kNatives[] = {
    {"erts_internal", "cmp_term", 2, cmp_term},
    {"erts_internal", "map_next", 3, map_next},
    {"erts_internal", "map_to_tuple_keys", 1, map_to_tuple_keys},
    {"erts_internal", "term_type", 1, term_type},
    {"erts_internal", "time_unit", 0, nanoseconds},
    {"erts_internal", "perf_counter_unit", 0, nanoseconds},
};

}  // namespace

std::span<const Native> erts_internal_module() { return kNatives; }

}  // namespace heddle::beam
