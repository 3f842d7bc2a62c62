// Calls from the program into the engine that leave nothing of the engine on the program's stack.
//
//   return crossing<bool>([&](void* result) { ... });
//
// The body runs behind a call that the engine knows, and its result comes back through memory of
// the caller. So the engine can tell the program's local variables from its own, and can follow
// what the program would do with another result (docs/threads.md, "Loops that try again").
#pragma once

#include <type_traits>

namespace heddle::detail {

using Entered = void (*)(void* argument);
extern "C" void heddle_enter(Entered body, void* argument);

/// `body(address of the result)` gives the result, which can be copied byte by byte.
template <class Result, class Body>
Result crossing(Body body) {
  static_assert(std::is_trivially_copyable_v<Result>);
  struct Bytes {
    alignas(Result) unsigned char bytes[sizeof(Result)];
  };
  struct Call {
    Body body;
    Bytes result;
  };
  Call call{body, {}};
  heddle_enter(
      [](void* argument) {
        Call& self = *static_cast<Call*>(argument);
        self.result = __builtin_bit_cast(Bytes, self.body(self.result.bytes));
      },
      &call);
  return __builtin_bit_cast(Result, call.result);
}

/// The same for one that gives nothing: `body()`.
template <class Body>
void crossing(Body body) {
  heddle_enter([](void* argument) { (*static_cast<Body*>(argument))(); }, &body);
}

}  // namespace heddle::detail
