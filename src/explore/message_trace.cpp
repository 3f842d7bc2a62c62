#include "explore/message_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace heddle::explore {

using core::Access;
using core::AccessKind;
using core::kNoEvent;

namespace {

/// What the next access of a location comes after: Vidal's traces know nothing of it, so it is kept
/// as it was, also where observers would not (two writes that nobody tells apart).
struct Past {
  std::uint32_t writer = kNoEvent;                 // or the last to use the lock, or the maker
  std::map<core::ActorId, std::uint32_t> readers;  // since then, the last of each actor
  std::map<core::ActorId, std::uint32_t> adders;
  std::vector<std::pair<std::uint32_t, core::Token>> operations;
};

void append_all(const std::map<core::ActorId, std::uint32_t>& events,
                std::vector<std::uint32_t>& out) {
  for (const auto& [actor, event] : events) out.push_back(event);
}

void follow(Past& past, const Access& access, core::ActorId actor, std::uint32_t event,
            const core::Program& program, std::vector<std::uint32_t>& predecessors) {
  if (past.writer != kNoEvent) predecessors.push_back(past.writer);
  switch (access.kind) {
    case AccessKind::kRead:
    case AccessKind::kAwait:
      append_all(past.adders, predecessors);
      past.readers[actor] = event;
      break;
    case AccessKind::kAdd:
      append_all(past.readers, predecessors);
      past.adders[actor] = event;
      break;
    case AccessKind::kConsume:
      break;
    case AccessKind::kGuarded:
      for (const auto& [earlier, token] : past.operations) {
        if (!program.commute(token, access.token)) predecessors.push_back(earlier);
      }
      past.operations.emplace_back(event, access.token);
      break;
    default:
      append_all(past.readers, predecessors);
      append_all(past.adders, predecessors);
      past = {};
      past.writer = event;
  }
}

}  // namespace

MessageTrace::MessageTrace(const core::Execution& execution, const core::Program& program,
                           Others others)
    : execution_(execution), program_(program), mailboxes_(execution, program) {
  taker_.assign(messages().size(), kNoEvent);
  for (const Receive& receive : receives()) {
    if (receive.taken != kNoMessage) taker_[receive.taken] = receive.event;
  }
  if (others == Others::kRefused) check_messages_only();
  order();
}

// Refused is what lets two actors influence each other without a message: a shared location, but
// for one that is written once and awaited (the end of a process).
void MessageTrace::check_messages_only() const {
  std::map<core::Location, std::map<core::ActorId, AccessKind>> touched;
  for (std::uint32_t event = 0; event < execution_.size(); ++event) {
    const core::Step& step = execution_[event];
    for (const Access& access : step.accesses()) {
      if (access.kind == AccessKind::kAppend || access.kind == AccessKind::kTake) continue;
      auto& others = touched[access.location];
      const bool meets =
          access.kind == AccessKind::kPoll ||
          std::any_of(others.begin(), others.end(), [&](const auto& other) {
            const auto& [actor, kind] = other;
            if (actor == step.actor()) return false;
            if (kind == AccessKind::kWrite && access.kind == AccessKind::kAwait) return false;
            const core::Relation relation = core::relation(kind, access.kind);
            return relation != core::Relation::kIndependent && relation != core::Relation::kEnables;
          });
      if (meets) {
        throw support::UserError(fmt::format(
            "'variants' explores message passing only, but {} does '{}' on {}; use --dpor "
            "observers",
            program_.actor_name(step.actor()), core::name(access.kind),
            program_.location_name(access.location)));
      }
      // The strongest that an actor did there; to write twice is to do more than to write.
      const auto [it, fresh] = others.try_emplace(step.actor(), access.kind);
      const bool strong = core::writes_cell(it->second) || it->second == AccessKind::kAcquire;
      if (fresh) continue;
      if (core::writes_cell(it->second) && core::writes_cell(access.kind)) {
        it->second = AccessKind::kUpdate;
      } else if (!strong) {
        it->second = access.kind;
      }
    }
  }
}

// e ~> e': the order of an actor's own events, what makes and what needs it, a message's way.
void MessageTrace::order() {
  const std::uint32_t size = execution_.size();
  predecessors_.resize(size);
  past_.resize(size);
  std::map<core::Location, Past> pasts;
  auto receive = receives().begin();
  for (std::uint32_t event = 0; event < size; ++event) {
    auto& predecessors = predecessors_[event];
    if (execution_.previous(event) != kNoEvent) predecessors.push_back(execution_.previous(event));
    const core::Step& step = execution_[event];
    for (const Access& access : step.accesses()) {
      if (core::is_mailbox(access.kind)) continue;
      follow(pasts[access.location], access, step.actor(), event, program_, predecessors);
    }
    for (; receive != receives().end() && receive->event == event; ++receive) {
      if (receive->taken != kNoMessage) predecessors.push_back(messages()[receive->taken].append);
    }
    past_[event].assign(size, false);
    for (const std::uint32_t predecessor : predecessors) {
      if (past_[event][predecessor] || predecessor == event) continue;
      past_[event][predecessor] = true;
      for (std::uint32_t i = 0; i < predecessor; ++i) {
        if (past_[predecessor][i]) past_[event][i] = true;
      }
    }
    std::erase(predecessors, event);
  }
}

Choices MessageTrace::choices() const {
  Choices choices;
  for (const Receive& receive : receives()) {
    if (receive.taken != kNoMessage) choices[receive.id] = messages()[receive.taken].sent;
  }
  return choices;
}

bool MessageTrace::before(std::uint32_t first, std::uint32_t second) const {
  return past_[second][first];
}

std::vector<std::uint32_t> MessageTrace::race_set(const Receive& receive) const {
  std::vector<std::uint32_t> set;
  for (std::uint32_t m = 0; m < messages().size(); ++m) {
    const Message& message = messages()[m];
    if (m == receive.taken || message.mailbox != receive.mailbox) continue;
    if (!program_.matches(receive.constraint, message.token) || taken_before(m, receive)) continue;
    if (before(receive.event, message.append)) continue;
    // Of one sender, only the first message that matches.
    const bool overtaken =
        std::any_of(messages().begin(), messages().end(), [&](const Message& earlier) {
          const auto index = static_cast<std::uint32_t>(&earlier - messages().data());
          return index != m && earlier.mailbox == message.mailbox &&
                 earlier.sent.actor == message.sent.actor &&
                 before(earlier.append, message.append) &&
                 program_.matches(receive.constraint, earlier.token) &&
                 !taken_before(index, receive);
        });
    if (!overtaken) set.push_back(m);
  }
  return set;
}

std::optional<Variant> MessageTrace::variant(const Receive& receive, std::uint32_t message) const {
  // rdep: the receive and what happens after it go; the receive comes back with the other message.
  const std::uint32_t size = execution_.size();
  std::vector<bool> kept(size);
  for (std::uint32_t event = 0; event < size; ++event) {
    kept[event] = event == receive.event || !before(receive.event, event);
  }
  std::vector<std::vector<std::uint32_t>> before_event(size);
  for (std::uint32_t event = 0; event < size; ++event) {
    if (!kept[event]) continue;
    before_event[event] = predecessors_[event];
    if (event == receive.event) {
      if (receive.taken != kNoMessage) {
        std::erase(before_event[event], messages()[receive.taken].append);
      }
      before_event[event].push_back(messages()[message].append);
    }
  }
  // Every receive takes the oldest message that matches: its own comes before the others it would
  // accept. One that times out comes before them itself.
  Variant variant;
  for (const Receive& other : receives()) {
    if (!kept[other.event]) continue;
    const std::uint32_t taken = other.event == receive.event ? message : other.taken;
    if (taken != kNoMessage) variant.choices[other.id] = messages()[taken].sent;
    const std::uint32_t first = taken == kNoMessage ? other.event : messages()[taken].append;
    for (std::uint32_t m = 0; m < messages().size(); ++m) {
      const std::uint32_t append = messages()[m].append;
      if (m == taken || append == first || messages()[m].mailbox != other.mailbox ||
          !kept[append] || taken_before(m, other) ||
          !program_.matches(other.constraint, messages()[m].token)) {
        continue;
      }
      before_event[append].push_back(first);
    }
  }
  // A linear order in the order of the run wherever possible; if there is none, no execution
  // follows this variant. Nothing that is kept needs the receive: it comes last.
  std::vector<bool> done(size);
  std::size_t left = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
  while (left > 0) {
    bool progress = false;
    for (std::uint32_t event = 0; event < size; ++event) {
      if (!kept[event] || done[event] || (event == receive.event && left > 1)) continue;
      const auto& needs = before_event[event];
      if (!std::all_of(needs.begin(), needs.end(), [&](std::uint32_t e) { return done[e]; })) {
        continue;
      }
      done[event] = true;
      --left;
      progress = true;
      variant.events.push_back(event);
      variant.schedule.push_back(execution_[event].actor());
    }
    if (!progress) return std::nullopt;
  }
  return variant;
}

}  // namespace heddle::explore
