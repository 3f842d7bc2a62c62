// Refinement: at which depths a program is analysed next, when properties are left open.
//
// Looking deeper everywhere is sure to tell apart what was mixed, but may make the analysis far
// larger; looking deeper only where the abstract executions of the open properties have mixed
// something up (acs/blurred.hpp) is most often enough, but may need several rounds, and may even be
// larger, since what is mixed elsewhere flows in. So both are done, in turn:
//
//   everywhere -> at single places, again and again -> one deeper everywhere -> at single places...
//
// Single places are given up for this time when nothing is left to raise there, when three analyses
// in a row have decided nothing, or when they have cost as much as all analyses everywhere so far
// (and a little more, so that small programs are tried); for good if they have not helped at all.
// Thus a verification takes at most about twice the steps of one that looks deeper everywhere only,
// and decides all that such a one decides. When everywhere has become too large, single places go
// on alone.
#pragma once

#include <cstddef>
#include <optional>

#include "abstraction/acs/blurred.hpp"

namespace heddle::cli {

struct RefinementLimits {
  std::size_t data = 3;
  std::size_t context = 2;
};

/// What an analysis everywhere says of the properties that it leaves open.
struct Lost {
  bool data = false;   // values were not told apart
  bool stack = false;  // callers were not told apart
};

struct AnalysisDone {
  bool complete = false;    // it was not cut off
  std::size_t steps = 0;    // what it has cost
  std::size_t decided = 0;  // properties
};

class Refinement {
 public:
  Refinement(abstraction::Depths first, RefinementLimits limits)
      : limits_(limits), everywhere_(first), now_(std::move(first)) {}

  const abstraction::Depths& depths() const { return now_; }
  bool at_single_places() const { return !now_.deeper.empty(); }
  /// The most steps that the analysis may take at single places; none: as many as it likes.
  std::optional<std::size_t> allowance() const;

  /// After an analysis. `lost`: of the open properties in the last complete one everywhere;
  /// `blurred`: in the last complete one. False: there is nothing left to try.
  bool next(const AnalysisDone& done, const Lost& lost, const abstraction::Blurred& blurred);

 private:
  bool raise_single_places(const abstraction::Blurred& blurred);
  bool raise_everywhere(const Lost& lost);

  const RefinementLimits limits_;
  abstraction::Depths everywhere_;  // the last that was tried
  abstraction::Depths now_;
  std::optional<abstraction::Depths> left_;  // single places that were given up
  std::size_t steps_everywhere_ = 0;
  std::size_t steps_at_places_ = 0;
  std::size_t in_vain_ = 0;  // analyses at single places in a row
  bool helped_ = false;      // one of them since the last everywhere
  bool useless_ = false;
  bool everywhere_ended_ = false;
};

}  // namespace heddle::cli
