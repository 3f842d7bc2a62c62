// Atomics, counters, persistent terms, the environment, files and where code is found.
#include "beam/term/atom.hpp"
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
  op.footprint.find(Family::kTerms, Term::nil());
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

// The file system is one thing: a path may lead anywhere.
void read_files(Operation& op) { op.footprint.read(Family::kFiles, Term::nil()); }
void change_files(Operation& op) { op.footprint.update(Family::kFiles, Term::nil()); }

void change_system(Operation& op) { op.footprint.update(Family::kSystem, Term::nil()); }

void code_server(Operation& op) {
  const Term request = op[0].is_tuple() && op[0].size() > 0 ? op[0].element(0) : op[0];
  if (!request.is_atom()) return;
  const std::string_view name = beam::name_of(request);
  read_files(op);
  if (name.ends_with("_path") || name.ends_with("_paths") || name == "load_abs") {
    if (name == "get_path") return op.footprint.read(Family::kCode, Term::nil());
    return op.footprint.update(Family::kCode, Term::nil());
  }
  op.footprint.read(Family::kCode, Term::nil());
}
void find_code(Operation& op) {
  read_files(op);
  op.footprint.read(Family::kCode, Term::nil());
}

constexpr Interference kTable[] = {
    {"erlang", "system_flag", 2, change_system},
    {"code_server", "call", 1, code_server},
    {"code", "where_is_file", 1, find_code},
    {"erl_prim_loader", "get_file", 1, read_files},
    {"erl_prim_loader", "list_dir", 1, read_files},
    {"heddle", "copy_file", 5, change_files},
    {"prim_file", "allocate_nif", 3, change_files},
    {"prim_file", "close_nif", 1, change_files},
    {"prim_file", "del_dir_nif", 1, change_files},
    {"prim_file", "del_file_nif", 1, change_files},
    {"prim_file", "delayed_close_nif", 1, change_files},
    {"prim_file", "get_cwd_nif", 0, read_files},
    {"prim_file", "ipread_s32bu_p32bu_nif", 3, change_files},
    {"prim_file", "list_dir_nif", 1, read_files},
    {"prim_file", "make_dir_nif", 1, change_files},
    {"prim_file", "make_hard_link_nif", 2, change_files},
    {"prim_file", "make_soft_link_nif", 2, change_files},
    {"prim_file", "open_nif", 2, change_files},
    {"prim_file", "pread_nif", 3, read_files},
    {"prim_file", "pwrite_nif", 3, change_files},
    {"prim_file", "read_file_nif", 1, read_files},
    {"prim_file", "read_handle_info_nif", 1, read_files},
    {"prim_file", "read_info_nif", 2, read_files},
    {"prim_file", "read_link_nif", 1, read_files},
    {"prim_file", "read_nif", 2, change_files},
    {"prim_file", "rename_nif", 2, change_files},
    {"prim_file", "seek_nif", 3, change_files},
    {"prim_file", "set_cwd_nif", 1, change_files},
    {"prim_file", "set_owner_nif", 3, change_files},
    {"prim_file", "set_permissions_nif", 2, change_files},
    {"prim_file", "set_time_nif", 4, change_files},
    {"prim_file", "truncate_nif", 1, change_files},
    {"prim_file", "write_nif", 2, change_files},
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
    {"persistent_term", "put_new", 2, erase_term},
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
