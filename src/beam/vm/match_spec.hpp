// MatchSpec: the little language of ets:select and its relatives.
//
//   [{Head, Guards, [Result]}, ...]
//
// The first clause whose head fits the object and whose guards are all `true` gives the result. A
// failing call in a guard makes it fail; in a body it is the atom 'EXIT'. The clauses are checked
// as a whole first, by OTP's rules (erl_db_util.c, db_match_compile), and then interpreted as they
// stand.
#pragma once

#include <map>
#include <optional>

#include "beam/term/term.hpp"
#include "beam/vm/native.hpp"

namespace heddle::beam {

struct TraceActions;

class MatchSpec {
 public:
  /// Objects of tables; what is sent and received; calls, whose returns may be told of, too.
  enum class For : std::uint8_t { kTables, kTraces, kCalls };
  /// Nothing if it is not one.
  static std::optional<MatchSpec> compile(Machine& machine, Term spec, For what = For::kTables);
  /// Whether a clause fits the arguments of what is traced. What it does for the trace is put into
  /// `actions`.
  bool run_trace(Term arguments, TraceActions& actions) const;
  /// The result for an object; none if no clause fits.
  Term run(Term object) const;
  Term spec() const { return spec_; }
  /// If only objects with one key can fit: that key. None if not.
  Term key(std::size_t key_position) const;

 private:
  using Bindings = std::map<std::uint32_t, Term>;  // by the number of the variable
  struct Run {
    const Bindings& bindings;
    Term object;
    bool in_guard;
    TraceActions* actions = nullptr;
  };

  MatchSpec(Machine& machine, Term spec, For what) : machine_(&machine), spec_(spec), for_(what) {}
  static bool match(Term pattern, Term term, Bindings& bindings);
  bool check(Term expression, const Bindings& bindings, bool in_guard) const;
  bool check_all(Term list, const Bindings& bindings, bool in_guard) const;
  /// The first clause that fits, as a tuple; none if there is none.
  Term find_clause(Term object, Bindings& bindings) const;
  Term act(Term call, const Run& run) const;
  /// None if it fails in a guard.
  Term evaluate(Term expression, const Run& run) const;
  Term evaluate_call(Term call, const Run& run) const;

  Machine* machine_;
  Term spec_;
  For for_;
};

/// N of a variable '$N', or nothing.
std::optional<std::uint32_t> match_variable(Term term);

}  // namespace heddle::beam
