// Signals that travel: from each process to each other one a channel, in which they keep their
// order. Messages, exit signals, the messages of monitors, and the requests to link, unlink,
// monitor, demonitor, suspend and resume; what they find on arrival (a dead process, an alias that
// is no more, a link or monitor that has ended) decides what they do.
//
// Each end of a link knows its own side only. Who unlinks stops at once to care for exit signals of
// the other one, and, until the other one knows of it, for its requests to link: those were made
// when it still took the old link for granted. So the side that has unlinked keeps the number of
// that signal, and a request to link says how many signals of the other one had arrived when it was
// made; the side that was unlinked keeps []. A request that finds a dead process is answered with
// `noproc`.
//
// A channel is an entry of State::outgoing: the receiver's pid to {signals sent so far, a list of
// those on their way, how many of all were sent before its death}. What a process sends itself
// arrives at once, and so does what services get and send: they are a part of the system. Trace
// messages have channels of their own (trace_channel.hpp).
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/trace_channel.hpp"
#include "support/check.hpp"

namespace heddle::beam {

bool Machine::travels(Term from, const Process& to) const {
  return options_.delayed && !aside_ && from != to.pid() && service_of(from) == nullptr &&
         service_of(to.pid()) == nullptr;
}

Word Machine::depart(Term from, const Process& to, Signal signal) {
  Process& sender = *find(from);
  touch(sender);
  const Term outgoing = Term::from_bits(sender.state.outgoing);
  const bool trace =
      signal.kind == Signal::Kind::kTrace || signal.kind == Signal::Kind::kTraceDelivered;
  const Term key = trace ? heap_.tuple({to.pid()}) : to.pid();
  const Term channel = map_get(outgoing, key);
  const std::int64_t number = channel.is_none() ? 1 : channel.element(0).small_value() + 1;
  std::vector<Term> signals;
  if (!channel.is_none()) {
    for (Term list = channel.element(1); list.is_cons(); list = list.tail()) {
      signals.push_back(list.head());
    }
  }
  const Term about = signal.about.is_none() ? Term::nil() : signal.about;
  signals.push_back(
      heap_.tuple({Term::small(static_cast<std::int64_t>(signal.kind)), signal.content, about,
                   carried_.is_none() ? Term::nil() : carried_}));
  const Term own = !sender.dead()      ? Term::small(number)
                   : channel.is_none() ? Term::small(0)
                                       : channel.element(2);
  const Term queue = heap_.tuple({Term::small(number), heap_.list(signals), own});
  sender.state.outgoing = map_put(heap_, outgoing, key, queue).bits();
  effects_.departures.push_back(
      {from, to.pid(), static_cast<Word>(number) | (trace ? kTraceSignal : 0)});
  return static_cast<Word>(number);
}

Word Machine::signals_sent(const Process& from, Term to) const {
  const Term channel = map_get(Term::from_bits(from.state.outgoing), to);
  return channel.is_none() ? 0 : static_cast<Word>(channel.element(2).small_value());
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
  const Word number = static_cast<Word>(channel.element(0).small_value()) - left + 1;
  return Signal{static_cast<Signal::Kind>(first.element(0).small_value()),
                number | (to.is_tuple() ? kTraceSignal : 0), first.element(1),
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
  const Term left =
      heap_.tuple({channel.element(0), channel.element(1).tail(), channel.element(2)});
  from.state.outgoing = map_put(heap_, outgoing, to, left).bits();
  Process& receiver = *find(to.is_tuple() ? to.element(0) : to);
  carried_ = channel.element(1).head().element(3);
  arrive(*signal, receiver, from);
  carried_ = Term::none();
}

void Machine::arrive(const Signal& signal, Process& receiver, Process& from) {
  switch (signal.kind) {
    case Signal::Kind::kMessage:
      return message_arrives(receiver, from.pid(), signal.about, signal.content);
    case Signal::Kind::kExit:
      return exit_signal(receiver, from.pid(), signal.content, false);
    case Signal::Kind::kLinkExit:
      return exit_signal(receiver, from.pid(), signal.content, true);
    case Signal::Kind::kDown:
      return tell_monitor(from.pid(), receiver, signal.about, signal.content);
    case Signal::Kind::kLink:
      return link_arrives(receiver, from, static_cast<Word>(signal.content.small_value()));
    case Signal::Kind::kUnlink:
      return unlink_arrives(receiver, from);
    case Signal::Kind::kMonitor:
      return monitor_arrives(receiver, from, signal.about, signal.content);
    case Signal::Kind::kDemonitor:
      return;  // that it is no longer on its way is all (is_ending)
    case Signal::Kind::kSuspend:
      return suspend_arrives(receiver, from, signal.content == atoms::true_, signal.about);
    case Signal::Kind::kResume:
      return resume_arrives(receiver);
    case Signal::Kind::kTrace:
      return trace_arrives(receiver, signal.content, from.pid());
    case Signal::Kind::kTraceDelivered:
      return announce_delivery(signal.content.element(0), signal.content.element(1),
                               signal.content.element(2));
  }
}

// ---- Requests

void Machine::request_link(const Process& to) {
  Process& self = *current_;
  const Term links = Term::from_bits(self.state.links);
  if (map_get(links, to.pid()) == atoms::true_) return;
  touch(self);
  self.state.links = map_put(heap_, links, to.pid(), atoms::true_).bits();
  const std::optional<Signal> next = next_signal(to, self.pid());
  const Term channel = map_get(Term::from_bits(to.state.outgoing), self.pid());
  const Word sent = channel.is_none() ? 0 : static_cast<Word>(channel.element(0).small_value());
  const Word seen = next ? next->number - 1 : sent;
  depart(self.pid(), to,
         {Signal::Kind::kLink, 0, Term::small(static_cast<std::int64_t>(seen)), Term::none()});
}

void Machine::link_arrives(Process& to, Process& from, Word seen) {
  if (to.dead()) {
    depart(to.pid(), from, {Signal::Kind::kLinkExit, 0, atoms::noproc, Term::none()});
    return;
  }
  const Term links = Term::from_bits(to.state.links);
  const Term link = map_get(links, from.pid());
  if (link.is_small() && seen < static_cast<Word>(link.small_value())) return;
  touch(to);
  if (link != atoms::true_) {
    trace_process(to, "getting_linked", from.pid());
  }
  to.state.links = map_put(heap_, links, from.pid(), atoms::true_).bits();
}

void Machine::request_unlink(const Process& to) {
  Process& self = *current_;
  if (map_get(Term::from_bits(self.state.links), to.pid()) != atoms::true_) return;
  const Word number = depart(self.pid(), to, {Signal::Kind::kUnlink, 0, Term::nil(), Term::none()});
  self.state.links = map_put(heap_, Term::from_bits(self.state.links), to.pid(),
                             Term::small(static_cast<std::int64_t>(number)))
                         .bits();
}

void Machine::unlink_arrives(Process& to, const Process& from) {
  const Term links = Term::from_bits(to.state.links);
  if (to.dead() || map_get(links, from.pid()) != atoms::true_) return;
  touch(to);
  trace_process(to, "getting_unlinked", from.pid());
  to.state.links = map_put(heap_, links, from.pid(), Term::nil()).bits();
}

void Machine::request_monitor(const Process& to, Term reference, Term item, Term tag) {
  Process& self = *current_;
  touch(self);
  self.state.monitors =
      map_put(heap_, Term::from_bits(self.state.monitors), reference, heap_.tuple({to.pid(), item}))
          .bits();
  depart(self.pid(), to, {Signal::Kind::kMonitor, 0, heap_.tuple({item, tag}), reference});
}

void Machine::monitor_arrives(Process& to, Process& from, Term reference, Term request) {
  const Term item = request.element(0);
  const Term tag = request.element(1);
  if (to.dead()) {
    const Term message = heap_.tuple({tag, reference, atoms::process, item, atoms::noproc});
    depart(to.pid(), from, {Signal::Kind::kDown, 0, message, reference});
    return;
  }
  touch(to);
  to.state.monitored_by = map_put(heap_, Term::from_bits(to.state.monitored_by), reference,
                                  heap_.tuple({from.pid(), item, tag}))
                              .bits();
}

void Machine::request_demonitor(const Process& to, Term reference) {
  depart(current_->pid(), to, {Signal::Kind::kDemonitor, 0, Term::nil(), reference});
}

bool Machine::is_ending(const Process& owner, Term to, Term reference) const {
  const Term channel = map_get(Term::from_bits(owner.state.outgoing), to);
  if (channel.is_none()) return false;
  for (Term list = channel.element(1); list.is_cons(); list = list.tail()) {
    const Term signal = list.head();
    if (signal.element(0).small_value() == static_cast<std::int64_t>(Signal::Kind::kDemonitor) &&
        equal_exact(signal.element(2), reference)) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::beam
