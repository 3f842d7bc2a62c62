#include "cli/refinement.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::cli {
namespace {

using abstraction::Blurred;
using abstraction::Depths;

// Steps at single places that are not weighed against anything: some ten milliseconds.
constexpr std::size_t kFree = 5'000;

// Analyses at single places in a row that decide nothing.
constexpr std::size_t kPatience = 3;

// One deeper at all these places, as far as that is allowed; false if nowhere. A new place is at
// once as deep as the deepest: otherwise there is an analysis for every step of each.
bool raise(std::map<std::uint32_t, std::size_t>& deeper, const std::set<std::uint32_t>& at,
           std::size_t most) {
  std::size_t deepest = 1;
  for (const auto& [place, depth] : deeper) deepest = std::max(deepest, depth);
  bool any = false;
  for (const std::uint32_t each : at) {
    const auto place = deeper.find(each);
    if (place == deeper.end() ? most == 0 : place->second >= most) continue;
    deeper[each] = place == deeper.end() ? std::min(deepest, most) : place->second + 1;
    any = true;
  }
  return any;
}

std::size_t left(std::size_t most, std::size_t now) { return most - std::min(most, now); }

}  // namespace

std::optional<std::size_t> Refinement::allowance() const {
  if (!at_single_places() || everywhere_ended_) return std::nullopt;
  const std::size_t all = kFree + steps_everywhere_;
  return left(all, steps_at_places_);
}

bool Refinement::next(const AnalysisDone& done, const Lost& lost, const Blurred& blurred) {
  const bool was_single = at_single_places();
  (was_single ? steps_at_places_ : steps_everywhere_) += done.steps;
  in_vain_ = was_single && done.decided == 0 ? in_vain_ + 1 : 0;
  helped_ = was_single && (helped_ || done.decided > 0);
  if (!done.complete) {
    if (was_single) left_ = now_;
    if (was_single && everywhere_ended_) return false;
    everywhere_ended_ = everywhere_ended_ || !was_single;
  } else if (!useless_ || everywhere_ended_) {
    left_.reset();
    const bool more = raise_single_places(blurred);
    const bool affordable = allowance() != 0U;
    if (more && affordable && in_vain_ < kPatience) return true;
    if (everywhere_ended_) return false;
    if (more) left_ = now_;
    useless_ = was_single && !helped_ && affordable;
  }
  if (!everywhere_ended_) return raise_everywhere(lost);  // if not: places are no deeper
  if (!left_) return false;
  now_ = *left_;
  left_.reset();
  in_vain_ = 0;
  return true;
}

// Deeper data and messages where they were mixed up, else more callers.
bool Refinement::raise_single_places(const Blurred& blurred) {
  Depths deeper = now_;
  const std::size_t data = left(limits_.data, now_.data);
  if (raise(deeper.deeper.data, blurred.variables, data)) {
    raise(deeper.deeper.message, blurred.receivers, data);
  } else if (!raise(deeper.deeper.context, blurred.calls, left(limits_.context, now_.context))) {
    return false;
  }
  now_ = std::move(deeper);
  return true;
}

bool Refinement::raise_everywhere(const Lost& lost) {
  if (lost.data && everywhere_.data < limits_.data) {
    ++everywhere_.data;
    if (everywhere_.message) ++*everywhere_.message;
  } else if (lost.stack && everywhere_.context < limits_.context) {
    ++everywhere_.context;
  } else {
    return false;
  }
  now_ = everywhere_;
  return true;
}

}  // namespace heddle::cli
