// heddle_coverage: what instrumented code calls (cli/coverage.hpp).
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term mark(Machine& machine, const Term* a) {
  if (!a[0].is_small() || a[0].small_value() < 0) return machine.badarg();
  machine.code().marks().set(static_cast<std::size_t>(a[0].small_value()));
  return atoms::ok;
}

constexpr Native kNatives[] = {{"heddle_coverage", "mark", 1, mark}};

}  // namespace

std::span<const Native> coverage_natives() { return kNatives; }

}  // namespace heddle::beam
