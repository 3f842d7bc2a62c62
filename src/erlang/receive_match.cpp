#include "erlang/receive_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>

#include "beam/term/print.hpp"

namespace heddle::erlang {

using beam::BeamFile;
using beam::Instruction;
using beam::Opcode;
using beam::Operand;
using beam::Term;

namespace {

// A constant that only one of the two has is a stronger word against them than one that both have
// for them is: most receives have few.
constexpr int kCommon = 20;
constexpr int kOnlyOne = 15;
constexpr int kDone = 4;
constexpr int kLine = 5;
// More would be too many subsets; functions with more receives are taken in order.
constexpr std::size_t kMostMatched = 12;

bool ends_a_block(Opcode opcode) {
  switch (opcode) {
    case Opcode::kReturn:
    case Opcode::kJump:
    case Opcode::kCallLast:
    case Opcode::kCallOnly:
    case Opcode::kCallExtLast:
    case Opcode::kCallExtOnly:
    case Opcode::kApplyLast:
    case Opcode::kSelectVal:
    case Opcode::kSelectTupleArity:
    case Opcode::kLoopRecEnd:
    case Opcode::kWait:
    case Opcode::kFuncInfo:
    case Opcode::kBadmatch:
    case Opcode::kCaseEnd:
    case Opcode::kIfEnd:
      return true;
    default:
      return false;
  }
}

int line_of(const BeamFile& file, const Instruction& instruction) {
  if (instruction.opcode != Opcode::kLine) return 0;
  const std::uint64_t index = file.operands_of(instruction)[0].value;
  return index < file.lines.size() ? static_cast<int>(file.lines[index].line) : 0;
}

// Walks what happens between looking at a message and taking it or leaving it.
class Tests {
 public:
  Tests(const BeamFile& file, const beam::Function& function)
      : file_(file), function_(function), seen_(function.end - function.begin) {}

  /// `taken`: where messages are taken.
  Tested of(std::uint32_t loop_rec, std::vector<std::uint32_t>& taken) {
    std::vector<std::uint32_t> open{loop_rec + 1};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at < function_.begin || at >= function_.end ||
          std::exchange(seen_[at - function_.begin], char{1}) != 0) {
        continue;
      }
      const Instruction& instruction = file_.instructions[at];
      if (instruction.opcode == Opcode::kRemoveMessage) {
        taken.push_back(at);
        continue;
      }
      if (instruction.opcode == Opcode::kLoopRecEnd || instruction.opcode == Opcode::kWait ||
          instruction.opcode == Opcode::kWaitTimeout) {
        continue;
      }
      for (const Operand& operand : file_.operands_of(instruction)) look_at(operand, open);
      add_kind(instruction);
      if (!ends_a_block(instruction.opcode)) open.push_back(at + 1);
    }
    return std::move(tested_);
  }

 private:
  void look_at(const Operand& operand, std::vector<std::uint32_t>& open) {
    if (operand.kind == Operand::Kind::kTerm) {
      add_tested(operand.term(), tested_);
    } else if (operand.kind == Operand::Kind::kLabel && operand.value != 0) {
      open.push_back(file_.labels[operand.value]);
    } else if (operand.kind == Operand::Kind::kList) {
      for (const Operand& element : file_.list(operand)) look_at(element, open);
    }
  }

  void add_kind(const Instruction& instruction) {
    const auto operands = file_.operands_of(instruction);
    switch (instruction.opcode) {
      case Opcode::kTestArity:
      case Opcode::kIsTaggedTuple:
        tested_.insert(tested_tuple(operands[2].value));
        break;
      case Opcode::kSelectTupleArity:
        for (const Operand& element : file_.list(operands[2])) {
          if (element.kind == Operand::Kind::kNumber) tested_.insert(tested_tuple(element.value));
        }
        break;
      case Opcode::kIsNonemptyList:
        tested_.insert(kTestedList);
        break;
      case Opcode::kIsNil:
        tested_.insert(kTestedNil);
        break;
      case Opcode::kIsMap:
        tested_.insert(kTestedMap);
        break;
      case Opcode::kBsStartMatch3:
      case Opcode::kBsStartMatch4:
        tested_.insert(kTestedBinary);
        break;
      default:
        break;
    }
  }

  const BeamFile& file_;
  const beam::Function& function_;
  std::vector<char> seen_;
  Tested tested_;
};

// The straight way on after a message was taken.
void follow(const BeamFile& file, std::uint32_t taken, std::uint32_t end, CodeReceive& receive) {
  for (std::uint32_t at = taken + 1; at < end; ++at) {
    const Instruction& instruction = file.instructions[at];
    const int line = line_of(file, instruction);
    if (line != 0 && (receive.after == 0 || line < receive.after)) receive.after = line;
    const std::string_view letters = beam::info(instruction.opcode).operands;
    const auto operands = file.operands_of(instruction);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].kind == Operand::Kind::kTerm) add_tested(operands[i].term(), receive.done);
      if (letters[i] == 'i') {
        add_tested(file.imports[operands[i].value].function, receive.done);
      }
    }
    if (ends_a_block(instruction.opcode)) break;
  }
}

}  // namespace

std::string tested_tuple(std::size_t size) { return fmt::format("{{}} {}", size); }

void add_tested(Term value, Tested& tested) {
  if (value.is_nil()) {
    tested.insert(kTestedNil);
  } else if (value.is_cons()) {
    tested.insert(kTestedList);
    for (; value.is_cons(); value = value.tail()) add_tested(value.head(), tested);
  } else if (value.is_tuple()) {
    tested.insert(tested_tuple(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i) add_tested(value.element(i), tested);
  } else if (value.is_atom() || value.is_small()) {
    tested.insert(beam::print(value));
  }
}

std::vector<CodeReceive> receives_in(const BeamFile& file, const beam::Function& function) {
  std::vector<CodeReceive> receives;
  int line = 0;
  for (std::uint32_t at = function.begin; at < function.end; ++at) {
    const Instruction& instruction = file.instructions[at];
    if (const int here = line_of(file, instruction)) line = here;
    if (ends_a_block(instruction.opcode)) line = 0;
    if (instruction.opcode != Opcode::kLoopRec) continue;
    CodeReceive receive;
    std::vector<std::uint32_t> taken;
    receive.tested = Tests(file, function).of(at, taken);
    receive.before = line;
    for (const std::uint32_t one : taken) follow(file, one, function.end, receive);
    receives.push_back(std::move(receive));
  }
  return receives;
}

int likeness(const CodeReceive& code, const ReceiveShape& source) {
  const auto common = static_cast<int>(
      std::count_if(code.tested.begin(), code.tested.end(),
                    [&](const std::string& what) { return source.tested.contains(what); }));
  const int all = static_cast<int>(code.tested.size() + source.tested.size());
  int sum = kCommon * common - kOnlyOne * (all - 2 * common);
  for (const std::string& what : code.done) sum += source.done.contains(what) ? kDone : -kDone;
  if (code.before != 0) sum += code.before <= source.line ? kLine : -kLine;
  if (code.after != 0) {
    sum += code.after >= source.line ? kLine : -kLine;
    if (code.after >= source.line && code.after <= source.last_line) sum += kLine;
  }
  return sum;
}

std::vector<std::size_t> assign(std::size_t from, std::size_t to, const Worth& likeness) {
  // Being in order breaks ties, and no more.
  const auto order = static_cast<int>(from * std::max(from, to) + 1);
  const auto worth = [&](std::size_t i, std::size_t j) {
    return likeness(i, j) * order - std::abs(static_cast<int>(i) - static_cast<int>(j));
  };
  std::vector<std::size_t> assigned;
  if (from > to) {
    for (std::size_t i = 0; i < from; ++i) {
      std::size_t best = 0;
      for (std::size_t j = 1; j < to; ++j) {
        if (worth(i, j) > worth(i, best)) best = j;
      }
      assigned.push_back(best);
    }
    return assigned;
  }
  if (to > kMostMatched) {
    for (std::size_t i = 0; i < from; ++i) assigned.push_back(i);
    return assigned;
  }
  // best[used]: of the first ones, as many as are used.
  struct Best {
    int worth = std::numeric_limits<int>::min();
    std::size_t last = 0;
  };
  std::vector<Best> best(std::size_t{1} << to);
  best[0].worth = 0;
  std::optional<std::size_t> whole;
  for (std::size_t used = 0; used < best.size(); ++used) {
    const auto i = static_cast<std::size_t>(std::popcount(used));
    if (i > from || best[used].worth == std::numeric_limits<int>::min()) continue;
    if (i == from) {
      if (!whole || best[used].worth > best[*whole].worth) whole = used;
      continue;
    }
    for (std::size_t j = 0; j < to; ++j) {
      if ((used >> j & 1) != 0) continue;
      Best& next = best[used | std::size_t{1} << j];
      const int sum = best[used].worth + worth(i, j);
      if (sum > next.worth) next = {sum, j};
    }
  }
  assigned.resize(from);
  for (std::size_t i = from; i-- > 0;) {
    assigned[i] = best[*whole].last;
    *whole &= ~(std::size_t{1} << assigned[i]);
  }
  return assigned;
}

ReceiveMatch match_receives(std::span<const CodeReceive> code,
                            std::span<const ReceiveShape> source) {
  ReceiveMatch match;
  match.source = assign(code.size(), source.size(),
                        [&](std::size_t i, std::size_t j) { return likeness(code[i], source[j]); });
  for (std::size_t i = 0; i < code.size(); ++i) {
    match.likeness += likeness(code[i], source[match.source[i]]);
  }
  return match;
}

}  // namespace heddle::erlang
