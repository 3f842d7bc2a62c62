// From any failing schedule to a readable one, in five steps, each of which keeps the error:
//
//   cut        the schedule ends with the event that completes the error
//   forget     events that happen neither before the last event nor before the last event of an
//              actor the error names are left out (what is left is closed under happens-before, so
//              it can still be executed)
//   linearise  the same happens-before in another order: an actor goes on for as long as its next
//              event waits for nobody. This is the same class, hence the same error. To find the
//              best order is akin to the jump number problem, which is NP-hard, so the choice of
//              the next actor is greedy: one that can come to its end, else the one that gets
//              farthest
//   merge      blocks of one actor are moved together, or a block is left out, across races: other
//              classes. A candidate is executed loosely (what cannot run is skipped, and at the end
//              actors run on without preemption) and kept if the error is still there at a lower
//              cost. In the spirit of Jalbert and Sen, "A trace simplification technique for
//              effective debugging of concurrent programs" (FSE 2010)
//   search     fewest_switches.cpp proves the number minimal or finds the minimum
//
// and at last single events are left out until none can be (Zeller's delta debugging with
// granularity one). Leaving events out never adds a switch, so that keeps what was proved.
//
// Invariant: best_ shows the error after its last event and not before; its cost (switches, then
// events) only falls. Every candidate is executed before it is believed, so a program that breaks
// its promise about footprints costs quality, not truth.
#include "explore/minimise.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "explore/cursor.hpp"
#include "explore/recorder.hpp"
#include "support/check.hpp"

namespace heddle::explore {

using core::ActorId;
using core::kNoActor;
using Schedule = std::vector<ActorId>;

namespace {

/// What two errors have to share to be the same: kind, actors, and message or place.
using Symptom = std::tuple<core::Finding::Kind, std::vector<ActorId>, std::string, int>;

enum class Told : std::uint8_t { kByMessage, kByPlace };

std::set<Symptom> symptoms(const std::vector<core::Finding>& errors, Told told) {
  std::set<Symptom> out;
  for (const core::Finding& error : errors) {
    std::vector<ActorId> actors = error.actors;
    std::sort(actors.begin(), actors.end());
    if (told == Told::kByMessage) {
      out.emplace(error.kind, std::move(actors), error.message, 0);
    } else {
      out.emplace(error.kind, std::move(actors), error.file, error.line);
    }
  }
  return out;
}

Goal same(const std::vector<core::Finding>& errors, Told told) {
  return [wanted = symptoms(errors, told), told](const core::Program& program) {
    return program.has_errors() && symptoms(program.errors(), told) == wanted;
  };
}

/// A run of events of one actor.
struct Block {
  ActorId actor;
  std::size_t events;
};

std::vector<Block> blocks_of(const Schedule& schedule) {
  std::vector<Block> blocks;
  for (const ActorId actor : schedule) {
    if (blocks.empty() || blocks.back().actor != actor) blocks.push_back({actor, 0});
    ++blocks.back().events;
  }
  return blocks;
}

Schedule schedule_of(const std::vector<Block>& blocks) {
  Schedule schedule;
  for (const Block& block : blocks) schedule.insert(schedule.end(), block.events, block.actor);
  return schedule;
}

support::UserError not_deterministic() {
  return support::UserError(
      "the program is not deterministic: a schedule that led to the error does not lead to it when "
      "it is executed again");
}

class Minimiser {
 public:
  Minimiser(core::Program& program, Goal same_error, std::uint64_t budget)
      : cursor_(program), same_error_(std::move(same_error)), budget_(budget) {}

  /// False if the schedule does not show the error.
  bool start(const Schedule& schedule) {
    std::optional<Schedule> shown = execute(schedule, Mode::kStrictly);
    if (shown) best_ = std::move(*shown);
    return shown.has_value();
  }

  void simplify() {
    forget();
    linearise();
    while (merge(budget_ / 8)) linearise();
  }

  /// Returns the number of switches that no schedule can have fewer of.
  std::uint32_t search() {
    const std::uint64_t left = budget_ - std::min(executions_, budget_);
    cursor_.back_to(0);
    FewestSwitches found = fewest_switches(cursor_.program(), same_error_,
                                           {.below = context_switches(best_),
                                            .length = longest_allowed(),
                                            .executions = left - left / 8});
    cursor_.program().restart();  // where the cursor is
    executions_ += found.executions;
    if (found.schedule) best_ = std::move(*found.schedule);
    return found.at_least;
  }

  /// Leaves out what can be left out; true if no single event is left that could be.
  bool reduce() {
    forget();
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t block = blocks_of(best_).size(); block-- > 0;) {
        std::vector<Block> blocks = blocks_of(best_);
        if (block >= blocks.size()) continue;
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(block));
        changed = improve(schedule_of(blocks), Mode::kStrictly) || changed;
      }
      for (std::size_t event = best_.size(); event-- > 0;) {
        if (event >= best_.size()) continue;
        if (executions_ >= budget_) return false;
        Schedule candidate = best_;
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(event));
        changed = improve(candidate, Mode::kStrictly) || changed;
      }
    }
    return executions_ < budget_;
  }

  const Schedule& best() const { return best_; }
  std::uint64_t executions() const { return executions_; }
  /// Leaves the program at the end of the best schedule.
  void finish() {
    if (execute(best_, Mode::kStrictly) != best_) throw not_deterministic();
  }

 private:
  enum class Mode : std::uint8_t { kStrictly, kLoosely };

  std::uint32_t longest_allowed() const {
    return 2 * static_cast<std::uint32_t>(best_.size()) + 100;
  }

  /// Runs until the error is there: the schedule up to then, or nothing.
  std::optional<Schedule> execute(const Schedule& schedule, Mode mode) {
    ++executions_;
    const core::Program& program = cursor_.program();
    std::uint32_t common = 0;
    while (common < cursor_.depth() && common < schedule.size() &&
           cursor_.execution()[common].actor() == schedule[common]) {
      ++common;
    }
    cursor_.back_to(common);
    for (std::size_t i = common; i < schedule.size(); ++i) {
      if (same_error_(program)) return cursor_.schedule();
      if (program.is_enabled(schedule[i])) {
        cursor_.step(schedule[i]);
      } else if (mode == Mode::kStrictly) {
        return std::nullopt;
      }
    }
    while (!same_error_(program)) {
      if (mode == Mode::kStrictly || cursor_.depth() >= longest_allowed()) return std::nullopt;
      ActorId actor = cursor_.last_actor();
      if (actor == kNoActor || !program.is_enabled(actor)) {
        program.enabled(enabled_);
        if (enabled_.empty()) return std::nullopt;
        actor = enabled_.front();
      }
      cursor_.step(actor);
    }
    return cursor_.schedule();
  }

  bool improve(const Schedule& candidate, Mode mode) {
    if (executions_ >= budget_) return false;
    std::optional<Schedule> shown = execute(candidate, mode);
    if (!shown) return false;
    const auto cost = [](const Schedule& s) { return std::pair(context_switches(s), s.size()); };
    if (cost(*shown) >= cost(best_)) return false;
    best_ = std::move(*shown);
    return true;
  }

  void forget() {
    if (executions_ >= budget_ || best_.empty() || !execute(best_, Mode::kStrictly)) return;
    const core::Execution& execution = cursor_.execution();
    const core::HappensBefore& hb = cursor_.happens_before();
    std::vector<std::uint32_t> last_events{cursor_.depth() - 1};
    for (const core::Finding& error : cursor_.program().errors()) {
      for (const ActorId actor : error.actors) {
        if (execution.last(actor) != core::kNoEvent) last_events.push_back(execution.last(actor));
      }
    }
    Schedule candidate;
    for (std::uint32_t event = 0; event < cursor_.depth(); ++event) {
      if (std::any_of(last_events.begin(), last_events.end(), [&](std::uint32_t last) {
            return event == last || hb.before(event, last);
          })) {
        candidate.push_back(execution[event].actor());
      }
    }
    improve(candidate, Mode::kStrictly);
  }

  void linearise() {
    if (executions_ >= budget_ || !execute(best_, Mode::kStrictly)) return;
    improve(linearised(), Mode::kStrictly);
  }

  /// Another order of the events of the cursor's execution with the same happens-before.
  Schedule linearised() {
    const core::Execution& execution = cursor_.execution();
    const core::HappensBefore& hb = cursor_.happens_before();
    std::vector<std::vector<std::uint32_t>> events(cursor_.program().actors().size());
    std::vector<ActorId> actors;  // in order of their first events
    for (std::uint32_t event = 0; event < execution.size(); ++event) {
      const ActorId actor = execution[event].actor();
      if (events[actor].empty()) actors.push_back(actor);
      events[actor].push_back(event);
    }
    std::vector<std::uint32_t> done(events.size(), 0);
    // How far an actor could go now: the number of its events that would be done then.
    const auto reach = [&](ActorId actor) {
      std::uint32_t ordinal = done[actor];
      for (; ordinal < events[actor].size(); ++ordinal) {
        const auto clock = hb.clock(events[actor][ordinal]);
        for (const ActorId other : actors) {
          if (other != actor && clock[other] > done[other]) return ordinal;
        }
      }
      return ordinal;
    };
    Schedule schedule;
    while (schedule.size() < execution.size()) {
      ActorId chosen = kNoActor;
      std::pair<bool, std::uint32_t> gain{false, 0};
      for (const ActorId actor : actors) {
        const std::uint32_t end = reach(actor);
        const std::pair now{end == events[actor].size(), end - done[actor]};
        if (now.second > 0 && (chosen == kNoActor || now > gain)) {
          chosen = actor;
          gain = now;
        }
      }
      HEDDLE_CHECK(chosen != kNoActor, "the happens-before of a run has a cycle");
      schedule.insert(schedule.end(), gain.second, chosen);
      done[chosen] += gain.second;
    }
    return schedule;
  }

  /// Tries every merge and every omission once, in a fixed order; true if something got better.
  bool merge(std::uint64_t budget) {
    bool better = false;
    std::vector<Block> blocks = blocks_of(best_);
    const auto accept = [&](const std::vector<Block>& candidate) {
      if (executions_ >= budget || !improve(schedule_of(candidate), Mode::kLoosely)) return false;
      blocks = blocks_of(best_);
      return better = true;
    };
    const auto moved = [&](std::size_t from, std::size_t to) {
      std::vector<Block> candidate = blocks;
      candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(from));
      candidate.insert(candidate.begin() + static_cast<std::ptrdiff_t>(to), blocks[from]);
      return candidate;
    };
    for (std::size_t i = 0; i < blocks.size();) {
      std::size_t j = i + 1;
      while (j < blocks.size() && blocks[j].actor != blocks[i].actor) ++j;
      if (j == blocks.size() || !(accept(moved(j, i + 1)) || accept(moved(i, j - 1)))) ++i;
    }
    for (std::size_t i = blocks.size(); i-- > 0;) {
      if (i >= blocks.size()) continue;
      std::vector<Block> candidate = blocks;
      candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(i));
      accept(candidate);
    }
    return better;
  }

  Cursor cursor_;
  const Goal same_error_;
  const std::uint64_t budget_;
  std::uint64_t executions_ = 0;
  Schedule best_;
  std::vector<ActorId> enabled_;
};

}  // namespace

Goal same_errors(const std::vector<core::Finding>& errors) {
  return same(errors, Told::kByMessage);
}
Goal same_places(const std::vector<core::Finding>& errors) { return same(errors, Told::kByPlace); }

Minimised minimise(core::Program& program, std::span<const ActorId> schedule,
                   const MinimiseOptions& options) {
  {
    Cursor cursor(program);
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      if (!program.is_enabled(schedule[i])) throw schedule_error(program, schedule.first(i + 1));
      cursor.step(schedule[i]);
    }
  }
  const Goal same_error = options.same_error ? options.same_error : same_errors(program.errors());
  if (!same_error(program)) {
    throw support::UserError(
        "there is nothing to minimise: the schedule does not end with the error; give a schedule "
        "that does, for a deadlock up to the end of the run");
  }
  Minimiser minimiser(program, same_error, options.executions);
  if (!minimiser.start(Schedule(schedule.begin(), schedule.end()))) throw not_deterministic();
  Minimised result;
  result.switches_before = context_switches(schedule);
  minimiser.simplify();
  result.at_least = minimiser.search();
  result.irreducible = minimiser.reduce();
  minimiser.finish();
  result.schedule = minimiser.best();
  result.switches_after = context_switches(result.schedule);
  result.executions = minimiser.executions() + 1;
  return result;
}

}  // namespace heddle::explore
