// ets: going through a table key by key.
#include "beam/bif/ets.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"

namespace heddle::beam {
namespace {

Term end_of_table() {
  static const Term atom = intern("$end_of_table");
  return atom;
}

// What a step gives: the key of a node, or, since OTP 27, {Key, Objects}.
enum class Gives : std::uint8_t { kKey, kObjects };

template <Gives gives>
Term at(Machine& machine, const EtsTable& table, Term node) {
  if (node.is_none()) return end_of_table();
  if (gives == Gives::kKey) return node_key(node);
  std::vector<Term> objects;
  table.add_objects_of(node_value(node), objects);
  return machine.heap().tuple({node_key(node), machine.heap().list(objects)});
}

template <Gives gives>
Term first(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  return at<gives>(machine, *table, tree_first(table->objects()));
}

template <Gives gives>
Term last(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  // For tables without an order the last one is the first one.
  const bool ordered = table->type() == TableType::kOrderedSet;
  return at<gives>(machine, *table,
                   ordered ? tree_last(table->objects()) : tree_first(table->objects()));
}

// In tables without an order, only while nobody could have changed it.
bool may_go_on(const EtsTable& table, Term key) {
  return table.type() == TableType::kOrderedSet || table.contains(key) || table.keeps_place_of(key);
}

template <Gives gives>
Term next(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  if (!may_go_on(*table, a[1])) return machine.badarg();
  return at<gives>(machine, *table, tree_after(table->objects(), a[1], table->order()));
}

template <Gives gives>
Term prev(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  if (!may_go_on(*table, a[1])) return machine.badarg();
  if (table->type() != TableType::kOrderedSet) return next<gives>(machine, a);
  return at<gives>(machine, *table, tree_before(table->objects(), a[1], table->order()));
}

// A slot is the objects of one key.
Term slot(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  if (!a[1].is_small() || a[1].small_value() < 0) return machine.badarg();
  const auto position = static_cast<std::size_t>(a[1].small_value());
  const std::size_t size = tree_size(table->objects());
  if (position == size) return end_of_table();
  if (position > size) return machine.badarg();
  std::vector<Term> objects;
  table->add_objects_of(node_value(tree_at(table->objects(), position)), objects);
  return machine.heap().list(objects);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"ets", "first", 1, first<Gives::kKey>, kVisible},
    {"ets", "last", 1, last<Gives::kKey>, kVisible},
    {"ets", "next", 2, next<Gives::kKey>, kVisible},
    {"ets", "prev", 2, prev<Gives::kKey>, kVisible},
    {"ets", "first_lookup", 1, first<Gives::kObjects>, kVisible, 27},
    {"ets", "last_lookup", 1, last<Gives::kObjects>, kVisible, 27},
    {"ets", "next_lookup", 2, next<Gives::kObjects>, kVisible, 27},
    {"ets", "prev_lookup", 2, prev<Gives::kObjects>, kVisible, 27},
    {"erts_internal", "ets_raw_first", 1, first<Gives::kKey>, kVisible},
    {"erts_internal", "ets_raw_next", 2, next<Gives::kKey>, kVisible},
    {"ets", "slot", 2, slot, kVisible},
};

}  // namespace

std::span<const Native> ets_walk() { return kNatives; }

}  // namespace heddle::beam
