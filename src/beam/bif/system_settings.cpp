// erlang: what can be set for the whole system: flags, and who is told of what happens in it.
// Heddle keeps what was set, with OTP's limits, and nothing else depends on it, but that new
// processes begin with the flags about memory. No event of which OTP would tell a monitor happens
// here.
//
// Machine::system_settings: a map from the names of flags to what was set, of system_monitor and
// system_profile to {pid, options}, of scheduler_wall_time to a map from pid to how often.
#include "beam/bif/system_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"
#include "support/check.hpp"

namespace heddle::beam {

std::int64_t heap_size_for(std::int64_t words) {
  // As a sequence of Fibonacci, then a fifth more each time.
  std::int64_t before = 12;
  std::int64_t size = 38;
  if (words <= before) return before;
  for (int i = 2; size < words; ++i) {
    const std::int64_t next = i < 23 ? size + before + 1 : size + size / 5;
    before = size;
    size = next;
  }
  return size;
}

bool is_max_heap_size(Term value, std::int64_t smallest) {
  const auto is_boolean = [](Term term) {
    return term.is_none() || term == atoms::true_ || term == atoms::false_;
  };
  if (value.is_map()) {
    if (!is_boolean(map_get(value, atoms::kill)) ||
        !is_boolean(map_get(value, intern("error_logger")))) {
      return false;
    }
    value = map_get(value, intern("size"));
  }
  return value.is_small() && (value.small_value() == 0 || value.small_value() >= smallest);
}

Term with_max_heap_size(Machine& machine, Term old, Term value) {
  Heap& heap = machine.heap();
  if (!value.is_map()) return map_put(heap, old, intern("size"), value);
  for (const Term key :
       {intern("size"), atoms::kill, intern("error_logger"), intern("include_shared_binaries")}) {
    const Term part = map_get(value, key);
    if (!part.is_none() && !map_get(old, key).is_none()) old = map_put(heap, old, key, part);
  }
  return old;
}

namespace {

constexpr std::int64_t kMostRequests = 134217727;
constexpr std::int64_t kSmallestLargeHeap = 16384;  // words

Term setting(Machine& machine, Term name, Term otherwise) {
  const Term value = map_get(machine.system_settings(), name);
  return value.is_none() ? otherwise : value;
}

Term set(Machine& machine, Term name, Term value, Term otherwise) {
  const Term old = setting(machine, name, otherwise);
  machine.set_system_settings(map_put(machine.heap(), machine.system_settings(), name, value));
  return old;
}

bool is_count(Term term) { return term.is_small() && term.small_value() >= 0; }
bool is_living(Machine& machine, Term pid) {
  const Process* process = pid.is_pid() ? machine.find(pid) : nullptr;
  return process != nullptr && !process->dead();
}

// ---- Flags that new processes begin with

Term memory_default(Machine& machine, std::string_view flag) {
  if (flag == "fullsweep_after") return Term::small(65535);
  if (flag == "min_heap_size") return Term::small(233);
  if (flag == "min_bin_vheap_size") return Term::small(46422);
  return max_heap_size(machine, Term::small(0));
}
bool is_memory_flag(std::string_view flag) {
  return flag == "fullsweep_after" || flag == "min_heap_size" || flag == "min_bin_vheap_size" ||
         flag == "max_heap_size";
}

Term set_memory_flag(Machine& machine, Term name, Term value) {
  const std::string_view flag = name_of(name);
  const Term initial = memory_default(machine, flag);
  if (flag == "max_heap_size") {
    const Term smallest = setting(machine, intern("min_heap_size"), Term::small(233));
    if (!is_max_heap_size(value, smallest.small_value())) return machine.badarg();
    value = with_max_heap_size(machine, setting(machine, name, initial), value);
  } else {
    if (!is_count(value)) return machine.badarg();
    value = flag == "fullsweep_after"
                ? Term::small(std::min<std::int64_t>(value.small_value(), 65535))
                : Term::small(heap_size_for(value.small_value()));
  }
  machine.set_new_settings(map_put(machine.heap(), machine.new_settings(), name, value));
  return set(machine, name, value, initial);
}

// ---- scheduler_wall_time: on as long as a process lives that has switched it on

bool is_wall_time_on(Machine& machine) {
  const Term users = setting(machine, intern("scheduler_wall_time"), empty_map(machine.heap()));
  for (MapIterator user(users); user.next();) {
    if (is_living(machine, user.key())) return true;
  }
  return false;
}

Term set_wall_time(Machine& machine, Term value) {
  if (value != atoms::true_ && value != atoms::false_) return machine.badarg();
  Heap& heap = machine.heap();
  const Term self = machine.current().pid();
  const Term old = boolean(is_wall_time_on(machine));
  const Term name = intern("scheduler_wall_time");
  const Term users = setting(machine, name, empty_map(heap));
  const Term known = map_get(users, self);
  const std::int64_t count =
      (known.is_none() ? 0 : known.small_value()) + (value == atoms::true_ ? 1 : -1);
  const Term now =
      count > 0 ? map_put(heap, users, self, Term::small(count)) : map_remove(heap, users, self);
  set(machine, name, now, Term::none());
  return old;
}

// Switches it on; anything else than true, off. Gives what was.
Term scheduler_wall_time(Machine& machine, const Term* a) {
  return set_wall_time(machine, boolean(a[0] == atoms::true_));
}

// Nobody measures.
Term wall_times(Machine& machine, int schedulers) {
  if (!is_wall_time_on(machine)) return atoms::undefined;
  std::vector<Term> list;
  for (int id = 1; id <= schedulers; ++id) {
    list.push_back(machine.heap().tuple({Term::small(id), Term::small(0), Term::small(0)}));
  }
  return machine.heap().list(list);
}

// ---- system_flag

constexpr std::array<std::string_view, 8> kBindTypes = {"unbound",
                                                        "no_spread",
                                                        "thread_spread",
                                                        "processor_spread",
                                                        "spread",
                                                        "thread_no_node_processor_spread",
                                                        "no_node_thread_spread",
                                                        "no_node_processor_spread"};

Term set_bind_type(Machine& machine, Term name, Term value) {
  static const Term kDefault = intern("default_bind");
  if (value == kDefault) value = intern("thread_no_node_processor_spread");
  const bool known = value.is_atom() && std::ranges::count(kBindTypes, name_of(value)) != 0;
  return known ? set(machine, name, value, intern("unbound")) : machine.badarg();
}

Term system_flag(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return badarg_because(machine, "badopt");
  const std::string_view flag = name_of(a[0]);
  const Term value = a[1];
  const bool is_boolean = value == atoms::true_ || value == atoms::false_;
  if (flag == "backtrace_depth") {
    if (!is_count(value)) return machine.badarg();
    const Term old = Term::small(static_cast<std::int64_t>(machine.trace_depth()));
    // OTP shows no more than this, whatever one asks for.
    machine.set_trace_depth(static_cast<Word>(std::min<std::int64_t>(value.small_value(), 64)));
    return old;
  }
  if (is_memory_flag(flag)) return set_memory_flag(machine, a[0], value);
  if (flag == "scheduler_wall_time") return set_wall_time(machine, value);
  if (flag == "schedulers_online" || flag == "dirty_cpu_schedulers_online") {
    return value == Term::small(1) ? value : machine.badarg();  // there is one
  }
  if (flag == "trace_control_word") {
    const bool fits = is_count(value) && value.small_value() < (std::int64_t{1} << 32);
    return fits ? set(machine, a[0], value, Term::small(0)) : machine.badarg();
  }
  if (flag == "outstanding_system_requests_limit") {
    const bool fits =
        is_count(value) && value.small_value() >= 1 && value.small_value() <= kMostRequests;
    return fits ? set(machine, a[0], value, Term::small(4)) : machine.badarg();
  }
  if (flag == "scheduler_bind_type") return set_bind_type(machine, a[0], value);
  if (flag == "microstate_accounting") {
    const Term old = setting(machine, a[0], atoms::false_);
    if (value == intern("reset")) return old;
    return is_boolean ? set(machine, a[0], value, atoms::false_) : machine.badarg();
  }
  if (flag == "time_offset") {
    return value == intern("finalize") ? intern("final") : badarg_because(machine, "badopt");
  }
  if (flag == "system_logger") {
    const bool known = value == intern("logger") || value == atoms::undefined || value.is_pid();
    return known ? set(machine, a[0], value, Term::pid(kLogger.pid)) : machine.badarg();
  }
  if (flag == "reset_seq_trace") {
    machine.forget_tokens();
    return atoms::true_;
  }
  if (flag == "sequential_tracer") {
    if (value != atoms::false_ && !is_living(machine, value)) return machine.badarg();
    machine.begin_tracing();
    const Term before = machine.system_tracer();
    set(machine, a[0], value, Term::none());
    return before;
  }
  constexpr std::string_view kOthers[] = {"multi_scheduling", "cpu_topology", "erts_alloc"};
  if (std::ranges::count(kOthers, flag) == 0) return badarg_because(machine, "badopt");
  throw support::UserError(fmt::format("{} sets the system flag {}, which Heddle does not have",
                                       machine.place(machine.calling()), flag));
}

// What system_info and statistics say of a setting.
Term system_setting(Machine& machine, const Term* a) {
  const std::string_view name = name_of(a[0]);
  if (is_memory_flag(name)) {
    const Term value = setting(machine, a[0], memory_default(machine, name));
    return name == "max_heap_size" ? value : machine.heap().tuple({a[0], value});
  }
  if (name == "system_logger") return setting(machine, a[0], Term::pid(kLogger.pid));
  if (name == "sequential_tracer") return machine.heap().tuple({a[0], machine.system_tracer()});
  if (name == "scheduler_bind_type") return setting(machine, a[0], intern("unbound"));
  if (name == "scheduler_wall_time") return wall_times(machine, 2);
  if (name == "scheduler_wall_time_all") return wall_times(machine, 12);
  if (name == "outstanding_system_requests_limit") return setting(machine, a[0], Term::small(4));
  return setting(machine, a[0], Term::small(0));  // trace_control_word
}

// ---- Who is told

Term told(Machine& machine, Term what) {
  const Term who = setting(machine, what, atoms::undefined);
  return who.is_tuple(2) && is_living(machine, who.element(0)) ? who : atoms::undefined;
}

Term tell_nobody(Machine& machine, Term what) {
  const Term old = told(machine, what);
  set(machine, what, atoms::undefined, Term::none());
  return old;
}
Term tell(Machine& machine, Term what, Term who, const std::vector<Term>& options) {
  const Term old = told(machine, what);
  Heap& heap = machine.heap();
  set(machine, what, heap.tuple({who, heap.list(options)}), Term::none());
  return old;
}

const Term kMonitor = intern("system_monitor");
const Term kProfile = intern("system_profile");

Term system_monitor(Machine& machine, const Term*) { return told(machine, kMonitor); }

// None if it is not one of OTP's; a limit as OTP keeps it.
Term monitor_option(Machine& machine, Term option) {
  if (option == intern("busy_port") || option == intern("busy_dist_port")) return option;
  if (!option.is_tuple(2) || !option.element(1).is_integer()) return Term::none();
  const Term name = option.element(0);
  const std::optional<std::int64_t> limit = int64_of(option.element(1));
  if (!limit || *limit < 0) return Term::none();
  const bool large = name == intern("large_heap");
  if (!large && name != intern("long_gc") && name != intern("long_schedule")) return Term::none();
  Heap& heap = machine.heap();
  return heap.tuple({name, heap.integer(std::max(*limit, large ? kSmallestLargeHeap : 1))});
}

Term set_monitor(Machine& machine, Term who, Term options) {
  if (who == atoms::undefined) return tell_nobody(machine, kMonitor);
  constexpr std::array kOrder = {"busy_dist_port", "busy_port", "large_heap", "long_schedule",
                                 "long_gc"};
  std::array<Term, kOrder.size()> wanted;
  wanted.fill(Term::none());
  for (; options.is_cons(); options = options.tail()) {
    const Term option = monitor_option(machine, options.head());
    if (option.is_none()) return machine.badarg();
    const std::string_view name = name_of(option.is_atom() ? option : option.element(0));
    wanted[static_cast<std::size_t>(std::ranges::find(kOrder, name) - kOrder.begin())] = option;
  }
  std::vector<Term> list;
  std::ranges::copy_if(wanted, std::back_inserter(list), [](Term t) { return !t.is_none(); });
  if (!options.is_nil() || (!list.empty() && !is_living(machine, who))) return machine.badarg();
  return list.empty() ? tell_nobody(machine, kMonitor) : tell(machine, kMonitor, who, list);
}
Term system_monitor_both(Machine& machine, const Term* a) {
  return set_monitor(machine, a[0], a[1]);
}
Term system_monitor_pair(Machine& machine, const Term* a) {
  if (a[0] == atoms::undefined) return set_monitor(machine, a[0], Term::nil());
  if (!a[0].is_tuple(2)) return machine.badarg();
  return set_monitor(machine, a[0].element(0), a[0].element(1));
}

Term system_profile(Machine& machine, const Term*) { return told(machine, kProfile); }

Term set_profile(Machine& machine, const Term* a) {
  if (a[0] == atoms::undefined) return tell_nobody(machine, kProfile);
  constexpr std::array kOrder = {"exclusive", "scheduler", "runnable_procs", "runnable_ports"};
  constexpr std::array<std::string_view, 3> kTimes = {"timestamp", "monotonic_timestamp",
                                                      "strict_monotonic_timestamp"};
  std::array<bool, kOrder.size()> wanted = {};
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    if (!options.head().is_atom()) return machine.badarg();
    const std::string_view name = name_of(options.head());
    const auto* known = std::ranges::find(kOrder, name);
    if (known != kOrder.end()) {
      wanted[static_cast<std::size_t>(known - kOrder.begin())] = true;
    } else if (std::ranges::count(kTimes, name) == 0) {
      return machine.badarg();
    }
  }
  std::vector<Term> list;
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if (wanted[i]) list.push_back(intern(kOrder[i]));
  }
  const bool someone = a[1].is_nil() || is_living(machine, a[0]);
  if (!options.is_nil() || !someone) return machine.badarg();
  if (a[1].is_nil()) return tell_nobody(machine, kProfile);
  return tell(machine, kProfile, a[0], list);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "system_flag", 2, system_flag, kVisible},
    {"erts_internal", "scheduler_wall_time", 1, scheduler_wall_time, kVisible},
    {"heddle", "system_setting", 1, system_setting, kVisible},
    {"erlang", "system_monitor", 0, system_monitor, kVisible},
    {"erlang", "system_monitor", 1, system_monitor_pair, kVisible},
    {"erlang", "system_monitor", 2, system_monitor_both, kVisible},
    {"erlang", "system_profile", 0, system_profile, kVisible},
    {"erlang", "system_profile", 2, set_profile, kVisible},
};

}  // namespace

std::span<const Native> system_settings() { return kNatives; }

}  // namespace heddle::beam
