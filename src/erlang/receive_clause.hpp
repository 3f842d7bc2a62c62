// Which clause of a receive took a message.
//
// Compiled code does not say it: clauses share tests and bodies, and the compiler orders them as it
// likes. So it is found from the source: a clause is out if its pattern cannot fit the message or
// its guard is false. Of the variables that are bound before the receive only the values are known,
// not which has which (unless it is one), and not of those that the compiler found to be constant;
// that, and guards beyond simple tests, may leave it open.
//
//   taking_clause(receive.clauses, {receive.bound, values}, message);   // 2, or 0: not known
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "beam/term/term.hpp"

namespace heddle::erlang {

/// A clause in the abstract format (erts, "The Abstract Format"). The terms belong to whoever read
/// them.
struct ClauseForm {
  beam::Term pattern;
  beam::Term guards;
};

/// What is known when the receive begins.
struct Bound {
  const std::set<std::string, std::less<>>& names;  // of variables that may have a value
  std::span<const beam::Term> values;               // of those that the patterns and guards use
};

/// From 1; 0 if it cannot be told.
std::uint32_t taking_clause(const std::vector<ClauseForm>& clauses, const Bound& bound,
                            beam::Term message);

}  // namespace heddle::erlang
