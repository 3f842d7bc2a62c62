// erlang: what modules say about themselves.
#include <fmt/format.h>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

Term name_and_arity(Heap& heap, Term function, std::uint32_t arity) {
  return heap.tuple({function, Term::small(arity)});
}

Term exports(Heap& heap, const Module& module) {
  // OTP lists them from the last to the first.
  Term list = Term::nil();
  for (const NamedLabel& exported : module.file->exports) {
    list = heap.cons(name_and_arity(heap, exported.function, exported.arity), list);
  }
  return list;
}

Term functions(Heap& heap, const Module& module) {
  std::vector<Term> list;
  for (const LoadedFunction& function : module.functions) {
    list.push_back(name_and_arity(heap, function.name, function.arity));
  }
  return heap.list(list);
}

Term md5(Heap& heap, const Module& module) {
  return heap.binary(
      {reinterpret_cast<const char*>(module.file->md5.data()), module.file->md5.size()});
}

Term or_nil(Term term) { return term.is_none() ? Term::nil() : term; }

// None for an item that does not exist.
Term item(Heap& heap, const Module& module, std::string_view item) {
  if (item == "module") return module.name;
  if (item == "exports") return exports(heap, module);
  if (item == "functions") return functions(heap, module);
  if (item == "attributes") return or_nil(module.file->attributes);
  if (item == "compile") return or_nil(module.file->compile_info);
  if (item == "md5") return md5(heap, module);
  if (item == "nifs") return Term::nil();
  if (item == "native_addresses") return Term::nil();
  if (item == "native") return atoms::false_;
  return Term::none();
}

Term get_module_info(Machine& machine, const Term* a) {
  const Module* module = a[0].is_atom() ? machine.current_code(a[0]) : nullptr;
  if (module == nullptr) return machine.badarg();
  Heap& heap = machine.heap();
  std::vector<Term> list;
  for (const char* name : {"module", "exports", "attributes", "compile", "md5"}) {
    list.push_back(heap.tuple({intern(name), item(heap, *module, name)}));
  }
  return heap.list(list);
}

Term get_module_info_item(Machine& machine, const Term* a) {
  const Module* module = a[0].is_atom() ? machine.current_code(a[0]) : nullptr;
  if (module == nullptr || !a[1].is_atom()) return machine.badarg();
  const Term value = item(machine.heap(), *module, name_of(a[1]));
  return value.is_none() ? machine.badarg() : value;
}

// What OTP writes in C says here that it is missing.
Term nif_error(Machine& machine, const Term*) {
  const CodePointer caller = machine.calling();
  throw support::UserError(
      fmt::format("{} is written in C in OTP, and Heddle does not have it", machine.place(caller)));
}

constexpr Native kNatives[] = {
    {"erlang", "get_module_info", 1, get_module_info, NativeKind::kOfModule},
    {"erlang", "get_module_info", 2, get_module_info_item, NativeKind::kOfModule},
    {"erlang", "nif_error", 1, nif_error},
    {"erlang", "nif_error", 2, nif_error},
};

}  // namespace

std::span<const Native> erlang_modules() { return kNatives; }

}  // namespace heddle::beam
