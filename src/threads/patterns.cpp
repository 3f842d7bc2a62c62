#include "threads/patterns.hpp"

#include <deque>
#include <mutex>

#include "heddle/detail/pattern.hpp"

namespace heddle::threads {

namespace {

struct Families {
  std::mutex mutex;
  std::deque<detail::PatternFamily*> all;  // never moves: read without the lock
};

Families& families() {
  static Families instance;
  return instance;
}

}  // namespace

bool pattern_accepts(detail::Token pattern, detail::Token message) {
  detail::PatternFamily& family = *families().all[pattern >> 32];
  return family.accepts(static_cast<std::uint32_t>(pattern), static_cast<std::uint32_t>(message));
}

}  // namespace heddle::threads

namespace heddle::detail {

void PatternFamily::enrol() {
  auto& families = threads::families();
  const std::scoped_lock lock(families.mutex);
  family_ = static_cast<std::uint32_t>(families.all.size());
  families.all.push_back(this);
}

}  // namespace heddle::detail
