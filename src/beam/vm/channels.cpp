// Signals that travel: from each process to each other one a channel, in which they keep their
// order. Messages, exit signals and the messages of monitors; what they find on arrival (a dead
// process, an alias that is no more, a link or monitor that has ended) decides what they do.
//
// A channel is an entry of State::outgoing: the receiver's pid to {signals sent so far, a list of
// those on their way}. What a process sends itself arrives at once, and so does what services get
// and send: they are a part of the system.
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {

bool Machine::travels(Term from, const Process& to) const {
  return options_.delayed && from != to.pid() && service_of(from) == nullptr &&
         service_of(to.pid()) == nullptr;
}

void Machine::depart(Term from, const Process& to, Signal signal) {
  Process& sender = *find(from);
  touch(sender);
  const Term outgoing = Term::from_bits(sender.state.outgoing);
  const Term channel = map_get(outgoing, to.pid());
  const std::int64_t number = channel.is_none() ? 1 : channel.element(0).small_value() + 1;
  std::vector<Term> signals;
  if (!channel.is_none()) {
    for (Term list = channel.element(1); list.is_cons(); list = list.tail()) {
      signals.push_back(list.head());
    }
  }
  const Term about = signal.about.is_none() ? Term::nil() : signal.about;
  signals.push_back(
      heap_.tuple({Term::small(static_cast<std::int64_t>(signal.kind)), signal.content, about}));
  const Term queue = heap_.tuple({Term::small(number), heap_.list(signals)});
  sender.state.outgoing = map_put(heap_, outgoing, to.pid(), queue).bits();
  effects_.departures.push_back({from, to.pid(), static_cast<Word>(number)});
}

void Machine::destinations(const Process& from, std::vector<Term>& out) const {
  out.clear();
  for (MapIterator channel(Term::from_bits(from.state.outgoing)); channel.next();) {
    if (channel.value().element(1).is_cons()) out.push_back(channel.key());
  }
}

std::optional<Machine::Signal> Machine::next_signal(const Process& from, Term to) const {
  const Term channel = map_get(Term::from_bits(from.state.outgoing), to);
  if (channel.is_none() || !channel.element(1).is_cons()) return std::nullopt;
  Word left = 0;
  for (Term list = channel.element(1); list.is_cons(); list = list.tail()) ++left;
  const Term first = channel.element(1).head();
  const Term about = first.element(2);
  return Signal{static_cast<Signal::Kind>(first.element(0).small_value()),
                static_cast<Word>(channel.element(0).small_value()) - left + 1, first.element(1),
                about.is_nil() ? Term::none() : about};
}

void Machine::deliver_next(Process& from, Term to) {
  const std::optional<Signal> signal = next_signal(from, to);
  HEDDLE_CHECK(signal.has_value(), "nothing is on its way");
  current_ = nullptr;
  ++epoch_;
  touch(from);
  const Term outgoing = Term::from_bits(from.state.outgoing);
  const Term channel = map_get(outgoing, to);
  const Term left = heap_.tuple({channel.element(0), channel.element(1).tail()});
  from.state.outgoing = map_put(heap_, outgoing, to, left).bits();
  Process& receiver = *find(to);
  switch (signal->kind) {
    case Signal::Kind::kMessage:
      return message_arrives(receiver, from.pid(), signal->about, signal->content);
    case Signal::Kind::kExit:
      return exit_signal(receiver, from.pid(), signal->content, false);
    case Signal::Kind::kLinkExit:
      return exit_signal(receiver, from.pid(), signal->content, true);
    case Signal::Kind::kDown:
      return tell_monitor(from.pid(), receiver, signal->about, signal->content);
  }
}

}  // namespace heddle::beam
