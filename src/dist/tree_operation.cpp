#include "dist/tree_operation.hpp"

#include <utility>

#include "dist/tree_bytes.hpp"

namespace heddle::dist {

using support::ByteReader;
using support::ByteWriter;

namespace {

constexpr std::size_t kLeastOperation = 8;
constexpr std::size_t kLeastReversal = 3;

}  // namespace

std::string to_bytes(const Record& record) {
  TreeWriter tree("the queue", "bound the length of runs, or explore without a queue");
  ByteWriter body;
  body.varint(record.operations.size());
  for (const Operation& operation : record.operations) {
    body.u8(static_cast<std::uint8_t>(operation.kind));
    body.varint(operation.task);
    tree.put(body, operation.first);
    tree.put(body, operation.upper);
    body.u8(operation.aside ? 1 : 0);
    body.varint(operation.escaped.size());
    for (const explore::Reversal& reversal : operation.escaped) {
      body.varint(reversal.depth);
      body.varint(reversal.if_enabled ? 1 : 0);
      tree.put(body, reversal.sequence);
    }
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
    operation.upper = tree.open_nodes(from);
    operation.aside = TreeReader::flag(from);
    TreeReader::list(from, operation.escaped, kLeastReversal, [&](ByteReader& one) {
      explore::Reversal reversal;
      reversal.depth = one.number<std::uint32_t>();
      reversal.if_enabled = one.number<std::uint8_t>(std::uint8_t{1}) != 0;
      reversal.sequence = tree.sequence(one);
      return reversal;
    });
    operation.runs = from.varint();
    operation.microseconds = from.varint();
    return operation;
  });
  body.finish();
  in.finish();
  return record;
}

}  // namespace heddle::dist
