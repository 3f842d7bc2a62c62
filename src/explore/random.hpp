// Random testing: runs that are drawn instead of enumerated.
//
// A Strategy decides who takes the next step; the Sampler makes the runs. Nothing is remembered
// from one run to the next: run n depends on the program, the seed and n only. So any run can be
// made again on its own, and workers that divide the numbers among them (worker w of N: first = w,
// stride = N) make together the runs that one worker makes alone.
//
//   name        draws                                                         file
//   walk        each enabled actor with the same probability                   random_walk.cpp
//   weighted    each actor with its own probability, fixed for a run           weighted.cpp
//   pct:3       priorities that change at 2 random places: bugs of depth 3     pct.cpp
//   pos         an order of the racing steps, whatever runs beside them        pos.cpp
//   portfolio   all of these in turn                                           portfolio.cpp
//
//   Sampler sampler(program, make_strategy("pct:3"), 42, {.end = 1000});
//   while (sampler.next_run()) { ... sampler.program() is in its final state ... }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/execution.hpp"
#include "core/happens_before.hpp"
#include "explore/explorer.hpp"
#include "explore/random_stream.hpp"

namespace heddle::explore {

/// What a strategy is told before a run. All its randomness comes from `random`.
struct RunStart {
  std::uint64_t number = 0;
  /// About how many events a run has; 1 or more. Only for a strategy that needs_length().
  std::uint32_t length = 1;
  RandomStream random;
};

/// Chooses the actors of one run after the other. Between runs it keeps nothing but its settings.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// As make_strategy takes it.
  virtual std::string name() const = 0;
  /// The strategy that makes the present run, if several share the work.
  virtual std::string name_of_run() const { return name(); }
  virtual bool needs_length() const { return false; }

  virtual void begin_run(const RunStart& start) = 0;
  /// One of `enabled` (oldest actor first, never empty); its step is executed next.
  virtual core::ActorId choose(const core::Program& program,
                               std::span<const core::ActorId> enabled) = 0;
};

struct SamplerOptions {
  /// Runs are cut off after this many events; the counts say so.
  std::optional<std::uint32_t> length = {};
  StopCheck stop = {};
  // The numbers of the runs to be made: first, first + stride, ... below end.
  std::uint64_t first = 0;
  std::uint64_t stride = 1;
  std::optional<std::uint64_t> end = {};
  /// RunStart::length. Without it, and if the strategy needs it, it is the length of the longest of
  /// four uniform walks that are made before the first run and are no samples.
  std::optional<std::uint32_t> estimated_length = {};
};

class Sampler {
 public:
  Sampler(core::Program& program, std::unique_ptr<Strategy> strategy, std::uint64_t seed,
          const SamplerOptions& options = {});

  /// Makes one run; false when the numbers are used up (never, without an end).
  bool next_run();
  /// The run that next_run() makes next; goes on from there with the same stride.
  void set_run(std::uint64_t number) { next_ = number; }

  // Of the last run.
  std::uint64_t run() const { return run_; }
  /// Maximal, bounded (by the length) or stopped.
  RunEnd run_end() const { return run_end_; }
  std::string strategy() const { return strategy_->name_of_run(); }
  core::Program& program() { return program_; }
  const core::Execution& execution() const { return execution_; }
  std::vector<core::ActorId> schedule() const;
  /// Clocks, without observers.
  const core::HappensBefore& happens_before();

  // Of all runs so far.
  const Counts& counts() const { return counts_; }
  std::uint32_t longest() const { return longest_; }
  /// What RunStart::length was, 0 if nobody needed it. A guarantee that depends on it holds for
  /// runs that are not longer.
  std::uint32_t estimated_length() const { return estimated_length_; }

 private:
  void estimate_length();
  void run(Strategy& strategy, const RunStart& start);

  core::Program& program_;
  std::unique_ptr<Strategy> strategy_;
  const std::uint64_t seed_;
  const SamplerOptions options_;
  std::uint64_t next_;
  std::uint64_t run_ = 0;
  RunEnd run_end_ = RunEnd::kMaximal;
  std::uint32_t estimated_length_ = 0;
  std::uint32_t longest_ = 0;
  Counts counts_;
  StopWatch watch_;
  core::Execution execution_;
  core::HappensBefore hb_;
  core::StepRecord record_;
  std::vector<core::ActorId> enabled_;
};

std::unique_ptr<Strategy> make_random_walk();
std::unique_ptr<Strategy> make_weighted();
/// `depth` is 1 or more.
std::unique_ptr<Strategy> make_pct(std::uint32_t depth);
std::unique_ptr<Strategy> make_pos();
std::unique_ptr<Strategy> make_portfolio();

/// By the names used on the command line; "pct" is "pct:3". Throws support::UserError for others.
std::unique_ptr<Strategy> make_strategy(std::string_view name);
/// "walk, weighted, pct:DEPTH, pos, portfolio"
std::string strategy_names();

}  // namespace heddle::explore
