// Operands: what needs no state of its own in the abstract machine.
#include <fmt/format.h>

#include <charconv>

#include "abstraction/core_erlang/normaliser.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {

using core_erlang::Expression;
using core_erlang::Kind;

namespace {

// A larger number is no counter, and would be as many nested terms.
constexpr std::int64_t kLargestPeano = 32;

}  // namespace

TermId Normaliser::number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool beyond = value == kMinusInfinity || value == kPlusInfinity;
  if (error != std::errc() || beyond) return code_.terms.integers(kMinusInfinity, kPlusInfinity);
  TermId out = code_.terms.integers(value, value);
  if (peano_ && value >= 0 && value <= kLargestPeano) {
    out = code_.terms.integers(0, 0);
    for (std::int64_t i = 0; i < value; ++i) {
      out = code_.terms.intern({.kind = TermKind::kSuccessor, .parts = {out}});
    }
    return out;
  }
  code_.numbers.push_back(value);
  return out;
}

std::optional<TermId> Normaliser::plain_constant(const Expression& expression) {
  switch (expression.kind) {
    case Kind::kAtom:
      return code_.terms.atom(expression.name);
    case Kind::kInteger:
      return number(expression.name);
    case Kind::kFloat:
      return code_.terms.intern({.kind = TermKind::kFloat, .name = expression.name});
    case Kind::kNil:
      return code_.terms.nil();
    default:
      return std::nullopt;
  }
}

// A value as an operand; what it takes to compute it is added to `lets`.
Operand Normaliser::operand(const Expression& expression, Lets& lets) {
  if (const auto name = name_in_scope(expression)) return *name;
  if (const auto term = plain_constant(expression)) return constant(*term);
  if (expression.kind == Kind::kTuple || expression.kind == Kind::kCons) {
    return construction(expression, lets);
  }
  if (expression.kind == Kind::kFun) return fun(expression);
  if (is_external_fun(expression)) return external_fun(expression);
  if (expression.kind == Kind::kMap) return map(expression, lets);
  if (expression.kind == Kind::kDo) {
    lets.emplace_back(kNone, this->expression(*expression.parts[0]));
    return operand(*expression.parts[1], lets);
  }
  const VariableId result = fresh("_");
  lets.emplace_back(result, this->expression(expression));
  return variable(result);
}

Operand Normaliser::make(TermKind kind, std::vector<Operand> parts, int line) {
  bool constants = true;
  std::vector<TermId> terms;
  for (const Operand& part : parts) {
    constants = constants && part.kind == Operand::Kind::kTerm;
    terms.push_back(part.id);
  }
  if (constants) {
    return constant(code_.terms.intern({.kind = kind, .parts = std::move(terms)}));
  }
  return {Operand::Kind::kNode,
          add({.kind = NodeKind::kMake, .line = line, .operands = std::move(parts), .make = kind})};
}

Operand Normaliser::fun(const Expression& e) {
  const NodeId id = add({.kind = NodeKind::kFun, .line = e.line, .name = "fun"});
  fill_fun(id, e);
  return {Operand::Kind::kNode, id};
}

// fun m:f/2, as the compiler writes it.
bool Normaliser::is_external_fun(const Expression& e) {
  if (e.kind != Kind::kCall || e.parts.size() != 5) return false;
  const auto is = [&](std::size_t at, const char* name) {
    return e.parts[at]->kind == Kind::kAtom && e.parts[at]->name == name;
  };
  return is(0, "erlang") && is(1, "make_fun") && e.parts[2]->kind == Kind::kAtom &&
         e.parts[3]->kind == Kind::kAtom && e.parts[4]->kind == Kind::kInteger &&
         e.parts[4]->name.size() <= 2 && e.parts[4]->name[0] != '-';
}

// fun(A, B) -> m:f(A, B) end
Operand Normaliser::external_fun(const Expression& e) {
  const std::string& module = e.parts[2]->name;
  const std::string& function = e.parts[3]->name;
  Node call{.kind = NodeKind::kCall, .line = e.line};
  call.operands = {constant(code_.terms.atom(module)), constant(code_.terms.atom(function))};
  Node fun{.kind = NodeKind::kFun, .line = e.line};
  fun.name = fmt::format("fun {}:{}/{}", module, function, e.parts[4]->name);
  for (int i = std::stoi(e.parts[4]->name); i > 0; --i) {
    fun.variables.push_back(fresh("_"));
    call.operands.push_back(variable(fun.variables.back()));
  }
  fun.first = add(std::move(call));
  return {Operand::Kind::kNode, add(std::move(fun))};
}

Operand Normaliser::construction(const Expression& expression, Lets& lets) {
  std::vector<Operand> parts;
  for (const auto& part : expression.parts) parts.push_back(operand(*part, lets));
  if (expression.kind == Kind::kTuple) {
    return make(TermKind::kTuple, std::move(parts), expression.line);
  }
  Operand tail = parts.back();
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    tail = make(TermKind::kCons, {parts[i], tail}, expression.line);
  }
  return tail;
}

// A map is the pairs that were put into it, the last one outermost.
Operand Normaliser::map(const Expression& e, Lets& lets) {
  std::vector<Operand> parts;
  for (const auto& part : e.parts) parts.push_back(operand(*part, lets));
  Operand out = constant(code_.terms.intern({.kind = TermKind::kMap}));
  if (e.extends) {
    out = parts.back();
    parts.pop_back();
  }
  if (e.exact) lets.emplace_back(kNone, must_have(out, parts, e.line));
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    out = make(TermKind::kMap, {parts[i], parts[i + 1], out}, e.line);
  }
  return out;
}

// Fails if the map has not all of the keys.
NodeId Normaliser::must_have(const Operand& map, const std::vector<Operand>& pairs, int line) {
  Pattern has{.kind = PatternKind::kMap};
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    has.keys.push_back(pairs[i]);
    has.parts.push_back(add_pattern({.kind = PatternKind::kVariable}));
  }
  Node node{.kind = NodeKind::kCase, .line = line, .operands = {map}};
  node.clauses.push_back({.patterns = {add_pattern(std::move(has))},
                          .body = returns({constant(code_.terms.atom("ok"))}, line),
                          .line = line});
  node.clauses.push_back(
      {.patterns = {add_pattern({.kind = PatternKind::kVariable})},
       .body = failure(code_.terms.tuple({code_.terms.atom("badkey"), Terms::kAny}), line),
       .line = line});
  return add(std::move(node));
}

NodeId Normaliser::failure(TermId reason, int line) {
  return add({.kind = NodeKind::kCall,
              .line = line,
              .operands = {constant(code_.terms.atom("erlang")),
                           constant(code_.terms.atom("error")), constant(reason)}});
}

NodeId Normaliser::wrap(const Lets& lets, NodeId body, std::size_t from) {
  for (std::size_t i = lets.size(); i-- > from;) {
    Node let{.kind = NodeKind::kLet, .line = code_.nodes[lets[i].second].line};
    let.variables = {lets[i].first};
    let.first = lets[i].second;
    let.second = body;
    body = add(std::move(let));
  }
  return body;
}

NodeId Normaliser::returns(std::vector<Operand> operands, int line) {
  return add({.kind = NodeKind::kReturn, .line = line, .operands = std::move(operands)});
}

// Binaries are not followed: their parts are computed, the value is some bits.
NodeId Normaliser::opaque_construction(const Expression& e) {
  Lets lets;
  std::vector<Operand> operands;
  for (const auto& part : e.parts) operands.push_back(operand(*part, lets));
  return wrap(lets, add({.kind = NodeKind::kPrimop,
                         .line = e.line,
                         .operands = std::move(operands),
                         .name = "$binary"}));
}

// E + n is n successors of E; E - n takes n away, and fails below zero.
std::optional<NodeId> Normaliser::peano_arithmetic(const Expression& e,
                                                   std::vector<Operand> operands, Lets& lets) {
  if (e.parts[0]->name != "erlang" || e.parts[0]->kind != Kind::kAtom) return std::nullopt;
  const bool plus = e.parts[1]->name == "+";
  if (!plus && e.parts[1]->name != "-") return std::nullopt;
  if (plus && e.parts[2]->kind == Kind::kInteger) std::swap(operands[2], operands[3]);
  const Expression& amount = *e.parts[plus && e.parts[2]->kind == Kind::kInteger ? 2 : 3];
  std::int64_t count = -1;
  if (amount.kind == Kind::kInteger && amount.name.size() <= 2) count = std::stol(amount.name);
  if (count < 1 || count > kLargestPeano) return std::nullopt;
  if (plus) {
    Operand value = operands[2];
    for (; count > 0; --count) value = make(TermKind::kSuccessor, {value}, e.line);
    return wrap(lets, returns({value}, e.line));
  }
  const VariableId inner = fresh("_");
  PatternId pattern = add_pattern({.kind = PatternKind::kVariable, .variable = inner});
  for (; count > 0; --count) {
    pattern =
        add_pattern({.kind = PatternKind::kMake, .make = TermKind::kSuccessor, .parts = {pattern}});
  }
  Node node{.kind = NodeKind::kCase, .line = e.line, .operands = {operands[2]}};
  node.clauses.push_back(
      {.patterns = {pattern}, .body = returns({variable(inner)}, e.line), .line = e.line});
  node.clauses.push_back({.patterns = {add_pattern({.kind = PatternKind::kVariable})},
                          .body = failure(code_.terms.atom("badarith"), e.line),
                          .line = e.line});
  return wrap(lets, add(std::move(node)));
}

}  // namespace heddle::abstraction
