#include "threads/guards.hpp"

#include <deque>
#include <mutex>
#include <string>

#include "support/check.hpp"

namespace heddle::threads {

namespace {

struct Entry {
  const detail::Guard* guard;
  std::string name;
};

struct Table {
  std::mutex mutex;
  std::deque<Entry> entries;  // never moves: read without the lock
};

Table& table() {
  static Table instance;
  return instance;
}

}  // namespace

const detail::Guard& guard_of(detail::Token token) { return *table().entries[token >> 48].guard; }

}  // namespace heddle::threads

namespace heddle::detail {

std::uint32_t guard_number(const Guard& guard, const char* name) {
  auto& table = threads::table();
  const std::scoped_lock lock(table.mutex);
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    if (table.entries[i].name == name) return static_cast<std::uint32_t>(i);
  }
  table.entries.push_back({&guard, name});
  return static_cast<std::uint32_t>(table.entries.size() - 1);
}

}  // namespace heddle::detail
