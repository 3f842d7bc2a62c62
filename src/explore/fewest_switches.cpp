// Iterative deepening over schedules with 0, 1, 2, ... context switches.
//
// Round k is a depth-first search in which going on with the current actor is free and taking
// another one costs a switch; the first round that reaches the goal gives the minimum. In the
// spirit of Musuvathi and Qadeer, "Iterative Context Bounding" (PLDI 2007), but counting every
// switch and not only preemptions, since what a reader of a counterexample has to follow is the
// switches.
//
// Two reductions make it more than a count of all schedules. Both use that equivalent prefixes (the
// same happens-before) end in the same state.
//
// 1. An actor that was left although it could go on *sleeps* until a step is executed that its
//    pending step e depends on. Nothing is lost: in a schedule that wakes it up earlier, e commutes
//    with all events since it was left and can be moved there, to the end of its actor's former
//    block. That makes an equivalent schedule with no more switches; and as every such move takes
//    one event to an earlier block and none to a later one, there is a best schedule to which no
//    move applies.
// 2. A state is not searched again if it was reached before in this round with the same class of
//    prefix, the same current actor, the same sleepers, and no more switches: what can follow, and
//    what it costs, depends on these only.
//
// Reduction 1 fixes which paths exist in the graph of (class, current actor, sleepers); 2 prunes a
// shortest-path search in that graph; so they do not disturb each other. A class is known by the
// sum over its events of a 128-bit hash of the event and its clock, which is the same in whatever
// order they are added ("proved" means: but for a collision of such hashes).
//
// Invariant: frames_[i] is the state before event i; the program is in the state of the last one.
// Cost: a round visits at most (events x actors)^k states, far fewer when steps are independent.
#include "explore/fewest_switches.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/step.hpp"
#include "explore/cursor.hpp"
#include "explore/random_stream.hpp"

namespace heddle::explore {

using core::ActorId;
using core::kNoActor;
using core::StepRef;

std::uint32_t context_switches(std::span<const ActorId> schedule) {
  std::uint32_t switches = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) {
    if (schedule[i] != schedule[i - 1]) ++switches;
  }
  return switches;
}

namespace {

/// Two 64-bit hashes side by side; adding is commutative.
struct Hash128 {
  std::array<std::uint64_t, 2> lanes{0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL};
  void mix(std::uint64_t value) {
    for (std::uint64_t& lane : lanes) lane = support::mix_bits((lane ^ value) + support::kGolden);
    lanes[1] += lanes[0] << 1;
  }
  void add(const Hash128& other) {
    lanes[0] += other.lanes[0];
    lanes[1] += other.lanes[1];
  }
  bool operator==(const Hash128&) const = default;

 private:
};

struct FirstLane {
  std::size_t operator()(const Hash128& hash) const { return hash.lanes[0]; }
};

enum class RoundEnd : std::uint8_t { kFound, kExhausted, kOutOfBudget };

class Search {
 public:
  Search(core::Program& program, const Goal& goal, const FewestSwitchesOptions& options)
      : cursor_(program), goal_(goal), options_(options) {}

  RoundEnd round(std::uint32_t switches) {
    allowed_ = switches;
    seen_.clear();
    frames_.clear();
    cursor_.back_to(0);
    frames_.emplace_back();
    bool forward = true;
    while (true) {
      if (forward && arrive()) return RoundEnd::kFound;
      Frame& frame = frames_.back();
      if (frame.next < frame.choices.size()) {
        take(frame.choices[frame.next++]);
        forward = true;
        continue;
      }
      if (forward && ++executions_ >= options_.executions) return RoundEnd::kOutOfBudget;
      forward = false;
      frames_.pop_back();
      if (frames_.empty()) return RoundEnd::kExhausted;
      cursor_.back_to(static_cast<std::uint32_t>(frames_.size()) - 1);
    }
  }

  std::vector<ActorId> schedule() const { return cursor_.schedule(); }
  std::uint64_t executions() const { return executions_; }
  bool cut_off() const { return cut_off_; }

 private:
  struct Frame {
    Hash128 prefix;               // of its class
    std::uint32_t switches = 0;   // so far
    std::vector<StepRef> asleep;  // pending steps of sleeping actors
    std::vector<ActorId> choices;
    std::size_t next = 0;
  };

  static bool sleeps(const Frame& frame, ActorId actor) {
    return std::any_of(frame.asleep.begin(), frame.asleep.end(),
                       [&](const StepRef& step) { return step->actor() == actor; });
  }

  /// Fills the choices of the last frame, none if it need not be searched; true at the goal.
  bool arrive() {
    Frame& frame = frames_.back();
    const core::Program& program = cursor_.program();
    if (goal_(program)) return true;
    program.enabled(enabled_);
    if (enabled_.empty() || searched_before(frame)) return false;
    if (cursor_.depth() >= options_.length) {
      cut_off_ = true;
      return false;
    }
    const ActorId current = cursor_.last_actor();
    if (current != kNoActor && program.is_enabled(current)) frame.choices.push_back(current);
    if (current != kNoActor && frame.switches == allowed_) return false;
    for (const ActorId actor : enabled_) {
      if (actor != current && !sleeps(frame, actor)) frame.choices.push_back(actor);
    }
    return false;
  }

  bool searched_before(const Frame& frame) {
    Hash128 key = frame.prefix;
    for (const StepRef& step : frame.asleep) {
      Hash128 sleeper;
      sleeper.mix(step->actor());
      key.add(sleeper);
    }
    key.mix(cursor_.last_actor());
    const auto [it, fresh] = seen_.try_emplace(key, frame.switches);
    if (!fresh && it->second <= frame.switches) return true;
    it->second = frame.switches;
    return false;
  }

  void take(ActorId actor) {
    const ActorId current = cursor_.last_actor();
    const core::Program& program = cursor_.program();
    Frame next;
    next.switches = frames_.back().switches;
    next.asleep = frames_.back().asleep;
    if (current != kNoActor && current != actor) {
      ++next.switches;
      if (program.is_enabled(current)) {
        record_.clear();
        program.pending(current, record_);
        next.asleep.push_back(StepRef::make({current, cursor_.execution().count(current)},
                                            record_.accesses, record_.fingerprint));
      }
    }
    cursor_.step(actor);
    const std::uint32_t event = cursor_.depth() - 1;
    const core::Step& step = cursor_.execution()[event];
    std::erase_if(next.asleep,
                  [&](const StepRef& other) { return core::dependent(step, *other, program); });
    next.prefix = frames_.back().prefix;
    next.prefix.add(hash_of(event));
    frames_.push_back(std::move(next));
  }

  Hash128 hash_of(std::uint32_t event) {
    const auto clock = cursor_.happens_before().clock(event);
    const core::Step& step = cursor_.execution()[event];
    Hash128 hash;
    hash.mix(step.actor());
    hash.mix(step.fingerprint());
    for (std::size_t actor = 0; actor < clock.size(); ++actor) {
      if (clock[actor] != 0) hash.mix((std::uint64_t{actor} << 32) | clock[actor]);
    }
    return hash;
  }

  Cursor cursor_;
  const Goal& goal_;
  const FewestSwitchesOptions options_;
  std::uint32_t allowed_ = 0;  // switches in this round
  std::uint64_t executions_ = 0;
  bool cut_off_ = false;
  std::vector<Frame> frames_;
  std::unordered_map<Hash128, std::uint32_t, FirstLane> seen_;  // with how few switches
  std::vector<ActorId> enabled_;
  core::StepRecord record_;
};

}  // namespace

FewestSwitches fewest_switches(core::Program& program, const Goal& goal,
                               const FewestSwitchesOptions& options) {
  FewestSwitches result;
  Search search(program, goal, options);
  for (std::uint32_t k = 0; k < options.below; ++k) {
    const RoundEnd end = search.round(k);
    if (end == RoundEnd::kFound) result.schedule = search.schedule();
    if (end != RoundEnd::kExhausted) break;
    if (!search.cut_off()) result.at_least = k + 1;
  }
  result.executions = search.executions();
  return result;
}

}  // namespace heddle::explore
