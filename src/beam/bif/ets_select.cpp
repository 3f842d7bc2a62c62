// ets: match, match_object, select and their relatives.
//
// All are select with a specification: match(P) is [{P, [], ['$$']}], match_object(P) is
// [{P, [], ['$_']}]. A continuation is what is needed to go on behind the last key:
//
//   {'$continue', Table, LastKey, Limit, Specification, Backwards, Results that did not fit}
#include <algorithm>
#include <optional>

#include "beam/bif/cause.hpp"
#include "beam/bif/ets.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/match_spec.hpp"
#include "beam/vm/traces.hpp"

namespace heddle::beam {
namespace {

Term end_of_table() {
  static const Term atom = intern("$end_of_table");
  return atom;
}

Term simple_spec(Heap& heap, Term pattern, const char* result) {
  const Term body[] = {intern(result)};
  const Term clause[] = {heap.tuple({pattern, Term::nil(), heap.list(body)})};
  return heap.list(clause);
}

// What a traversal goes through: the objects of one key, or all.
template <typename Visit>
void visit(const EtsTable& table, const MatchSpec& spec, const Visit& each,
           bool backwards = false) {
  std::vector<Term> objects;
  if (const Term key = spec.key(table.key_position()); !key.is_none()) {
    const Term node = tree_find(table.objects(), key, table.order());
    if (node.is_none()) return;
    table.add_objects_of(node_value(node), objects);
    for (const Term object : objects) each(object);
    return;
  }
  for (TreeIterator node(table.objects(), backwards); node.next();) {
    objects.clear();
    table.add_objects_of(node.value(), objects);
    for (const Term object : objects) each(object);
  }
}

// ---- Everything at once

Term select_all(Machine& machine, Term id, Term specification, bool backwards = false) {
  const EtsTable* table = table_for(machine, id, Access::kRead);
  if (table == nullptr) return Term::none();
  const auto spec = MatchSpec::compile(machine, specification);
  if (!spec) return machine.badarg();
  std::vector<Term> results;
  const bool reverse = backwards && table->type() == TableType::kOrderedSet;
  visit(
      *table, *spec,
      [&](Term object) {
        const Term result = spec->run(object);
        if (!result.is_none()) results.push_back(result);
      },
      reverse);
  return machine.heap().list(results);
}

Term select(Machine& machine, const Term* a) { return select_all(machine, a[0], a[1]); }
Term select_reverse(Machine& machine, const Term* a) {
  return select_all(machine, a[0], a[1], true);
}
Term match(Machine& machine, const Term* a) {
  return select_all(machine, a[0], simple_spec(machine.heap(), a[1], "$$"));
}
Term match_object(Machine& machine, const Term* a) {
  return select_all(machine, a[0], simple_spec(machine.heap(), a[1], "$_"));
}

// ---- In parts

struct Traversal {
  Term table;
  Term last_key;  // none: from the beginning
  Term limit;
  Term specification;
  bool backwards = false;
  Term rest = Term::nil();
};

Term continuation(Heap& heap, const Traversal& traversal) {
  return heap.tuple({intern("$continue"), traversal.table, traversal.last_key, traversal.limit,
                     traversal.specification, boolean(traversal.backwards), traversal.rest});
}

// Goes on after the last key, as long as `more`.
template <typename More, typename Take>
void take_part(const EtsTable& table, Traversal& traversal, bool reverse, const More& more,
               const Take& take) {
  TreeIterator node =
      traversal.last_key.is_none()
          ? TreeIterator(table.objects(), reverse)
          : TreeIterator(table.objects(), traversal.last_key, table.order(), reverse);
  std::vector<Term> objects;
  while (more() && node.next()) {
    traversal.last_key = node.key();
    objects.clear();
    table.add_objects_of(node.value(), objects);
    for (const Term object : objects) take(object);
  }
}

Term select_part(Machine& machine, Traversal traversal) {
  Heap& heap = machine.heap();
  const EtsTable* table = table_for(machine, traversal.table, Access::kRead);
  if (table == nullptr) return Term::none();
  const auto spec = MatchSpec::compile(machine, traversal.specification);
  if (!spec || !traversal.limit.is_small() || traversal.limit.small_value() < 1) {
    return machine.badarg();
  }
  const auto limit = static_cast<std::size_t>(traversal.limit.small_value());
  const bool reverse = traversal.backwards && table->type() == TableType::kOrderedSet;
  std::vector<Term> results;
  for (; traversal.rest.is_cons(); traversal.rest = traversal.rest.tail()) {
    results.push_back(traversal.rest.head());
  }
  // As on erl: of what did not fit, the last ones come next, and the others turn round each time.
  if (results.size() > limit) {
    const auto front = std::span(results).first(results.size() - limit);
    const Term part = heap.list(std::span(results).last(limit));
    std::ranges::reverse(front);
    traversal.rest = heap.list(front);
    return heap.tuple({part, continuation(heap, traversal)});
  }
  // Of one key all is taken at once.
  const bool one_key = !spec->key(table->key_position()).is_none();
  std::size_t before = results.size();  // how many there were before the last key
  Term last;
  const auto take = [&](Term object) {
    if (const Term key = table->key_of(object); last.is_none() || key != last) {
      before = results.size();
      last = key;
    }
    if (const Term result = spec->run(object); !result.is_none()) results.push_back(result);
  };
  if (one_key && traversal.last_key.is_none()) {
    visit(*table, *spec, take);
    traversal.last_key = spec->key(table->key_position());
  } else if (!one_key) {
    take_part(
        *table, traversal, reverse, [&] { return results.size() < limit; }, take);
  }
  if (one_key && results.size() == limit) {
    return heap.tuple({heap.list(results), end_of_table()});
  }
  if (results.size() < limit) {
    if (results.empty()) return end_of_table();
    return heap.tuple({heap.list(results), end_of_table()});
  }
  // The last objects of the last key fit.
  const std::size_t over = results.size() - limit;
  const std::vector<Term> rest(results.begin() + static_cast<std::ptrdiff_t>(before),
                               results.begin() + static_cast<std::ptrdiff_t>(before + over));
  results.erase(results.begin() + static_cast<std::ptrdiff_t>(before),
                results.begin() + static_cast<std::ptrdiff_t>(before + over));
  traversal.rest = heap.list(rest);
  return heap.tuple({heap.list(results), continuation(heap, traversal)});
}

Term select_some(Machine& machine, const Term* a) {
  return select_part(machine, {a[0], Term::none(), a[2], a[1]});
}
Term select_some_reverse(Machine& machine, const Term* a) {
  return select_part(machine, {a[0], Term::none(), a[2], a[1], true});
}
Term match_some(Machine& machine, const Term* a) {
  return select_part(machine, {a[0], Term::none(), a[2], simple_spec(machine.heap(), a[1], "$$")});
}
Term match_object_some(Machine& machine, const Term* a) {
  return select_part(machine, {a[0], Term::none(), a[2], simple_spec(machine.heap(), a[1], "$_")});
}

Term go_on(Machine& machine, const Term* a) {
  if (a[0] == end_of_table()) return a[0];
  if (!a[0].is_tuple(7) || a[0].element(0) != intern("$continue")) {
    // OTP's begin with the table.
    const bool names_table = a[0].is_tuple() && a[0].size() > 0;
    if (names_table && table_for(machine, a[0].element(0), Access::kRead) == nullptr) {
      return Term::none();
    }
    return machine.badarg();
  }
  return select_part(machine, {a[0].element(1), a[0].element(2), a[0].element(3), a[0].element(4),
                               a[0].element(5) == atoms::true_, a[0].element(6)});
}

// ---- Counting and changing

// How many objects give true, after `each` of them; nothing after raising.
template <typename Each>
Term for_true(Machine& machine, const Term* a, Access access, const Each& each) {
  EtsTable* table = table_for(machine, a[0], access);
  if (table == nullptr) return Term::none();
  const auto spec = MatchSpec::compile(machine, a[1]);
  if (!spec) return machine.badarg();
  std::vector<Term> chosen;
  visit(*table, *spec, [&](Term object) {
    if (spec->run(object) == atoms::true_) chosen.push_back(object);
  });
  for (const Term object : chosen) each(*table, object);
  return Term::small(static_cast<std::int64_t>(chosen.size()));
}

Term select_count(Machine& machine, const Term* a) {
  return for_true(machine, a, Access::kRead, [](EtsTable&, Term) {});
}

Term select_delete(Machine& machine, const Term* a) {
  return for_true(machine, a, Access::kWrite,
                  [](EtsTable& table, Term object) { table.remove_object(object); });
}

// Whether the body of a clause surely keeps the key: it gives the object, or a tuple with the key's
// variable or value at its place.
bool keeps_key(Term clause, std::size_t key_position) {
  const Term head = clause.element(0);
  Term body = clause.element(2);
  while (body.is_cons() && body.tail().is_cons()) body = body.tail();
  const Term result = body.head();
  if (result == intern("$_")) return true;
  if (!head.is_tuple() || head.size() <= key_position) return false;
  const Term key = head.element(key_position);
  if (result.is_tuple(2) && result.element(0) == intern("const")) {
    const Term value = result.element(1);
    return value.is_tuple() && value.size() > key_position &&
           equal_exact(value.element(key_position), key);
  }
  if (result.is_tuple(1) && result.element(0).is_tuple() &&
      result.element(0).size() > key_position) {
    const Term written = result.element(0).element(key_position);
    if (written.is_tuple(4) || written.is_tuple(3)) {
      // {element, KeyPosition, '$_'}
      return written.is_tuple(3) && written.element(0) == intern("element") &&
             written.element(1) == Term::small(static_cast<std::int64_t>(key_position) + 1) &&
             written.element(2) == intern("$_");
    }
    if (written.is_tuple(2) && written.element(0) == intern("const")) {
      return equal_exact(written.element(1), key);
    }
    return equal_exact(written, key) && key != intern("_");
  }
  return false;
}

Term select_replace(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (table->type() == TableType::kBag) return badarg_because(machine, "table_type");
  const auto spec = MatchSpec::compile(machine, a[1]);
  if (!spec) return machine.badarg();
  for (Term list = a[1]; list.is_cons(); list = list.tail()) {
    if (!keeps_key(list.head(), table->key_position())) return machine.badarg();
  }
  std::vector<std::pair<Term, Term>> changes;
  visit(*table, *spec, [&](Term object) {
    const Term result = spec->run(object);
    if (result.is_none()) return;
    if (table->is_object(result)) changes.emplace_back(object, result);
  });
  for (const auto& [old, changed] : changes) {
    if (table->is_bag()) {
      table->remove_object(old);
      table->insert(changed);
    } else {
      table->replace(changed);
    }
  }
  return Term::small(static_cast<std::int64_t>(changes.size()));
}

// ---- Specifications as data

Term match_spec_compile(Machine& machine, const Term* a) {
  if (!a[0].is_cons() || !MatchSpec::compile(machine, a[0])) return machine.badarg();
  const Term reference = machine.make_reference();
  machine.ets().set_compiled(map_put(machine.heap(), machine.ets().compiled(), reference, a[0]));
  return reference;
}

Term is_compiled_ms(Machine& machine, const Term* a) {
  return boolean(a[0].is_reference() && !map_get(machine.ets().compiled(), a[0]).is_none());
}

// The results in front of a[2], the last one first.
Term match_spec_run_r(Machine& machine, const Term* a) {
  const Term known = a[1].is_reference() ? map_get(machine.ets().compiled(), a[1]) : Term::none();
  if (known.is_none() || !is_proper_list(a[0])) return machine.badarg();
  const auto spec = MatchSpec::compile(machine, known);
  Term results = a[2];
  for (Term list = a[0]; list.is_cons(); list = list.tail()) {
    const Term result = spec->run(list.head());
    if (!result.is_none()) results = machine.heap().cons(result, results);
  }
  return results;
}

// What a specification does for a trace: whether it is told, or what; and of which returns.
Term test_for_trace(Machine& machine, Term arguments, const MatchSpec& spec) {
  Heap& heap = machine.heap();
  TraceActions actions{Term::none(), 0, atoms::undefined};
  Term result = boolean(spec.run_trace(arguments, actions));
  if (result == atoms::true_ && !actions.message.is_none()) result = actions.message;
  Term flags = Term::nil();
  if ((actions.frame & kTellException) != 0) {
    flags = heap.cons(intern("exception_trace"), flags);
  }
  if ((actions.frame & kTellReturn) != 0) flags = heap.cons(intern("return_trace"), flags);
  return heap.tuple({atoms::ok, result, flags, Term::nil()});
}

// erlang:match_spec_test, behind ets:test_ms and dbg.
Term match_spec_test(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  const bool trace = a[2] == intern("trace") && a[0].is_list();
  if (a[2] != intern("table") && !trace) return machine.badarg();
  const auto use = trace ? MatchSpec::For::kCalls : MatchSpec::For::kTables;
  const auto spec = a[1].is_cons() ? MatchSpec::compile(machine, a[1], use) : std::nullopt;
  if (!spec) {
    const Term fault[] = {heap.tuple({atoms::error, heap.string("not a match specification")})};
    return heap.tuple({atoms::error, heap.list(fault)});
  }
  if (trace) return test_for_trace(machine, a[0], *spec);
  const Term result = spec->run(a[0]);
  return heap.tuple(
      {atoms::ok, result.is_none() ? atoms::false_ : result, Term::nil(), Term::nil()});
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"ets", "select", 2, select, kVisible},
    {"ets", "select_reverse", 2, select_reverse, kVisible},
    {"ets", "match", 2, match, kVisible},
    {"ets", "match_object", 2, match_object, kVisible},
    {"ets", "select", 3, select_some, kVisible},
    {"ets", "select_reverse", 3, select_some_reverse, kVisible},
    {"ets", "match", 3, match_some, kVisible},
    {"ets", "match_object", 3, match_object_some, kVisible},
    {"ets", "select", 1, go_on, kVisible},
    {"ets", "select_reverse", 1, go_on, kVisible},
    {"ets", "match", 1, go_on, kVisible},
    {"ets", "match_object", 1, go_on, kVisible},
    {"ets", "select_count", 2, select_count, kVisible},
    {"ets", "internal_select_delete", 2, select_delete, kVisible},
    {"ets", "select_replace", 2, select_replace, kVisible},
    {"ets", "match_spec_compile", 1, match_spec_compile, kVisible},
    {"ets", "is_compiled_ms", 1, is_compiled_ms},
    {"ets", "match_spec_run_r", 3, match_spec_run_r},
    {"erlang", "match_spec_test", 3, match_spec_test},
};

}  // namespace

std::span<const Native> ets_selection() { return kNatives; }

}  // namespace heddle::beam
