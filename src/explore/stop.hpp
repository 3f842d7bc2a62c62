// Ending a run before its end: for a run that goes on for ever, when the user or the clock says
// stop.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace heddle::explore {

/// Whether the present run shall end now. An empty one never asks for it.
using StopCheck = std::function<bool()>;

/// Asks a StopCheck only now and then: it may look at a clock.
class StopWatch {
 public:
  explicit StopWatch(StopCheck check) : check_(std::move(check)) {}
  /// To be called for every event, or for some of them together.
  bool says_stop(std::uint32_t events = 1) {
    events_ += events;
    if (events_ < kEventsBetweenLooks) return false;
    events_ = 0;
    return check_ && check_();
  }

 private:
  static constexpr std::uint32_t kEventsBetweenLooks = 1024;
  StopCheck check_;
  std::uint32_t events_ = 0;
};

}  // namespace heddle::explore
