#include "dist/task_bytes.hpp"

#include "dist/tree_bytes.hpp"

namespace heddle::dist {

using support::ByteReader;
using support::ByteWriter;

namespace {

template <typename Value>
std::string with_steps(const Value& value) {
  TreeWriter tree("the queue", "bound the length of runs, or explore without a queue");
  ByteWriter body;
  tree.put(body, value);
  ByteWriter out;
  out.field(tree.steps());
  out.field(body.bytes());
  return out.take();
}

template <typename Read>
auto read_with_steps(std::string_view bytes, const Read& read) {
  ByteReader in(bytes, "a task of the run", "start the run again");
  const TreeReader tree(in.part());
  ByteReader body = in.part();
  auto value = read(body, tree);
  body.finish();
  in.finish();
  return value;
}

}  // namespace

std::string to_bytes(const std::vector<explore::OpenNode>& open) { return with_steps(open); }

std::string to_bytes(const explore::Task& independent) { return with_steps(independent); }

std::vector<explore::OpenNode> open_nodes_of(std::string_view bytes) {
  return read_with_steps(
      bytes, [](ByteReader& body, const TreeReader& tree) { return tree.open_nodes(body); });
}

explore::Task independent_task_of(std::string_view bytes) {
  return read_with_steps(bytes,
                         [](ByteReader& body, const TreeReader& tree) { return tree.task(body); });
}

}  // namespace heddle::dist
