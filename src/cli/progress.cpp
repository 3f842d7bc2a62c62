#include "cli/progress.hpp"

#include <unistd.h>

#include <iostream>

#include "dist/progress_words.hpp"

namespace heddle::cli {
ProgressLine::ProgressLine(bool quiet) : active_(!quiet && isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() { clear(); }

void ProgressLine::show(const dist::Progress& progress) { show_text(dist::words(progress)); }

void ProgressLine::show_text(const std::string& text) {
  if (!active_) return;
  std::cerr << "\r\033[K" << text << std::flush;
  shown_ = true;
}

void ProgressLine::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace heddle::cli
