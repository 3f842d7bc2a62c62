// Channels of trace messages: they are not in order with other signals of the two processes. In
// State::outgoing their key is {receiver} instead of the receiver.
#pragma once

#include "beam/term/map.hpp"
#include "beam/vm/process.hpp"

namespace heddle::beam {

/// In the number of a signal: it travels in such a channel.
inline constexpr Word kTraceSignal = Word{1} << 40;

/// The key of the channel; none if there is none.
inline Term trace_channel(const Process& from, Term to) {
  for (MapIterator channel(Term::from_bits(from.state.outgoing)); channel.next();) {
    if (channel.key().is_tuple() && channel.key().element(0) == to) return channel.key();
  }
  return Term::none();
}

}  // namespace heddle::beam
