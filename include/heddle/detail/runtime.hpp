// The seam between the types of this library and the engine that schedules them.
//
// Every visible operation of a type is announced with `perform`: the thread stops, the engine may
// let others go first, and when `perform` returns the operation is being executed. Until the next
// `perform` nothing else runs, so the code after it changes the object as if it were alone:
//
//   void lock(place where) {
//     detail::Operation op("lock", *this, where);
//     op.touch(location(), detail::Access::acquire);
//     op.wait_until([](const void* m) { return !static_cast<const mutex*>(m)->locked_; }, this);
//     detail::perform(op);
//     locked_ = true;
//   }
//
// What an operation touches is its footprint (src/core/footprint.hpp), which must follow from the
// thread's own history: what it did and what it read before, not what the object holds now. Objects
// keep their own state; they are made anew in every run, or renewed (`Object::renew`).
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>

#include "heddle/detail/place.hpp"

namespace heddle::detail {

using Location = std::uint64_t;
using Token = std::uint64_t;

enum class Access : std::uint8_t {
  read,
  write,    // seen by nobody, its order among other writes does not matter
  update,   // reads and writes
  acquire,  // of a lock: waits while it is held
  release,
  produce,  // what somebody else needs (consume) to go on
  consume,
  guarded,  // an operation that may wait, judged by its `Guard`
  append,   // of a mailbox; token: the message
  take,     // token: the pattern; waits for a message that matches
  poll,     // token: the pattern; takes a matching message or goes on without
};

/// Footprint of an operation at one location. `decides`: what is found there decides what else the
/// operation touches.
struct Touch {
  Location location = 0;
  Token token = 0;
  Access access = Access::read;
  bool decides = false;
  bool synchronises = true;  // Operation::acquires and releases mean this one, too
};

/// Between operations that commute there must be no synchronisation, or their order would matter
/// to memory. Those that share (a reader's lock and unlock) acquire what was released exclusively
/// and release it for those that are exclusive.
enum class Sharing : std::uint8_t { none, shared, exclusive };

/// Operations on objects that wait for more than a lock. A token is an operation: its guard, a
/// code, and an argument that follows from the thread's history.
struct Guard {
  /// Whether `operation` can be executed after the operations `before`, on a new object.
  bool (*admits)(Token operation, const Token* before, std::size_t count);
  /// Whether two operations of different threads commute in every state in which both can be
  /// executed, without making the other wait or go on. One that does not commute with itself must
  /// not commute with any.
  bool (*commute)(Token first, Token second);
};

/// Codes of operations are below this.
constexpr std::uint8_t kCodes = 0x40;

/// A number for the guard, the same in every run of the program. Guards have static storage.
std::uint32_t guard_number(const Guard& guard, const char* name);
constexpr unsigned kArgumentBits = 40;
constexpr Token make_token(std::uint32_t guard, std::uint8_t code, std::uint64_t argument) {
  return Token{guard} << 48 | Token{code} << kArgumentBits |
         (argument & ((Token{1} << kArgumentBits) - 1));
}
constexpr std::uint8_t code_of(Token token) {
  return static_cast<std::uint8_t>(token >> kArgumentBits);
}
constexpr std::uint64_t argument_of(Token token) {
  return token & ((Token{1} << kArgumentBits) - 1);
}

class Object;

/// One visible operation, on the stack of the thread that performs it.
struct Operation {
  static constexpr std::size_t kMaxTouches = 6;

  const char* name;
  const Object* object;
  // Of the object, which may be gone when somebody asks.
  const char* type = nullptr;
  Location home = 0;
  place where;
  std::uint8_t touches = 0;
  bool yields = false;         // lets others go first: what the fair bound counts
  bool changes = true;         // false: leaves everything as it was, whatever it finds
  bool may_throw = true;       // false in what destructors call
  bool once = false;           // the same thread never performs the same again: no loop waits in it
  bool interruptible = false;  // while it waits, an exception may be thrown into the thread
  // What it means for memory: it sees what was published at its first location, and publishes what
  // its thread did. Cells say it by their orders instead, and set both to false.
  bool acquires = true;
  bool releases = true;
  Sharing sharing = Sharing::none;
  bool barrier = false;  // waits until the stores of its thread are in memory
  bool cell = false;     // of a cell, with these orders (the second one if an update fails)
  std::memory_order order = std::memory_order_seq_cst;
  std::memory_order failure = std::memory_order_seq_cst;
  bool by_choice = false;  // not executed by the thread itself, but by one of its alternatives
  /// Called before the footprint is asked for, where it follows from what is found (`decides`).
  void (*prepare)(Operation&) = nullptr;
  Touch touched[kMaxTouches];
  bool (*ready)(const void*) = nullptr;  // null: always
  const void* context = nullptr;
  const std::uint32_t* holder = nullptr;  // who holds what it waits for, for reports
  bool orphaned = false;                  // its object was destroyed while it waited

  Operation(const char* operation, const Object& on, place at);
  Operation(const char* operation, place at) : name(operation), object(nullptr), where(at) {}
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  Operation& touch(Location location, Access access, Token token = 0, bool decides = false) {
    touched[touches++] = {location, token, access, decides};
    return *this;
  }
  Operation& without_synchronisation() {
    touched[touches - 1].synchronises = false;
    return *this;
  }
  /// Calls `f(location)` for every location that it acquires, or releases.
  template <class F>
  void each_acquired(F f) const;
  template <class F>
  void each_released(F f) const;
  Operation& wait_until(bool (*condition)(const void*), const void* of) {
    ready = condition;
    context = of;
    return *this;
  }
  bool can_go_on() const { return ready == nullptr || ready(context); }
};

/// Whether the calling code runs in a thread of an exploration. Outside, objects are plain values.
bool exploring() noexcept;
/// Stops before the operation until the engine lets it be executed. May throw: the run is over, or
/// an exception was thrown into this thread.
void perform(Operation& operation);
/// The operation just performed turned out to leave everything as it was (a failed try_lock).
void no_change() noexcept;

/// The update just performed did not write.
void failed_update() noexcept;

/// Something begins with the operation just performed and ends with the one that is performed then.
/// If the thread has done nothing else in between that had an effect than `operations` operations,
/// it came to nothing: locked and unlocked again, waited in vain. Kept by the engine and not on the
/// stack: a loop is recognised by its stack.
void begins(const void* what);
void ends(const void* what, unsigned operations) noexcept;

/// The last operation on an object, by its destructor. Whoever still waits for the object goes on
/// to an error.
void perform_last(Operation& operation) noexcept;

/// Somebody wants to read this run: worth making texts.
bool recording() noexcept;
/// The arguments, and what the operation just performed gave, in words. Only while `recording`.
void note_arguments(const std::string& text);
void note_value(const std::string& text);

/// A location of the calling thread's own making, the same in every run.
Location new_location();
/// A new one of a family that belongs to `location`: `part` tells them apart (under 2^12).
/// What operations that share have released (Sharing) has this part.
constexpr std::uint32_t kSharedPart = 0xffe;
/// Its destruction changes this one, and who finds it destroyed has read it.
constexpr std::uint32_t kLifePart = 0xffc;
constexpr Location part_of(Location location, std::uint32_t part) {
  return location | Location{part + 1} << 52;
}

/// The number of the calling thread in this run, from 0 for main.
std::uint32_t self() noexcept;

/// The same for the same thread in every run.
std::uint32_t identity() noexcept;
std::uint32_t identity_of(std::uint32_t thread) noexcept;
constexpr std::uint32_t kNobody = ~std::uint32_t{0};

/// The calling thread's virtual time. It passes by sleeping and timeouts only, and whoever sees
/// what a thread did (a lock it released, a value it wrote) is not earlier than that thread.
std::chrono::nanoseconds virtual_time() noexcept;
void pass_time_until(std::chrono::nanoseconds time) noexcept;

/// Executed by the calling thread when its function has returned, the last one first.
void at_thread_exit(std::function<void()> function);

/// Explores a wait that ends for no reason, as often as options::spurious_wakeups says: whether
/// this one does.
bool wakes_spuriously(place where);

/// One of `count` possibilities, all of them explored. `what` is for traces.
std::size_t choose(std::size_t count, const char* what, place where);

/// Whether the weak compare_exchange that comes next fails for no reason: explored, if
/// options::weak_failures says so.
bool fails_weakly(place where);

/// Misuse of the library by the program under test; ends the calling thread.
[[noreturn]] void misuse(const std::string& message, place where);
/// An error that the thread survives (found in a destructor, for instance).
void report_error(const std::string& message, place where) noexcept;
/// An assertion of the test does not hold; ends the calling thread.
[[noreturn]] void assertion_failed(const std::string& message, place where);

/// Thrown through a thread whose run is over. Not to be caught for good.
struct Unwind {};
/// Whether this thread is being unwound that way: destructors must not wait.
bool unwinding() noexcept;

/// Base of everything that threads share: a location, a name, and whether it is still there.
class Object {
 public:
  explicit Object(const char* type) noexcept;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object();

  /// As the traces call it.
  void set_name(const std::string& name) const;
  const char* type() const { return type_; }
  /// Its location; 0 as long as an object made outside of runs has not been used.
  Location home() const { return location_; }

 protected:
  /// Of this object in this run. An object that outlives runs is renewed first. Using an object
  /// that was destroyed is an error of the program.
  Location location(place where) const {
    if (run_ != current_run()) adopt(where);
    return location_;
  }
  /// For what must not throw: reports the use of an object that was destroyed.
  bool gone(place where) const noexcept;
  /// Made or used in this run.
  bool in_this_run() const noexcept { return run_ == current_run(); }
  /// Back to the state after construction: for objects made outside the runs.
  virtual void renew() {}

 private:
  friend std::string object_name(const Object&);
  static constexpr std::uint64_t kNoRun = ~std::uint64_t{0} - 1;
  static std::uint64_t current_run() noexcept;
  void adopt(place where) const;
  void find_destroyed() const;
  std::string gone_words() const;

  const char* type_;
  mutable Location location_ = 0;
  mutable std::uint64_t run_ = kNoRun;
};

template <class F>
void Operation::each_acquired(F f) const {
  for (std::size_t i = 0; acquires && i < touches; ++i) {
    if (!touched[i].synchronises) continue;
    f(touched[i].location);
    if (sharing == Sharing::exclusive) f(part_of(touched[i].location, kSharedPart));
  }
}
template <class F>
void Operation::each_released(F f) const {
  for (std::size_t i = 0; releases && i < touches; ++i) {
    if (!touched[i].synchronises) continue;
    f(sharing == Sharing::shared ? part_of(touched[i].location, kSharedPart) : touched[i].location);
  }
}

inline Operation::Operation(const char* operation, const Object& on, place at)
    : name(operation), object(&on), type(on.type()), home(on.home()), where(at) {}

/// Adds to what the operation in progress touches: for operations that learn it on the way. They
/// say `decides` for what they read.
void touch_more(Location location, Access access, bool decides);
/// For an operation that has found, by what it read since `touched_since`, that it has to wait
/// until somebody changes some of it: stops here. Like a loop that looks again, the run ends for
/// this thread; the run in which it looks later is explored, too (docs/threads.md). Only an
/// exception thrown into the thread ends it.
[[noreturn]] void wait_for_change(std::size_t touched_since, const char* name, place where);
std::size_t touched_so_far();

/// Starts a thread that executes `body`; its number.
std::uint32_t start_thread(std::function<void()> body, place where);
/// The same without making memory visible. What leaves the thread as an exception is nobody's
/// concern, and exceptions can be thrown into it.
std::uint32_t fork_thread(std::function<void()> body, place where);
/// Waits until that thread has ended. A destructor must not throw.
void join_thread(std::uint32_t thread, place where, bool may_throw = true);
bool thread_ended(std::uint32_t thread) noexcept;
void name_thread(std::uint32_t thread, const std::string& name);

}  // namespace heddle::detail
