// Heap: the memory that a test allocates with `new` during a run, if it includes heddle/heap.hpp.
//
// Only what the program's own code allocates is watched, not the engine's (UserCode). What it
// frees stays as it is until the run is over, so the second `delete` of a block, the use of an
// object that is in it and a write to it are seen, and none of them can harm the process. A block
// knows who allocated and freed it and where that thread had come to: the place of its last step.
//
// At the end of a run, when all threads have ended, blocks that are neither freed nor found from
// the test's result, from static variables or from the stack of who explores, are leaks. Found
// means: a word there, or in a block found before, has the value of the block's address, as garbage
// collectors without help from the compiler do it. A test that gives nothing back and has no leak
// pays nothing for that.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "heddle/detail/place.hpp"

namespace heddle::threads {

/// Who did something to a block, and after which step.
struct HeapPlace {
  std::uint32_t thread = 0;
  place after;
};

struct Block;

class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap() { restart(); }

  /// Whether the program has replaced `new` and `delete`.
  static bool linked() { return replaced_.load(std::memory_order_relaxed); }
  static void replace() { replaced_.store(true, std::memory_order_relaxed); }

  /// Gives back what was freed in the last run, and forgets what was lost.
  void restart();
  void* allocate(std::size_t size, std::size_t alignment, HeapPlace where);

  struct Misuse {
    std::size_t size;
    HeapPlace allocated;
    HeapPlace freed;
  };
  /// What was wrong: the block had been freed before.
  static std::optional<Misuse> free(Block& block, HeapPlace where);
  /// The freed block around an address.
  std::optional<Misuse> freed_around(const void* address) const;
  /// A block that was written after it was freed.
  std::optional<Misuse> written_after_free() const;

  struct Leak {
    std::size_t blocks = 0;
    std::size_t bytes = 0;
    std::size_t size = 0;  // of the first one: the order of threads and places decides
    HeapPlace allocated;
  };
  /// `result`: a block in which others may be found.
  std::optional<Leak> leak(const void* result);

 private:
  inline static std::atomic<bool> replaced_{false};
  Block* live_ = nullptr;   // of this run
  Block* freed_ = nullptr;  // of this run
};

/// While it lives, memory is allocated for the program under test, or for the engine.
class UserCode {
 public:
  explicit UserCode(bool user) : before_(std::exchange(runs_, user)) {}
  ~UserCode() { runs_ = before_; }
  UserCode(const UserCode&) = delete;
  UserCode& operator=(const UserCode&) = delete;
  static bool runs() { return runs_; }

 private:
  inline static thread_local bool runs_ = false;
  const bool before_;
};

}  // namespace heddle::threads
