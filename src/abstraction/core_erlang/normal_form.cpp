#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "abstraction/core_erlang/free_variables.hpp"
#include "abstraction/core_erlang/normaliser.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {

using core_erlang::Clause;
using core_erlang::Definition;
using core_erlang::Expression;
using core_erlang::Kind;
using support::UserError;

namespace {

std::string function_key(const std::string& name, std::size_t arity) {
  return fmt::format("{}/{}", name, arity);
}

}  // namespace

void Normaliser::declare(const Input& input) {
  const std::string& name = input.module.name;
  for (const ModuleInfo& other : code_.modules) {
    if (other.name == name) {
      throw UserError(
          fmt::format("{}: the module {} was given before; give it once", input.module.file, name));
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

void Normaliser::define(const Input& input, std::uint32_t index) {
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

void Normaliser::fill_fun(NodeId id, const Expression& fun) {
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

std::optional<Operand> Normaliser::name_in_scope(const Expression& expression) {
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

NodeId Normaliser::expression(const Expression& e) {
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
      return wrap(lets, add({.kind = e.kind == Kind::kApply ? NodeKind::kApply : NodeKind::kPrimop,
                             .line = e.line,
                             .operands = std::move(operands),
                             .name = e.name}));
    }
    case Kind::kCall:
      if (is_external_fun(e)) return wrap(lets, returns({operand(e, lets)}, e.line));
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
  throw UserError(
      fmt::format("{}: a pattern stands where an expression should", code_.modules[module_].file));
}

NodeId Normaliser::let(const Expression& e) {
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
              bound.kind == Kind::kTuple || bound.kind == Kind::kCons || bound.kind == Kind::kMap ||
              bound.kind == Kind::kFun || plain_constant(bound) || is_external_fun(bound))) {
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

NodeId Normaliser::letrec(const Expression& e) {
  const std::size_t mark = scope_.mark();
  Node node{.kind = NodeKind::kLetrec, .line = e.line};
  for (const Definition& definition : e.definitions) {
    node.variables.push_back(fresh(definition.name));
    scope_.bind(function_key(definition.name, definition.arity), variable(node.variables.back()));
  }
  for (const Definition& definition : e.definitions) {
    node.functions.push_back(
        add({.kind = NodeKind::kFun, .line = definition.function->line, .name = definition.name}));
    fill_fun(node.functions.back(), *definition.function);
  }
  node.first = expression(*e.parts[0]);
  scope_.rewind(mark);
  return add(std::move(node));
}

NodeId Normaliser::call(const Expression& e) {
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

NodeId Normaliser::try_of(const Expression& e) {
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
  std::vector<Operand> raised;
  for (const VariableId each : node.handler_variables) raised.push_back(variable(each));
  Node& handler = code_.nodes[node.third];
  if (handler.kind == NodeKind::kCase && handler.operands == raised && raised.size() == 3) {
    handler.name = kHandler;
  } else if (raises_again(node.third)) {
    node.name = kRaisesAgain;
  }
  return add(std::move(node));
}

bool Normaliser::raises_again(NodeId id) const {
  if (id == kNone) return false;
  const Node& node = code_.nodes[id];
  if (node.kind == NodeKind::kFun) return false;
  if (node.kind == NodeKind::kPrimop && node.name == "raise") return true;
  return raises_again(node.first) || raises_again(node.second) || raises_again(node.third) ||
         std::any_of(node.clauses.begin(), node.clauses.end(),
                     [&](const NormalClause& clause) { return raises_again(clause.body); });
}

// catch E: its value, or what was thrown, or {'EXIT', _}.
NodeId Normaliser::catch_all(const Expression& e) {
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

NodeId Normaliser::case_of(const Expression& e) {
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

NodeId Normaliser::receive(const Expression& e) {
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

void Normaliser::clauses(const std::vector<Clause>& from, Node& node) {
  for (const Clause& clause : from) {
    // A receive matches one message.
    const std::size_t subjects = node.kind == NodeKind::kReceive ? 1 : node.operands.size();
    if (clause.patterns.size() != subjects) {
      throw UserError(fmt::format("{}: line {}: a clause has {} patterns for {} values",
                                  code_.modules[module_].file, clause.line, clause.patterns.size(),
                                  subjects));
    }
    const std::size_t mark = scope_.mark();
    NormalClause out{.line = clause.line};
    wholes_.clear();
    for (const auto& each : clause.patterns) out.patterns.push_back(pattern(*each));
    if (clause.guard->kind != Kind::kAtom || clause.guard->name != "true") {
      out.guard = guard(*clause.guard);
    }
    out.body = expression(*clause.body);
    scope_.rewind(mark);
    node.clauses.push_back(std::move(out));
  }
}

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

}  // namespace heddle::abstraction
