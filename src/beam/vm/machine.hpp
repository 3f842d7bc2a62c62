// Machine: one running world of Erlang processes.
//
// A process runs from one visible operation to the next: `step` executes the operation that the
// process waits to do, and then its local computation, up to just before the next visible one.
// `mark` and `rewind` go back to an earlier state at the cost of the distance.
//
//   Machine machine(code);
//   Process& main = machine.spawn(nullptr, module, function, arguments);
//   while (Process* next = machine.first_ready()) machine.step(*next);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/code.hpp"
#include "beam/vm/process.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

struct MachineOptions {
  std::uint64_t calls_per_step = 2'000'000'000;  // a step that makes more never ends, we say
};

class Machine {
 public:
  Machine(CodeBase& code, MachineOptions options = {});
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // ---- Running
  Process& spawn(Process* parent, Term module, Term function, Term arguments);
  /// Executes the pending operation of a ready process and what follows it.
  void step(Process& process);
  /// The oldest process that is ready, or null.
  Process* first_ready() const;
  /// Lets the earliest timeout happen; false if nobody waits for one.
  bool advance_clock();
  Process* find(Term pid) const;
  const std::vector<std::unique_ptr<Process>>& processes() const { return processes_; }

  struct Mark {
    Heap::Mark heap;
    std::size_t undo = 0;
    std::size_t processes = 0;
  };
  Mark mark() const { return {heap_.mark(), undo_.mark(), processes_.size()}; }
  void rewind(const Mark& mark);

  // ---- For natives
  Heap& heap() { return heap_; }
  CodeBase& code() { return code_; }
  UndoLog& undo() { return undo_; }
  Process& current() { return *current_; }
  Word epoch() const { return epoch_; }
  /// Raises an exception in the current process; gives none.
  Term raise(Term exception_class, Term reason);
  Term error(Term reason);
  Term badarg();
  /// As raise, with the trace that the program gives (erlang:raise/3).
  Term raise_with_trace(Term exception_class, Term reason, Term trace);
  /// The last exception of the current process, for those who handle it.
  Term exception_class() const { return class_; }
  Term exception_reason() const { return reason_; }
  /// The current process calls this instead of returning: apply/2,3 and such.
  Term call_instead(Export* function, std::span<const Term> arguments);
  void send(Process& from, Term to, Term message);
  void deliver(Process& to, Term message, Term sender);
  /// An exit signal, from a link (exit/2: `link` is false).
  void exit_signal(Process& to, Term from, Term reason, bool link);
  Term make_reference();
  Term whereis(Term name) const;
  bool register_name(Term name, Process& process);
  bool unregister_name(Term name);
  Word now() const { return clock_; }
  std::string& output() { return output_; }

 private:
  enum class Stop : std::uint8_t { kVisible, kWaiting, kExited };
  Stop interpret(Process& process);
  friend struct Interpreter;
  void exit(Process& process, Term reason);
  void begin_step(Process& process);
  Term stack_trace(Process& process, CodePointer ip, CodePointer cp, const Word* frame) const;
  void save_x(Process& process, const Term* x, Word count);

  CodeBase& code_;
  const MachineOptions options_;
  Heap heap_;
  UndoLog undo_;
  std::vector<std::unique_ptr<Process>> processes_;
  std::unordered_map<Word, Process*> by_pid_;
  Process* current_ = nullptr;
  Word epoch_ = 0;
  Word clock_ = 0;  // virtual milliseconds
  Word names_ = 0;  // a map from name to pid
  std::string output_;

  // Of the running process.
  std::unique_ptr<Term[]> x_;
  double f_[32] = {};
  Term class_;
  Term reason_;
  Term trace_;
  bool trace_given_ = false;
  Export* instead_ = nullptr;
  std::vector<Term> instead_arguments_;
};

}  // namespace heddle::beam
