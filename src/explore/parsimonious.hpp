// parsimonious: optimal exploration without wakeup trees and without sleep sets, in polynomial
// memory. (After Parsimonious Optimal DPOR, Abdulla, Atig, Das, Jonsson, Sagonas, CAV 2024: each
// race is reversed once, at once. The rule below is our own; docs/algorithms.md has the argument.)
//
// Every run is the *canonical* way on from some prefix: at each node a scheduler chooses. A run
// deviates from another one by reversing a race (e, e'): it leaves the path before e, takes v, what
// e' needs of the events after e, then e' (the *head* of the deviation), and goes on canonically,
// first of all with the step of e. So a run is a path and a list of its deviations, and every class
// is given by exactly one such list, because of three rules:
//
//   1. Only canonical events are reversed: not those of a deviation's v.e'.
//   2. A race is reversed in one of the runs that have it: the one in which every deviation after e
//      was needed for e', i.e. has its head in v.e'.
//   3. If several events that do not depend on each other have to come before e, the head is the
//      one of the lowest actor: as long as e has not been taken, no event that conflicts with it
//      may come from a lower actor than the head's, unless it happens after one that conflicts.
//
// A step whose footprint follows from what it finds (core::Access::decides) may need other events
// when it comes before the one that it raced with. Which ones no run tells that has the race in
// this order, so such a race is refused. So is one with a take that a lock or a death kept from
// being taken.
//
// Rule 3 is settled by the next step as a rule, which is that of e. Only if that one has to wait
// can a run come to where it must not go on: it ends blocked, and none of its kind is missed.
//
// All rules look at the run alone. Nothing has to be remembered about what was explored, no other
// task has to be told, and what the reversals of one run lead to is explored before the next one is
// looked at: on the stack are a run and its ancestors, whose number is at most quadratic in the
// length of the runs.
//
//   paper                        here
//   race e, e'                   core::Race
//   schedule                     Reversed::schedule, v.e'
//   eager race reversal          Frame: the reversals of one run that wait
#pragma once

#include <vector>

#include "explore/explorer.hpp"

namespace heddle::explore {

class Parsimonious final : public Explorer {
 public:
  using Explorer::Explorer;

  void start(Task task) override;
  bool next_run() override;
  std::vector<OpenNode> open_nodes() override { return {}; }
  std::vector<OpenNode> split(double, bool) override { return {}; }
  bool has_open_branches() const override;
  std::vector<Task> give_away(std::size_t most) override;
  double estimate() const override;

 private:
  /// A race of a run, reversed: from the node at `depth`, take `schedule`.
  struct Reversed {
    std::uint32_t depth;
    Sequence schedule;
  };
  /// A run whose reversals are being explored.
  struct Frame {
    Sequence path;  // as far as they need it
    std::vector<Deviation> deviations;
    std::vector<Reversed> reversals;  // that wait; the deepest one is the next
    std::uint64_t runs_before = 0;    // runs of the task when the first of them began
    std::uint32_t begun = 0;
  };

  void start_parts(std::vector<Task> parts);
  void analyse();
  void reverse(const core::Race& race, std::vector<Reversed>& out);
  void reverse_after(const core::Race& race, const core::Step& second,
                     std::span<const std::uint32_t> free, std::vector<std::uint32_t>& chosen,
                     std::vector<Reversed>& out);
  [[noreturn]] void refuse(const char* why, const core::Step& second) const;
  bool is_head(const core::Race& race, const core::Step& second) const;
  Sequence schedule_of(const core::Race& race) const;
  void needs(const core::Race& race, const core::Step& second,
             std::span<const std::uint32_t> chosen, std::vector<std::uint32_t>& events);
  bool by_lower_actor(const core::Race& race, const core::Step& second,
                      const std::vector<std::uint32_t>& needed, std::size_t deviation) const;
  bool deviates(std::uint32_t event) const;
  static std::vector<Deviation> deviations_after(const Frame& frame, const Reversed& reversed);
  bool begin_next();
  bool take_schedule(const Sequence& schedule);
  Task task_of(const Frame& frame, Reversed reversed) const;
  void run_to_end();
  core::ActorId choose();
  bool allowed(core::ActorId actor);
  bool resumed(const Deviation& deviation) const;

  std::uint32_t fixed_ = 0;
  std::vector<Deviation> deviations_;   // of the current path, in order
  std::vector<std::uint32_t> resumes_;  // where the steps are taken that they reversed; or kNoEvent
  std::vector<std::size_t> waiting_;    // deviations whose step has not been taken yet
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> needed_;
  bool run_analysed_ = false;
};

}  // namespace heddle::explore
