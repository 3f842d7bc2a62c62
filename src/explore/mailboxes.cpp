#include "explore/mailboxes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace heddle::explore {

using core::Access;
using core::AccessKind;

Mailboxes::Mailboxes(const core::Execution& execution, const core::Program& program) {
  std::unordered_map<core::Location, std::uint32_t> made;
  std::unordered_map<core::Location, std::vector<std::uint32_t>> waiting;
  for (std::uint32_t event = 0; event < execution.size(); ++event) {
    const core::Step& step = execution[event];
    const bool phantom = program.actors().key(step.actor()).role != 0;
    core::EventId sent = step.id();
    std::uint32_t send = event;
    for (const Access& access : step.accesses()) {
      switch (access.kind) {
        case AccessKind::kProduce:
          made[access.location] = event;
          break;
        case AccessKind::kConsume: {
          const auto it = made.find(access.location);
          if (it == made.end()) break;
          // A delivery consumes what the sender produced; a process' first step its own creation.
          if (access.token != 0) sent = execution[it->second].id();
          if (access.token != 0 || phantom) send = it->second;
          break;
        }
        case AccessKind::kAppend:
          waiting[access.location].push_back(static_cast<std::uint32_t>(messages.size()));
          messages.push_back({sent, event, access.location, access.token, send});
          break;
        case AccessKind::kTake:
        case AccessKind::kPoll: {
          auto& there = waiting[access.location];
          const auto it = std::find_if(there.begin(), there.end(), [&](std::uint32_t m) {
            return program.matches(access.token, messages[m].token);
          });
          const std::uint32_t taken = it == there.end() ? kNoMessage : *it;
          receives.push_back({step.id(), event, taken, access.location, access.token});
          if (it != there.end()) there.erase(it);
          break;
        }
        default:
          break;
      }
    }
  }
}

std::vector<std::uint32_t> Mailboxes::orphans() const {
  std::vector<bool> received(messages.size());
  for (const Receive& receive : receives) {
    if (receive.taken != kNoMessage) received[receive.taken] = true;
  }
  std::vector<std::uint32_t> orphans;
  for (std::uint32_t m = 0; m < messages.size(); ++m) {
    if (!received[m]) orphans.push_back(m);
  }
  return orphans;
}

void tag_messages(const core::Execution& execution, const core::Program& program,
                  core::Trace& trace) {
  const Mailboxes mailboxes(execution, program);
  std::map<std::uint32_t, std::uint32_t> sent_by;  // how many messages an event sent
  std::vector<std::string> tags;
  const auto give = [&](std::uint32_t event, const std::string& tag) {
    std::string& message = trace.events[event].text.message;
    if (message.empty()) message = tag;
  };
  for (const Message& message : mailboxes.messages) {
    const core::EventId send = execution[message.send].id();
    const std::uint32_t before = sent_by[message.send]++;
    tags.push_back(fmt::format("{}:{}{}", program.actor_name(send.actor), send.ordinal + 1,
                               before == 0 ? "" : fmt::format("+{}", before)));
    give(message.send, tags.back());
    give(message.append, tags.back());
  }
  for (const Receive& receive : mailboxes.receives) {
    if (receive.taken != kNoMessage) give(receive.event, tags[receive.taken]);
  }
}

}  // namespace heddle::explore
