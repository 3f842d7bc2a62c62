// global: OTP's own global_name_server, started when a program first names something
// (vm/services.hpp). There are no other nodes, so nobody comes or goes.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// In front of the functions that ask the server or look into its tables.
Term after_start(Machine& machine, const Term*) {
  machine.ensure(kGlobal);
  return Term::none();
}

// net_kernel:monitor_nodes(Whether, Options)
Term monitor_nodes(Machine&, const Term*) { return atoms::ok; }

constexpr NativeKind kFirst = NativeKind::kFirst;
constexpr Native kNatives[] = {
    {"global", "register_name", 2, after_start, kFirst},
    {"global", "register_name", 3, after_start, kFirst},
    {"global", "re_register_name", 2, after_start, kFirst},
    {"global", "re_register_name", 3, after_start, kFirst},
    {"global", "unregister_name", 1, after_start, kFirst},
    {"global", "whereis_name", 1, after_start, kFirst},
    {"global", "registered_names", 0, after_start, kFirst},
    {"global", "send", 2, after_start, kFirst},
    {"global", "register_name_external", 2, after_start, kFirst},
    {"global", "register_name_external", 3, after_start, kFirst},
    {"global", "unregister_name_external", 1, after_start, kFirst},
    {"global", "set_lock", 1, after_start, kFirst},
    {"global", "set_lock", 2, after_start, kFirst},
    {"global", "set_lock", 3, after_start, kFirst},
    {"global", "del_lock", 1, after_start, kFirst},
    {"global", "del_lock", 2, after_start, kFirst},
    {"global", "trans", 2, after_start, kFirst},
    {"global", "trans", 3, after_start, kFirst},
    {"global", "trans", 4, after_start, kFirst},
    {"global", "sync", 0, after_start, kFirst},
    {"global", "sync", 1, after_start, kFirst},
    {"global", "info", 0, after_start, kFirst},
    {"net_kernel", "monitor_nodes", 1, monitor_nodes},
    {"net_kernel", "monitor_nodes", 2, monitor_nodes},
};

}  // namespace

std::span<const Native> otp_global() { return kNatives; }

}  // namespace heddle::beam
