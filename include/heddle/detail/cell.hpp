// Cell: a location of memory that threads read and write, under one of the memory models.
//
// The values belong to the typed class on top (atomic<T>, ref<T>); models and buffers speak of them
// by number: 0 is the initial one, the others are counted in order of their making. Under
// sequential consistency there is one current value and no numbers are needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "heddle/detail/runtime.hpp"

namespace heddle {

/// Which behaviours of memory are explored.
enum class memory : std::uint8_t {
  sc,   // sequential consistency
  tso,  // total store order: a buffer of stores for each thread (x86)
  pso,  // partial store order: a buffer for each thread and location
  cpp,  // the C++20 memory model without values out of thin air (RC11)
};

}  // namespace heddle

namespace heddle::detail {

class Cell : public Object {
 public:
  explicit Cell(const char* type) : Object(type) {}
  ~Cell() override;

  // For the memory models.
  Location location_of(place where) const { return location(where); }
  /// The value in memory; under `cpp` the last in modification order.
  std::uint32_t current() const { return current_; }
  void set_current(std::uint32_t value) {
    current_ = value;
    arrived(value);
  }
  /// The value of a number in words, for traces. Not under sequential consistency.
  virtual std::string value_text(std::uint32_t number) const = 0;

 protected:
  void renew() override { current_ = 0; }
  /// The value of this number is in memory. Not under sequential consistency.
  virtual void arrived(std::uint32_t) {}

 private:
  std::uint32_t current_ = 0;
};

/// The model of the current run; `sc` outside.
memory model() noexcept;

// For the other models. Numbers of values.
std::uint32_t read_cell(const Cell& cell, std::memory_order order, const char* name, place where);
void write_cell(Cell& cell, std::uint32_t value, std::memory_order order, const char* name,
                place where);
/// For traces, only while `recording`, under sequential consistency: the operation just performed
/// has read the cell and found this value, or has written it. The other models know it themselves.
void note_read(const Cell& cell, const std::string& value);
void note_write(const Cell& cell);

/// Whether an update that finds the value of this number writes.
using Writes = std::function<bool(std::uint32_t)>;
/// Of a read-modify-write: what it finds. `end_update` must follow; `written`: with this value.
std::uint32_t begin_update(Cell& cell, std::memory_order success, std::memory_order failure,
                           Writes writes, const char* name, place where);
void end_update(Cell& cell, bool written, std::uint32_t value);
void fence(std::memory_order order, place where);

/// An operation that may turn out to have only looked at a cell: a load, a compare-exchange.
struct Look {
  Location location;
  std::memory_order order;  // if it only looks
  void* into;               // where the caller gets what it found
  std::size_t size;
  bool compares = false;  // what is there now is what it hopes to find; else it tells the caller
};
/// The next operation of the calling thread is such a look; it has found this.
void will_look(const Look& look) noexcept;
void looked(Location location, std::memory_order order, const void* found,
            std::size_t size) noexcept;

}  // namespace heddle::detail
