// One step of a state: what it may do next. The same code finds new states during the fixpoint
// (no sink) and tells the rules afterwards (with one).
//
// A `let` whose bound part is an operation does it and goes on with its body in one step; any other
// bound part is entered with a frame to return to. A state therefore stands for one operation.
#include <fmt/format.h>

#include <algorithm>

#include "abstraction/cfa/machine.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {

namespace {

// Of a receive, in milliseconds; more is an error.
constexpr std::int64_t kLongestTimeout = 0xffffffff;

}  // namespace

void Machine::step(StateId state, Sink* sink) {
  sink_ = sink;
  reader_ = state;
  at_ = store_.states[state];
  const Node& node = code_[at_.node];
  let_ = node.kind == NodeKind::kLet ? &node : nullptr;
  site_ = let_ != nullptr ? let_->first : at_.node;
  step_operation(code_[site_]);
}

void Machine::step_operation(const Node& node) {
  switch (node.kind) {
    case NodeKind::kReturn: {
      std::vector<Values> values;
      for (const Operand& operand : node.operands) {
        values.push_back(values_of(operand, at_.environment));
      }
      go(deliver(values));
      return;
    }
    case NodeKind::kApply:
      step_apply(node);
      return;
    case NodeKind::kCall:
      step_call(node);
      return;
    case NodeKind::kPrimop:
      step_primop(node);
      return;
    default:
      break;
  }
  if (let_ != nullptr) {
    enter_below(site_);
    return;
  }
  switch (node.kind) {
    case NodeKind::kCase:
      step_case(node);
      return;
    case NodeKind::kReceive:
      step_receive(node);
      return;
    case NodeKind::kLetrec:
      step_letrec(node);
      return;
    case NodeKind::kTry: {
      const CellId next = store_.cell({CellKey::Kind::kReturn, at_.process, at_.node,
                                       at_.environment, at_.time, around(at_.next)});
      store_.add(next,
                 store_.frames({Frame::Kind::kTry, at_.node, at_.environment, at_.next, at_.time}));
      go({state_of(node.first, at_.environment, next, at_.time)});
      return;
    }
    default:
      HEDDLE_CHECK(false, "a node of kind {} has no step", static_cast<int>(node.kind));
  }
}

// In which handlers a `try` stands, for its address: the nearest one. In a recursion through a
// `try` the same one comes again, and what is around the first of them stands for all.
CellId Machine::around(CellId next) const {
  constexpr int kMost = 4;
  const CellId nearest = handler_of(next);
  CellId at = nearest;
  for (int i = 0; at != kNone; ++i, at = store_.cells[at].handler) {
    if (store_.cells[at].of == at_.node) return store_.cells[at].handler;
    if (i == kMost) return kNone;
  }
  return nearest;
}

// The nearest `try` around a continuation.
CellId Machine::handler_of(CellId next) const {
  if (next == 0) return kNone;
  const CellKey& key = store_.cells[next];
  return code_[key.of].kind == NodeKind::kTry ? next : key.handler;
}

// A cell to return to from below the current `let`, or where the state itself returns to.
CellId Machine::push() {
  if (let_ == nullptr) return at_.next;
  const CellId next = store_.cell({CellKey::Kind::kReturn, at_.process, at_.node, at_.environment,
                                   at_.time, handler_of(at_.next)});
  store_.add(next,
             store_.frames({Frame::Kind::kLet, at_.node, at_.environment, at_.next, at_.time}));
  return next;
}

void Machine::enter_below(NodeId node) { go({state_of(node, at_.environment, push(), at_.time)}); }

void Machine::go(const std::vector<StateId>& to) {
  if (sink_ == nullptr) return;
  for (const StateId state : to) sink_->internal(reader_, state);
}

// New addresses for what is bound: one for each way in which the values look down to the depth of
// data, as this is part of the address.
std::vector<EnvironmentId> Machine::extend(const Bindings& bindings, NodeId body,
                                           EnvironmentId environment, TimeId time) {
  std::vector<Environment> more{{}};
  for (const Binding& binding : bindings) {
    if (binding.variable == kNone) continue;
    std::map<TermId, CellId> cells;
    for (const ValueId value : binding.values) {
      for (const TermId data : resolve(value, data_depth(binding.variable))) {
        const auto [at, fresh] = cells.emplace(data, 0);
        if (fresh) at->second = variable_cell(binding.variable, data, time);
        store_.add(at->second, value);
      }
    }
    std::vector<Environment> longer;
    for (const Environment& prefix : more) {
      for (const auto& [data, cell] : cells) {
        longer.push_back(prefix);
        longer.back().cells.emplace_back(binding.variable, cell);
      }
    }
    more = std::move(longer);
  }
  std::vector<EnvironmentId> out;
  for (Environment& each : more) {
    std::sort(each.cells.begin(), each.cells.end());
    out.push_back(restrict(code_[body], environment, each));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<StateId> Machine::bind(const std::vector<VariableId>& variables,
                                   const std::vector<Values>& values, NodeId body,
                                   EnvironmentId environment, CellId next, TimeId time) {
  // A function that returns another number of values than its caller binds is never called so by
  // the compiler; a value that is not there does not return.
  std::vector<StateId> out;
  const bool ignored =
      std::all_of(variables.begin(), variables.end(), [](VariableId v) { return v == kNone; });
  if (!ignored && variables.size() != values.size()) return out;
  Bindings bindings;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].empty()) return out;
    if (!ignored) bindings.push_back({variables[i], values[i]});
  }
  for (const EnvironmentId each : extend(bindings, body, environment, time)) {
    out.push_back(state_of(body, each, next, time));
  }
  return out;
}

// Where the results of the operation go: into the body of the `let`, or back to the callers.
std::vector<StateId> Machine::deliver(const std::vector<Values>& results) {
  for (const Values& values : results) {
    if (values.empty()) return {};
  }
  if (let_ != nullptr) {
    return bind(let_->variables, results, let_->second, at_.environment, at_.next, at_.time);
  }
  if (at_.next == 0) {
    ends(at_.process, kNormal);
    return {kNone};
  }
  std::vector<StateId> out;
  const std::vector<FrameId> frames = read(at_.next);
  for (const FrameId id : frames) {
    const Frame frame = store_.frames[id];
    if (frame.kind == Frame::Kind::kAgain) {
      // An open program's client, or an unknown function, may use the result.
      for (const Values& values : results) {
        for (const ValueId value : values) {
          store_.add(simple_cell(CellKey::Kind::kEscaped), value);
          store_.add(simple_cell(CellKey::Kind::kLeaked), value);
        }
      }
      out.push_back(state_of(frame.node, frame.environment, frame.parent, frame.time));
      continue;
    }
    const Node& node = code_[frame.node];
    for (const StateId state :
         bind(node.variables, results, node.second, frame.environment, frame.parent, frame.time)) {
      out.push_back(state);
    }
  }
  return out;
}

void Machine::step_case(const Node& node) {
  std::vector<Values> subjects;
  for (const Operand& operand : node.operands) {
    subjects.push_back(values_of(operand, at_.environment));
  }
  std::vector<Selected> selected;
  bool complete = false;
  select(node.clauses, subjects, Terms::kAny, at_.environment, selected, complete);
  for (const Selected& each : selected) {
    const NodeId body = node.clauses[each.clause].body;
    if (node.name == kHandler && passes_on(body)) continue;  // never came here
    for (const EnvironmentId environment : extend(each.bindings, body, at_.environment, at_.time)) {
      go({state_of(body, environment, at_.next, at_.time)});
    }
  }
  // The compiler writes the failure as a last clause: this happens in hand-written text only.
  if (!complete && selected.empty()) {
    raise(why(reason("case_clause")), "error", Failure::kMatch);
  }
}

void Machine::step_receive(const Node& node) {
  const Values messages = read(simple_cell(CellKey::Kind::kMailbox, at_.process));
  for (const ValueId message : messages) {
    // During the fixpoint M does not matter: a message of any depth is enough to find the states.
    const std::vector<TermId> hints = sink_ == nullptr
                                          ? std::vector<TermId>{Terms::kAny}
                                          : resolve(message, message_depth(at_.process));
    for (const TermId hint : hints) {
      std::vector<Selected> selected;
      bool complete = false;
      select(node.clauses, {{message}}, hint, at_.environment, selected, complete);
      for (const Selected& each : selected) {
        const NodeId body = node.clauses[each.clause].body;
        for (const EnvironmentId environment :
             extend(each.bindings, body, at_.environment, at_.time)) {
          const StateId to = state_of(body, environment, at_.next, at_.time);
          if (sink_ != nullptr) sink_->receive(reader_, hint, to);
        }
      }
    }
  }
  if (node.first == kNone) return;
  const Values limits = values_of(node.operands[0], at_.environment);
  bool ends = false;
  bool fails = false;
  for (const ValueId id : limits) {
    const TermKind kind = kind_of(id);
    if (atom_in(id) == "infinity") continue;
    const bool number = kind == TermKind::kInteger || kind == TermKind::kRange;
    ends = ends || number || kind == TermKind::kSuccessor || kind == TermKind::kAny;
    fails = fails || !(number && code_.terms[store_.values[id].id].low >= 0 &&
                       code_.terms[store_.values[id].id].high <= kLongestTimeout);
  }
  if (ends) go({state_of(node.first, at_.environment, at_.next, at_.time)});
  if (fails) {
    raise({store_.term(code_.terms.atom("timeout_value"))}, "error", Failure::kException);
  }
}

// Whether the segments of a binary (value, size, unit, type, flags) surely are of their types.
bool Machine::is_binary_of(const std::vector<Values>& segments) const {
  const auto all = [&](const Values& values, std::initializer_list<TermKind> kinds) {
    return std::all_of(values.begin(), values.end(), [&](ValueId id) {
      return std::find(kinds.begin(), kinds.end(), kind_of(id)) != kinds.end();
    });
  };
  for (std::size_t i = 0; i + 4 < segments.size(); i += 5) {
    const Values& size = segments[i + 1];
    const auto type = segments[i + 3].size() == 1 ? atom_in(segments[i + 3][0]) : std::nullopt;
    const bool whole = size.size() == 1 && atom_in(size[0]) == "all";
    const bool sized = std::all_of(size.begin(), size.end(), [&](ValueId id) {
      return all({id}, {TermKind::kInteger, TermKind::kRange}) &&
             code_.terms[store_.values[id].id].low >= 0;
    });
    const bool bits = std::any_of(segments[i].begin(), segments[i].end(),
                                  [&](ValueId id) { return is_some_bits(id); });
    const bool fits =
        (type == "integer" && sized && all(segments[i], {TermKind::kInteger, TermKind::kRange})) ||
        (type == "binary" && whole && all(segments[i], {TermKind::kBinary}) &&
         !(bits && number_in(segments[i + 2]) != 1));
    if (!fits) return false;
  }
  return true;
}

// Whether the segments surely are a whole number of bytes together: each of them is.
bool Machine::is_of_bytes(const std::vector<Values>& segments) const {
  constexpr std::int64_t kByte = 8;
  for (std::size_t i = 0; i + 4 < segments.size(); i += 5) {
    const auto size = number_in(segments[i + 1]);
    const auto unit = number_in(segments[i + 2]);
    const auto type = segments[i + 3].size() == 1 ? atom_in(segments[i + 3][0]) : std::nullopt;
    const bool text = type == "utf8" || type == "utf16" || type == "utf32";
    const bool counted =
        unit && (*unit % kByte == 0 || (size && (*size % kByte) * *unit % kByte == 0));
    const bool whole = segments[i + 1].size() == 1 && atom_in(segments[i + 1][0]) == "all" &&
                       std::none_of(segments[i].begin(), segments[i].end(),
                                    [&](ValueId id) { return is_some_bits(id); });
    if (!text && !counted && !whole) return false;
  }
  return true;
}

// Of a binary: whether it may be no whole number of bytes.
bool Machine::is_some_bits(ValueId id) const {
  return kind_of(id) != TermKind::kBinary || code_.terms[store_.values[id].id].index == kSomeBits;
}

// The number that all of the values are.
std::optional<std::int64_t> Machine::number_in(const Values& values) const {
  if (values.size() != 1 || kind_of(values[0]) != TermKind::kInteger ||
      store_.values[values[0]].kind != Value::Kind::kTerm) {
    return std::nullopt;
  }
  return code_.terms[store_.values[values[0]].id].low;
}

// The functions know themselves and each other through addresses without data.
void Machine::step_letrec(const Node& node) {
  Environment more;
  for (const VariableId name : node.variables) {
    more.cells.emplace_back(name, variable_cell(name, Terms::kAny, at_.time));
  }
  std::sort(more.cells.begin(), more.cells.end());
  for (std::size_t i = 0; i < node.functions.size(); ++i) {
    const EnvironmentId captured = restrict(code_[node.functions[i]], at_.environment, more);
    store_.add(variable_cell(node.variables[i], Terms::kAny, at_.time),
               store_.values({Value::Kind::kClosure, node.functions[i], captured}));
  }
  go({state_of(node.first, restrict(code_[node.first], at_.environment, more), at_.next,
               at_.time)});
}

void Machine::step_primop(const Node& node) {
  std::vector<Values> arguments;
  for (const Operand& operand : node.operands) {
    arguments.push_back(values_of(operand, at_.environment));
  }
  const Values anything{store_.term(Terms::kAny)};
  if (node.name == "$client") return client();
  if (node.name == "$binary") {
    for (const Values& values : arguments) {
      for (const ValueId value : values) store_.add(simple_cell(CellKey::Kind::kEscaped), value);
    }
    const std::uint32_t index = is_of_bytes(arguments) ? 0 : kSomeBits;
    go(deliver(
        Values{store_.term(code_.terms.intern({.kind = TermKind::kBinary, .index = index}))}));
    if (!is_binary_of(arguments)) raise(failure_of(node.name), "error", Failure::kException);
    return;
  }
  if (node.name == "$caught" && !arguments.empty()) {
    Values values = arguments[0];
    values.push_back(store_.term(code_.terms.tuple({code_.terms.atom("EXIT"), Terms::kAny})));
    std::sort(values.begin(), values.end());
    return go(deliver(values));
  }
  if (node.name == "match_fail") {
    return raise(arguments.empty() ? anything : why(match_failure(arguments[0])), "error",
                 Failure::kMatch);
  }
  if (node.name == "raise") return raise_again(arguments.size() > 1 ? arguments[1] : anything);
  if (node.name == "raw_raise") {
    return raise(arguments.size() > 1 ? arguments[1] : anything, nullptr, Failure::kException);
  }
  if (node.name == "build_stacktrace") return go(deliver(stack_trace()));
  // A receive of a shape that could not be folded: any message may be looked at, and any removed.
  if (node.name == "recv_peek_message") {
    Values messages = read(simple_cell(CellKey::Kind::kMailbox, at_.process));
    go(deliver({booleans(false, true), anything}));
    if (!messages.empty()) go(deliver({booleans(true, false), messages}));
    return;
  }
  if (node.name == "remove_message") {
    const Values messages = read(simple_cell(CellKey::Kind::kMailbox, at_.process));
    const std::vector<StateId> to = deliver(Values{store_.term(code_.terms.atom("ok"))});
    for (const ValueId message : messages) {
      for (const TermId term : resolve(message, message_depth(at_.process))) {
        for (const StateId state : to) {
          if (sink_ != nullptr) sink_->receive(reader_, term, state);
        }
      }
    }
    return;
  }
  if (node.name == "recv_wait_timeout") return go(deliver(booleans(true, true)));
  if (node.name == "recv_next" || node.name == "recv_marker_bind" ||
      node.name == "recv_marker_clear" || node.name == "recv_marker_reserve" ||
      node.name == "nif_start" || node.name == "dialyzer_unknown") {
    return go(deliver(anything));
  }
  note(fmt::format("{}: the primop {} may have any value", code_.place(site_), node.name));
  go(deliver(anything));
}

}  // namespace heddle::abstraction
