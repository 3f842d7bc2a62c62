// Machine: which module a name means. Each machine may have a path of its own, and files that only
// it has; what is found on the path that all have is shared.
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

std::optional<std::string> Machine::read_code(const std::string& path) {
  const Files::Found found = files_.find(path);
  // In the middle of a step: what the files remember must not be collected with its garbage.
  local_ = heap_.mark();
  if (found.error != 0 || files_.information(found.node).type != Files::Type::kRegular ||
      files_.readable(found.node) != 0) {
    return std::nullopt;
  }
  return files_.read(found.node, 0, files_.size(found.node));
}

// What the program has compiled, or put on its own path, is a version that this machine alone has.
const Module* Machine::find_code(Term module, Find what) {
  const Versions* versions = versions_of(module);
  const bool on_path = versions == nullptr || versions->current == kOnPath;
  const bool own_path = !Term::from_bits(code_path_).is_none();
  if (on_path && !own_path) {
    if (const Module* found = code_.load(module)) return found;
  }
  std::vector<std::string> places;
  if (own_path || !on_path) {
    for (const std::string& directory : code_path()) {
      places.push_back(fmt::format("{}/{}.beam", directory, name_of(module)));
    }
  }
  if (!own_path && what == Find::kOrLoad) places.push_back(fmt::format("{}.beam", name_of(module)));
  EtfHooks hooks;
  hooks.find_export = [this](Term m, Term f, std::uint32_t a) {
    return code_.find_export(m, f, a);
  };
  for (const std::string& path : places) {
    const std::optional<std::string> bytes = read_code(path);
    if (!bytes) continue;
    const Module* shared = on_path ? code_.load(module) : nullptr;
    if (shared != nullptr && shared->file->md5 == parse_beam(*bytes, path, hooks).md5) {
      return shared;
    }
    if (what == Find::kLoaded) return nullptr;
    const Module* version = prepare_code(module, *bytes, path);
    if (version == nullptr) {
      throw support::UserError(
          fmt::format("{} is not the module {}; rename the file", path, name_of(module)));
    }
    if (!waits_for_on_load(*version)) {
      undo_.set(change_versions(module).current, std::bit_cast<Word>(version));
    }
    return version;
  }
  return on_path ? code_.load(module) : nullptr;
}

const Module* Machine::load(Term module) {
  const Module* known = current_code(module);
  return known != nullptr ? known : find_code(module, Find::kOrLoad);
}

}  // namespace heddle::beam
