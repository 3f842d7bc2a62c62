// erlang, os and a few others: what the system is. The answers are those of a fixed small machine,
// the same wherever Heddle runs; only the release is that of the libraries that are used.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/signals.hpp"
#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

struct Number {
  std::string_view name;
  std::int64_t value;
};
constexpr std::array kNumbers = {
    Number{"wordsize", 8},
    Number{"schedulers", 1},
    Number{"schedulers_online", 1},
    Number{"dirty_cpu_schedulers", 1},
    Number{"dirty_cpu_schedulers_online", 1},
    Number{"dirty_io_schedulers", 10},
    Number{"logical_processors", 1},
    Number{"logical_processors_online", 1},
    Number{"logical_processors_available", 1},
    Number{"scheduler_id", 1},
    Number{"thread_pool_size", 1},
    Number{"port_limit", 65536},
    Number{"port_count", 0},
    Number{"atom_limit", 1048576},
    Number{"atom_count", 10000},
    Number{"ets_limit", 8192},
    Number{"creation", 0},
    Number{"delayed_node_table_gc", 60},
    Number{"dist_buf_busy_limit", 1048576},
    Number{"start_time", 0},
    Number{"end_time", 9223372036854775807 / 16},
};

struct Text {
  std::string_view name;
  std::string_view value;
};
constexpr std::array kStrings = {
    Text{"machine", "BEAM"},
    Text{"system_architecture", "x86_64-pc-linux-gnu"},
    Text{"driver_version", "3.3"},
    Text{"nif_version", "2.16"},
};
constexpr std::array kAtoms = {
    Text{"endian", "little"},
    Text{"threads", "true"},
    Text{"smp_support", "true"},
    Text{"heap_type", "private"},
    Text{"multi_scheduling", "enabled"},
    Text{"build_type", "opt"},
    Text{"emu_type", "opt"},
    Text{"emu_flavor", "jit"},
    Text{"kernel_poll", "true"},
    Text{"message_queue_data", "on_heap"},
    Text{"modified_timing_level", "undefined"},
    Text{"port_parallelism", "false"},
    Text{"time_correction", "true"},
    Text{"time_offset", "final"},
    Text{"time_warp_mode", "no_time_warp"},
    Text{"tolerant_timeofday", "enabled"},
    Text{"cpu_topology", "undefined"},
    Text{"debug_compiled", "false"},
    Text{"dynamic_trace", "none"},
    Text{"dynamic_trace_probes", "false"},
    Text{"eager_check_io", "true"},
    Text{"taints", "[]"},
};

template <typename Table>
const auto* find(const Table& table, std::string_view name) {
  for (const auto& entry : table) {
    if (entry.name == name) return &entry;
  }
  return static_cast<const typename Table::value_type*>(nullptr);
}

Term pair(Heap& heap, std::string_view name, Term value) {
  return heap.tuple({intern(name), value});
}

// By a step of its own: others can change what it says.
Term ask(Machine& machine, std::string_view function, std::span<const Term> arguments) {
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(machine.code().find_export(
      intern("heddle"), intern(function), static_cast<std::uint32_t>(arguments.size())));
  return machine.call_instead(Term::boxed(fun), arguments);
}

Term system_info(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  if (a[0].is_tuple(2) && a[0].element(0) == intern("wordsize") &&
      (a[0].element(1) == intern("internal") || a[0].element(1) == intern("external"))) {
    return Term::small(8);
  }
  if (!a[0].is_atom()) return machine.badarg();
  const std::string_view name = name_of(a[0]);
  if (const auto* number = find(kNumbers, name)) return heap.integer(number->value);
  if (const auto* text = find(kStrings, name)) return heap.string(text->value);
  const OtpRelease& release = machine.code().release();
  if (name == "otp_release") return heap.string(std::to_string(release.number));
  if (name == "process_limit") return Term::small(release.number >= 27 ? 1048576 : 262144);
  if (name == "compat_rel") return Term::small(release.number);
  if (name == "version") return heap.string(release.erts);
  if (name == "system_version") {
    return heap.string(
        fmt::format("Erlang/OTP {} [erts-{}] [source] [64-bit] [smp:1:1] "
                    "[ds:1:1:10] [async-threads:1] [jit:ns]\n",
                    release.number, release.erts));
  }
  if (name == "taints" || name == "dist_ctrl" || name == "multi_scheduling_blockers") {
    return Term::nil();
  }
  if (const auto* atom = find(kAtoms, name)) return intern(atom->value);
  if (name == "process_count") return ask(machine, "process_count", {});
  if (name == "fullsweep_after" || name == "min_heap_size" || name == "min_bin_vheap_size" ||
      name == "max_heap_size" || name == "scheduler_bind_type" || name == "trace_control_word" ||
      name == "outstanding_system_requests_limit" || name == "system_logger" ||
      name == "sequential_tracer") {
    return ask(machine, "system_setting", {a, 1});
  }
  if (name == "ets_count") {
    std::int64_t count = 0;
    for (const auto& table : machine.ets().all()) count += table->state.alive != 0 ? 1 : 0;
    return Term::small(count);
  }
  if (name == "os_type") return heap.tuple({intern("unix"), intern("linux")});
  if (name == "os_version") {
    return heap.tuple({Term::small(6), Term::small(1), Term::small(0)});
  }
  if (name == "scheduler_bindings") return heap.tuple({intern("unbound")});
  if (name == "c_compiler_used") {
    return heap.tuple(
        {intern("gnuc"), heap.tuple({Term::small(12), Term::small(2), Term::small(0)})});
  }
  return machine.badarg();
}

Term statistics(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  if (!a[0].is_atom()) return machine.badarg();
  const std::string_view name = name_of(a[0]);
  const Term zero = Term::small(0);
  const Term now = Term::small(static_cast<std::int64_t>(machine.now()));
  if (name == "wall_clock" || name == "runtime") return heap.tuple({now, zero});
  if (name == "reductions" || name == "exact_reductions" || name == "context_switches") {
    return heap.tuple({zero, zero});
  }
  if (name == "garbage_collection") return heap.tuple({zero, zero, zero});
  if (name == "io") return heap.tuple({pair(heap, "input", zero), pair(heap, "output", zero)});
  if (name == "run_queue" || name == "total_run_queue_lengths" || name == "total_active_tasks" ||
      name == "total_run_queue_lengths_all" || name == "total_active_tasks_all") {
    return zero;
  }
  if (name == "run_queue_lengths" || name == "active_tasks" || name == "run_queue_lengths_all" ||
      name == "active_tasks_all") {
    return heap.list(std::array{zero});
  }
  if (name == "scheduler_wall_time" || name == "scheduler_wall_time_all") {
    return ask(machine, "system_setting", {a, 1});
  }
  return machine.badarg();
}

// erlang:memory(): bytes, always the same ones.
constexpr std::array kMemory = {
    Number{"total", 16000000},  Number{"processes", 4000000}, Number{"processes_used", 4000000},
    Number{"system", 12000000}, Number{"atom", 300000},       Number{"atom_used", 280000},
    Number{"binary", 1000000},  Number{"code", 6000000},      Number{"ets", 350000},
};

Term memory(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  std::vector<Term> list;
  for (const Number& part : kMemory) list.push_back(pair(heap, part.name, Term::small(part.value)));
  return heap.list(list);
}

Term memory_of(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  const auto part = [](Term name) {
    return name.is_atom() ? find(kMemory, name_of(name)) : nullptr;
  };
  if (!is_proper_list(a[0])) {
    const Number* one = part(a[0]);
    return one == nullptr ? machine.badarg() : Term::small(one->value);
  }
  std::vector<Term> list;
  for (Term names = a[0]; names.is_cons(); names = names.tail()) {
    const Number* one = part(names.head());
    if (one == nullptr) return machine.badarg();
    list.push_back(heap.tuple({names.head(), Term::small(one->value)}));
  }
  return heap.list(list);
}

// ---- Nodes: this one only

Term nodes(Machine&, const Term*) { return Term::nil(); }

Term nodes_of_kind(Machine& machine, const Term* a) {
  const Term one[] = {a[0]};
  const Term kinds = a[0].is_atom() ? machine.heap().list(one) : a[0];
  if (!is_proper_list(kinds) || kinds.is_nil()) return a[0].is_nil() ? a[0] : machine.badarg();
  bool here = false;
  for (Term list = kinds; list.is_cons(); list = list.tail()) {
    if (!list.head().is_atom()) return machine.badarg();
    const std::string_view kind = name_of(list.head());
    if (kind == "this" || kind == "known") {
      here = true;
    } else if (kind != "visible" && kind != "hidden" && kind != "connected") {
      return machine.badarg();
    }
  }
  return here ? machine.heap().cons(atoms::nonode, Term::nil()) : Term::nil();
}

// nodes(Kinds, Options): {Node, Info} of each
Term nodes_with_info(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  if (!a[1].is_map()) return machine.badarg();
  std::vector<Term> pairs;
  for (MapIterator option(a[1]); option.next();) {
    const bool known =
        option.key() == intern("connection_id") || option.key() == intern("node_type");
    if (!known || (option.value() != atoms::true_ && option.value() != atoms::false_)) {
      return machine.badarg();
    }
    if (option.value() == atoms::false_) continue;
    pairs.push_back(option.key());
    pairs.push_back(option.key() == intern("node_type") ? intern("this") : atoms::undefined);
  }
  const Term found = nodes_of_kind(machine, a);
  if (!found.is_cons()) return found;
  return heap.cons(heap.tuple({found.head(), map_from_pairs(heap, pairs)}), Term::nil());
}

// ---- The operating system

// A machine's own environment is what the program has changed: values, and false for what it has
// taken out. The rest is that of this emulator.

// Text without a zero; names have no "=" (but perhaps as their first character).
std::optional<std::string> variable_text(Term text, bool name) {
  if (!is_proper_list(text)) return std::nullopt;
  const CharacterList characters = character_list(text, SIZE_MAX);
  if (characters.state != CharacterList::State::kFine) return std::nullopt;
  const std::string& utf8 = characters.utf8;
  if (utf8.find('\0') != std::string::npos) return std::nullopt;
  if (name && (utf8.empty() || utf8.find('=', 1) != std::string::npos)) return std::nullopt;
  return utf8;
}

Term getenv(Machine& machine, const Term* a) {
  const auto name = variable_text(a[0], true);
  if (!name) return machine.badarg();
  if (const Term changed = map_get(machine.environment(), a[0]); !changed.is_none()) return changed;
  const char* value = std::getenv(name->c_str());
  return value == nullptr ? atoms::false_ : list_of_utf8(machine.heap(), value);
}
Term putenv(Machine& machine, const Term* a) {
  if (!variable_text(a[0], true) || !variable_text(a[1], false)) return machine.badarg();
  machine.set_environment(map_put(machine.heap(), machine.environment(), a[0], a[1]));
  return atoms::true_;
}
Term unsetenv(Machine& machine, const Term* a) {
  if (!variable_text(a[0], true)) return machine.badarg();
  machine.set_environment(map_put(machine.heap(), machine.environment(), a[0], atoms::false_));
  return atoms::true_;
}
Term env(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  std::vector<Term> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=', 1);
    if (equals == std::string_view::npos) continue;
    const Term name = list_of_utf8(heap, text.substr(0, equals));
    if (!map_get(machine.environment(), name).is_none()) continue;
    variables.push_back(heap.tuple({name, list_of_utf8(heap, text.substr(equals + 1))}));
  }
  for (Term list = map_to_list(heap, machine.environment()); list.is_cons(); list = list.tail()) {
    if (list.head().element(1) != atoms::false_) variables.push_back(list.head());
  }
  return heap.list(variables);
}

Term pid_of_emulator(Machine& machine, const Term*) { return machine.heap().string("1"); }

// No signal ever comes.
Term set_signal(Machine& machine, const Term* a) {
  constexpr std::string_view kSignals[] = {"sighup",  "sigquit", "sigabrt", "sigalrm",
                                           "sigterm", "sigusr1", "sigusr2", "sigchld",
                                           "sigstop", "sigtstp", "sigill",  "sigint"};
  const bool known = a[0].is_atom() && std::ranges::count(kSignals, name_of(a[0])) != 0;
  const bool option =
      a[1] == intern("ignore") || a[1] == intern("default") || a[1] == intern("handle");
  return known && option ? atoms::ok : badarg_because(machine, "badopt");
}

// ---- What other modules ask the emulator

Term warning(Machine&, const Term*) { return intern("warning"); }
Term utf8(Machine&, const Term*) { return intern("utf8"); }
Term yes(Machine&, const Term*) { return atoms::true_; }

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "system_info", 1, system_info},
    {"erlang", "statistics", 1, statistics},
    {"erlang", "memory", 0, memory},
    {"erlang", "memory", 1, memory_of},
    {"erlang", "nodes", 0, nodes},
    {"erlang", "nodes", 1, nodes_of_kind},
    {"erlang", "nodes", 2, nodes_with_info},
    {"os", "getenv", 1, getenv, kVisible},
    {"os", "putenv", 2, putenv, kVisible},
    {"os", "unsetenv", 1, unsetenv, kVisible},
    {"os", "env", 0, env, kVisible},
    {"os", "getpid", 0, pid_of_emulator},
    {"os", "set_signal", 2, set_signal},
    {"error_logger", "warning_map", 0, warning},
    {"file", "native_name_encoding", 0, utf8},
    {"net_kernel", "dflag_unicode_io", 1, yes},
};

}  // namespace

std::span<const Native> erlang_environment() { return kNatives; }

}  // namespace heddle::beam
