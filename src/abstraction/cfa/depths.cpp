#include "abstraction/cfa/depths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::abstraction {
namespace {

std::size_t most_of(const std::map<std::uint32_t, std::size_t>& deeper) {
  std::size_t out = 0;
  for (const auto& [place, depth] : deeper) out = std::max(out, depth);
  return out;
}

std::string range(std::size_t least, std::size_t most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{}..{}", least, most);
}

}  // namespace

std::size_t more_at(const std::map<std::uint32_t, std::size_t>& deeper, std::uint32_t place) {
  const auto found = deeper.find(place);
  return found == deeper.end() ? 0 : found->second;
}

Depths most(const Depths& depths) {
  Depths out{.data = depths.data + most_of(depths.deeper.data),
             .message = depths.message,
             .context = depths.context + most_of(depths.deeper.context)};
  if (out.message) *out.message += most_of(depths.deeper.message);
  return out;
}

std::string words(const Depths& depths) {
  const Depths deepest = most(depths);
  std::string out = fmt::format("D={} ", range(depths.data, deepest.data));
  if (depths.message) out += fmt::format("M={} ", range(*depths.message, *deepest.message));
  return out + fmt::format("K={}", range(depths.context, deepest.context));
}

}  // namespace heddle::abstraction
