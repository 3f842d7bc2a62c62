// init: with what erl would have been started, had it run the program.
#include <cstdlib>
#include <string>
#include <vector>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

struct Flag {
  const char* name;
  std::string value;
};

// As `erl` with no flags of the user's. Where its programs are (bindir) is not known: nobody who
// asks could run them.
std::vector<Flag> flags_of(Machine& machine) {
  const char* home = std::getenv("HOME");
  return {{"root", machine.code().otp_root()},
          {"progname", "erl"},
          {"home", home == nullptr ? "/" : home}};
}

// init:get_argument(Flag)
Term get_argument(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  for (const Flag& flag : flags_of(machine)) {
    if (a[0] != intern(flag.name)) continue;
    const Term values = heap.cons(list_of_utf8(heap, flag.value), Term::nil());
    return heap.tuple({atoms::ok, heap.cons(values, Term::nil())});
  }
  return atoms::error;
}

// init:get_arguments()
Term get_arguments(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  std::vector<Term> flags;
  for (const Flag& flag : flags_of(machine)) {
    const Term values = heap.cons(list_of_utf8(heap, flag.value), Term::nil());
    flags.push_back(heap.tuple({intern(flag.name), values}));
  }
  return heap.list(flags);
}

// init:get_plain_arguments(): what a program gets after -extra or --, which nobody gave it.
Term get_plain_arguments(Machine&, const Term*) { return Term::nil(); }

// init:script_id()
Term script_id(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  const std::string release = std::to_string(machine.code().release().number);
  return heap.tuple({list_of_utf8(heap, "Erlang/OTP"), list_of_utf8(heap, release)});
}

// The system has been started before the program begins, and never stops by itself.
// init:get_status()
Term get_status(Machine& machine, const Term*) {
  const Term started = intern("started");
  return machine.heap().tuple({started, started});
}

// init:notify_when_started(Pid)
Term notify_when_started(Machine&, const Term*) { return intern("started"); }

constexpr Native kNatives[] = {
    {"init", "script_id", 0, script_id},
    {"init", "get_status", 0, get_status},
    {"init", "notify_when_started", 1, notify_when_started},
    {"init", "get_argument", 1, get_argument},
    {"init", "get_arguments", 0, get_arguments},
    {"init", "get_plain_arguments", 0, get_plain_arguments},
};

}  // namespace

std::span<const Native> otp_init() { return kNatives; }

}  // namespace heddle::beam
