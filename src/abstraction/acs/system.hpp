// System: an actor communicating system (ACS), made from the abstract machine.
//
// Places hold tokens: a process of a class in a control state, or a message of a kind in the
// mailboxes of a class. A rule moves a process, and may take a message from its mailbox, put one
// into another's, or make a process. Order of messages and identity of processes are forgotten.
//
//   paper                      here
//   control state (i, q)       Place kState
//   message (i, m)             Place kMessage
//   i: q --l--> q'             Rule
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "abstraction/cfa/machine.hpp"

namespace heddle::abstraction {

using PlaceIndex = std::uint32_t;

struct AcsPlace {
  enum class Kind : std::uint8_t { kState, kMessage, kFailure };
  Kind kind = Kind::kState;
  ClassId process = 0;
  std::uint32_t id = 0;  // the state, or the term of the message
  NodeId node = kNone;   // kState, kFailure: where in the program
  Failure failure = Failure::kException;
  std::string name = {};   // unique in the system
  std::string label = {};  // of ?label
};

struct AcsRule {
  PlaceIndex from = kNone;
  PlaceIndex to = kNone;              // none: the process ends, or goes where nothing matters
  PlaceIndex received = kNone;        // a message of its class
  PlaceIndex sent = kNone;            // a message of any class
  PlaceIndex spawned = kNone;         // a state of any class
  std::vector<StateId> through = {};  // states between, that simplification took away
  bool internal() const { return received == kNone && sent == kNone && spawned == kNone; }
};

struct System {
  std::vector<AcsPlace> places;
  std::vector<AcsRule> rules;
  PlaceIndex initial = kNone;
  std::vector<std::string> classes;  // their names
  /// ?label_mail: the classes whose mailboxes bear the name.
  std::map<std::string, std::vector<ClassId>> mail_labels;
  /// ?assert_uncoverable(n): place to n.
  std::map<PlaceIndex, std::uint64_t> assertions;
};

/// After the machine has run.
System make_system(Machine& machine);

/// Drops what cannot matter to the tokens of `kept` places and joins internal steps. The same
/// amounts of them can be reached as before. Places are numbered anew; `kept` follows.
System simplify(const System& system, std::vector<PlaceIndex>& kept);

/// Places that a rule uses, or that are kept.
std::size_t size_of(const System& system);

/// Figure 4 of the paper: a box for each class, its control states, its rules.
std::string to_dot(const System& system);
std::string to_json(const System& system);

/// What a rule does, in words: "server.erl:12 receives {poke,<init>}".
std::string describe(const System& system, const Code& code, const AcsRule& rule);

}  // namespace heddle::abstraction
