#include "beam/vm/ets.hpp"

#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

EtsTable::EtsTable(Heap& heap, UndoLog& undo, Term id, TableType type, std::size_t key_position,
                   bool named)
    : heap_(heap), undo_(undo), id_(id), type_(type), key_position_(key_position), named_(named) {
  state.objects = empty_tree().bits();
  state.heir = state.heir_data = Term::none().bits();
  state.fixed = state.deleted = empty_map(heap).bits();
}

void EtsTable::set_objects(Term tree, Word size) {
  undo_.set(state.objects, tree.bits());
  if (size != state.size) undo_.set(state.size, size);
}

bool EtsTable::contains(Term key) const { return !tree_find(objects(), key, order()).is_none(); }

void EtsTable::add_objects_of(Term node_value, std::vector<Term>& objects) const {
  if (!is_bag()) {
    objects.push_back(node_value);
    return;
  }
  const std::size_t first = objects.size();
  for (; node_value.is_cons(); node_value = node_value.tail()) objects.push_back(node_value.head());
  std::reverse(objects.begin() + static_cast<std::ptrdiff_t>(first), objects.end());
}

Term EtsTable::lookup(Term key) const {
  const Term node = tree_find(objects(), key, order());
  if (node.is_none()) return Term::nil();
  if (!is_bag()) return heap_.cons(node_value(node), Term::nil());
  std::vector<Term> found;
  add_objects_of(node_value(node), found);
  return heap_.list(found);
}

// Nobody but the table has its nodes, so one can be changed in place instead of copying the way to
// it. A step has made it before it computes anything, so the collector does not move it.
void EtsTable::set_value(Term node, Term key, Term value) {
  auto* words = const_cast<Word*>(node.pointer()) + 1;
  if (words[0] != key.bits()) undo_.set(words[0], key.bits());
  undo_.set(words[1], value.bits());
}

void EtsTable::insert(Term object) {
  const Term key = key_of(object);
  const Term node = tree_find(objects(), key, order());
  if (!is_bag()) {
    if (!node.is_none()) return set_value(node, key, object);
    set_objects(tree_put(heap_, objects(), key, object, order()), state.size + 1);
    return;
  }
  const Term known = node.is_none() ? Term::nil() : node_value(node);
  if (type_ == TableType::kBag) {
    for (Term list = known; list.is_cons(); list = list.tail()) {
      if (equal_exact(list.head(), object)) return;
    }
  }
  if (node.is_none()) {
    set_objects(tree_put(heap_, objects(), key, heap_.cons(object, known), order()),
                state.size + 1);
    return;
  }
  set_value(node, key, heap_.cons(object, known));
  undo_.set(state.size, state.size + 1);
}

bool EtsTable::remove(Term key) {
  const Term node = tree_find(objects(), key, order());
  if (node.is_none()) return false;
  Word removed = 1;
  if (is_bag()) {
    removed = 0;
    for (Term list = node_value(node); list.is_cons(); list = list.tail()) ++removed;
  }
  set_objects(tree_remove(heap_, objects(), key, order()), state.size - removed);
  if (is_fixed()) {
    set(state.deleted, map_put(heap_, Term::from_bits(state.deleted), key, atoms::true_));
  }
  return true;
}

bool EtsTable::keeps_place_of(Term key) const {
  return is_fixed() && !map_get(Term::from_bits(state.deleted), key).is_none();
}

void EtsTable::set_fixed(Term fixed) {
  set(state.fixed, fixed);
  if (map_size(fixed) == 0) set(state.deleted, fixed);
}

void EtsTable::remove_object(Term object) {
  const Term key = key_of(object);
  const Term node = tree_find(objects(), key, order());
  if (node.is_none()) return;
  if (!is_bag()) {
    if (equal_exact(node_value(node), object)) remove(key);
    return;
  }
  std::vector<Term> kept;
  Word removed = 0;
  for (Term list = node_value(node); list.is_cons(); list = list.tail()) {
    if (equal_exact(list.head(), object)) {
      ++removed;
    } else {
      kept.push_back(list.head());
    }
  }
  if (removed == 0) return;
  set_objects(kept.empty() ? tree_remove(heap_, objects(), key, order())
                           : tree_put(heap_, objects(), key, heap_.list(kept), order()),
              state.size - removed);
}

void EtsTable::replace(Term object) {
  const Term key = key_of(object);
  const Term node = tree_find(objects(), key, order());
  HEDDLE_CHECK(!node.is_none(), "an object to replace that is not there");
  set_value(node, key, object);
}

void EtsTable::clear() { set_objects(empty_tree(), 0); }

EtsTables::EtsTables(Heap& heap, UndoLog& undo)
    : heap_(heap),
      undo_(undo),
      by_id_(empty_map(heap).bits()),
      by_name_(by_id_),
      compiled_(by_id_) {}

EtsTable& EtsTables::create(Term id, Term name, TableType type, std::size_t key_position,
                            bool named) {
  const Term index = Term::small(static_cast<std::int64_t>(tables_.size()));
  tables_.push_back(std::make_unique<EtsTable>(heap_, undo_, id, type, key_position, named));
  EtsTable& table = *tables_.back();
  table.state.name = name.bits();
  undo_.set(by_id_, map_put(heap_, Term::from_bits(by_id_), id, index).bits());
  if (named) undo_.set(by_name_, map_put(heap_, Term::from_bits(by_name_), name, index).bits());
  return table;
}

EtsTable* EtsTables::find(Term id_or_name) {
  if (!id_or_name.is_atom() && !id_or_name.is_reference()) return nullptr;
  // Programs use the same table again and again, and comparing two references is quick.
  if (last_ < tables_.size() && id_or_name.is_reference()) {
    EtsTable& last = *tables_[last_];
    if (last.id().word(0) == id_or_name.word(0) && last.id().word(1) == id_or_name.word(1)) {
      return last.state.alive != 0 ? &last : nullptr;
    }
  }
  const Term index = map_get(Term::from_bits(id_or_name.is_atom() ? by_name_ : by_id_), id_or_name);
  if (index.is_none()) return nullptr;
  last_ = static_cast<std::size_t>(index.small_value());
  EtsTable* table = tables_[last_].get();
  return table->state.alive != 0 ? table : nullptr;
}

bool EtsTables::was_table(Term id) const { return !map_get(Term::from_bits(by_id_), id).is_none(); }

bool EtsTables::rename(EtsTable& table, Term name) {
  if (table.named()) {
    const Term names = Term::from_bits(by_name_);
    if (!map_get(names, name).is_none()) return false;
    const Term old = Term::from_bits(table.state.name);
    const Term index = map_get(names, old);
    undo_.set(by_name_, map_put(heap_, map_remove(heap_, names, old), name, index).bits());
  }
  table.set(table.state.name, name);
  return true;
}

void EtsTables::remove(EtsTable& table) {
  if (table.named()) {
    const Term name = Term::from_bits(table.state.name);
    undo_.set(by_name_, map_remove(heap_, Term::from_bits(by_name_), name).bits());
  }
  table.clear();
  table.set_raw(table.state.alive, 0);
}

void EtsTables::give(Machine& machine, EtsTable& table, Process& to, Term from, Term data) {
  table.set(table.state.owner, to.pid());
  machine.pass(from, to, heap_.tuple({intern("ETS-TRANSFER"), table.handle(), from, data}));
}

void EtsTables::unfix(const Process& process, std::vector<Term>& held) {
  for (const auto& table : tables_) {
    const Term fixed = Term::from_bits(table->state.fixed);
    if (map_get(fixed, process.pid()).is_none()) continue;
    held.push_back(table->id());
    table->set_fixed(map_remove(heap_, fixed, process.pid()));
  }
}

void EtsTables::add_owned(const Process& process, std::vector<Term>& out) const {
  for (const auto& table : tables_) {
    if (table->state.alive != 0 && table->state.owner == process.pid().bits()) {
      out.push_back(table->id());
    }
  }
}

Process* EtsTables::heir_of(const Machine& machine, const EtsTable& table) const {
  const Term heir = Term::from_bits(table.state.heir);
  if (heir.is_none() || heir.bits() == table.state.owner) return nullptr;
  Process* to = machine.find(heir);
  return to == nullptr || to->dead() ? nullptr : to;
}

void EtsTables::owner_exits(Machine& machine, Process& process, Term id) {
  EtsTable* table = find(id);
  if (table == nullptr || table->state.owner != process.pid().bits()) return;
  if (Process* heir = heir_of(machine, *table)) {
    give(machine, *table, *heir, process.pid(), Term::from_bits(table->state.heir_data));
  } else {
    remove(*table);
  }
}

}  // namespace heddle::beam
