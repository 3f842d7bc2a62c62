// Normal form: the program that the abstract machine runs.
//
// Every argument, element and subject is an operand: a variable, a constant, a function, or a term
// or fun made of operands. Every other intermediate result has a name, so `let` is the only
// construct that continues with a value. Variables are unique, and what is never used is not bound
// at all. Nodes are numbers, and know their free variables: an environment keeps no more than
// those.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "abstraction/core_erlang/syntax.hpp"
#include "abstraction/term.hpp"

namespace heddle::abstraction {

using NodeId = std::uint32_t;
using VariableId = std::uint32_t;
using PatternId = std::uint32_t;
using GuardId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xffffffffU;

struct Operand {
  enum class Kind : std::uint8_t { kVariable, kTerm, kFunction, kNode };
  Kind kind = Kind::kTerm;
  std::uint32_t id = 0;  // of the variable or the term; kFunction, kNode: of the node
  bool operator==(const Operand&) const = default;
  auto operator<=>(const Operand&) const = default;
};

enum class PatternKind : std::uint8_t {
  kVariable,  // binds, or with kNone ignores
  kTerm,      // equals a constant
  kMake,      // tuple, cons, successor
  kAlias,     // binds the whole and matches the part
  kMap,       // has these keys; the parts match their values
  kMaybe,     // binaries: may match; its variables get any value
};

struct Pattern {
  PatternKind kind = PatternKind::kVariable;
  VariableId variable = kNone;
  TermId term = 0;                 // kTerm; kMaybe: _ or what kind of term it has to be
  TermKind make = TermKind::kAny;  // kMake
  std::vector<PatternId> parts = {};
  std::vector<Operand> keys = {};  // kMap
};

enum class GuardKind : std::uint8_t { kOperand, kCall, kLet, kTry, kUnknown };

struct Guard {
  GuardKind kind = GuardKind::kUnknown;
  Operand operand = {};
  std::string name = {};            // kCall: of the function of module erlang
  VariableId variable = kNone;      // kLet
  std::vector<GuardId> parts = {};  // kCall: arguments; kLet: what is bound, body;
                                    // kTry: what is false if it fails
};

struct NormalClause {
  std::vector<PatternId> patterns = {};
  GuardId guard = kNone;  // none: always true
  NodeId body = kNone;
  int line = 0;
};

enum class NodeKind : std::uint8_t {
  kReturn,   // operands
  kMake,     // operands; make
  kFun,      // variables: parameters; first: body
  kLet,      // variables; first: what is bound; second: body
  kCase,     // operands: subjects; clauses
  kReceive,  // clauses; operands: time limit (none: for ever); first: what is done then
  kLetrec,   // variables: names; functions; first: body
  kApply,    // operands: function, arguments
  kCall,     // operands: module, function, arguments
  kPrimop,   // name; operands
  kTry,      // first: protected; variables; second: body; handler_variables; third: handler
};

struct Node {
  NodeKind kind = NodeKind::kReturn;
  int line = 0;
  std::uint32_t module = 0;
  std::vector<Operand> operands = {};
  std::vector<VariableId> variables = {};
  std::vector<VariableId> handler_variables = {};
  NodeId first = kNone;
  NodeId second = kNone;
  NodeId third = kNone;
  std::vector<NodeId> functions = {};
  std::vector<NormalClause> clauses = {};
  TermKind make = TermKind::kAny;
  std::string name = {};  // of a primop, of the function that a fun is; kHandler, kRaisesAgain
  std::vector<VariableId> free = {};
};

/// The names of a case that says which exceptions a handler takes, and passes on the others; and of
/// a try whose handler does something before it raises again what it got.
inline constexpr const char* kHandler = "$handler";
inline constexpr const char* kRaisesAgain = "$raises again";

/// fun m:f/1: its name is what is written.
inline bool is_external(const Node& fun) { return fun.name.starts_with("fun "); }

struct ModuleInfo {
  std::string name = {};
  std::string file = {};  // for places in reports
  bool library = false;   // a model of a library module
  std::vector<std::pair<std::string, std::size_t>> exports = {};
};

class Code {
 public:
  using FunctionKey = std::tuple<std::string, std::string, std::size_t>;  // module, name, arity

  Terms terms;
  std::vector<Node> nodes;
  std::vector<Pattern> patterns;
  std::vector<Guard> guards;
  std::vector<std::string> variables;  // their names in the source
  std::vector<ModuleInfo> modules;
  std::map<FunctionKey, NodeId> functions;
  std::vector<std::int64_t> numbers;  // that the program mentions, sorted: where intervals end

  const Node& operator[](NodeId id) const { return nodes[id]; }
  NodeId find(const std::string& module, const std::string& function, std::size_t arity) const {
    const auto at = functions.find({module, function, arity});
    return at == functions.end() ? kNone : at->second;
  }
  /// "server.erl:12"
  std::string place(NodeId id) const;
};

/// A module to analyse; `source` is the file that reports name.
struct Input {
  core_erlang::Module module;
  std::string source;
  bool library = false;
};

/// Two modules of one name, or an unbound variable, are a UserError.
Code normalise(std::vector<Input> inputs);

/// How deep a message has to be known to tell what the pattern tells apart.
std::size_t depth_of(const Code& code, PatternId pattern);

}  // namespace heddle::abstraction
