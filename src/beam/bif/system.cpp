// erlang and io: what the machine says about itself and to the terminal.
#include <fmt/format.h>

#include <algorithm>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

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

// Words of the term in memory, what is shared counted as often as it occurs. They are our words.
Term flat_size(Machine&, const Term* a) {
  std::int64_t words = 0;
  std::vector<Term> open{a[0]};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.is_cons()) {
      words += 2;
      open.push_back(term.tail());
      open.push_back(term.head());
    } else if (term.is_boxed()) {
      words += static_cast<std::int64_t>(1 + term.size());
      const bool of_terms = term.is_tuple() || term.is_map() || term.is(Kind::kHashNode);
      const Word first = of_terms ? 0 : term.is(Kind::kFun) ? 1 : term.size();
      for (Word i = first; i < term.size(); ++i) open.push_back(term.element(i));
    }
  }
  return Term::small(words);
}

// ---- Tracing, which is off

Term itself(Machine&, const Term* a) { return a[0]; }
Term always_true(Machine&, const Term*) { return atoms::true_; }
Term always_false(Machine&, const Term*) { return atoms::false_; }
Term always_undefined(Machine&, const Term*) { return atoms::undefined; }
Term always_nil(Machine&, const Term*) { return Term::nil(); }

// erlang:system_flag(Flag, Value): gives the old value.
Term system_flag(Machine& machine, const Term* a) {
  if (!a[0].is_atom()) return badarg_because(machine, "badopt");
  const std::string_view flag = name_of(a[0]);
  if (flag == "backtrace_depth") {
    if (!a[1].is_small() || a[1].small_value() < 0) return machine.badarg();
    const Term old = Term::small(static_cast<std::int64_t>(machine.trace_depth()));
    // OTP shows no more than this, whatever one asks for.
    machine.set_trace_depth(static_cast<Word>(std::min<std::int64_t>(a[1].small_value(), 64)));
    return old;
  }
  if (flag == "scheduler_wall_time") {
    return a[1] == atoms::true_ || a[1] == atoms::false_ ? atoms::false_ : machine.badarg();
  }
  if (flag == "schedulers_online" || flag == "dirty_cpu_schedulers_online") {
    return a[1] == Term::small(1) ? a[1] : machine.badarg();  // there is one
  }
  constexpr std::string_view kNumbers[] = {"fullsweep_after", "min_heap_size", "min_bin_vheap_size",
                                           "max_heap_size", "trace_control_word"};
  constexpr std::string_view kOthers[] = {"multi_scheduling",
                                          "system_logger",
                                          "cpu_topology",
                                          "scheduler_bind_type",
                                          "microstate_accounting",
                                          "time_offset",
                                          "erts_alloc",
                                          "outstanding_system_requests_limit"};
  const bool is_number = std::ranges::count(kNumbers, flag) != 0;
  if (!is_number && std::ranges::count(kOthers, flag) == 0)
    return badarg_because(machine, "badopt");
  const bool fits =
      (a[1].is_small() && a[1].small_value() >= 0) || (flag == "max_heap_size" && a[1].is_map());
  if (is_number && !fits) return machine.badarg();
  throw support::UserError(fmt::format("{} sets the system flag {}, which Heddle does not have",
                                       machine.place(machine.calling()), flag));
}

constexpr Native kNatives[] = {
    {"erlang", "system_flag", 2, system_flag, NativeKind::kVisible},
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
    {"erlang", "seq_trace_info", 1, always_nil},
    {"erlang", "seq_trace_print", 1, always_false},
    {"erlang", "seq_trace_print", 2, always_false},
    {"erts_debug", "same", 2, same},
    {"erts_debug", "flat_size", 1, flat_size},
    {"erts_debug", "size", 1, flat_size},
};

}  // namespace

std::span<const Native> erlang_system() { return kNatives; }

}  // namespace heddle::beam
