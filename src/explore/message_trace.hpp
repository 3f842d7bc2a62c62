// Vidal's traces (seed 001): who sent, spawned and received what, whatever the interleaving.
//
// A trace is determined by which message each receive took. From it come the *race set* of a
// receive (definition 8: the messages it could have taken instead) and for each of them the *race
// variant* (definition 9: the trace up to there, in which it does), which can drive a new
// execution.
//
// The core knows appends and takes. A message is identified by the event that sent it: the append
// itself when delivery is instant, the event that produced what the delivery consumed when it is
// delayed.
//
//   paper                     here
//   send(l, v, p)             Message (l = Message::sent, v = its token, p = the mailbox)
//   rec(l, cs)                Receive
//   e ~> e'                   MessageTrace::before
//   race_set(l)               race_set(receive)
//   rdep                      what happens after the receive is left out
//   variant(l, l')            variant(receive, message)
//
// Definition 1 orders the messages of one sender only, so it admits variants that no mailbox can
// produce: a message that must already have been delivered, because a later one of its sender was
// received, still counts as not there. `variant` returns nothing for those: it asks for a linear
// order of the deliveries in which every receive takes the oldest message that matches.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/execution.hpp"

namespace heddle::explore {

struct Message {
  core::EventId sent;
  std::uint32_t append = core::kNoEvent;  // index of the delivery in the execution
  core::Location mailbox = 0;
  core::Token token = 0;
};

struct Receive {
  core::EventId id;
  std::uint32_t event = core::kNoEvent;
  std::uint32_t taken = 0;  // index into messages
  core::Location mailbox = 0;
  core::Token constraint = 0;
};

/// Which message (by the event that sent it) each receive takes: a trace's identity, complete or
/// partial.
using Choices = std::map<core::EventId, core::EventId>;

/// A race variant: the schedule that drives the program along it, and the choices that are then
/// made.
struct Variant {
  std::vector<core::ActorId> schedule;
  Choices choices;
};

class MessageTrace {
 public:
  /// Throws support::UserError if the run did something that traces of messages cannot express
  /// (shared variables, locks, receives with a timeout); the text names the operation.
  MessageTrace(const core::Execution& execution, const core::Program& program);

  const std::vector<Message>& messages() const { return messages_; }
  const std::vector<Receive>& receives() const { return receives_; }
  Choices choices() const;
  bool before(std::uint32_t first, std::uint32_t second) const;

  /// Indices into messages(), in order of delivery.
  std::vector<std::uint32_t> race_set(const Receive& receive) const;
  std::optional<Variant> variant(const Receive& receive, std::uint32_t message) const;
  /// Messages that were delivered and never received (seed 001, example 4: orphans).
  std::vector<std::uint32_t> orphans() const;

 private:
  bool taken_before(std::uint32_t message, const Receive& receive) const;

  const core::Execution& execution_;
  const core::Program& program_;
  std::vector<Message> messages_;
  std::vector<Receive> receives_;
  std::vector<std::vector<std::uint32_t>> predecessors_;  // direct, by event
  std::vector<std::vector<bool>> past_;                   // all, by event
};

}  // namespace heddle::explore
