// The layout is in docs/formats/checkpoint.md; steps and what holds them are tree_bytes.hpp's.
//
// Three things are kept apart: the frame (magic, version, length, checksum), which tells accidents
// from other files; the encoding, whose reader is safe on any bytes; and the rules of
// checkpoint_rules.hpp, which reading enforces and writing is checked against.
#include "dist/checkpoint.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "dist/checkpoint_rules.hpp"
#include "dist/tree_bytes.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::dist {
namespace {

using core::ActorId;
using support::ByteReader;
using support::ByteWriter;
using support::UserError;

constexpr std::string_view kMagic = "HEDDLECP";
constexpr std::size_t kHeaderSize = kMagic.size() + 4 + 8;
constexpr std::size_t kChecksumSize = 8;
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

void put(ByteWriter& out, const SavedChild& child, TreeWriter& tree) {
  out.u8(static_cast<std::uint8_t>(child.state));
  tree.put(out, child.step);
  if (child.state == ChildState::kOwned) out.varint(static_cast<std::uint64_t>(child.node));
  if (child.state == ChildState::kGiven) {
    tree.put_alone(out, child.branch);
    tree.put(out, child.branch.next);
  }
}

std::string encode(const Checkpoint& checkpoint, const std::string& file) {
  ByteWriter actors;
  actors.varint(checkpoint.actors.size());
  for (const core::ActorKey& key : checkpoint.actors) {
    TreeWriter::put_optional(actors, key.parent);
    actors.varint(key.role);
    actors.varint(key.ordinal);
  }
  // Before the steps are written, since they are collected here.
  TreeWriter tree(fmt::format("{}: cannot write the checkpoint", file),
                  "bound the length of runs, or explore without a checkpoint");
  ByteWriter nodes;
  tree.put(nodes, checkpoint.tree.prefix);
  put(nodes, checkpoint.tree.root, tree);
  nodes.varint(checkpoint.tree.nodes.size());
  for (const SavedNode& saved : checkpoint.tree.nodes) {
    tree.put(nodes, saved.node);
    nodes.varint(saved.children.size());
    for (const SavedChild& child : saved.children) put(nodes, child, tree);
  }
  ByteWriter tasks;
  tasks.varint(checkpoint.tree.independent.size());
  for (const explore::Task& task : checkpoint.tree.independent) tree.put(tasks, task);
  ByteWriter found;
  found.varint(checkpoint.tree.found.size());
  for (const Found& one : checkpoint.tree.found) TreeWriter::put(found, one);

  ByteWriter body;
  body.field(checkpoint.program);
  body.field(checkpoint.digest);
  body.field(checkpoint.options);
  body.field(checkpoint.shared_state);
  TreeWriter::put(body, checkpoint.tree.counts);
  body.little(std::bit_cast<std::uint64_t>(checkpoint.seconds));
  body.u8(checkpoint.complete ? 1 : 0);
  body.field(actors.bytes());
  body.field(tree.steps());
  body.field(nodes.bytes());
  body.field(tasks.bytes());
  body.field(found.bytes());
  return frame(body.bytes());
}

// ---- Reading

constexpr std::size_t kLeastNode = 10;
constexpr std::size_t kLeastChild = 2;

SavedChild child(ByteReader& in, const TreeReader& tree) {
  SavedChild child;
  child.state = TreeReader::kind(in, ChildState::kOwned);
  child.step = tree.step(in);
  if (child.state == ChildState::kOwned) child.node = in.number<std::uint32_t>();
  if (child.state == ChildState::kGiven) {
    child.branch = tree.branch_alone(in);
    child.branch.next = tree.wakeup_tree(in);
  }
  return child;
}

Checkpoint decode(std::string_view body, const std::string& file) {
  ByteReader in(body, file, kRemedy);
  Checkpoint checkpoint;
  in.raw(kHeaderSize);
  checkpoint.program = in.field();
  checkpoint.digest = in.field();
  checkpoint.options = in.field();
  checkpoint.shared_state = in.field();
  checkpoint.tree.counts = TreeReader::counts(in);
  checkpoint.seconds = std::bit_cast<double>(in.little<std::uint64_t>());
  checkpoint.complete = TreeReader::flag(in);
  ByteReader actors = in.part();
  TreeReader::list(actors, checkpoint.actors, TreeReader::kLeastActor, [](ByteReader& from) {
    const ActorId parent = TreeReader::optional_actor(from);
    const auto role = from.number<std::uint32_t>();
    return core::ActorKey{parent, role, from.varint()};
  });
  actors.finish();
  const TreeReader tree(in.part());
  ByteReader nodes = in.part();
  checkpoint.tree.prefix = tree.sequence(nodes);
  checkpoint.tree.root = child(nodes, tree);
  TreeReader::list(nodes, checkpoint.tree.nodes, kLeastNode, [&](ByteReader& from) {
    SavedNode saved;
    saved.node = tree.node(from);
    TreeReader::list(from, saved.children, kLeastChild,
                     [&](ByteReader& one) { return child(one, tree); });
    return saved;
  });
  nodes.finish();
  ByteReader tasks = in.part();
  TreeReader::list(tasks, checkpoint.tree.independent, TreeReader::kLeastTask,
                   [&](ByteReader& from) { return tree.task(from); });
  tasks.finish();
  ByteReader found = in.part();
  TreeReader::list(found, checkpoint.tree.found, TreeReader::kLeastFound, TreeReader::found);
  found.finish();
  in.finish();
  return checkpoint;
}

}  // namespace

std::string to_bytes(const Checkpoint& checkpoint, const std::string& file) {
  const std::string fault = fault_of(checkpoint);
  HEDDLE_CHECK(fault.empty(), "the checkpoint has a fault: {}", fault);
  return encode(checkpoint, file);
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
  Checkpoint checkpoint = decode(body, file);
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
