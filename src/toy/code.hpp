// A compiled toy program: one flat array of instructions for all processes.
//
// Local instructions compute on the registers of one process; visible ones begin a step. Operands
// are registers (index >= 0) or constants (~index into `constants`), so no instruction needs to
// know which it has.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "toy/ast.hpp"

namespace heddle::toy {

enum class Op : std::uint8_t {
  // dst = a op b
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
  // dst = op a
  kMove,
  kNot,
  kNegate,
  kTruth,   // a != 0
  kSelf,    // the process' own handle
  kHandle,  // the handle of the a-th process of main
  // control
  kJump,        // to `object`
  kJumpIfZero,  // to `object` if a == 0
  kJumpIfOne,   // to `object` if a != 0
  kAssert,      // a
  kFail,
  kExit,
  kGuardEnd,  // the value of the guard is a
  // visible operations
  kRead,      // dst = cell
  kWrite,     // cell = a
  kCas,       // dst = (cell == a), then cell = b
  kFetchAdd,  // dst = cell, cell += a
  kAwait,     // until cell `compare` a
  kLock,
  kUnlock,
  kWait,  // condition `condition`, mutex `object`
  kSignal,
  kBroadcast,
  kSpawn,    // dst = handle of a new process running procedure `object`(arguments)
  kJoin,     // a
  kSend,     // to a the message (arguments)
  kReceive,  // by site `object`
  kPoll,     // the same with an `after`
  kYield,
};

constexpr bool is_visible(Op op) { return op >= Op::kRead; }

inline constexpr std::int32_t kNoOperand = std::numeric_limits<std::int32_t>::min();

struct Instruction {
  Op op = Op::kExit;
  Op compare = Op::kEqual;        // kAwait
  std::int32_t dst = kNoOperand;  // register, may be absent in visible operations
  std::int32_t a = kNoOperand;
  std::int32_t b = kNoOperand;
  std::int32_t index = kNoOperand;  // of an array place
  std::int32_t object = 0;  // first cell or mutex of the place; jump target; procedure; site
  std::int32_t extent = 1;  // number of cells or mutexes of the place
  std::int32_t condition = 0;
  std::int32_t arguments = 0;  // first in Code::arguments
  std::int32_t argument_count = 0;
  const Statement* statement = nullptr;
};

/// A receive: what it accepts, given the captured registers.
struct Site {
  struct Element {
    Pattern::Kind kind = Pattern::Kind::kAny;
    std::int64_t value = 0;  // kNumber
    std::int32_t slot = 0;   // kPinned: in the captured values; kName: the register it is bound to
  };
  struct Clause {
    std::vector<Element> elements;
    std::int32_t guard =
        -1;  // first instruction, on an own file: captured values, bound values, temporaries
    std::int32_t body = 0;
  };
  std::vector<Clause> clauses;
  std::vector<std::int32_t> captured;  // registers; kSelfSlot for the process' own handle
  std::int32_t after = -1;
  static constexpr std::int32_t kSelfSlot = -1;
};

/// Size of the register file on which guards are evaluated.
inline constexpr std::int32_t kGuardFile = 64;

struct ProcedureCode {
  std::string name;
  std::int32_t entry = 0;
  std::int32_t parameters = 0;         // the first registers
  std::int32_t frame = 0;              // registers including temporaries
  std::vector<std::string> registers;  // the named ones
};

struct Code {
  std::shared_ptr<const Source> source;
  std::vector<Instruction> instructions;
  std::vector<std::int64_t> constants;
  std::vector<std::int32_t> arguments;
  std::vector<ProcedureCode> procedures;
  std::vector<Site> sites;
  std::int32_t main = 0;
  bool has_join = false;  // ending is a visible step of its own
  bool delayed = false;

  std::vector<std::int64_t> initial_cells;
  /// By cell: some await or some add without a result names it, so the order of its writes always
  /// matters.
  std::vector<bool> awaited;
  std::vector<bool> added;
  std::vector<std::string> cell_names;
  std::vector<std::string> mutex_names;
  std::vector<std::string> condition_names;
};

/// False if the operation has no value: division by zero. Sums and products wrap around.
inline bool arithmetic(Op op, std::int64_t a, std::int64_t b, std::int64_t& out) {
  const auto ua = static_cast<std::uint64_t>(a);
  const auto ub = static_cast<std::uint64_t>(b);
  switch (op) {
    case Op::kEqual:
      out = a == b;
      return true;
    case Op::kNotEqual:
      out = a != b;
      return true;
    case Op::kLess:
      out = a < b;
      return true;
    case Op::kLessEqual:
      out = a <= b;
      return true;
    case Op::kGreater:
      out = a > b;
      return true;
    case Op::kGreaterEqual:
      out = a >= b;
      return true;
    case Op::kAdd:
      out = static_cast<std::int64_t>(ua + ub);
      return true;
    case Op::kSubtract:
      out = static_cast<std::int64_t>(ua - ub);
      return true;
    case Op::kMultiply:
      out = static_cast<std::int64_t>(ua * ub);
      return true;
    case Op::kDivide:
      if (b == 0) return false;
      out = b == -1 ? static_cast<std::int64_t>(0 - ua) : a / b;
      return true;
    case Op::kRemainder:
      if (b == 0) return false;
      out = b == -1 ? 0 : a % b;
      return true;
    case Op::kMove:
      out = a;
      return true;
    case Op::kNot:
      out = a == 0;
      return true;
    case Op::kNegate:
      out = static_cast<std::int64_t>(0 - ua);
      return true;
    case Op::kTruth:
      out = a != 0;
      return true;
    default:
      return false;
  }
}

inline bool holds(Op compare, std::int64_t left, std::int64_t right) {
  std::int64_t out = 0;
  arithmetic(compare, left, right, out);
  return out != 0;
}

}  // namespace heddle::toy
