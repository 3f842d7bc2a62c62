// Machine: which module a name means. Each machine may have a path of its own, and files that only
// it has; what is loaded is shared.
#include <fmt/format.h>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

std::vector<std::string> Machine::code_path() {
  Term list = Term::from_bits(code_path_);
  if (list.is_none()) return code_.directories();
  std::vector<std::string> directories;
  for (; list.is_cons(); list = list.tail()) {
    std::string storage;
    directories.emplace_back(bytes_of(list.head(), storage));
  }
  return directories;
}

void Machine::set_code_path(const std::vector<std::string>& directories) {
  std::vector<Term> list;
  for (const std::string& directory : directories) list.push_back(heap_.binary(directory));
  undo_.set(code_path_, heap_.list(list).bits());
}

const Module* Machine::load_from(const std::string& path, Term module) {
  const Files::Found found = files_.find(path);
  // In the middle of a step: what the files remember must not be collected with its garbage.
  local_ = heap_.mark();
  if (found.error != 0 || files_.information(found.node).type != Files::Type::kRegular ||
      files_.readable(found.node) != 0) {
    return nullptr;
  }
  EtfHooks hooks;
  hooks.find_export = [this](Term m, Term f, std::uint32_t a) {
    return code_.find_export(m, f, a);
  };
  auto file = std::make_unique<BeamFile>(
      parse_beam(files_.read(found.node, 0, files_.size(found.node)), path, hooks));
  if (file->module != module) {
    throw support::UserError(fmt::format("{} has the module {}, not {}; rename the file", path,
                                         name_of(file->module), name_of(module)));
  }
  const Module* known = code_.loaded(module);
  if (known == nullptr) return code_.add(std::move(file), path);
  if (known->file->md5 == file->md5) return known;
  throw support::UserError(fmt::format(
      "the program replaces the module {}, and Heddle cannot change loaded code", name_of(module)));
}

const Module* Machine::load(Term module) {
  if (const Module* known = code_.loaded(module)) return known;
  if (Term::from_bits(code_path_).is_none()) {
    if (const Module* found = code_.load(module)) return found;
    // What the program has compiled is not on the disk.
    return load_from(fmt::format("{}.beam", name_of(module)), module);
  }
  for (const std::string& directory : code_path()) {
    if (const Module* found =
            load_from(fmt::format("{}/{}.beam", directory, name_of(module)), module)) {
      return found;
    }
  }
  return code_.load(module);
}

}  // namespace heddle::beam
