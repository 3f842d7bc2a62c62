#include "core/happens_before.hpp"

#include <algorithm>

#include "support/check.hpp"

namespace heddle::core {

namespace {

// Entries are counted in blocks, and none is too large for a sign: both let the compiler do four at
// a time, on any machine.
constexpr std::size_t kBlock = 8;

/// Into `clock` what is in `other`, another one.
void join(std::uint32_t* __restrict clock, const std::uint32_t* __restrict other,
          std::size_t size) {
  for (std::size_t i = 0; i < size; i += kBlock) {
    for (std::size_t k = i; k < i + kBlock; ++k) {
      const auto left = static_cast<std::int32_t>(clock[k]);
      const auto right = static_cast<std::int32_t>(other[k]);
      clock[k] = static_cast<std::uint32_t>(left < right ? right : left);
    }
  }
}

}  // namespace

void HappensBeforeMemory::clear() {
  ++changes_;
  stride_ = 0;
  retroactive_.clear();
  touched_.clear();
  for (std::uint32_t number = 0; number < slot_of_.size(); ++number) {
    Slot& slot = slots_[number];
    slot.history.clear();
    slot.messages.clear();
    slot.receives.clear();
    slot.first_left = 0;
  }
  slot_of_.clear();
}

bool HappensBeforeMemory::small() const {
  return clocks_.capacity() <= 16384 && slots_.size() <= 256;
}

HappensBefore::HappensBefore(Execution& execution, const Program& program, bool observers)
    : execution_(execution), program_(program), observers_(observers) {}

// In line, so that an edge is made where it stays: copying what was written in smaller pieces just
// before makes the processor wait.
[[gnu::always_inline]] inline void HappensBefore::add_edge(std::uint32_t target, const Edge& edge) {
  edges_[target].push_back(edge);
  if (edge.cause == target) return;
  retroactive_.push_back({target, edge.cause});
  dirty_ = std::min(dirty_, target);
}

HappensBefore::Slot& HappensBefore::slot(Location location) {
  const std::uint32_t number = slot_of_.number(location);
  if (number == slots_.size()) slots_.emplace_back();
  Slot& slot = slots_[number];
  slot.location = location;
  return slot;
}

void HappensBefore::follow() {
  if (edges_.size() < execution_.size()) edges_.resize(execution_.size());
  for (; size_ < execution_.size(); ++size_) index(size_);
}

void HappensBefore::extend() {
  follow();
  compute_clocks(size_);
}

// Of the events before `end`, which are indexed.
void HappensBefore::compute_clocks(std::uint32_t end) {
  const std::size_t actors = program_.actors().size();
  if (actors > stride_) {
    stride_ = (actors + kBlock - 1) / kBlock * kBlock;
    dirty_ = 0;
  }
  clocks_.resize(std::max(clocks_.size(), std::size_t{execution_.size()} * stride_));
  fresh_ = std::min(fresh_, dirty_);
  if (dirty_ < end) ++changes_;
  for (; dirty_ < end; ++dirty_) compute_clock(dirty_);
}

std::span<const std::uint32_t> HappensBefore::notdep(std::uint32_t first) const {
  if (notdep_.size() <= first) notdep_.resize(std::size_t{first} + 1);
  NotDep& known = notdep_[first];
  if (known.as_of != changes_) {
    known.as_of = changes_;
    if (known.events.size() < size_) known.events.resize(size_);
    const std::uint32_t* const clocks = clocks_.data() + execution_.actor(first);
    const std::uint32_t ordinal = execution_.ordinal(first);
    const std::size_t stride = stride_;
    const std::uint32_t size = size_;
    std::uint32_t* end = known.events.data();
    const std::uint32_t* clock = clocks + (std::size_t{first} + 1) * stride;
    for (std::uint32_t event = first + 1; event < size; ++event, clock += stride) {
      *end = event;
      end += *clock <= ordinal ? 1 : 0;
    }
    known.count = static_cast<std::size_t>(end - known.events.data());
  }
  return {known.events.data(), known.count};
}

void HappensBefore::truncate(std::uint32_t size) {
  if (size >= size_) return;
  ++changes_;
  for (std::uint32_t event = size_; event-- > size;) unindex(event);
  while (!retroactive_.empty() && retroactive_.back().cause >= size) {
    const std::uint32_t target = retroactive_.back().target;
    retroactive_.pop_back();
    if (target >= size) continue;
    edges_[target].pop_back();
    dirty_ = std::min(dirty_, target);
    fresh_ = std::min(fresh_, target);
  }
  size_ = size;
  dirty_ = std::min(dirty_, size);
  fresh_ = std::min(fresh_, size);
}

void HappensBefore::index(std::uint32_t event) {
  edges_[event].clear();
  for (const Access& access : execution_[event].accesses()) {
    Slot& slot = this->slot(access.location);
    touched_.push_back(static_cast<std::uint32_t>(&slot - slots_.data()));
    switch (access.kind) {
      case AccessKind::kRead:
      case AccessKind::kWrite:
      case AccessKind::kUpdate:
      case AccessKind::kAwait:
        index_cell(slot, event, access);
        break;
      case AccessKind::kAdd:
        index_add(slot, event, access);
        break;
      case AccessKind::kAcquire:
      case AccessKind::kRelease:
        index_lock(slot, event, access);
        break;
      case AccessKind::kAppend:
        index_append(slot, event, access);
        break;
      case AccessKind::kTake:
      case AccessKind::kPoll:
        index_receive(slot, event, access);
        break;
      case AccessKind::kProduce:
      case AccessKind::kConsume:
        index_hand_over(slot, event, access);
        break;
      case AccessKind::kGuarded:
        index_guarded(slot, event, access);
        break;
    }
  }
}

// A cell's history is a sequence of groups: writes, reads of the last of them, writes, ... Every
// read depends on the last write, every write on the reads before it. Without observers a write
// also depends on the write before it; with observers the first read of a group orders all its
// writes before the last one.
void HappensBefore::index_cell(Slot& slot, std::uint32_t event, const Access& access) {
  auto& history = slot.history;
  const auto end = static_cast<std::int32_t>(history.size());
  const std::int32_t last = history.empty() ? -1 : history.back().last_write;
  const bool writes_before = end > 0 && history.back().kind == AccessKind::kWrite;
  const std::int32_t first_write = writes_before ? history.back().first_write : end;
  const auto depends_on = [&](std::int32_t position) {
    add_edge(event, {history[position].event, event, kNoEvent, slot.location, EdgeKind::kConflict});
  };

  if (reads_cell(access.kind)) {
    if (last >= 0) depends_on(last);
    if (access.kind != AccessKind::kUpdate) {
      const auto add_until = [&](std::int32_t i) { return i < 0 ? -1 : history[i].last_add; };
      for (std::int32_t i = add_until(end - 1); i > last; i = add_until(i - 1)) depends_on(i);
    }
    if (observers_ && last >= 0 && last == end - 1 && history[last].kind == AccessKind::kWrite) {
      for (std::int32_t i = last - 1; i >= 0 && history[i].kind == AccessKind::kWrite; --i) {
        add_edge(history[last].event,
                 {history[i].event, event, event, slot.location, EdgeKind::kObserved});
      }
    }
  }
  if (writes_cell(access.kind)) {
    if (observers_ && access.kind == AccessKind::kWrite) {
      for (std::int32_t i = first_write - 1; i >= 0 && history[i].kind != AccessKind::kWrite; --i) {
        depends_on(i);
        if (history[i].kind == AccessKind::kUpdate) break;
      }
    } else if (last < end - 1) {
      for (std::int32_t i = last + 1; i < end; ++i) depends_on(i);
    } else if (last >= 0 && access.kind == AccessKind::kWrite) {
      depends_on(last);
    }
  }
  push_cell(slot,
            {event, writes_cell(access.kind) ? end : last,
             access.kind == AccessKind::kWrite ? first_write : -1, access.token, access.kind});
}

void HappensBefore::push_cell(Slot& slot, Entry entry) {
  auto& history = slot.history;
  if (!history.empty()) {
    entry.last_add = history.back().last_add;
    entry.last_other = history.back().last_other;
  }
  const auto here = static_cast<std::int32_t>(history.size());
  (entry.kind == AccessKind::kAdd ? entry.last_add : entry.last_other) = here;
  history.push_back(entry);
}

// Adds follow the last write and the reads since, and do not care about each other.
void HappensBefore::index_add(Slot& slot, std::uint32_t event, const Access& access) {
  auto& history = slot.history;
  const auto end = static_cast<std::int32_t>(history.size());
  const std::int32_t last = history.empty() ? -1 : history.back().last_write;
  const auto other_until = [&](std::int32_t i) { return i < 0 ? -1 : history[i].last_other; };
  for (std::int32_t i = other_until(end - 1); i >= 0 && i >= last; i = other_until(i - 1)) {
    add_edge(event, {history[i].event, event, kNoEvent, slot.location, EdgeKind::kConflict});
  }
  push_cell(slot, {event, last, -1, access.token, access.kind});
}

void HappensBefore::index_lock(Slot& slot, std::uint32_t event, const Access& access) {
  if (!slot.history.empty()) {
    add_edge(event,
             {slot.history.back().event, event, kNoEvent, slot.location, EdgeKind::kEnables});
  }
  const auto end = static_cast<std::int32_t>(slot.history.size());
  slot.history.push_back({event, end, -1, access.token, access.kind});
}

// Any number of events may need what one has made; they do not need each other.
void HappensBefore::index_hand_over(Slot& slot, std::uint32_t event, const Access& access) {
  const auto end = static_cast<std::int32_t>(slot.history.size());
  std::int32_t made = end;
  if (access.kind == AccessKind::kConsume) {
    made = slot.history.empty() ? -1 : slot.history.back().last_write;
    HEDDLE_CHECK(made >= 0, "event {} consumes what nobody produced", event);
    add_edge(event, {slot.history[made].event, event, kNoEvent, slot.location, EdgeKind::kEnables});
  }
  slot.history.push_back({event, made, -1, access.token, access.kind});
}

// An operation follows those that it does not commute with. One that commutes with nothing follows
// all before it, so nobody has to look further back. Which of them race is asked later
// (consider_operations): an operation may have had to wait for them.
void HappensBefore::index_guarded(Slot& slot, std::uint32_t event, const Access& access) {
  for (auto it = slot.history.rbegin(); it != slot.history.rend(); ++it) {
    if (program_.commute(it->token, access.token)) continue;
    add_edge(event, {it->event, event, kNoEvent, slot.location, EdgeKind::kEnables});
    if (!program_.commute(it->token, it->token)) break;
  }
  slot.history.push_back({event, -1, -1, access.token, access.kind});
}

// With observers a poll that got a message is like a take: it depends on that message alone, and
// puts it before the others that it would have accepted. One that got none comes before them all.
void HappensBefore::index_append(Slot& slot, std::uint32_t event, const Access& access) {
  if (!observers_ && !slot.messages.empty()) {
    add_edge(event,
             {slot.messages.back().event, event, kNoEvent, slot.location, EdgeKind::kConflict});
  }
  // What comes after a receive anyway comes after its message. In a dialogue these are almost all,
  // and a run is as long as its dialogues.
  const std::uint32_t previous = execution_.previous(event);
  const bool looks_back = observers_ && previous != kNoEvent && !slot.receives.empty();
  if (looks_back) compute_clocks(previous + 1);
  bool polled = false;  // the receiver's polls are ordered among themselves: the last one is enough
  for (auto it = slot.receives.rbegin(); it != slot.receives.rend(); ++it) {
    if (looks_back && before(it->event, previous)) {
      if (it->same_actor) break;
      continue;
    }
    const bool races = it->poll && (!observers_ || it->taken == kNoEvent);
    if (races ? polled : !observers_) continue;
    if (!program_.matches(it->constraint, access.token)) continue;
    if (races) {
      add_edge(event, {it->event, event, kNoEvent, slot.location, EdgeKind::kConflict});
      polled = true;
    } else {
      add_edge(event, {slot.messages[it->taken].event, event, it->event, slot.location,
                       EdgeKind::kObserved});
    }
  }
  slot.messages.push_back({event, kNoEvent, access.token});
}

void HappensBefore::index_receive(Slot& slot, std::uint32_t event, const Access& access) {
  const bool poll = access.kind == AccessKind::kPoll;
  std::uint32_t taken = kNoEvent;
  std::uint32_t last_match = kNoEvent;
  const std::uint32_t first_left = slot.first_left;
  while (slot.first_left < slot.messages.size() &&
         slot.messages[slot.first_left].taker != kNoEvent) {
    ++slot.first_left;
  }
  for (std::uint32_t i = slot.first_left; i < slot.messages.size(); ++i) {
    Message& message = slot.messages[i];
    if (message.taker != kNoEvent || !program_.matches(access.token, message.token)) continue;
    if (taken == kNoEvent) {
      taken = i;
    } else if (observers_) {
      add_edge(message.event,
               {slot.messages[taken].event, event, event, slot.location, EdgeKind::kObserved});
    }
    last_match = i;
    if (!observers_ && !poll) break;
  }
  HEDDLE_CHECK(poll || taken != kNoEvent, "event {} takes a message, but none matches", event);
  if (taken != kNoEvent) {
    slot.messages[taken].taker = event;
    execution_.step(event).set_taken(execution_[slot.messages[taken].event].id());
    if (observers_ || !poll) {
      add_edge(event, {slot.messages[taken].event, event, kNoEvent, slot.location,
                       poll ? EdgeKind::kConflict : EdgeKind::kEnables});
    }
  }
  if (poll && !observers_ && last_match != kNoEvent) {
    add_edge(event, {slot.messages[last_match].event, event, kNoEvent, slot.location,
                     EdgeKind::kConflict});
  }
  const bool same_actor = slot.receives.empty() ||
                          (slot.receives.back().same_actor &&
                           execution_.actor(slot.receives.back().event) == execution_.actor(event));
  slot.receives.push_back({event, taken, access.token, poll, same_actor, first_left});
}

void HappensBefore::unindex(std::uint32_t event) {
  for (std::size_t i = execution_[event].accesses().size(); i-- > 0;) {
    const Access& access = execution_[event].accesses()[i];
    Slot& slot = slots_[touched_.back()];
    touched_.pop_back();
    if (access.kind == AccessKind::kAppend) {
      slot.messages.pop_back();
    } else if (is_mailbox(access.kind)) {
      if (slot.receives.back().taken != kNoEvent) {
        slot.messages[slot.receives.back().taken].taker = kNoEvent;
      }
      slot.first_left = slot.receives.back().first_left;
      slot.receives.pop_back();
    } else {
      slot.history.pop_back();
    }
  }
}

void HappensBefore::compute_clock(std::uint32_t event) {
  std::uint32_t* const clock = clocks_.data() + std::size_t{event} * stride_;
  const std::uint32_t previous = execution_.previous(event);
  if (previous == kNoEvent) {
    std::fill_n(clock, stride_, 0U);
  } else {
    std::copy_n(clocks_.data() + std::size_t{previous} * stride_, stride_, clock);
  }
  for (const Edge& edge : edges_[event]) {
    if (clock[execution_.actor(edge.from)] > execution_.ordinal(edge.from)) continue;
    join(clock, clocks_.data() + std::size_t{edge.from} * stride_, stride_);
  }
  clock[execution_.actor(event)] = execution_.ordinal(event) + 1;
}

std::uint32_t HappensBefore::races(std::uint32_t from, std::vector<Race>& out) {
  from = std::min(from, fresh_);
  for (std::uint32_t event = from; event < size_; ++event) races_of(event, out);
  fresh_ = size_;
  return from;
}

// Conflicting predecessors of an event race with it unless another way leads from one to the other.
// Taken from the latest to the earliest, it is enough to keep the clock of everything that was
// seen.
void HappensBefore::races_of(std::uint32_t event, std::vector<Race>& out) {
  const auto& edges = edges_[event];
  if (edges.empty()) return;
  const Step& step = execution_[event];
  const std::uint32_t previous = execution_.previous(event);
  if (step.can_wait()) {
    const auto accesses = step.accesses();
    if (std::any_of(accesses.begin(), accesses.end(),
                    [this](const Access& access) { return can_be_disabled(access); })) {
      blocking_races(accesses, event, previous, step.actor(), edges, out);
      return;
    }
  }
  if (std::all_of(edges.begin(), edges.end(),
                  [](const Edge& edge) { return edge.kind == EdgeKind::kEnables; })) {
    return;
  }
  const auto later = [](const Edge& a, const Edge& b) {
    return a.from != b.from ? a.from > b.from : a.kind < b.kind;
  };
  std::span<const Edge> sorted = edges;
  if (!std::is_sorted(sorted.begin(), sorted.end(), later)) {
    sorted_.assign(edges.begin(), edges.end());
    std::sort(sorted_.begin(), sorted_.end(), later);
    sorted = sorted_;
  }
  reach_.resize(stride_);
  std::span<const std::uint32_t> reached;  // empty: nothing
  if (previous != kNoEvent) reached = clock(previous);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const Edge& edge = sorted[i];
    if (execution_.actor(edge.from) == step.actor() || covered(reached, edge.from)) continue;
    bool needed = false;
    for (std::size_t k = i; k < sorted.size() && sorted[k].from == edge.from; ++k) {
      needed = needed || sorted[k].kind == EdgeKind::kEnables;
    }
    if (!needed) out.push_back({edge.from, event, edge.observer, edge.location, {}});
    if (i + 1 == sorted.size()) break;
    const auto clock = this->clock(edge.from);
    if (reached.data() != reach_.data()) {
      const auto known = reached.empty() ? clock : reached;
      std::copy(known.begin(), known.end(), reach_.begin());
    }
    join(reach_.data(), clock.data(), stride_);
    reached = reach_;
  }
}

void HappensBefore::enablings(std::uint32_t from, std::vector<Race>& out) {
  for (std::uint32_t event = from; event < size_; ++event) {
    const std::uint32_t previous = execution_.previous(event);
    if (previous == kNoEvent) continue;
    const auto accesses = execution_[event].accesses();
    const bool waits = std::any_of(accesses.begin(), accesses.end(), [this](const Access& access) {
      return can_be_disabled(access);
    });
    for (const Edge& edge : edges_[event]) {
      if (edge.from >= previous || execution_.actor(edge.from) == execution_.actor(event)) continue;
      if (!waits && edge.kind != EdgeKind::kEnables) continue;
      out.push_back({edge.from, event, kNoEvent, edge.location, {}});
    }
  }
}

void HappensBefore::blocked_races(ActorId actor, const StepRecord& pending,
                                  std::vector<Race>& out) {
  const std::size_t known = out.size();
  static const std::vector<Edge> kNoEdges;
  blocking_races(pending.accesses, kNoEvent, execution_.last(actor), actor, kNoEdges, out);
  if (out.size() == known) return;
  const StepRef step =
      StepRef::make({actor, execution_.count(actor)}, pending.accesses, pending.fingerprint);
  for (std::size_t i = known; i < out.size(); ++i) out[i].pending = step;
}

// An await that nobody writes is a read.
bool HappensBefore::can_be_disabled(const Access& access) {
  if (access.kind == AccessKind::kAcquire || access.kind == AccessKind::kGuarded) return true;
  if (access.kind != AccessKind::kAwait) return false;
  const auto& history = slot(access.location).history;
  return !history.empty() && history.back().last_write >= 0;
}

// A step that can be disabled (a lock, an await) races with the latest events before which it would
// be enabled: the release that let it in does not race with it, the acquisition before that release
// does. What else it conflicts with, observed or not, races with it if it would be enabled before
// that.
void HappensBefore::blocking_races(std::span<const Access> accesses, std::uint32_t event,
                                   std::uint32_t previous, ActorId actor,
                                   const std::vector<Edge>& edges, std::vector<Race>& out) {
  candidates_.clear();
  // A pending step may touch what nobody has touched yet; slots must not move from here on.
  for (const Access& access : accesses) slot(access.location);
  for (const Edge& edge : edges) {
    if (edge.kind == EdgeKind::kEnables) continue;
    consider({edge.from, edge.observer, edge.location}, previous, actor);
  }
  for (const Access& access : accesses) {
    if (access.kind == AccessKind::kGuarded) {
      consider_operations(access, event, previous, actor, accesses, edges);
      continue;
    }
    if (access.kind != AccessKind::kAcquire && access.kind != AccessKind::kAwait) continue;
    const auto& history = slot(access.location).history;
    auto it = std::lower_bound(history.begin(), history.end(), event,
                               [](const Entry& entry, std::uint32_t e) { return entry.event < e; });
    while (it != history.begin()) {
      --it;
      if (access.kind == AccessKind::kAwait) {
        if (it->last_write < 0) break;
        it = history.begin() + it->last_write;
      }
      if (relation(it->kind, access.kind) == Relation::kIndependent) continue;
      if (!consider({it->event, kNoEvent, access.location}, previous, actor) ||
          movable(it->event, accesses, event, previous, edges))
        break;
    }
  }
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.event > b.event; });
  const std::size_t first_race = out.size();
  for (const Candidate& candidate : candidates_) {
    if (!movable(candidate.event, accesses, event, previous, edges)) continue;
    const bool later = std::any_of(out.begin() + first_race, out.end(), [&](const Race& race) {
      return race.first == candidate.event || before(candidate.event, race.first);
    });
    if (later) continue;
    Location location = candidate.location;
    if (candidate.observer == kNoEvent) {
      const Step& step = execution_[candidate.event];
      for (const Access& access : accesses) {
        if (step.find(access.location) != nullptr) location = access.location;
      }
    }
    out.push_back({candidate.event, event, candidate.observer, location, {}});
  }
}

// Adds an event to the candidates of the step of `actor` after its event `previous`, unless it
// happens before that.
bool HappensBefore::consider(const Candidate& candidate, std::uint32_t previous, ActorId actor) {
  if (execution_[candidate.event].actor() == actor) return false;
  if (previous != kNoEvent && before(candidate.event, previous)) return false;
  const auto known =
      std::find_if(candidates_.begin(), candidates_.end(),
                   [&](const Candidate& other) { return other.event == candidate.event; });
  if (known == candidates_.end()) {
    candidates_.push_back(candidate);
  } else if (candidate.observer == kNoEvent) {
    *known = candidate;  // the order matters whether or not somebody looks
  }
  return true;
}

// The operations that do not commute with this one may all race with it: unlike locks, they need
// not be ordered among themselves.
void HappensBefore::consider_operations(const Access& access, std::uint32_t event,
                                        std::uint32_t previous, ActorId actor,
                                        std::span<const Access> accesses,
                                        const std::vector<Edge>& edges) {
  const auto& history = slot(access.location).history;
  auto it = std::lower_bound(history.begin(), history.end(), event,
                             [](const Entry& entry, std::uint32_t e) { return entry.event < e; });
  while (it != history.begin()) {
    --it;
    if (program_.commute(it->token, access.token)) continue;
    const bool considered = consider({it->event, kNoEvent, access.location}, previous, actor);
    if (program_.commute(it->token, it->token)) continue;
    if (!considered || movable(it->event, accesses, event, previous, edges)) break;
  }
}

// Whether the step would be enabled if `candidate` and all that happens after it were taken out of
// the run.
bool HappensBefore::movable(std::uint32_t candidate, std::span<const Access> accesses,
                            std::uint32_t event, std::uint32_t previous,
                            const std::vector<Edge>& edges) {
  const auto gone = [&](std::uint32_t e) { return e == candidate || before(candidate, e); };
  if (previous != kNoEvent && gone(previous)) return false;
  for (const Edge& edge : edges) {
    // Locks are judged by their history below; everything else that enables the step must stay.
    if (edge.kind != EdgeKind::kEnables) continue;
    const bool lock = std::any_of(accesses.begin(), accesses.end(), [&](const Access& access) {
      return access.location == edge.location &&
             (is_lock(access.kind) || access.kind == AccessKind::kGuarded);
    });
    if (!lock && gone(edge.from)) return false;
  }
  for (const Access& access : accesses) {
    // An event got its message and its hand-over (the edges above say from where); a blocked step
    // may lack them.
    if (event == kNoEvent && access.kind == AccessKind::kTake) {
      const auto& messages = slot(access.location).messages;
      const bool any = std::any_of(messages.begin(), messages.end(), [&](const Message& message) {
        return !gone(message.event) && (message.taker == kNoEvent || gone(message.taker)) &&
               program_.matches(access.token, message.token);
      });
      if (!any) return false;
    }
    if (event == kNoEvent && access.kind == AccessKind::kConsume) {
      const auto& history = slot(access.location).history;
      const bool any = std::any_of(history.begin(), history.end(), [&](const Entry& entry) {
        return entry.kind == AccessKind::kProduce && !gone(entry.event);
      });
      if (!any) return false;
    }
    if (access.kind == AccessKind::kGuarded) {
      operations_.clear();
      for (const Entry& entry : slot(access.location).history) {
        if (entry.event >= event) break;
        if (!gone(entry.event)) operations_.push_back(entry.token);
      }
      if (!program_.admits(access.location, access.token, operations_)) return false;
    }
    if (access.kind != AccessKind::kAcquire && access.kind != AccessKind::kAwait) continue;
    const auto& history = slot(access.location).history;
    auto it = std::lower_bound(history.begin(), history.end(), event,
                               [](const Entry& entry, std::uint32_t e) { return entry.event < e; });
    while (it != history.begin()) {
      if (access.kind == AccessKind::kAwait) it = history.begin() + (it - 1)->last_write + 1;
      if (it == history.begin() || !gone((it - 1)->event)) break;
      --it;
    }
    if (access.kind == AccessKind::kAcquire) {
      if (it != history.begin() && (it - 1)->kind == AccessKind::kAcquire) return false;
    } else {
      const Token value =
          it == history.begin() ? program_.initial_value(access.location) : (it - 1)->token;
      if (!program_.matches(access.token, value)) return false;
    }
  }
  return true;
}

void HappensBefore::classify(const Race& race, std::vector<std::uint8_t>& out) const {
  const std::uint32_t first = race.first;
  out.assign(size_ - first, 0);
  if (race.observer == kNoEvent) {
    for (std::uint32_t event = first; event < size_; ++event) {
      out[event - first] = event == first || before(first, event) ? 1 : 0;
    }
    return;
  }
  // Affected: the observers of this pair and what happens after them. Dependent: what happens after
  // `first` on another way than through the observed edge itself.
  out[0] = 2;
  for (std::uint32_t event = first + 1; event < size_; ++event) {
    const Step& step = execution_[event];
    const Access* access = step.find(race.location);
    bool affected = event == race.observer || (event > race.second && access != nullptr &&
                                               reads_cell(access->kind) && is_cell(access->kind));
    bool depends = false;
    const auto follow = [&](std::uint32_t from) {
      if (from == kNoEvent || from < first) return;
      affected = affected || out[from - first] == 1;
      depends = depends || out[from - first] == 2;
    };
    follow(execution_.previous(event));
    for (const Edge& edge : edges_[event]) {
      const bool observed_edge = event == race.second && edge.from == first &&
                                 edge.kind == EdgeKind::kObserved && edge.location == race.location;
      if (!observed_edge) follow(edge.from);
    }
    out[event - first] = affected ? 1 : depends ? 2 : 0;
  }
}

}  // namespace heddle::core
