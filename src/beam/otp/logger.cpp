// logger: events and crash reports are collected with the output, not handled by processes.
#include <fmt/format.h>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// logger:allow(Level), logger:allow(Level, Module): the default level is notice.
Term allow(Machine&, const Term* a) {
  static const Term info = intern("info");
  static const Term debug = intern("debug");
  return boolean(a[0] != info && a[0] != debug);
}

// logger:log_allowed(Location, Level, Message, Meta)
Term log_allowed(Machine& machine, const Term* a) {
  machine.log(fmt::format("{}: {}", print(a[1]), print(a[2])));
  return atoms::ok;
}

// logger:do_log(Level, Message, Meta)
Term do_log(Machine& machine, const Term* a) {
  machine.log(fmt::format("{}: {}", print(a[0]), print(a[1])));
  return atoms::ok;
}

constexpr Native kNatives[] = {
    {"logger", "allow", 2, allow},
    {"logger", "allow", 1, allow},
    {"logger", "log_allowed", 4, log_allowed},
    {"logger", "do_log", 3, do_log},
};

}  // namespace

std::span<const Native> otp_logger() { return kNatives; }

}  // namespace heddle::beam
