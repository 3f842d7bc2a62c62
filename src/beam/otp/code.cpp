// code and error_handler: modules are loaded when they are called.
#include <filesystem>

#include "beam/bif/call.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/otp/code_server.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term pair(Machine& machine, Term a, Term b) { return machine.heap().tuple({a, b}); }

// code:ensure_loaded(Module)
Term ensure_loaded(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.no_clause("code", "ensure_loaded", {a, 1});
  const Module* module = machine.load(a[0]);
  if (module == nullptr) return pair(machine, atoms::error, intern("nofile"));
  if (machine.current_code(a[0]) != nullptr) return pair(machine, atoms::module_, a[0]);
  return call_instead(machine, "heddle_code", "ensure_loaded", {a, 1});
}

// What OTP's code server does is written in Erlang (erlang/heddle_code.erl).

// code:load_file(Module)
Term load_file(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.no_clause("code", "load_file", {a, 1});
  return call_instead(machine, "heddle_code", "load_file", {a, 1});
}

// code:load_binary(Module, File, Binary)
Term load_binary(Machine& machine, const Term* a) {
  const bool file = a[1].is_atom() || text_of(a[1]).has_value();
  if (!a[0].is_atom() || !file || !a[2].is_bitstring() || !binary_bytes(a[2])) {
    return machine.no_clause("code", "load_binary", {a, 3});
  }
  return call_instead(machine, "heddle_code", "load_binary", {a, 3});
}

// code:load_abs(File)
Term load_abs(Machine& machine, const Term* a) {
  const std::optional<std::string> file = text_of(a[0]);
  if (!file) return machine.no_clause("code", "load_abs", {a, 1});
  const Term arguments[] = {a[0], intern(std::filesystem::path(*file).filename().string())};
  return call_instead(machine, "heddle_code", "load_abs", arguments);
}

const Module* version_of(Machine& machine, const Term* a) {
  const std::optional<std::string> bytes = binary_bytes(a[2]);
  return bytes ? machine.prepare_code(a[0], *bytes, text_of(a[1]).value_or("")) : nullptr;
}

// heddle:is_code(Module, File, Binary)
Term is_code(Machine& machine, const Term* a) {
  if (is_sticky(machine, a[0])) return pair(machine, atoms::error, intern("sticky_directory"));
  if (version_of(machine, a) != nullptr) return atoms::ok;
  return pair(machine, atoms::error, intern("badfile"));
}

bool is_purged(Machine& machine, Term module) {
  return machine.old_code(module) == nullptr || machine.current_code(module) == nullptr;
}

// heddle:load_code(Module, File, Binary)
Term load_code(Machine& machine, const Term* a) {
  const Module* version = version_of(machine, a);
  if (!is_purged(machine, a[0])) return pair(machine, atoms::error, intern("not_purged"));
  if (version->on_load != nullptr) return intern("on_load");
  machine.make_current(*version);
  return pair(machine, atoms::module_, a[0]);
}

// heddle:begin_on_load(Module, path or {File, Binary}), by the process that will call the function:
// ok, or {wait, Pid} if another one does so already.
Term begin_on_load(Machine& machine, const Term* a) {
  const Term loader = machine.loader(a[0]);
  if (machine.loading(a[0]) != nullptr && loader.is_pid()) {
    const Process* process = machine.find(loader);
    if (process != nullptr && !process->dead()) return pair(machine, intern("wait"), loader);
  }
  const Module* version = nullptr;
  if (a[1].is_tuple(2)) {
    if (!is_purged(machine, a[0])) return pair(machine, atoms::error, intern("not_purged"));
    const Term source[] = {a[0], a[1].element(0), a[1].element(1)};
    version = version_of(machine, source);
  } else {
    if (machine.current_code(a[0]) != nullptr) return pair(machine, atoms::module_, a[0]);
    version = machine.load(a[0]);
    if (version == nullptr) return pair(machine, atoms::error, intern("nofile"));
  }
  machine.set_loading(a[0], version, machine.current().pid());
  return atoms::ok;
}

// erlang:call_on_load_function(Module)
Term call_on_load(Machine& machine, const Term* a) {
  const Module* version = a[0].is_atom() ? machine.loading(a[0]) : nullptr;
  if (version == nullptr) return machine.badarg();
  Word* fun = machine.heap().object(Kind::kFun, 1);
  fun[1] = std::bit_cast<Word>(version->on_load.get());
  return machine.call_instead(Term::boxed(fun), {});
}

// heddle:finish_on_load(Module, Whether)
Term finish_on_load(Machine& machine, const Term* a) {
  const Module* version = machine.loading(a[0]);
  machine.set_loading(a[0], nullptr, Term::none());
  if (a[1] != atoms::true_) return pair(machine, atoms::error, intern("on_load_failure"));
  machine.make_current(*version);
  return pair(machine, atoms::module_, a[0]);
}

// erlang:finish_after_on_load(Module, Whether), for programs that load with erlang:load_module.
Term finish_after_on_load(Machine& machine, const Term* a) {
  const bool known = a[0].is_atom() && machine.loading(a[0]) != nullptr;
  if (!known || (a[1] != atoms::true_ && a[1] != atoms::false_)) return machine.badarg();
  finish_on_load(machine, a);
  return atoms::true_;
}

// heddle:undefined(Module, Function, Arguments)
Term no_function(Machine& machine, const Term* a) { return machine.no_function(a[0], a[1], a[2]); }

// code:do_par(Prepare, Items), erl_prim_loader:get_modules(Modules, Prepare, Path)
Term prepare_all(Machine& machine, const Term* a) {
  return call_instead(machine, "heddle_code", "prepare_all", {a, 2});
}
Term get_modules(Machine& machine, const Term* a) {
  return call_instead(machine, "heddle_code", "get_modules", {a, 2});
}

// error_handler:undefined_function(M, F, Args): whoever calls it by hand gets what a call gives.
Term undefined_function(Machine& machine, const Term* a) {
  std::vector<Term> arguments;
  for (Term list = a[2]; list.is_cons(); list = list.tail()) arguments.push_back(list.head());
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(
      machine.code().find_export(a[0], a[1], static_cast<std::uint32_t>(arguments.size())));
  return machine.call_instead(Term::boxed(fun), arguments);
}

constexpr Native kNatives[] = {
    {"code", "ensure_loaded", 1, ensure_loaded, NativeKind::kOfModule},
    {"code", "load_file", 1, load_file},
    {"code", "load_binary", 3, load_binary},
    {"code", "load_abs", 1, load_abs},
    {"heddle", "is_code", 3, is_code},
    {"heddle", "load_code", 3, load_code, NativeKind::kVisible},
    {"heddle", "begin_on_load", 2, begin_on_load, NativeKind::kVisible},
    {"erlang", "call_on_load_function", 1, call_on_load},
    {"erlang", "finish_after_on_load", 2, finish_after_on_load, NativeKind::kVisible},
    {"heddle", "undefined", 3, no_function},
    {"code", "do_par", 2, prepare_all},
    {"erl_prim_loader", "get_modules", 3, get_modules},
    {"heddle", "finish_on_load", 2, finish_on_load, NativeKind::kVisible},
    {"error_handler", "undefined_function", 3, undefined_function},
};

}  // namespace

std::span<const Native> otp_code() { return kNatives; }

}  // namespace heddle::beam
