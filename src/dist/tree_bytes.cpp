#include "dist/tree_bytes.hpp"

#include <fmt/format.h>

#include <utility>

#include "support/check.hpp"

namespace heddle::dist {

using core::ActorId;
using core::StepRef;
using explore::Branch;
using explore::Node;
using explore::Sequence;
using support::ByteReader;
using support::ByteWriter;

namespace {

constexpr std::uint8_t kDecides = 0x80;  // beside the kind of an access
constexpr std::uint32_t kKnownBounds =
    (2U << static_cast<unsigned>(explore::BoundKind::kStopped)) - 1;

}  // namespace

// ---- Writing

void TreeWriter::put_optional(ByteWriter& out, ActorId actor) {
  out.varint(static_cast<ActorId>(actor + 1));
}

void TreeWriter::put(ByteWriter& out, const std::vector<ActorId>& actors) {
  out.varint(actors.size());
  for (const ActorId actor : actors) out.varint(actor);
}

void TreeWriter::put(ByteWriter& out, const Found& found) {
  put(out, found.schedule);
  out.varint(found.findings.size());
  for (const core::Finding& finding : found.findings) {
    out.u8(static_cast<std::uint8_t>(finding.kind));
    put(out, finding.actors);
    out.field(finding.message);
    out.field(finding.file);
    out.varint(static_cast<std::uint32_t>(finding.line));
  }
  out.varint(found.runs);
}

void TreeWriter::put(ByteWriter& out, const explore::Counts& counts) {
  out.varint(counts.interleavings);
  out.varint(counts.sleep_set_blocked);
  out.varint(counts.events);
  out.varint(counts.races);
  out.varint(counts.bounds_hit.bits());
}

void TreeWriter::put(ByteWriter& out, const StepRef& step) {
  out.varint(step ? number_of(step) : 0);
}

std::size_t TreeWriter::number_of(const core::StepRef& ref) {
  const auto [it, inserted] = numbers_.try_emplace(ref, numbers_.size() + 1);
  if (!inserted) return it->second;
  const core::Step& step = *ref;
  ByteWriter& out = steps_;
  out.varint(step.id().actor);
  out.varint(step.id().ordinal);
  put_optional(out, step.taken().actor);
  out.varint(step.taken().ordinal);
  out.little(step.fingerprint());
  out.varint(step.accesses().size());
  for (const core::Access& access : step.accesses()) {
    out.u8(static_cast<std::uint8_t>(access.kind) | (access.decides ? kDecides : 0U));
    out.varint(access.location);
    out.varint(access.token);
  }
  return it->second;
}

std::string TreeWriter::steps() const {
  ByteWriter out;
  out.varint(numbers_.size());
  out.raw(steps_.bytes());
  return out.take();
}

void TreeWriter::put(ByteWriter& out, const Sequence& sequence) {
  out.varint(sequence.size());
  for (const StepRef& step : sequence) put(out, step);
}

void TreeWriter::put_alone(ByteWriter& out, const Branch& branch) {
  put(out, branch.step);
  if (!branch.step) put_optional(out, branch.actor);
}

void TreeWriter::put(ByteWriter& out, const std::vector<Branch>& tree) {
  struct Level {
    const std::vector<Branch>* branches;
    std::size_t next;
  };
  std::vector<Level> levels{{&tree, 0}};
  out.varint(tree.size());
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.branches->size()) {
      levels.pop_back();
      continue;
    }
    if (levels.size() > kDeepestTree) {
      throw support::UserError(fmt::format("{}: it has a run of more than {} steps; {}", subject_,
                                           kDeepestTree, remedy_));
    }
    const Branch& branch = (*level.branches)[level.next++];
    put_alone(out, branch);
    out.varint(branch.next.size());
    levels.push_back({&branch.next, 0});
  }
}

void TreeWriter::put(ByteWriter& out, const Node& node) {
  out.varint(node.sleep.size());
  for (const explore::Sleeper& sleeper : node.sleep) {
    put(out, sleeper.step);
    out.varint(sleeper.depth);
  }
  put(out, node.wakeup);
  put(out, node.begun);
  put(out, node.enabled);
  put(out, node.yielding);
  out.varint(node.preemptions);
  out.varint(node.delays);
  out.varint(node.divergences);
  out.varint(node.runs_done);
}

void TreeWriter::put(ByteWriter& out, const explore::Task& task) {
  out.varint(task.parts.size());
  for (const explore::Task& part : task.parts) put(out, part);
  if (!task.parts.empty()) return;
  put(out, task.prefix);
  out.varint(task.fixed);
  out.varint(task.deviations.size());
  for (const explore::Deviation& deviation : task.deviations) {
    out.varint(deviation.node);
    out.varint(deviation.head);
    put(out, deviation.reversed);
  }
}

// ---- Reading

namespace {

StepRef step_itself(ByteReader& in) {
  core::EventId id;
  id.actor = in.number<ActorId>();
  id.ordinal = in.number<std::uint32_t>();
  core::EventId taken;
  taken.actor = TreeReader::optional_actor(in);
  taken.ordinal = in.number<std::uint32_t>();
  const auto fingerprint = in.little<std::uint64_t>();
  std::vector<core::Access> accesses;
  TreeReader::list(in, accesses, TreeReader::kLeastAccess, [](ByteReader& from) {
    core::Access access;
    const std::uint8_t first = from.u8();
    access.decides = (first & kDecides) != 0;
    const unsigned kind = first & ~unsigned{kDecides};
    if (kind > static_cast<unsigned>(core::AccessKind::kGuarded)) {
      from.fail(fmt::format("unknown kind {}", kind));
    }
    access.kind = static_cast<core::AccessKind>(kind);
    access.location = from.varint();
    access.token = from.varint();
    return access;
  });
  return StepRef::make(id, accesses, fingerprint, taken);
}

}  // namespace

TreeReader::TreeReader(ByteReader steps) {
  list(steps, steps_, kLeastStep, [](ByteReader& in) { return step_itself(in); });
  steps.finish();
}

bool TreeReader::flag(ByteReader& in) {
  const std::uint8_t value = in.u8();
  if (value > 1) in.fail(fmt::format("{} where only 0 and 1 can be", value));
  return value == 1;
}

void TreeReader::refuse_kind(ByteReader& in, std::uint8_t value) {
  in.fail(fmt::format("unknown kind {}", value));
}

ActorId TreeReader::optional_actor(ByteReader& in) { return in.number<ActorId>() - 1; }

std::vector<ActorId> TreeReader::actors(ByteReader& in) {
  std::vector<ActorId> actors;
  list(in, actors, 1, [](ByteReader& from) { return from.number<ActorId>(); });
  return actors;
}

Found TreeReader::found(ByteReader& in) {
  Found found;
  found.schedule = actors(in);
  list(in, found.findings, kLeastFinding, [](ByteReader& from) {
    core::Finding finding;
    finding.kind = kind(from, core::Finding::Kind::kLimit);
    finding.actors = actors(from);
    finding.message = from.field();
    finding.file = from.field();
    finding.line = static_cast<int>(from.number<std::uint32_t>());
    return finding;
  });
  found.runs = in.varint();
  return found;
}

explore::Counts TreeReader::counts(ByteReader& in) {
  explore::Counts counts;
  counts.interleavings = in.varint();
  counts.sleep_set_blocked = in.varint();
  counts.events = in.varint();
  counts.races = in.varint();
  counts.bounds_hit = explore::BoundsHit::from_bits(in.number<std::uint32_t>(kKnownBounds));
  return counts;
}

StepRef TreeReader::step(ByteReader& in) const {
  const auto number = in.number<std::size_t>(steps_.size());
  return number == 0 ? StepRef() : steps_[number - 1];
}

Sequence TreeReader::sequence(ByteReader& in) const {
  Sequence steps;
  list(in, steps, 1, [&](ByteReader& from) { return step(from); });
  return steps;
}

Branch TreeReader::branch_alone(ByteReader& in) const {
  StepRef taken = step(in);
  const core::ActorId actor = taken ? taken->actor() : optional_actor(in);
  return {actor, std::move(taken), {}};
}

// No level is reserved in advance: a chain of levels that each promise much would add up.
std::vector<Branch> TreeReader::wakeup_tree(ByteReader& in) const {
  struct Level {
    std::vector<Branch>* branches;
    std::size_t left;
  };
  std::vector<Branch> tree;
  std::vector<Level> levels{{&tree, in.count(kLeastBranch)}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.left == 0) {
      levels.pop_back();
      continue;
    }
    if (levels.size() > kDeepestTree) in.fail("a wakeup tree that is too deep");
    --level.left;
    level.branches->push_back(branch_alone(in));
    levels.push_back({&level.branches->back().next, in.count(kLeastBranch)});
  }
  return tree;
}

Node TreeReader::node(ByteReader& in) const {
  Node node;
  list(in, node.sleep, kLeastSleeper, [&](ByteReader& from) {
    StepRef sleeping = step(from);
    return explore::Sleeper{std::move(sleeping), from.number<std::uint32_t>()};
  });
  node.wakeup = wakeup_tree(in);
  node.begun = actors(in);
  node.enabled = actors(in);
  node.yielding = actors(in);
  node.preemptions = in.number<std::uint32_t>();
  node.delays = in.number<std::uint32_t>();
  node.divergences = in.number<std::uint32_t>();
  node.runs_done = in.varint();
  return node;
}

explore::Task TreeReader::task(ByteReader& in) const {
  const std::size_t parts = in.count(kLeastTask);
  if (parts == 0) return whole_task(in);
  explore::Task task;
  for (std::size_t i = 0; i < parts; ++i) {
    if (in.varint() != 0) in.fail("a part of a task that has parts");
    task.parts.push_back(whole_task(in));
  }
  return task;
}

explore::Task TreeReader::whole_task(ByteReader& in) const {
  explore::Task task;
  task.prefix = sequence(in);
  task.fixed = in.number<std::uint32_t>();
  list(in, task.deviations, kLeastDeviation, [&](ByteReader& from) {
    explore::Deviation deviation;
    deviation.node = from.number<std::uint32_t>();
    deviation.head = from.number<std::uint32_t>();
    deviation.reversed = step(from);
    return deviation;
  });
  return task;
}

void TreeWriter::put(ByteWriter& out, const std::vector<explore::OpenNode>& open) {
  out.varint(open.size());
  for (const explore::OpenNode& node : open) {
    put(out, node.node);
    put(out, node.step);
  }
}

std::vector<explore::OpenNode> TreeReader::open_nodes(ByteReader& in) const {
  std::vector<explore::OpenNode> open;
  list(in, open, kLeastOpenNode, [&](ByteReader& from) {
    explore::Node read = node(from);
    return explore::OpenNode{std::move(read), step(from)};
  });
  return open;
}

}  // namespace heddle::dist
