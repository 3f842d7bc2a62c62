// Comparing without recursion: what is left to compare lies on a stack of our own, so that terms
// may be nested as deeply as memory allows.
//
// Equality needs only that stack: the two terms have the same shape or differ. That holds for large
// maps as well, as the shape of their trie follows from the keys.
//
// The order of two large maps of one size is decided by the smallest key that only one of them has
// (the map that has it is the smaller one), or else, if the keys are the same, by the values of the
// smallest key whose values differ. Tries are not sorted by key, so a `MapTask` goes through the
// candidates and keeps the best so far. Comparing two keys or two values is itself a comparison of
// any depth; the task is suspended below it on the stack, and a difference found above goes no
// further down than to that task.
#include "beam/term/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/bit_bytes.hpp"
#include "beam/term/function.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "beam/term/zeros.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

using Order = std::strong_ordering;

bool different_zeros = false;

enum class Rank : std::uint8_t {
  kNumber,
  kAtom,
  kReference,
  kFunction,
  kPort,
  kPid,
  kTuple,
  kMap,
  kNil,
  kList,
  kBits,
};

Rank rank_of(Term term) {
  if (term.is_cons()) return Rank::kList;
  if (term.is_small()) return Rank::kNumber;
  if (term.is_atom()) return Rank::kAtom;
  if (term.is_pid()) return Rank::kPid;
  if (term.is_nil()) return Rank::kNil;
  HEDDLE_CHECK(term.is_boxed(), "not a term: {:#x}", term.bits());
  switch (term.kind()) {
    case Kind::kPositive:
    case Kind::kNegative:
    case Kind::kFloat:
      return Rank::kNumber;
    case Kind::kReference:
      return Rank::kReference;
    case Kind::kFun:
    case Kind::kExport:
      return Rank::kFunction;
    case Kind::kPort:
      return Rank::kPort;
    case Kind::kTuple:
      return Rank::kTuple;
    case Kind::kFlatMap:
    case Kind::kHashMap:
      return Rank::kMap;
    case Kind::kBits:
    case Kind::kSubBits:
      return Rank::kBits;
    case Kind::kHashNode:
    case Kind::kMatch:
      break;
  }
  HEDDLE_CHECK(false, "terms of kind {} have no order", static_cast<int>(term.kind()));
}

Order compare_doubles(double a, double b, bool exact) {
  if (a != b) return a < b ? Order::less : Order::greater;
  if (!exact || !different_zeros) return Order::equal;
  return std::signbit(b) <=> std::signbit(a);
}

Order compare_integers(Term a, Term b) {
  if (a.is_small() && b.is_small()) return a.small_value() <=> b.small_value();
  // The sizes of magnitudes, negative ones below zero; a small integer has a smaller one.
  const auto signed_size = [](Term x) -> std::int64_t {
    if (x.is_small()) return 0;
    const auto size = static_cast<std::int64_t>(x.size());
    return x.is(Kind::kNegative) ? -size : size;
  };
  const std::int64_t size = signed_size(a);
  if (const Order order = size <=> signed_size(b); order != 0) return order;
  for (Word i = a.size(); i-- > 0;) {
    if (a.word(i) != b.word(i)) return size > 0 ? a.word(i) <=> b.word(i) : b.word(i) <=> a.word(i);
  }
  return Order::equal;
}

Order compare_numbers(Term a, Term b, bool exact) {
  if (a.is_float() && b.is_float()) {
    return compare_doubles(a.float_value(), b.float_value(), exact);
  }
  if (a.is_float()) {
    return exact ? Order::greater : 0 <=> compare_with_double(b, a.float_value());
  }
  if (b.is_float()) return exact ? Order::less : compare_with_double(a, b.float_value());
  return compare_integers(a, b);
}

Order compare_atoms(Term a, Term b) {
  return a == b ? Order::equal : name_of(a).compare(name_of(b)) <=> 0;
}

Order compare_bits(Term a, Term b) {
  const BitView x = view(a);
  const BitView y = view(b);
  const std::size_t common = std::min(x.size, y.size);
  std::size_t at = 0;  // in bytes
  if (is_aligned(x) && is_aligned(y)) {
    at = common / 8;
    if (at > 0) {
      if (const int order = std::memcmp(first_byte(x), first_byte(y), at); order != 0) {
        return order <=> 0;
      }
    }
  }
  for (; 8 * at < common; ++at) {
    const std::size_t left = common - 8 * at;
    const unsigned mask = left >= 8 ? 0xff : 0xff & (0xff << (8 - left));
    const unsigned p = byte_at(x, at) & mask;
    const unsigned q = byte_at(y, at) & mask;
    if (p != q) return p <=> q;
  }
  return x.size <=> y.size;
}

/// What comes before the free variables, which the caller compares.
Order compare_fun_entries(Term a, Term b) {
  const FunEntry& x = fun_entry(a);
  const FunEntry& y = fun_entry(b);
  if (const Order order = compare_atoms(x.module, y.module); order != 0) return order;
  if (const Order order = x.index <=> y.index; order != 0) return order;
  const auto uniq = [](const FunEntry& entry) { return static_cast<std::int32_t>(entry.uniq); };
  if (const Order order = uniq(x) <=> uniq(y); order != 0) return order;
  return a.size() <=> b.size();
}

Order compare_exports(Term a, Term b) {
  const Export& x = export_entry(a);
  const Export& y = export_entry(b);
  if (const Order order = compare_atoms(x.module, y.module); order != 0) return order;
  if (const Order order = compare_atoms(x.function, y.function); order != 0) return order;
  return x.arity <=> y.arity;
}

Order compare_references(Term a, Term b) {
  const Order creators =
      Term::from_bits(a.word(0)).pid_number() <=> Term::from_bits(b.word(0)).pid_number();
  return creators != 0 ? creators : a.word(1) <=> b.word(1);
}

/// One key that may decide the order of two large maps.
struct Candidate {
  Term key;
  Term a, b;                     // the values, or:
  Order only_in = Order::equal;  // less: only the first map has the key; greater: only the second
};

struct MapTask {
  std::vector<Candidate> candidates;
  std::size_t next = 0;
  enum { kNothing, kKeys, kValues } comparing = kNothing;
  Term best_key;
  Order best = Order::equal;
  bool exact = false;  // what to go back to
};

MapTask map_task(Term a, Term b, bool exact) {
  MapTask task;
  task.exact = exact;
  MapIterator x(a);
  MapIterator y(b);
  bool same_keys = true;
  while (same_keys && x.next() && y.next()) {
    same_keys = equal_exact(x.key(), y.key());
    if (x.value() != y.value()) task.candidates.push_back({x.key(), x.value(), y.value()});
  }
  if (same_keys) return task;
  task.candidates.clear();
  const auto collect = [&task](Term from, Term other, Order order) {
    for (MapIterator it(from); it.next();) {
      if (map_get(other, it.key()).is_none()) {
        task.candidates.push_back({it.key(), Term::none(), Term::none(), order});
      }
    }
  };
  collect(a, b, Order::less);
  collect(b, a, Order::greater);
  return task;
}

class Comparison {
 public:
  explicit Comparison(bool exact) : exact_(exact) {}

  Order run(Term a, Term b) {
    Order order = step(a, b);
    for (;;) {
      if (order != 0) {
        // Only a map task can make something else of a difference.
        while (!tasks_.empty() && tasks_.back().kind != Task::kMap) tasks_.pop_back();
      }
      if (tasks_.empty()) return order;
      order = resume(order);
    }
  }

 private:
  struct Task {
    enum Kind { kArray, kExactOff, kMap } kind;
    const Word* a = nullptr;  // kArray
    const Word* b = nullptr;
    Word count = 0;
    std::unique_ptr<MapTask> map;
  };

  void push_array(const Word* a, const Word* b, Word count) {
    if (count > 0) tasks_.push_back({Task::kArray, a, b, count, nullptr});
  }

  /// Goes on with the topmost task; `order` is how the comparison that it waits for ended.
  Order resume(Order order) {
    Task& task = tasks_.back();
    if (task.kind == Task::kMap) return resume_map(order);
    if (task.kind == Task::kExactOff) {
      exact_ = false;
      tasks_.pop_back();
      return Order::equal;
    }
    while (task.count > 0) {
      const Term a = Term::from_bits(*task.a++);
      const Term b = Term::from_bits(*task.b++);
      --task.count;
      if (a == b) continue;
      if (task.count == 0) tasks_.pop_back();  // before step() adds more: lists do not pile up
      return step(a, b);
    }
    tasks_.pop_back();
    return Order::equal;
  }

  Order resume_map(Order order) {
    MapTask& map = *tasks_.back().map;
    if (map.comparing != MapTask::kNothing) {
      const Candidate& candidate = map.candidates[map.next];
      if (map.comparing == MapTask::kKeys) {
        if (order >= 0) {
          ++map.next;
        } else if (candidate.only_in == 0) {
          return compare_values(map);
        } else {
          decide(map, candidate.only_in);
        }
      } else if (order != 0) {
        decide(map, order);
      } else {
        ++map.next;
      }
    }
    if (map.next == map.candidates.size()) {
      const Order best = map.best;
      exact_ = map.exact;
      tasks_.pop_back();
      return best;
    }
    const Candidate& candidate = map.candidates[map.next];
    if (map.best != 0) {
      map.comparing = MapTask::kKeys;
      exact_ = true;
      return step(candidate.key, map.best_key);
    }
    if (candidate.only_in == 0) return compare_values(map);
    map.comparing = MapTask::kNothing;
    decide(map, candidate.only_in);
    return Order::equal;
  }

  Order compare_values(MapTask& map) {
    map.comparing = MapTask::kValues;
    exact_ = map.exact;
    return step(map.candidates[map.next].a, map.candidates[map.next].b);
  }

  static void decide(MapTask& map, Order order) {
    map.best = order;
    map.best_key = map.candidates[map.next].key;
    ++map.next;
  }

  /// Compares what can be compared at once, and leaves the rest as tasks.
  Order step(Term a, Term b) {
    if (a == b) return Order::equal;
    const Rank rank = rank_of(a);
    if (const Order order = rank <=> rank_of(b); order != 0) return order;
    switch (rank) {
      case Rank::kNumber:
        return compare_numbers(a, b, exact_);
      case Rank::kAtom:
        return compare_atoms(a, b);
      case Rank::kReference:
        return compare_references(a, b);
      case Rank::kFunction:
        return step_functions(a, b);
      case Rank::kPort:
        return a.word(0) <=> b.word(0);
      case Rank::kPid:
        return a.pid_number() <=> b.pid_number();
      case Rank::kTuple:
        if (a.size() == b.size()) push_array(a.pointer() + 1, b.pointer() + 1, a.size());
        return a.size() <=> b.size();
      case Rank::kMap:
        return step_maps(a, b);
      case Rank::kNil:
        return Order::equal;
      case Rank::kList:
        push_array(a.pointer(), b.pointer(), 2);
        return Order::equal;
      case Rank::kBits:
        return compare_bits(a, b);
    }
    return Order::equal;
  }

  Order step_functions(Term a, Term b) {
    if (a.kind() != b.kind()) return a.is(Kind::kFun) ? Order::less : Order::greater;
    if (a.is(Kind::kExport)) return compare_exports(a, b);
    const Order order = compare_fun_entries(a, b);
    if (order == 0) push_array(a.pointer() + 2, b.pointer() + 2, a.size() - 1);
    return order;
  }

  Order step_maps(Term a, Term b) {
    if (const Order order = map_size(a) <=> map_size(b); order != 0) return order;
    if (a.is(Kind::kHashMap)) {
      tasks_.push_back(
          {Task::kMap, nullptr, nullptr, 0, std::make_unique<MapTask>(map_task(a, b, exact_))});
      return Order::equal;
    }
    // The values last, so that the keys are compared first; these exactly.
    push_array(a.pointer() + 2, b.pointer() + 2, a.size() - 1);
    if (!exact_) tasks_.push_back({Task::kExactOff, nullptr, nullptr, 0, nullptr});
    exact_ = true;
    push_array(a.pointer() + 1, b.pointer() + 1, 1);
    return Order::equal;
  }

  bool exact_;
  std::vector<Task> tasks_;
};

Order run(Term a, Term b, bool exact) {
  if (a == b) return Order::equal;
  if (a.is_small() && b.is_small()) return a.small_value() <=> b.small_value();
  if (a.is_atom() && b.is_atom()) return compare_atoms(a, b);
  return Comparison(exact).run(a, b);
}

struct Pairs {
  const Word* a;
  const Word* b;
  Word count;
};

/// Of two boxed terms: whether they are equal as far as can be seen without the terms inside, which
/// are added to `left`.
bool equal_boxed(Term a, Term b, std::vector<Pairs>& left) {
  if (a.is_bitstring() && b.is_bitstring()) {
    return view(a).size == view(b).size && compare_bits(a, b) == 0;
  }
  if (*a.pointer() != *b.pointer()) return false;
  switch (a.kind()) {
    case Kind::kFloat:
      return compare_doubles(a.float_value(), b.float_value(), true) == 0;
    case Kind::kFun:
      if (compare_fun_entries(a, b) != 0) return false;
      left.push_back({a.pointer() + 2, b.pointer() + 2, a.size() - 1});
      return true;
    case Kind::kExport:
      return compare_exports(a, b) == 0;
    case Kind::kTuple:
    case Kind::kFlatMap:
    case Kind::kHashMap:  // all words are terms
    case Kind::kHashNode:
      left.push_back({a.pointer() + 1, b.pointer() + 1, a.size()});
      return true;
    case Kind::kPositive:
    case Kind::kNegative:
    case Kind::kReference:
    case Kind::kPort:
      return std::equal(a.pointer() + 1, a.pointer() + 1 + a.size(), b.pointer() + 1);
    case Kind::kBits:
    case Kind::kSubBits:
    case Kind::kMatch:
      return false;
  }
  return false;
}

}  // namespace

Order compare(Term a, Term b) { return run(a, b, false); }
Order compare_exact(Term a, Term b) { return run(a, b, true); }

bool equal_exact_slowly(Term a, Term b) {
  std::vector<Pairs> left;
  for (;;) {
    if (a != b) {
      if (a.is_cons() && b.is_cons()) {
        left.push_back({a.pointer(), b.pointer(), 2});
      } else if (!a.is_boxed() || !b.is_boxed() || !equal_boxed(a, b, left)) {
        return false;
      }
    }
    while (!left.empty() && left.back().count == 0) left.pop_back();
    if (left.empty()) return true;
    Pairs& pairs = left.back();
    a = Term::from_bits(*pairs.a++);
    b = Term::from_bits(*pairs.b++);
    if (--pairs.count == 0) left.pop_back();
  }
}

void set_zeros_differ(bool differ) { different_zeros = differ; }
bool zeros_differ() { return different_zeros; }

}  // namespace heddle::beam
