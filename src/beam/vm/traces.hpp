// Tracing: what is told of a process, and to whom (traces.cpp).
//
// State::tracing is {Tracer, Flags}. What is set for the whole system is one map,
// Machine::traces():
//
//   {Module, Function, Arity}   a TracePattern (trace_pattern.hpp)   of functions with a pattern
//   on_load                     a TracePattern                       for modules to be loaded
//   send, 'receive'             Specification, or false    unless every message is told of
//   new_processes               {Tracer, Flags}            which new ones begin with
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/function.hpp"
#include "beam/term/term.hpp"

namespace heddle::beam {

class Heap;
class Machine;
class Process;
struct TracePoint;

enum TraceFlag : Word {
  kTraceTimestamp = 1 << 0,
  kTraceStrictMonotonic = 1 << 1,
  kTraceMonotonic = 1 << 2,
  kTraceSend = 1 << 3,
  kTraceReceive = 1 << 4,
  kTraceSetOnSpawn = 1 << 5,
  kTraceCall = 1 << 6,
  kTraceProcesses = 1 << 7,
  kTraceSetOnFirstSpawn = 1 << 8,
  kTraceSetOnLink = 1 << 9,
  kTraceSetOnFirstLink = 1 << 10,
  kTraceRunning = 1 << 11,
  kTraceExiting = 1 << 12,
  kTraceCollection = 1 << 13,
  kTraceArity = 1 << 14,
  kTraceReturnTo = 1 << 15,
  kTraceSilent = 1 << 16,
  kTraceScheduler = 1 << 17,
  kTracePorts = 1 << 18,
  kTraceRunningPorts = 1 << 19,
  kTraceRunningProcesses = 1 << 20,
};

struct NamedTraceFlag {
  std::string_view name;
  Word flag;
};
/// In the order in which OTP looks at them.
inline constexpr NamedTraceFlag kTraceFlags[] = {
    {"timestamp", kTraceTimestamp},
    {"strict_monotonic_timestamp", kTraceStrictMonotonic},
    {"monotonic_timestamp", kTraceMonotonic},
    {"send", kTraceSend},
    {"receive", kTraceReceive},
    {"set_on_spawn", kTraceSetOnSpawn},
    {"call", kTraceCall},
    {"procs", kTraceProcesses},
    {"set_on_first_spawn", kTraceSetOnFirstSpawn},
    {"set_on_link", kTraceSetOnLink},
    {"set_on_first_link", kTraceSetOnFirstLink},
    {"running", kTraceRunning},
    {"exiting", kTraceExiting},
    {"garbage_collection", kTraceCollection},
    {"arity", kTraceArity},
    {"return_to", kTraceReturnTo},
    {"silent", kTraceSilent},
    {"scheduler_id", kTraceScheduler},
    {"ports", kTracePorts},
    {"running_ports", kTraceRunningPorts},
    {"running_procs", kTraceRunningProcesses},
};
inline constexpr Word kAllTraceFlags = (Word{1} << 21) - 1;

/// Of a list of names; nothing if one of them is none. {tracer, Pid} is put into `tracer`.
std::optional<Word> trace_flags_of(Term list, Term& tracer);

/// Which functions may be traced: some by name, or all of a module, or all of a name.
class TracedFunctions {
 public:
  /// '_' for any function, -1 for any arity.
  void add(Term module, Term function, std::int64_t arity) {
    all_.insert({module.bits(), function.bits(), arity});
  }
  bool contains(Term module, Term function, std::int64_t arity) const {
    return !all_.empty() && (all_.contains({module.bits(), function.bits(), arity}) ||
                             all_.contains({module.bits(), function.bits(), -1}) ||
                             all_.contains({module.bits(), intern("_").bits(), -1}));
  }

 private:
  std::set<std::tuple<Word, Word, std::int64_t>> all_;
};

/// What is told when a call that is traced returns: bits of the frame that stands for it.
inline constexpr Word kTellReturn = 1;
inline constexpr Word kTellException = 2;
inline constexpr Word kTellReturnTo = 4;

/// Of the token of a sequential trace.
enum TokenFlag : Word {
  kTokenSend = 1 << 0,
  kTokenReceive = 1 << 1,
  kTokenPrint = 1 << 2,
  kTokenTimestamp = 1 << 3,
  kTokenStrictMonotonic = 1 << 4,
  kTokenMonotonic = 1 << 5,
};
inline constexpr NamedTraceFlag kTokenFlags[] = {
    {"send", kTokenSend},
    {"receive", kTokenReceive},
    {"print", kTokenPrint},
    {"timestamp", kTokenTimestamp},
    {"strict_monotonic_timestamp", kTokenStrictMonotonic},
    {"monotonic_timestamp", kTokenMonotonic},
};

/// What the match specification of a trace does besides saying yes.
struct TraceActions {
  Term message;  // none: no more than usual; false: nothing at all is told
  Word frame = 0;
  Term caller;
  CodePointer calling = nullptr;  // where it is called
};

/// Of a function with a pattern.
struct TracedCall {
  Term name;  // {Module, Function, Arity}
  Term arguments;
  Term caller;  // likewise, or undefined
  CodePointer calling;
};

/// erlang:seq_trace(What, Value) of the running process: what it was before, or none after raising.
Term set_seq_token(Machine& machine, Term what, Term value);

/// The function that a process is about to call (Pending::kTraced).
const TracePoint& traced_call(const Process& process);
/// {Module, Function, Arity} of the call that it is about to make, or to leave.
Term traced_function(Heap& heap, const Process& process);

}  // namespace heddle::beam
