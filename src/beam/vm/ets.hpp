// Ets: the tables that processes share.
//
// The objects of a table are a persistent tree (tree.hpp) whose root is one word in the undo log,
// as is the value of each node; so a rewind costs little, and a traversal sees the keys that were
// there when it began. Sets and bags are ordered by =:= and ordered sets by ==, so all tables are
// traversed in the order of their keys.
//
//   set, ordered_set       key -> object
//   bag, duplicate_bag     key -> list of objects, the newest first
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/tree.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

class Machine;

enum class TableType : std::uint8_t { kSet, kOrderedSet, kBag, kDuplicateBag };

class EtsTable {
 public:
  struct State {
    Word name = 0;
    Word owner = 0;
    Word heir = 0;  // a pid or none
    Word heir_data = 0;
    Word protection = 0;  // an atom
    Word objects = 0;     // the tree
    Word size = 0;        // number of objects
    Word fixed = 0;       // a map from pid to how often
    Word deleted = 0;     // meanwhile: a map from key to true
    Word alive = 1;
  };

  EtsTable(Heap& heap, UndoLog& undo, Term id, TableType type, std::size_t key_position,
           bool named);

  Term id() const { return id_; }
  /// What the program calls it.
  Term handle() const { return named_ ? Term::from_bits(state.name) : id_; }
  TableType type() const { return type_; }
  std::size_t key_position() const { return key_position_; }  // from 0 on
  bool named() const { return named_; }
  bool is_bag() const { return type_ == TableType::kBag || type_ == TableType::kDuplicateBag; }
  KeyOrder order() const {
    return type_ == TableType::kOrderedSet ? KeyOrder::kEqual : KeyOrder::kExact;
  }
  Term key_of(Term object) const { return object.element(key_position_); }
  bool is_object(Term term) const { return term.is_tuple() && term.size() > key_position_; }
  Term objects() const { return Term::from_bits(state.objects); }

  bool contains(Term key) const;
  /// A list, in the order of insertion.
  Term lookup(Term key) const;
  void insert(Term object);
  /// False if there is none.
  bool remove(Term key);
  void remove_object(Term object);
  /// Of a set: exchanges the object of a key that is there.
  void replace(Term object);
  void clear();
  bool is_fixed() const { return map_size(Term::from_bits(state.fixed)) != 0; }
  /// Whether a traversal can go on behind a key that is no more there.
  bool keeps_place_of(Term key) const;
  void set_fixed(Term fixed);
  /// The objects of a node of the tree, in the order of insertion.
  void add_objects_of(Term node_value, std::vector<Term>& objects) const;
  /// Changes a word of the state.
  void set(Word& word, Term value) { undo_.set(word, value.bits()); }
  void set_raw(Word& word, Word value) { undo_.set(word, value); }

  State state;
  // As given to ets:new, for ets:info.
  Term read_concurrency;
  Term write_concurrency;
  Term decentralized_counters;
  bool compressed = false;

 private:
  void set_objects(Term tree, Word size);
  void set_value(Term node, Term key, Term value);

  Heap& heap_;
  UndoLog& undo_;
  const Term id_;
  const TableType type_;
  const std::size_t key_position_;
  const bool named_;
};

class EtsTables {
 public:
  EtsTables(Heap& heap, UndoLog& undo);

  EtsTable& create(Term id, Term name, TableType type, std::size_t key_position, bool named);
  /// By id or by the name of a named table; null if there is none.
  EtsTable* find(Term id_or_name);
  /// Whether a reference is the id of a table, be it gone.
  bool was_table(Term id) const;
  /// Of a named table; false if the name is taken.
  bool rename(EtsTable& table, Term name);
  void remove(EtsTable& table);
  /// A dead process no longer holds any table as it is; adds the ids of those that it held.
  void unfix(const Process& process, std::vector<Term>& held);
  /// The ids of its tables.
  void add_owned(const Process& process, std::vector<Term>& out) const;
  /// The table goes to its heir or away, if it still belongs to the process.
  void owner_exits(Machine& machine, Process& process, Term id);
  /// Who would get the table; null: nobody.
  Process* heir_of(const Machine& machine, const EtsTable& table) const;
  void give(Machine& machine, EtsTable& table, Process& to, Term from, Term data);
  const std::vector<std::unique_ptr<EtsTable>>& all() const { return tables_; }

  /// Compiled match specifications: a map from reference to specification.
  Term compiled() const { return Term::from_bits(compiled_); }
  void set_compiled(Term map) { undo_.set(compiled_, map.bits()); }

  std::size_t count() const { return tables_.size(); }
  void shrink(std::size_t count) { tables_.resize(count); }

 private:
  Heap& heap_;
  UndoLog& undo_;
  std::vector<std::unique_ptr<EtsTable>> tables_;
  Word by_id_;
  Word by_name_;
  Word compiled_;
  std::size_t last_ = 0;  // that was looked for
};

}  // namespace heddle::beam
