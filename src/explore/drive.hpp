// Driving a program along a partial trace and on from there.
//
//   const auto strategy = in_order_of(original);
//   const Driven run = drive(program, races.schedule(2), *strategy, {.length = 10'000});
//   record(program, run.schedule);
//
// The first part is given, as a race variant or a recorded trace gives it; then a strategy chooses,
// to the end of the run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/execution.hpp"
#include "explore/random.hpp"

namespace heddle::explore {

struct DriveOptions {
  /// The run is cut off after this many events.
  std::uint32_t length = 10'000;
  std::uint64_t seed = 1;
};

struct Driven {
  std::vector<core::ActorId> schedule;
  bool cut_off = false;  // by the length
};

/// Restarts the program and leaves it at the end of the run. Throws ScheduleError (replay.hpp) if
/// it cannot follow the prefix.
Driven drive(core::Program& program, std::span<const core::ActorId> prefix, Strategy& strategy,
             const DriveOptions& options = {});

/// Always the same run: who took the last step goes on, else the oldest actor that can.
std::unique_ptr<Strategy> make_first();
/// As another run did: the earliest of its steps that has not been taken yet and can be; where none
/// can, as make_first.
std::unique_ptr<Strategy> make_original_order(std::vector<core::ActorId> schedule);

}  // namespace heddle::explore
