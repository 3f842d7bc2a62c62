// variants: exploration driven by race variants (seed 001 section 4).
//
// Run the program; for every receive of the run and every message in its race set, drive a new run
// along the race variant and let it go on freely; repeat until no variant is left. A variant is
// dropped if some run so far already extends it. That loses nothing: of all runs so far take one
// that agrees longest with an unexplored trace T; at the first receive where they differ, T's
// message is in its race set, and whatever extends that variant agrees with T longer. And it
// repeats nothing: a run that extends a variant which no earlier run extends is new. So there are
// at most as many runs as traces.
//
// For programs that only pass messages. Cost: each finished trace is kept as its choices.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/execution.hpp"
#include "explore/explorer.hpp"
#include "explore/message_trace.hpp"
#include "explore/stop.hpp"

namespace heddle::explore {

struct VariantsOptions {
  /// Runs are cut off after this many events.
  std::optional<std::uint32_t> length = {};
  StopCheck stop = {};
};

class Variants {
 public:
  explicit Variants(core::Program& program, VariantsOptions options = {})
      : program_(program), length_(options.length), watch_(std::move(options.stop)) {}

  /// Runs once; false when nothing is left. After a run that was stopped there is no next one.
  bool next_run();
  const core::Execution& execution() const { return execution_; }
  std::vector<core::ActorId> schedule() const { return execution_.schedule(); }
  std::uint64_t runs() const { return runs_; }
  RunEnd run_end() const { return run_end_; }
  /// Variants still waiting to be looked at.
  std::size_t pending() const { return pending_.size(); }

 private:
  void plan();
  void run(const std::vector<core::ActorId>& schedule);
  bool extended(const Choices& choices) const;

  core::Program& program_;
  const std::optional<std::uint32_t> length_;
  StopWatch watch_;
  RunEnd run_end_ = RunEnd::kMaximal;
  core::Execution execution_;
  std::vector<Variant> pending_;
  /// The runs in which a receive took a message, ascending.
  std::map<std::pair<core::EventId, core::EventId>, std::vector<std::uint64_t>> runs_with_;
  std::uint64_t runs_ = 0;
  core::StepRecord record_;
  std::vector<core::ActorId> enabled_;
};

}  // namespace heddle::explore
