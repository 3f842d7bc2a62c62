// Exceptions: why they are raised, and which handlers take them.
//
// A handler that has no clause for an exception raises it again: the compiler writes this as a last
// clause. Here such a handler is passed over, so that what goes wrong is told of the place where it
// went wrong. Handlers that do something first (`after`) are entered; that the exception goes on
// behind them is told of its place as well.
#include <algorithm>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {

Machine::Values Machine::reason(const char* name) {
  return {store_.term(code_.terms.tuple({code_.terms.atom(name), Terms::kAny}))};
}

// The compiler writes {function_clause, Arguments...}; what is raised is the atom.
Machine::Values Machine::match_failure(const Values& reasons) {
  std::set<ValueId> out;
  for (const ValueId id : reasons) {
    const Value value = store_.values[id];
    const bool made = value.kind == Value::Kind::kClosure;
    const std::size_t arity =
        made ? code_[value.id].operands.size() : code_.terms[value.id].parts.size();
    const auto parts = arity > 0 ? parts_of(id, TermKind::kTuple, arity) : std::nullopt;
    const bool clause =
        parts && std::any_of((*parts)[0].begin(), (*parts)[0].end(),
                             [&](ValueId p) { return atom_in(p) == "function_clause"; });
    out.insert(clause ? store_.term(code_.terms.atom("function_clause")) : id);
  }
  return {out.begin(), out.end()};
}

// As a handler gets it; nothing else that the analysis does not follow looks like it.
Machine::Values Machine::stack_trace() {
  Values out{store_.term(code_.terms.nil()),
             store_.term(code_.terms.cons(Terms::kAny, Terms::kAny))};
  std::sort(out.begin(), out.end());
  return out;
}

// A model of a library function fails where the function fails, but not with the same words.
Machine::Values Machine::why(const Values& reasons) const {
  return code_.modules[code_[site_].module].library ? Values{any_} : reasons;
}

// To the nearest handler, or the process ends. `exception`: error, exit, throw; null: any of them.
void Machine::raise(const Values& reasons, const char* exception, Failure failure) {
  Exceptions raised{.reasons = reasons};
  for (const char* name : {"error", "exit", "throw"}) {
    if (exception == nullptr || std::string(exception) == name) {
      raised.classes.push_back(store_.term(code_.terms.atom(name)));
    }
  }
  std::sort(raised.classes.begin(), raised.classes.end());
  const CellId handler = handler_of(at_.next);
  std::set<CellId> entered;
  handle(handler, raised, entered);
  std::set<CellId> asked;
  if (!escapes(handler, raised, asked)) return;
  const auto all_are = [&](std::initializer_list<const char*> names) {
    return exception != nullptr && std::string(exception) == "exit" &&
           std::all_of(reasons.begin(), reasons.end(), [&](ValueId id) {
             return std::any_of(names.begin(), names.end(),
                                [&](const char* name) { return atom_in(id) == name; });
           });
  };
  ends(at_.process, all_are({kNormal}) ? kNormal : kCrash);
  if (sink_ == nullptr) return;
  if (all_are({kNormal, "shutdown"})) {
    sink_->internal(reader_, kNone);
  } else {
    sink_->fail(reader_, failure);
  }
}

// By a handler that did something first: the failure was told where it was raised.
void Machine::raise_again(const Values& reasons) {
  Exceptions raised{.reasons = reasons};
  for (const char* name : {"error", "exit", "throw"}) {
    raised.classes.push_back(store_.term(code_.terms.atom(name)));
  }
  std::sort(raised.classes.begin(), raised.classes.end());
  const CellId handler = handler_of(at_.next);
  std::set<CellId> entered;
  handle(handler, raised, entered);
  std::set<CellId> asked;
  if (!escapes(handler, raised, asked)) return;
  ends(at_.process, kCrash);
  if (sink_ != nullptr) sink_->internal(reader_, kNone);
}

// Whether what a clause of a handler does is to raise again what it got.
bool Machine::passes_on(NodeId body) const {
  return code_[body].kind == NodeKind::kPrimop && code_[body].name == "raise";
}

// The exceptions that a handler passes on; `taken`: whether it takes any.
Machine::Exceptions Machine::passed_by(const Frame& frame, const Exceptions& raised, bool& taken) {
  const Node& handler = code_[code_[frame.node].third];
  Exceptions out;
  std::set<ValueId> reasons;
  for (const ValueId each : raised.classes) {
    std::vector<Selected> selected;
    bool complete = false;
    select(handler.clauses, {{each}, raised.reasons, {any_}}, Terms::kAny, frame.environment,
           selected, complete);
    bool passes = false;
    for (const Selected& one : selected) {
      const NormalClause& clause = handler.clauses[one.clause];
      if (!passes_on(clause.body)) {
        taken = true;
        continue;
      }
      passes = true;
      const VariableId reason = code_.patterns[clause.patterns[1]].variable;
      for (const Binding& binding : one.bindings) {
        if (binding.variable == reason) {
          reasons.insert(binding.values.begin(), binding.values.end());
        }
      }
    }
    if (passes) out.classes.push_back(each);
  }
  out.reasons.assign(reasons.begin(), reasons.end());
  return out;
}

// Enters the handlers that take the exceptions. `seen`: a recursion through a `try` meets it again.
void Machine::handle(CellId handler, const Exceptions& raised, std::set<CellId>& seen) {
  if (handler == kNone || !seen.insert(handler).second) return;
  const std::vector<FrameId> frames = read(handler);
  for (const FrameId id : frames) {
    const Frame frame = store_.frames[id];
    const Node& node = code_[frame.node];
    if (code_[node.third].name == kHandler) {
      bool taken = false;
      const Exceptions passed = passed_by(frame, raised, taken);
      if (!passed.classes.empty()) handle(handler_of(frame.parent), passed, seen);
      if (!taken) continue;
    }
    std::vector<Values> values{raised.classes, raised.reasons, {any_}};
    values.resize(node.handler_variables.size(), {any_});
    go(bind(node.handler_variables, values, node.third, frame.environment, frame.parent,
            frame.time));
  }
}

// Whether exceptions may get past all handlers.
bool Machine::escapes(CellId handler, const Exceptions& raised, std::set<CellId>& seen) {
  if (handler == kNone) return true;
  if (!seen.insert(handler).second) return false;
  const std::vector<FrameId> frames = read(handler);
  return std::any_of(frames.begin(), frames.end(), [&](FrameId id) {
    const Frame frame = store_.frames[id];
    const Node& node = code_[frame.node];
    const CellId outer = handler_of(frame.parent);
    if (code_[node.third].name != kHandler)
      return node.name == kRaisesAgain && escapes(outer, raised, seen);
    bool taken = false;
    const Exceptions passed = passed_by(frame, raised, taken);
    return !passed.classes.empty() && escapes(outer, passed, seen);
  });
}

}  // namespace heddle::abstraction
