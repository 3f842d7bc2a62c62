#include "cli/state_counts.hpp"

#include <algorithm>
#include <set>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"

namespace heddle::cli {
namespace {

using beam::Term;

// What a process that is at a label has put into its dictionary.
Term mark_of(const beam::Process& process) {
  if (process.dead() || process.state.dictionary == 0) return Term::none();
  return map_get(Term::from_bits(process.state.dictionary), beam::intern("$heddle_at"));
}

bool is_atom(Term term, std::string_view name) {
  return term.is_atom() && beam::name_of(term) == name;
}

}  // namespace

std::uint64_t StateCounts::at_label(const std::string& label) const {
  std::uint64_t count = 0;
  for (const auto& process : program_.machine().processes()) {
    const Term mark = mark_of(*process);
    if (!mark.is_none() && mark.is_tuple(2) && is_atom(mark.element(1), label)) ++count;
  }
  return count;
}

std::uint64_t StateCounts::at(const char* kind, int line) const {
  std::uint64_t count = 0;
  for (const auto& process : program_.machine().processes()) {
    const Term mark = mark_of(*process);
    if (!mark.is_none() && mark.is_tuple(3) && is_atom(mark.element(0), kind) &&
        mark.element(2).is_small() && mark.element(2).small_value() == line) {
      ++count;
    }
  }
  return count;
}

std::uint64_t StateCounts::in_mailboxes(const std::string& label) const {
  std::set<beam::Word> named;
  const auto& processes = program_.machine().processes();
  for (const auto& process : processes) {
    if (process->state.dictionary == 0) continue;
    for (beam::MapIterator each(Term::from_bits(process->state.dictionary)); each.next();) {
      const Term key = each.key();
      if (key.is_tuple(3) && is_atom(key.element(0), "$heddle_mail") &&
          is_atom(key.element(1), label)) {
        named.insert(key.element(2).bits());
      }
    }
  }
  std::uint64_t count = 0;
  for (const auto& process : processes) {
    if (process->dead() || !named.contains(process->pid().bits())) continue;
    for (const beam::MessageNode* message = process->state.first_message; message != nullptr;
         message = reinterpret_cast<const beam::MessageNode*>(message->next)) {
      ++count;
    }
  }
  return count;
}

std::vector<core::SourceLocation> StateCounts::crashes() const {
  std::vector<core::SourceLocation> out;
  const auto& processes = program_.machine().processes();
  const bool somebody = std::any_of(processes.begin(), processes.end(),
                                    [](const auto& process) { return process->dead(); });
  if (!somebody || !program_.has_errors()) return out;
  for (const core::Finding& finding : program_.errors()) {
    if (finding.kind != core::Finding::Kind::kDeadlock) out.push_back({finding.file, finding.line});
  }
  return out;
}

}  // namespace heddle::cli
