// portfolio: several strategies in turn.
//
// No random strategy is best for all programs: pct is good at few ordering constraints in long
// runs, pos at many racing steps, weighted at slow actors, walk at nothing in particular and
// therefore never hopeless. Taking turns costs at most a factor of their number against the best of
// them. Run n is made by member n mod 5, exactly as that member alone would make its run n of the
// same seed; `name_of_run` tells who it was, so a finding can be put down to it and its run
// repeated without the portfolio.
#include <utility>

#include "explore/random.hpp"

namespace heddle::explore {
namespace {

class Portfolio final : public Strategy {
 public:
  explicit Portfolio(std::vector<std::unique_ptr<Strategy>> members)
      : members_(std::move(members)) {}

  std::string name() const override { return "portfolio"; }
  std::string name_of_run() const override { return members_[turn_]->name_of_run(); }
  bool needs_length() const override {
    for (const auto& member : members_) {
      if (member->needs_length()) return true;
    }
    return false;
  }

  void begin_run(const RunStart& start) override {
    turn_ = start.number % members_.size();
    members_[turn_]->begin_run(start);
  }

  core::ActorId choose(const core::Program& program,
                       std::span<const core::ActorId> enabled) override {
    return members_[turn_]->choose(program, enabled);
  }

 private:
  std::vector<std::unique_ptr<Strategy>> members_;
  std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_portfolio() {
  std::vector<std::unique_ptr<Strategy>> members;
  members.push_back(make_random_walk());
  members.push_back(make_weighted());
  members.push_back(make_pct(2));
  members.push_back(make_pct(3));
  members.push_back(make_pos());
  return std::make_unique<Portfolio>(std::move(members));
}

}  // namespace heddle::explore
