#include "beam/vm/match_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/compare.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/traces.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

// Functions of erlang that may be called in a specification for tables.
struct Function {
  std::string_view name;
  std::uint32_t arity;
  int since = 0;  // the first release that has it in match specifications
};
constexpr Function kFunctions[] = {
    {"*", 2},
    {"+", 1},
    {"+", 2},
    {"-", 1},
    {"-", 2},
    {"/", 2},
    {"/=", 2},
    {"<", 2},
    {"=/=", 2},
    {"=:=", 2},
    {"=<", 2},
    {"==", 2},
    {">", 2},
    {">=", 2},
    {"abs", 1},
    {"band", 2},
    {"binary_part", 2},
    {"binary_part", 3},
    {"bit_size", 1},
    {"bnot", 1},
    {"bor", 2},
    {"bsl", 2},
    {"bsr", 2},
    {"bxor", 2},
    {"byte_size", 1},
    {"div", 2},
    {"element", 2},
    {"float", 1},
    {"hd", 1},
    {"is_atom", 1},
    {"is_binary", 1},
    {"is_float", 1},
    {"is_function", 1},
    {"is_integer", 1},
    {"is_list", 1},
    {"is_map", 1},
    {"is_map_key", 2},
    {"is_number", 1},
    {"is_pid", 1},
    {"is_port", 1},
    {"is_reference", 1},
    {"is_tuple", 1},
    {"length", 1},
    {"map_get", 2},
    {"map_size", 1},
    {"node", 0},
    {"node", 1},
    {"rem", 2},
    {"round", 1},
    {"self", 0},
    {"size", 1},
    {"tl", 1},
    {"trunc", 1},
    {"not", 1},
    {"is_record", 3},
    {"ceil", 1, 26},
    {"floor", 1, 26},
    {"is_bitstring", 1, 26},
    {"is_boolean", 1, 26},
    {"is_function", 2, 26},
    {"max", 2, 26},
    {"min", 2, 26},
    {"tuple_size", 1, 26},
};

enum class Form : std::uint8_t { kNone, kFunction, kAnd, kOr, kXor, kAndAlso, kOrElse };

Form form_of(Machine& machine, Term call) {
  const std::string_view name = name_of(call.element(0));
  const Word arguments = call.size() - 1;
  if (arguments >= 1 && name == "and") return Form::kAnd;
  if (arguments >= 1 && name == "or") return Form::kOr;
  if (arguments >= 1 && name == "andalso") return Form::kAndAlso;
  if (arguments >= 1 && name == "orelse") return Form::kOrElse;
  if (arguments == 2 && name == "xor") return Form::kXor;
  const int release = machine.code().release().number;
  const bool known =
      std::any_of(std::begin(kFunctions), std::end(kFunctions), [&](const Function& function) {
        return function.name == name && function.arity == arguments && function.since <= release;
      });
  return known ? Form::kFunction : Form::kNone;
}

// What only a trace can do, besides what tables can. `kEnds`: it needs the call to return.
enum class Act : std::uint8_t { kNone, kAsks, kActs, kEnds };

struct Action {
  std::string_view name;
  Word arguments;
  Act act;
};
constexpr Action kActions[] = {
    {"message", 1, Act::kActs},         {"return_trace", 0, Act::kEnds},
    {"exception_trace", 0, Act::kEnds}, {"caller", 0, Act::kActs},
    {"silent", 1, Act::kActs},          {"enable_trace", 1, Act::kActs},
    {"disable_trace", 1, Act::kActs},   {"trace", 2, Act::kActs},
    {"display", 1, Act::kActs},         {"is_seq_trace", 0, Act::kAsks},
    {"get_seq_token", 0, Act::kActs},   {"set_seq_token", 2, Act::kActs},
    {"caller_line", 0, Act::kActs},     {"process_dump", 0, Act::kActs},
    {"enable_trace", 2, Act::kActs},    {"disable_trace", 2, Act::kActs},
    {"trace", 3, Act::kActs},           {"get_tcw", 0, Act::kAsks},
    {"set_tcw", 1, Act::kActs},
};

Act act_of(Term call) {
  for (const Action& action : kActions) {
    if (action.name == name_of(call.element(0)) && action.arguments == call.size() - 1) {
      return action.act;
    }
  }
  return Act::kNone;
}

bool is_boolean(Term term) { return term == atoms::true_ || term == atoms::false_; }

const Term& underscore() {
  static const Term atom = intern("_");
  return atom;
}
const Term& whole() {
  static const Term atom = intern("$_");
  return atom;
}
const Term& all() {
  static const Term atom = intern("$$");
  return atom;
}
const Term& constant() {
  static const Term atom = intern("const");
  return atom;
}

void find_variables(Term pattern, std::map<std::uint32_t, Term>& variables) {
  if (const auto number = match_variable(pattern)) {
    variables.emplace(*number, Term::nil());
  } else if (pattern.is_tuple()) {
    for (Word i = 0; i < pattern.size(); ++i) find_variables(pattern.element(i), variables);
  } else if (pattern.is_cons()) {
    for (; pattern.is_cons(); pattern = pattern.tail()) find_variables(pattern.head(), variables);
    find_variables(pattern, variables);
  } else if (pattern.is_map()) {
    for (MapIterator pair(pattern); pair.next();) find_variables(pair.value(), variables);
  }
}

bool has_variables(Term pattern) {
  if (pattern == underscore() || match_variable(pattern)) return true;
  if (pattern.is_tuple()) {
    for (Word i = 0; i < pattern.size(); ++i) {
      if (has_variables(pattern.element(i))) return true;
    }
  } else if (pattern.is_cons()) {
    for (; pattern.is_cons(); pattern = pattern.tail()) {
      if (has_variables(pattern.head())) return true;
    }
    return has_variables(pattern);
  }
  return pattern.is_map();
}

}  // namespace

std::optional<std::uint32_t> match_variable(Term term) {
  if (!term.is_atom()) return std::nullopt;
  const std::string_view name = name_of(term);
  if (name.size() < 2 || name.size() > 9 || name[0] != '$') return std::nullopt;
  std::uint32_t number = 0;
  for (const char digit : name.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  }
  if (number >= 100'000'000) return std::nullopt;
  return number;
}

namespace {

// A list of arguments has an end, unless anything will do for all of them.
bool is_proper(Term head) {
  if (!head.is_cons()) return true;
  while (head.is_cons()) head = head.tail();
  return head.is_nil();
}

}  // namespace

std::optional<MatchSpec> MatchSpec::compile(Machine& machine, Term spec, For what) {
  MatchSpec result(machine, spec, what);
  for (; spec.is_cons(); spec = spec.tail()) {
    const Term clause = spec.head();
    if (!clause.is_tuple(3)) return std::nullopt;
    Bindings variables;
    find_variables(clause.element(0), variables);
    if (what == For::kTables && !clause.element(2).is_cons()) return std::nullopt;
    if (what != For::kTables && !is_proper(clause.element(0))) return std::nullopt;
    if (!result.check_all(clause.element(1), variables, true)) return std::nullopt;
    if (!result.check_all(clause.element(2), variables, false)) return std::nullopt;
  }
  if (!spec.is_nil()) return std::nullopt;
  return result;
}

bool MatchSpec::check_all(Term list, const Bindings& bindings, bool in_guard) const {
  for (; list.is_cons(); list = list.tail()) {
    if (!check(list.head(), bindings, in_guard)) return false;
  }
  return list.is_nil();
}

bool MatchSpec::check(Term expression, const Bindings& bindings, bool in_guard) const {
  if (const auto number = match_variable(expression)) return bindings.contains(*number);
  if (expression.is_cons()) {
    for (; expression.is_cons(); expression = expression.tail()) {
      if (!check(expression.head(), bindings, in_guard)) return false;
    }
    return check(expression, bindings, in_guard);
  }
  if (expression.is_map()) {
    for (MapIterator pair(expression); pair.next();) {
      if (!check(pair.key(), bindings, in_guard) || !check(pair.value(), bindings, in_guard))
        return false;
    }
    return true;
  }
  if (!expression.is_tuple()) return true;
  if (expression.size() == 0) return false;
  Word first = 1;
  Term call = expression;
  if (expression.size() == 1 && expression.element(0).is_tuple()) {
    call = expression.element(0);
    first = 0;
  } else {
    if (!expression.element(0).is_atom()) return false;
    if (expression.element(0) == constant() && expression.size() == 2) return true;
    const Act act = for_ == For::kTables ? Act::kNone : act_of(expression);
    const bool acts = act == Act::kAsks || (act == Act::kActs && !in_guard) ||
                      (act == Act::kEnds && !in_guard && for_ == For::kCalls);
    if (!acts && form_of(*machine_, expression) == Form::kNone) return false;
  }
  for (Word i = first; i < call.size(); ++i) {
    if (!check(call.element(i), bindings, in_guard)) return false;
  }
  return true;
}

bool MatchSpec::match(Term pattern, Term term, Bindings& bindings) {
  if (pattern == underscore()) return true;
  if (const auto number = match_variable(pattern)) {
    const auto [known, is_new] = bindings.emplace(*number, term);
    return is_new || equal_exact(known->second, term);
  }
  if (pattern.is_tuple()) {
    if (!term.is_tuple(pattern.size())) return false;
    for (Word i = 0; i < pattern.size(); ++i) {
      if (!match(pattern.element(i), term.element(i), bindings)) return false;
    }
    return true;
  }
  if (pattern.is_cons()) {
    for (; pattern.is_cons() && term.is_cons(); pattern = pattern.tail(), term = term.tail()) {
      if (!match(pattern.head(), term.head(), bindings)) return false;
    }
    return !pattern.is_cons() && match(pattern, term, bindings);
  }
  if (pattern.is_map()) {
    if (!term.is_map()) return false;
    for (MapIterator pair(pattern); pair.next();) {
      const Term value = map_get(term, pair.key());
      if (value.is_none() || !match(pair.value(), value, bindings)) return false;
    }
    return true;
  }
  return equal_exact(pattern, term);
}

Term MatchSpec::key(std::size_t key_position) const {
  if (!spec_.is_cons() || !spec_.tail().is_nil()) return Term::none();
  const Term head = spec_.head().element(0);
  if (!head.is_tuple() || head.size() <= key_position) return Term::none();
  const Term key = head.element(key_position);
  return has_variables(key) ? Term::none() : key;
}

Term MatchSpec::find_clause(Term object, Bindings& bindings) const {
  for (Term list = spec_; list.is_cons(); list = list.tail()) {
    const Term clause = list.head();
    bindings.clear();
    if (!match(clause.element(0), object, bindings)) continue;
    bool fits = true;
    const Run guard{bindings, object, true};
    for (Term guards = clause.element(1); fits && guards.is_cons(); guards = guards.tail()) {
      fits = evaluate(guards.head(), guard) == atoms::true_;
    }
    if (fits) return clause;
  }
  return Term::none();
}

Term MatchSpec::run(Term object) const {
  Bindings bindings;
  const Term clause = find_clause(object, bindings);
  if (clause.is_none()) return clause;
  const Run body{bindings, object, false};
  Term result = Term::none();
  for (Term bodies = clause.element(2); bodies.is_cons(); bodies = bodies.tail()) {
    result = evaluate(bodies.head(), body);
  }
  return result;
}

bool MatchSpec::run_trace(Term arguments, TraceActions& actions) const {
  Bindings bindings;
  const Term clause = find_clause(arguments, bindings);
  if (clause.is_none()) return false;
  const Run body{bindings, arguments, false, &actions};
  for (Term bodies = clause.element(2); bodies.is_cons(); bodies = bodies.tail()) {
    evaluate(bodies.head(), body);
  }
  return true;
}

namespace {

// What may change the flags of a process: {enable_trace, [Whom,] Flag} and its like. The tracer is
// that of the running process, whoever is meant. False: there is no such process or flag.
bool change_flags(Machine& machine, std::string_view name, const std::vector<Term>& arguments) {
  Process& self = machine.current();
  Process* whom = &self;
  const std::size_t flags_at = arguments.size() - (name == "trace" ? 2 : 1);
  if (flags_at == 1) {
    const Term named = arguments[0].is_atom() ? machine.whereis(arguments[0]) : arguments[0];
    whom = named.is_pid() ? machine.find(named) : nullptr;
    if (whom == nullptr || whom->dead()) return false;
  }
  const Word own = machine.flags_of_trace(self);
  Term tracer = own == 0 ? Term::nil() : Term::from_bits(self.state.tracing).element(0);
  const auto flags_in = [&](Term list) { return trace_flags_of(list, tracer); };
  Word off = 0;
  Word on = 0;
  if (name == "trace") {
    const auto first = flags_in(arguments[flags_at]);
    const auto second = flags_in(arguments[flags_at + 1]);
    if (!first || !second) return false;
    off = *first;
    on = *second;
  } else {
    const auto flag = flags_in(machine.heap().cons(arguments[flags_at], Term::nil()));
    if (!flag) return false;
    (name == "enable_trace" ? on : off) = *flag;
  }
  const Word now = (machine.flags_of_trace(*whom) & ~off) | on;
  machine.set_tracing(*whom, tracer, tracer.is_pid() ? now : 0);
  return true;
}

// Where a call was made: {Module, Function, Arity, {File, Line} or undefined}.
Term line_of(Machine& machine, CodePointer address) {
  const Module* module = address == nullptr ? nullptr : machine.code().module_at(address);
  const LoadedFunction* function = module == nullptr ? nullptr : module->function_at(address);
  if (function == nullptr) return atoms::undefined;
  Heap& heap = machine.heap();
  const LineEntry line = module->line_at(address);
  const Term place =
      line.line == 0
          ? atoms::undefined
          : heap.tuple({heap.string(module->file_name(line.file)), Term::small(line.line)});
  return heap.tuple({module->name, function->name, Term::small(function->arity), place});
}

}  // namespace

// What a trace does on the way. Each gives true, but for questions.
Term MatchSpec::act(Term call, const Run& run) const {
  static const Term kFailed = intern("EXIT");
  const std::string_view name = name_of(call.element(0));
  Process& self = machine_->current();
  if (name == "is_seq_trace") return boolean(!machine_->token_of(self).is_nil());
  if (name == "get_seq_token") return machine_->token_of(self);
  if (name == "caller") return run.actions->caller;
  if (name == "caller_line") return line_of(*machine_, run.actions->calling);
  if (name == "process_dump") return machine_->heap().binary({});  // as process_info's backtrace
  if (name == "get_tcw") {
    const Term word = map_get(machine_->system_settings(), intern("trace_control_word"));
    return word.is_none() ? Term::small(0) : word;
  }
  if (name == "return_trace") run.actions->frame |= kTellReturn;
  if (name == "exception_trace") run.actions->frame |= kTellReturn | kTellException;
  if (call.size() == 1) return atoms::true_;
  std::vector<Term> arguments;
  for (Word i = 1; i < call.size(); ++i) arguments.push_back(evaluate(call.element(i), run));
  const Term value = arguments[0];
  if (name == "message") run.actions->message = value;
  if (name == "silent" && is_boolean(value) && self.state.tracing != 0) {
    const Word flags = machine_->flags_of_trace(self);
    machine_->set_tracing(self, Term::from_bits(self.state.tracing).element(0),
                          value == atoms::true_ ? flags | kTraceSilent : flags & ~kTraceSilent);
  }
  if (name == "display") machine_->write(print(value) + "\n");
  if (name == "set_tcw") {
    if (!value.is_small() || value.small_value() < 0) return kFailed;
    const Term key = intern("trace_control_word");
    const Term before = map_get(machine_->system_settings(), key);
    machine_->set_system_settings(
        map_put(machine_->heap(), machine_->system_settings(), key, value));
    return before.is_none() ? Term::small(0) : before;
  }
  if (name == "set_seq_token") {
    return set_seq_token(*machine_, value, arguments[1]).is_none() ? kFailed : atoms::true_;
  }
  if (name == "trace" || name == "enable_trace" || name == "disable_trace") {
    return change_flags(*machine_, name, arguments) ? atoms::true_ : kFailed;
  }
  return atoms::true_;
}

Term MatchSpec::evaluate(Term expression, const Run& run) const {
  Heap& heap = machine_->heap();
  if (expression.is_atom()) {
    if (expression == whole()) return run.object;
    if (expression == all()) {
      std::vector<Term> values;
      for (const auto& [number, value] : run.bindings) values.push_back(value);
      return heap.list(values);
    }
    if (const auto number = match_variable(expression)) return run.bindings.at(*number);
    return expression;
  }
  if (expression.is_cons()) {
    std::vector<Term> values;
    for (; expression.is_cons(); expression = expression.tail()) {
      values.push_back(evaluate(expression.head(), run));
      if (values.back().is_none()) return Term::none();
    }
    const Term tail = evaluate(expression, run);
    return tail.is_none() ? tail : heap.list(values, tail);
  }
  if (expression.is_map()) {
    Term result = empty_map(heap);
    for (MapIterator pair(expression); pair.next();) {
      const Term key = evaluate(pair.key(), run);
      const Term value = evaluate(pair.value(), run);
      if (key.is_none() || value.is_none()) return Term::none();
      result = map_put(heap, result, key, value);
    }
    return result;
  }
  return expression.is_tuple() ? evaluate_call(expression, run) : expression;
}

Term MatchSpec::evaluate_call(Term expression, const Run& run) const {
  const Term first = expression.element(0);
  if (first.is_tuple()) {  // {{...}}: a tuple
    std::vector<Term> values;
    for (Word i = 0; i < first.size(); ++i) {
      values.push_back(evaluate(first.element(i), run));
      if (values.back().is_none()) return Term::none();
    }
    return machine_->heap().tuple(values);
  }
  if (first == constant()) return expression.element(1);
  if (for_ != For::kTables && act_of(expression) != Act::kNone) return act(expression, run);
  const Term failed = run.in_guard ? Term::none() : intern("EXIT");
  const Form form = form_of(*machine_, expression);
  if (form == Form::kAndAlso || form == Form::kOrElse) {
    const Term decided = boolean(form == Form::kOrElse);
    for (Word i = 1; i < expression.size(); ++i) {
      const Term value = evaluate(expression.element(i), run);
      if (value.is_none() || value == decided || i + 1 == expression.size()) return value;
      if (!is_boolean(value)) return failed;
    }
  }
  std::vector<Term> arguments;
  for (Word i = 1; i < expression.size(); ++i) {
    arguments.push_back(evaluate(expression.element(i), run));
    if (arguments.back().is_none()) return Term::none();
  }
  switch (form) {
    case Form::kAnd:
    case Form::kOr: {
      if (!std::all_of(arguments.begin(), arguments.end(), is_boolean)) return failed;
      const auto is_true = [](Term term) { return term == atoms::true_; };
      return boolean(form == Form::kAnd ? std::all_of(arguments.begin(), arguments.end(), is_true)
                                        : std::any_of(arguments.begin(), arguments.end(), is_true));
    }
    case Form::kXor:
      if (!std::all_of(arguments.begin(), arguments.end(), is_boolean)) return failed;
      return boolean(arguments[0] != arguments[1]);
    default:
      break;
  }
  const Native* native = machine_->code().find_native(atoms::erlang, first,
                                                      static_cast<std::uint32_t>(arguments.size()));
  if (native == nullptr) return failed;
  const Term result = native->call(*machine_, arguments.data());
  return result.is_none() ? failed : result;
}

}  // namespace heddle::beam
