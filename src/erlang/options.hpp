// What an exploration of an Erlang program may decide about its semantics and its errors.
#pragma once

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace heddle::erlang {

inline constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// A function that is to be called before a test. It returns ok or {ok, _}.
struct Preparation {
  std::string module;
  std::string function;
  std::string arguments;  // a list, as text
  std::string otherwise;  // what it means if it does not
  bool starts = false;    // part of the program, which --no-start leaves out
};

/// Who goes on where nothing says otherwise: which interleaving is the first one.
enum class Scheduling : std::uint8_t { kOldest, kNewest, kRoundRobin };

struct Options {
  /// Timeouts and timers of at least this many milliseconds never happen.
  std::uint64_t after_timeout = kNever;
  /// Of timers and timeouts only those happen next that are due first; if not, any may.
  bool virtual_time = false;
  /// Steps take no time: timers and timeouts happen when nobody can do anything else, as they are
  /// due.
  bool idle_time = false;
  /// Messages and signals arrive when they are sent; if not, in a step of their own.
  bool instant_delivery = true;
  /// Exit reasons that are no errors: atoms, also as the first element of a tuple.
  std::vector<std::string> treat_as_normal;
  /// The module that runs the test of a suite in the first process. That it dies of a signal
  /// before the test has come back there is an error, whatever the reason.
  std::string runner;
  bool ignore_abnormal_exit = false;
  bool ignore_abnormal_halt = false;
  bool ignore_deadlock = false;
  bool assertions_only = false;
  bool first_process_errors_only = false;
  bool symbolic_names = true;
  std::uint64_t print_depth = 20;
  std::uint64_t calls_per_step = 100'000'000;
  std::uint64_t memory = std::uint64_t{8} << 30;  // bytes, of a run
  Scheduling scheduling = Scheduling::kOldest;
  /// Processes of the system, by registered name, of which the order of requests is taken not to
  /// matter.
  std::vector<std::string> non_racing_system;
  /// Functions whose operations are one step: "m:f/2".
  std::vector<std::string> visible;
  /// Called before the test, in one order only: what they do then is not explored.
  std::vector<Preparation> before;
  /// What the machine does not have is asked of erl (oracle.hpp).
  bool ask_erl = false;
};

}  // namespace heddle::erlang
