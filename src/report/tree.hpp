// The exploration as a tree: which steps were taken from where, and how each run ended.
//
// Runs that begin with the same steps share them. DOT for Graphviz (`--tree`), and a part of the
// HTML page. After Concuerror's --graph: a step in whose place another one was scheduled later has
// that one beside it, joined by a dashed line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

struct TreeNode {
  /// How the run that ends here did: with a step like others, cut off because the sleep set covers
  /// what would follow, with an error, without one.
  enum class Kind : std::uint8_t { kStep, kBlocked, kError, kEnd };
  std::optional<std::size_t> parent;  // none: the root
  std::string label;                  // "P.1: ets:lookup(...)"
  Kind kind = Kind::kStep;
  std::vector<std::size_t> races =
      {};  // the nodes before it, on its way from the root, that it races with
};

struct Tree {
  std::vector<TreeNode> nodes;  // parents before their children
  bool complete = true;         // all runs are in it
};

const char* name(TreeNode::Kind kind);

std::string to_dot(const Tree& tree, const std::string& title);

}  // namespace heddle::report
