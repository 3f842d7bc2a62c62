// erts_internal: requests that OTP's own modules make of other processes, and whose answers are
// messages to the caller. Here they are answered at once.
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Process* living(Machine& machine, Term pid) {
  Process* process = pid.is_pid() ? machine.find(pid) : nullptr;
  return process == nullptr || process->dead() ? nullptr : process;
}

Term answer(Machine& machine, Term message) {
  machine.deliver(machine.current(), message, machine.current().pid());
  return atoms::ok;
}

Term is_process_alive(Machine& machine, const Term* a) {
  if (!a[0].is_pid() || !a[1].is_reference()) return machine.badarg();
  return answer(machine, machine.heap().tuple({a[1], boolean(living(machine, a[0]) != nullptr)}));
}

Term group_leader(Machine& machine, const Term* a) {
  if (!a[0].is_pid() || !a[1].is_pid() || !a[2].is_reference()) return machine.badarg();
  Process* process = living(machine, a[1]);
  if (process != nullptr) {
    machine.touch(*process);
    process->state.group_leader = a[0].bits();
  }
  return answer(machine,
                machine.heap().tuple({a[2], process == nullptr ? atoms::badarg : atoms::true_}));
}

bool is_priority(Term term) {
  return term == atoms::max || term == atoms::high || term == atoms::normal || term == atoms::low ||
         term == intern("inherit");
}

// {garbage_collect, Id, major | minor} or {check_process_code, Id, Module}
Term request(Machine& machine, Term pid, Term priority, Term task) {
  if (!pid.is_pid() || !is_priority(priority) || !task.is_tuple(3)) return machine.badarg();
  const Term kind = task.element(0);
  const Term what = task.element(2);
  Process* process = living(machine, pid);
  Term result = boolean(process != nullptr);
  if (kind == intern("check_process_code") && what.is_atom()) {
    const Module* old = machine.old_code(what);
    result = boolean(process != nullptr && old != nullptr && machine.lingers_in(*process, *old));
  } else if (kind != intern("garbage_collect") ||
             (what != intern("major") && what != intern("minor"))) {
    return machine.badarg();
  }
  return answer(machine, machine.heap().tuple({kind, task.element(1), result}));
}
Term request_system_task(Machine& machine, const Term* a) {
  return request(machine, a[0], a[1], a[2]);
}
Term request_system_task_of(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  return request(machine, a[1], a[2], a[3]);
}

Term check_process_code(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return machine.badarg();
  const Module* old = machine.old_code(a[0]);
  return boolean(old != nullptr && machine.lingers_in(machine.current(), *old));
}

// Only for the processes of OTP that do this.
Term not_supported(Machine& machine, const Term*) { return machine.error(intern("notsup")); }

Term is_system_process(Machine& machine, const Term* a) {
  if (!a[0].is_pid()) return machine.badarg();
  return boolean(service_of(a[0]) == &kInit);
}

Term system_check(Machine& machine, const Term* a) {
  return a[0] == intern("schedulers") ? atoms::ok : machine.badarg();
}

// The functions that a process is in, for readers: OTP's has addresses, too.
Term process_display(Machine& machine, const Term* a) {
  if (a[1] != intern("backtrace")) return intern("badopt");
  Process* process = living(machine, a[0]);
  if (process == nullptr) return atoms::badarg;
  std::string text = "=proc:" + print(a[0]) + "\n";
  for (const Term entry : machine.stack_trace(*process, 100)) text += print(entry) + "\n";
  machine.write_error(text);
  return atoms::true_;
}

// Nobody runs on another thread than the rest.
Term is_executing_dirty(Machine& machine, const Term* a) {
  return a[0].is_pid() ? atoms::false_ : machine.badarg();
}

// No node is alive that could have been started before.
Term no_creation(Machine&, const Term*) { return atoms::undefined; }

// One for the only scheduler, and one for what is no scheduler.
Term threads_with_work(Machine&, const Term*) { return Term::small(2); }

// JIT compilers have nothing to disassemble, and neither have we.
Term disassemble(Machine&, const Term*) { return atoms::false_; }

// The contents of a chunk of a .beam file: a form of the Interchange File Format.
Term beamfile_chunk(Machine& machine, const Term* a) {
  const std::optional<std::string> file = binary_bytes(a[0]);
  std::string name;
  Term letters = a[1];
  for (; letters.is_cons(); letters = letters.tail()) {
    const Term letter = letters.head();
    if (!letter.is_small() || letter.small_value() < 0 || letter.small_value() > 255) break;
    name += static_cast<char>(letter.small_value());
  }
  if (!file || !letters.is_nil() || name.size() != 4) return machine.badarg();
  constexpr std::size_t kHeader = 12;
  const auto size_at = [&](std::size_t position) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
      size = size << 8 | static_cast<std::uint8_t>((*file)[position + i]);
    return size;
  };
  if (file->size() < kHeader || !file->starts_with("FOR1") || file->substr(8, 4) != "BEAM") {
    return atoms::undefined;
  }
  const std::size_t end = size_at(4) + 8;
  if (end > file->size()) return atoms::undefined;
  for (std::size_t at = kHeader; at + 8 <= end;) {
    const std::size_t size = size_at(at + 4);
    if (size > end - at - 8) return atoms::undefined;
    if (file->compare(at, 4, name) == 0) return machine.heap().binary(file->substr(at + 8, size));
    at += 8 + (size + 3) / 4 * 4;
  }
  return atoms::undefined;
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erts_internal", "is_process_alive", 2, is_process_alive, kVisible},
    {"erts_internal", "group_leader", 3, group_leader, kVisible},
    {"erts_internal", "request_system_task", 3, request_system_task, kVisible},
    {"erts_internal", "request_system_task", 4, request_system_task_of, kVisible},
    {"erts_internal", "check_process_code", 1, check_process_code, kVisible},
    {"erts_internal", "check_dirty_process_code", 2, not_supported},
    {"erts_internal", "dirty_process_handle_signals", 1, not_supported},
    {"erts_internal", "purge_module", 2, not_supported},
    {"erts_internal", "is_process_executing_dirty", 1, is_executing_dirty},
    {"erts_internal", "get_creation", 0, no_creation},
    {"erts_internal", "no_aux_work_threads", 0, threads_with_work},
    {"erts_internal", "beamfile_chunk", 2, beamfile_chunk},
    {"erts_debug", "disassemble", 1, disassemble},
    {"erts_literal_area_collector", "release_area_switch", 0, not_supported},
    {"erts_literal_area_collector", "send_copy_request", 3, not_supported},
    {"erts_internal", "is_system_process", 1, is_system_process},
    {"erts_internal", "system_check", 1, system_check},
    {"erts_internal", "process_display", 2, process_display, kVisible},
};

}  // namespace

std::span<const Native> system_requests() { return kNatives; }

}  // namespace heddle::beam
