// source: Source DPOR (seed 002 section 3.2; paper I, algorithm 1).
//
// A race of e and e' is reversed by any run that begins, after pre(E,e), with an initial of v =
// notdep(e,E).e'. So nothing is added if the branches of that state already have an initial of v,
// and one initial otherwise. The branches of a node then form a source set: smaller than a
// persistent set, and enough. It remembers only the first step of a reversal, so a run can still
// end sleep-set blocked.
//
// What e' does when it comes before e may be another step than the one that was seen (a wild one,
// core/step.hpp), and then nothing is known of its initials: every enabled actor is added.
//
//   paper          here
//   I_[E'](v)      initials(reversal.sequence)
//   backtrack(E')  Node::begun and Node::wakeup
#include <algorithm>

#include "explore/algorithm.hpp"

namespace heddle::explore {
namespace {

using core::ActorId;
using core::StepRef;

class Source final : public Algorithm {
 public:
  std::string_view name() const override { return "source"; }
  bool needs_enabled() const override { return true; }

  void plan(const Run& run, const core::Race& race, std::vector<Reversal>& out) const override {
    out.push_back({race.first, notdep(run, race)});
  }

  Inserted insert(Node& node, std::span<const StepRef>, Reversal reversal,
                  const core::Program& program) const override {
    if (reversal.sequence.back()->wild()) return {.added = node.add_all_branches()};
    const std::vector<ActorId> first = initials(reversal.sequence, program);
    const bool covered = std::any_of(first.begin(), first.end(), [&](ActorId actor) {
      return node.has_begun(actor) || node.has_branch(actor);
    });
    if (covered) return {};
    return {.added = node.add_branch(first.front())};
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_source() { return std::make_unique<Source>(); }

}  // namespace heddle::explore
