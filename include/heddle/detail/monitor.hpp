// Monitors: what objects with operations that wait are built on (mvar, channels, semaphores, ...).
//
// Such an object is a state with operations, each of which waits until it is possible and then
// changes the state as if alone. There are two kinds of monitor with the same members, and so each
// object is written once, as a template over its monitor: `ExploredMonitor` makes every operation
// one step of the exploration, `RealMonitor` is a mutex and a condition variable of the standard
// library for the product.
//
// For the search an object also has a model, from which it folds what a sequence of operations
// leads to, without the values:
//
//   struct Model {
//     static constexpr const char* kName = "mvar";
//     using State = bool;                                         // whether it is full
//     static State initial(std::uint64_t argument);               // of any operation's token
//     static bool ready(const State&, std::uint8_t code, std::uint64_t argument);
//     static void apply(State&, std::uint8_t code, std::uint64_t argument);
//     static bool commute(Token first, Token second);             // see detail::Guard
//   };
//
// What is in an argument follows from how the object was made and what the thread did before.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

#include "heddle/detail/runtime.hpp"
#include "heddle/detail/text.hpp"

namespace heddle::detail {

template <class Model>
bool fold_admits(Token operation, const Token* before, std::size_t count) {
  typename Model::State state = Model::initial(argument_of(operation));
  for (std::size_t i = 0; i < count; ++i) {
    Model::apply(state, code_of(before[i]), argument_of(before[i]));
  }
  return Model::ready(state, code_of(operation), argument_of(operation));
}

template <class Model>
inline constexpr Guard kFolded{&fold_admits<Model>, &Model::commute};

/// One operation as its model knows it.
struct MonitorOperation {
  const char* name;
  std::uint8_t code;
  std::uint64_t argument = 0;
  bool looks = false;  // leaves everything as it was
};

template <class Model>
class ExploredMonitor : public Object {
 public:
  static constexpr bool kExplored = true;
  using Object::Object;

  /// Waits until `ready()`, then executes `body()`.
  template <class Ready, class Body>
  decltype(auto) when(const MonitorOperation& what, place where, Ready ready, Body body) {
    Operation op(what.name, *this, where);
    op.interruptible = true;
    op.wait_until([](const void* condition) { return (*static_cast<const Ready*>(condition))(); },
                  &ready);
    begin(op, what, where);
    return body();
  }
  /// Never waits.
  template <class Body>
  decltype(auto) now(const MonitorOperation& what, place where, Body body) {
    Operation op(what.name, *this, where);
    begin(op, what, where);
    return body();
  }
  /// The same, for destructors.
  template <class Body>
  void release(const MonitorOperation& what, place where, Body body) {
    Operation op(what.name, *this, where);
    op.may_throw = false;
    begin(op, what, where);
    body();
  }

  /// Of the operation in progress.
  static void unchanged() { no_change(); }
  template <class V>
  static void note_argument(const V& value) {
    if (recording()) note_arguments(trace_text(value));
  }
  template <class V>
  static const V& noted(const V& value) {
    if (recording()) note_value(trace_text(value));
    return value;
  }
  Location location_of(place where) const { return location(where); }

 private:
  void begin(Operation& op, const MonitorOperation& what, place where) {
    static const std::uint32_t guard = guard_number(kFolded<Model>, Model::kName);
    op.touch(location(where), Access::guarded, make_token(guard, what.code, what.argument));
    op.changes = !what.looks;
    perform(op);
  }
};

template <class Model>
class RealMonitor {
 public:
  static constexpr bool kExplored = false;

  explicit RealMonitor(const char*) {}
  RealMonitor(const RealMonitor&) = delete;
  RealMonitor& operator=(const RealMonitor&) = delete;
  virtual ~RealMonitor() = default;

  template <class Ready, class Body>
  decltype(auto) when(const MonitorOperation& what, place, Ready ready, Body body) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, ready);
    const Notify notify{what.looks ? nullptr : &changed_};
    return body();
  }
  template <class Body>
  decltype(auto) now(const MonitorOperation& what, place, Body body) {
    const std::scoped_lock lock(mutex_);
    const Notify notify{what.looks ? nullptr : &changed_};
    return body();
  }
  template <class Body>
  void release(const MonitorOperation& what, place where, Body body) {
    now(what, where, body);
  }

  void set_name(const std::string&) const {}
  static void unchanged() {}
  template <class V>
  static void note_argument(const V&) {}
  template <class V>
  static const V& noted(const V& value) {
    return value;
  }

 protected:
  virtual void renew() {}

 private:
  struct Notify {  // everybody: waiters wait for different things
    std::condition_variable* changed;
    ~Notify() {
      if (changed != nullptr) changed->notify_all();
    }
  };
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace heddle::detail
