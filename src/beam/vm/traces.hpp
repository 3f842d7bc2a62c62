// Tracing: what is told of a process, and to whom (traces.cpp).
//
// State::tracing is {Tracer, Flags}. What is set for the whole system is one map,
// Machine::traces():
//
//   {Module, Function, Arity}   {global | local, Specification}   of functions with a pattern
//   send, 'receive'             Specification, or false           unless every message is told of
//   new_processes               {Tracer, Flags}                   which new ones begin with
#pragma once

#include <optional>
#include <string_view>
#include <vector>

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

/// What is told when a call that is traced returns: bits of the frame that stands for it.
inline constexpr Word kTellReturn = 1;
inline constexpr Word kTellException = 2;
inline constexpr Word kTellReturnTo = 4;

/// What the match specification of a trace does besides saying yes.
struct TraceActions {
  Term message;  // none: no more than usual; false: nothing at all is told
  Word frame = 0;
  Term caller;
};

/// The function that a process is about to call (Pending::kTraced).
const TracePoint& traced_call(const Process& process);
/// {Module, Function, Arity} of the call that it is about to make, or to leave.
Term traced_function(Heap& heap, const Process& process);

}  // namespace heddle::beam
