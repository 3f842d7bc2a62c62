// Interference: what each visible built-in touches before it is executed (seed 002, chapter 6).
//
// Who gets a message or dies of a step is not predicted here: the machine tells afterwards
// (beam::Effects), and program.cpp adds it.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <utility>

#include "beam/term/atom.hpp"
#include "beam/vm/machine.hpp"
#include "erlang/footprint.hpp"

namespace heddle::erlang {

/// What is tracked only when some operation of the program looks at it: it makes others dependent
/// that rarely need to be.
enum Watch : unsigned {
  kWatchMailboxes = 1,
  kWatchProcesses = 2,
  kWatchNames = 4,
  kWatchTables = 8,
  kWatchEverything = 16,
  kWatchClock = 32,  // not found out, but asked for: Options::virtual_time
  kWatchArrivals = 64,
  kWatchReins = 128,
  kWatchSuspensions = 256,
  kWatchSystem = 512,
  kWatchTraces = 1024,
};

/// The program turned out to need one that is not watched yet: the exploration begins again.
struct NeedsWatch : std::exception {
  explicit NeedsWatch(unsigned bits) : what_to_watch(bits) {}
  explicit NeedsWatch(std::string module) : replaced(std::move(module)) {}
  /// What `text` gave.
  static NeedsWatch from_text(const std::string& text);
  /// For another machine.
  std::string text() const;
  unsigned what_to_watch = 0;
  /// A module, or functions that are traced, as "module:function/arity": calls of them are
  /// operations from now on.
  std::string replaced;
};

struct Operation {
  beam::Machine& machine;
  const beam::Process& self;
  std::span<const beam::Term> arguments;
  Footprint& footprint;
  unsigned watched;

  beam::Term operator[](std::size_t index) const { return arguments[index]; }
  void need(Watch what) const {
    if ((watched & what) == 0) throw NeedsWatch{what};
  }
  bool watches(Watch what) const { return (watched & what) != 0; }
  /// The operation changes the code of a module.
  void need_code(beam::Term module) const {
    if (!machine.is_replaced(module)) throw NeedsWatch{std::string(beam::name_of(module))};
  }
  /// The operation sets a trace pattern.
  void need_trace(beam::Term pattern, std::span<const beam::Term> functions) const;
  /// All functions of a module that is loaded have one.
  void need_trace_of(beam::Term module) const;
  /// What the process sends to `to` arrives in another step.
  bool travels(beam::Term to) const {
    const beam::Process* process = machine.find(to);
    return process != nullptr && machine.travels(self.pid(), *process);
  }
};

struct Interference {
  const char* module;
  const char* function;
  std::uint32_t arity;
  void (*touch)(Operation& operation);
};

struct Known {
  const Interference* interference;
  std::uint64_t fingerprint;  // of the function's name
};
/// Throws InternalError for a native that has none.
const Known& interference_of(const beam::Native& native);

std::span<const Interference> process_interference();
std::span<const Interference> table_interference();
std::span<const Interference> shared_interference();
std::span<const Interference> trace_interference();

/// What a call of a function that may be traced touches.
void touch_pattern(Footprint& footprint, const beam::TracePoint& point);
/// The current code of a module ends, or begins: so do the trace patterns of its functions.
void end_patterns(Operation& op, beam::Term module);
/// Who is told of tokens; a dead one is nobody.
void look_at_sequential_tracer(Operation& op);
/// system_flag: who is told of tokens, or that nobody has one any more.
void change_sequential_tracer(Operation& op);

/// What a call of a module that is replaced touches.
void touch_call(Footprint& footprint, beam::Machine& machine, const beam::Process& caller);
/// What others see of a process that is not tracked on its own depends on all its steps.
void look_into(Operation& operation, beam::Term pid);

/// The location of a timer that runs, for Family::kWait.
std::uint64_t wait_key(beam::Term pid, std::uint64_t number);

/// Where the how-manieth signal from one process to another one has arrived, for Family::kArrived.
std::uint64_t signal_key(beam::Term from, beam::Term to, std::uint64_t number);
/// Whether a call looks at another process only after all signals that its caller sent there before
/// have arrived. Gives that process, or none.
beam::Term looks_at(const beam::Process& caller);

/// Whether a call takes the message of a monitor out of the mailbox: demonitor(R, [flush]).
bool flushes(const Operation& operation, const beam::Native& native);
/// What the next farewell of a dead process touches (beam/vm/exits.cpp).
void touch_farewell(Operation& operation);
/// What the arrival of a signal touches, of a message only that it may be lost. Who gets a message
/// or dies of it, the machine tells.
void touch_arrival(Footprint& footprint, beam::Machine& machine, const beam::Process& from,
                   beam::Term to, const beam::Machine::Signal& signal);

}  // namespace heddle::erlang
