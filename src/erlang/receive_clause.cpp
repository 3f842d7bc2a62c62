#include "erlang/receive_clause.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"

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

/// One clause against one message.
class Attempt {
 public:
  explicit Attempt(const Bound& bound) : bound_(bound) {}

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
    if (tag == "map") return value.is_map() ? Fit::kMaybe : Fit::kNo;
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
        all = both(all, truth(tests.head()));
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
    if (!bound_.names.contains(name)) return Fit::kYes;
    const auto is_value = [&](Term bound) { return beam::equal_exact(bound, value); };
    const bool may_be = std::any_of(bound_.values.begin(), bound_.values.end(), is_value);
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

  Fit truth(Term test) {
    const std::string_view tag = tag_of(test);
    if (tag == "op" && test.size() == 5) {
      const std::string_view name = beam::name_of(test.element(2));
      if (name == "andalso" || name == "and") {
        return both(truth(test.element(3)), truth(test.element(4)));
      }
      if (name == "orelse" || name == "or") {
        return std::max(truth(test.element(3)), truth(test.element(4)));
      }
      return comparison(name, expression(test.element(3)), expression(test.element(4)));
    }
    if (tag == "op" && test.size() == 4 && beam::name_of(test.element(2)) == "not") {
      const Fit of = truth(test.element(3));
      return of == Fit::kMaybe ? of : yes_or_no(of == Fit::kNo);
    }
    if (tag == "call" && test.size() == 4) return type_test(test);
    const Term value = expression(test);
    return value.is_none() ? Fit::kMaybe : yes_or_no(value == beam::intern("true"));
  }

  static Fit comparison(std::string_view name, Term a, Term b) {
    if (a.is_none() || b.is_none()) return Fit::kMaybe;
    if (name == "=:=") return yes_or_no(beam::equal_exact(a, b));
    if (name == "=/=") return yes_or_no(!beam::equal_exact(a, b));
    const auto order = beam::compare(a, b);
    if (name == "==") return yes_or_no(order == 0);
    if (name == "/=") return yes_or_no(order != 0);
    if (name == "<") return yes_or_no(order < 0);
    if (name == ">") return yes_or_no(order > 0);
    if (name == "=<") return yes_or_no(order <= 0);
    if (name == ">=") return yes_or_no(order >= 0);
    return Fit::kMaybe;
  }

  Fit type_test(Term call) {
    Term function = call.element(2);
    if (tag_of(function) == "remote") function = function.element(3);  // erlang:is_atom
    const Term arguments = call.element(3);
    if (tag_of(function) != "atom" || !arguments.is_cons() || !arguments.tail().is_nil()) {
      return Fit::kMaybe;
    }
    const Term value = expression(arguments.head());
    if (value.is_none()) return Fit::kMaybe;
    const std::string_view name = beam::name_of(function.element(2));
    if (name == "is_atom") return yes_or_no(value.is_atom());
    if (name == "is_integer") return yes_or_no(value.is_integer());
    if (name == "is_float") return yes_or_no(value.is_float());
    if (name == "is_number") return yes_or_no(value.is_number());
    if (name == "is_list") return yes_or_no(value.is_list());
    if (name == "is_tuple") return yes_or_no(value.is_tuple());
    if (name == "is_map") return yes_or_no(value.is_map());
    if (name == "is_pid") return yes_or_no(value.is_pid());
    if (name == "is_reference") return yes_or_no(value.is_reference());
    if (name == "is_function") return yes_or_no(value.is_function());
    return Fit::kMaybe;
  }

  /// None if it is not known.
  Term expression(Term form) {
    if (const Term value = constant(form); !value.is_none()) return value;
    const std::string_view tag = tag_of(form);
    if (tag == "var") {
      const auto known = values_.find(beam::name_of(form.element(2)));
      return known == values_.end() ? Term::none() : known->second;
    }
    if (tag != "op" || form.size() != 5) return Term::none();
    const Term a = expression(form.element(3));
    const Term b = expression(form.element(4));
    // Small enough that no result overflows.
    constexpr std::int64_t kMost = std::int64_t{1} << 28;
    for (const Term one : {a, b}) {
      if (one.is_none() || !one.is_small()) return Term::none();
      if (one.small_value() > kMost || one.small_value() < -kMost) return Term::none();
    }
    const std::string_view name = beam::name_of(form.element(2));
    if (name == "+") return Term::small(a.small_value() + b.small_value());
    if (name == "-") return Term::small(a.small_value() - b.small_value());
    if (name == "*") return Term::small(a.small_value() * b.small_value());
    return Term::none();
  }

  const Bound& bound_;
  std::map<std::string, Term, std::less<>> values_;
};

}  // namespace

std::uint32_t taking_clause(const std::vector<ClauseForm>& clauses, const Bound& bound,
                            Term message) {
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    Attempt attempt(bound);
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
