// The layout is in docs/formats/checkpoint.md. The same step sleeps in many nodes, so each distinct
// step is written once and named by its number everywhere else; a file is several times smaller for
// it, and so is the tree that is read.
//
// Three things are kept apart: the frame (magic, version, length, checksum), which tells accidents
// from other files; the encoding, whose reader is safe on any bytes; and the rules of
// checkpoint_rules.hpp, which reading enforces and writing is checked against.
//
// Wakeup trees are as deep as a run is long: nothing here recurses over them. But a `Branch`
// destroys what is below it recursively, so neither side handles trees deeper than `kDeepestTree`.
#include "dist/checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <unordered_map>
#include <utility>

#include "dist/checkpoint_rules.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::dist {
namespace {

using core::ActorId;
using core::kNoActor;
using core::StepRef;
using explore::Branch;
using explore::Node;
using explore::Sequence;
using support::ByteReader;
using support::ByteWriter;
using support::UserError;

constexpr std::string_view kMagic = "HEDDLECP";
constexpr std::size_t kHeaderSize = kMagic.size() + 4 + 8;
constexpr std::size_t kChecksumSize = 8;
// Destroying a chain of 30,000 branches fits into a stack of 8 MiB even without optimisation.
constexpr std::size_t kDeepestTree = 20'000;
constexpr std::uint32_t kKnownBounds =
    (2U << static_cast<unsigned>(explore::BoundKind::kStopped)) - 1;
constexpr std::uint8_t kDecides = 0x80;  // beside the kind of an access
constexpr const char* kRemedy =
    "go on from a copy of it, or start the exploration again without this checkpoint";

// ---- The frame

[[noreturn]] void refuse(const std::string& file, const std::string& what, const char* remedy) {
  throw UserError(fmt::format("{}: {}; {}", file, what, remedy));
}

/// The length of the whole file by its header, of which `bytes` has as much as there was.
std::uint64_t check_header(std::string_view bytes, const std::string& file) {
  if (bytes.empty()) refuse(file, "empty, not a checkpoint", kRemedy);
  if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size())) {
    refuse(file, fmt::format("not a checkpoint of Heddle (those begin with {})", kMagic),
           "check the path");
  }
  if (bytes.size() < kHeaderSize) {
    refuse(file, fmt::format("cut short after {} bytes", bytes.size()), kRemedy);
  }
  ByteReader in(bytes, file, kRemedy);
  in.raw(kMagic.size());
  const auto version = in.little<std::uint32_t>();
  if (version == 0) in.fail("format version 0, which never was");
  if (version != kCheckpointVersion) {
    refuse(file,
           fmt::format("a checkpoint of format version {}; this Heddle knows version {}", version,
                       kCheckpointVersion),
           "go on with the version of Heddle that wrote it, or start the exploration again without "
           "this checkpoint");
  }
  const auto length = in.little<std::uint64_t>();
  if (length < kHeaderSize + kChecksumSize) in.fail(fmt::format("a length of {} bytes", length));
  return length;
}

std::string frame(std::string_view body) {
  ByteWriter out;
  out.raw(kMagic);
  out.little(kCheckpointVersion);
  out.little<std::uint64_t>(kHeaderSize + body.size() + kChecksumSize);
  out.raw(body);
  out.little(support::checksum(out.bytes()));
  return out.take();
}

// ---- Writing

class Encoder {
 public:
  explicit Encoder(const std::string& file) : file_(file) {}

  std::string encode(const Checkpoint& checkpoint) {
    ByteWriter actors;
    actors.varint(checkpoint.actors.size());
    for (const core::ActorKey& key : checkpoint.actors) {
      put_optional(actors, key.parent);
      actors.varint(key.role);
      actors.varint(key.ordinal);
    }
    // Before the steps are written, since they are collected here.
    ByteWriter nodes;
    put(nodes, checkpoint.tree.prefix);
    put(nodes, checkpoint.tree.root);
    nodes.varint(checkpoint.tree.nodes.size());
    for (const SavedNode& saved : checkpoint.tree.nodes) put(nodes, saved);
    ByteWriter tasks;
    tasks.varint(checkpoint.tree.independent.size());
    for (const explore::Task& task : checkpoint.tree.independent) put(tasks, task);
    ByteWriter found;
    found.varint(checkpoint.tree.found.size());
    for (const Found& one : checkpoint.tree.found) put(found, one);
    ByteWriter steps;
    steps.varint(numbers_.size());
    steps.raw(steps_.bytes());

    ByteWriter body;
    body.field(checkpoint.program);
    body.field(checkpoint.digest);
    body.field(checkpoint.options);
    body.field(checkpoint.shared_state);
    put_totals(body, checkpoint);
    for (const ByteWriter* section : {&actors, &steps, &nodes, &tasks, &found}) {
      body.field(section->bytes());
    }
    return frame(body.bytes());
  }

 private:
  /// One more than the number, and 0 for none.
  static void put_optional(ByteWriter& out, ActorId actor) {
    out.varint(static_cast<ActorId>(actor + 1));
  }

  static void put(ByteWriter& out, const std::vector<ActorId>& actors) {
    out.varint(actors.size());
    for (const ActorId actor : actors) out.varint(actor);
  }

  static void put_totals(ByteWriter& out, const Checkpoint& checkpoint) {
    const explore::Counts& counts = checkpoint.tree.counts;
    out.varint(counts.interleavings);
    out.varint(counts.sleep_set_blocked);
    out.varint(counts.events);
    out.varint(counts.races);
    out.varint(counts.bounds_hit.bits());
    out.little(std::bit_cast<std::uint64_t>(checkpoint.seconds));
    out.u8(checkpoint.complete ? 1 : 0);
  }

  /// 0 for none.
  void put(ByteWriter& out, const StepRef& step) { out.varint(step ? number_of(*step) : 0); }

  std::size_t number_of(const core::Step& step) {
    ByteWriter out;
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
    const auto [it, inserted] = numbers_.try_emplace(out.take(), numbers_.size() + 1);
    if (inserted) steps_.raw(it->first);
    return it->second;
  }

  void put(ByteWriter& out, const Sequence& sequence) {
    out.varint(sequence.size());
    for (const StepRef& step : sequence) put(out, step);
  }

  /// Without those below it.
  void put_alone(ByteWriter& out, const Branch& branch) {
    put(out, branch.step);
    if (!branch.step) put_optional(out, branch.actor);
  }

  /// Each branch before those below it.
  void put(ByteWriter& out, const std::vector<Branch>& tree) {
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
        refuse(file_,
               fmt::format("cannot write the checkpoint: it has a run of more than {} steps",
                           kDeepestTree),
               "bound the length of runs, or explore without a checkpoint");
      }
      const Branch& branch = (*level.branches)[level.next++];
      put_alone(out, branch);
      out.varint(branch.next.size());
      levels.push_back({&branch.next, 0});
    }
  }

  void put(ByteWriter& out, const SavedNode& saved) {
    const Node& node = saved.node;
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
    out.varint(saved.children.size());
    for (const SavedChild& child : saved.children) put(out, child);
  }

  void put(ByteWriter& out, const SavedChild& child) {
    out.u8(static_cast<std::uint8_t>(child.state));
    put(out, child.step);
    if (child.state == ChildState::kOwned) out.varint(static_cast<std::uint64_t>(child.node));
    if (child.state == ChildState::kGiven) {
      put_alone(out, child.branch);
      put(out, child.branch.next);
    }
  }

  void put(ByteWriter& out, const explore::Task& task) {
    put(out, task.prefix);
    out.varint(task.fixed);
    out.varint(task.deviations.size());
    for (const explore::Deviation& deviation : task.deviations) {
      out.varint(deviation.node);
      out.varint(deviation.head);
      put(out, deviation.reversed);
    }
  }

  static void put(ByteWriter& out, const Found& found) {
    put(out, found.schedule);
    out.varint(found.findings.size());
    for (const core::Finding& finding : found.findings) {
      out.u8(static_cast<std::uint8_t>(finding.kind));
      put(out, finding.actors);
      out.field(finding.message);
      out.field(finding.file);
      out.varint(static_cast<std::uint32_t>(finding.line));
    }
    out.field(found.outcome);
  }

  const std::string& file_;
  ByteWriter steps_;
  std::unordered_map<std::string, std::size_t> numbers_;  // of steps, by their bytes, from 1
};

// ---- Reading

class Decoder {
 public:
  Decoder(std::string_view body, const std::string& file) : in_(body, file, kRemedy) {}

  Checkpoint decode() {
    Checkpoint checkpoint;
    in_.raw(kHeaderSize);
    checkpoint.program = in_.field();
    checkpoint.digest = in_.field();
    checkpoint.options = in_.field();
    checkpoint.shared_state = in_.field();
    read_totals(checkpoint);
    section(checkpoint.actors, kLeastActor, [](ByteReader& in) {
      const ActorId parent = optional_actor(in);
      const auto role = in.number<std::uint32_t>();
      return core::ActorKey{parent, role, in.varint()};
    });
    section(steps_, kLeastStep, [](ByteReader& in) { return step_itself(in); });
    SavedTree& tree = checkpoint.tree;
    ByteReader nodes = in_.part();
    tree.prefix = sequence(nodes);
    tree.root = child(nodes);
    list(nodes, tree.nodes, kLeastNode, [&](ByteReader& in) { return node(in); });
    nodes.finish();
    section(tree.independent, kLeastTask, [this](ByteReader& in) { return task(in); });
    section(tree.found, kLeastFound, [](ByteReader& in) { return found(in); });
    in_.finish();
    return checkpoint;
  }

 private:
  // The fewest bytes that each of them takes.
  static constexpr std::size_t kLeastActor = 3;
  static constexpr std::size_t kLeastStep = 13;
  static constexpr std::size_t kLeastAccess = 3;
  static constexpr std::size_t kLeastSleeper = 2;
  static constexpr std::size_t kLeastBranch = 2;  // of a tree, with the number of those below it
  static constexpr std::size_t kLeastNode = 10;
  static constexpr std::size_t kLeastChild = 2;
  static constexpr std::size_t kLeastTask = 3;
  static constexpr std::size_t kLeastDeviation = 3;
  static constexpr std::size_t kLeastFinding = 5;
  static constexpr std::size_t kLeastFound = 3;

  template <typename Value, typename Read>
  static void list(ByteReader& in, std::vector<Value>& out, std::size_t least_size, Read read) {
    const std::size_t size = in.count(least_size);
    out.reserve(size);
    for (std::size_t i = 0; i < size; ++i) out.push_back(read(in));
  }

  template <typename Value, typename Read>
  void section(std::vector<Value>& out, std::size_t least_size, Read read) {
    ByteReader in = in_.part();
    list(in, out, least_size, read);
    in.finish();
  }

  static bool flag(ByteReader& in) {
    const std::uint8_t value = in.u8();
    if (value > 1) in.fail(fmt::format("{} where only 0 and 1 can be", value));
    return value == 1;
  }

  /// The last enumerator is `last`.
  template <typename Kind>
  static Kind kind(ByteReader& in, Kind last) {
    const std::uint8_t value = in.u8();
    if (value > static_cast<std::uint8_t>(last)) in.fail(fmt::format("unknown kind {}", value));
    return static_cast<Kind>(value);
  }

  static ActorId optional_actor(ByteReader& in) { return in.number<ActorId>() - 1; }

  static std::vector<ActorId> actor_list(ByteReader& in) {
    std::vector<ActorId> actors;
    list(in, actors, 1, [](ByteReader& from) { return from.number<ActorId>(); });
    return actors;
  }

  static core::StepRef step_itself(ByteReader& in) {
    core::EventId id;
    id.actor = in.number<ActorId>();
    id.ordinal = in.number<std::uint32_t>();
    core::EventId taken;
    taken.actor = optional_actor(in);
    taken.ordinal = in.number<std::uint32_t>();
    const auto fingerprint = in.little<std::uint64_t>();
    std::vector<core::Access> accesses;
    list(in, accesses, kLeastAccess, [](ByteReader& from) {
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

  StepRef step(ByteReader& in) const {
    const auto number = in.number<std::size_t>(steps_.size());
    return number == 0 ? StepRef() : steps_[number - 1];
  }

  Sequence sequence(ByteReader& in) const {
    Sequence steps;
    list(in, steps, 1, [&](ByteReader& from) { return step(from); });
    return steps;
  }

  Branch branch_alone(ByteReader& in) const {
    Branch branch;
    branch.step = step(in);
    branch.actor = branch.step ? branch.step->actor() : optional_actor(in);
    return branch;
  }

  // No level is reserved in advance: a chain of levels that each promise much would add up.
  std::vector<Branch> wakeup_tree(ByteReader& in) const {
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

  SavedNode node(ByteReader& in) const {
    SavedNode saved;
    Node& node = saved.node;
    list(in, node.sleep, kLeastSleeper, [&](ByteReader& from) {
      StepRef sleeping = step(from);
      return explore::Sleeper{std::move(sleeping), from.number<std::uint32_t>()};
    });
    node.wakeup = wakeup_tree(in);
    node.begun = actor_list(in);
    node.enabled = actor_list(in);
    node.yielding = actor_list(in);
    node.preemptions = in.number<std::uint32_t>();
    node.delays = in.number<std::uint32_t>();
    node.divergences = in.number<std::uint32_t>();
    node.runs_done = in.varint();
    list(in, saved.children, kLeastChild, [&](ByteReader& from) { return child(from); });
    return saved;
  }

  SavedChild child(ByteReader& in) const {
    SavedChild child;
    child.state = kind(in, ChildState::kOwned);
    child.step = step(in);
    if (child.state == ChildState::kOwned) child.node = in.number<std::uint32_t>();
    if (child.state == ChildState::kGiven) {
      child.branch = branch_alone(in);
      child.branch.next = wakeup_tree(in);
    }
    return child;
  }

  explore::Task task(ByteReader& in) const {
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

  static Found found(ByteReader& in) {
    Found found;
    found.schedule = actor_list(in);
    list(in, found.findings, kLeastFinding, [](ByteReader& from) {
      core::Finding finding;
      finding.kind = kind(from, core::Finding::Kind::kLimit);
      finding.actors = actor_list(from);
      finding.message = from.field();
      finding.file = from.field();
      finding.line = static_cast<int>(from.number<std::uint32_t>());
      return finding;
    });
    found.outcome = in.field();
    return found;
  }

  void read_totals(Checkpoint& checkpoint) {
    explore::Counts& counts = checkpoint.tree.counts;
    counts.interleavings = in_.varint();
    counts.sleep_set_blocked = in_.varint();
    counts.events = in_.varint();
    counts.races = in_.varint();
    counts.bounds_hit = explore::BoundsHit::from_bits(in_.number<std::uint32_t>(kKnownBounds));
    checkpoint.seconds = std::bit_cast<double>(in_.little<std::uint64_t>());
    checkpoint.complete = flag(in_);
  }

  ByteReader in_;
  std::vector<StepRef> steps_;
};

}  // namespace

std::string to_bytes(const Checkpoint& checkpoint, const std::string& file) {
  const std::string fault = fault_of(checkpoint);
  HEDDLE_CHECK(fault.empty(), "the checkpoint has a fault: {}", fault);
  return Encoder(file).encode(checkpoint);
}

Checkpoint parse_checkpoint(std::string_view bytes, const std::string& file) {
  const std::uint64_t length = check_header(bytes, file);
  if (bytes.size() < length) {
    refuse(file, fmt::format("cut short: {} of {} bytes", bytes.size(), length), kRemedy);
  }
  if (bytes.size() > length) {
    refuse(file, fmt::format("damaged: more than the {} bytes it began with", length), kRemedy);
  }
  const std::string_view body = bytes.substr(0, bytes.size() - kChecksumSize);
  ByteReader end(bytes.substr(body.size()), file, kRemedy);
  if (end.little<std::uint64_t>() != support::checksum(body)) {
    refuse(file, "damaged: its checksum does not match", kRemedy);
  }
  Checkpoint checkpoint = Decoder(body, file).decode();
  const std::string fault = fault_of(checkpoint);
  if (!fault.empty()) refuse(file, fmt::format("damaged: {}", fault), kRemedy);
  return checkpoint;
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  support::write_file_atomically(path, to_bytes(checkpoint, path), "checkpoint");
}

Checkpoint read_checkpoint(const std::string& path) {
  support::InputFile file(path, "checkpoint");
  std::string bytes = file.read(kHeaderSize);
  const std::uint64_t length = check_header(bytes, path);
  // One byte more than there should be, to see that there is none.
  bytes += file.read(static_cast<std::size_t>(length) - bytes.size() + 1);
  return parse_checkpoint(bytes, path);
}

}  // namespace heddle::dist
