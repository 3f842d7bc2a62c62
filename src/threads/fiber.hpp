// Fibers: stacks that a thread of the program under test runs on, all on one OS thread.
//
// A fiber is switched to and switches back; what the C++ runtime keeps for each OS thread about
// exceptions in flight is kept for each fiber. Stacks are reused: a fiber that has ended or was
// dropped goes back to its pool, and a run allocates nothing once the pool is warm.
//
//   FiberPool pool(256 << 10);
//   Fiber* fiber = pool.take(&entry, argument);   // does not run yet
//   fiber->resume();                              // until it calls suspend() or ends
//   if (fiber->ended()) pool.give_back(fiber);
#pragma once

#include <cxxabi.h>

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "threads/machine/readable.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace heddle::threads {

/// What __cxa_get_globals points to.
struct ExceptionState {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};
/// Of this OS thread. Asked for at every switch, so it is not looked up every time.
inline ExceptionState& exception_state() {
  thread_local constinit ExceptionState* known = nullptr;
  if (known == nullptr) known = reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals());
  return *known;
}

class Fiber {
 public:
  using Entry = void (*)(void* argument);

  explicit Fiber(std::size_t stack_bytes);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// From now on the fiber will execute `entry(argument)`, which must not throw.
  void prepare(Entry entry, void* argument);
  /// From outside: goes on until the fiber suspends or ends.
  void resume();
  /// From inside: back to whoever resumed.
  void suspend();
  /// From inside, where it could have suspended.
  void passes() {
    constexpr std::ptrdiff_t kSuspended = 256;  // would have been lower
    auto* const frame = static_cast<std::byte*>(__builtin_frame_address(0));
    lowest_ = std::min(lowest_, frame - kSuspended);
  }
  bool ended() const { return ended_; }
  /// The stack in use while it is suspended, the registers of its owner included: two equal ones
  /// mean that the code is where it was, with the same local variables.
  /// From the given address, if it is on the stack, or all that is in use.
  std::span<const std::byte> live_stack(const std::byte* from) const;

 private:
  static void run(void* self);
  void clear();

  std::byte* memory_;  // a guard page, then the stack
  std::size_t bytes_;
  std::size_t guard_;  // bytes of the guard page
  std::optional<ReadableRange> readable_;
  void* context_ = nullptr;  // where it is suspended
  std::byte* lowest_;        // where it was suspended since it was prepared
  void* outside_ = nullptr;  // where it was resumed from
  Entry entry_ = nullptr;
  void* argument_ = nullptr;
  bool ended_ = true;
  ExceptionState exceptions_;
  // For AddressSanitizer, which has to know about stacks.
  void* fake_stack_ = nullptr;
  void* outside_fake_stack_ = nullptr;
  const void* outside_bottom_ = nullptr;
  std::size_t outside_size_ = 0;
};

// In line: after a switch, the processor predicts no return right.

inline void Fiber::resume() {
  ExceptionState& now = exception_state();
  const ExceptionState outside = std::exchange(now, exceptions_);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(&outside_fake_stack_, memory_ + guard_, bytes_ - guard_);
#endif
  const boost::context::detail::transfer_t back =
      boost::context::detail::jump_fcontext(context_, this);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(outside_fake_stack_, nullptr, nullptr);
#endif
  context_ = back.fctx;
  lowest_ = std::min(lowest_, static_cast<std::byte*>(context_));
  exceptions_ = std::exchange(now, outside);
}

inline void Fiber::suspend() {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(&fake_stack_, outside_bottom_, outside_size_);
#endif
  const boost::context::detail::transfer_t from =
      boost::context::detail::jump_fcontext(outside_, nullptr);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_finish_switch_fiber(fake_stack_, &outside_bottom_, &outside_size_);
#endif
  outside_ = from.fctx;
}

// Stacks as bytes, whatever a sanitizer thinks of reading all of one.
bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b);
void copy_bytes(std::span<const std::byte> from, std::vector<std::byte>& to);
void copy_bytes(std::span<const std::byte> from, std::uint8_t* to);

class FiberPool {
 public:
  explicit FiberPool(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  /// The pool of the calling OS thread for stacks of this size: explorations are often short, and
  /// making a stack takes longer than using it.
  static FiberPool& of_this_thread(std::size_t stack_bytes);
  Fiber* take(Fiber::Entry entry, void* argument);
  /// Ended or to be abandoned: nothing on its stack will be destroyed.
  void give_back(Fiber* fiber) { free_.push_back(fiber); }

 private:
  std::size_t stack_bytes_;
  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> free_;
};

}  // namespace heddle::threads
