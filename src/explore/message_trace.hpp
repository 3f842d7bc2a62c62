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
//
// Cost: which receive accepts which message is asked once for every pair; a race set then takes a
// step for each message, a variant one for each event and one for each 64 pairs.
//
// The paper knows nothing but messages. `Others::kOrdered` lets a run do other things as well: they
// happen in the order in which they did, wherever that may matter, and a receive that timed out has
// a race set too (the messages that might have come in time).
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/execution.hpp"
#include "explore/bit_rows.hpp"
#include "explore/mailboxes.hpp"

namespace heddle::explore {

/// Which message (by the event that sent it) each receive takes: a trace's identity, complete or
/// partial.
using Choices = std::map<core::EventId, core::EventId>;

/// A race variant: the events that it keeps, the receive last, the schedule that drives the program
/// along them, and the choices that are then made.
struct Variant {
  std::vector<std::uint32_t> events;
  std::vector<core::ActorId> schedule;
  Choices choices;
};

/// What becomes of operations that traces of messages cannot express: shared variables, locks,
/// receives with a timeout.
enum class Others : std::uint8_t { kRefused, kOrdered };

class MessageTrace {
 public:
  /// Throws support::UserError for the first operation that is refused; the text names it.
  MessageTrace(const core::Execution& execution, const core::Program& program,
               Others others = Others::kRefused);

  const std::vector<Message>& messages() const { return mailboxes_.messages; }
  const std::vector<Receive>& receives() const { return mailboxes_.receives; }
  Choices choices() const;
  bool before(std::uint32_t first, std::uint32_t second) const;

  /// Indices into messages(), in order of delivery.
  std::vector<std::uint32_t> race_set(const Receive& receive) const;
  std::optional<Variant> variant(const Receive& receive, std::uint32_t message) const;
  std::vector<std::uint32_t> orphans() const { return mailboxes_.orphans(); }

 private:
  void check_messages_only() const;
  void order();
  /// By message, a bit for each receive that would take it: it fits, and was not taken before.
  const BitRows& acceptors() const;
  /// The messages that an event brings.
  std::pair<std::uint32_t, std::uint32_t> brought_by(std::uint32_t event) const;

  const core::Execution& execution_;
  const core::Program& program_;
  Mailboxes mailboxes_;
  std::vector<std::uint32_t> taker_;                      // by message: the event, or kNoEvent
  std::vector<std::vector<std::uint32_t>> predecessors_;  // direct, by event
  BitRows past_;                                          // all, by event
  mutable std::optional<BitRows> acceptors_;              // once somebody asks
};

}  // namespace heddle::explore
