// The C++20 memory model without values out of thin air (RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer,
// PLDI 2017).
//
// A load may read from any write that the axioms allow, and a write may take any place in the
// modification order that they allow. Each possibility is an actor of its own: "the third operation
// of T1 reads from the first write of T2". What it touches:
//
//   all        take a lock that belongs to the operation and is never given back (they exclude each
//              other), need what came before in their thread, and need the write that they name
//   updates    take a lock that belongs to the write they name: nothing comes between
//   seq_cst    change the order of seq_cst: whether the axiom on it holds may depend on all of them
//
// Nothing else matters: coherence follows from the past of an event and of the write it names, so
// what is incoherent is never offered. Without seq_cst the reduction so explores each execution
// graph once, in one order. A possibility that breaks the axiom on seq_cst ends the run: more
// events cannot make it hold again.
//
// The thread goes on within the step of its possibility, so what comes next in the thread is told
// by hand-overs (`announced`) instead of by who took the step.
#include <deque>
#include <map>
#include <utility>

#include "support/mix.hpp"
#include "threads/execution_graph.hpp"
#include "threads/memory.hpp"
#include "threads/program.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

namespace {

using core::AccessKind;
using detail::Access;
using detail::Cell;
using detail::Location;

// Locations.
constexpr Location kOrderOfSeqCst = (Location{1} << 50) - 1;
Location update_lock(Location available) { return detail::part_of(available, 2); }

/// An operation of a thread on a cell, done or to be done.
struct Choice {
  enum class Kind : std::uint8_t { kRead, kWrite, kUpdate };
  Kind kind;
  std::uint32_t thread;
  Location cell;
  std::memory_order order;    // of an update: if it writes
  std::memory_order failure;  // of an update: if it does not
  detail::Writes writes;
  const char* name;
  place where;
  std::uint64_t number = 0;  // of the operation in its thread
  Location lock = 0;
  Location announced = 0;
  ExecutionGraph::Rank rank = {};
  ViewClock clock = {};  // what the thread knew before it
  bool made = false;
  EventNumber chosen = kInitial;
};

class Possibility final : public Phantom {
 public:
  Possibility(Program& program, Choice& choice, EventNumber write)
      : program_(program), choice_(choice), write_(write), operation_(choice.name, choice.where) {
    operation_.touch(choice.lock, Access::acquire);
    if (choice.announced != 0) operation_.touch(choice.announced, Access::consume);
  }
  Operation& operation() { return operation_; }
  /// Another update has read from the same write.
  void depends_on(const bool* taken) { taken_ = taken; }

  const Operation& pending() const override { return operation_; }
  bool ready() const override {
    return !choice_.made && (taken_ == nullptr || !*taken_) && !program_.spinning(choice_.thread);
  }
  bool execute() override {
    choice_.made = true;
    choice_.chosen = write_;
    program_.execute_pending(choice_.thread);
    return false;
  }

 private:
  Program& program_;
  Choice& choice_;
  EventNumber write_;
  const bool* taken_ = nullptr;
  Operation operation_;
};

class CppMemory final : public Memory {
 public:
  explicit CppMemory(Program& program) : program_(program) {}

  std::uint32_t read(const Cell& cell, std::memory_order order, const char* name,
                     place where) override {
    const Location location = cell.location_of(where);
    const EventNumber source = choose(
        cell, {Choice::Kind::kRead, program_.self(), location, order, order, nullptr, name, where});
    if (program_.recording() && !program_.unwinding()) note_reads(cell);
    graph_.add_read(program_.self(), location, source, order);
    judge(order);
    return value(source);
  }

  void write(Cell& cell, std::uint32_t value, std::memory_order order, const char* name,
             place where) override {
    const Location location = cell.location_of(where);
    const EventNumber after = choose(cell, {Choice::Kind::kWrite, program_.self(), location, order,
                                            order, nullptr, name, where});
    program_.note_write(location, value);
    graph_.add_write(program_.self(), location, after, order, value);
    written(cell, location);
    judge(order);
    made_available(location);
  }

  std::uint32_t begin_update(Cell& cell, std::memory_order success, std::memory_order failure,
                             detail::Writes writes, const char* name, place where) override {
    const Location location = cell.location_of(where);
    updating_ = {choose(cell, {Choice::Kind::kUpdate, program_.self(), location, success, failure,
                               std::move(writes), name, where}),
                 success, failure, location};
    if (program_.recording() && !program_.unwinding()) note_reads(cell);
    return value(updating_.source);
  }
  void end_update(Cell& cell, bool writes, std::uint32_t value) override {
    const auto [source, success, failure, location] = updating_;
    if (!writes) {
      graph_.add_read(program_.self(), location, source, failure);
      judge(failure);
      return;
    }
    place_of(location, source).updated = true;
    program_.note_write(location, value);
    graph_.add_update(program_.self(), location, source, success, value);
    written(cell, location);
    judge(success);
    made_available(location);
  }

  void fence(std::memory_order order, place where) override {
    Operation op("fence", where);
    op.acquires = op.releases = op.changes = false;
    if (order == std::memory_order_seq_cst) touch_order_of_seq_cst(op);
    detail::perform(op);
    graph_.add_fence(program_.self(), order);
    judge(order);
  }

  void destroyed(const Cell&) override {}
  void end_thread(std::uint32_t) override {}
  void restart() override {
    graph_.clear();
    choices_.clear();
    of_cell_.clear();
    places_.clear();
    initial_.clear();
    published_.clear();
    operations_.clear();
    updating_ = {};
  }

  bool drained(std::uint32_t) const override { return true; }
  void touch_barrier(std::uint32_t, std::vector<core::Access>&) const override {}
  void passed_barrier(std::uint32_t) override {}

  bool announces() const override { return true; }
  void acquire(std::uint32_t thread, Location from) override {
    const auto found = published_.find(from);
    if (found != published_.end()) graph_.learn(thread, found->second);
  }
  void release(std::uint32_t thread, Location to) override { graph_.teach(thread, published_[to]); }
  const ViewClock* clock(std::uint32_t thread) override { return &graph_.clock(thread); }
  std::size_t looks(std::uint32_t thread) override { return graph_.events(thread); }
  bool saw_the_latest(std::uint32_t thread, std::size_t looks) override {
    return graph_.read_the_latest(thread, looks);
  }
  bool consistent() override { return graph_.sequentially_consistent(); }

 private:
  struct Updating {
    EventNumber source = kInitial;
    std::memory_order success = std::memory_order_seq_cst;
    std::memory_order failure = std::memory_order_seq_cst;
    Location location = 0;
  };
  /// A write that can be named.
  struct Place {
    Location available = 0;  // produced with it; of an initial value only part of its locks
    bool updated = false;    // an update has read from it
  };

  std::uint32_t value(EventNumber write) const {
    return write == kInitial ? 0 : graph_[write].value;
  }
  Place& place_of(Location cell, EventNumber write) {
    if (write != kInitial) return places_[write];
    Place& place = initial_[cell];
    place.available = cell;
    return place;
  }

  EventNumber choose(const Cell& cell, Choice wanted) {
    Operation op(wanted.name, cell, wanted.where);
    op.changes = wanted.kind != Choice::Kind::kRead;
    op.touch(wanted.cell, op.changes ? Access::update : Access::read);
    op.acquires = op.releases = false;
    op.by_choice = true;
    if (program_.unwinding()) {
      detail::perform(op);
      return kInitial;
    }
    wanted.number = operations_[wanted.thread]++;
    wanted.lock = program_.new_location();
    wanted.announced = program_.announce();
    wanted.rank = graph_.next_rank(wanted.thread);
    wanted.clock = graph_.clock(wanted.thread);
    Choice& choice = choices_.emplace_back(std::move(wanted));
    name(choice.lock, choice.cell);
    // A copy of the engine's own: the other one is memory of the program (heap.hpp).
    if (Heap::linked()) choice.writes = detail::Writes(choice.writes);
    // The latest first: without seq_cst it is always allowed.
    const std::vector<EventNumber> known = graph_.writes(choice.cell);
    for (auto write = known.rbegin(); write != known.rend(); ++write) offer(choice, *write);
    offer(choice, kInitial);
    of_cell_[choice.cell].push_back(&choice);
    detail::perform(op);
    return choice.chosen;
  }

  // Whether the update of a choice writes, if it names this write.
  bool writes(const Choice& choice, EventNumber write) const {
    return choice.kind == Choice::Kind::kUpdate && choice.writes(value(write));
  }

  bool coherent(const Choice& choice, EventNumber write) {
    if (choice.kind == Choice::Kind::kWrite) {
      const bool can_be_named =
          write == kInitial ||
          (graph_[write].kind == ExecutionGraph::Kind::kWrite && graph_.rank(write) < choice.rank);
      return can_be_named && graph_.may_follow(choice.clock, choice.rank, choice.cell, write);
    }
    const bool fails = choice.kind == Choice::Kind::kUpdate && !writes(choice, write);
    return graph_.may_read(choice.clock, choice.cell, write, fails ? choice.failure : choice.order);
  }

  // What the running thread's choice fell on, and what else it could have fallen on.
  void note_reads(const Cell& cell) {
    const Choice* choice = nullptr;
    for (const Choice* other : of_cell_[cell.home()]) {
      if (other->thread == program_.self()) choice = other;  // the last one of the thread
    }
    const auto note = [&](EventNumber write) {
      program_.note_reads(choice->cell, value(write), cell.value_text(value(write)));
    };
    note(choice->chosen);
    std::vector<EventNumber> others = graph_.writes(choice->cell);
    others.insert(others.begin(), kInitial);
    for (const EventNumber write : others) {
      if (write != choice->chosen && possible(*choice, write)) note(write);
    }
  }

  // Whether all axioms allow this read in the graph as it is: in a copy, for traces only.
  bool possible(const Choice& choice, EventNumber write) {
    const bool updates = writes(choice, write);
    if (!coherent(choice, write) || (updates && place_of(choice.cell, write).updated)) return false;
    ExecutionGraph graph = graph_;
    if (updates) {
      graph.add_update(choice.thread, choice.cell, write, choice.order, 0);
    } else {
      const bool fails = choice.kind == Choice::Kind::kUpdate;
      graph.add_read(choice.thread, choice.cell, write, fails ? choice.failure : choice.order);
    }
    return graph.sequentially_consistent();
  }

  // Lets the choice fall on this write.
  void offer(Choice& choice, EventNumber write) {
    if (!coherent(choice, write)) return;
    const bool updates = writes(choice, write);
    const bool fails = choice.kind == Choice::Kind::kUpdate && !updates;
    Place& place = place_of(choice.cell, write);
    auto made = std::make_unique<Possibility>(program_, choice, write);
    Operation& op = made->operation();
    if (write != kInitial) op.touch(place.available, Access::consume);
    if (updates) {
      op.touch(update_lock(place.available), Access::acquire);
      made->depends_on(&place.updated);
    }
    if ((fails ? choice.failure : choice.order) == std::memory_order_seq_cst) {
      touch_order_of_seq_cst(op);
    }
    const std::uint64_t writer =
        write == kInitial
            ? 0
            : support::mix_bits(std::uint64_t{program_.actor(graph_[write].thread)} << 32 |
                                (graph_[write].index + 1));
    program_.add_phantom_of(choice.thread, std::move(made), kPossibilityRole,
                            support::mix_bits(choice.number + 1) ^ writer);
  }

  // The write just added: everybody who uses the cell, or has used it, could name it.
  void made_available(Location cell) {
    const EventNumber write = graph_.last();
    Place& place = places_[write];
    place.available = program_.new_location();
    program_.touch_now(place.available, AccessKind::kProduce);
    name(place.available, cell);
    for (Choice* choice : of_cell_[cell]) {
      if (choice->thread != program_.self()) offer(*choice, write);
    }
  }

  // A write was added: somewhere in modification order.
  void written(Cell& cell, Location location) {
    if (program_.unwinding()) return;
    cell.set_current(value(graph_.latest(location)));
    program_.inspected_changes(location);
  }

  // For reports: what concerns a cell has its name.
  void name(Location location, Location cell) {
    if (program_.recording()) program_.name_object(location, "", program_.location_name(cell));
  }

  void touch_order_of_seq_cst(Operation& op) {
    op.touch(kOrderOfSeqCst, Access::update);
    if (program_.recording()) {
      program_.name_object(kOrderOfSeqCst, "", "the order of seq_cst operations");
    }
  }

  // The event just added has this order.
  void judge(std::memory_order order) {
    if (order == std::memory_order_seq_cst && !graph_.sequentially_consistent()) program_.prune();
  }

  Program& program_;
  ExecutionGraph graph_;
  std::deque<Choice> choices_;
  std::map<Location, std::vector<Choice*>> of_cell_;
  std::map<EventNumber, Place> places_;
  std::map<Location, Place> initial_;  // by cell
  std::map<Location, ExecutionGraph::Knowledge> published_;
  std::map<std::uint32_t, std::uint64_t> operations_;  // by thread: how many it has announced
  Updating updating_;
};

}  // namespace

std::unique_ptr<Memory> make_cpp_memory(Program& program) {
  return std::make_unique<CppMemory>(program);
}

}  // namespace heddle::threads
