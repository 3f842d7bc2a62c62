// erlang and io: what the machine says about itself and to the terminal.
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"

namespace heddle::beam {
namespace {

Term display(Machine& machine, const Term* a) {
  machine.output() += print(a[0]) + '\n';
  return atoms::true_;
}
Term display_string(Machine& machine, const Term* a) {
  const CharacterList text = character_list(a[0], std::size_t{1} << 40);
  if (text.state != CharacterList::State::kFine) return machine.badarg();
  machine.output() += text.utf8;
  return atoms::true_;
}
Term display_string_on(Machine& machine, const Term* a) {
  if (a[0] != intern("stdout") && a[0] != intern("stderr")) return machine.badarg();
  return display_string(machine, a + 1);
}
Term display_nl(Machine& machine, const Term*) {
  machine.output() += '\n';
  return atoms::true_;
}

Term is_builtin(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small()) return machine.badarg();
  const std::int64_t arity = a[2].small_value();
  if (arity < 0 || arity > 255) return atoms::false_;
  return boolean(machine.code().find_native(a[0], a[1], static_cast<std::uint32_t>(arity)) !=
                 nullptr);
}

Term make_fun(Machine& machine, const Term* a) {
  if (!a[0].is_atom() || !a[1].is_atom() || !a[2].is_small()) return machine.badarg();
  const std::int64_t arity = a[2].small_value();
  if (arity < 0 || arity > 255) return machine.badarg();
  Word* fun = machine.heap().object(Kind::kExport, 1);
  fun[1] = std::bit_cast<Word>(
      machine.code().find_export(a[0], a[1], static_cast<std::uint32_t>(arity)));
  return Term::boxed(fun);
}

Term bump_reductions(Machine& machine, const Term* a) {
  const bool fine = a[0].is_small() && a[0].small_value() >= 0;
  return fine ? atoms::true_ : machine.badarg();
}

Term printable_range(Machine&, const Term*) {
  static const Term kLatin1 = intern("latin1");
  return kLatin1;
}

// ---- Probes, of which there are none

Term itself(Machine&, const Term* a) { return a[0]; }
Term always_true(Machine&, const Term*) { return atoms::true_; }
Term always_undefined(Machine&, const Term*) { return atoms::undefined; }

constexpr Native kNatives[] = {
    {"erlang", "display", 1, display},
    {"erlang", "display_string", 1, display_string},
    {"erlang", "display_string", 2, display_string_on, NativeKind::kPure, 26},
    {"erlang", "display_nl", 0, display_nl},
    {"erlang", "is_builtin", 3, is_builtin},
    {"erlang", "make_fun", 3, make_fun},
    {"erlang", "bump_reductions", 1, bump_reductions},
    {"io", "printable_range", 0, printable_range},
    {"erlang", "dt_spread_tag", 1, always_true},
    {"erlang", "dt_restore_tag", 1, always_true},
    {"erlang", "dt_get_tag", 0, always_undefined},
    {"erlang", "dt_get_tag_data", 0, always_undefined},
    {"erlang", "dt_put_tag", 1, always_undefined},
    {"erlang", "dt_append_vm_tag_data", 1, itself},
    {"erlang", "dt_prepend_vm_tag_data", 1, itself},
};

}  // namespace

std::span<const Native> erlang_system() { return kNatives; }

}  // namespace heddle::beam
