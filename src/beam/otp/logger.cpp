// logger: as long as the program has not changed its configuration, events and crash reports are
// collected at once, and nobody can tell. The first change starts OTP's own logger server
// (vm/services.hpp); from then on OTP's code does all, and our collector is its handler `default`.
#include <fmt/format.h>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// logger_config:allow(Level), logger_config:allow(Level, Module): the default level is notice.
Term allow(Machine& machine, const Term* a) {
  static const Term info = intern("info");
  static const Term debug = intern("debug");
  if (machine.runs(kLogger)) return Term::none();
  return boolean(a[0] != info && a[0] != debug);
}

Term collect(Machine& machine, Term level, Term message) {
  machine.log(fmt::format("{}: {}", print(level), print(message)));
  return atoms::ok;
}

// logger:log_allowed(Location, Level, Message, Meta)
Term log_allowed(Machine& machine, const Term* a) {
  if (machine.runs(kLogger)) return Term::none();
  // A message that is made when it is needed: OTP calls the fun and comes back.
  if (a[2].is_tuple(2) && a[2].element(0).is_function()) return Term::none();
  return collect(machine, a[1], a[2]);
}

// heddle:log(Level, Message)
Term log_collected(Machine& machine, const Term* a) { return collect(machine, a[0], a[1]); }

// In front of the functions that ask the server or look into its table.
Term after_start(Machine& machine, const Term*) {
  machine.ensure(kLogger);
  return Term::none();
}

constexpr NativeKind kFirst = NativeKind::kFirst;
constexpr Native kNatives[] = {
    {"logger_config", "allow", 2, allow, kFirst},
    {"logger_config", "allow", 1, allow, kFirst},
    {"logger", "log_allowed", 4, log_allowed, kFirst},
    {"heddle", "log", 2, log_collected},
    {"logger_server", "call", 1, after_start, kFirst},
    {"logger", "get_primary_config", 0, after_start, kFirst},
    {"logger", "get_handler_config", 1, after_start, kFirst},
    {"logger", "get_handler_ids", 0, after_start, kFirst},
    {"logger", "get_proxy_config", 0, after_start, kFirst},
};

}  // namespace

std::span<const Native> otp_logger() { return kNatives; }

}  // namespace heddle::beam
