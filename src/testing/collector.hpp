// Collector: the outcomes of the runs that one worker makes.
//
// A run costs a comparison with the outcomes that are known; only an unknown one costs more. With
// several workers, the schedule that is kept of an outcome is the first in order of length and
// actors of all that had it, so that it depends less on who was faster.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/execution.hpp"
#include "explore/explorer.hpp"
#include "heddle/outcomes.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

/// What a run that has ended says.
struct Seen {
  enum class Kind : std::uint8_t {
    kNothing,    // it was cut off, or everything begins again
    kBlocked,    // another run says the same
    kNoOutcome,  // a bound cut it off, and nobody wants to know
    kOutcome,
  };
  Kind kind = Kind::kNothing;
  condition end = condition::value;
  std::string text = {};
};
Seen see(threads::Program& program, explore::RunEnd end, const core::Execution& execution,
         const options& how);

/// In order of length and actors.
bool shorter(const std::vector<core::ActorId>& a, const std::vector<core::ActorId>& b);

/// What a search was cut off by that a filter or the first error ended.
inline constexpr const char* kEnough = "what was found: the search was told to stop there";

class Collector {
 public:
  Collector(threads::Program& program, const options& how, const OnFound& on_found, bool alone)
      : program_(program), how_(how), on_found_(on_found), alone_(alone) {}

  /// Looks at the run that the program has just made; false: the search may end.
  bool add(explore::RunEnd end, const core::Execution& execution);

  std::uint64_t executions() const { return executions_; }
  std::uint64_t blocked() const { return blocked_; }
  /// Ended by a filter, or by the first error.
  bool enough() const { return enough_; }

  std::vector<Entry> take();

 private:
  struct Known {
    std::size_t entry;
    bool keep;
  };
  bool count(condition kind, std::string text, const core::Execution& execution);

  threads::Program& program_;
  const options& how_;
  const OnFound& on_found_;
  const bool alone_;
  std::vector<Entry> entries_;
  std::vector<Known> known_;
  std::map<std::pair<condition, std::string>, std::size_t> number_of_;
  std::size_t last_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t blocked_ = 0;
  bool enough_ = false;
};

/// Values first, then by text (numbers in the texts count as numbers); those of several workers
/// that are the same become one.
void tidy(std::vector<Entry>& entries);

}  // namespace heddle::detail
