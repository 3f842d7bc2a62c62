#include "threads/guards.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string_view>

#include "support/check.hpp"

namespace heddle::threads {

namespace {

// A type registers when it is first used; meanwhile other workers ask for known ones without a
// lock.
struct Table {
  static constexpr std::size_t kMost = 256;
  std::mutex mutex;
  std::size_t count = 0;
  std::array<const char*, kMost> names{};
  std::array<std::atomic<const detail::Guard*>, kMost> guards{};
};

Table& table() {
  static Table instance;
  return instance;
}

}  // namespace

const detail::Guard& guard_of(detail::Token token) {
  return *table().guards[token >> 48].load(std::memory_order_acquire);
}

}  // namespace heddle::threads

namespace heddle::detail {

std::uint32_t guard_number(const Guard& guard, const char* name) {
  auto& table = threads::table();
  const std::scoped_lock lock(table.mutex);
  for (std::size_t i = 0; i < table.count; ++i) {
    if (std::string_view(table.names[i]) == name) return static_cast<std::uint32_t>(i);
  }
  HEDDLE_CHECK(table.count < table.kMost, "no number is left for the guard {}", name);
  table.names[table.count] = name;
  table.guards[table.count].store(&guard, std::memory_order_release);
  return static_cast<std::uint32_t>(table.count++);
}

}  // namespace heddle::detail
