// code_server: where code is, and the end of what is loaded.
//
// Code is loaded when it is called and is shared by all machines, so whether a module happens to be
// loaded must not be seen by programs: one that could be loaded counts as loaded, unless the
// program has deleted it.
#include "beam/otp/code_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "beam/bif/iolist.hpp"
#include "beam/bif/prepared_code.hpp"
#include "beam/bif/purge.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

std::optional<std::string> text_of(Term name) {
  if (name.is_atom()) return std::string(name_of(name));
  if (name.is_bitstring()) return binary_bytes(name);
  const CharacterList characters = character_list(name, SIZE_MAX);
  if (characters.state != CharacterList::State::kFine) return std::nullopt;
  return characters.utf8;
}

namespace {

Term error(Machine& machine, const char* reason) {
  return machine.heap().tuple({atoms::error, intern(reason)});
}

std::vector<std::string> path_of(Machine& machine) { return machine.code_path(); }

/// "stdlib" of /usr/lib/erlang/lib/stdlib-4.2/ebin; empty if it is not a folder of a library.
std::string library_name(std::string directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  if (directory.ends_with("/ebin")) directory.resize(directory.size() - 5);
  std::string name = directory.substr(directory.rfind('/') + 1);
  const std::size_t dash = name.rfind('-');
  if (dash != std::string::npos && dash + 1 < name.size() &&
      name.find_first_not_of("0123456789.", dash + 1) == std::string::npos) {
    name.resize(dash);
  }
  return name;
}

std::string without_ebin(const std::string& directory) {
  return directory.ends_with("/ebin") ? directory.substr(0, directory.size() - 5) : directory;
}

std::optional<std::string> library_directory(Machine& machine, const std::string& library) {
  for (const std::string& directory : path_of(machine)) {
    const std::string base = without_ebin(directory);
    const bool whole_name = base.substr(base.rfind('/') + 1) == library;
    if (whole_name || library_name(directory) == library) return base;
  }
  return std::nullopt;
}

// {dir, What}
Term directory(Machine& machine, Term what) {
  Heap& heap = machine.heap();
  const std::string& root = machine.code().otp_root();
  if (what == intern("root_dir")) return list_of_utf8(heap, root);
  if (what == intern("lib_dir")) return list_of_utf8(heap, root + "/lib");
  std::string inside;
  Term name = intern("compiler");
  if (what.is_tuple() && what.size() >= 2) {
    name = what.element(1);
    if (what.element(0) == intern("priv_dir")) inside = "/priv";
    if (what.size() == 3) inside = "/" + text_of(what.element(2)).value_or("");
  }
  const auto library = text_of(name);
  const auto found = library ? library_directory(machine, *library) : std::nullopt;
  return found ? list_of_utf8(heap, *found + inside) : error(machine, "bad_name");
}

bool is_directory(Machine& machine, const std::string& name) {
  const Files::Found found = machine.files().find(name);
  return found.error == 0 &&
         machine.files().information(found.node).type == Files::Type::kDirectory;
}

void take_out(std::vector<std::string>& path, const std::string& directory) {
  path.erase(std::remove(path.begin(), path.end(), directory), path.end());
}

bool add_path(Machine& machine, Term where, Term name, std::vector<std::string>& path) {
  auto directory = text_of(name);
  if (!directory || !is_directory(machine, *directory)) return false;
  while (directory->size() > 1 && directory->ends_with('/')) directory->pop_back();
  if (where == intern("first")) {
    take_out(path, *directory);
    path.insert(path.begin(), *directory);
  } else if (std::find(path.begin(), path.end(), *directory) == path.end()) {
    path.push_back(*directory);
  }
  return true;
}

// {add_path, Where, Directory}, {add_paths, Where, Directories}
Term add_to_path(Machine& machine, Term request, bool many) {
  std::vector<std::string> path = path_of(machine);
  bool fine = true;
  if (many) {
    for (Term list = request.element(2); list.is_cons(); list = list.tail()) {
      add_path(machine, request.element(1), list.head(), path);
    }
  } else {
    fine = add_path(machine, request.element(1), request.element(2), path);
  }
  machine.set_code_path(path);
  if (many) return atoms::ok;
  return fine ? atoms::true_ : error(machine, "bad_directory");
}

// The folder that is meant: by its name, or by that of its library.
std::vector<std::string>::iterator in_path(std::vector<std::string>& path,
                                           const std::string& name) {
  auto found = std::find(path.begin(), path.end(), name);
  if (found != path.end()) return found;
  return std::find_if(path.begin(), path.end(), [&](const std::string& directory) {
    return library_name(directory) == name;
  });
}

// {del_path, Name}, {replace_path, Name, Directory}; since OTP 26 also {replace_path, Name,
// Directory, Cache}
Term change_path(Machine& machine, Term request) {
  std::vector<std::string> path = path_of(machine);
  const auto name = text_of(request.element(1));
  if (!name) return error(machine, "bad_name");
  const auto found = in_path(path, *name);
  if (request.size() == 2) {
    if (found == path.end()) return atoms::false_;
    path.erase(found);
  } else {
    const auto directory = text_of(request.element(2));
    if (!directory || !is_directory(machine, *directory)) return error(machine, "bad_directory");
    if (found == path.end()) {
      path.push_back(*directory);
    } else {
      *found = *directory;
    }
  }
  machine.set_code_path(path);
  return atoms::true_;
}

// {del_paths, Names}
Term remove_from_path(Machine& machine, Term list) {
  std::vector<std::string> path = path_of(machine);
  for (; list.is_cons(); list = list.tail()) {
    const auto name = text_of(list.head());
    if (!name) continue;
    if (const auto found = in_path(path, *name); found != path.end()) path.erase(found);
  }
  machine.set_code_path(path);
  return atoms::ok;
}

// {set_path, Directories}
Term set_path(Machine& machine, Term list) {
  std::vector<std::string> path;
  for (; list.is_cons(); list = list.tail()) {
    const auto directory = text_of(list.head());
    if (!directory || !is_directory(machine, *directory)) return error(machine, "bad_directory");
    path.push_back(*directory);
  }
  machine.set_code_path(path);
  return atoms::true_;
}

bool is_preloaded(const std::string& path) { return path.find("/erts-") != std::string::npos; }

Term file_of(Machine& machine, const std::string& path) {
  return is_preloaded(path) ? intern("preloaded") : list_of_utf8(machine.heap(), path);
}

// {is_loaded, Module}
Term is_loaded(Machine& machine, Term name) {
  const Module* module = machine.current_code(name);
  if (module == nullptr) return atoms::false_;
  return machine.heap().tuple({atoms::file, file_of(machine, module->path)});
}

// all_loaded
Term all_loaded(Machine& machine) {
  Heap& heap = machine.heap();
  std::set<std::string> seen;
  Term list = Term::nil();
  for (const Module* own : machine.own_versions()) {
    list = heap.cons(heap.tuple({own->name, file_of(machine, own->path)}), list);
  }
  for (const std::string& directory : path_of(machine)) {
    const Files::Found found = machine.files().find(directory);
    if (found.error != 0) continue;
    for (const std::string& name : machine.files().list(found.node).names) {
      if (!name.ends_with(".beam") || name.size() - 5 > 255) continue;
      if (!seen.insert(name).second) continue;
      const Term module = intern(name.substr(0, name.size() - 5));
      if (machine.is_deleted(module) || machine.current_version(module) != nullptr) continue;
      list = heap.cons(
          heap.tuple({module, file_of(machine, fmt::format("{}/{}", directory, name))}), list);
    }
  }
  return list;
}

// {get_object_code, Module}
Term object_code(Machine& machine, Term name) {
  Heap& heap = machine.heap();
  for (const std::string& directory : path_of(machine)) {
    const std::string path = fmt::format("{}/{}.beam", directory, name_of(name));
    const Files::Found found = machine.files().find(path);
    if (found.error != 0 || machine.files().readable(found.node) != 0) continue;
    return heap.tuple(
        {name, heap.binary(machine.files().read(found.node, 0, machine.files().size(found.node))),
         list_of_utf8(heap, path)});
  }
  return atoms::error;
}

// {read_code, File}
Term read_code(Machine& machine, Term file) {
  const std::string path = text_of(file).value_or("") + ".beam";
  const std::optional<std::string> bytes = machine.read_code(path);
  if (!bytes) return error(machine, "nofile");
  Heap& heap = machine.heap();
  return heap.tuple({atoms::ok, list_of_utf8(heap, path), heap.binary(*bytes)});
}

// {soft_purge, Module}
Term soft_purge(Machine& machine, Term name) {
  const Module* old = machine.old_code(name);
  for (const auto& process : machine.processes()) {
    if (old != nullptr && machine.lingers_in(*process, *old)) return atoms::false_;
  }
  if (old != nullptr) machine.forget_old_code(name);
  return atoms::true_;
}

// {finish_loading, [{Module, {Prepared, File}}], WhetherNotLoadedOnly}
Term finish_loading(Machine& machine, Term list, bool ensure) {
  Heap& heap = machine.heap();
  std::vector<Prepared> prepared;
  std::vector<Term> sticky;
  std::vector<Term> pending;
  for (; list.is_cons(); list = list.tail()) {
    const Term module = list.head().element(0);
    if (ensure && machine.current_code(module) != nullptr) continue;
    if (machine.loading(module) != nullptr) {
      pending.push_back(heap.tuple({module, intern("pending_on_load")}));
    }
    if (is_sticky(machine, module)) {
      sticky.push_back(heap.tuple({module, intern("sticky_directory")}));
    }
    const Term code = list.head().element(1);
    prepared.push_back({code.element(0), text_of(code.element(1)).value_or("")});
  }
  for (const std::vector<Term>& errors : {pending, sticky}) {
    if (!errors.empty()) return heap.tuple({atoms::error, heap.list(errors)});
  }
  const Term result = finish_prepared(machine, prepared);
  if (!result.is_tuple()) return result;
  std::vector<Term> errors;
  for (Term modules = result.element(1); modules.is_cons(); modules = modules.tail()) {
    errors.push_back(heap.tuple({modules.head(), result.element(0)}));
  }
  return heap.tuple({atoms::error, heap.list(errors)});
}

// {delete, Module}
Term delete_module(Machine& machine, Term name) {
  if (machine.old_code(name) != nullptr) return atoms::false_;
  if (machine.is_deleted(name)) return atoms::true_;
  if (machine.current_code(name) == nullptr) return atoms::false_;
  machine.delete_code(name);
  return atoms::true_;
}

// code_server:call(Request)
Term call(Machine& machine, const Term* a) {
  const Term request = a[0];
  Heap& heap = machine.heap();
  if (request.is_atom()) {
    const std::string_view name = name_of(request);
    if (name == "get_path") {
      std::vector<Term> list;
      for (const std::string& directory : path_of(machine)) {
        list.push_back(list_of_utf8(heap, directory));
      }
      return heap.list(list);
    }
    if (name == "all_loaded") return all_loaded(machine);
    if (name == "get_mode") return intern("interactive");
    if (name == "clear_cache") return atoms::ok;
  } else if (request.is_tuple() && request.size() >= 2 && request.element(0).is_atom()) {
    const std::string_view name = name_of(request.element(0));
    const Term first = request.element(1);
    if (name == "dir") return directory(machine, first);
    if (name == "add_path") return add_to_path(machine, request, false);
    if (name == "add_paths") return add_to_path(machine, request, true);
    if (name == "del_path" || name == "replace_path") return change_path(machine, request);
    if (name == "del_paths") return remove_from_path(machine, first);
    if (name == "set_path") return set_path(machine, first);
    if (name == "is_loaded") return is_loaded(machine, first);
    if (name == "get_object_code") return object_code(machine, first);
    if (name == "read_code") return read_code(machine, first);
    if (name == "is_sticky") return boolean(is_sticky(machine, first));
    if (name == "stick_dir" || name == "unstick_dir") return atoms::ok;
    if (name == "stick_mod" || name == "unstick_mod") return atoms::true_;
    if (name == "purge") return boolean(purge_old_code(machine, first));
    if (name == "soft_purge") return soft_purge(machine, first);
    if (name == "delete") return delete_module(machine, first);
    if (name == "finish_loading") {
      return finish_loading(machine, first, request.element(2) == atoms::true_);
    }
  }
  throw support::UserError(fmt::format(
      "the program asks the code server for {}, which Heddle does not have", print(request, 80)));
}

// Since OTP 26, code_server's table answers these itself.
Term is_loaded_in_table(Machine& machine, const Term* a) {
  return a[0].is_atom() ? is_loaded(machine, a[0]) : atoms::false_;
}
Term is_sticky_in_table(Machine& machine, const Term* a) {
  return boolean(a[0].is_atom() && is_sticky(machine, a[0]));
}
Term mode(Machine&, const Term*) { return intern("interactive"); }

Term in_path(Machine& machine, const std::string& name) {
  for (const std::string& directory : path_of(machine)) {
    const std::string path = fmt::format("{}/{}", directory, name);
    if (machine.files().find(path).error == 0) return list_of_utf8(machine.heap(), path);
  }
  return intern("non_existing");
}

// code:where_is_file(File)
Term where_is_file(Machine& machine, const Term* a) {
  const auto name = text_of(a[0]);
  return name ? in_path(machine, *name) : machine.badarg();
}

// code:which(Module)
Term which(Machine& machine, const Term* a) {
  const Module* module = a[0].is_atom() ? machine.current_code(a[0]) : nullptr;
  if (module != nullptr) return file_of(machine, module->path);
  if (!a[0].is_atom()) return machine.no_clause("code", "which", {a, 1});
  return in_path(machine, fmt::format("{}.beam", name_of(a[0])));
}

constexpr NativeKind kVisible = NativeKind::kVisible;
// erlang:loaded(): those, and what the emulator brings along.
Term loaded(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  Term list = machine.code().find_native(atoms::erlang, intern("pre_loaded"), 0)->call(machine, {});
  std::set<Word> seen;
  for (Term known = list; known.is_cons(); known = known.tail()) seen.insert(known.head().bits());
  for (Term all = all_loaded(machine); all.is_cons(); all = all.tail()) {
    const Term name = all.head().element(0);
    if (seen.insert(name.bits()).second) list = heap.cons(name, list);
  }
  return list;
}

constexpr Native kNatives[] = {
    {"erlang", "loaded", 0, loaded, kVisible},
    {"code_server", "call", 1, call, kVisible},
    {"code_server", "is_loaded", 1, is_loaded_in_table, NativeKind::kOfModule, 26},
    {"code_server", "is_sticky", 1, is_sticky_in_table, NativeKind::kPure, 26},
    {"code_server", "get_mode", 0, mode, NativeKind::kPure, 27},
    {"code", "where_is_file", 1, where_is_file, kVisible},
    {"code", "which", 1, which, NativeKind::kOfModule},
};

}  // namespace

bool is_sticky(Machine& machine, Term name) {
  const Module* module = machine.current_code(name);
  if (module == nullptr) return false;
  const std::string library =
      library_name(std::filesystem::path(module->path).parent_path().string());
  return library == "kernel" || library == "stdlib" || library == "compiler";
}

std::span<const Native> otp_code_server() { return kNatives; }

}  // namespace heddle::beam
