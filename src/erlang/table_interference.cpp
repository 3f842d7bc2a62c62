// ETS: by table and key where it can be; whole-table operations apart.
//
// An insert into a set overwrites, so two of them matter to each other only if somebody looks:
// write. A look at many keys reads each that is there, and which are there (objects). A key that is
// absent was last changed by an update, or never.
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/vm/match_spec.hpp"
#include "erlang/interference.hpp"

namespace heddle::erlang {

using beam::EtsTable;
using beam::TableType;
using beam::Term;
using core::AccessKind;

namespace {

// The table of the first argument, which every operation reads; null if there is none.
EtsTable* table_of(Operation& op, Term handle) {
  EtsTable* table = op.machine.ets().find(handle);
  if (handle.is_atom()) op.footprint.find(Family::kTableName, handle);
  if (table != nullptr) {
    op.footprint.find(Family::kTable, table->id());
  } else if (handle.is_reference()) {
    op.footprint.find(Family::kTable, handle);
  }
  return table;
}
EtsTable* table_of(Operation& op) { return table_of(op, op[0]); }

// Keys of ordered tables are the same if they are ==, those of others if they are =:=.
void key(Operation& op, const EtsTable& table, Term key, AccessKind kind, bool decides = false) {
  TermHash& hash = op.footprint.hash();
  const std::uint64_t which =
      table.type() == TableType::kOrderedSet ? hash.of_number_values(key) : hash(key);
  op.footprint.touch(Family::kKey, mix(hash(table.id()), which), kind, table.id(), key, 0, decides);
}
void changes_keys(Operation& op, const EtsTable& table) {
  op.footprint.add(Family::kObjects, table.id());
}

void insert_as(Operation& op, AccessKind kind) {
  EtsTable* table = table_of(op);
  if (table == nullptr) return;
  if (table->is_bag()) kind = AccessKind::kUpdate;  // the order of its objects shows
  const auto each = [&](Term object) {
    if (table->is_object(object)) key(op, *table, table->key_of(object), kind);
  };
  if (op[1].is_tuple()) each(op[1]);
  for (Term list = op[1]; list.is_cons(); list = list.tail()) each(list.head());
  changes_keys(op, *table);
}
void insert(Operation& op) { insert_as(op, AccessKind::kWrite); }

// If one of the keys is there, it only looks.
void insert_new(Operation& op) {
  EtsTable* table = table_of(op);
  if (table == nullptr) return;
  bool taken = false;
  const auto look = [&](Term object) {
    taken = taken || (table->is_object(object) && table->contains(table->key_of(object)));
  };
  if (op[1].is_tuple()) look(op[1]);
  for (Term list = op[1]; list.is_cons(); list = list.tail()) look(list.head());
  if (!taken) return insert_as(op, AccessKind::kUpdate);
  const auto read = [&](Term object) {
    if (table->is_object(object)) key(op, *table, table->key_of(object), AccessKind::kRead, true);
  };
  if (op[1].is_tuple()) read(op[1]);
  for (Term list = op[1]; list.is_cons(); list = list.tail()) read(list.head());
}

void lookup(Operation& op) {
  if (const EtsTable* table = table_of(op)) key(op, *table, op[1], AccessKind::kRead);
}
// An object that is not there cannot be changed.
void update_object(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  const bool there = table->contains(op[1]);
  key(op, *table, op[1], there ? AccessKind::kUpdate : AccessKind::kRead, true);
}
void update_key(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  key(op, *table, op[1], AccessKind::kUpdate);
  changes_keys(op, *table);
}
// What is not there cannot be taken away.
void remove(Operation& op, const EtsTable& table, Term which, bool there) {
  op.footprint.read(Family::kFixed, table.id());
  key(op, table, which, there ? AccessKind::kUpdate : AccessKind::kRead, true);
  if (there) changes_keys(op, table);
}
void remove_key(Operation& op) {
  if (const EtsTable* table = table_of(op)) remove(op, *table, op[1], table->contains(op[1]));
}
void delete_object(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr || !table->is_object(op[1])) return;
  const Term which = table->key_of(op[1]);
  bool there = false;
  for (Term list = table->lookup(which); list.is_cons(); list = list.tail()) {
    there = there || beam::equal_exact(list.head(), op[1]);
  }
  remove(op, *table, which, there);
}

// ---- Many keys

void read_keys(Operation& op, const EtsTable& table) {
  op.footprint.read(Family::kObjects, table.id());
}
void read_all(Operation& op, const EtsTable& table) {
  op.footprint.find(Family::kObjects, table.id());
  for (beam::TreeIterator node(table.objects()); node.next();) {
    key(op, table, node.key(), AccessKind::kRead);
  }
}
void keys(Operation& op) {
  if (const EtsTable* table = table_of(op)) read_keys(op, *table);
}
// A key and its objects.
void keys_and_objects(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  read_keys(op, *table);
  for (beam::TreeIterator node(table->objects()); node.next();) {
    key(op, *table, node.key(), AccessKind::kRead);
  }
}
void all_objects(Operation& op) {
  if (const EtsTable* table = table_of(op)) read_all(op, *table);
}
void go_on(Operation& op) {
  if (!op[0].is_tuple(7)) return;
  if (const EtsTable* table = table_of(op, op[0].element(1))) read_all(op, *table);
}

// The only key that a specification or pattern can fit; none if there may be several.
Term only_key(Operation& op, const EtsTable& table, Term specification) {
  const auto spec = beam::MatchSpec::compile(op.machine, specification);
  return spec ? spec->key(table.key_position()) : Term::none();
}
Term of_pattern(Operation& op, Term pattern) {
  beam::Heap& heap = op.machine.heap();
  const Term body[] = {beam::intern("$_")};
  const Term clause[] = {heap.tuple({pattern, Term::nil(), heap.list(body)})};
  return heap.list(clause);
}

void select_with(Operation& op, Term specification) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  const Term one = only_key(op, *table, specification);
  if (one.is_none()) return read_all(op, *table);
  key(op, *table, one, AccessKind::kRead);
}
void select(Operation& op) { select_with(op, op[1]); }
void match(Operation& op) { select_with(op, of_pattern(op, op[1])); }

// Changes whatever fits.
void change_selected(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  const Term one = only_key(op, *table, op[1]);
  if (!one.is_none()) {
    key(op, *table, one, AccessKind::kUpdate);
    return changes_keys(op, *table);
  }
  read_all(op, *table);
  op.footprint.update(Family::kObjects, table->id());
  op.footprint.update(Family::kTable, table->id());
}

// ---- Tables

void change_table(Operation& op) {
  if (const EtsTable* table = table_of(op)) {
    op.footprint.update(Family::kObjects, table->id());
    op.footprint.update(Family::kTable, table->id());
  }
}

// Whether an heir is dead by now or dies later makes a difference only to those who ask for it.
void name_heirs(Operation& op) {
  if (!op.watches(kWatchTables)) return;
  for (Term options = op[1]; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option.is_tuple(3) && option.element(1).is_pid()) {
      op.footprint.read(Family::kLife, option.element(1));
    }
  }
}

void new_table(Operation& op) {
  bool named = false;
  for (Term options = op[1]; options.is_cons(); options = options.tail()) {
    named = named || options.head() == beam::intern("named_table");
  }
  name_heirs(op);
  if (named && op[0].is_atom()) op.footprint.update(Family::kTableName, op[0]);
  if (op.watches(kWatchTables)) op.footprint.add(Family::kTables, Term::nil());
}

void delete_table(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  op.footprint.update(Family::kTable, table->id());
  op.footprint.update(Family::kObjects, table->id());
  op.footprint.add(Family::kTies, Term::from_bits(table->state.owner));
  if (table->named()) op.footprint.update(Family::kTableName, table->handle());
  if (op.watches(kWatchTables)) op.footprint.add(Family::kTables, Term::nil());
}

void rename(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  op.footprint.update(Family::kTable, table->id());
  if (!table->named()) return;
  op.footprint.update(Family::kTableName, table->handle());
  if (op[1].is_atom()) op.footprint.update(Family::kTableName, op[1]);
}

void give_away(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr || !op[1].is_pid()) return;
  op.footprint.update(Family::kTable, table->id());
  op.footprint.read(Family::kLife, op[1]);
  op.footprint.add(Family::kTies, op[1]);
}

void setopts(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  op.footprint.update(Family::kTable, table->id());
  name_heirs(op);
}

void whereis(Operation& op) {
  if (op[0].is_atom()) op.footprint.read(Family::kTableName, op[0]);
}

void all_tables(Operation& op) {
  op.need(kWatchTables);
  op.footprint.read(Family::kTables, Term::nil());
}

void info(Operation& op) {
  if (const EtsTable* table = table_of(op)) {
    op.need(kWatchTables);
    read_keys(op, *table);
  }
}

void info_item(Operation& op) {
  const EtsTable* table = table_of(op);
  if (table == nullptr) return;
  if (op[1] == beam::intern("heir")) op.need(kWatchTables);
  if (op[1] == beam::intern("size") || op[1] == beam::intern("memory")) read_keys(op, *table);
  if (op[1].is_atom() && beam::name_of(op[1]).find("fixed") != std::string_view::npos) {
    op.footprint.read(Family::kFixed, table->id());
  }
}

void fix(Operation& op) {
  if (const EtsTable* table = table_of(op)) op.footprint.update(Family::kFixed, table->id());
}
void nothing(Operation&) {}

constexpr Interference kTable[] = {
    {"ets", "new", 2, new_table},
    {"ets", "delete", 1, delete_table},
    {"ets", "rename", 2, rename},
    {"ets", "give_away", 3, give_away},
    {"ets", "setopts", 2, setopts},
    {"ets", "whereis", 1, whereis},
    {"ets", "all", 0, all_tables},
    {"ets", "internal_request_all", 0, all_tables},
    {"erts_internal", "ets_raw_first", 1, keys},
    {"erts_internal", "ets_raw_next", 2, keys},
    {"ets", "info", 1, info},
    {"ets", "info", 2, info_item},
    {"ets", "safe_fixtable", 2, fix},
    {"ets", "insert", 2, insert},
    {"ets", "insert_new", 2, insert_new},
    {"ets", "lookup", 2, lookup},
    {"erts_internal", "ets_lookup_binary_info", 2, lookup},
    {"ets", "lookup_element", 3, lookup},
    {"ets", "lookup_element", 4, lookup},
    {"ets", "member", 2, lookup},
    {"ets", "update_element", 3, update_object},
    {"ets", "update_element", 4, update_key},
    {"ets", "update_counter", 3, update_object},
    {"ets", "update_counter", 4, update_key},
    {"ets", "delete", 2, remove_key},
    {"ets", "take", 2, remove_key},
    {"ets", "delete_object", 2, delete_object},
    {"ets", "first", 1, keys},
    {"ets", "last", 1, keys},
    {"ets", "next", 2, keys},
    {"ets", "prev", 2, keys},
    {"ets", "first_lookup", 1, keys_and_objects},
    {"ets", "last_lookup", 1, keys_and_objects},
    {"ets", "next_lookup", 2, keys_and_objects},
    {"ets", "prev_lookup", 2, keys_and_objects},
    {"ets", "slot", 2, all_objects},
    {"ets", "internal_delete_all", 2, change_table},
    {"ets", "select", 2, select},
    {"ets", "select_reverse", 2, select},
    {"ets", "select_count", 2, select},
    {"ets", "match", 2, match},
    {"ets", "match_object", 2, match},
    {"ets", "select", 3, all_objects},
    {"ets", "select_reverse", 3, all_objects},
    {"ets", "match", 3, all_objects},
    {"ets", "match_object", 3, all_objects},
    {"ets", "select", 1, go_on},
    {"ets", "select_reverse", 1, go_on},
    {"ets", "match", 1, go_on},
    {"ets", "match_object", 1, go_on},
    {"ets", "internal_select_delete", 2, change_selected},
    {"ets", "select_replace", 2, change_selected},
    {"ets", "match_spec_compile", 1, nothing},
};

}  // namespace

std::span<const Interference> table_interference() { return kTable; }

}  // namespace heddle::erlang
