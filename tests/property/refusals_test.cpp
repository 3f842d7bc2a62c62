// What the index of a run says at once about the reversal of a race (overtaken.hpp) against what
// going through the reversing sequence says: on every race of random programs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "explore/explorer.hpp"
#include "explore/overtaken.hpp"
#include "explore/wakeup_tree.hpp"
#include "tests/property/programs.hpp"

namespace heddle::tests {
namespace {

using core::Program;
using core::Race;
using core::Step;
using core::StepRef;
using explore::Branch;
using explore::Descent;
using explore::Inserted;
using explore::Node;
using explore::Overtaken;
using explore::Reversal;
using explore::Run;
using explore::SequenceStep;
using explore::Sleeper;

/// An optimal algorithm that compares, and otherwise does what it would.
class Comparing final : public explore::Algorithm {
 public:
  explicit Comparing(std::unique_ptr<Algorithm> as) : as_(std::move(as)) {}
  std::string_view name() const override { return as_->name(); }
  bool observers() const override { return as_->observers(); }
  bool optimal() const override { return true; }
  void plan(const Run& run, const Race& race, std::vector<Reversal>& out) const override {
    as_->plan(run, race, out);
  }
  Inserted reverse(const Run& run, const Race& race, Node& node) const override {
    return as_->reverse(run, race, node);
  }
  Inserted insert(Node& node, std::span<const StepRef> path, Reversal reversal,
                  const Program& program) const override {
    return as_->insert(node, path, std::move(reversal), program);
  }
  Overtaken overtaken(const Step& explored, std::span<const StepRef> since,
                      std::span<const SequenceStep> steps, const Program& program) const override {
    return as_->overtaken(explored, since, steps, program);
  }
  bool stays_asleep(const Sleeper& sleeper, std::span<const StepRef> path,
                    const Program& program) const override {
    return as_->stays_asleep(sleeper, path, program);
  }
  std::optional<std::uint32_t> refuses(const Run& run, const Race& race,
                                       std::span<const Sleeper> sleepers,
                                       std::span<const Branch> tree) const override {
    const bool as_in_the_run = race.second != core::kNoEvent && race.observer == core::kNoEvent &&
                               !(observers() && run.execution[race.second].polls());
    if (as_in_the_run) compare(run, race, sleepers, tree);
    return as_->refuses(run, race, sleepers, tree);
  }

  std::string difference() const { return difference_; }
  std::uint64_t answers() const { return answers_; }

 private:
  void compare(const Run& run, const Race& race, std::span<const Sleeper> sleepers,
               std::span<const Branch> tree) const {
    for (const Sleeper& sleeper : sleepers) {
      const auto known = explore::begins_at_once(*sleeper.step, sleeper.depth, run, race);
      if (!known.known) continue;
      ++answers_;
      const auto since = run.execution.path().subspan(sleeper.depth, race.first - sleeper.depth);
      const Descent v(run, race);
      const Overtaken answer = as_->overtaken(*sleeper.step, since, v.left(), run.program);
      if (answer.yes == known.events.has_value()) {
        difference_ = fmt::format("race {} {}: the sleeper {} is {}overtaken", race.first,
                                  race.second, sleeper.step->actor(), answer.yes ? "" : "not ");
      }
    }
    if (!explore::covered_by_tree(tree, run, race)) return;
    ++answers_;
    std::vector<Branch> copy(tree.begin(), tree.end());
    Descent v(run, race);
    if (v.follow_tree(copy, *as_, run.program) != nullptr) {
      difference_ = fmt::format("race {} {}: no leaf covers it", race.first, race.second);
    }
  }

  const std::unique_ptr<Algorithm> as_;
  mutable std::string difference_;
  mutable std::uint64_t answers_ = 0;
};

std::uint64_t compare_on_all(std::unique_ptr<explore::Algorithm> (*make)()) {
  std::uint64_t answers = 0;
  for_all_programs({}, 1, [&](const core::ProgramFactory& factory) -> std::string {
    const Comparing algorithm(make());
    const auto program = factory();
    explore::Explorer explorer(*program, algorithm, {});
    explorer.start({});
    for (int runs = 0; runs < 500 && explorer.next_run(); ++runs) {
    }
    answers += algorithm.answers();
    return algorithm.difference();
  });
  return answers;
}

TEST(Refusals, OptimalAtOnceAsByTheSequence) {
  EXPECT_GT(compare_on_all(&explore::make_optimal), 1000U);
}

TEST(Refusals, ObserversAtOnceAsByTheSequence) {
  EXPECT_GT(compare_on_all(&explore::make_observers), 1000U);
}

}  // namespace
}  // namespace heddle::tests
