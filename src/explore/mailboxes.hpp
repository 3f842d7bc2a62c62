// Mailboxes of a run: which messages were sent, who received them, which nobody received.
//
// Read off the footprints: an append is the arrival of a message, a take or a poll the reception of
// the oldest one that matches. When delivery is delayed, a phantom actor appends what another event
// produced; that event is the send. Linear in the run, but for the messages that wait.
#pragma once

#include <vector>

#include "core/execution.hpp"
#include "core/trace.hpp"

namespace heddle::explore {

struct Message {
  /// Identity in every interleaving: the event that sent it, or that delivered it where the front
  /// end does not say.
  core::EventId sent;
  std::uint32_t append = core::kNoEvent;  // index of the delivery in the execution
  core::Location mailbox = 0;
  core::Token token = 0;
  std::uint32_t send = core::kNoEvent;  // index of the event that people take for the send
};

/// Of a receive that got none: it timed out.
inline constexpr std::uint32_t kNoMessage = 0xffffffffU;

struct Receive {
  core::EventId id;
  std::uint32_t event = core::kNoEvent;
  std::uint32_t taken = kNoMessage;  // index into messages
  core::Location mailbox = 0;
  core::Token constraint = 0;
};

struct Mailboxes {
  Mailboxes(const core::Execution& execution, const core::Program& program);

  std::vector<Message> messages;  // in order of delivery
  std::vector<Receive> receives;
  /// Messages that were delivered and never received (seed 001, example 4), as indices.
  std::vector<std::uint32_t> orphans() const;
};

/// Gives every message of the trace a tag, if the front end did not: its sender and the number of
/// the step that sent it, which are the same in every run. The trace is that of the execution.
void tag_messages(const core::Execution& execution, const core::Program& program,
                  core::Trace& trace);

}  // namespace heddle::explore
