// erlang: suspend_process and resume_process.
#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Process* another(Machine& machine, Term pid) {
  return pid.is_pid() && pid != machine.current().pid() ? machine.find(pid) : nullptr;
}

Term suspend(Machine& machine, const Term* a) {
  Process* process = another(machine, a[0]);
  if (process == nullptr || process->dead()) return machine.badarg();
  machine.suspend(*process, Term::none());
  return atoms::true_;
}

// true or false; or what is wrong: badarg or badopt.
Term suspend_by_options(Machine& machine, const Term* a) {
  static const Term kAsynchronous = intern("asynchronous");
  static const Term kWrongOption = intern("badopt");
  Process* process = another(machine, a[0]);
  if (process == nullptr) return atoms::badarg;
  bool unless_suspending = false;
  bool asynchronous = false;
  Term tag = Term::nil();  // or {the tag of the answer}
  Term options = a[1];
  for (; options.is_cons(); options = options.tail()) {
    const Term option = options.head();
    if (option == intern("unless_suspending")) {
      unless_suspending = true;
    } else if (option == kAsynchronous) {
      asynchronous = true;
    } else if (option.is_tuple(2) && option.element(0) == kAsynchronous) {
      asynchronous = true;
      tag = machine.heap().tuple({option.element(1)});
    } else {
      return kWrongOption;
    }
  }
  if (!options.is_nil()) return kWrongOption;
  if (process->dead()) {
    if (!asynchronous) return atoms::badarg;
    if (tag.is_tuple()) {
      machine.deliver(machine.current(), machine.heap().tuple({tag.element(0), atoms::badarg}),
                      machine.current().pid());
    }
    return atoms::true_;
  }
  if (unless_suspending && machine.suspensions_of(*process) != 0) {
    if (tag.is_tuple()) machine.request_suspension(*process, false, tag);
    return atoms::false_;
  }
  machine.suspend(*process, asynchronous ? tag : Term::none());
  return atoms::true_;
}

Term suspend_with_options(Machine& machine, const Term* a) {
  const Term result = suspend_by_options(machine, a);
  if (result == atoms::badarg) return machine.badarg();
  return result == intern("badopt") ? badarg_because(machine, "badopt") : result;
}

Term resume(Machine& machine, const Term* a) {
  Process* process = another(machine, a[0]);
  if (process == nullptr || process->dead() || machine.suspensions_of(*process) == 0) {
    return machine.badarg();
  }
  machine.resume(*process);
  return atoms::true_;
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "suspend_process", 1, suspend, kVisible},
    {"erlang", "suspend_process", 2, suspend_with_options, kVisible},
    {"erts_internal", "suspend_process", 2, suspend_by_options, kVisible},
    {"erlang", "resume_process", 1, resume, kVisible},
};

}  // namespace

std::span<const Native> erlang_suspension() { return kNatives; }

}  // namespace heddle::beam
