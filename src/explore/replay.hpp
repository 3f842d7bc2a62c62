// Replay: running a known schedule again.
//
//   const core::Trace trace = record(program, explorer.schedule(), {.program = "toy bank"});
//   core::write_trace("bank.json", trace);
//   ...
//   const ReplayResult result = replay(program, core::read_trace("bank.json"));
//   std::cout << words(result);   // "reproduced: ...", "diverged at step 7: expected ..., but ..."
//
// Steps are counted from 1 wherever people read them. All functions restart the program first and
// leave it where the schedule ended.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "core/trace.hpp"
#include "support/check.hpp"

namespace heddle::explore {

/// A schedule names an actor that cannot take a step there. The text names the step, the actor and
/// those that could.
class ScheduleError : public support::UserError {
 public:
  ScheduleError(std::size_t step, const std::string& text) : UserError(text), step_(step) {}
  std::size_t step() const { return step_; }  // from 1

 private:
  std::size_t step_;
};

struct RecordOptions {
  std::string program = {};               // in words: "toy bank"
  std::vector<std::string> command = {};  // what to type to explore it again
  std::string algorithm = {};
  /// Clocks order two writes or two deliveries only if somebody observed their order
  /// (core/footprint.hpp).
  bool observers = true;
};

/// Executes the schedule and describes every step. The result depends on the program and the
/// schedule only, not on what else the process has explored: actors are numbered by when they first
/// appear. Throws ScheduleError.
core::Trace record(core::Program& program, std::span<const core::ActorId> schedule,
                   const RecordOptions& options = {});

struct ReplayResult {
  enum class Kind : std::uint8_t {
    kReproduced,    // the same steps and the same errors (none, if the trace has none)
    kErrorsGone,    // the same steps, no error
    kErrorsDiffer,  // the same steps, other errors
    kDiverged,
  };
  Kind kind = Kind::kReproduced;
  // Of a divergence, all in words:
  std::size_t step = 0;  // from 1
  std::string expected;  // "teller1: write balance = 3 (writes balance), bank.toy:7"
  std::string happened;  // "teller1 waits for the lock m; able to run: main, teller2"
  /// The first step with the same words but another fingerprint: the program was changed. 0: none.
  std::size_t changed_at = 0;
  /// The first step that touched the same but did something else there: another message, another
  /// value written. The schedule can still be followed, so it is. 0: none.
  std::size_t other_at = 0;
  std::string other_expected;
  std::string other_happened;
  /// The actors that ran, as this program numbers them.
  std::vector<core::ActorId> schedule;
  /// What ran: everything, or the steps up to the divergence, with its own step if it was taken.
  core::Trace trace;
  /// The actors that could have gone on after the last step: a changed program may have more to do.
  std::vector<std::string> able;
};

/// Runs the trace's schedule in `program`, perhaps a changed one, in perhaps another process. An
/// actor is recognised by its key and name, else by its name, else by its key. A step is the same
/// if its footprint is (up to the numbers of locations and tokens) and its fingerprint or its words
/// are; an error is the same wherever in the source it is now.
ReplayResult replay(core::Program& program, const core::Trace& trace);

/// One or a few lines.
std::string words(const ReplayResult& result);
/// The part of them that tells what a changed program does differently on the same schedule; empty,
/// or lines that each begin with a line feed.
std::string changes_in_words(const ReplayResult& result);

/// What differed between two runs of one schedule.
struct NonDeterminism {
  std::size_t step =
      0;  // from 1; one more than the schedule has: after its last step; 0: nothing differed
  std::string
      what;  // "the enabled actors", "the operation", "the footprint", "the errors", "the outcome"
  std::string first;  // what it was the first time
  std::string second;
  explicit operator bool() const { return step != 0; }
};

/// Runs the schedule twice and compares everything the search relies on. Throws ScheduleError if
/// already the first run cannot follow it.
NonDeterminism check_deterministic(core::Program& program, std::span<const core::ActorId> schedule);

/// "not deterministic: at step 3 ...; remedy": for a message to the user.
std::string words(const NonDeterminism& difference);

}  // namespace heddle::explore
