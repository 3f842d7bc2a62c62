#include "cli/verify_progress.hpp"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

constexpr std::chrono::milliseconds kGlance{100};

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

VerifyProgress::VerifyProgress(std::optional<std::chrono::milliseconds> limit)
    : limit_(limit), line_(false) {
  if (!line_.active()) return;
  thread_ = std::jthread([this](const std::stop_token& done) {
    while (!done.stop_requested()) {
      std::this_thread::sleep_for(kGlance);
      line_.show_text(words());
    }
    line_.clear();
  });
}

void VerifyProgress::analysing(const abstraction::Depths& depths) {
  const std::lock_guard lock(mutex_);
  depths_ = depths;
  stage_ = "analysing";
  questions_ = 0;
}

void VerifyProgress::asking(std::size_t question, std::size_t questions) {
  const std::lock_guard lock(mutex_);
  stage_ = "coverability";
  question_ = question;
  questions_ = questions;
  ++nets_;
}

void VerifyProgress::searching() {
  const std::lock_guard lock(mutex_);
  stage_ = "looking for a real execution";
}

void VerifyProgress::decided() {
  const std::lock_guard lock(mutex_);
  ++decided_;
}

std::string VerifyProgress::words() const {
  const std::lock_guard lock(mutex_);
  std::string out = fmt::format("verify: {}, ", abstraction::words(depths_));
  if (questions_ > 0) out += fmt::format("question {} of {}, ", question_, questions_);
  out += fmt::format("{}; {} net{}, {} decided; ", stage_, nets_, nets_ == 1 ? "" : "s", decided_);
  const double used = seconds(std::chrono::steady_clock::now() - start_);
  return out + (limit_ ? fmt::format("{:.0f} of {:.0f} s", used, seconds(*limit_))
                       : fmt::format("{:.0f} s", used));
}

}  // namespace heddle::cli
