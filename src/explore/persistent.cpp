// persistent: classic dynamic partial-order reduction (Flanagan and Godefroid 2005) with sleep
// sets.
//
// For a race of e and e' the state before e needs a branch that can lead to e' first: an actor that
// is enabled there and whose events lead to e' in happens-before, or, if there is none, every
// enabled actor; also if e' may do something else when it comes first (a wild step, core/step.hpp).
// When the search leaves a node, the branches taken form a persistent set. Sleep
// sets keep it from finishing two equivalent runs, not from starting them: those end sleep-set
// blocked.
//
//   paper                            here
//   backtrack(pre(S,i))              Node::begun and Node::wakeup
//   {q | q = p or an event of q in notdep(e,E) happens before e'}   actors of Reversal::sequence
#include <algorithm>
#include <optional>

#include "explore/algorithm.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;
using core::StepRef;

class Persistent final : public Algorithm {
 public:
  std::string_view name() const override { return "persistent"; }
  bool needs_enabled() const override { return true; }

  /// e' first, then what leads to it: the order in which `insert` tries the actors. A step that was
  /// not executed has no causes of its own. Events that it would depend on count as such: if e'
  /// sleeps, only runs in which it comes before them have been explored.
  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    Reversal reversal{race.first, {}};
    const bool pending = race.second == core::kNoEvent;
    const StepRef& second = pending ? race.pending : run.execution.step(race.second);
    reversal.sequence.push_back(second);
    std::vector<std::uint32_t> causes;  // the last of each
    if (!pending) causes.push_back(race.second);
    const std::uint32_t before = run.execution.last(second->actor());
    if (pending && before != core::kNoEvent && before > race.first) causes.push_back(before);
    if (pending) {
      for (const std::uint32_t event : run.hb.notdep(race.first)) {
        if (core::dependent(*run.execution.step(event), *second, run.program)) {
          causes.push_back(event);
        }
      }
    }
    for (std::uint32_t event = race.first + 1; event < run.execution.size(); ++event) {
      const bool leads = std::any_of(causes.begin(), causes.end(), [&](std::uint32_t cause) {
        return event == cause || (event < cause && run.hb.before(event, cause));
      });
      if (leads && event != race.second && !run.hb.before(race.first, event)) {
        reversal.sequence.push_back(run.execution.step(event));
      }
    }
    out.push_back(std::move(reversal));
  }

  Inserted insert(Node& node, std::span<const StepRef>, Reversal reversal,
                  const core::Program&) const override {
    if (reversal.sequence.front()->wild()) return {.added = node.add_all_branches()};
    const auto enabled = [&](ActorId actor) {
      return std::find(node.enabled.begin(), node.enabled.end(), actor) != node.enabled.end();
    };
    // A sleeping actor covers the runs that begin with it, and this reversal need not be one of
    // them.
    bool possible = false;
    std::optional<ActorId> candidate;
    for (const StepRef& step : reversal.sequence) {
      const ActorId actor = step->actor();
      if (!enabled(actor)) continue;
      possible = true;
      if (node.asleep(actor)) continue;
      if (node.has_begun(actor) || node.has_branch(actor)) return {};
      if (!candidate) candidate = actor;
    }
    if (candidate) return {.added = node.add_branch(*candidate)};
    if (possible) return {};
    return {.added = node.add_all_branches()};
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_persistent() { return std::make_unique<Persistent>(); }

}  // namespace heddle::explore
