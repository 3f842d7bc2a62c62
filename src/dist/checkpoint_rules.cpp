#include "dist/checkpoint_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "dist/checkpoint.hpp"

namespace heddle::dist {
namespace {

using core::ActorId;
using core::kNoActor;
using explore::Branch;
using explore::Node;

class Examiner {
 public:
  explicit Examiner(const Checkpoint& checkpoint)
      : checkpoint_(checkpoint), tree_(checkpoint.tree) {}

  /// In words; empty if it breaks none.
  std::string fault() {
    if (!std::isfinite(checkpoint_.seconds) || checkpoint_.seconds < 0) return "a negative time";
    if (actors_wrong()) return "an actor that is there twice or before its parent";
    if (tree_.nodes.empty()) return "no node at all";
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (const char* what = fault_of_node(i)) return fmt::format("node {} {}", i, what);
    }
    for (std::size_t i = 0; i < tree_.in_flight.size(); ++i) {
      if (const char* what = fault_of(tree_.in_flight[i])) {
        return fmt::format("unfinished branch {} {}", i, what);
      }
    }
    for (std::size_t i = 0; i < tree_.found.size(); ++i) {
      if (const char* what = fault_of(tree_.found[i])) return fmt::format("error {} {}", i, what);
    }
    if (checkpoint_.complete && (waiting_ || !tree_.in_flight.empty())) {
      return "branches left to explore, although it is said to be complete";
    }
    return {};
  }

 private:
  bool actors_wrong() const {
    const auto order = [](const core::ActorKey& a, const core::ActorKey& b) {
      return std::tie(a.parent, a.role, a.ordinal) < std::tie(b.parent, b.role, b.ordinal);
    };
    std::vector<core::ActorKey> sorted = checkpoint_.actors;
    if (sorted.size() >= kNoActor) return true;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (sorted[i].parent != kNoActor && sorted[i].parent >= i) return true;
    }
    std::sort(sorted.begin(), sorted.end(), order);
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  }

  bool known(ActorId actor) const { return actor < checkpoint_.actors.size(); }
  bool known(const std::vector<ActorId>& actors) const {
    return std::all_of(actors.begin(), actors.end(), [&](ActorId actor) { return known(actor); });
  }
  bool known(const core::Step& step) const {
    return known(step.actor()) && (step.taken().actor == kNoActor || known(step.taken().actor));
  }

  // Only a branch that stands alone may be without a step: backtrack sets have no sequences.
  const char* fault_of(const Branch& top) const {
    std::vector<const Branch*> todo{&top};
    while (!todo.empty()) {
      const Branch& branch = *todo.back();
      todo.pop_back();
      if (branch.step) {
        if (branch.step->actor() != branch.actor) return "has a branch with another actor's step";
        if (!known(*branch.step)) return "has a branch with the step of an unknown actor";
      } else if (&branch != &top || !branch.next.empty()) {
        return "has a wakeup sequence with a step missing";
      } else if (!known(branch.actor)) {
        return "has a branch of an unknown actor";
      }
      for (const Branch& next : branch.next) todo.push_back(&next);
    }
    return nullptr;
  }

  const char* fault_of_node(std::size_t index) {
    const SavedNode& saved = tree_.nodes[index];
    const Node& node = saved.node;
    if (index == 0) {
      if (saved.parent != -1 || saved.step) return "has a parent or a step, but is the first";
      depths_.push_back(0);
    } else {
      if (saved.parent < 0 || static_cast<std::size_t>(saved.parent) >= index) {
        return "does not come after its parent";
      }
      if (!saved.step || !known(*saved.step)) return "has no step of a known actor";
      depths_.push_back(depths_[static_cast<std::size_t>(saved.parent)] + 1);
    }
    for (const explore::Sleeper& sleeper : node.sleep) {
      if (!sleeper.step || !known(*sleeper.step)) return "has a sleeper of an unknown actor";
      if (sleeper.depth > depths_.back()) return "has a sleeper from a deeper node";
    }
    for (const Branch& branch : node.wakeup) {
      if (const char* what = fault_of(branch)) return what;
    }
    if (!known(node.begun) || !known(node.enabled) || !known(node.yielding)) {
      return "lists an unknown actor";
    }
    waiting_ = waiting_ || !node.wakeup.empty();
    return nullptr;
  }

  const char* fault_of(const SavedBranch& saved) const {
    if (saved.node < 0 || static_cast<std::size_t>(saved.node) >= tree_.nodes.size()) {
      return "belongs to no node";
    }
    const Node& node = tree_.nodes[static_cast<std::size_t>(saved.node)].node;
    if (saved.sleepers > node.sleep.size()) return "has more sleepers than its node";
    if (saved.begun > node.begun.size()) return "has more branches before it than its node";
    if (!saved.fresh) return fault_of(saved.branch);
    // Everything below the node: no branch has been chosen yet.
    const bool nothing = saved.branch.actor == kNoActor && !saved.branch.step &&
                         saved.branch.next.empty() && node.wakeup.empty() && node.begun.empty();
    return nothing ? nullptr : "is said to be the first, but something was begun before it";
  }

  const char* fault_of(const Found& found) const {
    if (!known(found.schedule)) return "has an unknown actor in its schedule";
    for (const core::Finding& finding : found.findings) {
      if (!known(finding.actors)) return "is the error of an unknown actor";
    }
    return nullptr;
  }

  const Checkpoint& checkpoint_;
  const SavedTree& tree_;
  std::vector<std::uint32_t> depths_;  // of the nodes
  bool waiting_ = false;               // whether a node has branches that nobody began
};

}  // namespace

std::string fault_of(const Checkpoint& checkpoint) { return Examiner(checkpoint).fault(); }

}  // namespace heddle::dist
