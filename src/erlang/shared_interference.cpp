// Atomics, counters, persistent terms and the environment.
#include "erlang/interference.hpp"

namespace heddle::erlang {

using beam::Term;
using core::AccessKind;

namespace {

void nothing(Operation&) {}

// A word that somebody adds to has no plain writes (core/footprint.hpp).
void word_read(Operation& op) { op.footprint.part(Family::kWord, op[0], op[1], AccessKind::kRead); }
void word_add(Operation& op) { op.footprint.part(Family::kWord, op[0], op[1], AccessKind::kAdd); }
void word_update(Operation& op) {
  op.footprint.part(Family::kWord, op[0], op[1], AccessKind::kUpdate);
}

void get_term(Operation& op) { op.footprint.read(Family::kTerm, op[0]); }
void put_term(Operation& op) {
  op.footprint.write(Family::kTerm, op[0]);
  op.footprint.add(Family::kTerms, Term::nil());
}
void erase_term(Operation& op) {
  op.footprint.update(Family::kTerm, op[0]);
  op.footprint.add(Family::kTerms, Term::nil());
}
// Whoever looks at all of them sees the last value of each that is there.
void all_terms(Operation& op) {
  op.footprint.read(Family::kTerms, Term::nil());
  for (beam::MapIterator term(op.machine.persistent_terms()); term.next();) {
    op.footprint.read(Family::kTerm, term.key());
  }
}
void erase_terms(Operation& op) {
  for (beam::MapIterator term(op.machine.persistent_terms()); term.next();) {
    op.footprint.update(Family::kTerm, term.key());
  }
  op.footprint.update(Family::kTerms, Term::nil());
}

void get_variable(Operation& op) { op.footprint.read(Family::kVariable, op[0]); }
void put_variable(Operation& op) {
  op.footprint.update(Family::kVariable, op[0]);
  op.footprint.add(Family::kVariables, Term::nil());
}
void all_variables(Operation& op) { op.footprint.read(Family::kVariables, Term::nil()); }

constexpr Interference kTable[] = {
    {"erts_internal", "atomics_new", 2, nothing},
    {"erts_internal", "counters_new", 1, nothing},
    {"atomics", "get", 2, word_read},
    {"atomics", "put", 3, word_update},
    {"atomics", "add", 3, word_add},
    {"atomics", "add_get", 3, word_update},
    {"atomics", "exchange", 3, word_update},
    {"atomics", "compare_exchange", 4, word_update},
    {"erts_internal", "counters_get", 2, word_read},
    {"erts_internal", "counters_put", 3, word_update},
    {"erts_internal", "counters_add", 3, word_add},
    {"persistent_term", "get", 1, get_term},
    {"persistent_term", "get", 2, get_term},
    {"persistent_term", "put", 2, put_term},
    {"persistent_term", "erase", 1, erase_term},
    {"persistent_term", "get", 0, all_terms},
    {"persistent_term", "info", 0, all_terms},
    {"erts_internal", "erase_persistent_terms", 0, erase_terms},
    {"os", "getenv", 1, get_variable},
    {"os", "putenv", 2, put_variable},
    {"os", "unsetenv", 1, put_variable},
    {"os", "env", 0, all_variables},
};

}  // namespace

std::span<const Interference> shared_interference() { return kTable; }

}  // namespace heddle::erlang
