// VerifyProgress: what a running `heddle verify` is at, as a line on a terminal.
//
//   verify: D=1 M=3 K=0, question 3 of 7, looking for a real execution; 5 nets, 2 decided; 12 of
//   120 s
//
// Nobody knows how long a proof takes, so the line has no estimate: the time that is used, of that
// which it may use, is all there is. `heddle serve` reads the line back (serve/progress.hpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "abstraction/analysis.hpp"
#include "cli/progress.hpp"

namespace heddle::cli {

class VerifyProgress {
 public:
  /// Silent unless standard error is a terminal.
  explicit VerifyProgress(std::optional<std::chrono::milliseconds> limit);

  void analysing(const abstraction::Depths& depths);
  /// The net of a question is being looked at.
  void asking(std::size_t question, std::size_t questions);
  void searching();
  void decided();

  /// The line now.
  std::string words() const;

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  const std::optional<std::chrono::milliseconds> limit_;
  mutable std::mutex mutex_;
  abstraction::Depths depths_;
  const char* stage_ = "reading";
  std::size_t question_ = 0;
  std::size_t questions_ = 0;
  std::size_t nets_ = 0;
  std::size_t decided_ = 0;
  ProgressLine line_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace heddle::cli
