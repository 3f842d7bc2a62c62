// erlang:seq_trace and what asks about it: the token of the process itself
// (vm/sequential_traces.cpp). Another process may take all tokens away, so all of these are
// visible.
#include <algorithm>

#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/traces.hpp"

namespace heddle::beam {
namespace {

Word token_flag(Term name) {
  if (!name.is_atom()) return 0;
  const auto* known = std::ranges::find(kTokenFlags, name_of(name), &NamedTraceFlag::name);
  return known == std::end(kTokenFlags) ? 0 : known->flag;
}

// A new one if there is none. Its elements may be replaced.
std::vector<Term> elements_of(Machine& machine) {
  const Process& self = machine.current();
  const Term token = machine.token_of(self);
  if (token.is_nil()) {
    const Term zero = Term::small(0);
    return {zero, zero, zero, self.pid(), machine.token_clock(self).element(1)};
  }
  std::vector<Term> elements;
  for (Word i = 0; i < token.size(); ++i) elements.push_back(token.element(i));
  return elements;
}

Term seq_trace(Machine& machine, const Term* a) { return set_seq_token(machine, a[0], a[1]); }

Term seq_trace_info(Machine& machine, const Term* a) {
  const Term token = machine.token_of(machine.current());
  Heap& heap = machine.heap();
  const Word flag = token_flag(a[0]);
  if (token.is_nil()) {
    if (flag != 0 || a[0] == intern("spawn")) return heap.tuple({a[0], atoms::false_});
    const bool known = a[0] == intern("label") || a[0] == intern("serial");
    return known ? Term::nil() : machine.badarg();
  }
  if (flag != 0) {
    const bool set = (static_cast<Word>(token.element(0).small_value()) & flag) != 0;
    return heap.tuple({a[0], boolean(set)});
  }
  if (a[0] == intern("label")) return heap.tuple({a[0], token.element(1)});
  if (a[0] != intern("serial")) return machine.badarg();
  return heap.tuple({a[0], heap.tuple({token.element(4), token.element(2)})});
}

Term print(Machine& machine, Term message) {
  Process& self = machine.current();
  machine.count_token(self);
  machine.tell_sequence(self, machine.token_of(self), kTokenPrint, Term::nil(), message);
  return atoms::true_;
}
Term seq_trace_print(Machine& machine, const Term* a) {
  return machine.token_of(machine.current()).is_nil() ? atoms::false_ : print(machine, a[0]);
}
Term seq_trace_print_label(Machine& machine, const Term* a) {
  const Term token = machine.token_of(machine.current());
  if (token.is_nil() || !equal_exact(token.element(1), a[0])) return atoms::false_;
  return print(machine, a[1]);
}

constexpr NativeKind kVisible = NativeKind::kVisible;
constexpr Native kNatives[] = {
    {"erlang", "seq_trace", 2, seq_trace, kVisible},
    {"erlang", "seq_trace_info", 1, seq_trace_info, kVisible},
    {"erlang", "seq_trace_print", 1, seq_trace_print, kVisible},
    {"erlang", "seq_trace_print", 2, seq_trace_print_label, kVisible},
};

}  // namespace

Term set_seq_token(Machine& machine, Term what, Term value) {
  Process& self = machine.current();
  Heap& heap = machine.heap();
  if (what == intern("sequential_trace_token")) {
    if (!value.is_nil()) return machine.badarg();
    const Term before = machine.token_of(self);
    if (!before.is_nil()) machine.set_token(self, value);
    return before;
  }
  std::vector<Term> token = elements_of(machine);
  Term before;
  if (const Word flag = token_flag(what);
      flag != 0 && (value == atoms::true_ || value == atoms::false_)) {
    const auto flags = static_cast<Word>(token[0].small_value());
    before = boolean((flags & flag) != 0);
    const Word now = value == atoms::true_ ? flags | flag : flags & ~flag;
    token[0] = Term::small(static_cast<std::int64_t>(now));
  } else if (what == intern("label")) {
    before = std::exchange(token[1], value);
  } else if (what == intern("serial") && value.is_tuple(2) && value.element(0).is_small() &&
             value.element(1).is_small()) {
    before = heap.tuple({token[4], token[2]});
    token[4] = value.element(0);
    token[2] = value.element(1);
    machine.set_token_clock(self, value.element(1), value.element(0));
  } else {
    return machine.badarg();
  }
  machine.begin_tracing();
  machine.set_token(self, heap.tuple(token));
  return before;
}

std::span<const Native> sequential_tracing_natives() { return kNatives; }

}  // namespace heddle::beam
