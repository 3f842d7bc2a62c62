// erlang: ports that are there already. Nobody can open one (../otp/refused.cpp), so that every
// port a program can name is closed, and these say what erl says of such.

#include "beam/bif/cause.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term none_open(Machine&, const Term*) { return Term::nil(); }

// Those of erts_internal give the error for erlang to raise.
Term is_closed(Machine&, const Term*) { return atoms::badarg; }

Term info(Machine&, const Term* a) {
  return a[0].is_port() || a[0].is_atom() ? atoms::undefined : atoms::badarg;
}
Term info_item(Machine&, const Term* a) {
  return a[0].is_port() || a[0].is_atom() ? atoms::undefined : intern("badtype");
}

Term command(Machine&, const Term* a) {
  Term options = a[2];
  for (; options.is_cons(); options = options.tail()) {
    if (options.head() != intern("force") && options.head() != intern("nosuspend")) break;
  }
  return options.is_nil() ? atoms::badarg : intern("badopt");
}

Term has_no_data(Machine& machine, const Term*) { return machine.badarg(); }

constexpr Native kNatives[] = {
    {"erlang", "ports", 0, none_open},
    {"erlang", "port_get_data", 1, has_no_data},
    {"erlang", "port_set_data", 2, has_no_data},
    {"erts_internal", "port_info", 1, info},
    {"erts_internal", "port_info", 2, info_item},
    {"erts_internal", "port_close", 1, is_closed},
    {"erts_internal", "port_command", 3, command},
    {"erts_internal", "port_connect", 2, is_closed},
    {"erts_internal", "port_control", 3, is_closed},
    {"erts_internal", "port_call", 3, is_closed},
};

}  // namespace

std::span<const Native> erlang_ports() { return kNatives; }

}  // namespace heddle::beam
