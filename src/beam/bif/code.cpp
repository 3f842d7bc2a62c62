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

constexpr std::array<std::string_view, 21> kPreloaded = {
    "atomics",        "counters",       "erl_init",           "erl_prim_loader",
    "erl_tracer",     "erlang",         "erts_code_purger",   "erts_dirty_process_signal_handler",
    "erts_internal",  "erts_literal_area_collector", "init",  "persistent_term",
    "prim_buffer",    "prim_eval",      "prim_file",          "prim_inet",
    "prim_net",       "prim_socket",    "prim_zip",           "socket_registry",
    "zlib"};

Term name_and_arity(Heap& heap, Term name, std::uint32_t arity) {
  return heap.tuple({name, Term::small(arity)});
}

// None if there is no such key.
Term module_info(Heap& heap, const Module& module, Term key) {
  if (!key.is_atom()) return Term::none();
  const std::string_view name = name_of(key);
  const BeamFile& file = *module.file;
  if (name == "module") return module.name;
  if (name == "exports") {
    std::vector<Term> list;
    for (const NamedLabel& entry : file.exports) {
      list.push_back(name_and_arity(heap, entry.function, entry.arity));
    }
    return heap.list(list);
  }
  if (name == "functions") {
    std::vector<Term> list;
    for (const LoadedFunction& function : module.functions) {
      list.push_back(name_and_arity(heap, function.name, function.arity));
    }
    return heap.list(list);
  }
  if (name == "attributes") return file.attributes.is_none() ? Term::nil() : file.attributes;
  if (name == "compile") return file.compile_info.is_none() ? Term::nil() : file.compile_info;
  if (name == "md5") {
    return heap.binary({reinterpret_cast<const char*>(file.md5.data()), file.md5.size()});
  }
  if (name == "nifs") return Term::nil();
  return Term::none();
}

Term get_module_info_key(Machine& machine, const Term* a) {
  const Module* module = a[0].is_atom() ? machine.code().load(a[0]) : nullptr;
  if (module == nullptr) return machine.badarg();
  const Term value = module_info(machine.heap(), *module, a[1]);
  return value.is_none() ? machine.badarg() : value;
}

Term get_module_info(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  const Module* module = a[0].is_atom() ? machine.code().load(a[0]) : nullptr;
  if (module == nullptr) return machine.badarg();
  std::vector<Term> list;
  for (const char* name : {"module", "exports", "attributes", "compile", "md5"}) {
    const Term key = intern(name);
    list.push_back(heap.tuple({key, module_info(heap, *module, key)}));
  }
  return heap.list(list);
}

Term module_loaded(Machine& machine, const Term* a) {
  return a[0].is_atom() ? boolean(machine.code().load(a[0]) != nullptr) : machine.badarg();
}

Term function_exported(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small() || a[2].small_value() < 0) {
    return machine.badarg();
  }
  const Module* module = machine.code().load(a[0]);
  if (module == nullptr) return atoms::false_;
  for (const NamedLabel& entry : module->file->exports) {
    if (entry.function == a[1] && entry.arity == a[2].small_value()) return atoms::true_;
  }
  return atoms::false_;
}

Term is_builtin(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small() || a[2].small_value() < 0) {
    return machine.badarg();
  }
  return boolean(machine.code().find_native(
                     a[0], a[1], static_cast<std::uint32_t>(a[2].small_value())) != nullptr);
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
      value = module == nullptr ? atoms::undefined : module_info(heap, *module, intern("md5"));
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

Term make_fun(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small() || a[2].small_value() < 0 ||
      a[2].small_value() > 255) {
    return machine.badarg();
  }
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(
      machine.code().find_export(a[0], a[1], static_cast<std::uint32_t>(a[2].small_value())));
  return Term::boxed(fun);
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
    {"erlang", "get_module_info", 1, get_module_info},
    {"erlang", "get_module_info", 2, get_module_info_key},
    {"erlang", "module_loaded", 1, module_loaded},
    {"erlang", "function_exported", 3, function_exported},
    {"erlang", "is_builtin", 3, is_builtin},
    {"erlang", "fun_info", 2, fun_info},
    {"erlang", "fun_info_mfa", 1, fun_info_mfa},
    {"erlang", "make_fun", 3, make_fun},
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
