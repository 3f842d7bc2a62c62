// Refuter: looks for a real execution that violates a property of `heddle verify`.
//
// The program is compiled with HEDDLE_MONITOR and run on Heddle's own machine, many times. After
// every step the property is looked up in the state itself: who is at which label, how many
// messages wait in which mailboxes, who has crashed where. An abstract execution guides every other
// run: of the steps that are possible, the one is taken that it has next. What is found is real,
// and is recorded as a trace; that nothing is found proves nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/check_options.hpp"
#include "cli/subject.hpp"
#include "core/trace.hpp"

namespace heddle::cli {

/// A property of states: all bounds hold at once, or a process has crashed there.
struct Monitor {
  struct Bound {
    std::string label = {};  // of processes or of mailboxes
    int point = 0;           // or the line of ?assert_uncoverable
    std::uint64_t least = 1;
  };
  std::string property = {};  // in words
  std::vector<Bound> bounds = {};
  bool user_error = false;  // ?soter_error at `line`
  bool crash = false;       // a process dies at `line`
  std::string file = {};    // without folders
  int line = 0;
};

class Refuter {
 public:
  /// `words`: those of `heddle check` that name the program.
  explicit Refuter(std::vector<std::string> words);

  /// Throws UserError if the program cannot be compiled or started.
  std::optional<core::Trace> search(const Monitor& monitor, const std::vector<std::string>& guide,
                                    std::chrono::milliseconds time);

 private:
  std::vector<std::string> words_;
  std::optional<Subject> program_;
};

}  // namespace heddle::cli
