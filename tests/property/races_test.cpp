// The races that a report finds in a trace are those that the search finds in the execution.
#include "report/races.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/happens_before.hpp"
#include "explore/random.hpp"
#include "explore/replay.hpp"
#include "tests/property/programs.hpp"

namespace heddle::tests {
namespace {

// The first step and the second one, or who waits to take it.
using Pairs = std::set<std::pair<std::size_t, std::string>>;

std::string words(const Pairs& pairs) {
  std::string out;
  for (const auto& [first, second] : pairs) out += fmt::format(" {}-{}", first + 1, second);
  return out;
}

Pairs searched(core::Program& program, const std::vector<core::ActorId>& schedule) {
  core::Execution execution;
  core::StepRecord record;
  program.restart();
  for (const core::ActorId actor : schedule) {
    record.clear();
    program.step(actor, record);
    execution.push(actor, record);
  }
  core::HappensBefore hb(execution, program, true);
  hb.extend();
  std::vector<core::Race> races;
  hb.races(0, races);
  Pairs out;
  for (const core::Race& race : races) out.emplace(race.first, std::to_string(race.second + 1));
  std::vector<core::ActorId> waiting;
  program.waiting(waiting);
  for (const core::ActorId actor : waiting) {
    record.clear();
    program.pending(actor, record);
    // A trace does not tell whether what it also waits for (a signal) has come.
    if (std::any_of(record.accesses.begin(), record.accesses.end(), [](const core::Access& access) {
          return access.kind == core::AccessKind::kAwait;
        })) {
      continue;
    }
    races.clear();
    hb.blocked_races(actor, record, races);
    for (const core::Race& race : races) out.emplace(race.first, program.actor_name(actor));
  }
  return out;
}

std::string same_races(const core::ProgramFactory& factory) {
  const auto program = factory();
  explore::Sampler sampler(*program, explore::make_strategy("walk"), 1, {.length = 300, .end = 5});
  while (sampler.next_run()) {
    const std::vector<core::ActorId> schedule = sampler.schedule();
    const Pairs expected = searched(*program, schedule);
    Pairs reported;
    const core::Trace trace = explore::record(*program, schedule);
    for (const report::Race& race : report::races(trace)) {
      reported.emplace(race.first, race.waits ? trace.actors[trace.blocked[race.second].actor].name
                                              : std::to_string(race.second + 1));
    }
    if (reported != expected) {
      std::string steps;
      for (const core::ActorId actor : schedule) steps += " " + program->actor_name(actor);
      return fmt::format("reported{}, searched{} in the run{}", words(reported), words(expected),
                         steps);
    }
  }
  return "";
}

// Without steps that await a value: a trace does not tell which values they accept.
TEST(RacesOfATrace, AreThoseOfTheSearch) {
  toy::GenerateOptions options;
  options.await = false;
  for_all_programs(options, 1, same_races);
}

TEST(RacesOfATrace, AreThoseOfTheSearchWithMessagesOnly) {
  toy::GenerateOptions options;
  options.messages_only = true;
  for_all_programs(options, 0.5, same_races);
}

}  // namespace
}  // namespace heddle::tests
