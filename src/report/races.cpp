#include "report/races.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace heddle::report {
namespace {

using core::AccessKind;
using core::Relation;
using core::Trace;
using core::TraceAccess;
using core::TraceEvent;

constexpr std::size_t kNone = ~std::size_t{0};

/// The later step could not have been taken, or not been that step, without the earlier one.
bool needs(const TraceEvent& earlier, const TraceAccess& a, const TraceEvent& later,
           const TraceAccess& b) {
  if (core::relation(a.access.kind, b.access.kind) == Relation::kEnables) return true;
  if (b.access.kind == AccessKind::kAwait) return core::writes_cell(a.access.kind);
  return a.access.kind == AccessKind::kAppend && b.access.kind == AccessKind::kTake &&
         earlier.text.message == later.text.message;
}

/// The location where the order of two steps with no other step between them matters.
std::optional<std::string> conflict(const TraceEvent& earlier, const TraceEvent& later) {
  std::optional<std::string> where;
  for (const TraceAccess& a : earlier.footprint) {
    for (const TraceAccess& b : later.footprint) {
      if (a.access.location != b.access.location) continue;
      if (needs(earlier, a, later, b)) return std::nullopt;
      if (where || core::relation(a.access.kind, b.access.kind) == Relation::kIndependent) continue;
      where = b.name;
    }
  }
  return where;
}

/// Whether `later` depends on what `earlier` did at the location of `access`.
bool depends(const TraceEvent& later, const TraceAccess& access, const TraceEvent& earlier) {
  return std::any_of(earlier.footprint.begin(), earlier.footprint.end(), [&](const TraceAccess& a) {
    return a.access.location == access.access.location &&
           (needs(earlier, a, later, access) ||
            core::relation(a.access.kind, access.access.kind) != Relation::kIndependent);
  });
}

class Analysis {
 public:
  explicit Analysis(const Trace& trace)
      : trace_(trace),
        last_(trace.actors.size(), kNone),
        reach_(trace.actors.size()),
        target_(trace.actors.size()) {}

  std::vector<Race> run() {
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      const TraceEvent& event = trace_.events[i];
      find_predecessors(event);
      for (const std::size_t before : predecessors_) {
        if (auto where = conflict(trace_.events[before], event)) {
          out_.push_back({before, i, false, std::move(*where)});
        }
      }
      for (const TraceAccess& access : event.footprint) add_lock_race(i, access);
      enter(i);
    }
    for (std::size_t i = 0; i < trace_.blocked.size(); ++i) {
      const core::TraceBlocked& blocked = trace_.blocked[i];
      for (const TraceAccess& access : blocked.footprint) {
        const std::size_t holder = last_acquisition(access, blocked.actor);
        if (holder != kNone) out_.push_back({holder, i, true, access.name});
      }
    }
    return std::move(out_);
  }

 private:
  struct Cursor {
    const std::vector<std::size_t>* events;
    std::size_t left;
  };

  void enter(std::size_t i) {
    const TraceEvent& event = trace_.events[i];
    for (const TraceAccess& access : event.footprint) {
      std::vector<std::size_t>& history = histories_[access.access.location];
      if (history.empty() || history.back() != i) history.push_back(i);
      if (access.access.kind == AccessKind::kAcquire) acquired_[access.access.location] = i;
    }
    last_[event.actor] = i;
  }

  /// The events of other actors that happen before `event` with nothing between, latest first.
  /// Each is at one of its locations; what remains to be found is known from the clocks.
  void find_predecessors(const TraceEvent& event) {
    predecessors_.clear();
    std::fill(reach_.begin(), reach_.end(), 0U);
    std::fill(target_.begin(), target_.end(), 0U);
    for (const auto& [actor, count] : event.clock) target_[actor] = count;
    target_[event.actor] = 0;
    missing_ = static_cast<std::size_t>(
        std::count_if(target_.begin(), target_.end(), [](std::uint32_t n) { return n > 0; }));
    if (last_[event.actor] != kNone) take_in(trace_.events[last_[event.actor]]);
    cursors_.clear();
    for (const TraceAccess& access : event.footprint) {
      const auto it = histories_.find(access.access.location);
      if (it != histories_.end()) cursors_.push_back({&it->second, it->second.size()});
    }
    while (missing_ > 0) {
      std::size_t latest = kNone;
      for (const Cursor& cursor : cursors_) {
        if (cursor.left == 0) continue;
        const std::size_t candidate = (*cursor.events)[cursor.left - 1];
        if (latest == kNone || candidate > latest) latest = candidate;
      }
      if (latest == kNone) return;  // the clocks of a trace from elsewhere may say more
      for (Cursor& cursor : cursors_) {
        if (cursor.left > 0 && (*cursor.events)[cursor.left - 1] == latest) --cursor.left;
      }
      const TraceEvent& candidate = trace_.events[latest];
      const bool before = target_[candidate.actor] > candidate.ordinal;
      if (!before || reach_[candidate.actor] > candidate.ordinal) continue;
      predecessors_.push_back(latest);
      take_in(candidate);
    }
  }

  void take_in(const TraceEvent& event) {
    for (const auto& [actor, count] : event.clock) {
      if (count <= reach_[actor]) continue;
      if (reach_[actor] < target_[actor] && count >= target_[actor]) --missing_;
      reach_[actor] = count;
    }
  }

  /// The latest acquisition of the lock, if `actor` might have come before it.
  std::size_t last_acquisition(const TraceAccess& access, core::ActorIndex actor) const {
    if (access.access.kind != AccessKind::kAcquire) return kNone;
    const auto it = acquired_.find(access.access.location);
    if (it == acquired_.end()) return kNone;
    const TraceEvent& holder = trace_.events[it->second];
    const std::size_t last = last_[actor];
    if (holder.actor == actor) return kNone;
    if (last != kNone && happens_before(holder, trace_.events[last])) return kNone;
    return it->second;
  }

  void add_lock_race(std::size_t i, const TraceAccess& access) {
    const std::size_t holder = last_acquisition(access, trace_.events[i].actor);
    if (holder == kNone ||
        std::find(predecessors_.begin(), predecessors_.end(), holder) != predecessors_.end()) {
      return;
    }
    if (!leads_elsewhere(holder, i, access.access.location)) {
      out_.push_back({holder, i, false, access.name});
    }
  }

  /// Whether something came of `first` that `second` depends on, other than at this location.
  bool leads_elsewhere(std::size_t first, std::size_t second, core::Location location) const {
    const TraceEvent& event = trace_.events[second];
    for (const TraceAccess& access : event.footprint) {
      const auto history = histories_.find(access.access.location);
      if (access.access.location == location || history == histories_.end()) continue;
      const std::vector<std::size_t>& events = history->second;
      for (auto it = events.rbegin(); it != events.rend() && *it > first; ++it) {
        const TraceEvent& between = trace_.events[*it];
        if (happens_before(trace_.events[first], between) && happens_before(between, event) &&
            depends(event, access, between)) {
          return true;
        }
      }
    }
    return false;
  }

  const Trace& trace_;
  std::unordered_map<core::Location, std::vector<std::size_t>> histories_;
  std::unordered_map<core::Location, std::size_t> acquired_;  // last
  std::vector<std::size_t> last_;                             // event of each actor
  std::vector<std::uint32_t> reach_;   // clock of what was found to happen before
  std::vector<std::uint32_t> target_;  // clock of the event, without itself
  std::size_t missing_ = 0;            // actors of which there is more to find
  std::vector<Cursor> cursors_;
  std::vector<std::size_t> predecessors_;
  std::vector<Race> out_;
};

}  // namespace

std::vector<Race> races(const Trace& trace) { return Analysis(trace).run(); }

}  // namespace heddle::report
