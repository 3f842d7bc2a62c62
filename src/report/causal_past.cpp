#include "report/causal_past.hpp"

#include <algorithm>
#include <set>

namespace heddle::report {

namespace {

using core::Trace;
using core::TraceEvent;

/// Whether the event changes, for another actor, what that actor's last event needed to find.
bool ends(const TraceEvent& event, const TraceEvent& last) {
  return event.actor != last.actor &&
         std::any_of(last.footprint.begin(), last.footprint.end(), [&](const auto& needed) {
           return needed.access.kind == core::AccessKind::kAwait &&
                  std::any_of(event.footprint.begin(), event.footprint.end(), [&](const auto& a) {
                    return a.access.location == needed.access.location &&
                           core::writes_cell(a.access.kind);
                  });
         });
}

bool touches(const TraceEvent& event, core::Location location) {
  return std::any_of(event.footprint.begin(), event.footprint.end(),
                     [&](const core::TraceAccess& a) { return a.access.location == location; });
}

/// The latest event that `is_wanted`, added to `out` if there is one.
template <typename Predicate>
void add_last(const Trace& trace, std::vector<const TraceEvent*>& out, Predicate is_wanted) {
  const auto it = std::find_if(trace.events.rbegin(), trace.events.rend(), is_wanted);
  if (it != trace.events.rend()) out.push_back(&*it);
}

}  // namespace

std::vector<bool> causal_past(const Trace& trace) {
  std::set<core::ActorIndex> failing;
  for (const core::Finding& error : trace.errors) {
    failing.insert(error.actors.begin(), error.actors.end());
  }
  std::vector<const TraceEvent*> last;
  for (const core::ActorIndex actor : failing) {
    add_last(trace, last, [&](const TraceEvent& event) { return event.actor == actor; });
  }
  for (const core::Finding& error : trace.errors) {
    if (error.kind != core::Finding::Kind::kAbnormalExit) continue;
    const auto own = std::find_if(last.begin(), last.end(), [&](const TraceEvent* event) {
      return !error.actors.empty() && event->actor == error.actors.front();
    });
    if (own == last.end()) continue;
    const TraceEvent& before = **own;
    add_last(trace, last,
             [&](const TraceEvent& event) { return &event > &before && ends(event, before); });
  }
  for (const core::TraceBlocked& blocked : trace.blocked) {
    if (!failing.contains(blocked.actor)) continue;
    for (const core::TraceAccess& a : blocked.footprint) {
      add_last(trace, last,
               [&](const TraceEvent& event) { return touches(event, a.access.location); });
    }
  }
  std::vector<bool> out(trace.events.size(), last.empty());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const TraceEvent* end : last) {
      if (happens_before(trace.events[i], *end)) out[i] = true;
    }
  }
  return out;
}

}  // namespace heddle::report
