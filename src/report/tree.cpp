#include "report/tree.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "support/printable.hpp"

namespace heddle::report {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : support::printable(text)) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

const char* style(TreeNode::Kind kind) {
  switch (kind) {
    case TreeNode::Kind::kStep:
      return "";
    case TreeNode::Kind::kBlocked:
      return ", style=dotted, color=grey, fontcolor=grey";
    case TreeNode::Kind::kError:
      return ", color=red, fontcolor=red, penwidth=2";
    case TreeNode::Kind::kEnd:
      return ", color=green, penwidth=2";
  }
  return "";
}

}  // namespace

const char* name(TreeNode::Kind kind) {
  switch (kind) {
    case TreeNode::Kind::kStep:
      return "step";
    case TreeNode::Kind::kBlocked:
      return "blocked";
    case TreeNode::Kind::kError:
      return "error";
    case TreeNode::Kind::kEnd:
      return "end";
  }
  return "";
}

std::string to_dot(const Tree& tree, const std::string& title) {
  std::string out = fmt::format(
      "digraph heddle {{\n"
      "  label=\"{}{}\";\n"
      "  labelloc=t;\n"
      "  node [shape=box, fontname=\"monospace\"];\n",
      escaped(title), tree.complete ? "" : ": the first interleavings");
  std::vector<std::optional<std::size_t>> last_child(tree.nodes.size() + 1);  // the roots' is last
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    out += fmt::format("  n{} [label=\"{}\"{}];\n", i, escaped(node.label), style(node.kind));
    if (node.parent) out += fmt::format("  n{} -> n{};\n", *node.parent, i);
    auto& sibling = last_child[node.parent.value_or(tree.nodes.size())];
    if (sibling) {
      out += fmt::format(
          "  {{ rank=same; n{} -> n{} [style=dashed, color=red, constraint=false]; }}\n", *sibling,
          i);
    }
    sibling = i;
  }
  return out + "}\n";
}

}  // namespace heddle::report
