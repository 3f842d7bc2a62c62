#include "explore/message_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/check.hpp"

namespace heddle::explore {

using core::Access;
using core::AccessKind;
using core::EventId;
using core::kNoEvent;

MessageTrace::MessageTrace(const core::Execution& execution, const core::Program& program)
    : execution_(execution), program_(program) {
  const std::uint32_t size = execution.size();
  predecessors_.resize(size);
  past_.resize(size);
  std::map<core::Location, std::uint32_t> made;                  // produced, or written once
  std::map<core::Location, std::vector<std::uint32_t>> mailbox;  // messages still in it
  for (std::uint32_t event = 0; event < size; ++event) {
    auto& predecessors = predecessors_[event];
    if (execution.previous(event) != kNoEvent) predecessors.push_back(execution.previous(event));
    const core::Step& step = execution[event];
    EventId sent = step.id();
    for (const Access& access : step.accesses()) {
      switch (access.kind) {
        case AccessKind::kWrite:
          if (!made.try_emplace(access.location, event).second) {
            throw support::UserError(fmt::format(
                "'variants' explores message passing only, but {} writes {}; use --dpor observers",
                program.actor_name(step.actor()), program.location_name(access.location)));
          }
          break;
        case AccessKind::kProduce:
          made[access.location] = event;
          break;
        case AccessKind::kAwait:
        case AccessKind::kConsume: {
          const auto it = made.find(access.location);
          if (it == made.end()) {
            throw support::UserError(fmt::format(
                "'variants' explores message passing only, but {} waits for {}; use --dpor "
                "observers",
                program.actor_name(step.actor()), program.location_name(access.location)));
          }
          predecessors.push_back(it->second);
          // A delivery consumes what the sender produced; a process' first step its own creation.
          if (access.kind == AccessKind::kConsume && access.token != 0) {
            sent = execution[it->second].id();
          }
          break;
        }
        case AccessKind::kAppend:
          mailbox[access.location].push_back(static_cast<std::uint32_t>(messages_.size()));
          messages_.push_back({sent, event, access.location, access.token});
          break;
        case AccessKind::kTake: {
          auto& waiting = mailbox[access.location];
          const auto it = std::find_if(waiting.begin(), waiting.end(), [&](std::uint32_t m) {
            return program.matches(access.token, messages_[m].token);
          });
          HEDDLE_CHECK(it != waiting.end(), "event {} takes a message, but none matches", event);
          predecessors.push_back(messages_[*it].append);
          receives_.push_back({step.id(), event, *it, access.location, access.token});
          waiting.erase(it);
          break;
        }
        default:
          throw support::UserError(fmt::format(
              "'variants' explores message passing only, but {} does '{}' on {}; use --dpor "
              "observers",
              program.actor_name(step.actor()), core::name(access.kind),
              program.location_name(access.location)));
      }
    }
    past_[event].assign(size, false);
    for (const std::uint32_t predecessor : predecessors) {
      past_[event][predecessor] = true;
      for (std::uint32_t i = 0; i < predecessor; ++i) {
        if (past_[predecessor][i]) past_[event][i] = true;
      }
    }
  }
}

Choices MessageTrace::choices() const {
  Choices choices;
  for (const Receive& receive : receives_) choices[receive.id] = messages_[receive.taken].sent;
  return choices;
}

bool MessageTrace::before(std::uint32_t first, std::uint32_t second) const {
  return past_[second][first];
}

bool MessageTrace::taken_before(std::uint32_t message, const Receive& receive) const {
  return std::any_of(receives_.begin(), receives_.end(), [&](const Receive& other) {
    return other.taken == message && other.event < receive.event;
  });
}

std::vector<std::uint32_t> MessageTrace::race_set(const Receive& receive) const {
  std::vector<std::uint32_t> set;
  for (std::uint32_t m = 0; m < messages_.size(); ++m) {
    const Message& message = messages_[m];
    if (m == receive.taken || message.mailbox != receive.mailbox) continue;
    if (!program_.matches(receive.constraint, message.token) || taken_before(m, receive)) continue;
    if (before(receive.event, message.append)) continue;
    // An earlier message that would be taken first: of the same sender, or, with instant delivery,
    // of any sender that this one depends on.
    const bool overtaken =
        std::any_of(messages_.begin(), messages_.end(), [&](const Message& earlier) {
          const auto index = static_cast<std::uint32_t>(&earlier - messages_.data());
          return index != m && earlier.mailbox == message.mailbox &&
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
      std::erase(before_event[event], messages_[receive.taken].append);
      before_event[event].push_back(messages_[message].append);
    }
  }
  // Every receive takes the oldest message that matches: its own comes before the others it would
  // accept.
  Variant variant;
  for (const Receive& other : receives_) {
    if (!kept[other.event]) continue;
    const std::uint32_t taken = other.event == receive.event ? message : other.taken;
    variant.choices[other.id] = messages_[taken].sent;
    for (std::uint32_t m = 0; m < messages_.size(); ++m) {
      if (m == taken || messages_[m].mailbox != other.mailbox || !kept[messages_[m].append] ||
          taken_before(m, other) || !program_.matches(other.constraint, messages_[m].token)) {
        continue;
      }
      before_event[messages_[m].append].push_back(messages_[taken].append);
    }
  }
  // A linear order in the order of the run wherever possible; if there is none, no execution
  // follows this variant.
  std::vector<bool> done(size);
  std::size_t left = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
  while (left > 0) {
    bool progress = false;
    for (std::uint32_t event = 0; event < size; ++event) {
      if (!kept[event] || done[event]) continue;
      const auto& needs = before_event[event];
      if (!std::all_of(needs.begin(), needs.end(), [&](std::uint32_t e) { return done[e]; })) {
        continue;
      }
      done[event] = true;
      --left;
      progress = true;
      variant.schedule.push_back(execution_[event].actor());
    }
    if (!progress) return std::nullopt;
  }
  return variant;
}

std::vector<std::uint32_t> MessageTrace::orphans() const {
  std::vector<std::uint32_t> orphans;
  for (std::uint32_t m = 0; m < messages_.size(); ++m) {
    if (std::none_of(receives_.begin(), receives_.end(),
                     [&](const Receive& receive) { return receive.taken == m; })) {
      orphans.push_back(m);
    }
  }
  return orphans;
}

}  // namespace heddle::explore
