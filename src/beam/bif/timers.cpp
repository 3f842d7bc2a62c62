// erlang: timers and time. Time is virtual: it moves only when a timeout happens, so reading it is
// no visible operation.
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/term/number.hpp"

namespace heddle::beam {

std::optional<std::int64_t> parts_per_second(Term unit) {
  if (unit.is_small()) {
    if (unit.small_value() <= 0) return std::nullopt;
    return unit.small_value();
  }
  if (!unit.is_atom()) return std::nullopt;
  const std::string_view name = name_of(unit);
  if (name == "second" || name == "seconds") return 1;
  if (name == "millisecond" || name == "milli_seconds") return 1'000;
  if (name == "microsecond" || name == "micro_seconds") return 1'000'000;
  if (name == "nanosecond" || name == "nano_seconds" || name == "native" ||
      name == "perf_counter") {
    return 1'000'000'000;
  }
  return std::nullopt;
}

Term in_unit(Heap& heap, std::int64_t milliseconds, std::int64_t parts) {
  return heap.integer(
      static_cast<std::int64_t>(static_cast<__int128>(milliseconds) * parts / 1000));
}

namespace {

// ---- Timers

constexpr std::int64_t kLongestTime = std::int64_t{1} << 50;  // milliseconds

// The value of {name, Boolean} in a list of options, which may hold only `names`.
struct Flags {
  bool valid = true;
  bool first = false;
  bool second = false;
};
Flags read_flags(Term options, std::string_view first, std::string_view second, Flags flags) {
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (!option.is_tuple(2) || !option.element(0).is_atom() ||
        (option.element(1) != atoms::true_ && option.element(1) != atoms::false_)) {
      flags.valid = false;
      return flags;
    }
    const std::string_view name = name_of(option.element(0));
    const bool value = option.element(1) == atoms::true_;
    if (name == first) {
      flags.first = value;
    } else if (name == second) {
      flags.second = value;
    } else {
      flags.valid = false;
    }
  }
  if (!options.is_nil()) flags.valid = false;
  return flags;
}

Term start(Machine& machine, const Term* a, Term options, bool wrapped) {
  const Flags flags = read_flags(options, "abs", "", {});
  const auto time = a[0].is_integer() ? int64_of(a[0]) : std::nullopt;
  if (!flags.valid) return badarg_because(machine, "badopt");
  if (!time || *time > kLongestTime || (*time < 0 && !flags.first)) {
    return badarg_because(machine, "time");
  }
  if (!a[1].is_pid() && !a[1].is_atom()) return machine.badarg();
  const auto now = static_cast<std::int64_t>(machine.timer_clock());
  const std::int64_t at = flags.first ? std::max(*time, now) : now + *time;
  const Term reference = machine.make_reference();
  const Term message = wrapped ? machine.heap().tuple({atoms::timeout, reference, a[2]}) : a[2];
  machine.timers().add(
      {reference, static_cast<Word>(at), static_cast<Word>(at - now), a[1], message});
  return reference;
}

Term send_after(Machine& machine, const Term* a) { return start(machine, a, Term::nil(), false); }
Term send_after_options(Machine& machine, const Term* a) { return start(machine, a, a[3], false); }
Term start_timer(Machine& machine, const Term* a) { return start(machine, a, Term::nil(), true); }
Term start_timer_options(Machine& machine, const Term* a) { return start(machine, a, a[3], true); }

// Milliseconds until it fires, or false.
Term left(Machine& machine, Term reference) {
  const std::optional<Timer> timer = machine.timers().find(reference);
  if (!timer) return atoms::false_;
  if (timer->destination.is_pid()) {
    const Process* process = machine.find(timer->destination);
    if (process == nullptr || process->dead()) return atoms::false_;
  }
  return Term::small(static_cast<std::int64_t>(timer->at - machine.timer_clock()));
}

Term cancel(Machine& machine, Term reference, const Flags& flags) {
  if (!reference.is_reference() || !flags.valid) return machine.badarg();
  const Term result = left(machine, reference);
  machine.timers().cancel(reference, machine.clock());
  if (!flags.first) return flags.second ? result : atoms::ok;
  if (flags.second) {
    machine.deliver(machine.current(),
                    machine.heap().tuple({intern("cancel_timer"), reference, result}),
                    machine.current().pid());
  }
  return atoms::ok;
}

Term cancel_timer(Machine& machine, const Term* a) {
  return cancel(machine, a[0], {true, false, true});
}
Term cancel_timer_options(Machine& machine, const Term* a) {
  return cancel(machine, a[0], read_flags(a[1], "async", "info", {true, false, true}));
}

Term read(Machine& machine, Term reference, const Flags& flags) {
  if (!reference.is_reference() || !flags.valid) return machine.badarg();
  const Term result = left(machine, reference);
  if (!flags.first) return result;
  machine.deliver(machine.current(),
                  machine.heap().tuple({intern("read_timer"), reference, result}),
                  machine.current().pid());
  return atoms::ok;
}

Term read_timer(Machine& machine, const Term* a) { return read(machine, a[0], {}); }
Term read_timer_options(Machine& machine, const Term* a) {
  return read(machine, a[0], read_flags(a[1], "async", "", {}));
}

// ---- Clocks

constexpr std::int64_t kNative = 1'000'000'000;

Term monotonic_time(Machine& machine, const Term*) {
  return in_unit(machine.heap(), static_cast<std::int64_t>(machine.now()), kNative);
}
Term monotonic_time_in(Machine& machine, const Term* a) {
  const auto parts = parts_per_second(a[0]);
  if (!parts) return machine.badarg();
  return in_unit(machine.heap(), static_cast<std::int64_t>(machine.now()), *parts);
}
Term system_time(Machine& machine, const Term*) {
  return in_unit(machine.heap(), system_milliseconds(machine), kNative);
}
Term system_time_in(Machine& machine, const Term* a) {
  const auto parts = parts_per_second(a[0]);
  if (!parts) return machine.badarg();
  return in_unit(machine.heap(), system_milliseconds(machine), *parts);
}
Term time_offset(Machine& machine, const Term*) {
  return in_unit(machine.heap(), kStartOfTime * 1000, kNative);
}
Term time_offset_in(Machine& machine, const Term* a) {
  const auto parts = parts_per_second(a[0]);
  return parts ? in_unit(machine.heap(), kStartOfTime * 1000, *parts) : machine.badarg();
}

Term timestamp_of(Heap& heap, std::int64_t microseconds) {
  return heap.tuple({Term::small(microseconds / 1'000'000'000'000),
                     Term::small(microseconds / 1'000'000 % 1'000'000),
                     Term::small(microseconds % 1'000'000)});
}
Term timestamp(Machine& machine, const Term*) {
  return timestamp_of(machine.heap(), system_milliseconds(machine) * 1000);
}
// Never the same twice.
Term now(Machine& machine, const Term*) {
  return timestamp_of(machine.heap(), system_milliseconds(machine) * 1000 +
                                          static_cast<std::int64_t>(machine.next_number()));
}

// ---- Unique integers

// They depend on the process' own history only.
Term unique_integer(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  Process& self = machine.current();
  const Term count = Term::small(static_cast<std::int64_t>(++self.state.integers));
  const Word number = self.pid().pid_number() - 1;  // 0 for the first process
  if (number == 0) return count;
  const Term high = shift_left(heap, heap.unsigned_integer(number), Term::small(32));
  return add(heap, high, count);
}

Term unique_integer_options(Machine& machine, const Term* a) {
  bool monotonic = false;
  Term options = a[0];
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() == intern("monotonic")) {
      monotonic = true;
    } else if (options.head() != intern("positive")) {
      return machine.badarg();
    }
  }
  if (!options.is_nil()) return machine.badarg();
  if (!monotonic) return unique_integer(machine, a);
  // The order of these is that of their creation, which others can tell.
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(
      machine.code().find_export(intern("erts_internal"), intern("monotonic_integer"), 0));
  return machine.call_instead(Term::boxed(fun), {});
}

Term monotonic_integer(Machine& machine, const Term*) {
  return Term::small(static_cast<std::int64_t>(machine.next_number()));
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "send_after", 3, send_after, kVisible},
    {"erlang", "send_after", 4, send_after_options, kVisible},
    {"erlang", "start_timer", 3, start_timer, kVisible},
    {"erlang", "start_timer", 4, start_timer_options, kVisible},
    {"erlang", "cancel_timer", 1, cancel_timer, kVisible},
    {"erlang", "cancel_timer", 2, cancel_timer_options, kVisible},
    {"erlang", "read_timer", 1, read_timer, kVisible},
    {"erlang", "read_timer", 2, read_timer_options, kVisible},
    {"erlang", "monotonic_time", 0, monotonic_time},
    {"erlang", "monotonic_time", 1, monotonic_time_in},
    {"erlang", "system_time", 0, system_time},
    {"erlang", "system_time", 1, system_time_in},
    {"erlang", "time_offset", 0, time_offset},
    {"erlang", "time_offset", 1, time_offset_in},
    {"erlang", "timestamp", 0, timestamp},
    {"erlang", "now", 0, now, kVisible},
    {"os", "system_time", 0, system_time},
    {"os", "system_time", 1, system_time_in},
    {"os", "timestamp", 0, timestamp},
    {"os", "perf_counter", 0, monotonic_time},
    {"erlang", "unique_integer", 0, unique_integer},
    {"erlang", "unique_integer", 1, unique_integer_options},
    {"erts_internal", "monotonic_integer", 0, monotonic_integer, kVisible},
};

}  // namespace

std::span<const Native> erlang_timers() { return kNatives; }

}  // namespace heddle::beam
