// Sequential traces: a token that goes from process to process with what they send (seq_trace).
//
// State::sequence is {Token, Clock, Last}: the token, or nil; and the two numbers that outlive it.
// A token is, as on erl, {Flags, Label, Serial, Sender, Last}. Whoever has one gives it to all that
// it sends, exit signals and new processes included, with the next serial number; whoever takes a
// message has the message's token from then on, or none. Times, monitors and natives that answer
// their caller leave the receiver's token alone.
//
// One process is the system tracer: it is told of what the flags of the token name, in the channels
// of other traces.
#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

Term Machine::token_of(const Process& process) const {
  return process.state.sequence == 0 ? Term::nil()
                                     : Term::from_bits(process.state.sequence).element(0);
}

Term Machine::token_clock(const Process& process) {
  if (process.state.sequence == 0) return heap_.tuple({Term::small(0), Term::small(0)});
  const Term sequence = Term::from_bits(process.state.sequence);
  return heap_.tuple({sequence.element(1), sequence.element(2)});
}

void Machine::set_token(Process& process, Term token) {
  const Term clock = token_clock(process);
  touch(process);
  process.state.sequence = heap_.tuple({token, clock.element(0), clock.element(1)}).bits();
}

void Machine::set_token_clock(Process& process, Term clock, Term last) {
  const Term token = token_of(process);
  touch(process);
  process.state.sequence = heap_.tuple({token, clock, last}).bits();
}

namespace {

// Who was named; it may be dead by now.
Term named_tracer(const Machine& machine) {
  const Term tracer = map_get(machine.system_settings(), intern("sequential_tracer"));
  return tracer.is_none() ? atoms::false_ : tracer;
}

}  // namespace

Term Machine::system_tracer() const {
  const Term tracer = named_tracer(*this);
  const Process* process = tracer.is_pid() ? running(tracer) : nullptr;
  return process == nullptr || process->dead() ? atoms::false_ : tracer;
}

// What the system tracer itself sends does not count.
void Machine::count_token(Process& process) {
  const Term token = token_of(process);
  if (token.is_nil() || named_tracer(*this) == process.pid()) return;
  const Term clock = token_clock(process);
  const Term next = Term::small(clock.element(0).small_value() + 1);
  set_token_clock(process, next, clock.element(1));
  set_token(process, heap_.tuple({token.element(0), token.element(1), next, process.pid(),
                                  clock.element(1)}));
}

void Machine::tell_sequence(Process& process, Term token, Word flag, Term to, Term message) {
  static const Term kTag = intern("seq_trace");
  // A dead one is told in vain: whether it lives must not decide what this step does.
  const Term tracer = named_tracer(*this);
  Process* told = tracer.is_pid() ? running(tracer) : nullptr;
  if (told == nullptr || told == &process || token.is_nil()) return;
  const auto flags = static_cast<Word>(token.element(0).small_value());
  if ((flags & flag) == 0) return;
  const Term event = intern(flag == kTokenSend      ? "send"
                            : flag == kTokenReceive ? "receive"
                                                    : "print");
  const Term serial = heap_.tuple({token.element(4), token.element(2)});
  const Term what = heap_.tuple({event, serial, token.element(3), to, message});
  const Word timed = (flags & kTokenTimestamp) != 0         ? kTraceTimestamp
                     : (flags & kTokenStrictMonotonic) != 0 ? kTraceStrictMonotonic
                     : (flags & kTokenMonotonic) != 0       ? kTraceMonotonic
                                                            : Word{0};
  const Term time = time_of_trace(process, timed);
  bring_to_tracer(process, *told,
                  time.is_none() ? heap_.tuple({kTag, token.element(1), what})
                                 : heap_.tuple({kTag, token.element(1), what, time}));
}

// `carried_` is the token of what is sent next.
void Machine::carry_token(Process& from, Term to, Term message) {
  effects_.sequenced = true;
  if (token_of(from).is_nil()) return;
  count_token(from);
  const Term token = token_of(from);
  tell_sequence(from, token, kTokenSend, to, message);
  carried_ = token;
}

void Machine::take_token(Process& process, const MessageNode& message) {
  effects_.sequenced = true;
  const Term token = Term::from_bits(message.token);
  if (token.is_none() || (token.is_nil() && process.state.sequence == 0)) return;
  set_token(process, token);
  if (token.is_nil()) return;
  const Term clock = token_clock(process).element(0);
  const std::int64_t serial = token.element(2).small_value();
  set_token_clock(process, Term::small(std::max(clock.small_value(), serial)), Term::small(serial));
  tell_sequence(process, token, kTokenReceive, process.pid(), Term::from_bits(message.term));
}

// As if a message had asked the child to begin, and another one answered. `call`: {Module,
// Function, Arguments}. With `waits` the parent has the answer at once. OTP then takes the word
// that stands for the serial number for the number (up to 28, at least), so that the next one is
// larger than one would think.
void Machine::inherit_token(Process& parent, Process& child, Term call, Term options, Term tag,
                            bool waits) {
  effects_.sequenced = true;
  if (token_of(parent).is_nil()) return;
  count_token(parent);
  std::int64_t arity = 0;
  for (Term list = call.element(2); list.is_cons(); list = list.tail()) ++arity;
  const Term reference = make_reference();
  // What is asked for without waiting begins in a function of OTP's.
  if (!waits) {
    call = heap_.tuple({intern("erts_internal"), intern("spawn_init"),
                        heap_.cons(heap_.tuple({call.element(0), call.element(1), call.element(2)}),
                                   Term::nil())});
    arity = 1;
  }
  const Term request = heap_.tuple(
      {intern("spawn_request"), reference, parent.pid(), Term::from_bits(parent.state.group_leader),
       heap_.tuple({call.element(0), call.element(1), Term::small(arity)}), options, tag,
       call.element(2)});
  const Term token = token_of(parent);
  set_token(child, token);
  set_token_clock(child, token.element(2), token.element(2));
  tell_sequence(parent, token, kTokenSend, child.pid(), request);
  tell_sequence(parent, token, kTokenReceive, child.pid(), request);
  count_token(child);
  const Term reply = heap_.tuple({tag, reference, atoms::ok, child.pid()});
  const Term back = token_of(child);
  const Term word = Term::small(back.element(2).small_value() * 16 + 15);
  tell_sequence(parent, back, kTokenSend, parent.pid(), reply);
  if (!waits) return;
  set_token_clock(parent, word, word);
  tell_sequence(parent, back, kTokenReceive, parent.pid(), reply);
}

void Machine::forget_tokens() {
  for (const auto& process : processes_) {
    Process::State& state = process->state;
    if (state.sequence != 0) {
      touch(*process);
      state.sequence = 0;
    }
    for (MessageNode* node = state.first_message; node != nullptr;
         node = std::bit_cast<MessageNode*>(node->next)) {
      if (Term::from_bits(node->token).is_tuple()) undo_.set(node->token, Term::nil().bits());
    }
    Term outgoing = Term::from_bits(state.outgoing);
    for (MapIterator channel(Term::from_bits(state.outgoing)); channel.next();) {
      std::vector<Term> signals;
      for (Term list = channel.value().element(1); list.is_cons(); list = list.tail()) {
        const Term signal = list.head();
        signals.push_back(
            heap_.tuple({signal.element(0), signal.element(1), signal.element(2), Term::nil()}));
      }
      const Term queue = heap_.tuple(
          {channel.value().element(0), heap_.list(signals), channel.value().element(2)});
      outgoing = map_put(heap_, outgoing, channel.key(), queue);
    }
    if (outgoing.bits() == state.outgoing) continue;
    touch(*process);
    state.outgoing = outgoing.bits();
  }
}

}  // namespace heddle::beam
