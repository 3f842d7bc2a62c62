// Calls: of functions, of the processes' built-ins, and of what is not known.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "abstraction/cfa/library.hpp"
#include "abstraction/cfa/machine.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {

void Machine::step_apply(const Node& node) {
  std::vector<Values> arguments;
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    arguments.push_back(values_of(node.operands[i], at_.environment));
  }
  apply_values(values_of(node.operands[0], at_.environment), arguments);
}

// Enters every function among the values; the others are errors.
void Machine::apply_values(const Values& functions, const std::vector<Values>& arguments,
                           std::optional<CellId> next) {
  const CellId back = next ? *next : push();
  for (const ValueId id : functions) {
    const Value value = store_.values[id];
    if (value.kind == Value::Kind::kTerm && value.id == Terms::kAny) {
      for (const ValueId fun : funs_in({id})) {
        if (code_[store_.values[fun].id].variables.size() == arguments.size()) {
          go(enter(fun, arguments, back, at_.process, at_.time));
        }
      }
      raise({store_.term(Terms::kAny)}, nullptr, Failure::kNotAFunction);
      if (is_foreign()) {
        computed_call(id, id, arguments);
      } else {
        go(deliver(Values{store_.term(Terms::kAny)}));
      }
      continue;
    }
    if (kind_of(id) != TermKind::kFun || value.kind == Value::Kind::kTerm) {
      raise(why(reason("badfun")), "error", Failure::kNotAFunction);
      continue;
    }
    if (code_[value.id].variables.size() != arguments.size()) {
      raise(why(reason("badarity")), "error", Failure::kWrongArity);
      continue;
    }
    go(enter(id, arguments, back, at_.process, at_.time));
  }
}

// The body of a function with its parameters bound.
std::vector<StateId> Machine::enter(ValueId closure, const std::vector<Values>& arguments,
                                    CellId next, ClassId process, TimeId time) {
  const Value value = store_.values[closure];
  const Node& fun = code_[value.id];
  const ClassId self = std::exchange(at_.process, process);
  callers_[value.id].insert(site_);
  std::vector<StateId> out =
      bind(fun.variables, arguments, fun.first, value.environment, next, tick(site_, time));
  // Without parameters that are used there is nothing to bind.
  at_.process = self;
  return out;
}

void Machine::step_call(const Node& node) {
  std::vector<Values> arguments;
  for (std::size_t i = 2; i < node.operands.size(); ++i) {
    arguments.push_back(values_of(node.operands[i], at_.environment));
  }
  for (const ValueId module : values_of(node.operands[0], at_.environment)) {
    for (const ValueId function : values_of(node.operands[1], at_.environment)) {
      const Value m = store_.values[module];
      const Value f = store_.values[function];
      const bool atoms = m.kind == Value::Kind::kTerm && f.kind == Value::Kind::kTerm &&
                         code_.terms[m.id].kind == TermKind::kAtom &&
                         code_.terms[f.id].kind == TermKind::kAtom;
      if (atoms) {
        const std::string module_name = code_.terms[m.id].name;
        const std::string function_name = code_.terms[f.id].name;
        call_function(module_name, function_name, arguments);
      } else {
        computed_call(module, function, arguments);
      }
    }
  }
}

void Machine::call_function(const std::string& module, const std::string& function,
                            const std::vector<Values>& arguments) {
  if ((module == "soter" || module == "heddle") && intrinsic(function, arguments)) return;
  if (module == "erlang") {
    if (process_builtin(function, arguments)) return;
    if (const auto result = builtin(function, arguments, site_, at_.time)) {
      go(deliver(result->values));
      if (result->may_fail) raise(why(failure_of(function)), "error", Failure::kException);
      return;
    }
  }
  // Models of erlang's own functions are in a module of another name.
  const NodeId found =
      code_.find(module == "erlang" ? kErlangModel : module, function, arguments.size());
  const bool ours = is_ours(module);
  if (found != kNone && (!ours || is_exported(module, function, arguments.size()))) {
    go(enter(store_.values({Value::Kind::kClosure, found, 0}), arguments, push(), at_.process,
             at_.time));
    return;
  }
  const std::string name = fmt::format("{}:{}/{}", module, function, arguments.size());
  if (ours) {
    raise({store_.term(code_.terms.atom("undef"))}, "error", Failure::kException);
    return;
  }
  opaque_call(name, arguments, !is_harmless(module, function));
}

// What the macros of heddle.hrl and soter.hrl expand to.
bool Machine::intrinsic(const std::string& function, const std::vector<Values>& arguments) {
  const Values ok{store_.term(code_.terms.atom("ok"))};
  if ((function == "label" && arguments.size() == 2) ||
      (function == "label_mail" && arguments.size() == 3) ||
      (function == "uncoverable" && arguments.size() == 2)) {
    go(deliver(ok));
    return true;
  }
  if (function == "error" && arguments.size() == 2) {
    // Never caught: it is a property, not an exception.
    if (sink_ != nullptr) sink_->fail(reader_, Failure::kUserError);
    return true;
  }
  if (function == "choice" && arguments.size() == 1) {
    bool proper = true;
    go(deliver(elements_of(arguments[0], proper)));
    return true;
  }
  if (function == "choice") {
    for (const Values& alternative : arguments) apply_values(alternative, {});
    return true;
  }
  if ((function == "map_key" || function == "map_value") && arguments.size() == 1) {
    std::set<ValueId> found;
    for (const ValueId map : arguments[0]) {
      visit_pairs(map, [&](const Values& keys, const Values& values) {
        for (const ValueId id : function == "map_key" ? keys : values) {
          if (!is_removed(id)) found.insert(id);
        }
        return true;
      });
    }
    go(deliver(Values(found.begin(), found.end())));
    return true;
  }
  if (function == "opaque" && arguments.empty()) {
    go(deliver(Values{store_.term(Terms::kAny)}));
    return true;
  }
  if (function == "is_of_model" && arguments.size() == 1) {
    const auto is_of_model = [&](ValueId id) {
      const Value& value = store_.values[id];
      return value.kind == Value::Kind::kClosure && code_.modules[code_[value.id].module].library;
    };
    go(deliver(booleans(std::any_of(arguments[0].begin(), arguments[0].end(), is_of_model),
                        !std::all_of(arguments[0].begin(), arguments[0].end(), is_of_model))));
    return true;
  }
  if (function == "parent" && arguments.empty()) {
    go(deliver(parents()));
    return true;
  }
  if (function == "shown" && arguments.size() == 1) {
    for (const ValueId id : arguments[0]) store_.add(simple_cell(CellKey::Kind::kEscaped), id);
    go(deliver(arguments[0]));
    return true;
  }
  if (function == "any_integer" && arguments.empty()) {
    go(deliver(Values{store_.term(code_.terms.integers(kMinusInfinity, kPlusInfinity))}));
    return true;
  }
  if (function == "any_nat" && arguments.empty()) {
    go(deliver(Values{store_.term(code_.terms.integers(0, kPlusInfinity))}));
    return true;
  }
  if (function == "ends" && arguments.size() == 1) {
    bool any = false;
    bool may = false;
    for (const ClassId each : named_by(arguments[0], any)) {
      may = !read(simple_cell(CellKey::Kind::kEnded, each)).empty() || may;
    }
    go(deliver(booleans(may || any, true)));
    return true;
  }
  if ((function == "kill" || function == "tie") && arguments.size() == 1) {
    bool any = false;
    for (const ClassId each : named_by(arguments[0], any)) {
      if (function == "kill" || crashes(at_.process)) ends(each, kCrash);
      if (function == "tie" && crashes(each)) ends(at_.process, kCrash);
    }
    if (any && function == "tie") ends(at_.process, kCrash);
    go(deliver(ok));
    return true;
  }
  if (function == "name" && arguments.size() == 2) {
    name_processes(arguments[0], arguments[1]);
    go(deliver(ok));
    return true;
  }
  if (function == "traps_exits" && arguments.size() == 1) {
    bool any = false;
    bool may = false;
    for (const ClassId each : named_by(arguments[0], any)) {
      may = !read(simple_cell(CellKey::Kind::kTraps, each)).empty() || may;
    }
    go(deliver(booleans(may, true)));
    return true;
  }
  return false;
}

bool Machine::process_builtin(const std::string& function, const std::vector<Values>& arguments) {
  const std::size_t arity = arguments.size();
  const auto atom = [&](const char* name) { return store_.term(code_.terms.atom(name)); };
  if (function == "self" && arity == 0) {
    go(deliver(self()));
    return true;
  }
  if (function == "spawn" && arity == 1) {
    spawn(arguments[0]);
    return true;
  }
  if (function == "!" && arity == 2) {
    send(arguments[0], arguments[1], arguments[1]);
    return true;
  }
  if ((function == "make_ref" && arity == 0)) {
    go(deliver(
        Values{store_.term(code_.terms.intern({.kind = TermKind::kReference, .index = site_}))}));
    return true;
  }
  if (function == "make_fun" && arity == 3) {
    for (const ValueId m : arguments[0]) {
      for (const ValueId f : arguments[1]) {
        for (const ValueId a : arguments[2]) go(deliver(make_fun(m, f, a)));
      }
    }
    return true;
  }
  if ((function == "error" && arity >= 1 && arity <= 3) ||
      ((function == "exit" || function == "throw") && arity == 1)) {
    raise(arguments[0], function.c_str(), Failure::kException);
    return true;
  }
  if (function == "raise" && arity == 3) {
    raise(arguments[1], nullptr, Failure::kException);
    // What is no class, or no stack trace, is not raised.
    const auto is_class = [&](ValueId each) {
      const auto name = atom_in(each);
      return name == "error" || name == "exit" || name == "throw";
    };
    const bool classes = std::all_of(arguments[0].begin(), arguments[0].end(), is_class);
    const Values traces = stack_trace();
    if (!classes ||
        !std::includes(traces.begin(), traces.end(), arguments[2].begin(), arguments[2].end())) {
      go(deliver(Values{atom("badarg")}));
    }
    return true;
  }
  if (function == "hibernate" && arity == 3) {
    hibernate(arguments);
    return true;
  }
  if (function == "apply" && arity == 2) {
    apply_list(arguments[0], arguments[1]);
    return true;
  }
  if (function == "apply" && arity == 3) {
    apply_named(arguments[0], arguments[1], arguments[2]);
    return true;
  }
  if (function == "function_exported" && arity == 3) {
    go(deliver(are_exported(arguments)));
    return true;
  }
  if (function == "register" && arity == 2) {
    name_processes(arguments[0], arguments[1]);
    go(deliver(Values{atom("true")}));
    raise({atom("badarg")}, "error", Failure::kException);
    return true;
  }
  if (function == "whereis" && arity == 1) {
    whereis(arguments[0]);
    return true;
  }
  if (function == "put" && arity == 2) {
    put(arguments[0], arguments[1]);
    go(deliver(dictionary(arguments[0])));
    return true;
  }
  if ((function == "get" || function == "erase") && arity == 1) {
    go(deliver(dictionary(arguments[0])));
    return true;
  }
  if (function == "process_flag" && arity == 2) {
    set_flag(arguments);
    return true;
  }
  return false;
}

// The stack is gone, and with it what would have caught an exception.
void Machine::hibernate(const std::vector<Values>& arguments) {
  const auto atoms = [&](const Values& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](ValueId id) { return kind_of(id) == TermKind::kAtom; });
  };
  bool proper = true;
  elements_of(arguments[2], proper);
  if (!proper || !atoms(arguments[0]) || !atoms(arguments[1])) {
    raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kException);
  }
  const CellId next = std::exchange(at_.next, 0);
  const Node* let = std::exchange(let_, nullptr);
  apply_named(arguments[0], arguments[1], arguments[2]);
  at_.next = next;
  let_ = let;
}

// erlang:make_fun(M, F, A), where a part of it is computed.
Machine::Values Machine::make_fun(ValueId module, ValueId function, ValueId arity) {
  const auto m = atom_in(module);
  const auto f = atom_in(function);
  if (m && f && kind_of(arity) == TermKind::kInteger) {
    const auto count = static_cast<std::size_t>(code_.terms[store_.values[arity].id].low);
    const NodeId found = code_.find(*m, *f, count);
    if (found != kNone && (!is_ours(*m) || is_exported(*m, *f, count))) {
      return {store_.values({Value::Kind::kClosure, found, 0})};
    }
  }
  store_.add(simple_cell(CellKey::Kind::kForeign), any_);
  return {any_};
}

// What runs in a process that an unknown function has chosen may run in any that it has heard of.
Machine::Values Machine::self() {
  std::set<ValueId> out;
  const auto add = [&](ClassId process) {
    out.insert(store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = process})));
  };
  add(at_.process);
  if (!read(simple_cell(CellKey::Kind::kForeign, at_.process, 1)).empty()) {
    for (const ClassId each : pids_in({any_})) add(each);
  }
  return {out.begin(), out.end()};
}

void Machine::put(const Values& keys, const Values& values) {
  // get/0 and others give any of them.
  for (const ValueId key : keys) store_.add(simple_cell(CellKey::Kind::kEscaped), key);
  for (const ValueId value : values) {
    store_.add(simple_cell(CellKey::Kind::kEscaped), value);
    store_.add(simple_cell(CellKey::Kind::kDictionary, at_.process, kNone), value);
    for (const ValueId key : keys) {
      const TermId under = is_constant(key) ? store_.values[key].id : Terms::kAny;
      store_.add(simple_cell(CellKey::Kind::kDictionary, at_.process, under), value);
    }
  }
}

// Who has spawned the process.
Machine::Values Machine::parents() {
  Values out = read(simple_cell(CellKey::Kind::kParent, at_.process));
  if (!read(simple_cell(CellKey::Kind::kForeign, at_.process, 1)).empty()) out.push_back(any_);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// A process that OTP starts keeps in its dictionary who has started it, and who has started that.
void Machine::show_ancestors() {
  std::set<ClassId> seen;
  std::vector<ClassId> work{at_.process};
  while (!work.empty()) {
    const ClassId process = work.back();
    work.pop_back();
    if (!seen.insert(process).second) continue;
    const Values above = read(simple_cell(CellKey::Kind::kParent, process));
    for (const ValueId pid : above) {
      store_.add(simple_cell(CellKey::Kind::kEscaped), pid);
      work.push_back(code_.terms[store_.values[pid].id].index);
    }
  }
}

// What may stand in the dictionary. OTP keeps things of its own there, as do unknown functions
// under keys that the program has not put there.
Machine::Values Machine::dictionary(const Values& keys) {
  std::set<ValueId> out{store_.term(code_.terms.atom("undefined"))};
  const auto add = [&](TermId key) {
    const Values& found = read(simple_cell(CellKey::Kind::kDictionary, at_.process, key));
    out.insert(found.begin(), found.end());
    return !found.empty();
  };
  const bool elsewhere = !read(simple_cell(CellKey::Kind::kForeign, at_.process, 1)).empty();
  bool any = elsewhere;
  bool of_otp = false;
  for (const ValueId key : keys) {
    of_otp = of_otp || key == any_ || is_key_of_otp(atom_in(key).value_or(""));
    if (!is_constant(key)) {
      add(kNone);
      any = any || is_foreign();
      continue;
    }
    add(Terms::kAny);
    const bool known = add(store_.values[key].id);
    any = any || (!known && is_foreign());
  }
  if (of_otp) show_ancestors();
  if (any || of_otp) out.insert(any_);
  return {out.begin(), out.end()};
}

bool Machine::is_constant(ValueId id) const {
  return store_.values[id].kind == Value::Kind::kTerm &&
         (kind_of(id) == TermKind::kAtom || kind_of(id) == TermKind::kInteger);
}

void Machine::set_flag(const std::vector<Values>& arguments) {
  static constexpr std::array kFlags = {"trap_exit",  "priority",           "error_handler",
                                        "save_calls", "min_heap_size",      "max_heap_size",
                                        "sensitive",  "message_queue_data", "fullsweep_after"};
  bool known = true;
  bool traps = false;
  for (const ValueId id : arguments[0]) {
    const auto flag = atom_in(id);
    if (flag == "error_handler" || id == any_) refuse_own_handler(arguments[1], id != any_);
    known = known && std::find(kFlags.begin(), kFlags.end(), flag.value_or("")) != kFlags.end();
    traps = traps || flag == "trap_exit" || id == any_;
  }
  const bool set = std::any_of(arguments[1].begin(), arguments[1].end(),
                               [&](ValueId id) { return atom_in(id) != "false"; });
  if (traps && set) store_.add(simple_cell(CellKey::Kind::kTraps, at_.process), any_);
  go(deliver(Values{any_}));
  const bool fits = std::all_of(arguments[1].begin(), arguments[1].end(), [&](ValueId id) {
    return atom_in(id) == "true" || atom_in(id) == "false";
  });
  if (!known || (traps && !fits)) {
    raise({store_.term(code_.terms.atom("badarg"))}, "error", Failure::kException);
  }
}

// What a handler of the program's own does for functions that are not there would be left out. Of a
// flag that is not known (`sure`: it is this one) only a module of the program can be a handler.
void Machine::refuse_own_handler(const Values& handlers, bool sure) {
  for (const ValueId id : handlers) {
    const auto name = atom_in(id);
    const bool own = id == any_ || (name && (is_ours(*name) || sure));
    if (!own || name == "error_handler") continue;
    throw support::UserError(fmt::format(
        "{}: process_flag(error_handler, {}) is not supported: the calls of the handler would be "
        "left out of the proof; write the functions that it stands for",
        code_.place(site_), name.value_or("_")));
  }
}

// Anyone who uses an open program: calls what it exports, and sends what it likes to the processes
// that it has heard of. There are any number of such clients.
void Machine::client() {
  const Values anything{store_.term(Terms::kAny)};
  const CellId again = store_.cell(
      {CellKey::Kind::kReturn, at_.process, at_.node, at_.environment, at_.time, kNone});
  store_.add(again,
             store_.frames({Frame::Kind::kAgain, at_.node, at_.environment, at_.next, at_.time}));
  store_.add(simple_cell(CellKey::Kind::kEscaped),
             store_.term(code_.terms.intern({.kind = TermKind::kPid, .index = at_.process})));
  for (const NodeId function : exported_) {
    const std::size_t arity = code_[function].variables.size();
    go(enter(store_.values({Value::Kind::kClosure, function, 0}),
             std::vector<Values>(arity, anything), again, at_.process, at_.time));
  }
  for (const ClassId receiver : pids_in(anything)) {
    store_.add(simple_cell(CellKey::Kind::kMailbox, receiver), anything[0]);
    if (sink_ != nullptr) sink_->send(reader_, receiver, Terms::kAny, reader_);
  }
  if (sink_ != nullptr) sink_->spawn(reader_, reader_, reader_);
}

}  // namespace heddle::abstraction
