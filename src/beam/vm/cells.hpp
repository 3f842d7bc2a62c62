// Cells: terms that change, named by references. What OTP keeps in a resource of a C library (an
// open file, a buffer) is a cell here.
#pragma once

#include "beam/term/map.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

class Cells {
 public:
  Cells(Heap& heap, UndoLog& undo) : heap_(heap), undo_(undo), by_name_(empty_map(heap).bits()) {}

  void set(Term name, Term value) {
    undo_.set(by_name_, map_put(heap_, Term::from_bits(by_name_), name, value).bits());
  }
  /// None if it is the name of something else.
  Term get(Term name) const {
    return name.is_reference() ? map_get(Term::from_bits(by_name_), name) : Term::none();
  }
  void remove(Term name) {
    undo_.set(by_name_, map_remove(heap_, Term::from_bits(by_name_), name).bits());
  }
  /// For the collector: natives that nobody else can see change cells, too.
  Word& root() { return by_name_; }

 private:
  Heap& heap_;
  UndoLog& undo_;
  Word by_name_;  // a map
};

}  // namespace heddle::beam
