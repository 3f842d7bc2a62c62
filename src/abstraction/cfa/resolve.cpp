// Resolution: what a value is, down to a depth, looking through the store (res in the papers).
#include <algorithm>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {
namespace {

// More different terms than this are one: `_`. The same value always resolves to the same terms, so
// what was sent is what is received.
constexpr std::size_t kMostTerms = 200;

// As library/maps.erl writes it.
constexpr const char* kRemovedValue = "$heddle_removed";

}  // namespace

std::vector<TermId> Machine::resolve(ValueId id, std::size_t depth) {
  if (depth == 0) return {Terms::kAny};
  const Value value = store_.values[id];
  if (value.kind == Value::Kind::kTerm) return {code_.terms.cut(value.id, depth)};
  const Node& node = code_[value.id];
  // A fun is a constructor named by its node, applied to what it captured.
  const bool fun = node.kind == NodeKind::kFun;
  std::vector<Operand> operands = node.operands;
  if (fun) {
    operands.clear();
    for (const VariableId variable : node.free) {
      operands.push_back({Operand::Kind::kVariable, variable});
    }
  }
  std::vector<Term> terms{{.kind = fun ? TermKind::kFun : node.make, .index = fun ? value.id : 0}};
  for (const Operand& operand : operands) {
    std::set<TermId> alternatives;
    for (const ValueId part : values_of(operand, value.environment)) {
      for (const TermId term : resolve(part, depth - 1)) alternatives.insert(term);
      if (alternatives.size() > kMostTerms) break;
    }
    if (alternatives.size() * terms.size() > kMostTerms) alternatives = {Terms::kAny};
    std::vector<Term> longer;
    for (const Term& term : terms) {
      for (const TermId alternative : alternatives) {
        longer.push_back(term);
        longer.back().parts.push_back(alternative);
      }
    }
    terms = std::move(longer);
  }
  std::vector<TermId> out;
  out.reserve(terms.size());
  for (Term& term : terms) out.push_back(code_.terms.intern(std::move(term)));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Whether `value` can be what `term` says, where it says something.
bool Machine::may_be(ValueId id, TermId wanted, int fuel) {
  if (wanted == Terms::kAny || fuel == 0) return true;
  const Term& term = code_.terms[wanted];
  const Value value = store_.values[id];
  if (value.kind == Value::Kind::kTerm) {
    const Term& have = code_.terms[value.id];
    if (have.kind == TermKind::kAny) return true;
    if (have.kind != term.kind || have.parts.size() != term.parts.size()) return false;
    if (have.parts.empty()) return value.id == wanted;
    for (std::size_t i = 0; i < have.parts.size(); ++i) {
      if (!may_be(store_.term(code_.terms[value.id].parts[i]), code_.terms[wanted].parts[i],
                  fuel - 1)) {
        return false;
      }
    }
    return true;
  }
  const Node& node = code_[value.id];
  if (node.kind == NodeKind::kFun) {
    return term.kind == TermKind::kFun && term.index == value.id;
  }
  if (node.make != term.kind || node.operands.size() != term.parts.size()) return false;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const Values parts = values_of(node.operands[i], value.environment);
    const TermId part = code_.terms[wanted].parts[i];
    if (std::none_of(parts.begin(), parts.end(),
                     [&](ValueId each) { return may_be(each, part, fuel - 1); })) {
      return false;
    }
  }
  return true;
}

// The possible parts of a value if it may be such a constructor.
std::optional<std::vector<Machine::Values>> Machine::parts_of(ValueId id, TermKind make,
                                                              std::size_t arity) {
  const Value value = store_.values[id];
  std::vector<Values> out;
  if (value.kind == Value::Kind::kClosure) {
    const Node& node = code_[value.id];
    if (node.kind != NodeKind::kMake || node.make != make || node.operands.size() != arity) {
      return std::nullopt;
    }
    for (const Operand& operand : node.operands) {
      out.push_back(values_of(operand, value.environment));
    }
    return out;
  }
  const Term& term = code_.terms[value.id];
  if (term.kind == TermKind::kAny) return std::vector<Values>(arity, {store_.term(Terms::kAny)});
  if (make == TermKind::kSuccessor && term.kind == TermKind::kInteger && term.low > 0) {
    const std::int64_t less = term.low - 1;
    return std::vector<Values>{{store_.term(code_.terms.integers(less, less))}};
  }
  if (make == TermKind::kSuccessor && term.kind == TermKind::kRange && term.high > 0) {
    return std::vector<Values>{{store_.term(code_.terms.integers(0, kPlusInfinity))}};
  }
  if (term.kind != make || term.parts.size() != arity) return std::nullopt;
  const std::vector<TermId> parts = term.parts;
  for (const TermId part : parts) out.push_back({store_.term(part)});
  return out;
}

// All values that a value consists of.
void Machine::reach(ValueId id, std::set<ValueId>& seen) {
  std::vector<ValueId> work{id};
  while (!work.empty()) {
    const ValueId next = work.back();
    work.pop_back();
    if (!seen.insert(next).second) continue;
    const Value value = store_.values[next];
    if (value.kind == Value::Kind::kTerm) {
      const std::vector<TermId> parts = code_.terms[value.id].parts;
      for (const TermId part : parts) work.push_back(store_.term(part));
      if (value.id == Terms::kAny) {
        for (const ValueId each : read(simple_cell(CellKey::Kind::kEscaped))) work.push_back(each);
      }
      continue;
    }
    for (const auto& [variable, cell] : store_.environments[value.environment].cells) {
      for (const ValueId each : read(cell)) work.push_back(each);
    }
    // Funs that stand in a term itself are in no address.
    if (code_[value.id].kind != NodeKind::kMake) continue;
    for (const Operand& operand : code_[value.id].operands) {
      for (const ValueId each : values_of(operand, value.environment)) work.push_back(each);
    }
  }
}

std::vector<ClassId> Machine::pids_in(const Values& values) {
  std::set<ValueId> seen;
  for (const ValueId value : values) reach(value, seen);
  std::vector<ClassId> out;
  for (const ValueId id : seen) {
    const Value& value = store_.values[id];
    if (value.kind == Value::Kind::kTerm && code_.terms[value.id].kind == TermKind::kPid) {
      out.push_back(code_.terms[value.id].index);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

Machine::Values Machine::funs_in(const Values& values) {
  std::set<ValueId> seen;
  for (const ValueId value : values) reach(value, seen);
  Values out;
  for (const ValueId id : seen) {
    const Value& value = store_.values[id];
    if (value.kind == Value::Kind::kClosure && code_[value.id].kind == NodeKind::kFun) {
      out.push_back(id);
    }
  }
  return out;
}

// The pairs of a map, the last one first, as long as `visit` wants more below it.
void Machine::visit_pairs(
    ValueId map, const std::function<bool(const Values& keys, const Values& values)>& visit) {
  std::set<ValueId> seen;
  Values work{map};
  while (!work.empty()) {
    const ValueId next = work.back();
    work.pop_back();
    if (!seen.insert(next).second) continue;
    const Value value = store_.values[next];
    if (value.kind == Value::Kind::kTerm && value.id == Terms::kAny) {
      visit({next}, {next});
      continue;
    }
    if (const auto parts = parts_of(next, TermKind::kMap, 3)) {
      if (visit((*parts)[0], (*parts)[1])) {
        work.insert(work.end(), (*parts)[2].begin(), (*parts)[2].end());
      }
    }
  }
}

bool Machine::is_removed(ValueId id) const {
  const Value& value = store_.values[id];
  return value.kind == Value::Kind::kTerm && code_.terms.is_atom(value.id, kRemovedValue);
}

// What may stand under one of the keys; `sure`: something does. A pair with the value kRemovedValue
// says that the key was removed.
Machine::Values Machine::values_in_map(ValueId map, const Values& wanted, bool& sure) {
  const auto compare_keys = [&](const Values& keys) {
    bool may = false;
    bool must = keys.size() == 1 && wanted.size() == 1;
    for (const ValueId key : keys) {
      for (const ValueId each : wanted) {
        const Match same = equal(key, each);
        may = may || same != Match::kNo;
        must = must && same == Match::kMust;
      }
    }
    return must ? Match::kMust : may ? Match::kMay : Match::kNo;
  };
  std::set<ValueId> out;
  visit_pairs(map, [&](const Values& keys, const Values& values) {
    const Match same = compare_keys(keys);
    for (const ValueId value : values) {
      if (same != Match::kNo && !is_removed(value)) out.insert(value);
    }
    return same != Match::kMust;  // an older value of the same key is gone
  });
  // Sure: below pairs with surely other keys, one with this key.
  sure = false;
  std::set<ValueId> seen;
  for (ValueId at = map; seen.insert(at).second && kind_of(at) == TermKind::kMap;) {
    const auto parts = parts_of(at, TermKind::kMap, 3);
    if (!parts) break;
    const Match same = compare_keys((*parts)[0]);
    const Values& values = (*parts)[1];
    sure = same == Match::kMust && std::none_of(values.begin(), values.end(),
                                                [&](ValueId value) { return is_removed(value); });
    if (same != Match::kNo || (*parts)[2].size() != 1) break;
    at = (*parts)[2][0];
  }
  return {out.begin(), out.end()};
}

// The lengths that lists may have, and what stands where; none: any length.
std::optional<Machine::Positions> Machine::positions_of(const Values& lists) {
  constexpr std::size_t kLongest = 255;
  Positions out;
  std::set<ValueId> now(lists.begin(), lists.end());
  for (std::size_t length = 0; !now.empty(); ++length) {
    if (length > kLongest) return std::nullopt;
    std::set<ValueId> heads;
    std::set<ValueId> tails;
    for (const ValueId list : now) {
      if (kind_of(list) == TermKind::kNil) out.lengths.insert(length);
      if (kind_of(list) == TermKind::kAny) return std::nullopt;
      const auto parts = parts_of(list, TermKind::kCons, 2);
      if (!parts) continue;
      heads.insert((*parts)[0].begin(), (*parts)[0].end());
      tails.insert((*parts)[1].begin(), (*parts)[1].end());
    }
    out.elements.emplace_back(heads.begin(), heads.end());
    now = std::move(tails);
  }
  return out;
}

// The elements of lists, as far as they are lists.
Machine::Values Machine::elements_of(const Values& lists, bool& proper) {
  std::set<ValueId> seen;
  std::set<ValueId> out;
  Values work = lists;
  proper = true;
  while (!work.empty()) {
    const ValueId next = work.back();
    work.pop_back();
    if (!seen.insert(next).second) continue;
    if (const auto parts = parts_of(next, TermKind::kCons, 2)) {
      out.insert((*parts)[0].begin(), (*parts)[0].end());
      work.insert(work.end(), (*parts)[1].begin(), (*parts)[1].end());
    }
    proper = proper && (kind_of(next) == TermKind::kCons || kind_of(next) == TermKind::kNil);
  }
  return {out.begin(), out.end()};
}

}  // namespace heddle::abstraction
