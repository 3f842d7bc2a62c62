// The races of one run, of whatever front end, each with the variant that turns it round.
//
//   const RunRaces races(program, schedule);
//   for (std::size_t i = 0; i < races.all().size(); ++i) {
//     if (races.all()[i].reversible) drive(program, races.schedule(i), *first_able(), ...);
//   }
//
// Two kinds. *Receive*: a receive and a message of its race set (seed 001 definition 8; also of one
// that timed out). *Memory*: two dependent steps of which the second could have come first (seed
// 002), on anything but the order of messages in a mailbox; also a step that still waits at the end
// and the one that keeps it waiting.
//
// They are numbered from 1 in the order of the step that the race decides: the receive, or the
// second of the two; those that wait come last. The numbers depend on the run only.
//
//   paper                          here
//   race_set(l)                    all races with the same `first`, of kind kReceive
//   variant(l, l')                 variant(race), kReceive
//   pre(E,e).notdep(e,E).e'        variant(race), kMemory
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/happens_before.hpp"
#include "explore/algorithm.hpp"
#include "explore/message_trace.hpp"

namespace heddle::explore {

struct RunRace {
  enum class Kind : std::uint8_t { kReceive, kMemory };
  Kind kind = Kind::kMemory;
  /// kReceive: the receive, and the send of a message it could have taken instead.
  /// kMemory: the earlier and the later step; kNoEvent for one that waits at the end.
  std::uint32_t first = core::kNoEvent;
  std::uint32_t second = core::kNoEvent;
  std::uint32_t taken = core::kNoEvent;  // kReceive: the send of the message it took, if any
  core::ActorId waits = core::kNoActor;  // who waits, if second is kNoEvent
  core::Location location = 0;           // where they meet
  bool reversible = true;
  std::string why_not;  // if it is not
};

class RunRaces {
 public:
  /// Runs the schedule from the start; the program is left at its end. Throws ScheduleError
  /// (replay.hpp). The program must outlive the object, which asks it what matches.
  RunRaces(core::Program& program, std::span<const core::ActorId> schedule);
  RunRaces(const RunRaces&) = delete;  // the clocks refer to the execution
  RunRaces& operator=(const RunRaces&) = delete;

  const std::vector<RunRace>& all() const { return races_; }
  const core::Execution& execution() const { return execution_; }
  const MessageTrace& messages() const { return *messages_; }

  // Of a reversible race, by its position in all():
  /// The events that the variant keeps, in order, up to and with those that change places.
  std::vector<std::uint32_t> variant(std::size_t race) const;
  /// The schedule that drives the program along it.
  std::vector<core::ActorId> schedule(std::size_t race) const;

 private:
  /// What a race was made from.
  struct Origin {
    core::Race memory = {};
    const Receive* receive = nullptr;  // null: memory
    std::uint32_t message = kNoMessage;
  };

  void run(std::span<const core::ActorId> schedule);
  void add_receives();
  void add_memory();
  void add(RunRace race, Origin origin);
  void sort();
  /// Definition 9 or notdep: what comes after the events before the depth.
  Reversal reversal(std::size_t race) const;
  Variant receive_variant(std::size_t race) const;

  core::Program& program_;
  core::Execution execution_;
  std::vector<std::vector<std::uint32_t>> events_of_;  // by actor, in order
  core::HappensBefore hb_;
  std::optional<MessageTrace> messages_;
  std::unique_ptr<Algorithm> algorithm_;
  std::vector<RunRace> races_;
  std::vector<Origin> origins_;
};

/// Why no run follows the variant of a receive and a message; empty if one does.
std::string why_not_reversible(const MessageTrace& messages, const core::Program& program,
                               const Receive& receive, std::uint32_t message);

}  // namespace heddle::explore
