#include "abstraction/acs/blurred.hpp"

#include <algorithm>

namespace heddle::abstraction {
namespace {

// How deep within values differences are looked for: no refinement looks deeper.
constexpr int kNested = 3;

class Finder {
 public:
  Finder(const Machine& machine, const std::vector<StateId>& passed)
      : code_(machine.code()), store_(machine.store()), passed_(passed) {}

  Blurred find() {
    for (const StateId state : passed_) look_at_decision(state);
    for (const StateId state : passed_) {
      look_at_carriers(state);
      look_at_callers(state);
    }
    return std::move(out_);
  }

 private:
  const Environment& environment_of(StateId state) const {
    return store_.environments[store_.states[state].environment];
  }

  void use(const Operand& operand, std::set<VariableId>& out) const {
    if (operand.kind == Operand::Kind::kVariable) out.insert(operand.id);
    if (operand.kind == Operand::Kind::kNode) {
      const auto& free = code_[operand.id].free;
      out.insert(free.begin(), free.end());
    }
  }
  void use(GuardId id, std::set<VariableId>& out) const {
    if (id == kNone) return;
    use(code_.guards[id].operand, out);
    for (const GuardId part : code_.guards[id].parts) use(part, out);
  }
  void use_keys(PatternId id, std::set<VariableId>& out) const {
    for (const Operand& key : code_.patterns[id].keys) use(key, out);
    for (const PatternId part : code_.patterns[id].parts) use_keys(part, out);
  }

  // The variables that decide what the operation does, not those that it only hands on.
  std::set<VariableId> deciding(NodeId id) const {
    const Node& node = code_[id].kind == NodeKind::kLet ? code_[code_[id].first] : code_[id];
    std::set<VariableId> out;
    const auto is = [&](std::size_t at, const char* name) {
      return node.operands[at].kind == Operand::Kind::kTerm &&
             code_.terms.is_atom(node.operands[at].id, name);
    };
    switch (node.kind) {
      case NodeKind::kCase:
      case NodeKind::kReceive:
        for (const Operand& operand : node.operands) use(operand, out);
        for (const NormalClause& clause : node.clauses) {
          use(clause.guard, out);
          for (const PatternId pattern : clause.patterns) use_keys(pattern, out);
        }
        break;
      case NodeKind::kApply:
        use(node.operands[0], out);
        break;
      case NodeKind::kCall: {
        use(node.operands[0], out);
        use(node.operands[1], out);
        if (!is(0, "erlang")) break;
        const bool send = is(1, "!") || is(1, "send");
        const std::size_t end =
            send ? std::min<std::size_t>(3, node.operands.size()) : node.operands.size();
        for (std::size_t i = 2; i < end; ++i) use(node.operands[i], out);
        break;
      }
      default:
        break;
    }
    return out;
  }

  void look_at_decision(StateId state) {
    const std::set<VariableId> variables = deciding(store_.states[state].node);
    for (const auto& [variable, cell] : environment_of(state).cells) {
      if (variables.contains(variable)) suspect(cell, kNested);
    }
  }
  void suspect(CellId cell, int depth) {
    const std::vector<std::uint32_t>& items = store_.items(cell);
    if (items.size() > 1) suspects_.insert(items.begin(), items.end());
    for_parts(cell, depth, [&](CellId part) { suspect(part, depth - 1); });
  }

  template <typename Visit>
  void for_parts(CellId cell, int depth, const Visit& visit) const {
    if (depth == 0) return;
    for (const ValueId id : store_.items(cell)) {
      const Value& value = store_.values[id];
      if (value.kind != Value::Kind::kClosure) continue;
      for (const auto& [variable, part] : store_.environments[value.environment].cells) visit(part);
    }
  }

  void look_at_carriers(StateId state) {
    for (const auto& [variable, cell] : environment_of(state).cells) {
      if (!carries(cell, kNested)) continue;
      out_.receivers.insert(store_.classes[store_.states[state].process].spawn);
    }
  }
  // Whether an address, or one in its values, mixes suspect values; all such variables, and those
  // that lead to them, are blurred.
  bool carries(CellId cell, int depth) {
    const std::vector<std::uint32_t>& items = store_.items(cell);
    bool found = items.size() > 1 && std::any_of(items.begin(), items.end(), [&](ValueId id) {
                   return suspects_.contains(id);
                 });
    for_parts(cell, depth, [&](CellId part) { found = carries(part, depth - 1) || found; });
    if (found) out_.variables.insert(store_.cells[cell].of);
    return found;
  }

  // The function that a state is in was called from where its frames return to, one further down.
  void look_at_callers(StateId state) {
    const CellId next = store_.states[state].next;
    if (store_.cells[next].kind != CellKey::Kind::kReturn || store_.items(next).size() < 2) return;
    for (const FrameId frame : store_.items(next)) {
      const CellKey& caller = store_.cells[store_.frames[frame].parent];
      if (caller.kind != CellKey::Kind::kReturn) continue;
      const Node& returns_to = code_[caller.of];
      out_.calls.insert(returns_to.kind == NodeKind::kLet ? returns_to.first : caller.of);
    }
  }

  const Code& code_;
  const Store& store_;
  const std::vector<StateId>& passed_;
  std::set<ValueId> suspects_;
  Blurred out_;
};

// Not within the functions that it makes.
bool has(const Code& code, NodeId tree, NodeId node) {
  if (tree == kNone || tree == node) return tree == node;
  const Node& at = code[tree];
  return has(code, at.first, node) || has(code, at.second, node) || has(code, at.third, node) ||
         std::any_of(at.clauses.begin(), at.clauses.end(),
                     [&](const NormalClause& clause) { return has(code, clause.body, node); });
}

}  // namespace

void Blurred::merge(Blurred other) {
  variables.merge(other.variables);
  calls.merge(other.calls);
  receivers.merge(other.receivers);
}

Blurred blurred(const Machine& machine, const std::vector<StateId>& passed,
                const std::set<ClassId>& crowds) {
  Blurred out = Finder(machine, passed).find();
  const Code& code = machine.code();
  // Several calls of one function mix what they pass to it, and what it spawns.
  for (const auto& [function, calls] : machine.callers()) {
    if (calls.size() < 2) continue;
    const std::vector<VariableId>& parameters = code[function].variables;
    const bool passes = std::any_of(parameters.begin(), parameters.end(),
                                    [&](VariableId each) { return out.variables.contains(each); });
    const bool spawns = std::any_of(crowds.begin(), crowds.end(), [&](ClassId crowd) {
      const NodeId spawn = machine.store().classes[crowd].spawn;
      return spawn != kNone && has(code, code[function].first, spawn);
    });
    if (passes || spawns) out.calls.insert(calls.begin(), calls.end());
  }
  return out;
}

}  // namespace heddle::abstraction
