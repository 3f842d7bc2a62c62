#include "beam/term/atom.hpp"

#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "support/check.hpp"

namespace heddle::beam {
namespace {

class AtomTable {
 public:
  AtomTable() {
#define X(id, text) add(text);
    HEDDLE_ATOMS(X)
#undef X
  }

  Term intern(std::string_view name) {
    if (const Term known = find(name); !known.is_none()) return known;
    std::unique_lock lock(mutex_);
    if (const auto it = numbers_.find(name); it != numbers_.end()) return Term::atom(it->second);
    return Term::atom(add(name));
  }

  Term find(std::string_view name) const {
    std::shared_lock lock(mutex_);
    const auto it = numbers_.find(name);
    return it == numbers_.end() ? Term::none() : Term::atom(it->second);
  }

  std::string_view name(Term atom) const {
    std::shared_lock lock(mutex_);
    HEDDLE_CHECK(atom.atom_index() < names_.size(), "atom {} does not exist", atom.atom_index());
    return names_[atom.atom_index()];
  }

 private:
  std::uint32_t add(std::string_view name) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    numbers_.emplace(names_.back(), number);
    return number;
  }

  mutable std::shared_mutex mutex_;
  std::deque<std::string> names_;  // never move
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

AtomTable& table() {
  static AtomTable table;
  return table;
}

}  // namespace

Term intern(std::string_view utf8) { return table().intern(utf8); }
Term find_atom(std::string_view utf8) { return table().find(utf8); }
std::string_view name_of(Term atom) { return table().name(atom); }

}  // namespace heddle::beam
