#include "dist/saved_tree.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "dist/clone.hpp"
#include "support/check.hpp"

namespace heddle::dist {
namespace {

class Saving {
 public:
  Saving(const RestOf& rest_of, SavedTree& saved) : rest_of_(rest_of), saved_(saved) {}

  // Owned nodes first, so that they have their numbers; then what was put aside below them.
  void save(const OwnedTree& tree) {
    saved_.prefix = clone(tree.prefix());
    add(tree.root(), static_cast<std::uint32_t>(tree.prefix().size()), saved_.root);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const OwnedNode& from = *nodes_[i];
      SavedNode& node = saved_.nodes.emplace_back(SavedNode{clone(from.node), {}});
      node.children.resize(from.children.size());  // whose addresses stay
      for (std::size_t child = 0; child < from.children.size(); ++child) {
        add(*from.children[child], from.depth + 1, node.children[child]);
      }
    }
    for (const Aside& aside : aside_) add_chain(aside);
  }

 private:
  /// Of a task: where its first node that is not owned by others goes.
  struct Aside {
    SavedChild* to;
    std::span<const explore::OpenNode> nodes;
    std::uint32_t depth;
  };

  void add(const OwnedChild& child, std::uint32_t depth, SavedChild& to) {
    to.state = child.state;
    to.step = clone(child.step);
    if (child.state == ChildState::kOwned) {
      to.node = static_cast<std::int64_t>(nodes_.size());
      nodes_.push_back(child.owned.get());
    }
    if (child.state != ChildState::kGiven) return;
    const auto* rest = child.task == 0 ? nullptr : rest_of_(child.task);
    if (rest != nullptr) {
      const std::size_t above = child.shared_root ? 1 : 0;
      HEDDLE_CHECK(rest->size() > above, "nothing is left of task {}", child.task);
      aside_.push_back({&to, std::span(*rest).subspan(above), depth});
      return;
    }
    HEDDLE_CHECK(!child.split, "a task that was split cannot be given away again");
    to.branch = clone(child.branch);
  }

  // As OwnedTree::split makes them; nothing is left below the last one.
  void add_chain(Aside aside) {
    SavedChild* to = aside.to;
    for (const explore::OpenNode& open : aside.nodes) {
      to->state = ChildState::kOwned;
      to->node = static_cast<std::int64_t>(saved_.nodes.size());
      SavedNode node{clone(open.node), {}};
      std::erase_if(node.node.sleep, [&](explore::Sleeper& sleeper) {
        if (sleeper.depth < aside.depth) return false;
        node.children.push_back({ChildState::kFinished, std::move(sleeper.step), {}});
        return true;
      });
      node.children.push_back({ChildState::kFinished, clone(open.step), {}});
      saved_.nodes.push_back(std::move(node));
      to = &saved_.nodes.back().children.back();
      ++aside.depth;
    }
  }

  const RestOf& rest_of_;
  SavedTree& saved_;
  std::vector<const OwnedNode*> nodes_;  // by their numbers
  std::vector<Aside> aside_;
};

}  // namespace

void save(const OwnedTree& tree, const RestOf& rest_of, SavedTree& saved) {
  Saving(rest_of, saved).save(tree);
}

void restore(OwnedTree& tree, SavedTree& saved) {
  struct Todo {
    OwnedNode* parent;
    OwnedChild* child;
    SavedChild* from;
  };
  std::vector<Todo> todo{{nullptr, &tree.root(), &saved.root}};
  while (!todo.empty()) {
    const auto [parent, child, from] = todo.back();
    todo.pop_back();
    child->state = from->state;
    child->step = std::move(from->step);
    child->branch = std::move(from->branch);
    if (child->state != ChildState::kOwned) continue;
    SavedNode& node = saved.nodes.at(static_cast<std::size_t>(from->node));
    child->owned = tree.make_node(parent, child);
    child->owned->node = std::move(node.node);
    for (SavedChild& next : node.children) {
      child->owned->children.push_back(std::make_unique<OwnedChild>());
      todo.push_back({child->owned.get(), child->owned->children.back().get(), &next});
    }
  }
}

}  // namespace heddle::dist
