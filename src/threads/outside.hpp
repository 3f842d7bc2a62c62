// The border on a thread's stack between the program's frames and the engine's.
//
// Loops that wait are recognised by the local variables of the program (spinning.cpp). The engine's
// own variables differ from visit to visit, so they are left out: what counts is the stack outside
// of the first call into the engine, and the registers of the caller, which that call saves.
#pragma once

#include <cstddef>
#include <utility>

#include "threads/program.hpp"

namespace heddle::threads {

/// Calls `body`, the work of a function that the program calls. Calls within it change nothing.
template <class Body>
[[gnu::noinline, gnu::no_sanitize_address]] decltype(auto) from_outside(Body&& body) {
  __builtin_unwind_init();  // all registers that a call preserves are saved in this frame
#ifdef __x86_64__
  constexpr std::size_t kSaved = 5 * sizeof(void*);  // directly below the frame's address
#else
  constexpr std::size_t kSaved = 0;  // above it
#endif
  const auto* frame = static_cast<const std::byte*>(__builtin_frame_address(0)) - kSaved;
  const Program::Outside border(Program::current(), frame);
  const UserCode engine(false);
  return std::forward<Body>(body)();
}

}  // namespace heddle::threads
