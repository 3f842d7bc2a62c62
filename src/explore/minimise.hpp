// Minimise: the counterexample that is easiest to read.
//
//   const Minimised result = minimise(program, explorer.schedule());
//   record(program, result.schedule);   // the trace to show
//
// What a reader has to follow is the context switches (consecutive events of different actors), so
// their number comes first, the number of events second.
//
// The result guarantees, always:
//   - executed from the start, the schedule ends in a state with the same error, and in none
//   before;
//   - it has fewer switches than the input, or as many and no more events;
//   - the same program and input give the same result.
// And if the budget suffices (the result says so):
//   - fewest(): no schedule of the program that shows this error, of whatever class, has fewer
//     switches;
//   - irreducible: leaving out any one event gives a schedule that cannot be executed or does not
//     show the error. (A shorter schedule of another form may exist.)
//
// A schedule may end before the run does: an assertion or an abnormal exit has happened as soon as
// Program::errors() says so. A deadlock is one only at the end of a run, so of its schedule nothing
// can be cut off. How it is done: minimise.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/program.hpp"
#include "explore/fewest_switches.hpp"

namespace heddle::explore {

struct MinimiseOptions {
  /// How many runs may be spent. What takes longest, the proof, gets about three quarters.
  std::uint64_t executions = 50'000;
  /// Which states show the error; by default those with the errors (same_errors) that the program
  /// has at the end of the given schedule.
  Goal same_error = {};
};

struct Minimised {
  std::vector<core::ActorId> schedule;
  std::uint32_t switches_before = 0;
  std::uint32_t switches_after = 0;
  /// Proved: no schedule with this error has fewer switches.
  std::uint32_t at_least = 0;
  bool irreducible = false;
  std::uint64_t executions = 0;
  bool fewest() const { return switches_after == at_least; }
};

/// The program has the same set of errors: kinds, actors (in any order) and messages.
Goal same_errors(const std::vector<core::Finding>& errors);
/// As same_errors, but with places instead of messages: the same assertion may fail with other
/// values, which often takes far fewer switches.
Goal same_places(const std::vector<core::Finding>& errors);

/// Restarts the program and leaves it at the end of the new schedule. Throws ScheduleError
/// (replay.hpp) if the schedule cannot be executed, support::UserError if it shows no error.
Minimised minimise(core::Program& program, std::span<const core::ActorId> schedule,
                   const MinimiseOptions& options = {});

}  // namespace heddle::explore
