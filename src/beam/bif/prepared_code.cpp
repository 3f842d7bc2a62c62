// erlang: code is prepared first and loaded later, many modules at once.
#include "beam/bif/prepared_code.hpp"

#include <algorithm>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"

namespace heddle::beam {
namespace {

// {prepared_code, Module, Binary}
Term cell_of(Machine& machine, Term name) {
  const Term cell = machine.cells().get(name);
  const bool is_code = cell.is_tuple(3) && cell.element(0) == intern("prepared_code");
  return is_code ? cell : Term::none();
}

const Module* version_in(Machine& machine, Term cell, const std::string& path) {
  const Term module = cell.element(1);
  return machine.prepare_code(module, *binary_bytes(cell.element(2)),
                              path.empty() ? std::string(name_of(module)) : path);
}

// erts_internal:prepare_loading(Module, Binary)
Term prepare_loading(Machine& machine, const Term* a) {
  const std::optional<std::string> bytes = binary_bytes(a[1]);
  if (!a[0].is_atom() || !bytes) return machine.badarg();
  Heap& heap = machine.heap();
  if (machine.prepare_code(a[0], *bytes, std::string(name_of(a[0]))) == nullptr) {
    return heap.tuple({atoms::error, intern("badfile")});
  }
  const Term name = machine.make_reference();
  machine.cells().set(name, heap.tuple({intern("prepared_code"), a[0], heap.binary(*bytes)}));
  return name;
}

Term has_on_load(Machine& machine, const Term* a) {
  const Term cell = cell_of(machine, a[0]);
  if (cell.is_none()) return machine.badarg();
  return boolean(version_in(machine, cell, "")->on_load != nullptr);
}

Term finish_loading(Machine& machine, const Term* a) {
  if (!is_proper_list(a[0])) return machine.badarg();
  std::vector<Prepared> all;
  for (Term list = a[0]; list.is_cons(); list = list.tail()) all.push_back({list.head(), ""});
  return finish_prepared(machine, all);
}

constexpr Native kNatives[] = {
    {"erts_internal", "prepare_loading", 2, prepare_loading},
    {"erlang", "has_prepared_code_on_load", 1, has_on_load},
    {"erlang", "finish_loading", 1, finish_loading, NativeKind::kVisible},
};

}  // namespace

Term finish_prepared(Machine& machine, std::span<const Prepared> all) {
  Heap& heap = machine.heap();
  std::vector<const Module*> versions;
  std::vector<Term> duplicated;
  std::vector<Term> not_purged;
  std::vector<Term> with_on_load;
  for (const Prepared& prepared : all) {
    const Term cell = cell_of(machine, prepared.name);
    if (cell.is_none()) return machine.badarg();
    const Term module = cell.element(1);
    if (std::ranges::any_of(versions, [&](const Module* other) { return other->name == module; })) {
      duplicated.push_back(module);
    }
    if (machine.old_code(module) != nullptr && machine.current_code(module) != nullptr) {
      not_purged.push_back(module);
    }
    versions.push_back(version_in(machine, cell, prepared.path));
    if (versions.back()->on_load != nullptr) with_on_load.push_back(module);
  }
  if (!duplicated.empty()) return heap.tuple({intern("duplicated"), heap.list(duplicated)});
  if (!not_purged.empty()) return heap.tuple({intern("not_purged"), heap.list(not_purged)});
  if (!with_on_load.empty()) return heap.tuple({intern("on_load"), heap.list(with_on_load)});
  for (const Module* version : versions) machine.make_current(*version);
  return atoms::ok;
}

std::span<const Native> prepared_code() { return kNatives; }

}  // namespace heddle::beam
