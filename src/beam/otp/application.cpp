// application_controller: OTP's own, started when a program first asks for it (vm/services.hpp),
// together with the applications kernel and stdlib. Of kernel's processes only those are there that
// the machine does not do itself (erlang/heddle_kernel.erl).
#include <string>

#include "beam/bif/call.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// In front of the functions that ask the controller or look into its table.
Term after_boot(Machine& machine, const Term*) {
  machine.ensure(kInit);
  return Term::none();
}

// kernel:start(Type, Arguments)
Term start_kernel(Machine& machine, const Term* a) {
  return call_instead(machine, "heddle_kernel", "start", {a, 2});
}

// supervisor:start_child(Supervisor, Specification): OTP starts some servers below those of kernel
// when they are first needed.
Term start_child(Machine& machine, const Term* a) {
  static const Term kernel_sup = intern("kernel_sup");
  static const Term safe = intern("kernel_safe_sup");
  static const Term logger_sup = intern("logger_sup");
  if (a[0] == kernel_sup || a[0] == safe || a[0] == logger_sup) machine.ensure(kInit);
  return Term::none();
}

// application_controller:get_env(Application, Key): before the controller runs only kernel and
// stdlib have anything, and that is asked for with every crash report.
Term get_env(Machine& machine, const Term* a) {
  static const Term depth = intern("error_logger_format_depth");
  if (a[1] == depth && !machine.runs(kInit)) return atoms::undefined;
  machine.ensure(kInit);
  return Term::none();
}

// init:run_on_load_handlers(): the loader does it.
Term nothing(Machine&, const Term*) { return atoms::ok; }

constexpr NativeKind kFirst = NativeKind::kFirst;
constexpr Native kNatives[] = {
    {"application_controller", "load_application", 1, after_boot, kFirst},
    {"application_controller", "unload_application", 1, after_boot, kFirst},
    {"application_controller", "start_application", 2, after_boot, kFirst},
    {"application_controller", "is_running", 1, after_boot, kFirst},
    {"application_controller", "stop_application", 1, after_boot, kFirst},
    {"application_controller", "which_applications", 0, after_boot, kFirst},
    {"application_controller", "which_applications", 1, after_boot, kFirst},
    {"application_controller", "loaded_applications", 0, after_boot, kFirst},
    {"application_controller", "info", 0, after_boot, kFirst},
    {"application_controller", "control_application", 1, after_boot, kFirst},
    {"application_controller", "change_application_data", 2, after_boot, kFirst},
    {"application_controller", "permit_application", 2, after_boot, kFirst},
    {"application_controller", "get_key", 2, after_boot, kFirst},
    {"application_controller", "get_all_key", 1, after_boot, kFirst},
    {"application_controller", "get_all_env", 1, after_boot, kFirst},
    {"application_controller", "get_application_module", 1, after_boot, kFirst},
    {"application_controller", "set_env", 2, after_boot, kFirst},
    {"application_controller", "set_env", 3, after_boot, kFirst},
    {"application_controller", "set_env", 4, after_boot, kFirst},
    {"application_controller", "unset_env", 2, after_boot, kFirst},
    {"application_controller", "unset_env", 3, after_boot, kFirst},
    {"application_controller", "get_env", 2, get_env, kFirst},
    {"kernel", "start", 2, start_kernel, kFirst},
    {"init", "run_on_load_handlers", 0, nothing},
    {"supervisor", "start_child", 2, start_child, kFirst},
};

}  // namespace

std::span<const Native> otp_application() { return kNatives; }

}  // namespace heddle::beam
