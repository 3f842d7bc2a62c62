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

class MatchSpec {
 public:
  /// Nothing if it is not one.
  static std::optional<MatchSpec> compile(Machine& machine, Term spec);
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
  };

  MatchSpec(Machine& machine, Term spec) : machine_(&machine), spec_(spec) {}
  static bool match(Term pattern, Term term, Bindings& bindings);
  bool check(Term expression, const Bindings& bindings) const;
  bool check_all(Term list, const Bindings& bindings) const;
  /// None if it fails in a guard.
  Term evaluate(Term expression, const Run& run) const;
  Term evaluate_call(Term call, const Run& run) const;

  Machine* machine_;
  Term spec_;
};

/// N of a variable '$N', or nothing.
std::optional<std::uint32_t> match_variable(Term term);

}  // namespace heddle::beam
