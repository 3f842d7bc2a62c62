// Monitor: a property of `heddle verify` as something that a running program can be asked.
//
// After every step it is looked up in the state itself: who is at which label, how many messages
// wait in which mailboxes, who has crashed where. A trace of a violation carries its monitor in its
// command (`--monitor=...`), so that a replay knows what was wrong.
//
//   const Monitor monitor = parse_monitor(to_word(other));
//   if (Watch(monitor, program).violated()) ...
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/state_counts.hpp"
#include "core/verdict.hpp"
#include "erlang/program.hpp"

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

/// Looks at the state of a program between two steps. Both outlive it.
class Watch {
 public:
  Watch(const Monitor& monitor, const erlang::Program& program)
      : monitor_(monitor), counts_(program) {}
  bool violated() const;
  /// "holds = 2, waits = 1"
  std::string counts() const;

 private:
  std::uint64_t count(const Monitor::Bound& bound) const;
  bool crashed() const;

  const Monitor& monitor_;
  StateCounts counts_;
};

/// One line of JSON, and back; `source` is named in the UserError for anything else.
std::string to_word(const Monitor& monitor);
Monitor parse_monitor(const std::string& word, const std::string& source);

/// For erlang::World: what the monitor sees in the state that a run has come to. A crash is an
/// error of the run itself and not told again.
std::function<std::optional<core::Finding>(const erlang::Program&)> judge_of(Monitor monitor);

}  // namespace heddle::cli
