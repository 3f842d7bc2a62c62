#include "dist/tree_operation.hpp"

#include <utility>

#include "dist/tree_bytes.hpp"

namespace heddle::dist {

using support::ByteReader;
using support::ByteWriter;

namespace {

constexpr std::size_t kLeastOperation = 9;
constexpr std::size_t kLeastOpenNode = 11;
constexpr std::size_t kLeastReversal = 2;

void put(ByteWriter& out, const std::vector<explore::OpenNode>& open, TreeWriter& tree) {
  out.varint(open.size());
  for (const explore::OpenNode& node : open) {
    tree.put(out, node.node);
    tree.put(out, node.step);
  }
}

std::vector<explore::OpenNode> open_nodes(ByteReader& in, const TreeReader& tree) {
  std::vector<explore::OpenNode> open;
  TreeReader::list(in, open, kLeastOpenNode, [&](ByteReader& from) {
    explore::Node node = tree.node(from);
    return explore::OpenNode{std::move(node), tree.step(from)};
  });
  return open;
}

}  // namespace

std::string to_bytes(const Record& record) {
  TreeWriter tree("the queue", "bound the length of runs, or explore without a queue");
  ByteWriter body;
  body.varint(record.operations.size());
  for (const Operation& operation : record.operations) {
    body.u8(static_cast<std::uint8_t>(operation.kind));
    body.varint(operation.task);
    tree.put(body, operation.first);
    put(body, operation.upper, tree);
    put(body, operation.rest, tree);
    body.varint(operation.escaped.size());
    for (const explore::Reversal& reversal : operation.escaped) {
      body.varint(reversal.depth);
      tree.put(body, reversal.sequence);
    }
    body.varint(operation.spawned.size());
    for (const explore::Task& task : operation.spawned) tree.put(body, task);
    body.varint(operation.runs);
    body.varint(operation.microseconds);
  }
  ByteWriter out;
  out.field(record.contents);
  out.field(tree.steps());
  out.field(body.bytes());
  return out.take();
}

Record parse_record(std::string_view bytes) {
  ByteReader in(bytes, "the log of the run", "start the run again");
  Record record;
  record.contents = in.field();
  const TreeReader tree(in.part());
  ByteReader body = in.part();
  TreeReader::list(body, record.operations, kLeastOperation, [&](ByteReader& from) {
    Operation operation;
    operation.kind = TreeReader::kind(from, Operation::Kind::kQuarantine);
    operation.task = from.varint();
    operation.first = tree.step(from);
    operation.upper = open_nodes(from, tree);
    operation.rest = open_nodes(from, tree);
    TreeReader::list(from, operation.escaped, kLeastReversal, [&](ByteReader& one) {
      explore::Reversal reversal;
      reversal.depth = one.number<std::uint32_t>();
      reversal.sequence = tree.sequence(one);
      return reversal;
    });
    TreeReader::list(from, operation.spawned, TreeReader::kLeastTask,
                     [&](ByteReader& one) { return tree.task(one); });
    operation.runs = from.varint();
    operation.microseconds = from.varint();
    return operation;
  });
  body.finish();
  in.finish();
  return record;
}

}  // namespace heddle::dist
