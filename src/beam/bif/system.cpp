// erlang and io: what the machine says about itself and to the terminal.
#include <unordered_set>

#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/map.hpp"
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

// ---- erts_debug

Term same(Machine&, const Term* a) { return boolean(a[0] == a[1]); }

// Words that OTP needs for the object itself. A binary counts as one of its own: whether OTP made
// it as a part of another one, only its history tells.
std::int64_t own_words(Term term) {
  const auto size = static_cast<std::int64_t>(term.size());
  switch (term.kind()) {
    case Kind::kTuple:
      return size == 0 ? 0 : 1 + size;
    case Kind::kFloat:
      return 2;
    case Kind::kReference:
      return 3;
    case Kind::kFlatMap: {
      const auto count = static_cast<std::int64_t>(map_size(term));
      return 3 + count + (count == 0 ? 0 : 1 + count);
    }
    case Kind::kHashMap:
      return 2 + size - 2;  // size and children
    case Kind::kHashNode:
      return 1 + size - 1;
    case Kind::kBits:
    case Kind::kSubBits:
    case Kind::kMatch: {
      const BitView bits = view(term);
      const auto bytes = static_cast<std::int64_t>((bits.size + 7) / 8);
      return (bytes <= 64 ? 2 + (bytes + 7) / 8 : 6) + (bits.is_binary() ? 0 : 5);
    }
    default:
      return 1 + size;
  }
}

// `shared`: what occurs twice counts once.
Term term_size(Term whole, bool shared) {
  std::int64_t words = 0;
  std::unordered_set<Word> seen;
  std::vector<Term> open{whole};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!term.is_cons() && !term.is_boxed()) continue;
    if (shared && !seen.insert(term.bits()).second) continue;
    if (term.is_cons()) {
      words += 2;
      open.push_back(term.tail());
      open.push_back(term.head());
      continue;
    }
    words += own_words(term);
    if (term.is(Kind::kFlatMap)) {
      for (MapIterator pair(term); pair.next();) {
        open.push_back(pair.key());
        open.push_back(pair.value());
      }
      continue;
    }
    const bool of_terms = term.is_tuple() || term.is_map() || term.is(Kind::kHashNode);
    const Word first = of_terms ? 0 : term.is(Kind::kFun) ? 1 : term.size();
    for (Word i = first; i < term.size(); ++i) open.push_back(term.element(i));
  }
  return Term::small(words);
}
Term flat_size(Machine&, const Term* a) { return term_size(a[0], false); }
Term size_of(Machine&, const Term* a) { return term_size(a[0], true); }

// What is for tests of the emulator is not there unless it is asked for.
Term no_internal_state(Machine& machine, const Term* a) {
  return machine.no_function(intern("erts_debug"), intern("get_internal_state"),
                             machine.heap().cons(a[0], Term::nil()));
}
Term no_setting_of_state(Machine& machine, const Term* a) {
  return machine.no_function(intern("erts_debug"), intern("set_internal_state"),
                             machine.heap().cons(a[0], machine.heap().cons(a[1], Term::nil())));
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
    {"erts_debug", "same", 2, same},
    {"erts_debug", "flat_size", 1, flat_size},
    {"erts_debug", "size", 1, size_of},
    {"erts_debug", "copy_shared", 1, itself},
    {"erts_debug", "copy_shared", 2, itself},
    {"erts_debug", "get_internal_state", 1, no_internal_state},
    {"erts_debug", "set_internal_state", 2, no_setting_of_state},
};

}  // namespace

std::span<const Native> erlang_system() { return kNatives; }

}  // namespace heddle::beam
