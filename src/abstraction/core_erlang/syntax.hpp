// Core Erlang as a tree: what the reader makes of a file, before anything is simplified.
//
// One node type serves expressions and patterns, as they share most of their forms. What the parts
// of a node are depends on its kind; the comment of the kind says so.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace heddle::abstraction::core_erlang {

enum class Kind {
  kVariable,  // name
  kAtom,      // name
  kInteger,   // name: its digits, with a sign if negative
  kFloat,     // name: its text
  kNil,
  kTuple,         // parts: elements
  kCons,          // parts: one or more elements, then the tail
  kMap,           // parts: key, value, ...; then the map that is changed if `extends`; `exact`: :=
  kBinary,        // parts: for each segment its value, size, unit, type, flags
  kValues,        // parts: <e1, ..., en>
  kFun,           // variables, parts: body
  kFunctionName,  // name, arity
  kLet,           // variables, parts: what is bound, body
  kDo,            // parts: first, second
  kCase,          // parts: subject (kValues if several), clauses
  kLetrec,        // definitions, parts: body
  kApply,         // parts: function, arguments
  kCall,          // parts: module, function, arguments
  kPrimop,        // name, parts: arguments
  kTry,           // parts: protected, body, handler; variables, handler_variables
  kCatch,         // parts: protected
  kReceive,       // clauses, parts: time limit, what is done then
  kAlias,         // name, parts: pattern
};

struct Expression;
using Expr = std::unique_ptr<Expression>;

struct Clause {
  std::vector<Expr> patterns = {};
  Expr guard = {};
  Expr body = {};
  int line = 0;
  bool compiler_generated = false;
};

struct Definition {
  std::string name = {};
  std::size_t arity = 0;
  Expr function = {};  // a kFun
};

struct Expression {
  Kind kind = Kind::kNil;
  int line = 0;
  std::string name = {};
  std::size_t arity = 0;
  bool extends = false;
  bool exact = false;
  std::vector<Expr> parts = {};
  std::vector<std::string> variables = {};
  std::vector<std::string> handler_variables = {};
  std::vector<Clause> clauses = {};
  std::vector<Definition> definitions = {};
  std::vector<std::string> annotations = {};  // the atoms among them

  bool has_annotation(const std::string& wanted) const {
    for (const std::string& annotation : annotations) {
      if (annotation == wanted) return true;
    }
    return false;
  }
};

struct Attribute {
  std::string name = {};
  Expr value = {};
  int line = 0;
};

struct Module {
  std::string name = {};
  std::string file = {};  // the Core Erlang text
  std::vector<std::pair<std::string, std::size_t>> exports = {};
  std::vector<Attribute> attributes = {};
  std::vector<Definition> functions = {};

  const Definition* find(const std::string& function, std::size_t arity) const {
    for (const Definition& definition : functions) {
      if (definition.name == function && definition.arity == arity) return &definition;
    }
    return nullptr;
  }
};

inline Expr make(Kind kind, int line, std::string name = {}) {
  auto out = std::make_unique<Expression>();
  out->kind = kind;
  out->line = line;
  out->name = std::move(name);
  return out;
}

/// The characters of a list of character codes; nothing if it is none.
bool text_of(const Expression& list, std::string& out);

}  // namespace heddle::abstraction::core_erlang
