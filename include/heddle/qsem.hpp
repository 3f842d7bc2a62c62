// Quantity semaphores, and locks that any thread may release: heddle::qsem, qsemn,
// free_lock, rwlock.
//
//   heddle::qsemn seats(2);
//   seats.wait(2);                      // waits until there are two, and takes them
//   seats.signal(2);
//
// All are handles, and every operation is one step. A lock is not owned by a thread: it is acquired
// and released like a thing that is handed around. `wait` of a lock waits until it is free without
// acquiring it. Releasing what nobody holds is an error.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "heddle/detail/mask.hpp"
#include "heddle/detail/monitor.hpp"

namespace heddle {

namespace detail {

/// How many there are. The initial number is in the high half of the argument, how many an
/// operation is about in the low half.
struct QuantityModel {
  static constexpr const char* kName = "quantity";
  enum Code : std::uint8_t { kWait, kSignal, kTryWait };
  using State = std::uint64_t;
  static State initial(std::uint64_t argument) { return argument >> 20; }
  static std::uint64_t amount(std::uint64_t argument) { return argument & 0xfffff; }
  static std::uint64_t argument(std::uint64_t initial, std::uint64_t amount) {
    return initial << 20 | amount;
  }
  static bool ready(State there, std::uint8_t code, std::uint64_t argument) {
    return code != kWait || there >= amount(argument);
  }
  static void apply(State& there, std::uint8_t code, std::uint64_t argument) {
    if (code == kSignal) {
      there += amount(argument);
    } else if (there >= amount(argument)) {
      there -= amount(argument);
    }
  }
  // Two signals commute, but not with waiting; and what does not commute with itself must not
  // commute with any.
  static bool commute(Token first, Token second) {
    return code_of(first) == kSignal && code_of(second) == kSignal;
  }
};

/// Readers and a writer.
struct RwlockModel {
  static constexpr const char* kName = "rwlock";
  enum Code : std::uint8_t {
    kRead,
    kWrite,
    kTryRead,
    kTryWrite,
    kEndRead,
    kEndWrite,
    kWaitRead,
    kWaitWrite,
    kLook
  };
  struct State {
    std::uint32_t readers = 0;
    bool writer = false;
    bool readable() const { return !writer; }
    bool writable() const { return !writer && readers == 0; }
  };
  static State initial(std::uint64_t) { return {}; }
  static bool ready(const State& state, std::uint8_t code, std::uint64_t) {
    if (code == kRead || code == kWaitRead) return state.readable();
    return (code != kWrite && code != kWaitWrite) || state.writable();
  }
  static void apply(State& state, std::uint8_t code, std::uint64_t) {
    if (code == kRead || (code == kTryRead && state.readable())) ++state.readers;
    if (code == kWrite || (code == kTryWrite && state.writable())) state.writer = true;
    if (code == kEndRead && state.readers > 0) --state.readers;
    if (code == kEndWrite) state.writer = false;
  }
  static bool looks(Token token) { return code_of(token) >= kWaitRead; }
  static bool commute(Token first, Token second) { return looks(first) && looks(second); }
};

}  // namespace detail

template <class Monitor = detail::ExploredMonitor<detail::QuantityModel>>
class basic_qsemn {
  using Model = detail::QuantityModel;

 public:
  explicit basic_qsemn(std::uint32_t initial) : state_(std::make_shared<State>(initial)) {}
  void set_name(std::string name) const { state_->set_name(std::move(name)); }

  void wait(std::uint32_t amount, place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"wait", Model::kWait, s.argument(amount)}, where,
        [&s, amount] { return s.there >= amount; }, [&] { s.there -= amount; });
  }
  void signal(std::uint32_t amount, place where = place::here()) const {
    State& s = *state_;
    s.release({"signal", Model::kSignal, s.argument(amount)}, where, [&] { s.there += amount; });
  }

 private:
  struct State : Monitor {
    explicit State(std::uint32_t first) : Monitor("semaphore"), initial(first), there(first) {}
    std::uint64_t argument(std::uint32_t amount) const { return Model::argument(initial, amount); }
    void renew() override { there = initial; }
    const std::uint64_t initial;
    std::uint64_t there;
  };
  std::shared_ptr<State> state_;
};

template <class Monitor = detail::ExploredMonitor<detail::QuantityModel>>
class basic_qsem {
 public:
  explicit basic_qsem(std::uint32_t initial) : many_(initial) {}
  void set_name(std::string name) const { many_.set_name(std::move(name)); }
  void wait(place where = place::here()) const { many_.wait(1, where); }
  void signal(place where = place::here()) const { many_.signal(1, where); }

 private:
  basic_qsemn<Monitor> many_;
};

template <class Monitor = detail::ExploredMonitor<detail::RwlockModel>>
class basic_rwlock {
  using Model = detail::RwlockModel;

 public:
  basic_rwlock() : state_(std::make_shared<State>()) {}
  void set_name(std::string name) const { state_->set_name(std::move(name)); }

  void acquire_read(place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"acquire_read", Model::kRead}, where, [&s] { return s.now.readable(); },
        [&] { ++s.now.readers; });
  }
  void acquire_write(place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"acquire_write", Model::kWrite}, where, [&s] { return s.now.writable(); },
        [&] { s.now.writer = true; });
  }
  bool try_acquire_read(place where = place::here()) const {
    return attempt("try_acquire_read", Model::kTryRead, where, &Model::State::readable);
  }
  bool try_acquire_write(place where = place::here()) const {
    return attempt("try_acquire_write", Model::kTryWrite, where, &Model::State::writable);
  }
  void release_read(place where = place::here()) const {
    State& s = *state_;
    s.Monitor::release({"release_read", Model::kEndRead}, where, [&] {
      if (s.now.readers == 0) return s.nobody(where);
      --s.now.readers;
    });
  }
  void release_write(place where = place::here()) const {
    State& s = *state_;
    s.Monitor::release({"release_write", Model::kEndWrite}, where, [&] {
      if (!s.now.writer) return s.nobody(where);
      s.now.writer = false;
    });
  }
  /// Until no writer holds it, or nobody.
  void wait_read(place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"wait_read", Model::kWaitRead, 0, true}, where, [&s] { return s.now.readable(); }, [] {});
  }
  void wait_write(place where = place::here()) const {
    State& s = *state_;
    s.when(
        {"wait_write", Model::kWaitWrite, 0, true}, where, [&s] { return s.now.writable(); },
        [] {});
  }
  template <class F>
  decltype(auto) with_read(F&& function, place where = place::here()) const {
    acquire_read(where);
    const Releaser done{*this, &basic_rwlock::release_read, where};
    return std::forward<F>(function)();
  }
  template <class F>
  decltype(auto) with_write(F&& function, place where = place::here()) const {
    acquire_write(where);
    const Releaser done{*this, &basic_rwlock::release_write, where};
    return std::forward<F>(function)();
  }

 protected:
  struct State : Monitor {
    State() : Monitor("lock") {}
    void nobody(place where) {
      if constexpr (Monitor::kExplored) {
        detail::report_error("a lock was released that nobody holds", where);
      } else {
        throw std::logic_error("a lock was released that nobody holds");
      }
    }
    void renew() override { now = {}; }
    typename Model::State now;
  };
  struct Releaser {
    const basic_rwlock& lock;
    void (basic_rwlock::*release)(place) const;
    place where;
    ~Releaser() { (lock.*release)(where); }
  };
  bool attempt(const char* name, std::uint8_t code, place where,
               bool (Model::State::*possible)() const) const {
    State& s = *state_;
    return s.Monitor::now({name, code}, where, [&] {
      const bool done = (s.now.*possible)();
      if (done) {
        Model::apply(s.now, code, 0);
      } else {
        Monitor::unchanged();
      }
      return done;
    });
  }
  bool look(place where) const {
    State& s = *state_;
    return s.Monitor::now({"locked", Model::kLook, 0, true}, where,
                          [&] { return !s.now.writable(); });
  }
  std::shared_ptr<State> state_;
};

/// A lock is one that has only writers.
template <class Monitor = detail::ExploredMonitor<detail::RwlockModel>>
class basic_lock : private basic_rwlock<Monitor> {
  using Base = basic_rwlock<Monitor>;

 public:
  using Base::set_name;
  void acquire(place where = place::here()) const { this->acquire_write(where); }
  bool try_acquire(place where = place::here()) const { return this->try_acquire_write(where); }
  void release(place where = place::here()) const { this->release_write(where); }
  template <class F>
  decltype(auto) with(F&& function, place where = place::here()) const {
    return this->with_write(std::forward<F>(function), where);
  }
  void wait(place where = place::here()) const { this->wait_write(where); }
  bool locked(place where = place::here()) const { return this->look(where); }
};

namespace real {
using qsem = basic_qsem<detail::RealMonitor<detail::QuantityModel>>;
using qsemn = basic_qsemn<detail::RealMonitor<detail::QuantityModel>>;
using free_lock = basic_lock<detail::RealMonitor<detail::RwlockModel>>;
using rwlock = basic_rwlock<detail::RealMonitor<detail::RwlockModel>>;
}  // namespace real

#ifdef HEDDLE_PRODUCTION
using real::free_lock;
using real::qsem;
using real::qsemn;
using real::rwlock;
#else
using free_lock = basic_lock<>;
using qsem = basic_qsem<>;
using qsemn = basic_qsemn<>;
using rwlock = basic_rwlock<>;
#endif

}  // namespace heddle
