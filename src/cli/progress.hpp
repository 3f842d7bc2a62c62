// The progress line of a long exploration: on a terminal only, rewritten in place.
#pragma once

#include <string>

#include "dist/exploration.hpp"

namespace heddle::cli {

class ProgressLine {
 public:
  /// Silent unless standard error is a terminal and `quiet` is false.
  explicit ProgressLine(bool quiet);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool active() const { return active_; }
  void show(const dist::Progress& progress);
  void show_text(const std::string& text);
  void clear();

 private:
  bool active_;
  bool shown_ = false;
};

}  // namespace heddle::cli
