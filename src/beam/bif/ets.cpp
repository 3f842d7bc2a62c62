// ets: making tables, and reading and changing their objects one by one.
#include "beam/bif/ets.hpp"

#include <algorithm>
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"

namespace heddle::beam {
namespace {

// A name, or the reference of a table that is or was there.
bool may_be_table(Machine& machine, Term term) {
  return term.is_atom() || (term.is_reference() && machine.ets().was_table(term));
}

}  // namespace

EtsTable* table_for(Machine& machine, Term id_or_name, Access access) {
  EtsTable* table = machine.ets().find(id_or_name);
  if (table == nullptr) {
    badarg_because(machine, may_be_table(machine, id_or_name) ? "id" : "type");
    return nullptr;
  }
  const Process& self = machine.current();
  const bool owner = table->state.owner == self.pid().bits();
  if (owner || (self.state.flags & kSuperUser) != 0) return table;
  const Term protection = Term::from_bits(table->state.protection);
  if (access == Access::kRead && protection != intern("private")) return table;
  if (access == Access::kWrite && protection == intern("public")) return table;
  badarg_because(machine, "access");
  return nullptr;
}

namespace {

Process* living(Machine& machine, Term pid) {
  Process* process = pid.is_pid() ? machine.find(pid) : nullptr;
  return process == nullptr || process->dead() ? nullptr : process;
}

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }

// ---- Tables

Term new_table(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  TableType type = TableType::kSet;
  std::size_t key_position = 0;
  bool named = false;
  bool compressed = false;
  Term protection = intern("protected");
  Term heir = Term::none();
  Term heir_data = Term::none();
  Term read = atoms::false_;
  Term write = atoms::false_;
  Term decentralized = atoms::false_;
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option.is_atom()) {
      const std::string_view name = name_of(option);
      if (name == "set") {
        type = TableType::kSet;
      } else if (name == "ordered_set") {
        type = TableType::kOrderedSet;
      } else if (name == "bag") {
        type = TableType::kBag;
      } else if (name == "duplicate_bag") {
        type = TableType::kDuplicateBag;
      } else if (name == "public" || name == "protected" || name == "private") {
        protection = option;
      } else if (name == "named_table") {
        named = true;
      } else if (name == "compressed") {
        compressed = true;
      } else {
        return machine.badarg();
      }
      continue;
    }
    if (!option.is_tuple() || option.size() < 2 || !option.element(0).is_atom()) {
      return machine.badarg();
    }
    const std::string_view name = name_of(option.element(0));
    const Term value = option.element(1);
    if (option.size() == 3 && name == "heir" && value.is_pid()) {
      heir = value;
      heir_data = option.element(2);
    } else if (option.size() != 2) {
      return machine.badarg();
    } else if (name == "heir" && value == intern("none")) {
      heir = Term::none();
    } else if (name == "keypos" && value.is_small() && value.small_value() > 0) {
      key_position = static_cast<std::size_t>(value.small_value()) - 1;
    } else if (name == "read_concurrency" && is_boolean(value)) {
      read = value;
    } else if (name == "write_concurrency" && (is_boolean(value) || value == intern("auto"))) {
      write = value;
    } else if (name == "decentralized_counters" && is_boolean(value)) {
      decentralized = value;
    } else {
      return machine.badarg();
    }
  }
  if (!options.is_nil()) return machine.badarg();
  if (named && machine.ets().find(a[0]) != nullptr) {
    return badarg_because(machine, "already_exists");
  }
  EtsTable& table = machine.ets().create(machine.make_reference(), a[0], type, key_position, named);
  table.state.owner = machine.current().pid().bits();
  table.state.protection = protection.bits();
  // Of one that is dead already only the data are forgotten: ets:info shows that, and nothing else.
  table.state.heir = heir.bits();
  if (living(machine, heir) != nullptr) table.state.heir_data = heir_data.bits();
  table.read_concurrency = read;
  table.write_concurrency = write;
  table.decentralized_counters = decentralized;
  table.compressed = compressed;
  return table.handle();
}

Term delete_table(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  machine.ets().remove(*table);
  return atoms::true_;
}

Term rename(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (!a[1].is_atom()) return machine.badarg();
  if (!machine.ets().rename(*table, a[1])) return machine.badarg();
  return table->handle();
}

Term give_away(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  Process* to = living(machine, a[1]);
  if (table == nullptr) return Term::none();
  if (to == nullptr) return machine.badarg();
  if (table->state.owner != machine.current().pid().bits()) {
    return badarg_because(machine, "not_owner");
  }
  if (to == &machine.current()) return badarg_because(machine, "owner");
  machine.ets().give(machine, *table, *to, machine.current().pid(), a[2]);
  return atoms::true_;
}

bool is_table_option(Term option) {
  if (option.is_tuple(2) && option.element(0) == intern("protection")) {
    const Term value = option.element(1);
    return value == intern("public") || value == intern("protected") || value == intern("private");
  }
  if (option.is_tuple(3)) return option.element(0) == intern("heir") && option.element(1).is_pid();
  return option.is_tuple(2) && option.element(0) == intern("heir") &&
         option.element(1) == intern("none");
}

Term setopts(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  const Term one[] = {a[1]};
  const Term options = a[1].is_list() ? a[1] : machine.heap().list(one);
  if (!is_proper_list(options)) return machine.badarg();
  for (Term list = options; list.is_cons(); list = list.tail()) {
    if (!is_table_option(list.head())) return machine.badarg();
  }
  if (table->state.owner != machine.current().pid().bits()) return machine.badarg();
  for (Term list = options; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    if (option.element(0) == intern("protection")) {
      table->set(table->state.protection, option.element(1));
    } else if (option.is_tuple(3)) {
      const bool alive = living(machine, option.element(1)) != nullptr;
      table->set(table->state.heir, option.element(1));
      table->set(table->state.heir_data, alive ? option.element(2) : Term::none());
    } else {
      table->set(table->state.heir, Term::none());
    }
  }
  return atoms::true_;
}

Term safe_fixtable(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  if (!is_boolean(a[1])) return machine.badarg();
  Heap& heap = machine.heap();
  const Term self = machine.current().pid();
  const Term fixed = Term::from_bits(table->state.fixed);
  const Term count = map_get(fixed, self);
  const std::int64_t old = count.is_none() ? 0 : count.small_value();
  if (a[1] == atoms::true_) {
    table->set_fixed(map_put(heap, fixed, self, Term::small(old + 1)));
  } else if (old > 1) {
    table->set_fixed(map_put(heap, fixed, self, Term::small(old - 1)));
  } else {
    table->set_fixed(map_remove(heap, fixed, self));
  }
  return atoms::true_;
}

Term whereis(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  const EtsTable* table = machine.ets().find(a[0]);
  return table == nullptr ? atoms::undefined : table->id();
}

Term all(Machine& machine, const Term*) {
  std::vector<Term> tables;
  for (const auto& table : machine.ets().all()) {
    if (table->state.alive != 0) tables.push_back(table->handle());
  }
  return machine.heap().list(tables);
}

Term request_all(Machine& machine, const Term* a) {
  const Term request = machine.make_reference();
  machine.deliver(machine.current(), machine.heap().tuple({request, all(machine, a)}),
                  machine.current().pid());
  return request;
}

// Whether the protection of tables counts for the caller.
Term super_user(Machine& machine, const Term* a) {
  if (a[0] != atoms::true_ && a[0] != atoms::false_) return machine.badarg();
  Word& flags = machine.current().state.flags;
  flags = a[0] == atoms::true_ ? flags | kSuperUser : flags & ~kSuperUser;
  return atoms::ok;
}

// ---- Information

Term type_of(const EtsTable& table) {
  switch (table.type()) {
    case TableType::kSet:
      return intern("set");
    case TableType::kOrderedSet:
      return intern("ordered_set");
    case TableType::kBag:
      return intern("bag");
    default:
      return intern("duplicate_bag");
  }
}

// None if there is no such item.
Term item_of(Machine& machine, const EtsTable& table, std::string_view item) {
  Heap& heap = machine.heap();
  if (item == "id") return table.id();
  if (item == "decentralized_counters") return table.decentralized_counters;
  if (item == "read_concurrency") return table.read_concurrency;
  if (item == "write_concurrency") return table.write_concurrency;
  if (item == "compressed") return boolean(table.compressed);
  if (item == "memory") return Term::small(static_cast<std::int64_t>(305 + 8 * table.state.size));
  if (item == "owner") return Term::from_bits(table.state.owner);
  if (item == "heir") {
    const Term heir = Term::from_bits(table.state.heir);
    const bool lived = !Term::from_bits(table.state.heir_data).is_none();
    return heir.is_none() || !lived ? intern("none") : heir;
  }
  if (item == "name") return Term::from_bits(table.state.name);
  if (item == "size") return Term::small(static_cast<std::int64_t>(table.state.size));
  if (item == "node") return atoms::nonode;
  if (item == "named_table") return boolean(table.named());
  if (item == "type") return type_of(table);
  if (item == "keypos") return Term::small(static_cast<std::int64_t>(table.key_position()) + 1);
  if (item == "protection") return Term::from_bits(table.state.protection);
  const Term fixed = Term::from_bits(table.state.fixed);
  if (item == "fixed") return boolean(map_size(fixed) != 0);
  if (item == "safe_fixed" || item == "safe_fixed_monotonic_time") {
    if (map_size(fixed) == 0) return atoms::false_;
    return heap.tuple({Term::small(0), map_to_list(heap, fixed)});
  }
  if (item == "stats") return atoms::false_;
  return Term::none();
}

Term info(Machine& machine, const Term* a) {
  if (!may_be_table(machine, a[0])) return badarg_because(machine, "type");
  const EtsTable* table = machine.ets().find(a[0]);
  if (table == nullptr) return atoms::undefined;
  std::vector<Term> items;
  for (const char* name : {"id", "decentralized_counters", "read_concurrency", "write_concurrency",
                           "compressed", "memory", "owner", "heir", "name", "size", "node",
                           "named_table", "type", "keypos", "protection"}) {
    items.push_back(machine.heap().tuple({intern(name), item_of(machine, *table, name)}));
  }
  return machine.heap().list(items);
}

Term info_item(Machine& machine, const Term* a) {
  if (!may_be_table(machine, a[0])) return badarg_because(machine, "type");
  const EtsTable* table = machine.ets().find(a[0]);
  if (table == nullptr) return atoms::undefined;
  if (!a[1].is_atom()) return machine.badarg();
  const Term value = item_of(machine, *table, name_of(a[1]));
  return value.is_none() ? machine.badarg() : value;
}

// ---- Objects

// One object, or a proper list of them.
bool are_objects(const EtsTable& table, Term term) {
  if (table.is_object(term)) return true;
  for (; term.is_cons(); term = term.tail()) {
    if (!table.is_object(term.head())) return false;
  }
  return term.is_nil();
}

Term insert(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (!are_objects(*table, a[1])) return machine.badarg();
  if (a[1].is_tuple()) {
    table->insert(a[1]);
    return atoms::true_;
  }
  std::vector<Term> objects;
  for (Term list = a[1]; list.is_cons(); list = list.tail()) objects.push_back(list.head());
  // As OTP did it up to 25.
  if (table->type() == TableType::kBag && machine.code().release().number < 26)
    std::reverse(objects.begin(), objects.end());
  for (const Term object : objects) table->insert(object);
  return atoms::true_;
}

Term insert_new(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (!are_objects(*table, a[1])) return machine.badarg();
  if (a[1].is_tuple() && table->contains(table->key_of(a[1]))) return atoms::false_;
  for (Term list = a[1]; list.is_cons(); list = list.tail()) {
    if (table->contains(table->key_of(list.head()))) return atoms::false_;
  }
  return insert(machine, a);
}

Term lookup(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  return table == nullptr ? Term::none() : table->lookup(a[1]);
}

Term lookup_element_or(Machine& machine, const Term* a, Term otherwise) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  if (table == nullptr) return Term::none();
  if (!a[2].is_small() || a[2].small_value() < 1) return machine.badarg();
  const Word position = static_cast<Word>(a[2].small_value()) - 1;
  std::vector<Term> elements;
  for (Term list = table->lookup(a[1]); list.is_cons(); list = list.tail()) {
    if (position >= list.head().size()) return machine.badarg();
    elements.push_back(list.head().element(position));
  }
  if (elements.empty()) return otherwise.is_none() ? badarg_because(machine, "badkey") : otherwise;
  return table->is_bag() ? machine.heap().list(elements) : elements.front();
}

Term lookup_element(Machine& machine, const Term* a) {
  return lookup_element_or(machine, a, Term::none());
}
Term lookup_element_default(Machine& machine, const Term* a) {
  return lookup_element_or(machine, a, a[3]);
}

Term member(Machine& machine, const Term* a) {
  const EtsTable* table = table_for(machine, a[0], Access::kRead);
  return table == nullptr ? Term::none() : boolean(table->contains(a[1]));
}

Term delete_key(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  table->remove(a[1]);
  return atoms::true_;
}

Term delete_object(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (!table->is_object(a[1])) return machine.badarg();
  table->remove_object(a[1]);
  return atoms::true_;
}

Term delete_all(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  const Word size = table->state.size;
  table->clear();
  return Term::small(static_cast<std::int64_t>(size));
}

Term take(Machine& machine, const Term* a) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  const Term taken = table->lookup(a[1]);
  table->remove(a[1]);
  return taken;
}

// ---- Counters and elements

Term with_element(Heap& heap, Term tuple, Word position, Term value) {
  std::vector<Term> elements;
  for (Word i = 0; i < tuple.size(); ++i) elements.push_back(tuple.element(i));
  elements[position] = value;
  return heap.tuple(elements);
}

// Applies {Position, Increment} or {Position, Increment, Threshold, Reset} to the object and gives
// the new value; none after raising if it cannot.
Term count(Machine& machine, const EtsTable& table, Term operation, Term& object) {
  Heap& heap = machine.heap();
  if (!operation.is_tuple(2) && !operation.is_tuple(4)) return machine.badarg();
  const bool has_threshold = operation.size() == 4;
  if (has_threshold && (!operation.element(2).is_integer() || !operation.element(3).is_integer())) {
    return machine.badarg();
  }
  const Term increment = operation.element(1);
  if (!operation.element(0).is_small() || !increment.is_integer()) return machine.badarg();
  const Word position = static_cast<Word>(operation.element(0).small_value()) - 1;
  if (position == table.key_position()) return badarg_because(machine, "keypos");
  if (position >= object.size()) return badarg_because(machine, "position");
  const Term old = object.element(position);
  if (!old.is_integer()) return machine.badarg();
  Term value = add(heap, old, increment);
  if (value.is_none()) return machine.badarg();
  if (has_threshold) {
    const Term threshold = operation.element(2);
    const bool down = compare(increment, Term::small(0)) < 0;
    if (down ? compare(value, threshold) < 0 : compare(value, threshold) > 0) {
      value = operation.element(3);
    }
  }
  object = with_element(heap, object, position, value);
  return value;
}

Term update_counter_with(Machine& machine, const Term* a, Term otherwise) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (!otherwise.is_none() && !otherwise.is_tuple()) return machine.badarg();
  if (table->is_bag()) return badarg_because(machine, "table_type");
  Heap& heap = machine.heap();
  Term object = table->lookup(a[1]);
  if (object.is_cons()) {
    object = object.head();
  } else if (otherwise.is_none()) {
    return badarg_because(machine, "badkey");
  } else {
    object = table->is_object(otherwise)
                 ? with_element(heap, otherwise, table->key_position(), a[1])
                 : otherwise;
  }
  std::vector<Term> operations;
  Term list = Term::nil();
  if (a[2].is_integer()) {
    const auto position = static_cast<std::int64_t>(table->key_position()) + 2;
    operations.push_back(heap.tuple({Term::small(position), a[2]}));
  } else if (a[2].is_tuple()) {
    operations.push_back(a[2]);
  } else {
    for (list = a[2]; list.is_cons(); list = list.tail()) operations.push_back(list.head());
  }
  std::vector<Term> values;
  for (const Term operation : operations) {
    values.push_back(count(machine, *table, operation, object));
    if (values.back().is_none()) return Term::none();
  }
  if (!list.is_nil() || !table->is_object(object)) return machine.badarg();
  table->insert(object);
  return a[2].is_list() ? heap.list(values) : values.front();
}

Term update_counter(Machine& machine, const Term* a) {
  return update_counter_with(machine, a, Term::none());
}
Term update_counter_default(Machine& machine, const Term* a) {
  return update_counter_with(machine, a, a[3]);
}

Term update_element_with(Machine& machine, const Term* a, Term otherwise) {
  EtsTable* table = table_for(machine, a[0], Access::kWrite);
  if (table == nullptr) return Term::none();
  if (table->is_bag()) return machine.badarg();
  Heap& heap = machine.heap();
  const Term found = table->lookup(a[1]);
  if (!found.is_cons() && otherwise.is_none()) return atoms::false_;
  if (!otherwise.is_none() && !table->is_object(otherwise)) return machine.badarg();
  Term object =
      found.is_cons() ? found.head() : with_element(heap, otherwise, table->key_position(), a[1]);
  const Term one[] = {a[2]};
  Term list = a[2].is_tuple() ? heap.list(one) : a[2];
  for (; list.is_cons(); list = list.tail()) {
    const Term update = list.head();
    if (!update.is_tuple(2) || !update.element(0).is_small() ||
        update.element(0).small_value() < 1) {
      return machine.badarg();
    }
    const Word position = static_cast<Word>(update.element(0).small_value()) - 1;
    if (position == table->key_position()) return badarg_because(machine, "keypos");
    if (position >= object.size()) return machine.badarg();
    object = with_element(heap, object, position, update.element(1));
  }
  if (!list.is_nil()) return machine.badarg();
  if (found.is_cons()) {
    table->replace(object);
  } else {
    table->insert(object);
  }
  return atoms::true_;
}

Term update_element(Machine& machine, const Term* a) {
  return update_element_with(machine, a, Term::none());
}
Term update_element_default(Machine& machine, const Term* a) {
  return update_element_with(machine, a, a[3]);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"ets", "new", 2, new_table, kVisible},
    {"ets", "delete", 1, delete_table, kVisible},
    {"ets", "rename", 2, rename, kVisible},
    {"ets", "give_away", 3, give_away, kVisible},
    {"ets", "setopts", 2, setopts, kVisible},
    {"ets", "safe_fixtable", 2, safe_fixtable, kVisible},
    {"ets", "whereis", 1, whereis, kVisible},
    {"ets", "all", 0, all, kVisible},
    {"ets", "internal_request_all", 0, request_all, kVisible},
    {"erts_internal", "ets_super_user", 1, super_user},
    {"ets", "info", 1, info, kVisible},
    {"ets", "info", 2, info_item, kVisible},
    {"ets", "insert", 2, insert, kVisible},
    {"ets", "insert_new", 2, insert_new, kVisible},
    {"ets", "lookup", 2, lookup, kVisible},
    {"ets", "lookup_element", 3, lookup_element, kVisible},
    {"ets", "lookup_element", 4, lookup_element_default, kVisible, 26},
    {"ets", "member", 2, member, kVisible},
    {"ets", "delete", 2, delete_key, kVisible},
    {"ets", "delete_object", 2, delete_object, kVisible},
    {"ets", "internal_delete_all", 2, delete_all, kVisible},
    {"ets", "take", 2, take, kVisible},
    {"ets", "update_counter", 3, update_counter, kVisible},
    {"ets", "update_counter", 4, update_counter_default, kVisible},
    {"ets", "update_element", 3, update_element, kVisible},
    {"ets", "update_element", 4, update_element_default, kVisible, 27},
};

}  // namespace

std::span<const Native> ets_natives() { return kNatives; }

}  // namespace heddle::beam
