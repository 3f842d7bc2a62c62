// Atomics, counters, persistent terms, the environment, files and where code is found.
#include "beam/term/atom.hpp"
#include "beam/vm/services.hpp"
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

// ---- The system: what was set, and whether those who are told of events live

void look_at_system(Operation& op) {
  op.footprint.read(Family::kSystem, Term::nil());
  for (beam::MapIterator setting(op.machine.system_settings()); setting.next();) {
    const Term value = setting.value();
    if (value.is_tuple(2)) op.footprint.read(Family::kLife, value.element(0));
    if (setting.key() != beam::intern("scheduler_wall_time")) continue;
    for (beam::MapIterator user(value); user.next();) {
      op.footprint.read(Family::kLife, user.key());
    }
  }
}
void look_at_setting(Operation& op) {
  look_at_system(op);
  if (op[0] == beam::intern("sequential_tracer")) look_at_sequential_tracer(op);
}
void change_system(Operation& op) {
  look_at_system(op);
  op.footprint.update(Family::kSystem, Term::nil());
}
// New processes begin with some of them.
void set_flag(Operation& op) {
  change_system(op);
  const std::string_view flag = op[0].is_atom() ? beam::name_of(op[0]) : "";
  if (flag.ends_with("_size") || flag == "fullsweep_after") op.need(kWatchSystem);
  if (flag == "sequential_tracer" || flag == "reset_seq_trace") change_sequential_tracer(op);
}
void tell_of_events(Operation& op) {
  change_system(op);
  const Term who = op[0].is_tuple(2) ? op[0].element(0) : op[0];
  if (who.is_pid()) op.footprint.find(Family::kLife, who);
}

// ---- Code: which version of a module is current counts only where some run replaces it

// Which modules are loaded.
void change_loaded(Footprint& footprint) { footprint.add(Family::kCode, beam::atoms::true_); }

// After it was deleted, who needs a module loads it.
void need_module(Footprint& footprint, beam::Machine& machine, Term module) {
  const bool loaded = machine.current_code(module) != nullptr;
  if (!loaded) change_loaded(footprint);
  footprint.touch(Family::kCode, footprint.hash()(module),
                  loaded ? AccessKind::kRead : AccessKind::kUpdate, module, Term::none(), 0, true);
}
void look_at_module(Operation& op, Term module) {
  if (module.is(beam::Kind::kFun)) module = beam::fun_entry(module).module;
  if (module.is_atom() && op.machine.is_replaced(module)) op.footprint.find(Family::kCode, module);
}
void look_at_first(Operation& op) { look_at_module(op, op[0]); }
void ensure_loaded(Operation& op) {
  if (op[0].is_atom() && op.machine.is_replaced(op[0])) {
    need_module(op.footprint, op.machine, op[0]);
  }
}
void change_module(Operation& op, Term module) {
  if (!module.is_atom()) return;
  op.need_code(module);
  change_loaded(op.footprint);
  op.footprint.touch(Family::kCode, op.footprint.hash()(module), AccessKind::kUpdate, module,
                     Term::none(), 0, true);
  end_patterns(op, module);
}
void change_first(Operation& op) { change_module(op, op[0]); }
void change_prepared(Operation& op) {
  for (Term list = op[0]; list.is_cons(); list = list.tail()) {
    const Term cell = op.machine.cells().get(list.head());
    if (cell.is_tuple(3)) change_module(op, cell.element(1));
  }
}

void check_process_code(Operation& op) {
  look_at_module(op, op[1]);
  if (op[1].is_atom() && op.machine.old_code(op[1]) != nullptr) look_into(op, op[0]);
}
void request_task(Operation& op, Term pid, Term task) {
  if (!pid.is_pid() || !task.is_tuple(3)) return;
  op.footprint.read(Family::kLife, pid);
  const Term module = task.element(2);
  look_at_module(op, module);
  if (module.is_atom() && op.machine.old_code(module) != nullptr) look_into(op, pid);
}
void request_task(Operation& op) { request_task(op, op[0], op[2]); }
void request_task_of(Operation& op) { request_task(op, op[1], op[3]); }
// Who runs old code depends on every step of everybody, but for the servers that Elixir's compiler
// starts for a module: they keep names and never run what they are told about.
void purge(Operation& op, Term module) {
  if (!module.is_atom() || op.machine.old_code(module) == nullptr) {
    return look_at_module(op, module);
  }
  change_module(op, module);
  for (const auto& process : op.machine.processes()) {
    if (!beam::serves_compiler(*process)) look_into(op, process->pid());
  }
}
void purge_first(Operation& op) { purge(op, op[0]); }

void code_server(Operation& op) {
  const Term request = op[0].is_tuple() && op[0].size() > 0 ? op[0].element(0) : op[0];
  if (!request.is_atom()) return;
  const std::string_view name = beam::name_of(request);
  const Term first = op[0].is_tuple() && op[0].size() > 1 ? op[0].element(1) : Term::none();
  if (name == "purge" || name == "soft_purge") return purge(op, first);
  if (name == "delete") return change_module(op, first);
  if (name == "finish_loading") {
    for (Term list = first; list.is_cons(); list = list.tail()) {
      change_module(op, list.head().element(0));
    }
    return;
  }
  if (name == "all_loaded") op.footprint.read(Family::kCode, beam::atoms::true_);
  look_at_module(op, first);
  read_files(op);
  if (name.ends_with("_path") || name.ends_with("_paths")) {
    if (name == "get_path") return op.footprint.read(Family::kCode, Term::nil());
    return op.footprint.update(Family::kCode, Term::nil());
  }
  op.footprint.read(Family::kCode, Term::nil());
}
void look_at_loaded(Operation& op) {
  op.footprint.read(Family::kCode, beam::atoms::true_);
  read_files(op);
  op.footprint.read(Family::kCode, Term::nil());
}
void find_code(Operation& op) {
  read_files(op);
  op.footprint.read(Family::kCode, Term::nil());
}

constexpr Interference kTable[] = {
    {"erlang", "system_flag", 2, set_flag},
    {"erts_internal", "scheduler_wall_time", 1, change_system},
    {"heddle", "system_setting", 1, look_at_setting},
    {"erlang", "system_monitor", 0, look_at_system},
    {"erlang", "system_monitor", 1, tell_of_events},
    {"erlang", "system_monitor", 2, tell_of_events},
    {"erlang", "system_profile", 0, look_at_system},
    {"erlang", "system_profile", 2, tell_of_events},
    {"erts_internal", "request_system_task", 3, request_task},
    {"erts_internal", "request_system_task", 4, request_task_of},
    {"erts_internal", "check_process_code", 1, look_at_first},
    {"code_server", "call", 1, code_server},
    {"code", "where_is_file", 1, find_code},
    {"code", "ensure_loaded", 1, ensure_loaded},
    {"erlang", "loaded", 0, look_at_loaded},
    {"code", "which", 1, look_at_first},
    {"code_server", "is_loaded", 1, look_at_first},
    {"erlang", "module_loaded", 1, look_at_first},
    {"erlang", "function_exported", 3, look_at_first},
    {"erlang", "fun_info", 2, look_at_first},
    {"erlang", "get_module_info", 1, look_at_first},
    {"erlang", "get_module_info", 2, look_at_first},
    {"erlang", "check_old_code", 1, look_at_first},
    {"erlang", "check_process_code", 2, check_process_code},
    {"erlang", "check_process_code", 3, check_process_code},
    {"erlang", "delete_module", 1, change_first},
    {"erlang", "purge_module", 1, purge_first},
    {"erlang", "load_module", 2, change_first},
    {"heddle", "load_code", 3, change_first},
    {"heddle", "begin_on_load", 2, change_first},
    {"heddle", "finish_on_load", 2, change_first},
    {"erlang", "finish_after_on_load", 2, change_first},
    {"erlang", "finish_loading", 1, change_prepared},
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

void touch_call(Footprint& footprint, beam::Machine& machine, const beam::Process& caller) {
  need_module(footprint, machine, beam::callee_of(caller));
}

std::span<const Interference> shared_interference() { return kTable; }

}  // namespace heddle::erlang
