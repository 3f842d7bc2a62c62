// The progress lines of heddle check (dist/progress_words.hpp) and verify
// (cli/verify_progress.hpp), read back: a run is a child process whose standard error is a terminal
// of its own, because only there the line is shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::serve {

struct Progress {
  std::uint64_t interleavings = 0;
  std::uint64_t errors = 0;
  std::uint64_t estimate = 0;  // of all interleavings; 0: not known
  double seconds = 0;          // of verify: used,
  double limit = 0;            // and the most that may be; 0: not known
  std::string text;            // the line
};

/// Nothing if it is no progress line.
std::optional<Progress> parse_progress(std::string_view line);

/// Tells the progress line from what else is written to standard error.
class ErrorStream {
 public:
  /// More bytes; the newest progress if they bring one.
  std::optional<Progress> feed(std::string_view bytes);
  /// What was written besides the line. At most a mebibyte is kept.
  std::string text() const;

 private:
  std::string plain_;
  std::string current_;  // since the line was last wiped
  bool wiped_ = false;
};

}  // namespace heddle::serve
