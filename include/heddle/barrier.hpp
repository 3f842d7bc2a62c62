// heddle::barrier: threads meet, again and again.
//
//   heddle::barrier meeting(2, [] { ... });   // the last to arrive executes the function
//   meeting.arrive_and_wait();                // in two threads
//
// Without a function, arrivals of the same phase commute: an exploration need not try every order
// in which the threads meet. For that, a thread has to arrive once in every phase, from the first
// one on (or until it drops out), as barriers are used; a thread that arrives more often or in
// another phase than its own count of arrivals says is reported as an error. With a function every
// order of arrivals is explored, since the last one executes it.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "heddle/detail/guarded.hpp"

namespace heddle {

namespace detail {

/// Arguments: how many are expected at first (16 bits), the phase (16 bits), how many arrive (8).
struct BarrierState {
  static constexpr const char* kName = "barrier";
  enum Code : std::uint8_t {
    kArrive,
    kArriveLast,  // executes the function if it completes the phase: does not commute
    kDrop,
    kDropLast,
    kWait,
    kBegin,  // the function was executed: the next phase begins
  };
  static constexpr std::uint64_t argument(std::uint64_t phase, std::uint64_t n) {
    return (phase & 0xffff) << 8 | n;
  }
  static constexpr std::uint64_t phase_of(Token operation) {
    return argument_of(operation) >> 8 & 0xffff;
  }

  explicit BarrierState(std::uint64_t argument)
      : expected(static_cast<std::int64_t>(argument >> 24)), missing(expected) {}
  bool admits(Token operation) const {
    return code_of(operation) != kWait || phase > phase_of(operation);
  }
  /// Whether an arrival completed the phase.
  bool apply(Token operation);
  static bool commute(Token first, Token second);
  const char* wrong_to_destroy() const { return nullptr; }

  std::int64_t expected;
  std::int64_t missing;
  std::uint64_t phase = 0;
  bool completing = false;  // the function is being executed
};

class Barrier : public GuardedObject<BarrierState> {
 protected:
  Barrier(std::ptrdiff_t expected, bool with_function, place made);
  /// The phase in which it arrived, and whether that completed it.
  std::pair<std::uint64_t, bool> arrive_by(std::ptrdiff_t n, bool drops, place where);
  void wait_for(std::uint64_t phase, place where);
  void begin_phase(place where);
  void renew() override;

 private:
  const bool with_function_;
  std::map<std::uint32_t, std::uint64_t> arrivals_;  // of each thread; it only sees its own
};

struct NoCompletion {
  void operator()() noexcept {}
};

}  // namespace detail

template <class Completion = detail::NoCompletion>
class barrier : public detail::Barrier {
 public:
  class arrival_token {
   public:
    arrival_token(arrival_token&&) noexcept = default;
    arrival_token& operator=(arrival_token&&) noexcept = default;

   private:
    friend class barrier;
    explicit arrival_token(std::uint64_t phase) : phase_(phase) {}
    std::uint64_t phase_;
  };

  explicit barrier(std::ptrdiff_t expected, Completion completion = {}, place made = place::here())
      : Barrier(expected, !std::is_same_v<Completion, detail::NoCompletion>, made),
        completion_(std::move(completion)) {}
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static constexpr std::ptrdiff_t max() noexcept { return 0xffff; }

  [[nodiscard]] arrival_token arrive(std::ptrdiff_t n = 1, place where = place::here()) {
    return arrival_token(arrived(n, false, where));
  }
  void wait(arrival_token&& token, place where = place::here()) { wait_for(token.phase_, where); }
  void arrive_and_wait(place where = place::here()) { wait(arrive(1, where), where); }
  void arrive_and_drop(place where = place::here()) { arrived(1, true, where); }

 private:
  std::uint64_t arrived(std::ptrdiff_t n, bool drops, place where) {
    const auto [phase, completed] = arrive_by(n, drops, where);
    if constexpr (!std::is_same_v<Completion, detail::NoCompletion>) {
      if (completed) {
        completion_();
        begin_phase(where);
      }
    }
    return phase;
  }
  Completion completion_;
};

}  // namespace heddle
