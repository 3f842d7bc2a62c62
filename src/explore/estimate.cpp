#include "explore/estimate.hpp"

#include <algorithm>

namespace heddle::explore {

void EstimateTrend::add(double estimate) {
  if (estimate <= 0) return;
  recent_.push_back(estimate);
  if (recent_.size() > kKept) recent_.pop_front();
}

double EstimateTrend::uncertainty() const {
  double factor = 1;
  for (const double earlier : recent_) {
    factor = std::max({factor, earlier / estimate(), estimate() / earlier});
  }
  return factor;
}

}  // namespace heddle::explore
