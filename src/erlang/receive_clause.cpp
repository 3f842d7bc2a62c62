#include "erlang/receive_clause.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"

namespace heddle::erlang {
namespace {

using beam::Term;

enum class Fit : std::uint8_t { kNo, kMaybe, kYes };

Fit both(Fit a, Fit b) { return std::min(a, b); }
Fit yes_or_no(bool fits) { return fits ? Fit::kYes : Fit::kNo; }

std::string_view tag_of(Term form) {
  if (!form.is_tuple() || form.size() < 2 || !form.element(0).is_atom()) return {};
  return beam::name_of(form.element(0));
}

/// The value of an atom, number or character; none for other forms.
Term constant(Term form) {
  const std::string_view tag = tag_of(form);
  const bool plain = tag == "atom" || tag == "integer" || tag == "char" || tag == "float";
  if (plain && form.size() == 3) return form.element(2);
  if (tag == "nil") return Term::nil();
  if (tag == "op" && form.size() == 4 && beam::name_of(form.element(2)) == "-") {
    const Term of = constant(form.element(3));
    if (!of.is_none() && of.is_small()) return Term::small(-of.small_value());
  }
  return Term::none();
}

/// What a test of a guard can come to: several if its operands are not known. A test that fails
/// (`not foo`, `1 + a > 2`) makes its guard false, whatever stands around it.
using Outcomes = std::uint8_t;
constexpr Outcomes kTrue = 1;
constexpr Outcomes kFalse = 2;
constexpr Outcomes kFails = 4;
constexpr Outcomes kAny = kTrue | kFalse | kFails;

Outcomes true_or_false(bool value) { return value ? kTrue : kFalse; }

/// What an expression in a guard comes to.
struct Value {
  enum class State : std::uint8_t { kUnknown, kFails, kKnown } state = State::kUnknown;
  Term term = Term::none();

  static Value of(Term term) { return {State::kKnown, term}; }
  static Value failed() { return {State::kFails, Term::none()}; }
  bool known() const { return state == State::kKnown; }
  bool fails() const { return state == State::kFails; }
};

/// The variables in a pattern or guard that have a value before the receive.
void find_bound(Term form, const std::set<std::string, std::less<>>& bound,
                std::set<std::string, std::less<>>& out) {
  for (; form.is_cons(); form = form.tail()) find_bound(form.head(), bound, out);
  if (tag_of(form) == "var" && form.size() == 3) {
    const std::string_view name = beam::name_of(form.element(2));
    if (name != "_" && bound.contains(name)) out.emplace(name);
  } else if (form.is_tuple()) {
    for (std::size_t i = 0; i < form.size(); ++i) find_bound(form.element(i), bound, out);
  }
}

/// One clause against one message.
class Attempt {
 public:
  /// `used`: the bound variables that any clause of the receive uses.
  Attempt(const std::set<std::string, std::less<>>& used, std::span<const Term> values)
      : used_(used), bound_values_(values) {
    if (used.size() == 1 && values.size() == 1) values_.emplace(*used.begin(), values.front());
  }

  Fit pattern(Term form, Term value) {
    const std::string_view tag = tag_of(form);
    if (const Term wanted = constant(form); !wanted.is_none()) {
      return yes_or_no(beam::equal_exact(wanted, value));
    }
    if (tag == "var") return variable(beam::name_of(form.element(2)), value);
    if (tag == "match" && form.size() == 4) {
      return both(pattern(form.element(2), value), pattern(form.element(3), value));
    }
    if (tag == "string" && form.size() == 3) {
      return yes_or_no(beam::equal_exact(form.element(2), value));
    }
    if (tag == "tuple" && form.size() == 3) return tuple(form.element(2), value);
    if (tag == "cons" && form.size() == 4) {
      if (!value.is_cons()) return Fit::kNo;
      return both(pattern(form.element(2), value.head()), pattern(form.element(3), value.tail()));
    }
    if (tag == "map" && form.size() == 3) return map(form.element(2), value);
    if (tag == "bin") return value.is_bitstring() ? Fit::kMaybe : Fit::kNo;
    if (tag == "record" && form.size() == 4) {
      const bool same = value.is_tuple() && value.size() > 0 && value.element(0) == form.element(2);
      return same ? Fit::kMaybe : Fit::kNo;
    }
    return Fit::kMaybe;
  }

  /// Alternatives, each a conjunction of tests.
  Fit guards(Term alternatives) {
    if (!alternatives.is_cons()) return Fit::kYes;
    Fit out = Fit::kNo;
    for (; alternatives.is_cons(); alternatives = alternatives.tail()) {
      Fit all = Fit::kYes;
      for (Term tests = alternatives.head(); tests.is_cons(); tests = tests.tail()) {
        const Outcomes test = outcomes(tests.head());
        all = both(all, test == kTrue ? Fit::kYes : (test & kTrue) != 0 ? Fit::kMaybe : Fit::kNo);
      }
      out = std::max(out, all);
    }
    return out;
  }

 private:
  Fit variable(std::string_view name, Term value) {
    if (name == "_") return Fit::kYes;
    const auto [it, is_new] = values_.try_emplace(std::string(name), value);
    if (!is_new) return yes_or_no(beam::equal_exact(it->second, value));
    if (!used_.contains(name)) return Fit::kYes;
    // The compiler may have made a constant of a variable: its value is not among them then.
    if (bound_values_.size() < used_.size()) return Fit::kMaybe;
    const auto is_value = [&](Term bound) { return beam::equal_exact(bound, value); };
    const bool may_be = std::any_of(bound_values_.begin(), bound_values_.end(), is_value);
    return may_be ? Fit::kMaybe : Fit::kNo;
  }

  Fit tuple(Term elements, Term value) {
    if (!value.is_tuple()) return Fit::kNo;
    Fit out = Fit::kYes;
    std::size_t at = 0;
    for (; elements.is_cons(); elements = elements.tail(), ++at) {
      if (at == value.size()) return Fit::kNo;
      out = both(out, pattern(elements.head(), value.element(at)));
    }
    return at == value.size() ? out : Fit::kNo;
  }

  Fit map(Term fields, Term value) {
    if (!value.is_map()) return Fit::kNo;
    Fit out = Fit::kYes;
    for (; fields.is_cons(); fields = fields.tail()) {
      const Term field = fields.head();
      if (tag_of(field) != "map_field_exact" || field.size() != 4) return Fit::kMaybe;
      const Value key = expression(field.element(2));
      if (!key.known()) {
        out = both(out, Fit::kMaybe);
        continue;
      }
      const Term found = beam::map_get(value, key.term);
      if (found.is_none()) return Fit::kNo;
      out = both(out, pattern(field.element(3), found));
    }
    return out;
  }

  Outcomes outcomes(Term test) {
    const std::string_view tag = tag_of(test);
    if (tag == "op" && test.size() == 5) {
      const std::string_view name = beam::name_of(test.element(2));
      if (name == "andalso" || name == "orelse") {
        const Outcomes left = outcomes(test.element(3));
        const Outcomes goes_on = name == "andalso" ? kTrue : kFalse;
        const Outcomes ends = left & static_cast<Outcomes>(~goes_on);
        return (left & goes_on) == 0 ? ends : ends | outcomes(test.element(4));
      }
      if (name == "and" || name == "or" || name == "xor") {
        return strict(name, outcomes(test.element(3)), outcomes(test.element(4)));
      }
      if (is_comparison(name)) {
        return comparison(name, expression(test.element(3)), expression(test.element(4)));
      }
    }
    if (tag == "op" && test.size() == 4 && beam::name_of(test.element(2)) == "not") {
      const Outcomes of = outcomes(test.element(3));
      return static_cast<Outcomes>((of & kFails) | ((of & kTrue) != 0 ? kFalse : 0) |
                                   ((of & kFalse) != 0 ? kTrue : 0));
    }
    if (tag == "call" && test.size() == 4) return type_test(test);
    const Value value = expression(test);
    if (value.fails()) return kFails;
    if (!value.known()) return kAny;
    if (value.term == beam::intern("true")) return kTrue;
    return value.term == beam::intern("false") ? kFalse : kFails;
  }

  /// Both operands are evaluated, and must be booleans.
  static Outcomes strict(std::string_view name, Outcomes left, Outcomes right) {
    Outcomes out = (left | right) & kFails;
    for (const bool a : {false, true}) {
      for (const bool b : {false, true}) {
        if ((left & true_or_false(a)) == 0 || (right & true_or_false(b)) == 0) continue;
        out |= true_or_false(name == "and" ? a && b : name == "or" ? a || b : a != b);
      }
    }
    return out;
  }

  static bool is_comparison(std::string_view name) {
    constexpr std::array<std::string_view, 8> kAll = {
        "=:=", "=/=", "==", "/=", "<", ">", "=<", ">="};
    return std::find(kAll.begin(), kAll.end(), name) != kAll.end();
  }

  static Outcomes comparison(std::string_view name, Value left, Value right) {
    if (left.fails() || right.fails()) return kFails;
    if (!left.known() || !right.known()) return kAny;
    const Term a = left.term;
    const Term b = right.term;
    if (name == "=:=") return true_or_false(beam::equal_exact(a, b));
    if (name == "=/=") return true_or_false(!beam::equal_exact(a, b));
    const auto order = beam::compare(a, b);
    if (name == "==") return true_or_false(order == 0);
    if (name == "/=") return true_or_false(order != 0);
    if (name == "<") return true_or_false(order < 0);
    if (name == ">") return true_or_false(order > 0);
    return true_or_false(name == "=<" ? order <= 0 : order >= 0);
  }

  Outcomes type_test(Term call) {
    Term function = call.element(2);
    if (tag_of(function) == "remote") function = function.element(3);  // erlang:is_atom
    const Term arguments = call.element(3);
    if (tag_of(function) != "atom" || !arguments.is_cons() || !arguments.tail().is_nil()) {
      return kAny;
    }
    const Value argument = expression(arguments.head());
    if (argument.fails()) return kFails;
    if (!argument.known()) return kAny;
    const Term value = argument.term;
    const std::string_view name = beam::name_of(function.element(2));
    if (name == "is_atom") return true_or_false(value.is_atom());
    if (name == "is_boolean") {
      return true_or_false(value == beam::intern("true") || value == beam::intern("false"));
    }
    if (name == "is_integer") return true_or_false(value.is_integer());
    if (name == "is_float") return true_or_false(value.is_float());
    if (name == "is_number") return true_or_false(value.is_number());
    if (name == "is_list") return true_or_false(value.is_list());
    if (name == "is_tuple") return true_or_false(value.is_tuple());
    if (name == "is_map") return true_or_false(value.is_map());
    if (name == "is_bitstring") return true_or_false(value.is_bitstring());
    if (name == "is_pid") return true_or_false(value.is_pid());
    if (name == "is_reference") return true_or_false(value.is_reference());
    if (name == "is_function") return true_or_false(value.is_function());
    return kAny;
  }

  Value expression(Term form) {
    if (const Term value = constant(form); !value.is_none()) return Value::of(value);
    const std::string_view tag = tag_of(form);
    if (tag == "var") {
      const auto known = values_.find(beam::name_of(form.element(2)));
      return known == values_.end() ? Value{} : Value::of(known->second);
    }
    if (tag != "op" || form.size() != 5) return {};
    // The value that is known may be that of `Limit + 1`, if the program has computed it before.
    std::set<std::string, std::less<>> bound;
    find_bound(form, used_, bound);
    if (!bound.empty()) return {};
    return arithmetic(beam::name_of(form.element(2)), expression(form.element(3)),
                      expression(form.element(4)));
  }

  static Value arithmetic(std::string_view name, Value left, Value right) {
    if (name != "+" && name != "-" && name != "*" && name != "div" && name != "rem") return {};
    // Small enough that no result overflows.
    constexpr std::int64_t kMost = std::int64_t{1} << 28;
    const bool whole = name == "div" || name == "rem";
    for (const Value& one : {left, right}) {
      if (one.fails()) return one;
      if (one.known() && !(whole ? one.term.is_integer() : one.term.is_number())) {
        return Value::failed();
      }
    }
    for (const Value& one : {left, right}) {
      if (!one.known() || !one.term.is_small()) return {};
      if (one.term.small_value() > kMost || one.term.small_value() < -kMost) return {};
    }
    const std::int64_t a = left.term.small_value();
    const std::int64_t b = right.term.small_value();
    if (name == "+") return Value::of(Term::small(a + b));
    if (name == "-") return Value::of(Term::small(a - b));
    if (name == "*") return Value::of(Term::small(a * b));
    if (b == 0) return Value::failed();
    return Value::of(Term::small(name == "div" ? a / b : a % b));
  }

  const std::set<std::string, std::less<>>& used_;
  std::span<const Term> bound_values_;
  std::map<std::string, Term, std::less<>> values_;
};

}  // namespace

std::uint32_t taking_clause(const std::vector<ClauseForm>& clauses, const Bound& bound,
                            Term message) {
  std::set<std::string, std::less<>> used;
  for (const ClauseForm& clause : clauses) {
    find_bound(clause.pattern, bound.names, used);
    find_bound(clause.guards, bound.names, used);
  }
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    Attempt attempt(used, bound.values);
    Fit fit = attempt.pattern(clauses[i].pattern, message);
    if (fit != Fit::kNo) fit = both(fit, attempt.guards(clauses[i].guards));
    if (fit == Fit::kNo) continue;
    if (found != 0) return 0;
    found = static_cast<std::uint32_t>(i + 1);
    if (fit == Fit::kYes) break;  // a later one cannot have got it
  }
  return found;
}

}  // namespace heddle::erlang
