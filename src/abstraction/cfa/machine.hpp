// Machine: the abstract machine of the control-flow analysis.
//
// Runs a program in normal form on abstract values until nothing new happens, then tells every step
// of every state it has reached (`emit`), from which the actor communicating system is made. Three
// depths bound what is told apart: how deep data is known in the address of a variable (D), how
// deep a message is known (M), how many calls a time remembers (K). Each may be larger for single
// variables, receivers and calls: any choice of addresses is sound (Van Horn and Might, Abstracting
// Abstract Machines, section 5).
//
// Soundness: every real step of the program is among the steps of the state that stands for it.
// Cost: for D = K = 0 polynomial in the program; exponential in D.
//
//   paper                          here
//   D, M, time of k-CFA            Depths::data, message, context
//   res                            resolve
//   mmatch                         select
//   sigma, mu                      Store's cells
//   tick                           tick
//   rules of the ACS (Def. 8)      Sink, called by emit()
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "abstraction/cfa/depths.hpp"
#include "abstraction/cfa/store.hpp"
#include "abstraction/core_erlang/normal_form.hpp"

namespace heddle::abstraction {

struct MachineLimits {
  std::size_t states = 100'000;
  std::size_t steps = std::numeric_limits<std::size_t>::max();  // of the fixpoint
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// Why a process may end badly.
enum class Failure : std::uint8_t {
  kSendToNonPid,
  kWrongArity,
  kNotAFunction,
  kSpawnOfNonFunction,
  kMatch,
  kException,
  kUserError,  // ?soter_error, ?soter_assert
};
const char* words(Failure failure);

/// Receives the rules: a process goes from `from` to `to` (kNone: it ends).
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void internal(StateId from, StateId to) = 0;
  virtual void receive(StateId from, TermId message, StateId to) = 0;
  virtual void send(StateId from, ClassId receiver, TermId message, StateId to) = 0;
  virtual void spawn(StateId from, StateId child, StateId to) = 0;
  virtual void fail(StateId from, Failure failure) = 0;
};

class Machine {
 public:
  Machine(Code& code, Depths depths, MachineLimits limits);

  /// False: a limit was hit, and what was reached is only a part.
  bool run(NodeId entry);
  /// As `run`, but of a program that anyone may use: its exported functions are called with any
  /// arguments, any number of times, and any message may be sent to its processes.
  bool run_open(const std::vector<NodeId>& exported);

  /// After `run`: all steps of all states.
  void emit(Sink& sink);

  const Code& code() const { return code_; }
  const Store& store() const { return store_; }
  std::size_t data_depth() const { return depths_.data; }
  std::size_t message_depth() const { return message_depth_; }
  /// Of the fixpoint: what it has cost.
  std::size_t steps() const { return steps_; }
  StateId initial() const { return initial_; }
  /// "init", "server.erl:12"
  std::string class_name(ClassId id) const;
  std::vector<std::string> class_names() const;

  /// The name that a label state carries; empty if it is none.
  std::string label(StateId state) const;
  /// A state that marks mailboxes: the name, and the classes whose mailboxes they may be.
  std::optional<std::pair<std::string, std::vector<ClassId>>> mail_label(StateId state);
  /// ?assert_uncoverable(n) at this state.
  std::optional<std::uint64_t> assertion(StateId state) const;

  /// What was taken for less than it is, in words: one line each.
  const std::set<std::string>& notes() const { return notes_; }

  /// Where precision was lost in going from a state: several callers to return to; data that was
  /// cut off although it differs.
  bool returns_to_many(StateId state) const;
  bool cuts_data(StateId state) const;
  /// The calls of each function, of what `run` has reached.
  const std::map<NodeId, std::set<NodeId>>& callers() const { return callers_; }

 private:
  using Values = std::vector<ValueId>;
  enum class Match : std::uint8_t { kNo, kMay, kMust };
  struct Binding {
    VariableId variable;
    Values values;
  };
  using Bindings = std::vector<Binding>;
  struct Selected {
    std::size_t clause;
    Bindings bindings;
  };
  /// What a function without effects on others gives.
  struct Result {
    Values values = {};
    bool may_fail = false;
  };

  // machine.cpp
  void start();
  bool fixpoint();
  StateId state_of(NodeId node, EnvironmentId environment, CellId next, TimeId time);
  std::size_t data_depth(VariableId variable) const;
  std::size_t message_depth(ClassId receiver) const;
  CellId variable_cell(VariableId variable, TermId data, TimeId time);
  CellId simple_cell(CellKey::Kind kind, ClassId process = 0, std::uint32_t of = 0);
  TimeId tick(NodeId call, TimeId time);
  EnvironmentId restrict(const Node& node, EnvironmentId environment, const Environment& more);
  EnvironmentId restrict(const Node& node, EnvironmentId environment) {
    return restrict(node, environment, {});
  }
  CellId lookup(EnvironmentId environment, VariableId variable) const;
  Values values_of(const Operand& operand, EnvironmentId environment);
  const std::vector<std::uint32_t>& read(CellId cell) { return store_.read(cell, reader_); }
  void note(const std::string& text) { notes_.insert(text); }
  /// The constant name in an operand: an atom or a string; empty if it is not constant.
  std::string text_of(const Operand& operand) const;
  const Node& operation(const Node& node) const;
  bool names(const Node& call, std::initializer_list<const char*> modules, const char* function,
             std::size_t arity) const;

  // resolve.cpp
  std::vector<TermId> resolve(ValueId value, std::size_t depth);
  bool may_be(ValueId value, TermId term, int fuel = 8);
  std::optional<std::vector<Values>> parts_of(ValueId value, TermKind make, std::size_t arity);
  void reach(ValueId value, std::set<ValueId>& seen);
  std::vector<ClassId> pids_in(const Values& values);
  Values funs_in(const Values& values);
  Values elements_of(const Values& lists, bool& proper);
  struct Positions {
    std::set<std::size_t> lengths;
    std::vector<Values> elements;  // the first of all lists, the second ...
  };
  std::optional<Positions> positions_of(const Values& lists);
  void visit_pairs(ValueId map,
                   const std::function<bool(const Values& keys, const Values& values)>& visit);
  Values values_in_map(ValueId map, const Values& wanted, bool& sure);
  bool is_removed(ValueId id) const;

  // match.cpp
  /// `environment`: where the keys of maps in the pattern are.
  Match match(PatternId pattern, const Values& values, TermId hint, EnvironmentId environment,
              Bindings& out);
  Match match_one(const Pattern& pattern, ValueId value, TermId hint, EnvironmentId environment,
                  Bindings& out);
  void bind_all_to_any(PatternId pattern, Bindings& out);
  static void add_binding(VariableId variable, const Values& values, Bindings& out);
  void select(const std::vector<NormalClause>& clauses, const std::vector<Values>& subjects,
              TermId hint, EnvironmentId environment, std::vector<Selected>& out, bool& complete);
  Match holds(GuardId guard, EnvironmentId environment, const Bindings& bindings);
  Values evaluate(GuardId guard, EnvironmentId environment, const Bindings& bindings, bool& fails);
  void guard_variables(GuardId guard, std::set<VariableId>& out) const;

  // builtins.cpp
  std::optional<Result> builtin(const std::string& name, const std::vector<Values>& arguments,
                                NodeId site, TimeId time);
  Match equal(ValueId left, ValueId right, bool exact = true, int fuel = 8);
  static Match equal_floats(const std::string& left, const std::string& right);
  /// Why a built-in fails.
  Values failure_of(const std::string& name);
  std::optional<Result> compare(const std::string& name, const std::vector<Values>& arguments);
  std::optional<Result> logic(const std::string& name, const std::vector<Values>& arguments);
  std::optional<Result> type_test(const std::string& name, const std::vector<Values>& arguments);
  std::optional<Result> arithmetic(const std::string& name, const std::vector<Values>& arguments,
                                   NodeId site, TimeId time);
  std::optional<Result> access(const std::string& name, const std::vector<Values>& arguments);
  TermKind kind_of(ValueId value) const;
  std::optional<std::size_t> takes(ValueId fun) const;
  Values booleans(bool may_be_true, bool may_be_false);
  Values widened(const Values& results, NodeId site, TimeId time);

  // step.cpp
  void step(StateId state, Sink* sink);
  void step_operation(const Node& node);
  void step_case(const Node& node);
  void step_receive(const Node& node);
  bool is_binary_of(const std::vector<Values>& segments) const;
  bool is_of_bytes(const std::vector<Values>& segments) const;
  bool is_some_bits(ValueId id) const;
  std::optional<std::int64_t> number_in(const Values& values) const;
  void step_letrec(const Node& node);
  void step_primop(const Node& node);
  void enter_below(NodeId node);
  std::vector<StateId> deliver(const std::vector<Values>& results);
  std::vector<StateId> deliver(const Values& result) {
    return deliver(std::vector<Values>{result});
  }
  std::vector<StateId> bind(const std::vector<VariableId>& variables,
                            const std::vector<Values>& values, NodeId body,
                            EnvironmentId environment, CellId next, TimeId time);
  std::vector<EnvironmentId> extend(const Bindings& bindings, NodeId body,
                                    EnvironmentId environment, TimeId time);
  void go(const std::vector<StateId>& to);
  CellId push();
  CellId handler_of(CellId next) const;
  CellId around(CellId next) const;

  // exceptions.cpp
  struct Exceptions {
    Values classes = {};
    Values reasons = {};
  };
  void raise(const Values& reasons, const char* exception, Failure failure);
  void raise_again(const Values& reasons);
  void handle(CellId handler, const Exceptions& raised, std::set<CellId>& seen);
  bool escapes(CellId handler, const Exceptions& raised, std::set<CellId>& seen);
  Exceptions passed_by(const Frame& frame, const Exceptions& raised, bool& taken);
  bool passes_on(NodeId body) const;
  Values stack_trace();
  Values why(const Values& reasons) const;
  /// {name, _}
  Values reason(const char* name);
  Values match_failure(const Values& reasons);

  // calls.cpp
  void step_apply(const Node& node);
  void step_call(const Node& node);
  void call_function(const std::string& module, const std::string& function,
                     const std::vector<Values>& arguments);
  bool intrinsic(const std::string& function, const std::vector<Values>& arguments);
  bool process_builtin(const std::string& function, const std::vector<Values>& arguments);
  void hibernate(const std::vector<Values>& arguments);
  Values make_fun(ValueId module, ValueId function, ValueId arity);
  Values self();
  Values parents();
  void show_ancestors();
  void put(const Values& keys, const Values& values);
  Values dictionary(const Values& keys);
  bool is_constant(ValueId id) const;
  void set_flag(const std::vector<Values>& arguments);
  void refuse_own_handler(const Values& handlers, bool sure);
  void apply_values(const Values& functions, const std::vector<Values>& arguments,
                    std::optional<CellId> next = {});
  std::vector<StateId> enter(ValueId closure, const std::vector<Values>& arguments, CellId next,
                             ClassId process, TimeId time);
  void client();

  // processes.cpp
  void spawn(const Values& functions);
  void name_processes(const Values& names, const Values& pids);
  Values registered(TermId name);
  void whereis(const Values& names);
  std::vector<ClassId> named_by(const Values& receivers, bool& any);
  void send(const Values& receivers, const Values& messages, const Values& result);
  /// How a process ends: normally, or so that those linked to it end as well.
  static constexpr const char* kNormal = "normal";
  static constexpr const char* kCrash = "crash";
  void ends(ClassId process, const char* how);
  bool crashes(ClassId process);

  // unknown.cpp
  void opaque_call(const std::string& name, const std::vector<Values>& arguments, bool unknown);
  bool mentions(const Values& values, const char* atom);
  void use_freely(const Values& given, Values& funs);
  void write_to_devices(const std::string& name, const std::vector<Values>& arguments);
  void reveal();
  bool is_foreign() { return !read(simple_cell(CellKey::Kind::kForeign)).empty(); }
  bool writes_well(const std::string& name, const std::vector<Values>& arguments);
  bool is_ours(const std::string& module) const;
  bool is_exported(const std::string& module, const std::string& function, std::size_t arity) const;
  Values functions_of(const std::optional<std::string>& module,
                      const std::optional<std::string>& function,
                      const std::optional<std::size_t>& arity);
  std::optional<std::string> atom_in(ValueId id) const;
  bool may_fail(const std::string& name, const std::vector<Values>& arguments);
  void computed_call(ValueId module, ValueId function, const std::vector<Values>& arguments);
  void apply_list(const Values& functions, const Values& lists);
  static std::vector<Values> arguments_of(std::size_t count,
                                          const std::optional<Positions>& positions,
                                          const Values& elements);
  void apply_named(const Values& modules, const Values& functions, const Values& lists);
  Values are_exported(const std::vector<Values>& arguments);

  Code& code_;
  const Depths depths_;
  const MachineLimits limits_;
  Store store_;
  StateId initial_ = kNone;
  std::size_t message_depth_ = 0;
  std::set<std::string> notes_;
  std::map<NodeId, std::set<NodeId>> callers_;  // of functions: the calls
  std::vector<NodeId> exported_;                // of an open program
  std::size_t steps_ = 0;
  ValueId any_ = 0;       // `_`
  bool reveals_ = false;  // something is called that shows processes and mailboxes of others

  // Of the step in progress.
  Sink* sink_ = nullptr;
  StateId reader_ = kNone;
  State at_;
  const Node* let_ = nullptr;  // what the result is bound by; null: it is returned
  NodeId site_ = kNone;        // the operation
};

}  // namespace heddle::abstraction
