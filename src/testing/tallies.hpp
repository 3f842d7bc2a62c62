// Tallies: the outcomes of the runs that one worker of a queue makes, handed in with each task.
//
// What a tally is about, by its first character: an outcome ('0' plus its condition, then its
// text), an execution without one ('x'), a run that told nothing new ('b'), a loop that was taken
// to wait ('l', then file:line).
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "dist/work_queue.hpp"
#include "explore/explorer.hpp"
#include "testing/collector.hpp"
#include "testing/source.hpp"

namespace heddle::detail {

class Tallies {
 public:
  Tallies(threads::Program& program, const Source& source, const OnFound& on_found)
      : program_(program), source_(source), on_found_(on_found) {}

  /// Looks at the run that the program has just made; false: the search may end.
  bool add(explore::RunEnd end, const core::Execution& execution);
  std::vector<dist::Tally> hand_in();

 private:
  struct Count {
    std::uint64_t runs = 0;  // since something was handed in
    std::vector<core::ActorId> schedule;
  };
  bool count(condition kind, std::string text, const core::Execution& execution);

  threads::Program& program_;
  const Source& source_;
  const OnFound& on_found_;
  std::unordered_map<std::string, Count> counts_;
  std::uint64_t without_ = 0;
  std::uint64_t blocked_ = 0;
};

/// Those of all workers: outcomes and sums go into `explored`, loops to `source`.
void add_to(Explored& explored, const Source& source, std::vector<dist::Tally> tallies);

}  // namespace heddle::detail
