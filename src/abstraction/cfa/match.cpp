// Matching: which clauses a value may take, which one it surely takes, and what they bind.
//
// A clause that surely matches hides those after it. The `hint` is what is known of the value as a
// message: the parts of the message that is received.
#include <algorithm>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {
namespace {

// So many combinations of values are told apart; with more, each variable stands for all of its
// values at once.
constexpr std::size_t kMostCombinations = 64;

}  // namespace

void Machine::add_binding(VariableId variable, const Values& values, Bindings& out) {
  if (variable == kNone) return;
  for (Binding& binding : out) {
    if (binding.variable != variable) continue;
    for (const ValueId value : values) {
      const auto at = std::lower_bound(binding.values.begin(), binding.values.end(), value);
      if (at == binding.values.end() || *at != value) binding.values.insert(at, value);
    }
    return;
  }
  out.push_back({variable, values});
}

void Machine::bind_all_to_any(PatternId id, Bindings& out) {
  const Pattern& pattern = code_.patterns[id];
  add_binding(pattern.variable, {store_.term(Terms::kAny)}, out);
  for (const PatternId part : pattern.parts) bind_all_to_any(part, out);
}

Machine::Match Machine::match(PatternId id, const Values& values, TermId hint,
                              EnvironmentId environment, Bindings& out) {
  const Pattern& pattern = code_.patterns[id];
  Values possible;
  for (const ValueId value : values) {
    if (may_be(value, hint)) possible.push_back(value);
  }
  if (possible.empty()) return Match::kNo;
  if (pattern.kind == PatternKind::kVariable) {
    add_binding(pattern.variable, possible, out);
    return Match::kMust;
  }
  bool all = true;
  bool any = false;
  Values matched;
  for (const ValueId value : possible) {
    Bindings inner;
    const Match one = match_one(pattern, value, hint, environment, inner);
    all = all && one == Match::kMust;
    if (one == Match::kNo) continue;
    any = true;
    matched.push_back(value);
    for (const Binding& binding : inner) add_binding(binding.variable, binding.values, out);
  }
  if (pattern.kind == PatternKind::kAlias && any) add_binding(pattern.variable, matched, out);
  return !any ? Match::kNo : all ? Match::kMust : Match::kMay;
}

Machine::Match Machine::match_one(const Pattern& pattern, ValueId id, TermId hint,
                                  EnvironmentId environment, Bindings& out) {
  const Value value = store_.values[id];
  const bool is_term = value.kind == Value::Kind::kTerm;
  const bool unknown = is_term && value.id == Terms::kAny;
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return Match::kMust;
    case PatternKind::kAlias:
      return match(pattern.parts[0], {id}, hint, environment, out);
    case PatternKind::kTerm: {
      if (unknown) {
        // Of a message that is cut off, the hint may still say what it is.
        return hint == Terms::kAny || hint == pattern.term ? Match::kMay : Match::kNo;
      }
      return equal(id, store_.term(pattern.term));
    }
    case PatternKind::kMap: {
      if (unknown) {
        for (const PatternId part : pattern.parts) bind_all_to_any(part, out);
        return Match::kMay;
      }
      if (kind_of(id) != TermKind::kMap) return Match::kNo;
      Match result = Match::kMust;
      for (std::size_t i = 0; i < pattern.keys.size(); ++i) {
        bool sure = false;
        const Values found = values_in_map(id, values_of(pattern.keys[i], environment), sure);
        if (found.empty()) return Match::kNo;
        const Match part = match(pattern.parts[i], found, Terms::kAny, environment, out);
        if (part == Match::kNo) return Match::kNo;
        result = std::min({result, part, sure ? Match::kMust : Match::kMay});
      }
      return result;
    }
    case PatternKind::kMaybe: {
      if (!unknown && kind_of(id) != code_.terms[pattern.term].kind) return Match::kNo;
      for (const PatternId part : pattern.parts) bind_all_to_any(part, out);
      return Match::kMay;
    }
    case PatternKind::kMake:
      break;
  }
  const auto parts = parts_of(id, pattern.make, pattern.parts.size());
  if (!parts) return Match::kNo;
  const std::vector<TermId> hints = code_.terms[hint].parts;
  Match result = unknown ? Match::kMay : Match::kMust;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    const bool known = hint != Terms::kAny && hints.size() == parts->size();
    const Match part =
        match(pattern.parts[i], (*parts)[i], known ? hints[i] : Terms::kAny, environment, out);
    if (part == Match::kNo) return Match::kNo;
    result = std::min(result, part);
  }
  return result;
}

// `complete`: whether surely one of the clauses is taken.
void Machine::select(const std::vector<NormalClause>& clauses, const std::vector<Values>& subjects,
                     TermId hint, EnvironmentId environment, std::vector<Selected>& out,
                     bool& complete) {
  std::size_t combinations = 1;
  for (const Values& values : subjects) {
    combinations = std::min(combinations * values.size(), kMostCombinations + 1);
  }
  if (combinations == 0) {
    complete = true;
    return;
  }
  std::vector<std::vector<Values>> each;
  if (combinations > kMostCombinations) {
    each.push_back(subjects);
  } else {
    each.emplace_back();
    for (const Values& values : subjects) {
      std::vector<std::vector<Values>> longer;
      for (const auto& prefix : each) {
        for (const ValueId value : values) {
          longer.push_back(prefix);
          longer.back().push_back({value});
        }
      }
      each = std::move(longer);
    }
  }
  complete = true;
  for (const std::vector<Values>& values : each) {
    bool taken = false;
    for (std::size_t i = 0; i < clauses.size() && !taken; ++i) {
      const NormalClause& clause = clauses[i];
      Bindings bindings;
      Match sure = Match::kMust;
      for (std::size_t k = 0; k < clause.patterns.size() && sure != Match::kNo; ++k) {
        sure = std::min(sure, match(clause.patterns[k], values[k], hint, environment, bindings));
      }
      if (sure == Match::kNo) continue;
      if (clause.guard == kNone) {
        out.push_back({i, std::move(bindings)});
        taken = sure == Match::kMust;
        continue;
      }
      // What the guard looks at is tried value by value: what surely fails is not bound.
      std::set<VariableId> used;
      guard_variables(clause.guard, used);
      std::vector<Bindings> tries{{}};
      for (const Binding& binding : bindings) {
        const bool apart = used.contains(binding.variable) &&
                           tries.size() * binding.values.size() <= kMostCombinations;
        std::vector<Bindings> longer;
        for (const Bindings& prefix : tries) {
          if (!apart) {
            longer.push_back(prefix);
            longer.back().push_back(binding);
            continue;
          }
          for (const ValueId value : binding.values) {
            longer.push_back(prefix);
            longer.back().push_back({binding.variable, {value}});
          }
        }
        tries = std::move(longer);
      }
      bool all = true;
      for (Bindings& attempt : tries) {
        const Match guard = holds(clause.guard, environment, attempt);
        all = all && guard == Match::kMust;
        if (guard != Match::kNo) out.push_back({i, std::move(attempt)});
      }
      taken = all && sure == Match::kMust;
    }
    complete = complete && taken;
  }
}

void Machine::guard_variables(GuardId id, std::set<VariableId>& out) const {
  const Guard& guard = code_.guards[id];
  if (guard.kind == GuardKind::kOperand && guard.operand.kind == Operand::Kind::kVariable) {
    out.insert(guard.operand.id);
  }
  for (const GuardId part : guard.parts) guard_variables(part, out);
}

Machine::Match Machine::holds(GuardId id, EnvironmentId environment, const Bindings& bindings) {
  bool yes = false;
  bool no = false;
  for (const ValueId value : evaluate(id, environment, bindings, no)) {
    const Value& each = store_.values[value];
    const bool is_true = each.kind == Value::Kind::kTerm && code_.terms.is_atom(each.id, "true");
    const bool unknown = each.kind == Value::Kind::kTerm && each.id == Terms::kAny;
    yes = yes || is_true || unknown;
    no = no || !is_true;
  }
  return !yes ? Match::kNo : no ? Match::kMay : Match::kMust;
}

// The values that it may have; `fails`: it may also have none.
Machine::Values Machine::evaluate(GuardId id, EnvironmentId environment, const Bindings& bindings,
                                  bool& fails) {
  const Guard& guard = code_.guards[id];
  const Values anything{store_.term(Terms::kAny)};
  switch (guard.kind) {
    case GuardKind::kUnknown:
      fails = true;
      return anything;
    case GuardKind::kOperand:
      if (guard.operand.kind == Operand::Kind::kVariable) {
        for (const Binding& binding : bindings) {
          if (binding.variable == guard.operand.id) return binding.values;
        }
      }
      return values_of(guard.operand, environment);
    case GuardKind::kLet: {
      Bindings more = bindings;
      more.push_back({guard.variable, evaluate(guard.parts[0], environment, bindings, fails)});
      if (more.back().values.empty()) return {};
      return evaluate(guard.parts[1], environment, more, fails);
    }
    case GuardKind::kTry: {
      bool failed = false;
      Values out = evaluate(guard.parts[0], environment, bindings, failed);
      if (failed) out.push_back(store_.term(code_.terms.atom("false")));
      return out;
    }
    case GuardKind::kCall:
      break;
  }
  std::vector<Values> arguments;
  for (const GuardId part : guard.parts) {
    arguments.push_back(evaluate(part, environment, bindings, fails));
    if (arguments.back().empty()) return {};
  }
  if (guard.name == "self" && arguments.empty()) {
    return self();
  }
  const auto result = builtin(guard.name, arguments, at_.node, at_.time);
  fails = fails || !result || result->may_fail;
  return result ? result->values : anything;
}

}  // namespace heddle::abstraction
