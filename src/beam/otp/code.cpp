// code, init and error_handler: modules are loaded when they are called.
#include <fmt/format.h>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/loader/beam_file.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

Term pair(Machine& machine, Term a, Term b) { return machine.heap().tuple({a, b}); }

// code:ensure_loaded(Module), code:load_file(Module)
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

// code:load_binary(Module, File, Binary). Modules are never replaced, and they stay when the
// machine goes back: the next schedule loads the same one again.
Term load_binary(Machine& machine, const Term* a) {
  static const Term badfile = intern("badfile");
  const std::optional<std::string> bytes = binary_bytes(a[2]);
  if (!a[0].is_atom() || !bytes) return machine.raise(atoms::error, atoms::function_clause);
  const std::optional<std::string> path = byte_list(a[1]);
  CodeBase& code = machine.code();
  EtfHooks hooks;
  hooks.find_export = [&](Term m, Term f, std::uint32_t n) { return code.find_export(m, f, n); };
  std::unique_ptr<BeamFile> file;
  try {
    file = std::make_unique<BeamFile>(
        parse_beam(*bytes, path.value_or(std::string(name_of(a[0]))), hooks));
  } catch (const support::UserError&) {
    return pair(machine, atoms::error, badfile);
  }
  if (file->module != a[0]) return pair(machine, atoms::error, badfile);
  if (const Module* known = code.loaded(a[0]); known == nullptr) {
    code.add(std::move(file), path.value_or(std::string(name_of(a[0]))));
  } else if (known->file->md5 != file->md5) {
    throw support::UserError(fmt::format(
        "the program replaces the module {}, and Heddle cannot change loaded code", name_of(a[0])));
  }
  return pair(machine, atoms::module_, a[0]);
}

Term no_arguments(Machine&, const Term*) { return Term::nil(); }
Term no_argument(Machine&, const Term*) { return atoms::error; }

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
    {"code", "ensure_loaded", 1, ensure_loaded},
    {"code", "load_file", 1, ensure_loaded},
    {"code", "load_binary", 3, load_binary},
    {"code", "ensure_modules_loaded", 1, ensure_modules_loaded},
    {"init", "get_arguments", 0, no_arguments},
    {"init", "get_plain_arguments", 0, no_arguments},
    {"init", "get_argument", 1, no_argument},
    {"error_handler", "undefined_function", 3, undefined_function},
};

}  // namespace

std::span<const Native> otp_code() { return kNatives; }

}  // namespace heddle::beam
