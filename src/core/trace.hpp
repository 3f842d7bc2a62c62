// Trace: the one record of an execution.
//
// Every report, replay and race analysis reads a trace and nothing else, so it is complete: who
// took which step, in words and as a footprint, what happened before what, what went wrong and who
// still waits. It is plain data, without ids of the process that recorded it: an actor is an index
// into `actors`, and `TraceActor` carries the key by which another process recognises the same
// actor (explore/replay.hpp does).
//
//   const core::Trace trace = core::read_trace("bank.json");
//   std::cout << trace.actors[trace.events[0].actor].name << ' ' << trace.events[0].text.operation;
//
// The file is JSON: docs/formats/trace.md for people, docs/formats/trace.schema.json for programs.
// The same trace gives the same bytes. Text that is not UTF-8 is written with replacement
// characters; everything else survives the way to the file and back unchanged.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/program.hpp"

namespace heddle::core {

/// Raised by every change that an older reader would misread.
inline constexpr std::uint64_t kTraceVersion = 1;

/// An index into `Trace::actors`; `kNoActor` stands for none.
using ActorIndex = std::uint32_t;

struct TraceActor {
  std::string name;
  /// The actor's key (core/actor.hpp). A parent precedes its children; `role` != 0 marks a phantom
  /// actor.
  ActorIndex parent = kNoActor;
  std::uint32_t role = 0;
  std::uint64_t ordinal = 0;
};

/// Locations and tokens have the program's numbers in a trace just recorded. In a file they are
/// numbered by order of appearance, so they tell apart and no more: `Program::matches` cannot be
/// asked about tokens that were read.
struct TraceAccess {
  Access access;
  std::string name;  // of the location
};

struct TraceEvent {
  ActorIndex actor = 0;
  std::uint32_t ordinal = 0;  // the how-manieth event of its actor, from 0
  StepText text;
  std::vector<TraceAccess> footprint;
  /// Actor -> how many of its events happen before this one or are it; only those with any,
  /// ascending.
  std::vector<std::pair<ActorIndex, std::uint32_t>> clock;
  std::uint64_t fingerprint = 0;
};

/// An actor that could not take its next step at the end of the run.
struct TraceBlocked {
  ActorIndex actor = 0;
  std::string waits_for;               // "the lock m", "a message in the mailbox of server"
  std::vector<TraceAccess> footprint;  // of the step it could not take
};

struct Trace {
  std::string tool_version;
  std::string program;               // in the caller's words: "toy bank"
  std::vector<std::string> command;  // the words of the command line that explores it again
  std::string algorithm;
  std::vector<TraceActor> actors;
  std::vector<TraceEvent> events;
  std::vector<ActorIndex> schedule;  // the actor of each event
  std::vector<Finding> errors;       // `actors` are ActorIndex here
  std::string outcome;
  std::vector<TraceBlocked> blocked;
  /// Of a test that returns values: those that it does not want, and what is wrong with each.
  std::map<std::string, std::string> blamed;
};

/// Whether the event `first` happens before `second` or is it, by the clocks of the trace.
bool happens_before(const TraceEvent& first, const TraceEvent& second);

/// One actor, event, error a line; the same bytes for the same trace.
std::string to_json(const Trace& trace);

/// The opposite. Throws support::UserError for anything that is not exactly a valid trace: the text
/// names `file`, the place (line and column while it is not JSON, else the JSON path,
/// `events[3].actor`) and the remedy.
Trace parse_trace(std::string_view text, const std::string& file);

/// Both throw support::UserError when the file cannot be read or written. Writing is atomic: a
/// reader sees the old file or the whole new one (a device or a pipe, such as /dev/stdout, is
/// written directly).
Trace read_trace(const std::string& path);
void write_trace(const std::string& path, const Trace& trace);

}  // namespace heddle::core
