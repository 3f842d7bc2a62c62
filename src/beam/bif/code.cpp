// erlang: modules and functions as data.
//
// Code is loaded when it is called and is shared by all machines, so whether a module happens to be
// loaded must not be seen by programs: one that could be loaded counts as loaded, unless the
// program has deleted it.
#include <array>
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/purge.hpp"
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
  return a[0].is_atom() ? boolean(machine.current_code(a[0]) != nullptr) : machine.badarg();
}

Term function_exported(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small()) return machine.badarg();
  const Module* module = machine.current_code(a[0]);
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
    if (item == "name") value = machine.has_code(entry) ? entry.function : Term::nil();
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
      const auto& md5 = entry.maker->file->md5;
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
  return a[0].is_atom() ? boolean(machine.old_code(a[0]) != nullptr) : machine.badarg();
}

Term lingers(Machine& machine, Term pid, Term module) {
  const Process* process = machine.running(pid);
  const Module* old = machine.old_code(module);
  return boolean(process != nullptr && old != nullptr && machine.lingers_in(*process, *old));
}

Term check_process_code(Machine& machine, const Term* a) {
  if (!a[0].is_pid() || !a[1].is_atom()) return machine.badarg();
  return lingers(machine, a[0], a[1]);
}

// With {async, RequestId} the answer is a message; whether garbage may be collected does not
// matter.
Term check_process_code_with(Machine& machine, const Term* a) {
  Term request = Term::none();
  Term options = a[2];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2)) return badarg_because(machine, "bad_option");
    if (option.element(0) == intern("async")) {
      request = option.element(1);
    } else if (option.element(0) != intern("allow_gc") ||
               (option.element(1) != atoms::true_ && option.element(1) != atoms::false_)) {
      return badarg_because(machine, "bad_option");
    }
  }
  if (!options.is_nil()) return badarg_because(machine, "bad_option");
  if (!a[0].is_pid() || !a[1].is_atom()) return machine.badarg();
  const Term answer = lingers(machine, a[0], a[1]);
  if (request.is_none()) return answer;
  const Term self = machine.current().pid();
  machine.deliver(machine.current(),
                  machine.heap().tuple({intern("check_process_code"), request, answer}), self);
  return intern("async");
}

Term delete_module(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || machine.old_code(a[0]) != nullptr) return machine.badarg();
  if (machine.is_deleted(a[0])) return atoms::true_;
  if (machine.current_code(a[0]) == nullptr) return atoms::undefined;
  machine.delete_code(a[0]);
  return atoms::true_;
}

Term purge_module(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || machine.old_code(a[0]) == nullptr) return machine.badarg();
  purge_old_code(machine, a[0]);
  return atoms::true_;
}

Term load_module(Machine& machine, const Term* a) {
  const std::optional<std::string> bytes = binary_bytes(a[1]);
  if (!a[0].is_atom() || !bytes) return machine.badarg();
  const auto error = [&](const char* why) {
    return machine.heap().tuple({atoms::error, intern(why)});
  };
  const Module* version = machine.prepare_code(a[0], *bytes, std::string(name_of(a[0])));
  if (version == nullptr) return error("badfile");
  const bool old = machine.old_code(a[0]) != nullptr;
  if (old && machine.current_code(a[0]) != nullptr) return error("not_purged");
  if (version->on_load != nullptr) {
    machine.set_loading(a[0], version, machine.current().pid());
    return error("on_load");
  }
  machine.make_current(*version);
  return machine.heap().tuple({atoms::module_, a[0]});
}

// erts_internal:beamfile_module_md5(Binary)
Term beamfile_module_md5(Machine& machine, const Term* a) {
  const std::optional<std::string> bytes = binary_bytes(a[0]);
  if (!bytes) return machine.badarg();
  EtfHooks hooks;
  hooks.find_export = [&](Term m, Term f, std::uint32_t n) {
    return machine.code().find_export(m, f, n);
  };
  try {
    const auto md5 = parse_beam(*bytes, "a binary", hooks).md5;
    return machine.heap().binary({reinterpret_cast<const char*>(md5.data()), md5.size()});
  } catch (const support::UserError&) {
    return atoms::undefined;
  }
}

constexpr NativeKind kOfModule = NativeKind::kOfModule;
constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "module_loaded", 1, module_loaded, kOfModule},
    {"erlang", "function_exported", 3, function_exported, kOfModule},
    {"erlang", "fun_info", 2, fun_info, kOfModule},
    {"erlang", "fun_info_mfa", 1, fun_info_mfa},
    {"erlang", "pre_loaded", 0, pre_loaded},
    {"erlang", "check_old_code", 1, check_old_code, kOfModule},
    {"erlang", "check_process_code", 2, check_process_code, kOfModule},
    {"erlang", "check_process_code", 3, check_process_code_with, kVisible},
    {"erlang", "delete_module", 1, delete_module, kVisible},
    {"erlang", "purge_module", 1, purge_module, kVisible},
    {"erlang", "load_module", 2, load_module, kVisible},
    {"erts_internal", "beamfile_module_md5", 1, beamfile_module_md5},
};

}  // namespace

bool purge_old_code(Machine& machine, Term name) {
  const Module* old = machine.old_code(name);
  if (old == nullptr) return false;
  bool killed = false;
  for (const auto& process : machine.processes()) {
    if (!machine.lingers_in(*process, *old)) continue;
    machine.exit(*process, atoms::killed);
    killed = true;
  }
  machine.forget_old_code(name);
  return killed;
}

std::span<const Native> erlang_code() { return kNatives; }

}  // namespace heddle::beam
