// TSO and PSO: stores wait in buffers before they reach memory (seed 004; Déjà Fu's phantom
// threads).
//
// Under total store order each thread has one buffer, under partial store order one for each
// location: first in, first out. A phantom actor commits the oldest store of its buffer whenever it
// likes; the scheduler so decides when a write becomes visible, and the reduction sees an ordinary
// write by an ordinary actor.
//
//   store     the thread alone: it produces the entry
//   commit    consumes the entry, writes the cell, produces "committed"
//   load      reads the cell; or, if the thread's own store is still in the buffer, the youngest
//             such value (forwarding), which concerns nobody else
//   barrier   (fence, update, lock, ...) consumes "committed" of the thread's own stores
//
// Whether a load is forwarded depends on whether the commit has come, so a load after an own store
// of the same cell touches what the commit changes as well (`decides`, core/footprint.hpp). A
// barrier concerns the buffers of its own thread only. Orders mean nothing here: these machines
// know plain accesses, updates and fences (docs/threads.md).
#include <deque>
#include <map>
#include <utility>

#include "threads/memory.hpp"
#include "threads/program.hpp"
#include "threads/roles.hpp"

namespace heddle::threads {

namespace {

using core::AccessKind;
using detail::Access;
using detail::Cell;
using detail::Location;

struct Store {
  Cell* cell;  // null: destroyed meanwhile
  std::uint32_t value;
  Location entry;
  Location location;  // of the cell
  place where;
};
Location committed(const Store& store) { return detail::part_of(store.entry, 0); }
Location waits(const Store& store) { return detail::part_of(store.entry, 1); }

// Commits the stores of one buffer.
class Buffer final : public Phantom {
 public:
  Buffer(Program& program, std::uint32_t thread) : program_(program), thread_(thread) {}

  void add(Store store) {
    stores_.push_back(store);
    if (stores_.size() == 1) announce();
  }
  const std::deque<Store>& stores() const { return stores_; }
  std::deque<Store>& stores() { return stores_; }

  const Operation& pending() const override { return operation_; }
  bool idle() const override { return stores_.empty(); }
  bool ready() const override { return !stores_.empty(); }
  bool execute() override {
    const Store store = stores_.front();
    stores_.pop_front();
    if (store.cell != nullptr) {
      store.cell->set_current(store.value);
      if (program_.recording()) program_.note_arguments(store.cell->value_text(store.value));
    }
    program_.data_races().log({SyncEntry::Kind::kCommit, thread_, store.location, {}, store.entry});
    if (!stores_.empty()) announce();
    return true;
  }

 private:
  void announce() {
    const Store& store = stores_.front();
    operation_.touches = 0;
    operation_.where = store.where;
    operation_.home = store.location;
    operation_.touch(store.location, Access::write);
    operation_.touch(store.entry, Access::consume);
    operation_.touch(committed(store), Access::produce);
    operation_.touch(waits(store), Access::update);
  }

  Program& program_;
  std::uint32_t thread_;
  std::deque<Store> stores_;
  Operation operation_{"commit", place{}};
};

class StoreBuffers final : public Memory {
 public:
  StoreBuffers(Program& program, bool for_each_location)
      : program_(program), for_each_location_(for_each_location) {}

  std::uint32_t read(const Cell& cell, std::memory_order order, const char* name,
                     place where) override {
    const Store* own = last_own(cell);
    Look look{this, &cell, own == nullptr ? Store{} : *own, cell.location_of(where)};
    Operation op(name, cell, where);
    op.changes = op.acquires = op.releases = false;
    if (own == nullptr) {
      op.touch(look.location, Access::read);
    } else {
      op.context = &look;
      op.prepare = [](Operation& operation) {
        const Look& at = *static_cast<const Look*>(operation.context);
        operation.touches = 0;
        // What identifies the operation comes first.
        operation.touch(waits(at.own), Access::read, 0, true);
        if (!at.memory->waiting(at.own)) operation.touch(at.location, Access::read);
      };
    }
    detail::perform(op);
    if (own != nullptr && waiting(look.own)) {
      if (program_.recording()) note_reads(cell, look.location, look.own.value, false);
      return look.own.value;
    }
    if (program_.recording()) note_reads(cell, look.location, cell.current(), true);
    program_.data_races().log({SyncEntry::Kind::kLoad, program_.self(), look.location, order});
    return cell.current();
  }

  void write(Cell& cell, std::uint32_t value, std::memory_order order, const char* name,
             place where) override {
    const Location location = cell.location_of(where);
    const Store store{&cell, value, program_.new_location(), location, where};
    if (program_.recording()) {
      program_.name_object(store.entry, "", program_.location_name(location));
    }
    Operation op(name, cell, where);
    op.acquires = op.releases = false;
    op.touch(store.entry, Access::produce);
    detail::perform(op);
    program_.note_write(location, value);
    program_.data_races().log(
        {SyncEntry::Kind::kBuffered, program_.self(), location, order, store.entry});
    buffer(location).add(store);
    Thread& self = of(program_.self());
    std::erase_if(self.since_barrier,
                  [&](const Store& other) { return (other.cell == &cell) && for_each_location_; });
    self.since_barrier.push_back(store);
  }

  std::uint32_t begin_update(Cell& cell, std::memory_order success, std::memory_order failure,
                             detail::Writes, const char* name, place where) override {
    Operation op(name, cell, where);
    op.acquires = op.releases = false;
    op.cell = true;
    op.order = success;
    op.failure = failure;
    op.barrier = true;
    op.touch(cell.location_of(where), Access::update);
    detail::perform(op);
    if (program_.recording()) note_reads(cell, cell.location_of(where), cell.current(), true);
    return cell.current();
  }
  void end_update(Cell& cell, bool written, std::uint32_t value) override {
    if (written) {
      cell.set_current(value);
      program_.note_write(cell.home(), value);
    } else {
      program_.failed_update();
    }
  }

  void fence(std::memory_order order, place where) override {
    const bool orders_stores = order == std::memory_order_seq_cst ||
                               (for_each_location_ && order != std::memory_order_acquire &&
                                order != std::memory_order_consume);
    if (orders_stores) barrier("fence", where);
    program_.data_races().log({SyncEntry::Kind::kFence, program_.self(), 0, order});
  }
  void end_thread(std::uint32_t thread) override {
    if (!of(thread).since_barrier.empty()) barrier("end", {});
  }

  // A store to what is no longer there changes nothing.
  void destroyed(const Cell& cell) override {
    for (Thread& thread : threads_) {
      for (auto& [location, buffer] : thread.buffers) {
        for (Store& store : buffer->stores()) {
          if (store.cell == &cell) store.cell = nullptr;
        }
      }
      for (Store& store : thread.since_barrier) {
        if (store.cell == &cell) store.cell = nullptr;
      }
    }
  }

  void restart() override { threads_.clear(); }

  bool drained(std::uint32_t thread) const override {
    if (thread >= threads_.size()) return true;
    for (const auto& [location, buffer] : threads_[thread].buffers) {
      if (!buffer->idle()) return false;
    }
    return true;
  }
  void touch_barrier(std::uint32_t thread, std::vector<core::Access>& out) const override {
    if (thread >= threads_.size() || threads_[thread].since_barrier.empty()) return;
    const auto& stores = threads_[thread].since_barrier;
    // The last commit of a buffer comes after all others of it.
    const std::size_t first = for_each_location_ ? 0 : stores.size() - 1;
    for (std::size_t i = first; i < stores.size(); ++i) {
      out.push_back({committed(stores[i]), 0, AccessKind::kConsume});
    }
  }
  void passed_barrier(std::uint32_t thread) override {
    if (thread < threads_.size()) threads_[thread].since_barrier.clear();
  }

 private:
  struct Thread {
    std::map<Location, Buffer*> buffers;  // by location; under TSO one, at 0
    std::vector<Store> since_barrier;     // its own stores: what it has to wait for
  };
  struct Look {
    StoreBuffers* memory;
    const Cell* cell;
    Store own;
    Location location;
  };

  Thread& of(std::uint32_t thread) {
    if (thread >= threads_.size()) threads_.resize(std::size_t{thread} + 1);
    return threads_[thread];
  }

  Buffer& buffer(Location location) {
    const Location key = for_each_location_ ? location : 0;
    Buffer*& known = of(program_.self()).buffers[key];
    if (known == nullptr) {
      auto made = std::make_unique<Buffer>(program_, program_.self());
      known = made.get();
      program_.add_phantom(std::move(made), kCommitRole, key);
    }
    return *known;
  }

  // The thread's own youngest store of this cell since its last barrier.
  const Store* last_own(const Cell& cell) {
    const auto& stores = of(program_.self()).since_barrier;
    for (auto it = stores.rbegin(); it != stores.rend(); ++it) {
      if (it->cell == &cell) return &*it;
    }
    return nullptr;
  }

  // Whether that store, the running thread's or that of one about to run, is still in its buffer.
  bool waiting(const Store& store) const {
    for (const Thread& thread : threads_) {
      for (const auto& [location, buffer] : thread.buffers) {
        for (const Store& other : buffer->stores()) {
          if (other.entry == store.entry) return true;
        }
      }
    }
    return false;
  }

  // What was read; `or_others`: the stores that wait in buffers of other threads could have been in
  // memory.
  void note_reads(const Cell& cell, Location location, std::uint32_t value, bool or_others) {
    program_.note_reads(location, value, cell.value_text(value));
    for (std::uint32_t thread = 0; or_others && thread < threads_.size(); ++thread) {
      if (thread == program_.self()) continue;
      for (const auto& [key, buffer] : threads_[thread].buffers) {
        for (const Store& store : buffer->stores()) {
          if (store.location != location) continue;
          program_.note_reads(location, store.value, cell.value_text(store.value));
        }
      }
    }
  }

  void barrier(const char* name, place where) {
    Operation op(name, where);
    op.acquires = op.releases = false;
    op.barrier = true;
    op.changes = false;
    detail::perform(op);
  }

  Program& program_;
  const bool for_each_location_;
  std::vector<Thread> threads_;
};

}  // namespace

std::unique_ptr<Memory> make_store_buffers(Program& program, bool for_each_location) {
  return std::make_unique<StoreBuffers>(program, for_each_location);
}

}  // namespace heddle::threads
