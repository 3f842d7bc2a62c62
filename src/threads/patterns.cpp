#include "threads/patterns.hpp"

#include <array>
#include <atomic>

#include "heddle/detail/pattern.hpp"
#include "support/check.hpp"

namespace heddle::threads {

namespace {

constexpr std::size_t kMost = 4096;  // types of messages in a program

struct Families {
  std::atomic<std::size_t> count{0};
  std::array<std::atomic<detail::PatternFamily*>, kMost> all{};
};

Families& families() {
  static Families instance;
  return instance;
}

}  // namespace

bool pattern_accepts(detail::Token pattern, detail::Token message) {
  detail::PatternFamily& family = *families().all[pattern >> 32].load();
  return family.accepts(static_cast<std::uint32_t>(pattern), static_cast<std::uint32_t>(message));
}

}  // namespace heddle::threads

namespace heddle::detail {

void PatternFamily::enrol() {
  auto& families = threads::families();
  family_ = static_cast<std::uint32_t>(families.count++);
  HEDDLE_CHECK(family_ < threads::kMost, "more than {} types of messages", threads::kMost);
  families.all[family_] = this;
}

}  // namespace heddle::detail
