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
using core::StepRef;
using explore::Branch;

class Examiner {
 public:
  explicit Examiner(const Checkpoint& checkpoint)
      : checkpoint_(checkpoint), tree_(checkpoint.tree) {}

  /// In words; empty if it breaks none.
  std::string fault() {
    if (!std::isfinite(checkpoint_.seconds) || checkpoint_.seconds < 0) return "a time below zero";
    if (actors_wrong()) return "an actor that is there twice or before its parent";
    depths_.assign(tree_.nodes.size(), kUnknown);
    if (const char* what = fault_of(tree_.prefix)) return fmt::format("the prefix {}", what);
    if (const char* what = fault_of_root()) return fmt::format("the root {}", what);
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (const char* what = fault_of_node(i)) return fmt::format("node {} {}", i, what);
    }
    for (std::size_t i = 0; i < tree_.independent.size(); ++i) {
      if (const char* what = fault_of(tree_.independent[i]))
        return fmt::format("task {} {}", i, what);
    }
    for (std::size_t i = 0; i < tree_.found.size(); ++i) {
      if (const char* what = fault_of(tree_.found[i])) return fmt::format("error {} {}", i, what);
    }
    if (checkpoint_.complete && open_) {
      return "branches left to explore, although it is said to be complete";
    }
    return {};
  }

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffffU;

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

  const char* fault_of(const StepRef& step) const {
    if (!step) return "has a step missing";
    return known(*step) ? nullptr : "has the step of an unknown actor";
  }

  const char* fault_of(const explore::Sequence& sequence) const {
    for (const StepRef& step : sequence) {
      if (const char* what = fault_of(step)) return what;
    }
    return nullptr;
  }

  // Only a branch that stands alone may be without a step: backtrack sets have no sequences.
  const char* fault_of(const Branch& branch) const {
    if (branch.step) {
      if (branch.step->actor() != branch.actor) return "has a branch with another actor's step";
      if (const char* what = fault_of(branch.step)) return what;
    } else {
      if (!branch.next.empty()) return "has a wakeup sequence with a step missing";
      if (!known(branch.actor)) return "has a branch of an unknown actor";
    }
    return fault_below(branch.next);
  }

  const char* fault_below(const std::vector<Branch>& tree) const {
    std::vector<const std::vector<Branch>*> todo{&tree};
    while (!todo.empty()) {
      const std::vector<Branch>& branches = *todo.back();
      todo.pop_back();
      for (const Branch& branch : branches) {
        if (const char* what = fault_of(branch.step)) return what;
        if (branch.actor != branch.step->actor()) return "has a branch with another actor's step";
        if (!branch.next.empty()) todo.push_back(&branch.next);
      }
    }
    return nullptr;
  }

  // The whole exploration is a child of nothing: no step leads to it and no branch describes it.
  const char* fault_of_root() {
    const SavedChild& root = tree_.root;
    const Branch& branch = root.branch;
    if (root.step || branch.step || branch.actor != kNoActor || !branch.next.empty()) {
      return "has a step or a branch";
    }
    open_ = root.state == ChildState::kGiven;
    return root.state == ChildState::kOwned ? fault_of_owned(root, -1) : nullptr;
  }

  const char* fault_of_node(std::size_t index) {
    const auto& [node, children] = tree_.nodes[index];
    if (depths_[index] == kUnknown) return "is nobody's child";
    for (const explore::Sleeper& sleeper : node.sleep) {
      if (const char* what = fault_of(sleeper.step)) return what;
      if (sleeper.depth > depths_[index]) return "has a sleeper from a deeper node";
    }
    for (const Branch& branch : node.wakeup) {
      if (const char* what = fault_of(branch)) return what;
    }
    if (!known(node.begun) || !known(node.enabled) || !known(node.yielding)) {
      return "lists an unknown actor";
    }
    for (const SavedChild& child : children) {
      if (const char* what = fault_of(child, static_cast<std::int64_t>(index))) return what;
      open_ = open_ || child.state == ChildState::kGiven;
    }
    if (index == 0 && node.wakeup.empty() && children.empty()) return "has nothing in it";
    open_ = open_ || !node.wakeup.empty() || children.empty();
    return nullptr;
  }

  const char* fault_of(const SavedChild& child, std::int64_t parent) {
    if (child.step && !known(*child.step)) return "has the step of an unknown actor";
    switch (child.state) {
      case ChildState::kFinished:
        return nullptr;
      case ChildState::kOwned:
        if (!child.step) return "has an owned child without a step";
        return fault_of_owned(child, parent);
      case ChildState::kGiven:
        break;
    }
    if (static_cast<bool>(child.step) != static_cast<bool>(child.branch.step) ||
        (child.step && child.step->id() != child.branch.step->id())) {
      return "has a child with another step than its branch";
    }
    return fault_of(child.branch);
  }

  // A node comes after its parent and has no other.
  const char* fault_of_owned(const SavedChild& child, std::int64_t parent) {
    if (child.node <= parent || child.node >= static_cast<std::int64_t>(depths_.size())) {
      return "has a child that does not come after it";
    }
    std::uint32_t& depth = depths_[static_cast<std::size_t>(child.node)];
    if (depth != kUnknown) return "has a child that has another parent";
    depth = parent < 0 ? static_cast<std::uint32_t>(tree_.prefix.size())
                       : depths_[static_cast<std::size_t>(parent)] + 1;
    return nullptr;
  }

  // Deviations follow each other.
  const char* fault_of(const explore::Task& task) {
    open_ = true;
    if (const char* what = fault_of(task.prefix)) return what;
    if (task.deviations.empty()) return "deviates from nothing";
    if (task.fixed > task.deviations.front().node) return "deviates from what is fixed";
    for (std::size_t i = 0; i < task.deviations.size(); ++i) {
      const explore::Deviation& deviation = task.deviations[i];
      if (const char* what = fault_of(deviation.reversed)) return what;
      if (deviation.head < deviation.node || deviation.head >= task.prefix.size()) {
        return "has a head outside of its deviation";
      }
      if (i > 0 && deviation.node <= task.deviations[i - 1].head) {
        return "has deviations out of order";
      }
    }
    return nullptr;
  }

  const char* fault_of(const Found& found) const {
    if (!known(found.schedule)) return "has an unknown actor in its schedule";
    if (found.runs == 0) return "was never found";
    for (const core::Finding& finding : found.findings) {
      if (!known(finding.actors)) return "is the error of an unknown actor";
    }
    return nullptr;
  }

  const Checkpoint& checkpoint_;
  const SavedTree& tree_;
  std::vector<std::uint32_t> depths_;  // of the nodes; kUnknown until its parent was looked at
  bool open_ = false;                  // whether anything is left to explore
};

}  // namespace

std::string fault_of(const Checkpoint& checkpoint) { return Examiner(checkpoint).fault(); }

}  // namespace heddle::dist
