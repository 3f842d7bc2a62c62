#include "abstraction/core_erlang/free_variables.hpp"

#include <set>
#include <vector>

namespace heddle::abstraction {
namespace {

using Variables = std::set<VariableId>;

// Free variables, and which bound ones are used at all. Children come before their parents only in
// part, so this walks the tree below a function.
class FreeVariables {
 public:
  explicit FreeVariables(Code& code) : code_(code), done_(code.nodes.size(), false) {}

  void run() {
    for (NodeId id = 0; id < code_.nodes.size(); ++id) of(id);
  }

 private:
  void use(const std::vector<Operand>& operands, Variables& out) {
    for (const Operand& operand : operands) {
      if (operand.kind == Operand::Kind::kVariable) out.insert(operand.id);
      if (operand.kind == Operand::Kind::kNode) use(of(operand.id), out);
    }
  }

  void use(const std::vector<VariableId>& free, Variables& out) {
    out.insert(free.begin(), free.end());
  }

  // Takes the variables out that are bound here, and forgets those that nobody uses.
  static void bind(std::vector<VariableId>& bound, Variables& out) {
    for (VariableId& variable : bound) {
      if (variable != kNone && out.erase(variable) == 0) variable = kNone;
    }
  }

  void guard(GuardId id, Variables& out) {
    if (id == kNone) return;
    const Guard& guard = code_.guards[id];
    if (guard.kind == GuardKind::kOperand) use({guard.operand}, out);
    for (const GuardId part : guard.parts) this->guard(part, out);
    if (guard.kind == GuardKind::kLet) out.erase(guard.variable);
  }

  void pattern(PatternId id, Variables& out) {
    Pattern& pattern = code_.patterns[id];
    if (pattern.variable != kNone && out.erase(pattern.variable) == 0) pattern.variable = kNone;
    for (const PatternId part : pattern.parts) this->pattern(part, out);
    use(pattern.keys, out);
  }

  const std::vector<VariableId>& of(NodeId id) {
    if (done_[id]) return code_.nodes[id].free;
    done_[id] = true;
    Node& node = code_.nodes[id];  // nodes are not added any more
    Variables out;
    switch (node.kind) {
      case NodeKind::kFun:
        use(of(node.first), out);
        bind(node.variables, out);
        break;
      case NodeKind::kLet:
        use(of(node.second), out);
        bind(node.variables, out);
        use(of(node.first), out);
        break;
      case NodeKind::kLetrec:
        use(of(node.first), out);
        for (const NodeId function : node.functions) use(of(function), out);
        for (const VariableId name : node.variables) out.erase(name);
        break;
      case NodeKind::kTry: {
        use(of(node.second), out);
        bind(node.variables, out);
        Variables handler;
        use(of(node.third), handler);
        bind(node.handler_variables, handler);
        out.merge(handler);
        use(of(node.first), out);
        break;
      }
      default:
        break;
    }
    for (NormalClause& clause : node.clauses) {
      Variables inner;
      use(of(clause.body), inner);
      guard(clause.guard, inner);
      for (const PatternId each : clause.patterns) pattern(each, inner);
      out.merge(inner);
    }
    if (node.kind == NodeKind::kReceive && node.first != kNone) use(of(node.first), out);
    use(node.operands, out);
    node.free.assign(out.begin(), out.end());
    return node.free;
  }

  Code& code_;
  std::vector<bool> done_;
};

}  // namespace

void find_free_variables(Code& code) { FreeVariables(code).run(); }

}  // namespace heddle::abstraction
