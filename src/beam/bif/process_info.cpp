// erlang: process_info and process_flag. Numbers that depend on OTP's memory are fixed ones here.
#include <algorithm>
#include <array>
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/bif/system_settings.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

Term max_heap_size(Machine& machine, Term words) {
  Heap& heap = machine.heap();
  const Term pairs[] = {intern("error_logger"), atoms::true_,   atoms::kill,
                        atoms::true_,           intern("size"), words};
  const Term result = map_from_pairs(heap, pairs);
  if (machine.code().release().number < 26) return result;
  return map_put(heap, result, intern("include_shared_binaries"), atoms::false_);
}

namespace {

constexpr std::int64_t kHeapWords = 233;

// ---- Settings: what process_flag and spawn_opt set and nobody here looks at.

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }
bool is_count(Term term) { return term.is_small() && term.small_value() >= 0; }

// None if there is no such setting.
Term default_of(Machine& machine, Term name) {
  if (!name.is_atom()) return Term::none();
  const std::string_view text = name_of(name);
  if (text == "priority") return atoms::normal;
  if (text == "min_heap_size") return Term::small(kHeapWords);
  if (text == "min_bin_vheap_size") return Term::small(46422);
  if (text == "max_heap_size") return max_heap_size(machine, Term::small(0));
  if (text == "fullsweep_after") return Term::small(65535);
  if (text == "message_queue_data") return intern("on_heap");
  if (text == "error_handler") return intern("error_handler");
  if (text == "save_calls" || text == "monitor_nodes" || text == "scheduler") {
    return Term::small(0);
  }
  if (text == "sensitive") return atoms::false_;
  return Term::none();
}

bool is_valid(Term name, Term value) {
  const std::string_view text = name_of(name);
  if (text == "priority") {
    return value == atoms::low || value == atoms::normal || value == atoms::high ||
           value == atoms::max;
  }
  if (text == "message_queue_data") {
    return value == intern("on_heap") || value == intern("off_heap");
  }
  if (text == "error_handler") return value.is_atom();
  if (text == "save_calls") return is_count(value) && value.small_value() <= 10000;
  if (text == "scheduler") return is_count(value) && value.small_value() <= 1024;
  if (text == "sensitive" || text == "monitor_nodes") return is_boolean(value);
  if (text == "max_heap_size") return is_max_heap_size(value, kHeapWords);
  return is_count(value);
}

Term setting(Machine& machine, const Process& process, Term name) {
  const Term value = map_get(Term::from_bits(process.state.settings), name);
  return value.is_none() ? default_of(machine, name) : value;
}

Term merged(Machine& machine, Term name, Term value) {
  const std::string_view text = name_of(name);
  const Term initial = map_get(machine.new_settings(), name);
  // What the map does not say is that of a new process.
  if (text == "max_heap_size") {
    return with_max_heap_size(machine, initial.is_none() ? default_of(machine, name) : initial,
                              value);
  }
  if (text == "fullsweep_after") return Term::small(value.small_value() & 0xffff);
  if (text != "min_heap_size" && text != "min_bin_vheap_size") return value;
  return Term::small(
      std::max(heap_size_for(value.small_value()),
               (initial.is_none() ? default_of(machine, name) : initial).small_value()));
}

}  // namespace

bool is_spawn_setting(Machine& machine, Term name, Term value) {
  if (default_of(machine, name).is_none() || !is_valid(name, value)) return false;
  const std::string_view text = name_of(name);
  return text != "error_handler" && text != "save_calls" && text != "sensitive" &&
         text != "monitor_nodes";
}

void set_setting(Machine& machine, Process& process, Term name, Term value) {
  machine.touch(process);
  process.state.settings = map_put(machine.heap(), Term::from_bits(process.state.settings), name,
                                   merged(machine, name, value))
                               .bits();
}

namespace {

Term process_flag(Machine& machine, const Term* a) {
  Process& self = machine.current();
  if (a[0] == atoms::trap_exit) {
    if (!is_boolean(a[1])) return machine.badarg();
    Word& flags = self.state.flags;
    const Term old = boolean((flags & kTrapExit) != 0);
    flags = a[1] == atoms::true_ ? flags | kTrapExit : flags & ~kTrapExit;
    return old;
  }
  const Term old = default_of(machine, a[0]);
  if (old.is_none() || a[0] == intern("scheduler")) return badarg_because(machine, "badopt");
  if (!is_valid(a[0], a[1])) {
    return a[0] == intern("save_calls") ? badarg_because(machine, "none") : machine.badarg();
  }
  const Term now = setting(machine, self, a[0]);
  set_setting(machine, self, a[0], a[1]);
  return now;
}

Term process_flag_of(Machine& machine, const Term* a) {
  Process* process = a[0].is_pid() ? machine.find(a[0]) : nullptr;
  if (process == nullptr || process->dead() || a[1] != intern("save_calls") || !is_count(a[2])) {
    return machine.badarg();
  }
  const Term now = setting(machine, *process, a[1]);
  set_setting(machine, *process, a[1], a[2]);
  return now;
}

// The value; or what is wrong.
Term process_flag_by_request(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return intern("badtype");
  Process* process = machine.find(a[0]);
  if (process == nullptr || process->dead() || a[1] != intern("save_calls") || !is_count(a[2])) {
    return atoms::badarg;
  }
  return process_flag_of(machine, a);
}

// ---- Information

Term messages(Machine& machine, const Process& process) {
  std::vector<Term> list;
  for (const MessageNode* node = process.state.first_message; node != nullptr;
       node = std::bit_cast<const MessageNode*>(node->next)) {
    list.push_back(Term::from_bits(node->term));
  }
  return machine.heap().list(list);
}

Term message_count(const Process& process) {
  std::int64_t count = 0;
  for (const MessageNode* node = process.state.first_message; node != nullptr;
       node = std::bit_cast<const MessageNode*>(node->next)) {
    ++count;
  }
  return Term::small(count);
}

Term links(Machine& machine, const Process& process) {
  std::vector<Term> list;
  for (MapIterator link(Term::from_bits(process.state.links)); link.next();) {
    if (link.value() == atoms::true_) list.push_back(link.key());
  }
  return machine.heap().list(list);
}

Term monitors(Machine& machine, const Process& process) {
  std::vector<Term> list;
  for (MapIterator monitor(Term::from_bits(process.state.monitors)); monitor.next();) {
    if (!monitor.value().is_tuple()) continue;
    list.push_back(machine.heap().tuple({atoms::process, monitor.value().element(1)}));
  }
  return machine.heap().list(list);
}

Term monitored_by(Machine& machine, const Process& process) {
  std::vector<Term> list;
  for (MapIterator monitor(Term::from_bits(process.state.monitored_by)); monitor.next();) {
    const Process* owner = machine.find(monitor.value().element(0));
    if (owner == nullptr || owner->dead()) continue;
    const Term wanted = map_get(Term::from_bits(owner->state.monitors), monitor.key());
    if (wanted.is_tuple() || machine.is_ending(*owner, process.pid(), monitor.key())) {
      list.push_back(owner->pid());
    }
  }
  return machine.heap().list(list);
}

Term status(Machine& machine, const Process& process) {
  if (&process == &machine.current()) return intern("running");
  if (process.suspended()) return intern("suspended");
  if (process.state.status == Status::kWaiting) return intern("waiting");
  return intern(process.state.pending == Pending::kReceive ? "waiting" : "runnable");
}

// How often, and how often when the request arrives.
Term suspending(Machine& machine, const Process& process) {
  std::vector<Term> list;
  for (MapIterator other(Term::from_bits(process.state.suspending)); other.next();) {
    const Process* suspended = machine.find(other.key());
    if (suspended == nullptr || suspended->dead()) continue;
    const bool outstanding = machine.is_suspending(process, other.key());
    const Term none = Term::small(0);
    list.push_back(machine.heap().tuple(
        {other.key(), outstanding ? none : other.value(), outstanding ? other.value() : none}));
  }
  return machine.heap().list(list);
}

Term garbage_collection(Machine& machine, const Process& process) {
  Heap& heap = machine.heap();
  std::vector<Term> list;
  for (const char* name :
       {"max_heap_size", "min_bin_vheap_size", "min_heap_size", "fullsweep_after"}) {
    const Term atom = intern(name);
    list.push_back(heap.tuple({atom, setting(machine, process, atom)}));
  }
  list.push_back(heap.tuple({intern("minor_gcs"), Term::small(0)}));
  return heap.list(list);
}

// Who hibernates has no stack, and is in that function.
bool hibernates(const Process& process) {
  return process.state.pending == Pending::kStart && process.state.status == Status::kWaiting;
}
Term hibernate_entry(Machine& machine, const Process& process) {
  const bool keeps_stack =
      std::bit_cast<const Export*>(process.state.ip)->module == intern("heddle");
  return machine.heap().tuple(
      {intern("erlang"), intern("hibernate"), Term::small(keeps_stack ? 0 : 3), Term::nil()});
}

// Innermost first.
std::vector<Term> stack_of(Machine& machine, Process& process, std::size_t most) {
  if (hibernates(process)) return {};
  return machine.stack_trace(process, most);
}
// None if there is none.
Term current_location(Machine& machine, Process& process) {
  if (hibernates(process)) return hibernate_entry(machine, process);
  const std::vector<Term> trace = machine.stack_trace(process, 1);
  return trace.empty() ? Term::none() : trace.front();
}

Term current_function(Machine& machine, Process& process) {
  const Term entry = current_location(machine, process);
  if (entry.is_none()) return Term::from_bits(process.state.initial_call);
  return machine.heap().tuple({entry.element(0), entry.element(1), entry.element(2)});
}

// None if there is no such item.
Term item_of(Machine& machine, Process& process, Term item) {
  Heap& heap = machine.heap();
  Process::State& state = process.state;
  const int release = machine.code().release().number;
  const auto in_dictionary = [&](Term key) {
    const Term value = map_get(Term::from_bits(state.dictionary), key);
    return value.is_none() ? atoms::undefined : value;
  };
  if (release >= 26 && item.is_tuple(2) && item.element(0) == intern("dictionary")) {
    return in_dictionary(item.element(1));
  }
  if (!item.is_atom()) return Term::none();
  const std::string_view name = name_of(item);
  // To look at its own messages, a process must have them.
  if (&process == &machine.current() && name.starts_with("message")) state.unseen = nullptr;
  if (name == "registered_name") {
    const Term registered = Term::from_bits(state.registered_name);
    return registered.is_none() ? Term::nil() : registered;
  }
  if (name == "current_function") return current_function(machine, process);
  if (name == "current_stacktrace") return heap.list(stack_of(machine, process, 8));
  if (name == "current_location") {
    const Term location = current_location(machine, process);
    return location.is_none() ? Term::from_bits(state.initial_call) : location;
  }
  if (name == "initial_call") return Term::from_bits(state.initial_call);
  if (name == "status") return status(machine, process);
  if (name == "messages") return messages(machine, process);
  if (name == "message_queue_len") return message_count(process);
  if (name == "links") return links(machine, process);
  if (name == "monitors") return monitors(machine, process);
  if (name == "monitored_by") return monitored_by(machine, process);
  if (name == "dictionary") return map_to_list(heap, Term::from_bits(state.dictionary));
  if (name == "label" && release >= 27) return in_dictionary(intern("$process_label"));
  if (name == "trap_exit") return boolean((state.flags & kTrapExit) != 0);
  if (name == "group_leader") return Term::from_bits(state.group_leader);
  if (name == "parent") {
    return process.parent() == nullptr ? atoms::undefined : process.parent()->pid();
  }
  if (name == "heap_size" || name == "total_heap_size") return Term::small(kHeapWords);
  if (name == "stack_size") return Term::small(static_cast<std::int64_t>(state.frame));
  if (name == "memory") return Term::small(2688);
  if (name == "reductions" || name == "catchlevel" || name == "trace") return Term::small(0);
  if (name == "garbage_collection") return garbage_collection(machine, process);
  if (name == "suspending") return suspending(machine, process);
  if (name == "sequential_trace_token") return machine.token_of(process);
  if (name == "binary" || name == "garbage_collection_info") return Term::nil();
  if (name == "backtrace") return heap.binary({});
  if (name == "last_calls") return atoms::false_;
  if (name == "priority" || name == "error_handler" || name == "message_queue_data" ||
      name == "min_heap_size" || name == "min_bin_vheap_size" || name == "max_heap_size" ||
      name == "fullsweep_after") {
    return setting(machine, process, item);
  }
  return Term::none();
}

// Null: it is dead.
Process* living(Machine& machine, Term pid) {
  Process* process = machine.find(pid);
  return process == nullptr || process->dead() ? nullptr : process;
}

Term process_info_item(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  if (!a[0].is_pid()) return machine.badarg();
  Process* process = living(machine, a[0]);
  // The items are checked even so.
  Process& subject = process == nullptr ? machine.current() : *process;
  if (a[1].is_list()) {
    std::vector<Term> items;
    Term list = a[1];
    for (; list.is_cons(); list = list.tail()) {
      const Term value = item_of(machine, subject, list.head());
      if (value.is_none()) return machine.badarg();
      items.push_back(heap.tuple({list.head(), value}));
    }
    if (!list.is_nil()) return machine.badarg();
    return process == nullptr ? atoms::undefined : heap.list(items);
  }
  const Term value = item_of(machine, subject, a[1]);
  if (value.is_none()) return machine.badarg();
  if (process == nullptr) return atoms::undefined;
  // The only one without its name when there is nothing to say.
  if (value.is_nil() && a[1] == intern("registered_name")) return value;
  return heap.tuple({a[1], value});
}

Term process_info(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  Process* process = living(machine, a[0]);
  if (process == nullptr) return atoms::undefined;
  static constexpr std::array kItems = {"registered_name",   "current_function",
                                        "initial_call",      "status",
                                        "message_queue_len", "links",
                                        "dictionary",        "trap_exit",
                                        "error_handler",     "priority",
                                        "group_leader",      "total_heap_size",
                                        "heap_size",         "stack_size",
                                        "reductions",        "garbage_collection",
                                        "suspending"};
  std::vector<Term> items;
  for (const std::string_view name : kItems) {
    const Term item = intern(name);
    const Term value = item_of(machine, *process, item);
    if (name == "registered_name" && value.is_nil()) continue;
    items.push_back(machine.heap().tuple({item, value}));
  }
  return machine.heap().list(items);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "process_flag", 2, process_flag, kVisible},
    {"erlang", "process_flag", 3, process_flag_of, kVisible},
    {"erts_internal", "process_flag", 3, process_flag_by_request, kVisible},
    {"erlang", "process_info", 1, process_info, kVisible},
    {"erlang", "process_info", 2, process_info_item, kVisible},
};

}  // namespace

std::span<const Native> erlang_process_info() { return kNatives; }

}  // namespace heddle::beam
