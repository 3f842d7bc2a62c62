// The border on a thread's stack between the program's frames and the engine's.
//
// Loops that wait are recognised by the local variables of the program (spinning.cpp). The engine's
// own variables differ from visit to visit, so they are left out: what counts is the stack outside
// of the first call into the engine, and the registers of the caller, which that call saves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "threads/program.hpp"

namespace heddle::threads {

/// The engine leaves nothing behind below the program's frames, where it could get into variables
/// that are not initialised.
[[gnu::noinline, gnu::no_sanitize_address]] inline void clear_stack_below() {
  alignas(8) volatile std::byte below[1024];
  for (std::size_t i = 0; i < sizeof below; i += sizeof(std::uint64_t)) {
    *reinterpret_cast<volatile std::uint64_t*>(&below[i]) = 0;
  }
}

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
  struct Clear {
    ~Clear() { clear_stack_below(); }
  } const clear;
  return std::forward<Body>(body)();
}

}  // namespace heddle::threads
