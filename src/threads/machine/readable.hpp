// Which memory of the process is there.
//
// Who only thinks about running a program (private_memory.hpp) must not read what is not there. The
// kernel knows, but asking it takes longer than a hundred instructions, so it is asked last: the
// segments of the program and its libraries are there, the stacks of fibers, and the heap from any
// address that was there up to its present end.
#pragma once

#include <cstdint>

#include "threads/border.hpp"

namespace heddle::threads {

/// The page of this address.
bool is_readable(std::uint64_t address);

/// While it lives, this memory is there, as the calling OS thread knows.
class ReadableRange {
 public:
  explicit ReadableRange(Range range);
  ~ReadableRange();
  ReadableRange(const ReadableRange&) = delete;
  ReadableRange& operator=(const ReadableRange&) = delete;

 private:
  friend bool is_readable(std::uint64_t address);
  // A list that needs no memory of its own: it is there as long as any thread's variables are.
  static constinit thread_local ReadableRange* first_;
  Range range_;
  ReadableRange* before_ = nullptr;
  ReadableRange* next_;
};

}  // namespace heddle::threads
