// What is said of a process that waits: for what, with which mailbox, because of whom.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "beam/term/map.hpp"
#include "erlang/program.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Term;
using core::Finding;

std::string Program::wanted(const Process& process) const {
  if (process.state.pending != Pending::kReceive) return "";
  const auto receive = source_receive(process.state.ip);
  return receive ? " for " + receive->patterns : "";
}

std::string Program::suspenders_of(const Process& process) const {
  std::string names;
  for (const auto& other : machine_.processes()) {
    const Term suspending = Term::from_bits(other->state.suspending);
    if (map_get(suspending, process.pid()).is_none()) continue;
    names += (names.empty() ? "" : " and ") + name(*other);
  }
  return names;
}

Finding Program::deadlock(const std::vector<const Process*>& stuck) const {
  Finding out;
  out.kind = Finding::Kind::kDeadlock;
  const bool suspended = std::any_of(stuck.begin(), stuck.end(),
                                     [](const Process* process) { return process->suspended(); });
  out.message = suspended           ? "stuck: "
                : stuck.size() == 1 ? "stuck in a receive: "
                                    : "stuck in receives: ";
  for (const Process* process : stuck) {
    if (!out.actors.empty()) out.message += ", ";
    out.actors.push_back(actor_of(*process));
    const core::SourceLocation where = source_of(*process);
    if (out.line == 0) {
      out.file = where.file;
      out.line = where.line;
    }
    out.message += fmt::format("{} at {}:{}", name(*process), where.file, where.line);
    out.message += process->suspended()
                       ? ", suspended by " + suspenders_of(*process)
                       : fmt::format("{} ({})", wanted(*process), mailbox_of(*process));
  }
  return out;
}

std::string Program::mailbox_of(const Process& process) const {
  constexpr std::size_t kMost = 3;
  std::size_t count = 0;
  std::string messages;
  for (const beam::MessageNode* node = process.state.first_message; node != nullptr;
       node = std::bit_cast<const beam::MessageNode*>(node->next)) {
    if (++count > kMost) continue;
    messages += (messages.empty() ? "" : ", ") + show(Term::from_bits(node->term));
  }
  const std::string excluded = excluded_timeout_of(process);
  if (count == 0) return "its mailbox is empty" + excluded;
  if (count > kMost) messages += fmt::format(" and {} more", count - kMost);
  return "its mailbox: " + messages + excluded;
}

std::string Program::excluded_timeout_of(const Process& process) const {
  const beam::ReceiveTimeout timeout = machine_.receive_timeout(process);
  const std::uint64_t limit = world_->options.after_timeout;
  if (timeout.waits || timeout.milliseconds < limit) return "";
  return fmt::format("; by --after_timeout {} its timeout of {} ms never happens", limit,
                     timeout.milliseconds);
}

std::string Program::waits_for(core::ActorId actor) const {
  const Process* process = process_of(actor);
  if (process == nullptr || process->dead()) return "nothing: it was prevented";
  const core::SourceLocation where = source_of(*process);
  if (process->suspended()) {
    return fmt::format("a call of resume_process by {}, at {}:{}", suspenders_of(*process),
                       where.file, where.line);
  }
  if (waits_for_nothing(*process)) {
    return fmt::format("nothing, for ever, at {}:{}", where.file, where.line);
  }
  return fmt::format("a message at {}:{}{}; {}", where.file, where.line, wanted(*process),
                     mailbox_of(*process));
}

}  // namespace heddle::erlang
