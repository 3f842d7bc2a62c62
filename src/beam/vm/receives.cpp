// Receives: which message one takes, and what happens without any.
#include <cstring>

#include "beam/term/atom.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/machine.hpp"
#include "beam/vm/ops.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

bool is_instruction(CodePointer ip, Op op) {
  return *ip == std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(op)]);
}

// What loop_rec has besides its label and its destination: a count, whether a guard asks for
// self(), and the registers y(n) that the patterns read.
std::span<const Word> variables_of(CodePointer loop_rec) {
  const Word* table = std::bit_cast<const Word*>(loop_rec[3]);
  return {table + 2, table[0]};
}
bool asks_self(CodePointer loop_rec) { return std::bit_cast<const Word*>(loop_rec[3])[1] != 0; }

}  // namespace

bool Machine::has_patterns(const Process& process) const {
  return is_instruction(process.state.ip, Op::loop_rec);
}

void Machine::receive_variables(const Process& process, std::vector<Term>& out) const {
  out.clear();
  const Process::State& state = process.state;
  if (!has_patterns(process)) return;
  const Word* y = process.stack() + state.frame + kFrameHeader;
  for (const Word index : variables_of(state.ip)) out.push_back(Term::from_bits(y[index]));
  if (asks_self(state.ip)) out.push_back(process.pid());
}

bool Machine::accepts(const Process& process, Term message) {
  HEDDLE_CHECK(process.state.pending == Pending::kReceive, "the process is not in a receive");
  if (!has_patterns(process)) return false;  // a receive of nothing, with a timeout
  std::vector<Term> variables;
  receive_variables(process, variables);
  return accepts(process.state.ip, variables, message);
}

bool Machine::accepts(CodePointer receive, std::span<const Term> variables, Term message) {
  const std::span<const Word> registers = variables_of(receive);
  const Word words = kFrameHeader + (registers.empty() ? 0 : registers.back() + 1);
  if (probe_.stack_size() < words) probe_.grow_stack(words);
  probe_.stack()[0] = 0;
  probe_.stack()[1] = frame_sizes(words - kFrameHeader, 0);
  for (std::size_t i = 0; i < registers.size(); ++i) {
    probe_.stack()[kFrameHeader + registers[i]] = variables[i].bits();
  }
  if (asks_self(receive)) probe_.be(variables.back());
  // A native that delivers the message still needs its arguments.
  std::swap(x_, probe_x_);
  x_[receive[2] >> 3] = message;
  probe_.state.ip = receive + 4;
  probe_.state.frame = 0;
  const Heap::Mark mark = heap_.mark();
  Process* running = std::exchange(current_, &probe_);
  probing_ = true;
  const Stop stop = interpret(probe_);
  probing_ = false;
  current_ = running;
  heap_.rewind(mark);
  std::swap(x_, probe_x_);
  if (stop != Stop::kAccepted && stop != Stop::kRejected) {
    throw support::UserError("the patterns of the receive in " + place(receive) +
                             " do more than look at the message, which Heddle cannot explore");
  }
  return stop == Stop::kAccepted;
}

void Machine::find_match(Process& process) {
  process.state.match = nullptr;
  if (!has_patterns(process)) return;
  for (MessageNode* node = process.state.first_message; node != nullptr;
       node = std::bit_cast<MessageNode*>(node->next)) {
    if (!accepts(process, Term::from_bits(node->term))) continue;
    process.state.match = node;
    return;
  }
}

ReceiveTimeout Machine::receive_timeout(const Process& process) const {
  const Process::State& state = process.state;
  if (state.pending != Pending::kReceive) return {};
  if (state.timeout_at != 0) return {false, state.timeout_at - 1 - state.waited};
  if (!has_patterns(process)) return {};
  const auto without = std::bit_cast<CodePointer>(state.ip[1]);
  if (is_instruction(without, Op::timeout)) return {false, 0};
  if (!is_instruction(without, Op::wait_timeout)) return {};
  const Word operand = without[2];
  Term time = Term::from_bits(operand);
  if ((operand & 3) == 0) {
    HEDDLE_CHECK((operand & 4) != 0, "the time of a receive is in a register that it loses");
    time = Term::from_bits(process.stack()[state.frame + kFrameHeader + (operand >> 3)]);
  }
  if (time == atoms::infinity) return {};
  // Anything else than a time is an error, which happens when the wait begins.
  const bool valid =
      time.is_small() && time.small_value() >= 0 && time.small_value() <= kLongestWait;
  return {false, valid ? static_cast<std::uint64_t>(time.small_value()) : 0};
}

void Machine::time_out(Process& process) {
  current_ = nullptr;  // whoever took the last step: this is another one
  touch(process);
  Process::State& state = process.state;
  state.waited = std::max(state.waited, state.timeout_at - 1);
  state.ip = state.after;
  if (state.status == Status::kWaiting) woken_.push_back(&process);
  state.status = Status::kReady;
}

}  // namespace heddle::beam
