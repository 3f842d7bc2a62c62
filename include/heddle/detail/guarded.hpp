// Objects that wait as a small state machine says, and whose operations depend on each other as it
// says: the way to write a new kind of lock, semaphore or event.
//
//   struct Gate {
//     static constexpr const char* kName = "gate";
//     enum Code : std::uint8_t { kOpen, kPass };
//     explicit Gate(std::uint64_t) {}             // as it was made; gets the argument of a token
//     bool admits(Token operation) const { return code_of(operation) != kPass || open; }
//     bool apply(Token operation) { return open = open || code_of(operation) == kOpen; }
//     static bool commute(Token a, Token b) { return code_of(a) == code_of(b); }
//     const char* wrong_to_destroy() const { return nullptr; }
//     bool open = false;
//   };
//   class gate : GuardedObject<Gate> { ... execute("pass", Kind::waits, token(kPass), where); ...
//   };
//
// The machine is executed twice: by the object, and by the search, which asks whether an operation
// would have had to wait if some of the others had not been there (Guard in runtime.hpp). So an
// argument holds the initial state if there is more than one, and otherwise only what follows from
// the history of the thread.
#pragma once

#include "heddle/detail/runtime.hpp"

namespace heddle::detail {

/// The destructor of an object. Whatever comes after it is an error and need not wait.
constexpr std::uint8_t kDestroy = 0x3f;  // the last code: the engine marks tokens above it

template <class State>
struct Folded {
  static bool admits(Token operation, const Token* before, std::size_t count) {
    State state(argument_of(operation));
    for (std::size_t i = 0; i < count; ++i) {
      if (code_of(before[i]) == kDestroy) return true;
      state.apply(before[i]);
    }
    return code_of(operation) == kDestroy || state.admits(operation);
  }
  static bool commute(Token first, Token second) {
    if (code_of(first) == kDestroy || code_of(second) == kDestroy) return false;
    return State::commute(first, second);
  }
  static constexpr Guard kGuard{&admits, &commute};

  static Token token(std::uint8_t code, std::uint64_t argument) {
    static const std::uint32_t number = guard_number(kGuard, State::kName);
    return make_token(number, code, argument);
  }
};

enum class Kind : std::uint8_t {
  waits,     // until the state admits it
  tries,     // never waits
  releases,  // never waits, and destructors call it: must not throw
};

/// What an operation means for memory (Operation::acquires, releases). Two operations that commute
/// must not be such that one acquires what the other releases.
enum class Sync : std::uint8_t {
  none,
  acquire,
  release,
  both,
  shared_acquire,
  shared_release,
  exclusive,  // both, on an object that has operations that share
};

template <class State>
class GuardedObject : public Object {
 public:
  ~GuardedObject() override {
    if (!exploring() || !owned_ || unwinding()) return;
    if (!in_this_run()) return;
    Operation op("destroy", *this, made_);
    op.touch(location(made_), Access::guarded, token(kDestroy));
    op.touch(part_of(location(made_), kLifePart), Access::update);
    perform_last(op);
    const char* const wrong = state_.wrong_to_destroy();
    if (wrong != nullptr) report_error(std::string(type()) + " " + wrong, made_);
  }

 protected:
  /// `initial` is the argument that the state is made from.
  GuardedObject(const char* type, std::uint64_t initial, place made)
      : Object(type), initial_(initial), state_(initial), made_(made) {}

  /// Nobody in particular owns it (a shared state): its destruction is no event.
  void disown() { owned_ = false; }

  Token token(std::uint8_t code, std::uint64_t argument = 0) const {
    return Folded<State>::token(code, argument | initial_);
  }
  /// For operations that touch more than this object: announces it.
  void touch(Operation& op, Token token, place where) {
    op.touch(location(where), Access::guarded, token);
  }
  const State& state() const { return state_; }
  bool apply(Token token) { return state_.apply(token); }

  /// One step: the operation waits if it may, is executed, and gives what the state says.
  bool execute(const char* name, Kind kind, Token token, place where, Sync sync = Sync::both,
               const std::uint32_t* holder = nullptr) {
    struct Context {
      const State* state;
      Token token;
    } const context{&state_, token};
    if (kind == Kind::releases && gone(where)) return false;
    Operation op(name, *this, where);
    op.touch(location(where), Access::guarded, token);
    const bool both = sync == Sync::both || sync == Sync::exclusive;
    op.sharing = sync == Sync::exclusive        ? Sharing::exclusive
                 : sync >= Sync::shared_acquire ? Sharing::shared
                                                : Sharing::none;
    op.acquires = both || sync == Sync::acquire || sync == Sync::shared_acquire;
    op.releases = both || sync == Sync::release || sync == Sync::shared_release;
    op.holder = holder;
    op.may_throw = kind != Kind::releases;
    if (kind == Kind::waits) {
      op.wait_until(
          [](const void* pair) {
            const auto& [state, operation] = *static_cast<const Context*>(pair);
            return state->admits(operation);
          },
          &context);
    }
    perform(op);
    return state_.apply(token);
  }

  void renew() override { state_ = State(initial_); }

 private:
  const std::uint64_t initial_;
  State state_;
  const place made_;
  bool owned_ = true;
};

}  // namespace heddle::detail
