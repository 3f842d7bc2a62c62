// Elixir: what its modules carry that only OTP can read, and its application, which runs OTP's own
// way (erlang/heddle_elixir.erl) once a program compiles or evaluates something, or asks for a
// setting.
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

// Regex.version/0: a literal ~r/.../ is in the .beam file as OTP's PCRE has compiled it. Regex
// compiles it again, from its source, when the version that it was made with is not this one.
Term regex_version(Machine& machine, const Term*) {
  Heap& heap = machine.heap();
  return heap.tuple({heap.binary("PCRE2"), intern("little")});
}

// Nobody sends it anything: it is no service that others know by its pid.
constexpr Service kElixir = {70, "heddle_elixir", "heddle_elixir", "boot", nullptr, nullptr};

// In front of what asks Elixir's servers or looks into their tables. Some programs start the
// application themselves.
Term after_boot(Machine& machine, const Term*) {
  if (machine.ets().find(intern("elixir_config")) == nullptr) machine.ensure(kElixir);
  return Term::none();
}

constexpr NativeKind kFirst = NativeKind::kFirst;
constexpr Native kNatives[] = {
    {"Elixir.Regex", "version", 0, regex_version},
    {"elixir_config", "get", 1, after_boot, kFirst},
    {"elixir_config", "get", 2, after_boot, kFirst},
    {"elixir_config", "put", 2, after_boot, kFirst},
    {"elixir_config", "get_and_put", 2, after_boot, kFirst},
    {"elixir_config", "update", 2, after_boot, kFirst},
    {"elixir_config", "serial", 1, after_boot, kFirst},
    {"elixir_config", "identifier_tokenizer", 0, after_boot, kFirst},
    {"elixir_code_server", "call", 1, after_boot, kFirst},
    {"elixir_code_server", "cast", 1, after_boot, kFirst},
    // Its registry is a child of Elixir's own supervisor.
    {"Elixir.PartitionSupervisor", "start_link", 1, after_boot, kFirst},
};

}  // namespace

std::span<const Native> otp_elixir() { return kNatives; }

}  // namespace heddle::beam
