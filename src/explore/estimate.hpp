// How many interleavings are left.
//
// The explorer's tree gives an estimate at any moment: a branch not yet explored is taken to hold
// as many runs as its explored siblings did on average (`Explorer::estimate`, after the weighted
// backtrack estimator of Kilby, Slaney, Thiebaux and Walsh 2006). New races keep adding branches,
// so the first estimates are too low, and how fast they still move is the honest measure of their
// uncertainty: the trend keeps the latest estimates and reports by which factor they lie apart.
#pragma once

#include <cstddef>
#include <deque>

namespace heddle::explore {

class EstimateTrend {
 public:
  void add(double estimate);
  /// The latest estimate; 0 before the first.
  double estimate() const { return recent_.empty() ? 0 : recent_.back(); }
  /// A factor >= 1: the recent estimates lie between estimate / factor and estimate * factor.
  double uncertainty() const;

 private:
  static constexpr std::size_t kKept = 20;
  std::deque<double> recent_;
};

}  // namespace heddle::explore
