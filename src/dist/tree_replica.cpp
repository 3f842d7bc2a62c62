#include "dist/tree_replica.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dist/clone.hpp"
#include "dist/tree_bytes.hpp"
#include "support/check.hpp"

namespace heddle::dist {

using explore::Inserted;
using support::ByteReader;
using support::ByteWriter;

namespace {

// A task costs a few round trips to the database; one of 50 ms is not worth its while, one of half
// a second is. The longer a run, the larger its tasks: who is done with one has to ask again.
constexpr std::uint64_t kFew = 50'000;  // microseconds
constexpr std::uint64_t kLeastMany = 500'000;
constexpr std::uint64_t kMostMany = 5'000'000;
constexpr std::uint64_t kShareOfRun = 20;

// The children on the way to a task, by number: they only grow, so nothing else is ever there. A
// probe is where the child will be.
std::string path_of(const OwnedTree::Place& place) {
  std::vector<std::size_t> numbers;
  const OwnedChild* child = place.slot;
  for (const OwnedNode* node = place.node; node != nullptr;
       child = node->slot, node = node->parent) {
    const auto at = std::find_if(node->children.begin(), node->children.end(),
                                 [&](const auto& c) { return c.get() == child; });
    numbers.push_back(static_cast<std::size_t>(at - node->children.begin()));
  }
  std::string text = "/";
  for (std::size_t i = numbers.size(); i-- > 0;) text += fmt::format("{}/", numbers[i]);
  return place.probes() ? text + "?" : text;
}

}  // namespace

TreeReplica::TreeReplica(const explore::Algorithm& algorithm, std::optional<TaskSizes> fixed)
    : fixed_(fixed), tree_(algorithm, {}, fixed.value_or(TaskSizes{})) {}

const OwnedTree::Place& TreeReplica::place(TaskId id) const {
  const auto it = in_flight_.find(id);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", id);
  return it->second;
}

bool TreeReplica::gives(const core::Program& program) const {
  return (idle() ? tree_.first() : tree_.worthwhile(program)).has_value();
}

bool TreeReplica::over() const { return idle() && !tree_.first(); }

explore::Task TreeReplica::task(TaskId id) const { return tree_.task_at(place(id)); }

std::vector<core::ActorId> TreeReplica::path(TaskId id) const {
  std::vector<core::ActorId> actors;
  const OwnedTree::Place& at = place(id);
  for (const core::StepRef& step : at.path) actors.push_back(step->actor());
  if (!at.probes() && at.slot->step) actors.push_back(at.slot->step->actor());
  return actors;
}

std::optional<Inserted> TreeReplica::covers(TaskId id, const explore::Reversal& reversal,
                                            const core::Program& program) const {
  return tree_.covers(place(id), reversal, program);
}

void TreeReplica::apply(Operation operation, const core::Program& program, TreeChange& change) {
  switch (operation.kind) {
    case Operation::Kind::kGive:
      give(program, change);
      break;
    case Operation::Kind::kEscape:
      for (explore::Reversal& reversal : operation.escaped) {
        change.inserted = tree_.take_up(place(operation.task), std::move(reversal), program);
      }
      break;
    case Operation::Kind::kHandIn:
      hand_in(std::move(operation), program, change);
      break;
    case Operation::Kind::kQuarantine:
      HEDDLE_CHECK(knows(operation.task), "task {} is not there", operation.task);
      quarantined_.insert(operation.task);
      break;
  }
}

void TreeReplica::give(const core::Program& program, TreeChange& change) {
  std::optional<OwnedTree::Place> given;
  while (!given) {
    const auto pending = idle() ? tree_.first() : tree_.worthwhile(program);
    if (!pending) return;
    given = tree_.give(*pending, next_, program);
  }
  const TaskId id = next_++;
  change.given.push_back({id, path_of(*given)});
  in_flight_.emplace(id, *std::move(given));
}

void TreeReplica::hand_in(Operation operation, const core::Program& program, TreeChange& change) {
  const auto it = in_flight_.find(operation.task);
  HEDDLE_CHECK(it != in_flight_.end(), "task {} is not in flight", operation.task);
  OwnedTree::Place& at = it->second;
  if (!operation.upper.empty()) tree_.split(at, std::move(operation.upper));
  // Forgetting is for later: the reversals need the nodes.
  const OwnedTree::Place where = at;
  if (!operation.aside) {
    if (where.probes()) {
      tree_.reveal(where, std::move(operation.first), program);
    } else {
      tree_.hand_in(where, std::move(operation.first), operation.runs);
    }
    change.finished.push_back(operation.task);
    in_flight_.erase(it);
  } else {
    tree_.put_aside(where, std::move(operation.first));
  }
  for (explore::Reversal& reversal : operation.escaped) {
    change.inserted = tree_.take_up(where, std::move(reversal), program);
  }
  tree_.settle();
  runs_ += operation.runs;
  microseconds_ += operation.microseconds;
  adapt_sizes();
}

// Whole numbers, so that every machine gets the same.
void TreeReplica::adapt_sizes() {
  if (fixed_ || microseconds_ == 0) return;
  const auto runs_in = [&](std::uint64_t time) {
    return static_cast<double>(std::max<std::uint64_t>(1, runs_ * time / microseconds_));
  };
  const std::uint64_t many = std::clamp(microseconds_ / kShareOfRun, kLeastMany, kMostMany);
  tree_.set_sizes({.many = runs_in(many), .few = runs_in(kFew)});
}

// ---- Snapshots

namespace {

constexpr const char* kRemedy = "start the run again";

void put(ByteWriter& out, const OwnedChild& child, TreeWriter& tree) {
  out.u8(static_cast<std::uint8_t>(child.state));
  tree.put(out, child.step);
  if (child.state != ChildState::kGiven) return;
  out.varint(child.task);
  out.u8(static_cast<std::uint8_t>((child.within_sequence ? 1U : 0U) |
                                   (child.shared_root ? 2U : 0U) | (child.aside ? 4U : 0U)));
  tree.put_alone(out, child.branch);
  tree.put(out, child.branch.next);
}

void read(ByteReader& in, OwnedChild& child, const TreeReader& tree) {
  child.state = TreeReader::kind(in, ChildState::kOwned);
  child.step = tree.step(in);
  if (child.state != ChildState::kGiven) return;
  child.task = in.varint();
  const auto flags = in.number<std::uint8_t>(std::uint8_t{7});
  child.within_sequence = (flags & 1U) != 0;
  child.shared_root = (flags & 2U) != 0;
  child.aside = (flags & 4U) != 0;
  child.branch = tree.branch_alone(in);
  child.branch.next = tree.wakeup_tree(in);
}

}  // namespace

// The root, then the nodes below it, each level by level before those below: a node needs no
// number.
std::string TreeReplica::snapshot() const {
  TreeWriter tree("the queue", "bound the length of runs, or explore without a queue");
  ByteWriter body;
  std::vector<const OwnedNode*> nodes;
  const auto add = [&](const OwnedChild& child) {
    put(body, child, tree);
    if (child.state == ChildState::kOwned) nodes.push_back(child.owned.get());
  };
  add(tree_.root());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    tree.put(body, nodes[i]->node);
    body.varint(nodes[i]->probe);
    body.varint(nodes[i]->children.size());
    for (const auto& child : nodes[i]->children) add(*child);
  }
  ByteWriter out;
  out.varint(next_);
  out.varint(runs_);
  out.varint(microseconds_);
  out.varint(tree_.sequence_tasks().tasks);
  out.varint(tree_.sequence_tasks().runs);
  std::vector<TaskId> quarantined(quarantined_.begin(), quarantined_.end());
  std::sort(quarantined.begin(), quarantined.end());
  out.varint(quarantined.size());
  for (const TaskId id : quarantined) out.varint(id);
  out.field(tree.steps());
  out.field(body.bytes());
  return out.take();
}

void TreeReplica::restore(std::string_view bytes) {
  ByteReader in(bytes, "the snapshot of the run", kRemedy);
  next_ = in.varint();
  runs_ = in.varint();
  microseconds_ = in.varint();
  const std::uint64_t tasks = in.varint();
  tree_.set_sequence_tasks({tasks, in.varint()});
  std::vector<TaskId> quarantined;
  TreeReader::list(in, quarantined, 1, [](ByteReader& from) { return from.varint(); });
  quarantined_ = {quarantined.begin(), quarantined.end()};
  const TreeReader tree(in.part());
  ByteReader body = in.part();
  in.finish();
  std::vector<OwnedNode*> nodes;
  const auto add = [&](OwnedNode* parent, OwnedChild& child) {
    read(body, child, tree);
    if (child.state != ChildState::kOwned) return;
    child.owned = tree_.make_node(parent, &child);
    nodes.push_back(child.owned.get());
  };
  add(nullptr, tree_.root());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    OwnedNode& node = *nodes[i];
    node.node = tree.node(body);
    node.probe = body.varint();
    for (std::size_t left = body.count(2); left > 0; --left) {
      node.children.push_back(std::make_unique<OwnedChild>());
      add(&node, *node.children.back());
    }
  }
  body.finish();
  for (OwnedTree::Place& place : tree_.given()) in_flight_.emplace(place.task(), place);
  adapt_sizes();
}

}  // namespace heddle::dist
