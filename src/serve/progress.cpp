#include "serve/progress.hpp"

#include <cctype>

namespace heddle::serve {
namespace {

constexpr std::string_view kWipe = "\r\033[K";
constexpr std::size_t kMostText = std::size_t{1} << 20;

// A number with commas at the beginning of `text`, which is moved behind it.
std::optional<std::uint64_t> number(std::string_view& text) {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == ',' && at + 1 < text.size() &&
        std::isdigit(static_cast<unsigned char>(text[at + 1])) != 0 && digits > 0) {
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0 || digits == 18) break;
    value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(at);
  return value;
}

// "verify: ...; 5 nets, 2 decided; 12 of 120 s"
std::optional<Progress> parse_verify(std::string_view line) {
  const std::size_t time = line.rfind("; ");
  if (!line.starts_with("verify: ") || !line.ends_with(" s") || time == std::string_view::npos) {
    return std::nullopt;
  }
  Progress progress;
  progress.text = std::string(line);
  std::string_view rest = line.substr(time + 2);
  const auto seconds = number(rest);
  if (!seconds) return std::nullopt;
  progress.seconds = static_cast<double>(*seconds);
  constexpr std::string_view kOf = " of ";
  if (rest.starts_with(kOf)) {
    rest.remove_prefix(kOf.size());
    progress.limit = static_cast<double>(number(rest).value_or(0));
  }
  return progress;
}

}  // namespace

std::optional<Progress> parse_progress(std::string_view line) {
  if (auto verify = parse_verify(line)) return verify;
  Progress progress;
  progress.text = std::string(line);
  std::string_view rest = line;
  const auto interleavings = number(rest);
  constexpr std::string_view kAfter = " interleavings, ";
  if (!interleavings || !rest.starts_with(kAfter)) return std::nullopt;
  progress.interleavings = *interleavings;
  rest.remove_prefix(kAfter.size());
  number(rest);
  constexpr std::string_view kRate = "/s, ";
  if (!rest.starts_with(kRate)) return std::nullopt;
  rest.remove_prefix(kRate.size());
  const auto errors = number(rest);
  if (!errors) return std::nullopt;
  progress.errors = *errors;
  constexpr std::string_view kAbout = ", about ";
  if (const std::size_t about = rest.find(kAbout); about != std::string_view::npos) {
    rest.remove_prefix(about + kAbout.size());
    progress.estimate = number(rest).value_or(0);
  }
  return progress;
}

std::optional<Progress> ErrorStream::feed(std::string_view bytes) {
  current_ += bytes;
  std::optional<Progress> newest;
  for (std::size_t wipe = current_.find(kWipe);; wipe = current_.find(kWipe)) {
    const std::string piece = current_.substr(0, wipe);
    auto progress = wiped_ ? parse_progress(piece) : std::nullopt;
    if (progress) newest = std::move(progress);
    if (wipe == std::string::npos) break;
    const bool was_line = wiped_ && parse_progress(piece).has_value();
    if (!was_line && plain_.size() < kMostText) plain_ += piece;
    current_.erase(0, wipe + kWipe.size());
    wiped_ = true;
  }
  // Who writes no line for ever must not fill the memory.
  if (current_.size() > kMostText) {
    if (plain_.size() < kMostText) plain_ += current_;
    current_.clear();
    wiped_ = false;
  }
  return newest;
}

std::string ErrorStream::text() const {
  const bool is_line = wiped_ && parse_progress(current_).has_value();
  return is_line ? plain_ : plain_ + current_;
}

}  // namespace heddle::serve
