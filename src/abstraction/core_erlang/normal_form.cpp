#include "abstraction/core_erlang/normal_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include "abstraction/core_erlang/free_variables.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {
namespace {

using core_erlang::Clause;
using core_erlang::Definition;
using core_erlang::Expression;
using core_erlang::Kind;
using support::UserError;

// A larger number is no counter, and would be as many nested terms.
constexpr std::int64_t kLargestPeano = 32;

// Names in sight, innermost last.
class Scope {
 public:
  void bind(std::string name, Operand operand) { names_.emplace_back(std::move(name), operand); }
  std::size_t mark() const { return names_.size(); }
  void rewind(std::size_t mark) { names_.resize(mark); }
  const Operand* find(const std::string& name) const {
    for (auto at = names_.rbegin(); at != names_.rend(); ++at) {
      if (at->first == name) return &at->second;
    }
    return nullptr;
  }

 private:
  std::vector<std::pair<std::string, Operand>> names_;
};

std::string function_key(const std::string& name, std::size_t arity) {
  return fmt::format("{}/{}", name, arity);
}

// Intermediate results, to be bound before what uses them, the first one outermost.
using Lets = std::vector<std::pair<VariableId, NodeId>>;

class Normaliser {
 public:
  explicit Normaliser(Code& code) : code_(code) {}

  void declare(const Input& input) {
    const std::string& name = input.module.name;
    for (const ModuleInfo& other : code_.modules) {
      if (other.name == name) {
        throw UserError(fmt::format("{}: the module {} was given before; give it once",
                                    input.module.file, name));
      }
    }
    code_.modules.push_back({.name = name,
                             .file = input.source,
                             .library = input.library,
                             .exports = input.module.exports});
    for (const Definition& definition : input.module.functions) {
      module_ = static_cast<std::uint32_t>(code_.modules.size() - 1);
      const NodeId id = add({.kind = NodeKind::kFun,
                             .line = definition.function->line,
                             .name = function_key(definition.name, definition.arity)});
      code_.functions[{name, definition.name, definition.arity}] = id;
    }
  }

  void define(const Input& input, std::uint32_t index) {
    module_ = index;
    name_ = input.module.name;
    peano_ = false;
    for (const auto& attribute : input.module.attributes) {
      if (attribute.name == "soter_config" || attribute.name == "heddle_config") {
        for (const auto& part : attribute.value->parts) peano_ |= part->name == "peano";
      }
    }
    for (const Definition& definition : input.module.functions) {
      const NodeId id = code_.find(name_, definition.name, definition.arity);
      fill_fun(id, *definition.function);
    }
  }

 private:
  NodeId add(Node node) {
    node.module = module_;
    code_.nodes.push_back(std::move(node));
    return static_cast<NodeId>(code_.nodes.size() - 1);
  }
  VariableId fresh(const std::string& name) {
    code_.variables.push_back(name);
    return static_cast<VariableId>(code_.variables.size() - 1);
  }
  static Operand variable(VariableId id) { return {Operand::Kind::kVariable, id}; }
  static Operand constant(TermId id) { return {Operand::Kind::kTerm, id}; }

  void fill_fun(NodeId id, const Expression& fun) {
    const std::size_t mark = scope_.mark();
    std::vector<VariableId> parameters;
    for (const std::string& name : fun.variables) {
      parameters.push_back(fresh(name));
      scope_.bind(name, variable(parameters.back()));
    }
    const NodeId body = expression(*fun.parts[0]);
    code_.nodes[id].variables = std::move(parameters);
    code_.nodes[id].first = body;
    scope_.rewind(mark);
  }

  std::optional<Operand> name_in_scope(const Expression& expression) {
    if (expression.kind == Kind::kVariable) {
      if (const Operand* found = scope_.find(expression.name)) return *found;
      throw UserError(fmt::format("{}: the variable {} is not bound", code_.modules[module_].file,
                                  expression.name));
    }
    if (expression.kind != Kind::kFunctionName) return std::nullopt;
    if (const Operand* found = scope_.find(function_key(expression.name, expression.arity))) {
      return *found;
    }
    const NodeId function = code_.find(name_, expression.name, expression.arity);
    if (function == kNone) {
      throw UserError(fmt::format("{}: the function {}/{} is not defined",
                                  code_.modules[module_].file, expression.name, expression.arity));
    }
    return Operand{Operand::Kind::kFunction, function};
  }

  TermId number(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return code_.terms.integers(kMinusInfinity, kPlusInfinity);
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

  std::optional<TermId> plain_constant(const Expression& expression) {
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
  Operand operand(const Expression& expression, Lets& lets) {
    if (const auto name = name_in_scope(expression)) return *name;
    if (const auto term = plain_constant(expression)) return constant(*term);
    if (expression.kind == Kind::kTuple || expression.kind == Kind::kCons) {
      return construction(expression, lets);
    }
    if (expression.kind == Kind::kFun) return fun(expression);
    if (expression.kind == Kind::kMap) return map(expression, lets);
    if (expression.kind == Kind::kDo) {
      lets.emplace_back(kNone, this->expression(*expression.parts[0]));
      return operand(*expression.parts[1], lets);
    }
    const VariableId result = fresh("_");
    lets.emplace_back(result, this->expression(expression));
    return variable(result);
  }

  Operand make(TermKind kind, std::vector<Operand> parts, int line) {
    bool constants = true;
    std::vector<TermId> terms;
    for (const Operand& part : parts) {
      constants = constants && part.kind == Operand::Kind::kTerm;
      terms.push_back(part.id);
    }
    if (constants) {
      return constant(code_.terms.intern({.kind = kind, .parts = std::move(terms)}));
    }
    return {
        Operand::Kind::kNode,
        add({.kind = NodeKind::kMake, .line = line, .operands = std::move(parts), .make = kind})};
  }

  Operand fun(const Expression& e) {
    const NodeId id = add({.kind = NodeKind::kFun, .line = e.line, .name = "fun"});
    fill_fun(id, e);
    return {Operand::Kind::kNode, id};
  }

  Operand construction(const Expression& expression, Lets& lets) {
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
  Operand map(const Expression& e, Lets& lets) {
    std::vector<Operand> parts;
    for (const auto& part : e.parts) parts.push_back(operand(*part, lets));
    Operand out = constant(code_.terms.intern({.kind = TermKind::kMap}));
    if (e.extends) {
      out = parts.back();
      parts.pop_back();
      if (e.exact) lets.emplace_back(kNone, must_have(out, parts, e.line));
    }
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
      out = make(TermKind::kMap, {parts[i], parts[i + 1], out}, e.line);
    }
    return out;
  }

  // Fails if the map has not all of the keys.
  NodeId must_have(const Operand& map, const std::vector<Operand>& pairs, int line) {
    Pattern has{.kind = PatternKind::kMap};
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
      has.keys.push_back(pairs[i]);
      has.parts.push_back(add_pattern({.kind = PatternKind::kVariable}));
    }
    Node node{.kind = NodeKind::kCase, .line = line, .operands = {map}};
    node.clauses.push_back({.patterns = {add_pattern(std::move(has))},
                            .body = returns({constant(code_.terms.atom("ok"))}, line),
                            .line = line});
    node.clauses.push_back({.patterns = {add_pattern({.kind = PatternKind::kVariable})},
                            .body = failure("badkey", line),
                            .line = line});
    return add(std::move(node));
  }

  NodeId failure(const char* reason, int line) {
    return add(
        {.kind = NodeKind::kCall,
         .line = line,
         .operands = {constant(code_.terms.atom("erlang")), constant(code_.terms.atom("error")),
                      constant(code_.terms.atom(reason))}});
  }

  NodeId wrap(const Lets& lets, NodeId body, std::size_t from = 0) {
    for (std::size_t i = lets.size(); i-- > from;) {
      Node let{.kind = NodeKind::kLet, .line = code_.nodes[lets[i].second].line};
      let.variables = {lets[i].first};
      let.first = lets[i].second;
      let.second = body;
      body = add(std::move(let));
    }
    return body;
  }

  NodeId returns(std::vector<Operand> operands, int line) {
    return add({.kind = NodeKind::kReturn, .line = line, .operands = std::move(operands)});
  }

  NodeId expression(const Expression& e) {
    Lets lets;
    switch (e.kind) {
      case Kind::kVariable:
      case Kind::kAtom:
      case Kind::kInteger:
      case Kind::kFloat:
      case Kind::kNil:
      case Kind::kFunctionName:
      case Kind::kTuple:
      case Kind::kCons:
      case Kind::kMap:
      case Kind::kFun: {
        const Operand value = operand(e, lets);
        return wrap(lets, returns({value}, e.line));
      }
      case Kind::kBinary:
        return opaque_construction(e);
      case Kind::kValues: {
        std::vector<Operand> values;
        for (const auto& part : e.parts) values.push_back(operand(*part, lets));
        return wrap(lets, returns(std::move(values), e.line));
      }
      case Kind::kLet:
        return let(e);
      case Kind::kDo: {
        const NodeId first = expression(*e.parts[0]);
        return wrap({{kNone, first}}, expression(*e.parts[1]));
      }
      case Kind::kCase:
        return case_of(e);
      case Kind::kLetrec:
        return letrec(e);
      case Kind::kApply:
      case Kind::kPrimop: {
        std::vector<Operand> operands;
        for (const auto& part : e.parts) operands.push_back(operand(*part, lets));
        return wrap(lets,
                    add({.kind = e.kind == Kind::kApply ? NodeKind::kApply : NodeKind::kPrimop,
                         .line = e.line,
                         .operands = std::move(operands),
                         .name = e.name}));
      }
      case Kind::kCall:
        return call(e);
      case Kind::kTry:
        return try_of(e);
      case Kind::kCatch:
        return catch_all(e);
      case Kind::kReceive:
        return receive(e);
      case Kind::kAlias:
        break;
    }
    throw UserError(fmt::format("{}: a pattern stands where an expression should",
                                code_.modules[module_].file));
  }

  // Binaries are not followed: their parts are computed, the value is some bits.
  NodeId opaque_construction(const Expression& e) {
    Lets lets;
    std::vector<Operand> operands;
    for (const auto& part : e.parts) operands.push_back(operand(*part, lets));
    return wrap(lets, add({.kind = NodeKind::kPrimop,
                           .line = e.line,
                           .operands = std::move(operands),
                           .name = "$binary"}));
  }

  NodeId let(const Expression& e) {
    const Expression& bound = *e.parts[0];
    const std::size_t mark = scope_.mark();
    Lets lets;
    // What is an operand needs no state of its own, and no address in which others are mixed in.
    if (bound.kind == Kind::kValues && bound.parts.size() == e.variables.size()) {
      std::vector<Operand> values;
      for (const auto& part : bound.parts) values.push_back(operand(*part, lets));
      for (std::size_t i = 0; i < values.size(); ++i) scope_.bind(e.variables[i], values[i]);
    } else if (e.variables.size() == 1 &&
               (bound.kind == Kind::kVariable || bound.kind == Kind::kFunctionName ||
                bound.kind == Kind::kTuple || bound.kind == Kind::kCons ||
                bound.kind == Kind::kMap || bound.kind == Kind::kFun || plain_constant(bound))) {
      scope_.bind(e.variables[0], operand(bound, lets));
    } else {
      Node node{.kind = NodeKind::kLet, .line = e.line};
      node.first = expression(bound);
      node.line = code_.nodes[node.first].line;
      for (const std::string& name : e.variables) {
        node.variables.push_back(fresh(name));
        scope_.bind(name, variable(node.variables.back()));
      }
      node.second = expression(*e.parts[1]);
      scope_.rewind(mark);
      return add(std::move(node));
    }
    const NodeId body = expression(*e.parts[1]);
    scope_.rewind(mark);
    return wrap(lets, body);
  }

  NodeId letrec(const Expression& e) {
    const std::size_t mark = scope_.mark();
    Node node{.kind = NodeKind::kLetrec, .line = e.line};
    for (const Definition& definition : e.definitions) {
      node.variables.push_back(fresh(definition.name));
      scope_.bind(function_key(definition.name, definition.arity), variable(node.variables.back()));
    }
    for (const Definition& definition : e.definitions) {
      node.functions.push_back(add(
          {.kind = NodeKind::kFun, .line = definition.function->line, .name = definition.name}));
      fill_fun(node.functions.back(), *definition.function);
    }
    node.first = expression(*e.parts[0]);
    scope_.rewind(mark);
    return add(std::move(node));
  }

  NodeId call(const Expression& e) {
    Lets lets;
    const bool intrinsic = e.parts[0]->kind == Kind::kAtom &&
                           (e.parts[0]->name == "soter" || e.parts[0]->name == "heddle");
    const bool peano = std::exchange(peano_, peano_ && !intrinsic);
    std::vector<Operand> operands;
    for (const auto& part : e.parts) operands.push_back(operand(*part, lets));
    peano_ = peano;
    if (peano_ && operands.size() == 4) {
      if (const auto rewritten = peano_arithmetic(e, operands, lets)) return *rewritten;
    }
    return wrap(lets,
                add({.kind = NodeKind::kCall, .line = e.line, .operands = std::move(operands)}));
  }

  // E + n is n successors of E; E - n takes n away, and fails below zero.
  std::optional<NodeId> peano_arithmetic(const Expression& e, std::vector<Operand> operands,
                                         Lets& lets) {
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
      pattern = add_pattern(
          {.kind = PatternKind::kMake, .make = TermKind::kSuccessor, .parts = {pattern}});
    }
    Node node{.kind = NodeKind::kCase, .line = e.line, .operands = {operands[2]}};
    node.clauses.push_back(
        {.patterns = {pattern}, .body = returns({variable(inner)}, e.line), .line = e.line});
    node.clauses.push_back({.patterns = {add_pattern({.kind = PatternKind::kVariable})},
                            .body = failure("badarith", e.line),
                            .line = e.line});
    return wrap(lets, add(std::move(node)));
  }

  NodeId try_of(const Expression& e) {
    Node node{.kind = NodeKind::kTry, .line = e.line};
    node.first = expression(*e.parts[0]);
    const std::size_t mark = scope_.mark();
    for (const std::string& name : e.variables) {
      node.variables.push_back(fresh(name));
      scope_.bind(name, variable(node.variables.back()));
    }
    node.second = expression(*e.parts[1]);
    scope_.rewind(mark);
    for (const std::string& name : e.handler_variables) {
      node.handler_variables.push_back(fresh(name));
      scope_.bind(name, variable(node.handler_variables.back()));
    }
    node.third = expression(*e.parts[2]);
    scope_.rewind(mark);
    return add(std::move(node));
  }

  // catch E: its value, or what was thrown, or {'EXIT', _}.
  NodeId catch_all(const Expression& e) {
    Node node{.kind = NodeKind::kTry, .line = e.line};
    node.first = expression(*e.parts[0]);
    const VariableId value = fresh("_");
    node.variables = {value};
    node.second = returns({variable(value)}, e.line);
    for (const char* name : {"_class", "_reason", "_stack"}) {
      node.handler_variables.push_back(fresh(name));
    }
    node.third = add({.kind = NodeKind::kPrimop,
                      .line = e.line,
                      .operands = {variable(node.handler_variables[1])},
                      .name = "$caught"});
    return add(std::move(node));
  }

  NodeId case_of(const Expression& e) {
    Lets lets;
    Node node{.kind = NodeKind::kCase, .line = e.line};
    const Expression& subject = *e.parts[0];
    if (subject.kind == Kind::kValues) {
      for (const auto& part : subject.parts) node.operands.push_back(operand(*part, lets));
    } else if (!e.clauses.empty() && e.clauses[0].patterns.size() != 1) {
      // The subject returns several values.
      Node let{.kind = NodeKind::kLet, .line = e.line};
      let.first = expression(subject);
      for (std::size_t i = 0; i < e.clauses[0].patterns.size(); ++i) {
        let.variables.push_back(fresh("_"));
        node.operands.push_back(variable(let.variables.back()));
      }
      clauses(e.clauses, node);
      let.second = add(std::move(node));
      return add(std::move(let));
    } else {
      node.operands.push_back(operand(subject, lets));
    }
    clauses(e.clauses, node);
    return wrap(lets, add(std::move(node)));
  }

  NodeId receive(const Expression& e) {
    Lets lets;
    Node node{.kind = NodeKind::kReceive, .line = e.line};
    const Expression& limit = *e.parts[0];
    if (limit.kind != Kind::kAtom || limit.name != "infinity") {
      node.operands.push_back(operand(limit, lets));
      node.first = expression(*e.parts[1]);
    }
    clauses(e.clauses, node);
    return wrap(lets, add(std::move(node)));
  }

  void clauses(const std::vector<Clause>& from, Node& node) {
    for (const Clause& clause : from) {
      // A receive matches one message.
      const std::size_t subjects = node.kind == NodeKind::kReceive ? 1 : node.operands.size();
      if (clause.patterns.size() != subjects) {
        throw UserError(fmt::format("{}: line {}: a clause has {} patterns for {} values",
                                    code_.modules[module_].file, clause.line,
                                    clause.patterns.size(), subjects));
      }
      const std::size_t mark = scope_.mark();
      NormalClause out{.line = clause.line};
      for (const auto& each : clause.patterns) out.patterns.push_back(pattern(*each));
      if (clause.guard->kind != Kind::kAtom || clause.guard->name != "true") {
        out.guard = guard(*clause.guard);
      }
      out.body = expression(*clause.body);
      scope_.rewind(mark);
      node.clauses.push_back(std::move(out));
    }
  }

  PatternId add_pattern(Pattern pattern) {
    code_.patterns.push_back(std::move(pattern));
    return static_cast<PatternId>(code_.patterns.size() - 1);
  }

  PatternId pattern(const Expression& e) {
    switch (e.kind) {
      case Kind::kVariable: {
        const VariableId id = fresh(e.name);
        scope_.bind(e.name, variable(id));
        return add_pattern({.kind = PatternKind::kVariable, .variable = id});
      }
      case Kind::kAlias: {
        const PatternId part = pattern(*e.parts[0]);
        // The whole is what it is made of: in an address of its own, others would be mixed in.
        if (const auto whole = rebuilt(part, e.line)) {
          scope_.bind(e.name, *whole);
          return part;
        }
        const VariableId id = fresh(e.name);
        scope_.bind(e.name, variable(id));
        return add_pattern({.kind = PatternKind::kAlias, .variable = id, .parts = {part}});
      }
      case Kind::kTuple:
      case Kind::kCons: {
        std::vector<PatternId> parts;
        for (const auto& part : e.parts) parts.push_back(pattern(*part));
        if (e.kind == Kind::kTuple) {
          return add_pattern(
              {.kind = PatternKind::kMake, .make = TermKind::kTuple, .parts = std::move(parts)});
        }
        PatternId tail = parts.back();
        for (std::size_t i = parts.size() - 1; i-- > 0;) {
          tail = add_pattern(
              {.kind = PatternKind::kMake, .make = TermKind::kCons, .parts = {parts[i], tail}});
        }
        return tail;
      }
      case Kind::kMap: {
        Pattern out{.kind = PatternKind::kMap};
        Lets lets;
        for (std::size_t i = 0; i + 1 < e.parts.size(); i += 2) {
          out.keys.push_back(operand(*e.parts[i], lets));
          out.parts.push_back(pattern(*e.parts[i + 1]));
        }
        if (!lets.empty()) {
          throw UserError(fmt::format("{}: a key of a map pattern is neither a term nor a variable",
                                      code_.modules[module_].file));
        }
        return add_pattern(std::move(out));
      }
      case Kind::kBinary: {
        // Sizes are expressions: only values bind.
        Pattern out{.kind = PatternKind::kMaybe};
        out.term = code_.terms.intern({.kind = TermKind::kBinary});
        for (std::size_t i = 0; i + 5 <= e.parts.size(); i += 5) {
          out.parts.push_back(pattern(*e.parts[i]));
        }
        return add_pattern(std::move(out));
      }
      default:
        if (const auto term = plain_constant(e)) {
          return add_pattern(successors(*term));
        }
        throw UserError(fmt::format("{}: an expression stands where a pattern should",
                                    code_.modules[module_].file));
    }
  }

  // What a pattern has matched, made again from its variables.
  std::optional<Operand> rebuilt(PatternId id, int line) {
    const Pattern matched = code_.patterns[id];
    if (matched.kind == PatternKind::kVariable) return variable(matched.variable);
    if (matched.kind == PatternKind::kTerm) return constant(matched.term);
    if (matched.kind != PatternKind::kMake) return std::nullopt;
    std::vector<Operand> parts;
    for (const PatternId part : matched.parts) {
      const auto operand = rebuilt(part, line);
      if (!operand) return std::nullopt;
      parts.push_back(*operand);
    }
    return make(matched.make, std::move(parts), line);
  }

  // A Peano constant as nested patterns; any other constant as it is.
  Pattern successors(TermId term) {
    const Term& value = code_.terms[term];
    if (value.kind != TermKind::kSuccessor) return {.kind = PatternKind::kTerm, .term = term};
    const PatternId inner = add_pattern(successors(value.parts[0]));
    return {.kind = PatternKind::kMake, .make = TermKind::kSuccessor, .parts = {inner}};
  }

  GuardId add_guard(Guard guard) {
    code_.guards.push_back(std::move(guard));
    return static_cast<GuardId>(code_.guards.size() - 1);
  }

  GuardId guard(const Expression& e) {
    if (e.kind == Kind::kVariable) {
      return add_guard({.kind = GuardKind::kOperand, .operand = *name_in_scope(e)});
    }
    if (const auto term = plain_constant(e)) {
      return add_guard({.kind = GuardKind::kOperand, .operand = constant(*term)});
    }
    if (e.kind == Kind::kCall && e.parts[0]->kind == Kind::kAtom && e.parts[0]->name == "erlang" &&
        e.parts[1]->kind == Kind::kAtom) {
      Guard out{.kind = GuardKind::kCall, .name = e.parts[1]->name};
      for (std::size_t i = 2; i < e.parts.size(); ++i) out.parts.push_back(guard(*e.parts[i]));
      return add_guard(std::move(out));
    }
    if (e.kind == Kind::kLet && e.variables.size() == 1) {
      Guard out{.kind = GuardKind::kLet};
      out.parts.push_back(guard(*e.parts[0]));
      const std::size_t mark = scope_.mark();
      out.variable = fresh(e.variables[0]);
      scope_.bind(e.variables[0], variable(out.variable));
      out.parts.push_back(guard(*e.parts[1]));
      scope_.rewind(mark);
      return add_guard(std::move(out));
    }
    // A guard that fails is false: what its `try` protects says the rest.
    if (e.kind == Kind::kTry && e.variables.size() == 1 && e.parts[1]->kind == Kind::kVariable &&
        e.parts[1]->name == e.variables[0]) {
      return guard(*e.parts[0]);
    }
    return add_guard({.kind = GuardKind::kUnknown});
  }

  Code& code_;
  Scope scope_;
  std::uint32_t module_ = 0;
  std::string name_;
  bool peano_ = false;
};

}  // namespace

std::string Code::place(NodeId id) const {
  const Node& node = nodes[id];
  const ModuleInfo& module = modules[node.module];
  const std::string file = std::filesystem::path(module.file).filename().string();
  return node.line == 0 ? file : fmt::format("{}:{}", file, node.line);
}

Code normalise(std::vector<Input> inputs) {
  Code code;
  Normaliser normaliser(code);
  for (const Input& input : inputs) normaliser.declare(input);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) normaliser.define(inputs[i], i);
  find_free_variables(code);
  std::sort(code.numbers.begin(), code.numbers.end());
  code.numbers.erase(std::unique(code.numbers.begin(), code.numbers.end()), code.numbers.end());
  return code;
}

std::size_t depth_of(const Code& code, PatternId id) {
  const Pattern& pattern = code.patterns[id];
  switch (pattern.kind) {
    case PatternKind::kVariable:
      return 0;
    case PatternKind::kTerm: {
      const auto deepen = [&](const auto& self, TermId term) -> std::size_t {
        std::size_t below = 0;
        for (const TermId part : code.terms[term].parts) below = std::max(below, self(self, part));
        return below + 1;
      };
      return deepen(deepen, pattern.term);
    }
    case PatternKind::kAlias:
      return depth_of(code, pattern.parts[0]);
    case PatternKind::kMake: {
      std::size_t below = 0;
      for (const PatternId part : pattern.parts) below = std::max(below, depth_of(code, part));
      return below + 1;
    }
    case PatternKind::kMap:
    case PatternKind::kMaybe:
      return 1;
  }
  return 0;
}

}  // namespace heddle::abstraction
