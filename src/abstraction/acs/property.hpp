// Properties: which amounts of tokens are bad, as the program says or as the mode asks.
//
//   -uncoverable("critical >= 2").        a conjunction: "a >= 2, b > 0"
//   ?assert_uncoverable(2)                so many processes at this point
//   ?soter_error(..), ?soter_assert(E)    nobody comes there
// Each is proved when no reachable marking satisfies all of its atoms; an atom bounds the sum over
// its places from below.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "abstraction/acs/system.hpp"
#include "petri/net.hpp"

namespace heddle::abstraction {

struct Bound {
  std::string label = {};
  std::uint64_t least = 0;  // "> n" is n + 1
};

/// A directive of the program.
struct Directive {
  std::string text = {};
  std::vector<Bound> bounds = {};
  std::string file = {};
  int line = 0;
};

/// "a >= 2, b > 0". Throws UserError.
std::vector<Bound> parse_bounds(const std::string& text, const std::string& place);

/// All -uncoverable attributes of a module.
std::vector<Directive> directives_of(const core_erlang::Module& module, const std::string& source);

struct Atom {
  std::string label = {};
  std::vector<PlaceIndex> places = {};
  std::uint64_t least = 0;
};

struct Query {
  enum class Kind { kUncoverable, kAssertion, kUserError, kFailure, kMailbox };
  Kind kind = Kind::kUncoverable;
  std::string text = {};   // as a report names it
  std::string where = {};  // "sieve.erl:3"
  /// The same in every analysis, and another for each that says the same in the same line.
  std::uint32_t site = 0;
  std::vector<Atom> atoms = {};
  /// Not empty: it holds already because nothing that it counts can exist.
  std::string trivial = {};
};

/// The properties that the program states. A label that is not among `labels`, reachable or not, is
/// a UserError with suggestions.
std::vector<Query> stated_queries(const System& system, const Code& code,
                                  const std::vector<Directive>& directives,
                                  const std::vector<std::string>& labels);
/// Absence of errors: one for each site of the modules given.
std::vector<Query> failure_queries(const System& system, const Code& code);
/// At least `least` messages in the mailboxes of a class.
Query mailbox_query(const System& system, ClassId process, std::uint64_t least);

/// The labels that the text mentions, reachable or not.
std::vector<std::string> labels_of(const Code& code);

/// The places that the atoms speak about.
std::vector<PlaceIndex> places_of(const std::vector<Query>& queries);

/// One query with no more of the system than matters to it.
struct Focused {
  System system;
  Query query;  // its places are those of this system
};
Focused focus(const System& system, const Query& query);

struct Encoded {
  petri::Net net;
  petri::Question question;
  /// Transition to rule.
  std::vector<std::size_t> rules;
};

/// The net of the system and the question whether the query's marking can be covered. An atom over
/// several places gets a place that always holds their sum.
Encoded encode(const System& system, const Query& query);

}  // namespace heddle::abstraction
