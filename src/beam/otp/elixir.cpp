// Elixir: what its modules carry that only OTP can read.
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

constexpr Native kNatives[] = {
    {"Elixir.Regex", "version", 0, regex_version},
};

}  // namespace

std::span<const Native> otp_elixir() { return kNatives; }

}  // namespace heddle::beam
