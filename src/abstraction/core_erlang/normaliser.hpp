// Normaliser: from Core Erlang to the normal form, for normal_form.cpp only. Its functions are in
//
//   normal_form.cpp           modules, functions and the expressions that have an order
//   normalise_values.cpp      operands: constants, constructions, arithmetic on Peano numbers
//   normalise_patterns.cpp    patterns and guards
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abstraction/core_erlang/normal_form.hpp"

namespace heddle::abstraction {

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

// Intermediate results, to be bound before what uses them, the first one outermost.
using Lets = std::vector<std::pair<VariableId, NodeId>>;

class Normaliser {
 public:
  explicit Normaliser(Code& code) : code_(code) {}

  /// Makes a module's functions known.
  void declare(const Input& input);
  /// Gives them their bodies; all modules must have been declared.
  void define(const Input& input, std::uint32_t index);

 private:
  using Clause = core_erlang::Clause;
  using Expression = core_erlang::Expression;

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
  PatternId add_pattern(Pattern pattern) {
    code_.patterns.push_back(std::move(pattern));
    return static_cast<PatternId>(code_.patterns.size() - 1);
  }
  GuardId add_guard(Guard guard) {
    code_.guards.push_back(std::move(guard));
    return static_cast<GuardId>(code_.guards.size() - 1);
  }

  // Functions and names
  void fill_fun(NodeId id, const Expression& fun);
  std::optional<Operand> name_in_scope(const Expression& expression);

  // Values; what it takes to compute one is added to `lets`
  TermId number(const std::string& text);
  std::optional<TermId> plain_constant(const Expression& expression);
  Operand operand(const Expression& expression, Lets& lets);
  Operand make(TermKind kind, std::vector<Operand> parts, int line);
  Operand fun(const Expression& e);
  static bool is_external_fun(const Expression& e);
  Operand external_fun(const Expression& e);
  Operand construction(const Expression& expression, Lets& lets);
  Operand map(const Expression& e, Lets& lets);
  NodeId must_have(const Operand& map, const std::vector<Operand>& pairs, int line);
  NodeId failure(TermId reason, int line);
  NodeId wrap(const Lets& lets, NodeId body, std::size_t from = 0);
  NodeId returns(std::vector<Operand> operands, int line);
  NodeId opaque_construction(const Expression& e);
  std::optional<NodeId> peano_arithmetic(const Expression& e, std::vector<Operand> operands,
                                         Lets& lets);

  // Expressions
  NodeId expression(const Expression& e);
  NodeId let(const Expression& e);
  NodeId letrec(const Expression& e);
  NodeId call(const Expression& e);
  NodeId try_of(const Expression& e);
  bool raises_again(NodeId node) const;
  NodeId catch_all(const Expression& e);
  NodeId case_of(const Expression& e);
  NodeId receive(const Expression& e);
  void clauses(const std::vector<Clause>& from, Node& node);

  // Patterns and guards
  PatternId pattern(const Expression& e);
  std::optional<Operand> rebuilt(PatternId id, int line);
  Pattern successors(TermId term);
  GuardId guard(const Expression& e);
  Operand in_guard(const Operand& operand);

  Code& code_;
  Scope scope_;
  std::map<NodeId, PatternId> wholes_;  // made again from what this clause has matched
  std::uint32_t module_ = 0;
  std::string name_;
  bool peano_ = false;
};

}  // namespace heddle::abstraction
