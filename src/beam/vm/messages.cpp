// Machine: sending, and the mailbox: a list of nodes in which a receive looks for the first that
// fits.
#include <algorithm>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

Term Machine::make_reference() {
  Word* object = heap_.object(Kind::kReference, 2);
  object[1] = current_->pid().bits();
  object[2] = ++current_->state.references;
  return Term::boxed(object);
}

// Whoever first asks for a process that the system has starts it: whether somebody has needed it
// before is nothing that a program may see.
Term Machine::whereis(Term name) const {
  Term pid = map_get(names(), name);
  if (pid.is_none()) {
    const auto service = names_of_services().find(name.bits());
    if (service == names_of_services().end()) return atoms::undefined;
    const_cast<Machine*>(this)->ensure(*service->second);
    pid = map_get(names(), name);
  }
  return pid.is_none() ? atoms::undefined : pid;
}

void Machine::deliver(Process& to, Term message, Term sender, Term via, bool is_signal,
                      Term token) {
  Process::State& state = to.state;
  // A message to the dead is lost, but nobody can tell when it came.
  if (options_.explored) {
    effects_.deliveries.push_back({&to, message, is_signal && via.is_reference()});
  }
  if (to.dead()) return;
  if (tracing_) [[unlikely]]
    trace_receive(to, message, sender);
  touch(to);
  auto* node = reinterpret_cast<MessageNode*>(heap_.allocate(sizeof(MessageNode) / sizeof(Word)));
  *node = {message.bits(), 0, sender.bits(), via.bits(), is_signal ? Word{1} : Word{0},
           token.bits()};
  if (state.unseen == nullptr && !options_.explored) state.unseen = node;
  if (state.last_message == nullptr) {
    state.first_message = node;
  } else {
    undo_.set(state.last_message->next, std::bit_cast<Word>(node));
  }
  state.last_message = node;
  if (state.status == Status::kWaiting) {
    state.status = Status::kReady;
    woken_.push_back(&to);
    if (state.save_set != 0 && state.save == nullptr) state.save = node;
  }
  if (options_.explored && state.match == nullptr && state.pending == Pending::kReceive &&
      &to != current_ && accepts(to, message)) {
    state.match = node;
  }
}

void Machine::touch(Process& process) {
  if (&process == current_) return;
  undo_.save(reinterpret_cast<Word*>(&process.state), sizeof process.state / sizeof(Word));
}

void Machine::send(Process& from, Term to, Term message) {
  // The maker of an alias is a part of it.
  const Term pid = to.is_reference() ? Term::from_bits(to.word(0)) : to;
  if (Process* process = find(pid)) {
    if (tracing_ && !process->dead()) [[unlikely]]
      carry_token(from, to, message);
    pass(from.pid(), *process, message, to.is_reference() ? to : Term::none());
  }
  carried_ = Term::none();
}

void Machine::pass(Term from, Process& to, Term message, Term alias) {
  if (travels(from, to)) {
    depart(from, to, {Signal::Kind::kMessage, 0, message, alias});
  } else {
    message_arrives(to, from, alias, message);
  }
}

void Machine::message_arrives(Process& to, Term from, Term alias, Term message) {
  if (!alias.is_none()) {
    if (to.dead()) return;
    const Term aliases = Term::from_bits(to.state.aliases);
    const Term mode = map_get(aliases, alias);
    if (mode.is_none()) return;
    if (mode == atoms::reply_demonitor || mode == intern("reply")) {
      touch(to);
      to.state.aliases = map_remove(heap_, aliases, alias).bits();
      if (mode == atoms::reply_demonitor) remove_monitor(to, alias);
    }
  }
  deliver(to, message, from, alias, false, carried_.is_none() ? Term::nil() : carried_);
}

// Where every order is tried, the owner alone decides (exits.cpp): the monitored process is left
// alone, and the owner remembers the monitor as long as its message may be in the mailbox.
bool Machine::remove_monitor(Process& owner, Term reference, bool wholly) {
  const Term monitors = Term::from_bits(owner.state.monitors);
  const Term monitor = map_get(monitors, reference);
  if (monitor.is_none()) return false;
  touch(owner);
  if (options_.explored) {
    for (MessageNode* node = wholly ? owner.state.first_message : nullptr; node != nullptr;
         node = std::bit_cast<MessageNode*>(node->next)) {
      if (node->is_signal == 0 || !equal_exact(Term::from_bits(node->via), reference)) continue;
      owner.state.save = node;
      remove_message(owner);
      return false;
    }
    owner.state.monitors = (wholly ? map_remove(heap_, monitors, reference)
                                   : map_put(heap_, monitors, reference, atoms::false_))
                               .bits();
    return monitor.is_tuple();
  }
  owner.state.monitors = map_remove(heap_, monitors, reference).bits();
  if (Process* other = find(monitor.element(0))) {
    touch(*other);
    other->state.monitored_by =
        map_remove(heap_, Term::from_bits(other->state.monitored_by), reference).bits();
  }
  return true;
}

bool Machine::remove_message(Process& process, const std::function<bool(Term)>& fits) {
  Process::State& state = process.state;
  for (MessageNode* node = state.first_message; node != nullptr;
       node = std::bit_cast<MessageNode*>(node->next)) {
    if (!fits(Term::from_bits(node->term))) continue;
    state.save = node;
    remove_message(process);
    return true;
  }
  return false;
}

bool Machine::drop_unseen(Process& process, const std::function<bool(const MessageNode&)>& fits) {
  bool any = false;
  for (MessageNode* node = process.state.unseen; node != nullptr;) {
    auto* next = std::bit_cast<MessageNode*>(node->next);
    if (fits(*node)) {
      any = true;
      process.state.save = node;
      remove_message(process);
    }
    node = next;
  }
  return any;
}

// Takes out the message that the receive is looking at.
void Machine::remove_message(Process& process) {
  Process::State& state = process.state;
  MessageNode* node = state.save;
  auto* next = std::bit_cast<MessageNode*>(node->next);
  if (state.unseen == node) state.unseen = next;
  if (state.first_message == node) {
    state.first_message = next;
    if (next == nullptr) state.last_message = nullptr;
  } else {
    MessageNode* before = state.first_message;
    while (std::bit_cast<MessageNode*>(before->next) != node) {
      before = std::bit_cast<MessageNode*>(before->next);
    }
    undo_.set(before->next, node->next);
    if (state.last_message == node) state.last_message = before;
  }
  if (options_.explored && node->is_signal != 0 && Term::from_bits(node->via).is_reference()) {
    state.monitors =
        map_remove(heap_, Term::from_bits(state.monitors), Term::from_bits(node->via)).bits();
  }
  state.save = nullptr;
  state.save_set = 0;
  state.timeout_at = 0;
}

void Machine::wait(Process& process, Word milliseconds) {
  Process::State& state = process.state;
  state.status = Status::kWaiting;
  state.pending = Pending::kReceive;
  state.save_set = 1;
  state.unseen = nullptr;
  if (milliseconds == 0 || state.timeout_at != 0) return;
  if (options_.one_time) state.waited = clock_;
  state.timeout_at = now() + milliseconds + 1;
}

}  // namespace heddle::beam
