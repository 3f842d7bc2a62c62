#include "abstraction/cfa/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "support/check.hpp"

namespace heddle::abstraction {

const char* words(Failure failure) {
  switch (failure) {
    case Failure::kSendToNonPid:
      return "send to what is no process";
    case Failure::kWrongArity:
      return "call with the wrong number of arguments";
    case Failure::kNotAFunction:
      return "call of what is no function";
    case Failure::kSpawnOfNonFunction:
      return "spawn of what is no function";
    case Failure::kMatch:
      return "no clause matches";
    case Failure::kException:
      return "uncaught exception";
    case Failure::kUserError:
      return "soter_error";
  }
  return "";
}

Machine::Machine(Code& code, Depths depths, MachineLimits limits)
    : code_(code), depths_(std::move(depths)), limits_(limits) {}

void Machine::start() {
  store_.times({});
  store_.environments({});
  store_.classes({});
  store_.cell({});  // 0: the end of a process
  any_ = store_.term(Terms::kAny);
}

bool Machine::run(NodeId entry) {
  start();
  at_ = {};
  initial_ = state_of(code_[entry].first, 0, 0, 0);
  store_.wake(initial_);
  return fixpoint();
}

bool Machine::run_open(const std::vector<NodeId>& exported) {
  start();
  exported_ = exported;
  // The same node in every analysis of the program, so that calls from it can be named.
  const auto is_client = [](const Node& node) { return node.name == "$client"; };
  auto client = std::find_if(code_.nodes.begin(), code_.nodes.end(), is_client);
  if (client == code_.nodes.end()) {
    code_.nodes.push_back({.kind = NodeKind::kPrimop, .name = "$client"});
    client = code_.nodes.end() - 1;
  }
  at_ = {};
  initial_ = state_of(static_cast<NodeId>(client - code_.nodes.begin()), 0, 0, 0);
  store_.wake(initial_);
  return fixpoint();
}

bool Machine::fixpoint() {
  std::vector<StateId> work = store_.take_woken();
  while (!work.empty()) {
    for (const StateId state : work) {
      step(state, nullptr);
      if (store_.states.size() > limits_.states) {
        note(fmt::format("more than {} control states", limits_.states));
        return false;
      }
      if (++steps_ > limits_.steps) {
        note(fmt::format("more than {} steps", limits_.steps));
        return false;
      }
      if (limits_.deadline && steps_ % 64 == 0 &&
          std::chrono::steady_clock::now() > *limits_.deadline) {
        note("out of time during the analysis");
        return false;
      }
    }
    if (reveals_) reveal();
    work = store_.take_woken();
  }
  std::size_t deepest = 0;
  for (StateId id = 0; id < store_.states.size(); ++id) {
    const Node& node = operation(code_[store_.states[id].node]);
    if (node.kind != NodeKind::kReceive) continue;
    for (const NormalClause& clause : node.clauses) {
      deepest = std::max(deepest, depth_of(code_, clause.patterns[0]));
    }
  }
  message_depth_ = depths_.message.value_or(depths_.data + deepest);
  return true;
}

void Machine::emit(Sink& sink) {
  const std::uint32_t count = store_.states.size();
  for (StateId id = 0; id < count; ++id) step(id, &sink);
  HEDDLE_CHECK(store_.states.size() == count, "the last pass found {} new states",
               store_.states.size() - count);
}

StateId Machine::state_of(NodeId node, EnvironmentId environment, CellId next, TimeId time) {
  const StateId before = store_.states.size();
  const StateId id =
      store_.states({at_.process, node, restrict(code_[node], environment), next, time});
  if (id == before) store_.wake(id);
  return id;
}

std::size_t Machine::data_depth(VariableId variable) const {
  return depths_.data + more_at(depths_.deeper.data, variable);
}

std::size_t Machine::message_depth(ClassId receiver) const {
  return message_depth_ + more_at(depths_.deeper.message, store_.classes[receiver].spawn);
}

CellId Machine::variable_cell(VariableId variable, TermId data, TimeId time) {
  return store_.cell({CellKey::Kind::kVariable, at_.process, variable, data, time, kNone});
}

CellId Machine::simple_cell(CellKey::Kind kind, ClassId process, std::uint32_t of) {
  return store_.cell({kind, process, of, 0, 0, kNone});
}

// A call that remembers nothing of itself passes on what its caller remembers: a deeper call would
// be forgotten in the first helper function otherwise.
TimeId Machine::tick(NodeId call, TimeId time) {
  const std::size_t depth = depths_.context + more_at(depths_.deeper.context, call);
  if (depth == 0) return time;
  Time next = store_.times[time];
  next.calls.insert(next.calls.begin(), call);
  if (next.calls.size() > depth) next.calls.resize(depth);
  return store_.times(std::move(next));
}

EnvironmentId Machine::restrict(const Node& node, EnvironmentId environment,
                                const Environment& more) {
  Environment out;
  const Environment& from = store_.environments[environment];
  for (const VariableId variable : node.free) {
    const auto find = [variable](const Environment& in) {
      return std::lower_bound(in.cells.begin(), in.cells.end(), std::pair{variable, CellId{0}});
    };
    const auto fresh = find(more);
    if (fresh != more.cells.end() && fresh->first == variable) {
      out.cells.push_back(*fresh);
      continue;
    }
    const auto known = find(from);
    HEDDLE_CHECK(known != from.cells.end() && known->first == variable,
                 "the variable {} of {}:{} has no address", code_.variables[variable],
                 code_.modules[node.module].file, node.line);
    out.cells.push_back(*known);
  }
  return store_.environments(std::move(out));
}

CellId Machine::lookup(EnvironmentId environment, VariableId variable) const {
  const Environment& in = store_.environments[environment];
  const auto at =
      std::lower_bound(in.cells.begin(), in.cells.end(), std::pair{variable, CellId{0}});
  HEDDLE_CHECK(at != in.cells.end() && at->first == variable, "the variable {} has no address",
               code_.variables[variable]);
  return at->second;
}

Machine::Values Machine::values_of(const Operand& operand, EnvironmentId environment) {
  switch (operand.kind) {
    case Operand::Kind::kVariable:
      return read(lookup(environment, operand.id));
    case Operand::Kind::kTerm:
      return {store_.term(operand.id)};
    case Operand::Kind::kNode:
      return {store_.values(
          {Value::Kind::kClosure, operand.id, restrict(code_[operand.id], environment)})};
    case Operand::Kind::kFunction:
      break;
  }
  return {store_.values({Value::Kind::kClosure, operand.id, 0})};
}

const Node& Machine::operation(const Node& node) const {
  return node.kind == NodeKind::kLet ? code_[node.first] : node;
}

bool Machine::names(const Node& call, std::initializer_list<const char*> modules,
                    const char* function, std::size_t arity) const {
  if (call.kind != NodeKind::kCall || call.operands.size() != arity + 2) return false;
  if (call.operands[0].kind != Operand::Kind::kTerm || text_of(call.operands[1]) != function) {
    return false;
  }
  const std::string module = text_of(call.operands[0]);
  return std::any_of(modules.begin(), modules.end(),
                     [&](const char* each) { return module == each; });
}

std::string Machine::text_of(const Operand& operand) const {
  if (operand.kind != Operand::Kind::kTerm) return {};
  std::string out;
  TermId id = operand.id;
  if (code_.terms[id].kind == TermKind::kAtom) return code_.terms[id].name;
  while (code_.terms[id].kind == TermKind::kCons) {
    const Term& head = code_.terms[code_.terms[id].parts[0]];
    if (head.kind != TermKind::kInteger || head.low < 0 || head.low > 255) return {};
    out += static_cast<char>(head.low);
    id = code_.terms[id].parts[1];
  }
  return out;
}

std::string Machine::class_name(ClassId id) const {
  const ProcessClass& of = store_.classes[id];
  if (of.spawn == kNone) return "init";
  std::string name = code_.place(of.spawn);
  for (const NodeId call : store_.times[of.time].calls) name += "@" + code_.place(call);
  return name;
}

std::vector<std::string> Machine::class_names() const {
  std::vector<std::string> out;
  std::map<std::string, int> count;
  for (ClassId id = 0; id < store_.classes.size(); ++id) {
    std::string name = class_name(id);
    const int before = count[name]++;
    if (before > 0) name += fmt::format("#{}", before + 1);
    out.push_back(std::move(name));
  }
  return out;
}

std::string Machine::label(StateId state) const {
  const Node& call = operation(code_[store_.states[state].node]);
  return names(call, {"soter", "heddle"}, "label", 2) ? text_of(call.operands[2]) : std::string();
}

std::optional<std::pair<std::string, std::vector<ClassId>>> Machine::mail_label(StateId state) {
  const Node& call = operation(code_[store_.states[state].node]);
  if (!names(call, {"soter", "heddle"}, "label_mail", 3)) return std::nullopt;
  bool any = false;
  std::vector<ClassId> classes =
      named_by(values_of(call.operands[3], store_.states[state].environment), any);
  if (any) {
    classes.resize(store_.classes.size());
    std::iota(classes.begin(), classes.end(), ClassId{0});
  }
  return std::pair{text_of(call.operands[2]), std::move(classes)};
}

std::optional<std::uint64_t> Machine::assertion(StateId state) const {
  const Node& call = operation(code_[store_.states[state].node]);
  if (!names(call, {"soter", "heddle"}, "uncoverable", 2)) return std::nullopt;
  if (call.operands[2].kind != Operand::Kind::kTerm) return 1;
  const Term& bound = code_.terms[call.operands[2].id];
  return bound.kind == TermKind::kInteger && bound.low > 0 ? static_cast<std::uint64_t>(bound.low)
                                                           : 1;
}

bool Machine::returns_to_many(StateId state) const {
  const CellId next = store_.states[state].next;
  return store_.cells[next].kind == CellKey::Kind::kReturn && store_.items(next).size() > 1;
}

bool Machine::cuts_data(StateId state) const {
  for (const auto& [variable, cell] : store_.environments[store_.states[state].environment].cells) {
    if (store_.items(cell).size() > 1) return true;
  }
  return false;
}

}  // namespace heddle::abstraction
