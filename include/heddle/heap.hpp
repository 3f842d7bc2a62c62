// Heap errors of the code under test: include this in one source file of the test program.
//
//   #include "heddle/heap.hpp"   // replaces `new` and `delete` of the whole program
//
// During explorations these are errors then, with the threads and places of both sides:
//
//   - a block that is deleted twice;
//   - the use of a heddle object (atomic, mutex, var, ...) that was destroyed, or that another
//   thread
//     destroys without anything that orders the two: in whichever order they were executed;
//   - a block that is written after it was deleted, found at the end of the run;
//   - memory that nobody can reach when all threads have ended (options::leaks).
//
// A place is that of the last step of the thread before: `new` and `delete` do not say where they
// stand. What is not seen: reading plain data (no heddle::var) of a deleted block, which has its
// old content until the run is over; malloc and free; what `new` gave outside of explorations. With
// AddressSanitizer this header does nothing: that tool watches the heap itself.
#pragma once

#include <cstddef>
#include <new>

#include "heddle/detail/heap.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_HEAP_OF_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_HEAP_OF_SANITIZER 1
#endif
#endif

#ifndef HEDDLE_HEAP_OF_SANITIZER

// The others (arrays, nothrow, with sizes) are defined by these.
void* operator new(std::size_t size) {
  return heddle::detail::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return heddle::detail::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { heddle::detail::deallocate(memory); }
void operator delete(void* memory, std::size_t) noexcept { heddle::detail::deallocate(memory); }
void operator delete(void* memory, std::align_val_t) noexcept {
  heddle::detail::deallocate(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  heddle::detail::deallocate(memory);
}

#endif
