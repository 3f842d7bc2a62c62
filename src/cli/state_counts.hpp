// StateCounts: the labels of heddle.hrl in the state of a running program.
//
// Who is at a label and which mailboxes have a name stands in the dictionaries of the processes
// (heddle_monitor.erl), so it is part of the state, and goes back with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "erlang/program.hpp"

namespace heddle::cli {

class StateCounts {
 public:
  explicit StateCounts(const erlang::Program& program) : program_(program) {}

  std::uint64_t at_label(const std::string& label) const;
  /// "point" (?assert_uncoverable) or "error" (?soter_error) of this line.
  std::uint64_t at(const char* kind, int line) const;
  std::uint64_t in_mailboxes(const std::string& label) const;
  /// Where processes have died of an error.
  std::vector<core::SourceLocation> crashes() const;

 private:
  const erlang::Program& program_;
};

}  // namespace heddle::cli
