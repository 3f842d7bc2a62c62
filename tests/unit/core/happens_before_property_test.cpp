// Happens-before of random scripted programs against its definition, pair by pair.
//
// The index of happens_before.cpp compares no two events that it does not have to, and follows a
// run that is cut back and goes on. Here all pairs are compared, from scratch, with the table of
// core/footprint.hpp; and whether a step that waits for something could have come earlier is found
// out by running the program without the events in question.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/happens_before.hpp"
#include "explore/random_stream.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/scripted_program.hpp"

namespace heddle::tests {
namespace {

using core::Execution;
using core::HappensBefore;
using core::kNoEvent;
using core::Race;
using core::Relation;
using explore::RandomStream;

constexpr Location kCells = 10;    // two of them: read, write, update
constexpr Location kAwaited = 20;  // update, await
constexpr Location kLocks = 30;    // two of them
constexpr Location kBoxes = 40;    // the mailboxes of actors 0 and 1
constexpr Location kStart = 50;    // of actor 3, handed over by actor 0
constexpr std::uint64_t kActors = 4;

Token some_values(RandomStream& random) { return 1 + random.below(7); }  // of 0, 1, 2

Access random_access(ActorId actor, RandomStream& random) {
  const Location cell = kCells + random.below(2);
  const ActorId other = static_cast<ActorId>(random.below(2));
  switch (random.below(8)) {
    case 0:
    case 1:
      return read(cell);
    case 2:
    case 3:
      return write(cell, random.below(3));
    case 4:
      return update(cell, random.below(3));
    case 5:
      return random.below(2) == 0 ? update(kAwaited, random.below(3))
                                  : Access{kAwaited, some_values(random), AccessKind::kAwait};
    case 6:
      if (actor < 2) {
        return {kBoxes + actor, some_values(random),
                random.below(2) == 0 ? AccessKind::kTake : AccessKind::kPoll};
      }
      [[fallthrough]];
    default:
      return append(kBoxes + (actor < 2 ? 1 - actor : other), random.below(3));
  }
}

Script random_script(ActorId actor, RandomStream& random) {
  Script script;
  if (actor == 0) script.emplace_back(produce(kStart));
  for (std::uint64_t i = 2 + random.below(3); i > 0; --i) {
    if (random.below(4) != 0) {
      script.emplace_back(random_access(actor, random));
      // Some steps touch a second place.
      const Access second = read(kCells + random.below(2));
      if (random.below(4) == 0 && script.back().accesses[0].location != second.location) {
        script.back().accesses.push_back(second);
      }
      continue;
    }
    const Location lock = kLocks + random.below(2);
    script.emplace_back(acquire(lock));
    if (random.below(3) == 0) {
      script.back().accesses.push_back({kAwaited, some_values(random), AccessKind::kAwait});
    }
    if (random.below(2) == 0) script.emplace_back(random_access(actor, random));
    script.emplace_back(release(lock));
    if (random.below(3) == 0) script.back().accesses.push_back(update(kAwaited, random.below(3)));
  }
  if (actor == 3) script.front().accesses.push_back(consume(kStart));
  return script;
}

std::vector<Script> random_scripts(RandomStream& random) {
  std::vector<Script> scripts;
  for (ActorId actor = 0; actor < kActors; ++actor) {
    scripts.push_back(random_script(actor, random));
  }
  return scripts;
}

bool waits(const core::Step& step) {
  return std::any_of(step.accesses().begin(), step.accesses().end(), [](const Access& access) {
    return access.kind == AccessKind::kAcquire || access.kind == AccessKind::kAwait;
  });
}

// The definitions, with every pair of events.
class Definition {
 public:
  Definition(const Execution& execution, const std::vector<Script>& scripts, bool observers)
      : execution_(execution), scripts_(scripts), program_(scripts), observers_(observers) {
    const std::uint32_t size = execution.size();
    taken_.assign(size, kNoEvent);
    conflict_.assign(size, std::vector<bool>(size));
    needs_ = before_ = conflict_;
    for (std::uint32_t event = 0; event < size; ++event) receive(event);
    for (std::uint32_t j = 0; j < size; ++j) {
      for (std::uint32_t i = 0; i < j; ++i) relate(i, j);
    }
    if (observers) observe();
    for (std::uint32_t j = 0; j < size; ++j) {
      for (std::uint32_t i = 0; i < j; ++i) {
        if (execution[i].actor() != execution[j].actor() && !conflict_[i][j] && !needs_[i][j]) {
          continue;
        }
        before_[i][j] = true;
        for (std::uint32_t k = 0; k < i; ++k) before_[k][j] = before_[k][j] || before_[k][i];
      }
    }
  }

  bool before(std::uint32_t first, std::uint32_t second) const { return before_[first][second]; }

  /// "first-second" of all races, sorted.
  std::vector<std::string> races() const {
    std::vector<std::string> out;
    for (std::uint32_t j = 0; j < execution_.size(); ++j) {
      for (const std::uint32_t i : waits(execution_[j]) ? races_of_waiting(j) : races_of(j)) {
        out.push_back(fmt::format("{}-{}", i, j));
      }
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  // Which message a receive gets: the oldest in its mailbox that it accepts.
  void receive(std::uint32_t event) {
    for (const Access& access : execution_[event].accesses()) {
      if (access.kind != AccessKind::kTake && access.kind != AccessKind::kPoll) continue;
      for (std::uint32_t i = 0; i < event && taken_[event] == kNoEvent; ++i) {
        if (accepted(access, i) && std::count(taken_.begin(), taken_.end(), i) == 0) {
          taken_[event] = i;
        }
      }
    }
  }
  /// Whether `event` appended a message that this receive accepts.
  bool accepted(const Access& receive, std::uint32_t event) const {
    const Access* access = execution_[event].find(receive.location);
    return access != nullptr && access->kind == AccessKind::kAppend &&
           program_.matches(receive.token, access->token);
  }

  void relate(std::uint32_t i, std::uint32_t j) {
    if (taken_[j] == i && execution_[j].accesses()[0].kind == AccessKind::kTake) {
      needs_[i][j] = true;
    }
    for (const Access& a : execution_[i].accesses()) {
      for (const Access& b : execution_[j].accesses()) {
        if (a.location != b.location) continue;
        switch (relation(a.kind, b.kind)) {
          case Relation::kIndependent:
            break;
          case Relation::kConflict:
            conflict_[i][j] = true;
            break;
          case Relation::kEnables:
            needs_[i][j] = true;
            break;
          case Relation::kConditional:
            if (!observers_) conflict_[i][j] = true;
            break;
          case Relation::kMatching: {
            const bool appended = a.kind == AccessKind::kAppend;
            // With observers a poll that got a message is like a take.
            const bool matters = !observers_ || (appended ? taken_[j] == i : taken_[i] == kNoEvent);
            if (matters && (appended ? accepted(b, i) : accepted(a, j))) conflict_[i][j] = true;
            break;
          }
          case Relation::kOperations:
            if (!program_.commute(a.token, b.token)) conflict_[i][j] = true;
            break;
        }
      }
    }
  }

  // A read orders every write before the one it sees; a receive orders its message before all that
  // it would also have accepted.
  void observe() {
    const std::uint32_t size = execution_.size();
    for (std::uint32_t o = 0; o < size; ++o) {
      for (const Access& access : execution_[o].accesses()) {
        if (core::reads_cell(access.kind)) {
          std::vector<std::uint32_t> writes;
          for (std::uint32_t i = 0; i < o; ++i) {
            const Access* other = execution_[i].find(access.location);
            if (other == nullptr || !core::writes_cell(other->kind)) continue;
            if (other->kind == AccessKind::kUpdate) writes.clear();
            writes.push_back(i);
          }
          for (std::size_t i = 0; i + 1 < writes.size(); ++i) {
            conflict_[writes[i]][writes.back()] = true;
          }
        }
        if (taken_[o] == kNoEvent || !core::is_mailbox(access.kind)) continue;
        for (std::uint32_t other = 0; other < size; ++other) {
          const auto taker = std::find(taken_.begin(), taken_.end(), other) - taken_.begin();
          if (other > taken_[o] && accepted(access, other) && taker > o) {
            conflict_[taken_[o]][other] = true;
          }
        }
      }
    }
  }

  std::vector<std::uint32_t> races_of(std::uint32_t j) const {
    std::vector<std::uint32_t> races;
    for (std::uint32_t i = 0; i < j; ++i) {
      if (execution_[i].actor() == execution_[j].actor() || !conflict_[i][j] || needs_[i][j]) {
        continue;
      }
      bool between = false;
      for (std::uint32_t k = i + 1; k < j; ++k) between = between || (before(i, k) && before(k, j));
      if (!between) races.push_back(i);
    }
    return races;
  }

  // A step that can be kept waiting: the latest events without which, and without all that happens
  // after them, it could be taken.
  std::vector<std::uint32_t> races_of_waiting(std::uint32_t j) const {
    std::vector<std::uint32_t> races;
    for (std::uint32_t i = j; i-- > 0;) {
      if (execution_[i].actor() == execution_[j].actor()) continue;
      if ((!conflict_[i][j] && !needs_[i][j]) || !possible_without(i, j)) continue;
      const bool later = std::any_of(races.begin(), races.end(),
                                     [&](std::uint32_t race) { return before(i, race); });
      if (!later) races.push_back(i);
    }
    return races;
  }

  bool possible_without(std::uint32_t i, std::uint32_t j) const {
    ScriptedProgram program(scripts_);
    core::StepRecord record;
    for (std::uint32_t k = 0; k < j; ++k) {
      if (k == i || before(i, k)) {
        if (execution_[k].actor() == execution_[j].actor()) return false;
        continue;
      }
      program.step(execution_[k].actor(), record);  // stops with a CHECK if it cannot be taken
    }
    return program.is_enabled(execution_[j].actor());
  }

  const Execution& execution_;
  const std::vector<Script>& scripts_;
  const ScriptedProgram program_;
  const bool observers_;
  std::vector<std::uint32_t> taken_;         // by event: whose message it received
  std::vector<std::vector<bool>> conflict_;  // [earlier][later], directly
  std::vector<std::vector<bool>> needs_;     // [earlier][later], directly
  std::vector<std::vector<bool>> before_;
};

std::vector<std::string> races_in(HappensBefore& hb) {
  std::vector<Race> races;
  hb.races(0, races);
  std::vector<std::string> out;
  for (const Race& race : races) out.push_back(fmt::format("{}-{}", race.first, race.second));
  std::sort(out.begin(), out.end());
  return out;
}

std::string compare(HappensBefore& hb, const Execution& execution, const Definition& definition) {
  for (std::uint32_t j = 0; j < execution.size(); ++j) {
    for (std::uint32_t i = 0; i < j; ++i) {
      if (hb.before(i, j) != definition.before(i, j)) {
        return fmt::format("{} before {}: {}", i, j, hb.before(i, j));
      }
    }
  }
  const auto races = races_in(hb);
  const auto expected = definition.races();
  return races == expected ? ""
                           : fmt::format("races {}, but by definition {}", fmt::join(races, " "),
                                         fmt::join(expected, " "));
}

std::string show(const std::vector<Script>& scripts, const Execution& execution) {
  std::string out;
  for (std::size_t actor = 0; actor < scripts.size(); ++actor) {
    out += fmt::format("a{}:", actor);
    for (const Footprint& step : scripts[actor]) {
      for (const Access& access : step.accesses) {
        out += fmt::format(" {} {} {}", core::name(access.kind), access.location, access.token);
      }
      out += ";";
    }
    out += "\n";
  }
  return out + fmt::format("schedule {}\n", fmt::join(execution.schedule(), " "));
}

// A random walk that is cut back and goes on, many times; clocks and races after each round.
void check(std::uint64_t seed, bool observers) {
  RandomStream random(seed, observers ? 1 : 0);
  const std::vector<Script> scripts = random_scripts(random);
  ScriptedProgram program(scripts);
  Execution execution;
  HappensBefore hb(execution, program, observers);
  core::StepRecord record;
  std::vector<ActorId> enabled;
  for (int round = 0; round < 12; ++round) {
    for (program.enabled(enabled); !enabled.empty() && random.below(12) != 0;
         program.enabled(enabled)) {
      const ActorId actor = enabled[random.below(enabled.size())];
      program.step(actor, record);
      execution.push(actor, record);
      if (random.below(5) == 0) hb.follow();
      if (random.below(5) == 0) hb.extend();
    }
    hb.extend();
    const Definition definition(execution, scripts, observers);
    const std::string wrong = compare(hb, execution, definition);
    ASSERT_EQ(wrong, "") << "seed " << seed << "\n" << show(scripts, execution);
    // The same run by another index that never saw anything else.
    Execution fresh;
    HappensBefore fresh_hb(fresh, program, observers);
    for (std::uint32_t i = 0; i < execution.size(); ++i) {
      fresh.push(execution[i].actor(),
                 {{execution[i].accesses().begin(), execution[i].accesses().end()},
                  execution[i].fingerprint()});
    }
    fresh_hb.extend();
    for (std::uint32_t i = 0; i < execution.size(); ++i) {
      ASSERT_TRUE(std::equal(hb.clock(i).begin(), hb.clock(i).end(), fresh_hb.clock(i).begin()))
          << "seed " << seed << "\n"
          << show(scripts, execution);
      ASSERT_EQ(execution[i].taken(), fresh[i].taken()) << "seed " << seed;
    }
    const auto size = static_cast<std::uint32_t>(random.below(execution.size() + 1));
    hb.truncate(size);
    execution.truncate(size);
    program.rewind(size);
  }
}

class Modes : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(HappensBefore, Modes, testing::Values(false, true), [](const auto& info) {
  return std::string(info.param ? "Observers" : "Plain");
});

// 500 programs with 12 rounds each take about a second; HEDDLE_PROPERTY_PROGRAMS asks for more.
TEST_P(Modes, ClocksAndRacesFollowTheDefinition) {
  const std::uint64_t programs = from_environment("HEDDLE_PROPERTY_PROGRAMS", 500);
  const std::uint64_t first = from_environment("HEDDLE_PROPERTY_SEED", 1);
  for (std::uint64_t seed = first; seed < first + programs && !HasFatalFailure(); ++seed) {
    check(seed, GetParam());
  }
}

}  // namespace
}  // namespace heddle::tests
