// The table of strategies: a new one is one file and one line here.
#include "explore/random.hpp"

#include <fmt/format.h>

#include <charconv>

#include "support/check.hpp"

namespace heddle::explore {
namespace {

constexpr std::uint32_t kDefaultDepth = 3;
constexpr std::uint32_t kMaxDepth = 1000;

struct Entry {
  const char* name;
  const char* shown;
  std::unique_ptr<Strategy> (*make)();                          // null: takes a depth
  std::unique_ptr<Strategy> (*make_with_depth)(std::uint32_t);  // null: takes none
};
constexpr Entry kStrategies[] = {
    {"walk", "walk", make_random_walk, nullptr},
    {"weighted", "weighted", make_weighted, nullptr},
    {"pct", "pct:DEPTH", nullptr, make_pct},
    {"pos", "pos", make_pos, nullptr},
    {"portfolio", "portfolio", make_portfolio, nullptr},
};

std::uint32_t parse_depth(std::string_view text, std::string_view name) {
  std::uint32_t depth = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, depth);
  if (error != std::errc{} || at != end || depth < 1 || depth > kMaxDepth) {
    throw support::UserError(
        fmt::format("'{}' has no valid depth; write pct:DEPTH with a depth from 1 to {}, for "
                    "example pct:{}",
                    name, kMaxDepth, kDefaultDepth));
  }
  return depth;
}

}  // namespace

std::unique_ptr<Strategy> make_strategy(std::string_view name) {
  const std::size_t colon = name.find(':');
  const bool has_depth = colon != std::string_view::npos;
  for (const Entry& entry : kStrategies) {
    if (name.substr(0, colon) != entry.name) continue;
    if (entry.make_with_depth != nullptr) {
      return entry.make_with_depth(has_depth ? parse_depth(name.substr(colon + 1), name)
                                             : kDefaultDepth);
    }
    if (!has_depth) return entry.make();
  }
  throw support::UserError(
      fmt::format("there is no random strategy '{}'; choose one of {}", name, strategy_names()));
}

std::string strategy_names() {
  std::string names;
  for (const Entry& entry : kStrategies) {
    if (!names.empty()) names += ", ";
    names += entry.shown;
  }
  return names;
}

}  // namespace heddle::explore
