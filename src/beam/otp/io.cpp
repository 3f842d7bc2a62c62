// io: what is written to the user is the output of the run.
//
// A program that writes asks its group leader. If that is `user`, nobody else can tell, so the
// answer is given at once; a group leader of the program's own gets its messages as ever.
#include <string>
#include <vector>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/utf8.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// Lists of characters, binaries in UTF-8 and such lists; false if it is something else.
bool append_characters(std::string& out, Term data) {
  std::vector<Term> todo{data};
  std::string storage;
  while (!todo.empty()) {
    const Term term = todo.back();
    todo.pop_back();
    if (term.is_nil()) continue;
    if (term.is_cons()) {
      todo.push_back(term.tail());
      todo.push_back(term.head());
    } else if (term.is_small() && term.small_value() >= 0 && term.small_value() <= 0x10ffff) {
      append_utf8(out, static_cast<std::uint32_t>(term.small_value()));
    } else if (term.is_bitstring() && view(term).is_binary()) {
      out += bytes_of(term, storage);
    } else {
      return false;
    }
  }
  return true;
}

bool is_user(Machine& machine, Term device) {
  static const Term standard_io = intern("standard_io");
  if (device == standard_io) device = Term::from_bits(machine.current().state.group_leader);
  if (device == atoms::user) device = machine.whereis(atoms::user);
  return device == machine.user();
}

Term write_formatted(Machine& machine, Term module, Term function,
                     std::initializer_list<Term> arguments) {
  const Term call[] = {module, function, machine.heap().list(arguments)};
  return machine.call_and_write(intern("heddle_user"), intern("characters"), call);
}

// io:request(Device, Request). The rest goes to the process.
Term request(Machine& machine, const Term* a) {
  static const Term format = intern("format");
  static const Term put_chars = intern("put_chars");
  static const Term write = intern("write");
  static const Term io_lib = intern("io_lib");
  if (!is_user(machine, a[0])) return Term::none();
  const Term what = a[1];
  static const Term nl = intern("nl");
  if (what == nl) {
    machine.write("\n");
    return atoms::ok;
  }
  if (!what.is_tuple() || what.size() == 0) return Term::none();
  const Term name = what.element(0);
  if (name == format && what.size() == 3) {
    return write_formatted(machine, io_lib, format, {what.element(1), what.element(2)});
  }
  if (name == write && what.size() == 2) {
    return write_formatted(machine, io_lib, write, {what.element(1)});
  }
  if (name == put_chars && what.size() == 3) {
    std::string text;
    if (!append_characters(text, what.element(2))) return Term::none();
    machine.write(text);
    return atoms::ok;
  }
  if (name == put_chars && what.size() == 5) {
    const Term arguments[] = {what.element(2), what.element(3), what.element(4)};
    return machine.call_and_write(intern("heddle_user"), intern("characters"), arguments);
  }
  return Term::none();
}

// What a formatting function gave is written; an error is one of the device.
Term write_characters(Machine& machine, const Term* a) {
  std::string text;
  if (!append_characters(text, a[0])) {
    return machine.heap().tuple({atoms::error, intern("put_chars")});
  }
  machine.write(text);
  return atoms::ok;
}

// heddle:write(Device, Characters)
Term write_to_device(Machine& machine, const Term* a) {
  std::string text;
  if (!append_characters(text, a[1])) return machine.badarg();
  if (a[0] == atoms::user) {
    machine.write(text);
  } else {
    machine.write_error(text);
  }
  return atoms::ok;
}

constexpr Native kNatives[] = {
    {"io", "request", 2, request, NativeKind::kFirst},
    {"io", "request", 3, request, NativeKind::kFirst},  // and what marks an error
    {"heddle", "write", 1, write_characters},
    {"heddle", "write", 2, write_to_device},
};

}  // namespace

std::span<const Native> otp_io() { return kNatives; }

}  // namespace heddle::beam
