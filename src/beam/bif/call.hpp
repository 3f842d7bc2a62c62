// For natives that leave the rest to a function in Erlang.
#pragma once

#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {

/// M:F(arguments) is called instead of returning; gives none.
inline Term call_instead(Machine& machine, const char* module, const char* function,
                         std::span<const Term> arguments) {
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(machine.code().find_export(
      intern(module), intern(function), static_cast<std::uint32_t>(arguments.size())));
  return machine.call_instead(Term::boxed(fun), arguments);
}

}  // namespace heddle::beam
