#include "dist/progress_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heddle::dist {
namespace {

std::string grouped(double number) {
  std::string digits = fmt::format("{:.0f}", number);
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  }
  return digits;
}

// Two figures are all that an estimate is worth.
double rounded(double number) {
  if (number < 10) return number;
  const double scale = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::round(number / scale) * scale;
}

std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

std::string words(const Progress& progress) {
  const double runs = static_cast<double>(progress.runs);
  const double rate = progress.seconds > 0 ? runs / progress.seconds : 0;
  std::string text = fmt::format("{} interleavings, {}/s, {} error{}", grouped(runs), grouped(rate),
                                 progress.errors, progress.errors == 1 ? "" : "s");
  if (progress.estimate > 0) {
    const double total = std::max(progress.estimate, runs);
    text += fmt::format(", about {} in all", grouped(rounded(total)));
    if (progress.uncertainty > 1.05) {
      text += fmt::format(" (within a factor of {:.1f})", progress.uncertainty);
    }
    if (rate > 0) text += fmt::format(", {} left", duration((total - runs) / rate));
  }
  return text;
}

}  // namespace heddle::dist
