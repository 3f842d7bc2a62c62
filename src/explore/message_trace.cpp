#include "explore/message_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

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
  past_ = BitRows(size, size);
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
    for (const std::uint32_t predecessor : predecessors) {
      if (predecessor == event || past_.test(event, predecessor)) continue;
      past_.set(event, predecessor);
      past_.merge(event, predecessor);
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
  return past_.test(second, first);
}

const BitRows& MessageTrace::acceptors() const {
  if (acceptors_) return *acceptors_;
  acceptors_.emplace(messages().size(), receives().size());
  for (std::uint32_t r = 0; r < receives().size(); ++r) {
    const Receive& receive = receives()[r];
    for (std::uint32_t m = 0; m < messages().size(); ++m) {
      const Message& message = messages()[m];
      if (message.mailbox == receive.mailbox && taker_[m] >= receive.event &&
          program_.matches(receive.constraint, message.token)) {
        acceptors_->set(m, r);
      }
    }
  }
  return *acceptors_;
}

std::pair<std::uint32_t, std::uint32_t> MessageTrace::brought_by(std::uint32_t event) const {
  const auto before = [](const Message& message, std::uint32_t e) { return message.append < e; };
  const auto first = std::lower_bound(messages().begin(), messages().end(), event, before);
  const auto last = std::lower_bound(first, messages().end(), event + 1, before);
  return {static_cast<std::uint32_t>(first - messages().begin()),
          static_cast<std::uint32_t>(last - messages().begin())};
}

std::vector<std::uint32_t> MessageTrace::race_set(const Receive& receive) const {
  const BitRows& acceptors = this->acceptors();
  const auto r = static_cast<std::size_t>(&receive - receives().data());
  std::vector<std::uint32_t> set;
  // Of one sender, only the first message that matches. (Not all of a sender's messages are in an
  // order: its timers are not.)
  std::map<core::ActorId, std::vector<std::uint32_t>> first_of;
  for (std::uint32_t m = 0; m < messages().size(); ++m) {
    if (!acceptors.test(m, r)) continue;
    const Message& message = messages()[m];
    auto& earlier = first_of[message.sent.actor];
    if (std::any_of(earlier.begin(), earlier.end(), [&](std::uint32_t other) {
          return before(messages()[other].append, message.append);
        })) {
      continue;
    }
    earlier.push_back(m);
    if (m != receive.taken && !before(receive.event, message.append)) set.push_back(m);
  }
  return set;
}

std::optional<Variant> MessageTrace::variant(const Receive& receive, std::uint32_t message) const {
  // rdep: the receive and what happens after it go; the receive comes back with the other message.
  const std::uint32_t size = execution_.size();
  std::vector<bool> kept(size);
  std::size_t left = 0;
  for (std::uint32_t event = 0; event < size; ++event) {
    kept[event] = event == receive.event || !before(receive.event, event);
    left += kept[event] ? 1 : 0;
  }
  // Every receive takes the oldest message that matches: its own comes before the others it would
  // accept. One that times out comes before them itself. `first`: that event, of a receive that is
  // still in the way of others.
  Variant variant;
  BitRows open(1, receives().size());
  std::vector<std::uint32_t> first(receives().size(), kNoEvent);
  std::vector<std::vector<std::uint32_t>> settled_by(size);
  for (std::uint32_t r = 0; r < receives().size(); ++r) {
    const Receive& other = receives()[r];
    if (!kept[other.event]) continue;
    const std::uint32_t taken = other.event == receive.event ? message : other.taken;
    if (taken != kNoMessage) variant.choices[other.id] = messages()[taken].sent;
    first[r] = taken == kNoMessage ? other.event : messages()[taken].append;
    open.set(0, r);
    settled_by[first[r]].push_back(r);
  }
  const auto in_the_way = [&](std::uint32_t event) {
    const auto [from, to] = brought_by(event);
    for (std::uint32_t m = from; m < to; ++m) {
      const auto takers = acceptors().row(m);
      for (std::size_t i = 0; i < takers.size(); ++i) {
        for (std::uint64_t bits = takers[i] & open.row(0)[i]; bits != 0; bits &= bits - 1) {
          if (first[i * 64 + static_cast<std::size_t>(std::countr_zero(bits))] != event)
            return true;
        }
      }
    }
    return false;
  };
  // A linear order in the order of the run wherever possible; if there is none, no execution
  // follows this variant. Nothing that is kept needs the receive: it comes last.
  std::vector<bool> done(size);
  for (bool progress = true; progress && left > 1;) {
    progress = false;
    for (std::uint32_t event = 0; event < size; ++event) {
      if (!kept[event] || done[event] || event == receive.event) continue;
      const auto& needs = predecessors_[event];
      if (!std::all_of(needs.begin(), needs.end(), [&](std::uint32_t e) { return done[e]; }) ||
          in_the_way(event)) {
        continue;
      }
      done[event] = true;
      --left;
      progress = true;
      variant.events.push_back(event);
      variant.schedule.push_back(execution_.actor(event));
      for (const std::uint32_t r : settled_by[event]) open.clear(0, r);
    }
  }
  if (left > 1) return std::nullopt;
  variant.events.push_back(receive.event);
  variant.schedule.push_back(execution_.actor(receive.event));
  return variant;
}

}  // namespace heddle::explore
