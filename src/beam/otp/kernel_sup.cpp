// kernel_sup: OTP starts the server of `timer` below it when somebody first needs it. There is no
// such supervisor here, so the server is started without one.
#include <span>

#include "beam/bif/call.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/map.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// supervisor:start_child(Supervisor, Specification)
Term start_child(Machine& machine, const Term* a) {
  static const Term kernel_sup = intern("kernel_sup");
  static const Term id = intern("id");
  static const Term timer_server = intern("timer_server");
  static const Term local = intern("local");
  static const Term timer = intern("timer");
  if (a[0] != kernel_sup || machine.whereis(kernel_sup) != atoms::undefined) return Term::none();
  if (!a[1].is_map() || map_get(a[1], id) != timer_server) return Term::none();
  const Term arguments[] = {machine.heap().tuple({local, timer_server}), timer, Term::nil(),
                            Term::nil()};
  return call_instead(machine, "gen_server", "start", arguments);
}

constexpr Native kNatives[] = {
    {"supervisor", "start_child", 2, start_child, NativeKind::kFirst},
};

}  // namespace

std::span<const Native> otp_kernel_sup() { return kNatives; }

}  // namespace heddle::beam
