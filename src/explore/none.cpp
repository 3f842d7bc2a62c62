// none: every interleaving.
//
// A fresh node starts with a branch for each enabled actor, and no race adds anything. The number
// of runs is the number of maximal schedules; the other algorithms are judged by it
// (tests/property), and the delay bound builds on it.
#include "explore/algorithm.hpp"

namespace heddle::explore {
namespace {

class None final : public Algorithm {
 public:
  std::string_view name() const override { return "none"; }
  bool sleep_sets() const override { return false; }
  bool needs_enabled() const override { return true; }
  bool needs_races() const override { return false; }

  void enter(Node& node) const override {
    for (const core::ActorId actor : node.enabled) node.wakeup.push_back({actor, {}, {}});
  }
  Inserted insert(Node&, std::span<const core::StepRef>, Reversal,
                  const core::Program&) const override {
    return {};
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_none() { return std::make_unique<None>(); }

}  // namespace heddle::explore
