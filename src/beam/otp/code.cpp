// code and error_handler: modules are loaded when they are called.
#include <fmt/format.h>

#include <filesystem>

#include "beam/bif/call.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/otp/code_server.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

Term pair(Machine& machine, Term a, Term b) { return machine.heap().tuple({a, b}); }

// code:ensure_loaded(Module)
Term ensure_loaded(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.raise(atoms::error, atoms::function_clause);
  if (machine.load(a[0]) != nullptr) return pair(machine, atoms::module_, a[0]);
  return pair(machine, atoms::error, intern("nofile"));
}

// code:ensure_modules_loaded(Modules)
Term ensure_modules_loaded(Machine& machine, const Term* a) {
  std::vector<Term> missing;
  for (Term list = a[0]; list.is_cons(); list = list.tail()) {
    if (!list.head().is_atom() || machine.load(list.head()) == nullptr) {
      missing.push_back(pair(machine, list.head(), intern("nofile")));
    }
  }
  if (missing.empty()) return atoms::ok;
  return pair(machine, atoms::error, machine.heap().list(missing));
}

// What OTP's code server does is written in Erlang (erlang/heddle_code.erl).

// code:load_file(Module)
Term load_file(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.raise(atoms::error, atoms::function_clause);
  return call_instead(machine, "heddle_code", "load_file", {a, 1});
}

// code:load_binary(Module, File, Binary)
Term load_binary(Machine& machine, const Term* a) {
  const bool file = a[1].is_atom() || text_of(a[1]).has_value();
  if (!a[0].is_atom() || !file || !a[2].is_bitstring() || !binary_bytes(a[2])) {
    return machine.raise(atoms::error, atoms::function_clause);
  }
  return call_instead(machine, "heddle_code", "load_binary", {a, 3});
}

// code:load_abs(File)
Term load_abs(Machine& machine, const Term* a) {
  const std::optional<std::string> file = text_of(a[0]);
  if (!file) return machine.raise(atoms::error, atoms::function_clause);
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

// heddle:load_code(Module, File, Binary)
Term load_code(Machine& machine, const Term* a) {
  const Module* version = version_of(machine, a);
  if (machine.old_code(a[0]) != nullptr && machine.current_code(a[0]) != nullptr) {
    return pair(machine, atoms::error, intern("not_purged"));
  }
  // OTP's code server would let the second one wait.
  if (machine.loading(a[0]) != nullptr) {
    throw support::UserError(
        fmt::format("{}: the program loads the module {} while its function on_load runs, which "
                    "Heddle does not do",
                    machine.place(machine.current().state.at), name_of(a[0])));
  }
  if (version->on_load != nullptr) {
    machine.set_loading(a[0], version);
    return intern("on_load");
  }
  machine.make_current(*version);
  return pair(machine, atoms::module_, a[0]);
}

// heddle:call_on_load(Module)
Term call_on_load(Machine& machine, const Term* a) {
  const Module* version = machine.loading(a[0]);
  Word* fun = machine.heap().object(Kind::kFun, 1);
  fun[1] = std::bit_cast<Word>(version->on_load.get());
  return machine.call_instead(Term::boxed(fun), {});
}

// heddle:finish_on_load(Module, Whether)
Term finish_on_load(Machine& machine, const Term* a) {
  const Module* version = machine.loading(a[0]);
  machine.set_loading(a[0], nullptr);
  if (a[1] != atoms::true_) return pair(machine, atoms::error, intern("on_load_failure"));
  machine.make_current(*version);
  return pair(machine, atoms::module_, a[0]);
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
    {"heddle", "call_on_load", 1, call_on_load},
    {"heddle", "finish_on_load", 2, finish_on_load, NativeKind::kVisible},
    {"code", "ensure_modules_loaded", 1, ensure_modules_loaded},
    {"error_handler", "undefined_function", 3, undefined_function},
};

}  // namespace

std::span<const Native> otp_code() { return kNatives; }

}  // namespace heddle::beam
