// Recorder: executes steps one by one and keeps what a trace needs. Shared by record and replay.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/execution.hpp"
#include "core/trace.hpp"
#include "explore/replay.hpp"

namespace heddle::explore {

class Recorder {
 public:
  /// Restarts the program.
  explicit Recorder(core::Program& program);

  /// The actors that can take the next step, oldest first.
  const std::vector<core::ActorId>& able();
  bool is_able(core::ActorId actor);
  /// Executes the step of an actor that is able; the event lacks its clock until `finish`.
  const core::TraceEvent& step(core::ActorId actor);
  /// The trace so far, with clocks. `judge`: the run is over, ask for errors, outcome and who
  /// waits.
  core::Trace finish(const RecordOptions& options, bool judge);

  /// The program's ids of the trace's actors.
  const std::vector<core::ActorId>& ids() const { return ids_; }

 private:
  core::ActorIndex index(core::ActorId actor);
  void add_clocks(bool observers);
  void add_judgement();

  core::Program& program_;
  core::Trace trace_;
  core::Execution execution_;
  std::vector<core::ActorId> ids_;
  std::unordered_map<core::ActorId, core::ActorIndex> index_of_;
  core::StepRecord record_;
  std::vector<core::ActorId> able_;
  bool able_is_fresh_ = false;
};

std::vector<core::TraceAccess> footprint(const core::Program& program,
                                         const core::StepRecord& record);
/// "writes x, appends to the mailbox of main"
std::string footprint_words(std::span<const core::TraceAccess> footprint);
/// "main, teller1 and 3 others"; "nobody"
std::string name_list(const std::vector<std::string>& names);
/// Why an actor that is not enabled is not: "teller1 waits for the lock m", "there is no teller1".
/// `acted`: it has taken a step in this run.
std::string why_not(const core::Program& program, core::ActorId actor, const std::string& name,
                    bool acted);
/// For the actor that a schedule wants at its end and that is not enabled there.
ScheduleError schedule_error(const core::Program& program, std::span<const core::ActorId> schedule);
std::vector<std::string> actor_names(const core::Program& program,
                                     std::span<const core::ActorId> actors);

}  // namespace heddle::explore
