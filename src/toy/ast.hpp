// The toy language as a tree: plain values, comparable (positions do not count), made by the parser
// or the generator.
//
// A program declares shared things (variables, arrays, mutexes, conditions), the mode of message
// delivery, and processes. Registers are local to a process and appear when they are first
// assigned. The grammar is in parser.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle::toy {

/// Where something stands in the text. Two trees that differ only in positions are equal.
struct Position {
  int line = 0;
  int column = 0;
  bool operator==(const Position&) const { return true; }
};

enum class Operator : std::uint8_t {
  kOr,
  kAnd,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kNot,
  kNegate,
};

const char* spelling(Operator op);
constexpr bool is_comparison(Operator op) {
  return op >= Operator::kEqual && op <= Operator::kGreaterEqual;
}

/// Over registers and constants only: evaluating one is never visible to others.
///
/// Operators are left associative, so `1 + 1 + ...` is a tree as deep on its left side as the text
/// is long: walk that side with left_spine(), never by recursion. Every other side is as deep as
/// the text is nested, which the parser limits.
struct Expression {
  enum class Kind : std::uint8_t {
    kNumber,  // value
    kName,    // name: a register or a declared constant
    kSelf,    // the handle of the process itself
    kHandle,  // handle(operands[0]): the n-th process that main spawns
    kUnary,   // op operands[0]
    kBinary,  // operands[0] op operands[1]
  };
  Kind kind = Kind::kNumber;
  Operator op = Operator::kAdd;
  std::int64_t value = 0;
  std::string name;
  std::vector<Expression> operands;
  Position position;

  Expression() = default;
  Expression(const Expression&) = default;
  Expression(Expression&&) = default;
  Expression& operator=(const Expression&) = default;
  Expression& operator=(Expression&&) = default;
  ~Expression() {
    while (!operands.empty() && !operands.front().operands.empty()) {
      std::vector<Expression> below = std::move(operands.front().operands);
      operands = std::move(below);
    }
  }
  bool operator==(const Expression&) const = default;
};

/// The expression, its left operand, that one's left operand ..., down to the first that is not
/// binary.
inline std::vector<const Expression*> left_spine(const Expression& expression) {
  std::vector<const Expression*> spine = {&expression};
  while (spine.back()->kind == Expression::Kind::kBinary) {
    spine.push_back(spine.back()->operands.data());
  }
  return spine;
}

/// A shared object: `x`, `a[e]`.
struct Place {
  std::string name;
  std::vector<Expression> index;  // empty or one
  Position position;
  bool operator==(const Place&) const = default;
};

/// One element of a message pattern.
struct Pattern {
  enum class Kind : std::uint8_t {
    kNumber,  // value
    kName,    // a declared constant, or a register that the element is bound to
    kPinned,  // ^name: equal to the register's present value
    kAny,     // _
  };
  Kind kind = Kind::kAny;
  std::int64_t value = 0;
  std::string name;
  Position position;
  bool operator==(const Pattern&) const = default;
};

struct Statement;
using Block = std::vector<Statement>;

/// `(pattern, ...) when guard -> { body }`
struct Clause {
  std::vector<Pattern> patterns;
  std::vector<Expression> guard;  // empty or one
  Block body;
  Position position;
  bool operator==(const Clause&) const;
};

struct Statement {
  enum class Kind : std::uint8_t {
    // Local: part of the step of the operation before them.
    kAssign,  // name = arguments[0]
    kIf,      // arguments[0] body otherwise
    kWhile,   // arguments[0] body
    kBreak,
    kAssert,  // arguments[0]
    kExit,
    kFail,  // text
    // Visible: each begins a step.
    kRead,       // name = read place
    kWrite,      // write place = arguments[0]
    kCas,        // name = cas(place, arguments[0], arguments[1])
    kAdd,        // name = add(place, arguments[0])
    kAwait,      // await place op arguments[0]
    kLock,       // lock place
    kUnlock,     // unlock place
    kWait,       // wait text place: text is the condition, place the mutex
    kSignal,     // signal text
    kBroadcast,  // broadcast text
    kSpawn,      // name = spawn text(arguments)
    kJoin,       // join arguments[0]
    kSend,       // send arguments[0] (arguments[1], ...)
    kReceive,    // receive { clauses after -> body }
    kYield,
  };
  Kind kind = Kind::kYield;
  Operator op = Operator::kEqual;  // kAwait
  bool has_after = false;          // kReceive
  std::string name;                // the register that gets the result, may be empty
  std::string text;                // kFail: the words; kSpawn: the process; conditions
  Place place;
  std::vector<Expression> arguments;
  Block body;
  Block otherwise;
  std::vector<Clause> clauses;
  Position position;
  bool operator==(const Statement&) const = default;
};

inline bool Clause::operator==(const Clause&) const = default;

constexpr bool is_visible(Statement::Kind kind) { return kind >= Statement::Kind::kRead; }

/// A shared object or a named constant.
struct Declaration {
  enum class Kind : std::uint8_t { kConstant, kVariable, kArray, kMutex, kMutexArray, kCondition };
  Kind kind = Kind::kVariable;
  std::string name;
  std::int64_t value = 0;  // of a constant; initial, of a variable or of each element
  std::int64_t size = 1;   // of arrays
  Position position;
  bool operator==(const Declaration&) const = default;
};

struct Procedure {
  std::string name;
  std::vector<std::string> parameters;
  Block body;
  Position position;
  bool operator==(const Procedure&) const = default;
};

/// A whole program. `file` is for messages only.
struct Source {
  std::string file;
  bool delayed_delivery = false;
  std::vector<Declaration> declarations;
  std::vector<Procedure> procedures;
  bool operator==(const Source& other) const {
    return delayed_delivery == other.delayed_delivery && declarations == other.declarations &&
           procedures == other.procedures;
  }
};

}  // namespace heddle::toy
