// Memory: how writes of cells reach the threads that read them.
//
// Sequential consistency needs none of this (a write is there at once); the other models are
// classes of this kind, one file each. The first five functions are called from inside the threads,
// by the cells (include/heddle/detail/cell.hpp), the others by the engine.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/footprint.hpp"
#include "heddle/detail/cell.hpp"
#include "threads/execution_graph.hpp"

namespace heddle::threads {

class Program;

class Memory {
 public:
  virtual ~Memory() = default;

  virtual std::uint32_t read(const detail::Cell& cell, std::memory_order order, const char* name,
                             place where) = 0;
  virtual void write(detail::Cell& cell, std::uint32_t value, std::memory_order order,
                     const char* name, place where) = 0;
  virtual std::uint32_t begin_update(detail::Cell& cell, std::memory_order success,
                                     std::memory_order failure, detail::Writes writes,
                                     const char* name, place where) = 0;
  virtual void end_update(detail::Cell& cell, bool written, std::uint32_t value) = 0;
  virtual void fence(std::memory_order order, place where) = 0;
  virtual void destroyed(const detail::Cell& cell) = 0;
  /// The thread has no more operations of its own.
  virtual void end_thread(std::uint32_t thread) = 0;

  virtual void restart() = 0;
  /// Barriers: whether all stores of the thread are in memory; what waiting for that touches; it is
  /// past one.
  virtual bool drained(std::uint32_t thread) const = 0;
  virtual void touch_barrier(std::uint32_t thread, std::vector<core::Access>& out) const = 0;
  virtual void passed_barrier(std::uint32_t thread) = 0;

  /// Whether the parts of a thread's program order may be executed by different actors, so that
  /// each operation has to say what it comes after.
  virtual bool announces() const { return false; }
  /// What a thread does besides cells: it sees what was published there, it publishes.
  virtual void acquire(std::uint32_t /*thread*/, detail::Location /*from*/) {}
  virtual void release(std::uint32_t /*thread*/, detail::Location /*to*/) {}
  /// What a thread knows, where the model keeps it; null otherwise.
  virtual const ViewClock* clock(std::uint32_t /*thread*/) { return nullptr; }
  /// How often a thread has looked at cells, where that is counted; whether what it saw after the
  /// first `looks` of them is what the cells hold when nothing can run any more.
  virtual std::size_t looks(std::uint32_t /*thread*/) { return 0; }
  virtual bool saw_the_latest(std::uint32_t /*thread*/, std::size_t /*looks*/) { return true; }
  /// Nothing can run any more. False: memory cannot have behaved like this.
  virtual bool consistent() { return true; }
};

/// Null for sequential consistency.
std::unique_ptr<Memory> make_memory(Program& program, memory model);

std::unique_ptr<Memory> make_store_buffers(Program& program, bool for_each_location);
std::unique_ptr<Memory> make_cpp_memory(Program& program);

}  // namespace heddle::threads
