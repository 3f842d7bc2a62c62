// observers: Optimal DPOR with observers (seed 002 chapter 4; paper IV). The default.
//
// Two writes, or two deliveries to one mailbox, conflict only if a later event o observes their
// order. Two things change against optimal.cpp.
//
// *Reversing an observed race* (e, e', o). The events that behave the same whatever the order of e
// and e' may all be kept, even those that depend on e: only o, other observers of the pair and what
// happens after them may change. So v is: what does not depend on e, with e' in it; then e; then
// what depends on e; then o, which now sees the other order.
//
// *Sleeping*. Whether a step is overtaken may turn out only later, when something observes it, so
// steps are not woken one by one. `overtaken` reads the whole sequence since the step was explored
// and asks whether the step has a predecessor in the happens-before, observations included, of
// exactly that sequence.
//
//   paper                       here
//   obs(e, e', E)               Race::observer, HappensBefore::classify
//   notobs and the suffix to o  observed_sequence
//   redundancy check            Observers::insert
#include <algorithm>
#include <array>

#include "explore/algorithm.hpp"
#include "explore/overtaken.hpp"
#include "explore/wakeup_tree.hpp"

namespace heddle::explore {
namespace {

using core::Access;
using core::AccessKind;
using core::EventId;
using core::Relation;
using core::Step;
using core::StepRef;

// Follows one step, explored from some state, through a sequence from that state on.
class Follower {
 public:
  Follower(const Step& step, const core::Program& program)
      : step_(step), program_(program), count_(step.accesses().size()) {
    if (count_ > few_.size()) many_.resize(count_);
    states_ = count_ > few_.size() ? many_.data() : few_.data();
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  /// Whether `see` may answer anything of a step by this actor that touches this.
  bool may_matter(core::ActorId actor, const core::Summary& summary) const {
    return (!executed_ && actor == step_.actor()) || summary.meets(step_.summary());
  }

  enum class Answer { kOpen, kOvertaken, kFirst };

  Answer see(const Step& other) {
    if (!executed_ && other.actor() == step_.actor()) return execute();
    if (!other.summary().meets(step_.summary())) return Answer::kOpen;
    if (step_.wild() || (other.wild() && !executed_)) return Answer::kOvertaken;
    for (std::size_t i = 0; i < count_; ++i) {
      const Access& mine = step_.accesses()[i];
      for (const Access& theirs : other.accesses()) {
        if (theirs.location != mine.location || states_[i].settled) continue;
        // What else a wild step observes is seen when it is taken, and then it is a race like
        // others.
        if (other.wild() && !theirs.decides) continue;
        const bool now =
            executed_ ? observes(i, mine, other, theirs) : precedes(i, mine, other, theirs);
        if (now) return Answer::kOvertaken;
      }
    }
    return executed_ && all_settled() ? Answer::kFirst : Answer::kOpen;
  }

 private:
  struct State {
    bool settled = false;        // this access can no longer be overtaken
    bool conditionally = false;  // a write, or a message, came before mine
  };

  bool precedes(std::size_t i, const Access& mine, const Step& other, const Access& theirs) {
    switch (relation(theirs.kind, mine.kind)) {
      case Relation::kConflict:
      case Relation::kEnables:
        return true;
      case Relation::kMatching: {
        const bool appends = theirs.kind == AccessKind::kAppend;
        const Step& poll = appends ? step_ : other;
        // A poll that got a message does not care about the others; whether it put that message
        // before mine is for `observes` to say.
        if (poll.taken().actor != core::kNoActor) return observes(i, mine, other, theirs);
        return program_.matches(appends ? mine.token : theirs.token,
                                appends ? theirs.token : mine.token);
      }
      case Relation::kOperations:
        return !program_.commute(theirs.token, mine.token);
      case Relation::kConditional:
        states_[i].conditionally = true;
        if (mine.kind != AccessKind::kWrite) appends_.push_back({i, other.id()});
        return false;
      case Relation::kIndependent:
        return observes(i, mine, other, theirs);
    }
    return false;
  }

  bool observes(std::size_t i, const Access& mine, const Step& other, const Access& theirs) {
    if (mine.kind == AccessKind::kWrite) {
      if (!executed_) return false;
      if (core::reads_cell(theirs.kind)) return true;  // unsettled: another write came before
      states_[i].settled = true;                       // overwritten unseen
    } else if (mine.kind == AccessKind::kAppend &&
               (theirs.kind == AccessKind::kTake || theirs.kind == AccessKind::kPoll)) {
      if (other.taken() == step_.id()) {
        states_[i].settled = true;
        return false;
      }
      return std::find(appends_.begin(), appends_.end(), std::pair(i, other.taken())) !=
                 appends_.end() &&
             program_.matches(theirs.token, mine.token);
    }
    return false;
  }

  Answer execute() {
    executed_ = true;
    for (std::size_t i = 0; i < count_; ++i) {
      const AccessKind kind = step_.accesses()[i].kind;
      const bool order = kind == AccessKind::kWrite || kind == AccessKind::kAppend;
      if (!order || !states_[i].conditionally) states_[i].settled = true;
    }
    return all_settled() ? Answer::kFirst : Answer::kOpen;
  }

  bool all_settled() const {
    return std::all_of(states_, states_ + count_, [](const State& s) { return s.settled; });
  }

  const Step& step_;
  const core::Program& program_;
  bool executed_ = false;
  // One for each access; there is a follower for every sleeper and race, so few need no memory.
  std::size_t count_;
  State* states_;
  std::array<State, 4> few_;
  std::vector<State> many_;
  std::vector<std::pair<std::size_t, EventId>> appends_;  // messages that came before an access
};

Sequence observed_sequence(const Run& run, const core::Race& race) {
  std::vector<std::uint8_t> classes;
  run.hb.classify(race, classes);
  const StepRef& first = run.execution.step(race.first);
  const StepRef& second = run.execution.step(race.second);
  const core::Access* access = second->find(race.location);
  Sequence before_second;
  Sequence independent;
  Sequence dependent;
  for (std::uint32_t event = race.first + 1; event < run.execution.size(); ++event) {
    if (event == race.second || classes[event - race.first] == 1) continue;
    if (classes[event - race.first] == 2) {
      dependent.push_back(run.execution.step(event));
    } else if (event < race.second && run.hb.before(event, race.second)) {
      before_second.push_back(run.execution.step(event));
    } else {
      independent.push_back(run.execution.step(event));
    }
  }
  // e' comes as early as it can: a take then gets its message and not another one that it would
  // accept as well.
  Sequence sequence = std::move(before_second);
  sequence.push_back(second);
  sequence.insert(sequence.end(), independent.begin(), independent.end());
  sequence.push_back(first);
  sequence.insert(sequence.end(), dependent.begin(), dependent.end());
  const StepRef& observer = run.execution.step(race.observer);
  if (access->kind == AccessKind::kAppend) {
    sequence.push_back(observer.with_taken(second->id()));
  } else {
    // What it finds instead may lead it elsewhere.
    sequence.push_back(observer->find(race.location)->decides ? observer.as_wild() : observer);
  }
  return sequence;
}

// Which message a poll gets after the events before `race.first` and the rest of `sequence`.
EventId message_for(const Step& poll, const Run& run, const core::Race& race,
                    std::span<const StepRef> sequence) {
  const auto is_receive = [](const Access& access) {
    return access.kind == AccessKind::kPoll || access.kind == AccessKind::kTake;
  };
  const auto own = std::find_if(poll.accesses().begin(), poll.accesses().end(), is_receive);
  std::vector<const Step*> mailbox;
  const auto follow = [&](const Step& step) {
    const Access* access = step.find(own->location);
    if (access == nullptr) return;
    if (access->kind == AccessKind::kAppend) {
      mailbox.push_back(&step);
    } else {
      std::erase_if(mailbox, [&](const Step* m) { return m->id() == step.taken(); });
    }
  };
  for (std::uint32_t event = 0; event < race.first; ++event) follow(run.execution[event]);
  for (const StepRef& step : sequence) follow(*step);
  for (const Step* message : mailbox) {
    if (run.program.matches(own->token, message->find(own->location)->token)) return message->id();
  }
  return {};
}

class Observers final : public Algorithm {
 public:
  std::string_view name() const override { return "observers"; }
  bool observers() const override { return true; }
  bool optimal() const override { return true; }

  /// As in optimal.cpp; not for sequences in which a step sees something else than in the run.
  std::optional<std::uint32_t> refuses(const Run& run, const core::Race& race,
                                       std::span<const Sleeper> sleepers) const override {
    if (race.observer != core::kNoEvent || race.second == core::kNoEvent) return std::nullopt;
    if (polls(run, race)) return std::nullopt;
    for (const Sleeper& sleeper : sleepers) {
      const std::optional<std::uint32_t> first = sleeper.step->conditional()
                                                     ? begins_unobserved(sleeper, run, race)
                                                     : begins(*sleeper.step, run, race);
      if (first) return first;
    }
    return std::nullopt;
  }

  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    if (race.observer != core::kNoEvent) {
      out.push_back({race.first, observed_sequence(run, race)});
      return;
    }
    ReversingSequence reversing = reversing_sequence(run, race);
    if (polls(run, race)) {
      StepRef& second = reversing.steps[reversing.second];
      const auto before = std::span(reversing.steps).first(reversing.second);
      second = second.with_taken(message_for(*second, run, race, before));
    }
    out.push_back({race.first, std::move(reversing.steps)});
  }

  Inserted reverse(const Run& run, const core::Race& race, Node& node) const override {
    if (race.observer != core::kNoEvent || polls(run, race)) {
      return Algorithm::reverse(run, race, node);
    }
    return insert_into_tree(node, run.execution.path().first(race.first), Descent(run, race), false,
                            *this, run.program);
  }

  Overtaken overtaken(const Step& explored, std::span<const StepRef> since,
                      std::span<const SequenceStep> steps,
                      const core::Program& program) const override {
    // What was not overtaken on the way here cannot be because of what comes.
    if (!explored.conditional()) return explore::overtaken(explored, steps, program);
    Follower follower(explored, program);
    for (const StepRef& step : since) {
      const Follower::Answer answer = follower.see(*step);
      if (answer != Follower::Answer::kOpen) {
        return {.yes = answer == Follower::Answer::kOvertaken, .after = 0};
      }
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].actor == core::kNoActor) continue;
      if (!follower.may_matter(steps[i].actor, steps[i].summary)) continue;
      const Follower::Answer answer = follower.see(**steps[i].step);
      if (answer != Follower::Answer::kOpen) {
        return {.yes = answer == Follower::Answer::kOvertaken, .after = i + 1};
      }
    }
    return {};
  }

  Inserted insert(Node& node, std::span<const StepRef> path, Reversal reversal,
                  const core::Program& program) const override {
    return insert_into_tree(node, path, Descent(reversal.sequence), reversal.foreign, *this,
                            program);
  }

  bool stays_asleep(const Sleeper& sleeper, std::span<const StepRef> path,
                    const core::Program& program) const override {
    if (!sleeper.step->conditional()) return Algorithm::stays_asleep(sleeper, path, program);
    // It slept until now, and this step has nothing to say about it.
    const Step& last = *path.back();
    if (last.actor() != sleeper.step->actor() && !last.summary().meets(sleeper.step->summary())) {
      return true;
    }
    return !overtaken(*sleeper.step, path.subspan(sleeper.depth), {}, program).yes;
  }

 private:
  /// Whether e' may get another message when it comes first.
  static bool polls(const Run& run, const core::Race& race) {
    return (race.second == core::kNoEvent ? *race.pending : run.execution[race.second]).polls();
  }
  /// Whether the sleeper can begin the reversal of `race`; how many events of the run say so.
  static std::optional<std::uint32_t> begins_unobserved(const Sleeper& sleeper, const Run& run,
                                                        const core::Race& race) {
    Follower follower(*sleeper.step, run.program);
    const core::Execution& execution = run.execution;
    Follower::Answer answer = Follower::Answer::kOpen;
    const auto decides = [&](std::uint32_t event) {
      if (follower.may_matter(execution.actor(event), execution.summary(event))) {
        answer = follower.see(execution[event]);
      }
      return answer != Follower::Answer::kOpen;
    };
    std::uint32_t at = sleeper.depth;
    while (at < race.first && !decides(at)) ++at;
    if (at == race.first) at = first_in_reversed_run(run, race, decides);
    if (at == core::kNoEvent) return core::kNoEvent;
    if (answer == Follower::Answer::kOvertaken) return std::nullopt;
    return std::max(at, race.second) + 1;
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_observers() { return std::make_unique<Observers>(); }

}  // namespace heddle::explore
