#include "threads/execution_graph.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "threads/orders.hpp"

namespace heddle::threads {

using std::memory_order;

void join(ViewClock& clock, const ViewClock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

void ExecutionGraph::clear() {
  events_.clear();
  threads_.clear();
  cells_.clear();
}

ExecutionGraph::Thread& ExecutionGraph::of(std::uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(std::size_t{thread} + 1);
  return threads_[thread];
}

ExecutionGraph::Rank ExecutionGraph::rank(EventNumber event) const {
  const ViewClock& past = events_[event].past;
  return {std::accumulate(past.begin(), past.end(), std::uint64_t{0}), events_[event].thread};
}

ExecutionGraph::Rank ExecutionGraph::next_rank(std::uint32_t thread) {
  const ViewClock& past = of(thread).past;
  return {std::accumulate(past.begin(), past.end(), std::uint64_t{1}), thread};
}

void ExecutionGraph::learn(std::uint32_t thread, const Knowledge& knowledge) {
  join(of(thread).now, knowledge.happens_before);
  join(of(thread).past, knowledge.past);
}

// Teaching is an event, too: who learns from it knows what came before it.
void ExecutionGraph::teach(std::uint32_t thread, Knowledge& knowledge) {
  count_event(thread);
  join(knowledge.happens_before, of(thread).now);
  join(knowledge.past, of(thread).past);
}

ExecutionGraph::Event& ExecutionGraph::begin(Kind kind, std::uint32_t thread, detail::Location cell,
                                             memory_order order) {
  Event& event = events_.emplace_back();
  event.kind = kind;
  event.order = order;
  event.thread = thread;
  event.index = count_event(thread);
  event.cell = cell;
  event.past = of(thread).past;
  return event;
}

std::uint32_t ExecutionGraph::count_event(std::uint32_t thread) {
  Thread& self = of(thread);
  const std::uint32_t index = self.events++;
  for (ViewClock* clock : {&self.now, &self.past}) {
    if (clock->size() <= thread) clock->resize(std::size_t{thread} + 1);
    (*clock)[thread] = self.events;
  }
  return index;
}

// The reader gets to know what the source published: at once, or at its next acquire fence.
void ExecutionGraph::take_in(Event& event, EventNumber source) {
  event.source = source;
  if (source == kInitial) return;
  Thread& self = of(event.thread);
  join(self.past, events_[source].past);
  event.past = self.past;
  join(acquires(event.order) ? self.now : self.read, events_[source].published);
  if (acquires(event.order)) join(self.read, events_[source].published);
}

// What readers of a write get to know: everything up to it if it releases, up to the last release
// fence otherwise; and an update passes on what it read (release sequences).
void ExecutionGraph::publish(Event& event) {
  const Thread& self = of(event.thread);
  event.published = releases(event.order) ? self.now : self.released;
  if (event.kind == Kind::kUpdate && event.source != kInitial) {
    join(event.published, events_[event.source].published);
  }
}

void ExecutionGraph::add_read(std::uint32_t thread, detail::Location cell, EventNumber source,
                              memory_order order) {
  Event& event = begin(Kind::kRead, thread, cell, order);
  take_in(event, source);
  event.clock = of(thread).now;
  cells_[cell].reads.push_back(last());
}

void ExecutionGraph::add_write(std::uint32_t thread, detail::Location cell, EventNumber after,
                               memory_order order, std::uint32_t value) {
  Event& event = begin(Kind::kWrite, thread, cell, order);
  event.value = value;
  event.after = after;
  event.clock = of(thread).now;
  publish(event);
  CellState& state = cells_[cell];
  state.writes.push_back(last());
  number(state);
}

void ExecutionGraph::add_update(std::uint32_t thread, detail::Location cell, EventNumber source,
                                memory_order order, std::uint32_t value) {
  Event& event = begin(Kind::kUpdate, thread, cell, order);
  event.value = value;
  take_in(event, source);
  event.after = source;
  event.clock = of(thread).now;
  publish(event);
  CellState& state = cells_[cell];
  EventNumber& updated = source == kInitial ? state.updated : events_[source].updated;
  updated = last();
  state.writes.push_back(last());
  state.reads.push_back(last());
  number(state);
}

void ExecutionGraph::add_fence(std::uint32_t thread, memory_order order) {
  Event& event = begin(Kind::kFence, thread, 0, order);
  Thread& self = of(thread);
  if (acquires(order)) join(self.now, self.read);
  if (releases(order)) self.released = self.now;
  event.clock = self.now;
}

// Positions in modification order: depth first, the one put there last, that of the highest rank,
// first; an update directly after what it read.
void ExecutionGraph::number(CellState& cell) {
  cell.position.clear();
  std::map<EventNumber, std::vector<EventNumber>> followers;
  for (const EventNumber write : cell.writes) {
    if (events_[write].kind == Kind::kWrite) followers[events_[write].after].push_back(write);
  }
  std::uint32_t next = 1;
  std::function<void(EventNumber)> visit = [&](EventNumber write) {
    if (write != kInitial) cell.position[write] = next++;
    EventNumber update = write == kInitial ? cell.updated : events_[write].updated;
    while (update != kInitial) {
      cell.position[update] = next++;
      update = events_[update].updated;
    }
    const auto found = followers.find(write);
    if (found == followers.end()) return;
    std::vector<EventNumber> these = found->second;
    std::sort(these.begin(), these.end(),
              [&](EventNumber a, EventNumber b) { return rank(a) > rank(b); });
    for (const EventNumber follower : these) visit(follower);
  };
  visit(kInitial);
}

EventNumber ExecutionGraph::latest(detail::Location cell) const {
  const CellState& state = cells_.at(cell);
  const auto last =
      std::find_if(state.position.begin(), state.position.end(),
                   [&](const auto& write) { return write.second == state.writes.size(); });
  return last == state.position.end() ? kInitial : last->first;
}

bool ExecutionGraph::read_the_latest(std::uint32_t thread, std::size_t from) const {
  return std::none_of(events_.begin(), events_.end(), [&](const Event& event) {
    if (event.thread != thread || event.index < from || !event.reads()) return false;
    const CellState& cell = cells_.at(event.cell);
    return position(cell, event.source) < cell.writes.size();
  });
}

ViewClock ExecutionGraph::after_reading(const ViewClock& clock, EventNumber source,
                                        memory_order order) const {
  ViewClock after = clock;
  if (source != kInitial && acquires(order)) join(after, events_[source].published);
  return after;
}

// Nothing known is later in modification order than what is read: no write, and nothing that a
// read has seen.
bool ExecutionGraph::reads_coherently(const CellState& cell, const ViewClock& clock,
                                      std::uint32_t at) const {
  for (const EventNumber write : cell.writes) {
    if (known(events_[write], clock) && position(cell, write) > at) return false;
  }
  for (const EventNumber read : cell.reads) {
    if (known(events_[read], clock) && position(cell, events_[read].source) > at) return false;
  }
  return true;
}

bool ExecutionGraph::may_read(const ViewClock& clock, detail::Location cell, EventNumber source,
                              memory_order order) {
  const CellState& state = cells_[cell];
  return reads_coherently(state, after_reading(clock, source, order), position(state, source));
}

// Whether a known write, or one that a known read has seen, would come later than a write of this
// rank put behind `after`.
bool ExecutionGraph::knows_later(const CellState& cell, const ViewClock& clock, EventNumber after,
                                 const Rank& rank) const {
  const auto comes_later = [&](EventNumber write) {
    EventNumber at = write;
    while (true) {
      while (at != kInitial && events_[at].kind == Kind::kUpdate) at = events_[at].source;
      if (at == kInitial || at == after) return false;
      if (events_[at].after == after) return this->rank(at) < rank;
      if (events_[at].after == kInitial) break;
      at = events_[at].after;
    }
    return position(cell, write) > position(cell, after);
  };
  for (const EventNumber write : cell.writes) {
    if (known(events_[write], clock) && comes_later(write)) return true;
  }
  for (const EventNumber read : cell.reads) {
    if (known(events_[read], clock) && comes_later(events_[read].source)) return true;
  }
  return false;
}

bool ExecutionGraph::may_follow(const ViewClock& clock, const Rank& rank, detail::Location cell,
                                EventNumber after) {
  return !knows_later(cells_[cell], clock, after, rank);
}

// --- seq_cst ---

// psc = psc_base | psc_F must be acyclic, with
//   scb      = po | po_{!=loc};hb;po_{!=loc} | hb_{=loc} | mo | fr
//   psc_base = ([E_sc] | [F_sc];hb?) ; scb ; ([E_sc] | hb?;[F_sc])
//   psc_F    = [F_sc] ; (hb | hb;eco;hb) ; [F_sc]
// over all events; relations are matrices of bits.
class ExecutionGraph::Sequential {
 public:
  explicit Sequential(ExecutionGraph& graph) : graph_(graph), n_(graph.events_.size()) {}

  bool holds() {
    std::size_t ordered = 0;
    bool fences = false;
    for (const Event& event : graph_.events_) {
      if (!sc(event)) continue;
      ++ordered;
      fences = fences || event.kind == Kind::kFence;
    }
    if (ordered < 2) return true;
    const Matrix po = relation(
        [&](const Event& a, const Event& b) { return a.thread == b.thread && a.index < b.index; });
    const Matrix hb = relation(
        [&](const Event& a, const Event& b) { return &a != &b && graph_.happens_before(a, b); });
    Matrix mo = none();
    Matrix fr = none();
    Matrix rf = none();
    for (auto& [location, cell] : graph_.cells_) {
      for (const EventNumber a : cell.writes) {
        for (const EventNumber b : cell.writes) {
          if (graph_.position(cell, a) < graph_.position(cell, b)) set(mo, a, b);
        }
      }
      for (const EventNumber read : cell.reads) {
        const EventNumber source = graph_.events_[read].source;
        if (source != kInitial) set(rf, source, read);
        for (const EventNumber write : cell.writes) {
          if (write != read && graph_.position(cell, source) < graph_.position(cell, write)) {
            set(fr, read, write);
          }
        }
      }
    }
    const auto same = [](const Event& a, const Event& b) {
      return a.kind != Kind::kFence && b.kind != Kind::kFence && a.cell == b.cell;
    };
    const Matrix po_different =
        only(po, [&](const Event& a, const Event& b) { return !same(a, b); });
    const Matrix hb_same = only(hb, same);
    const Matrix scb =
        either({&po, &hb_same, &mo, &fr}, compose(compose(po_different, hb), po_different));
    Matrix left = none();
    Matrix right = none();
    for (EventNumber a = 0; a < n_; ++a) {
      if (!sc(graph_.events_[a])) continue;
      set(left, a, a);
      set(right, a, a);
      if (graph_.events_[a].kind != Kind::kFence) continue;
      for (EventNumber b = 0; b < n_; ++b) {
        if (has(hb, a, b)) set(left, a, b);
        if (has(hb, b, a)) set(right, b, a);
      }
    }
    Matrix psc = compose(compose(left, scb), right);
    if (fences) {
      Matrix eco = either({&rf, &mo, &fr}, none());
      close(eco);
      const Matrix between = either({&hb}, compose(compose(hb, eco), hb));
      for (EventNumber a = 0; a < n_; ++a) {
        for (EventNumber b = 0; b < n_; ++b) {
          if (fence(a) && fence(b) && has(between, a, b)) set(psc, a, b);
        }
      }
    }
    close(psc);
    for (EventNumber a = 0; a < n_; ++a) {
      if (has(psc, a, a)) return false;
    }
    return true;
  }

 private:
  using Row = std::vector<std::uint64_t>;
  using Matrix = std::vector<Row>;

  static bool sc(const Event& event) { return event.order == memory_order::seq_cst; }
  bool fence(EventNumber e) const {
    return sc(graph_.events_[e]) && graph_.events_[e].kind == Kind::kFence;
  }
  Matrix none() const { return Matrix(n_, Row((n_ + 63) / 64)); }
  static void set(Matrix& matrix, EventNumber a, EventNumber b) {
    matrix[a][b / 64] |= std::uint64_t{1} << (b % 64);
  }
  static bool has(const Matrix& matrix, EventNumber a, EventNumber b) {
    return (matrix[a][b / 64] >> (b % 64) & 1) != 0;
  }
  template <class Holds>
  Matrix relation(Holds holds) const {
    Matrix matrix = none();
    for (EventNumber a = 0; a < n_; ++a) {
      for (EventNumber b = 0; b < n_; ++b) {
        if (holds(graph_.events_[a], graph_.events_[b])) set(matrix, a, b);
      }
    }
    return matrix;
  }
  template <class Holds>
  Matrix only(const Matrix& of, Holds holds) const {
    return relation([&](const Event& a, const Event& b) {
      const auto number = [&](const Event& e) {
        return static_cast<EventNumber>(&e - graph_.events_.data());
      };
      return has(of, number(a), number(b)) && holds(a, b);
    });
  }
  static Matrix either(std::initializer_list<const Matrix*> these, Matrix with) {
    for (const Matrix* matrix : these) {
      for (std::size_t a = 0; a < with.size(); ++a) add(with[a], (*matrix)[a]);
    }
    return with;
  }
  static void add(Row& row, const Row& other) {
    for (std::size_t i = 0; i < row.size(); ++i) row[i] |= other[i];
  }
  Matrix compose(const Matrix& first, const Matrix& second) const {
    Matrix result = none();
    for (EventNumber a = 0; a < n_; ++a) {
      for (EventNumber b = 0; b < n_; ++b) {
        if (has(first, a, b)) add(result[a], second[b]);
      }
    }
    return result;
  }
  void close(Matrix& matrix) const {
    for (EventNumber k = 0; k < n_; ++k) {
      for (EventNumber a = 0; a < n_; ++a) {
        if (has(matrix, a, k)) add(matrix[a], matrix[k]);
      }
    }
  }

  ExecutionGraph& graph_;
  std::size_t n_;
};

bool ExecutionGraph::sequentially_consistent() { return Sequential(*this).holds(); }

}  // namespace heddle::threads
