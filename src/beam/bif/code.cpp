// erlang: modules and functions as data.
//
// Code is loaded when it is called and is shared by all machines, so whether a module happens to be
// loaded must not be seen by programs: one that could be loaded counts as loaded.
#include <array>
#include <string_view>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/function.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

constexpr std::array<std::string_view, 21> kPreloaded = {"atomics",
                                                         "counters",
                                                         "erl_init",
                                                         "erl_prim_loader",
                                                         "erl_tracer",
                                                         "erlang",
                                                         "erts_code_purger",
                                                         "erts_dirty_process_signal_handler",
                                                         "erts_internal",
                                                         "erts_literal_area_collector",
                                                         "init",
                                                         "persistent_term",
                                                         "prim_buffer",
                                                         "prim_eval",
                                                         "prim_file",
                                                         "prim_inet",
                                                         "prim_net",
                                                         "prim_socket",
                                                         "prim_zip",
                                                         "socket_registry",
                                                         "zlib"};

Term module_loaded(Machine& machine, const Term* a) {
  return a[0].is_atom() ? boolean(machine.load(a[0]) != nullptr) : machine.badarg();
}

Term function_exported(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small() || a[2].small_value() < 0) {
    return machine.badarg();
  }
  const Module* module = machine.load(a[0]);
  if (module == nullptr) return atoms::false_;
  for (const NamedLabel& entry : module->file->exports) {
    if (entry.function == a[1] && entry.arity == a[2].small_value()) return atoms::true_;
  }
  return atoms::false_;
}

Term fun_info(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  if (!a[0].is_function() || !a[1].is_atom()) return machine.badarg();
  const std::string_view item = name_of(a[1]);
  Term value;
  if (a[0].is(Kind::kExport)) {
    const Export& entry = export_entry(a[0]);
    if (item == "module") value = entry.module;
    if (item == "name") value = entry.function;
    if (item == "arity") value = Term::small(entry.arity);
    if (item == "env") value = Term::nil();
    if (item == "type") value = intern("external");
    if (item == "pid" || item == "new_index" || item == "new_uniq" || item == "index" ||
        item == "uniq" || item == "refc") {
      value = atoms::undefined;
    }
  } else {
    const FunEntry& entry = fun_entry(a[0]);
    if (item == "module") value = entry.module;
    if (item == "name") value = entry.function;
    if (item == "arity") value = Term::small(entry.arity);
    if (item == "env") {
      std::vector<Term> list;
      for (Word i = 0; i < entry.free; ++i) list.push_back(a[0].element(1 + i));
      value = heap.list(list);
    }
    if (item == "type") value = intern("local");
    if (item == "pid") value = machine.current().pid();  // nobody knows who made it
    if (item == "index" || item == "new_index") value = Term::small(entry.index);
    if (item == "uniq") value = Term::small(entry.uniq);
    if (item == "refc") value = Term::small(1);
    if (item == "new_uniq") {
      const Module* module = machine.code().loaded(entry.module);
      const auto& md5 = module->file->md5;
      value = heap.binary({reinterpret_cast<const char*>(md5.data()), md5.size()});
    }
  }
  return value.is_none() ? machine.badarg() : heap.tuple({a[1], value});
}

Term fun_info_mfa(Machine& machine, const Term* a) {
  if (a[0].is(Kind::kExport)) {
    const Export& entry = export_entry(a[0]);
    return machine.heap().tuple({entry.module, entry.function, Term::small(entry.arity)});
  }
  if (!a[0].is(Kind::kFun)) return machine.badarg();
  const FunEntry& entry = fun_entry(a[0]);
  return machine.heap().tuple({entry.module, entry.function, Term::small(entry.arity)});
}

Term pre_loaded(Machine& machine, const Term*) {
  std::vector<Term> list;
  for (const std::string_view name : kPreloaded) list.push_back(intern(name));
  return machine.heap().list(list);
}

Term check_old_code(Machine& machine, const Term* a) {
  return a[0].is_atom() ? atoms::false_ : machine.badarg();
}

Term no(Machine&, const Term*) { return atoms::false_; }

Term refuse_to_change_code(Machine&, const Term*) {
  throw support::UserError(
      "the program loads, deletes or purges a module, which Heddle does not do: code is the same "
      "during a whole run");
}

constexpr Native kNatives[] = {
    {"erlang", "module_loaded", 1, module_loaded},
    {"erlang", "function_exported", 3, function_exported},
    {"erlang", "fun_info", 2, fun_info},
    {"erlang", "fun_info_mfa", 1, fun_info_mfa},
    {"erlang", "pre_loaded", 0, pre_loaded},
    {"erlang", "loaded", 0, pre_loaded},
    {"erlang", "check_old_code", 1, check_old_code},
    {"erlang", "check_process_code", 2, no},
    {"erlang", "check_process_code", 3, no},
    {"erlang", "has_prepared_code_on_load", 1, no},
    {"erlang", "delete_module", 1, refuse_to_change_code},
    {"erlang", "purge_module", 1, refuse_to_change_code},
    {"erlang", "load_module", 2, refuse_to_change_code},
};

}  // namespace

std::span<const Native> erlang_code() { return kNatives; }

}  // namespace heddle::beam
