#include "tests/support/memory_oracle.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <numeric>

namespace heddle::tests {

namespace {

using Kind = Instruction::Kind;
using std::memory_order;

// --- The machines ---

struct Buffered {
  int cell;
  int value;
};

struct Machine {
  std::vector<int> memory;
  std::vector<std::size_t> at;                // next instruction of each thread
  std::vector<std::deque<Buffered>> buffers;  // of each thread, oldest first
  std::vector<std::vector<int>> read;         // by thread
  auto operator<=>(const Machine& other) const {
    return std::tie(memory, at, read) <=> std::tie(other.memory, other.at, other.read);
  }
};

std::string key(const Machine& machine) {
  std::string text;
  const auto add = [&](int value) { text += std::to_string(value) + ','; };
  for (const int v : machine.memory) add(v);
  for (const std::size_t v : machine.at) add(static_cast<int>(v));
  for (const auto& values : machine.read) {
    text += ';';
    for (const int v : values) add(v);
  }
  for (const auto& buffer : machine.buffers) {
    text += '|';
    for (const Buffered& b : buffer) {
      add(b.cell);
      add(b.value);
    }
  }
  return text;
}

enum class Model { kSc, kTso, kPso };

std::set<MemoryOutcome> run_machine(const MemoryProgram& program, Model model) {
  std::set<MemoryOutcome> outcomes;
  std::set<std::string> seen;
  std::vector<Machine> open(1);
  open[0].memory.assign(static_cast<std::size_t>(program.cells + program.locks), 0);
  open[0].at.assign(program.threads.size(), 0);
  open[0].buffers.resize(program.threads.size());
  open[0].read.resize(program.threads.size());
  while (!open.empty()) {
    const Machine machine = std::move(open.back());
    open.pop_back();
    if (!seen.insert(key(machine)).second) continue;
    bool ended = true;
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      // Commits: the oldest store, under PSO the oldest of each cell.
      for (std::size_t i = 0; i < machine.buffers[t].size(); ++i) {
        const Buffered store = machine.buffers[t][i];
        const bool oldest =
            model == Model::kTso
                ? i == 0
                : std::none_of(machine.buffers[t].begin(),
                               machine.buffers[t].begin() + static_cast<std::ptrdiff_t>(i),
                               [&](const Buffered& b) { return b.cell == store.cell; });
        if (!oldest) continue;
        Machine next = machine;
        next.buffers[t].erase(next.buffers[t].begin() + static_cast<std::ptrdiff_t>(i));
        next.memory[static_cast<std::size_t>(store.cell)] = store.value;
        open.push_back(std::move(next));
        ended = false;
      }
      if (machine.at[t] == program.threads[t].size()) continue;
      ended = false;
      const Instruction& code = program.threads[t][machine.at[t]];
      const auto cell = static_cast<std::size_t>(code.cell);
      const auto lock = static_cast<std::size_t>(program.cells + code.cell);
      Machine next = machine;
      ++next.at[t];
      const auto read = [&](Machine& reader) {
        int value = machine.memory[cell];
        for (const Buffered& store : machine.buffers[t]) {
          if (store.cell == code.cell) value = store.value;
        }
        reader.read[t].push_back(value);
      };
      if (code.kind == Kind::kWeakCompareExchange && machine.buffers[t].empty()) {
        Machine failed = next;
        read(failed);
        failed.read[t].push_back(0);
        open.push_back(std::move(failed));
      }
      switch (code.kind) {
        case Kind::kRead:
          read(next);
          break;
        case Kind::kWrite:
          if (model == Model::kSc) {
            next.memory[cell] = code.value;
          } else {
            next.buffers[t].push_back({code.cell, code.value});
          }
          break;
        case Kind::kUpdate:
          if (!machine.buffers[t].empty()) continue;
          next.read[t].push_back(machine.memory[cell]);
          next.memory[cell] += code.value;
          break;
        case Kind::kCompareExchange:
        case Kind::kWeakCompareExchange: {
          if (!machine.buffers[t].empty()) continue;
          const bool writes = machine.memory[cell] == code.expected;
          next.read[t].push_back(machine.memory[cell]);
          if (code.kind == Kind::kWeakCompareExchange) next.read[t].push_back(writes ? 1 : 0);
          if (writes) next.memory[cell] = code.value;
          break;
        }
        case Kind::kLock:
          if (!machine.buffers[t].empty() || machine.memory[lock] != 0) continue;
          next.memory[lock] = 1;
          break;
        case Kind::kUnlock:
          if (!machine.buffers[t].empty()) continue;
          next.memory[lock] = 0;
          break;
        case Kind::kFence: {
          const bool waits = code.order == memory_order::seq_cst ||
                             (model == Model::kPso && code.order != memory_order::acquire);
          if (waits && !machine.buffers[t].empty()) continue;
          break;
        }
      }
      open.push_back(std::move(next));
    }
    if (!ended) continue;
    MemoryOutcome outcome;
    for (const auto& values : machine.read) {
      outcome.insert(outcome.end(), values.begin(), values.end());
    }
    outcome.insert(outcome.end(), machine.memory.begin(), machine.memory.begin() + program.cells);
    outcomes.insert(outcome);
  }
  return outcomes;
}

// --- The axioms ---

class Relation {
 public:
  explicit Relation(std::size_t n) : n_(n), bits_(n * n) {}
  bool operator()(std::size_t a, std::size_t b) const { return bits_[a * n_ + b]; }
  void add(std::size_t a, std::size_t b) { bits_[a * n_ + b] = true; }
  Relation operator|(const Relation& other) const {
    Relation result = *this;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      if (other.bits_[i]) result.bits_[i] = true;
    }
    return result;
  }
  /// Composition.
  Relation operator*(const Relation& other) const {
    Relation result(n_);
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (!(*this)(a, b)) continue;
        for (std::size_t c = 0; c < n_; ++c) {
          if (other(b, c)) result.add(a, c);
        }
      }
    }
    return result;
  }
  Relation closed() const {
    Relation result = *this;
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t a = 0; a < n_; ++a) {
        for (std::size_t b = 0; b < n_; ++b) {
          if (result(a, k) && result(k, b)) result.add(a, b);
        }
      }
    }
    return result;
  }
  Relation reflexive() const {
    Relation result = *this;
    for (std::size_t a = 0; a < n_; ++a) result.add(a, a);
    return result;
  }
  bool irreflexive() const {
    for (std::size_t a = 0; a < n_; ++a) {
      if ((*this)(a, a)) return false;
    }
    return true;
  }
  bool acyclic() const { return closed().irreflexive(); }
  template <class Filter>
  Relation where(Filter keep) const {
    Relation result(n_);
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if ((*this)(a, b) && keep(a, b)) result.add(a, b);
      }
    }
    return result;
  }

 private:
  std::size_t n_;
  std::vector<bool> bits_;
};

struct Event {
  Kind kind = Kind::kWrite;
  int thread = -1;  // -1: initial writes
  int cell = 0;
  int value = 0;
  memory_order order = memory_order::relaxed;
  int expected = 0;
  memory_order failure = memory_order::relaxed;
};

bool releases(memory_order order) {
  return order == memory_order::release || order == memory_order::acq_rel ||
         order == memory_order::seq_cst;
}
bool acquires(memory_order order) {
  return order == memory_order::acquire || order == memory_order::acq_rel ||
         order == memory_order::seq_cst;
}

class Axioms {
 public:
  /// A lock is a cell: taking it is an update that finds 0, giving it back writes 0.
  explicit Axioms(const MemoryProgram& program)
      : visible_(program.cells), cells_(program.cells + program.locks) {
    for (int cell = 0; cell < cells_; ++cell) written_.push_back({Kind::kWrite, -1, cell, 0, {}});
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      for (const Instruction& code : program.threads[t]) {
        Event event{code.kind,  static_cast<int>(t), code.cell,   code.value,
                    code.order, code.expected,       code.failure};
        if (code.kind == Kind::kLock || code.kind == Kind::kUnlock) event.cell += visible_;
        if (code.kind == Kind::kLock) event.order = memory_order::acquire;
        if (code.kind == Kind::kUnlock) event.order = memory_order::release;
        written_.push_back(event);
      }
    }
    n_ = written_.size();
    rf_.assign(n_, n_);
    fails_.assign(n_, false);
  }

  std::set<MemoryOutcome> outcomes() {
    choose_source(0);
    return std::move(outcomes_);
  }

 private:
  bool writes(std::size_t e) const {
    return events_[e].kind == Kind::kWrite || events_[e].kind == Kind::kUpdate;
  }
  bool reads(std::size_t e) const {
    return events_[e].kind == Kind::kRead || events_[e].kind == Kind::kUpdate;
  }
  bool initial(std::size_t e) const { return events_[e].thread < 0; }
  bool same_cell(std::size_t a, std::size_t b) const {
    return events_[a].kind != Kind::kFence && events_[b].kind != Kind::kFence &&
           events_[a].cell == events_[b].cell;
  }

  // Of the program as it is written: whether it is decided yet what a compare-exchange does.
  bool could_read(std::size_t e) const {
    const Kind kind = written_[e].kind;
    return kind != Kind::kWrite && kind != Kind::kFence && kind != Kind::kUnlock;
  }
  bool could_write(std::size_t e) const {
    return written_[e].kind != Kind::kRead && written_[e].kind != Kind::kFence;
  }
  void choose_source(std::size_t e) {
    while (e < n_ && !could_read(e)) ++e;
    if (e == n_) return evaluate();
    for (std::size_t w = 0; w < n_; ++w) {
      if (w == e || !could_write(w) || written_[w].cell != written_[e].cell) continue;
      rf_[e] = w;
      choose_source(e + 1);
      if (written_[e].kind != Kind::kWeakCompareExchange) continue;
      fails_[e] = true;
      choose_source(e + 1);
      fails_[e] = false;
    }
  }

  // What each event writes, and so which of them do: nothing, if they would decide themselves.
  bool decide(std::size_t e, std::vector<int>& state) {
    constexpr int kOpen = 1;
    constexpr int kDone = 2;
    if (state[e] == kDone) return true;
    if (state[e] == kOpen) return false;
    state[e] = kOpen;
    if (could_read(e)) {
      const std::size_t source = rf_[e];
      if (!decide(source, state) || !writes(source)) return false;
      const int found = values_[source];
      Event& event = events_[e];
      switch (event.kind) {
        case Kind::kUpdate:
          values_[e] = found + event.value;
          break;
        case Kind::kLock:
          if (found != 0) return false;
          event.kind = Kind::kUpdate;
          values_[e] = 1;
          break;
        case Kind::kCompareExchange:
        case Kind::kWeakCompareExchange: {
          const bool fails = fails_[e] || found != event.expected;
          event.kind = fails ? Kind::kRead : Kind::kUpdate;
          if (fails) event.order = event.failure;
          values_[e] = event.value;
          break;
        }
        default:
          break;
      }
    } else {
      if (events_[e].kind == Kind::kUnlock) events_[e].kind = Kind::kWrite;
      values_[e] = events_[e].value;
    }
    state[e] = kDone;
    return true;
  }

  void evaluate() {
    events_ = written_;
    values_.assign(n_, 0);
    std::vector<int> state(n_, 0);
    for (std::size_t e = 0; e < n_; ++e) {
      if (!decide(e, state)) return;
    }
    // No two updates read from the same write.
    std::vector<bool> updated(n_, false);
    for (std::size_t e = 0; e < n_; ++e) {
      if (events_[e].kind != Kind::kUpdate) continue;
      if (updated[rf_[e]]) return;
      updated[rf_[e]] = true;
    }
    // A weak one that fails finds the same as one that does not find what it expects.
    for (std::size_t e = 0; e < n_; ++e) {
      if (fails_[e] && values_[rf_[e]] != events_[e].expected) return;
    }
    orders_.assign(static_cast<std::size_t>(cells_), {});
    choose_order(0);
  }

  void choose_order(int cell) {
    if (cell == cells_) {
      judge();
      return;
    }
    std::vector<std::size_t> order;
    for (std::size_t w = static_cast<std::size_t>(cells_); w < n_; ++w) {
      if (writes(w) && events_[w].cell == cell) order.push_back(w);
    }
    do {
      if (!updates_follow_their_sources(cell, order)) continue;
      orders_[static_cast<std::size_t>(cell)] = order;
      choose_order(cell + 1);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  // Atomicity: nothing between what an update reads and what it writes.
  bool updates_follow_their_sources(int cell, const std::vector<std::size_t>& order) const {
    auto before = static_cast<std::size_t>(cell);  // the initial write
    for (const std::size_t write : order) {
      if (events_[write].kind == Kind::kUpdate && rf_[write] != before) return false;
      before = write;
    }
    return true;
  }

  void judge() {
    Relation po(n_);
    Relation rf(n_);
    Relation mo(n_);
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (initial(a) && !initial(b)) po.add(a, b);
        if (!initial(a) && a < b && events_[a].thread == events_[b].thread) po.add(a, b);
      }
      if (reads(a)) rf.add(rf_[a], a);
    }
    for (int cell = 0; cell < cells_; ++cell) {
      std::vector<std::size_t> order = orders_[static_cast<std::size_t>(cell)];
      order.insert(order.begin(), static_cast<std::size_t>(cell));
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) mo.add(order[i], order[j]);
      }
    }
    if (!(po | rf).acyclic()) return;
    Relation fr(n_);  // from a read to the writes after its source
    for (std::size_t a = 0; a < n_; ++a) {
      for (std::size_t b = 0; b < n_; ++b) {
        if (reads(a) && a != b && mo(rf_[a], b)) fr.add(a, b);
      }
    }
    // Release sequences: a write and the updates that continue it (C++20).
    Relation chain(n_);
    for (std::size_t e = 0; e < n_; ++e) {
      if (events_[e].kind == Kind::kUpdate) chain.add(rf_[e], e);
    }
    const Relation sequence = chain.closed().reflexive();
    Relation sw(n_);
    for (std::size_t w = 0; w < n_; ++w) {
      if (!writes(w) || initial(w)) continue;
      for (std::size_t r = 0; r < n_; ++r) {
        if (!reads(r)) continue;
        if (!sequence(w, rf_[r])) continue;
        // From the write itself or a release fence before it; to the read or an acquire fence
        // after.
        for (std::size_t from = 0; from < n_; ++from) {
          const bool source =
              (from == w && releases(events_[w].order)) ||
              (events_[from].kind == Kind::kFence && releases(events_[from].order) && po(from, w));
          if (!source) continue;
          for (std::size_t to = 0; to < n_; ++to) {
            const bool target =
                (to == r && acquires(events_[r].order)) ||
                (events_[to].kind == Kind::kFence && acquires(events_[to].order) && po(r, to));
            if (target) sw.add(from, to);
          }
        }
      }
    }
    const Relation hb = (po | sw).closed();
    const Relation eco = (rf | mo | fr).closed();
    if (!hb.irreflexive() || !(hb * eco).irreflexive()) return;
    // The order of seq_cst.
    const auto different = [&](std::size_t a, std::size_t b) { return !same_cell(a, b); };
    const Relation po_different = po.where(different);
    const Relation hb_same =
        hb.where([&](std::size_t a, std::size_t b) { return same_cell(a, b); });
    const Relation scb = po | (po_different * hb * po_different) | hb_same | mo | fr;
    Relation to_left(n_);   // [E_sc] or [F_sc];hb?
    Relation to_right(n_);  // [E_sc] or hb?;[F_sc]
    const auto sc = [&](std::size_t e) {
      return !initial(e) && events_[e].order == memory_order::seq_cst;
    };
    for (std::size_t a = 0; a < n_; ++a) {
      if (sc(a)) {
        to_left.add(a, a);
        to_right.add(a, a);
      }
      if (!sc(a) || events_[a].kind != Kind::kFence) continue;
      for (std::size_t b = 0; b < n_; ++b) {
        if (hb(a, b)) to_left.add(a, b);
        if (hb(b, a)) to_right.add(b, a);
      }
    }
    const Relation fences = (hb | (hb * eco * hb)).where([&](std::size_t a, std::size_t b) {
      return sc(a) && sc(b) && events_[a].kind == Kind::kFence && events_[b].kind == Kind::kFence;
    });
    if (!((to_left * scb * to_right) | fences).acyclic()) return;
    add_outcome();
  }

  void add_outcome() {
    MemoryOutcome outcome;
    for (std::size_t e = 0; e < n_; ++e) {
      if (!reads(e) || written_[e].kind == Kind::kLock) continue;
      outcome.push_back(values_[rf_[e]]);
      if (written_[e].kind == Kind::kWeakCompareExchange) outcome.push_back(writes(e) ? 1 : 0);
    }
    for (int cell = 0; cell < visible_; ++cell) {
      const auto& order = orders_[static_cast<std::size_t>(cell)];
      outcome.push_back(order.empty() ? 0 : values_[order.back()]);
    }
    outcomes_.insert(outcome);
  }

  int visible_;  // cells that are no locks
  int cells_;
  std::size_t n_ = 0;
  std::vector<Event> written_;  // the program
  std::vector<Event> events_;   // what its instructions turn out to do
  std::vector<int> values_;     // that they write
  std::vector<std::size_t> rf_;
  std::vector<bool> fails_;  // for no reason
  std::vector<std::vector<std::size_t>> orders_;
  std::set<MemoryOutcome> outcomes_;
};

}  // namespace

std::set<MemoryOutcome> outcomes_sc(const MemoryProgram& program) {
  return run_machine(program, Model::kSc);
}
std::set<MemoryOutcome> outcomes_tso(const MemoryProgram& program) {
  return run_machine(program, Model::kTso);
}
std::set<MemoryOutcome> outcomes_pso(const MemoryProgram& program) {
  return run_machine(program, Model::kPso);
}
std::set<MemoryOutcome> outcomes_rc11(const MemoryProgram& program) {
  return Axioms(program).outcomes();
}

MemoryProgram random_program(std::mt19937_64& random, int threads, int instructions, int cells) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  MemoryProgram program;
  program.cells = cells;
  int value = 0;
  for (int t = 0; t < threads; ++t) {
    Code code;
    for (int i = 0; i < instructions; ++i) {
      Instruction instruction;
      const int kind = below(10);
      instruction.cell = below(cells);
      if (kind < 4) {
        constexpr memory_order kOrders[] = {memory_order::relaxed, memory_order::acquire,
                                            memory_order::seq_cst};
        instruction.kind = Kind::kRead;
        instruction.order = kOrders[below(3)];
      } else if (kind < 8) {
        constexpr memory_order kOrders[] = {memory_order::relaxed, memory_order::release,
                                            memory_order::seq_cst};
        instruction.kind = Kind::kWrite;
        instruction.value = ++value;
        instruction.order = kOrders[below(3)];
      } else {
        constexpr memory_order kOrders[] = {memory_order::acquire, memory_order::release,
                                            memory_order::acq_rel, memory_order::seq_cst,
                                            memory_order::relaxed};
        instruction.kind = kind == 8 ? Kind::kFence : Kind::kUpdate;
        instruction.order = kOrders[below(instruction.kind == Kind::kFence ? 4 : 5)];
        if (instruction.kind == Kind::kUpdate) instruction.value = 100 * ++value;
      }
      code.push_back(instruction);
    }
    program.threads.push_back(std::move(code));
  }
  return program;
}

MemoryProgram random_update_program(std::mt19937_64& random, int threads, int instructions,
                                    int cells) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  constexpr memory_order kAll[] = {memory_order::relaxed, memory_order::acquire,
                                   memory_order::release, memory_order::acq_rel,
                                   memory_order::seq_cst};
  constexpr memory_order kReads[] = {memory_order::relaxed, memory_order::acquire,
                                     memory_order::seq_cst};
  constexpr memory_order kWrites[] = {memory_order::relaxed, memory_order::release,
                                      memory_order::seq_cst};
  MemoryProgram program;
  program.cells = cells;
  program.locks = 1;
  for (int t = 0; t < threads; ++t) {
    Code code;
    const int locked = below(4) == 0 ? below(instructions) : -1;
    const int unlocked = locked < 0 ? -1 : locked + below(instructions - locked);
    for (int i = 0; i < instructions; ++i) {
      if (i == locked) code.push_back({Kind::kLock});
      Instruction instruction;
      instruction.cell = below(cells);
      instruction.value = 1 + below(3);
      instruction.expected = below(3);
      instruction.order = kAll[below(5)];
      instruction.failure = kReads[below(3)];
      switch (below(9)) {
        case 0:
        case 1:
          instruction.order = kReads[below(3)];
          break;
        case 2:
        case 3:
          instruction.kind = Kind::kWrite;
          instruction.order = kWrites[below(3)];
          break;
        case 4:
          instruction.kind = Kind::kFence;
          instruction.order = kAll[1 + below(4)];
          break;
        case 5:
          instruction.kind = Kind::kWeakCompareExchange;
          break;
        case 6:
          instruction.kind = Kind::kCompareExchange;
          break;
        default:
          instruction.kind = Kind::kUpdate;
      }
      code.push_back(instruction);
      if (i == unlocked) code.push_back({Kind::kUnlock});
    }
    program.threads.push_back(std::move(code));
  }
  return program;
}

std::string words(const MemoryProgram& program) {
  static const std::map<memory_order, const char*> kOrders = {{memory_order::relaxed, "rlx"},
                                                              {memory_order::acquire, "acq"},
                                                              {memory_order::release, "rel"},
                                                              {memory_order::acq_rel, "acq_rel"},
                                                              {memory_order::seq_cst, "sc"}};
  std::string text;
  for (const Code& code : program.threads) {
    if (!text.empty()) text += " || ";
    for (const Instruction& i : code) {
      const std::string cell(1, static_cast<char>('x' + i.cell));
      switch (i.kind) {
        case Kind::kRead:
          text += "R " + cell;
          break;
        case Kind::kWrite:
          text += cell + "=" + std::to_string(i.value);
          break;
        case Kind::kUpdate:
          text += cell + "+=" + std::to_string(i.value);
          break;
        case Kind::kFence:
          text += "F";
          break;
        case Kind::kCompareExchange:
        case Kind::kWeakCompareExchange:
          text += std::string(i.kind == Kind::kCompareExchange ? "cas " : "weak cas ") + cell +
                  " " + std::to_string(i.expected) + " -> " + std::to_string(i.value) + " or " +
                  kOrders.at(i.failure);
          break;
        case Kind::kLock:
        case Kind::kUnlock:
          text += i.kind == Kind::kLock ? "lock; " : "unlock; ";
          continue;
      }
      text += std::string(" ") + kOrders.at(i.order) + "; ";
    }
  }
  return text;
}

}  // namespace heddle::tests
