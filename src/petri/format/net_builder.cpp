#include "petri/format/net_builder.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/check.hpp"

namespace heddle::petri {

std::vector<Tokens> normalised(std::vector<Tokens> tokens) {
  std::sort(tokens.begin(), tokens.end(),
            [](const Tokens& a, const Tokens& b) { return a.place < b.place; });
  std::size_t kept = 0;
  for (const Tokens& next : tokens) {
    if (next.count == 0) continue;
    if (kept > 0 && tokens[kept - 1].place == next.place) {
      if (next.count > std::numeric_limits<std::int64_t>::max() - tokens[kept - 1].count) {
        throw support::UserError("a place is named with more tokens than can be counted");
      }
      tokens[kept - 1].count += next.count;
    } else {
      tokens[kept++] = next;
    }
  }
  tokens.resize(kept);
  return tokens;
}

std::optional<PlaceId> NetBuilder::add_place(std::string_view name) {
  const auto id = static_cast<PlaceId>(net_.places.size());
  if (!ids_.emplace(std::string(name), id).second) return std::nullopt;
  net_.places.push_back({std::string(name), 0, false});
  return id;
}

std::optional<PlaceId> NetBuilder::find(std::string_view name) const {
  const auto found = ids_.find(name);
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

void NetBuilder::add_transition(std::string name, std::vector<Tokens> take,
                                std::vector<Tokens> put) {
  net_.transitions.push_back(
      {std::move(name), normalised(std::move(take)), normalised(std::move(put))});
}

std::optional<std::vector<std::vector<Tokens>>> with_sum(
    const std::vector<std::vector<Tokens>>& conjunctions, const std::vector<PlaceId>& places,
    std::uint64_t count, std::size_t most) {
  std::vector<PlaceId> distinct = places;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (count == 0) return conjunctions;
  // Distributions of `count` tokens, built up place by place: (what is left, what was given).
  std::vector<std::pair<std::uint64_t, std::vector<Tokens>>> partial{{count, {}}};
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const bool last = i + 1 == distinct.size();
    std::vector<std::pair<std::uint64_t, std::vector<Tokens>>> next;
    for (const auto& [left, given] : partial) {
      if (last || left == 0) {
        next.emplace_back(0, given);
        if (left > 0) next.back().second.push_back({distinct[i], left});
        continue;
      }
      if (left > most || next.size() + left > most) return std::nullopt;
      for (std::uint64_t here = 0; here <= left; ++here) {
        next.emplace_back(left - here, given);
        if (here > 0) next.back().second.push_back({distinct[i], here});
      }
    }
    partial = std::move(next);
  }
  if (distinct.empty()) return std::vector<std::vector<Tokens>>{};  // no place: never enough
  if (partial.size() * conjunctions.size() > most) return std::nullopt;
  std::vector<std::vector<Tokens>> result;
  for (const auto& conjunction : conjunctions) {
    for (const auto& [left, given] : partial) {
      // Two demands on one place are its larger one, not their sum.
      std::vector<Tokens> both = conjunction;
      for (const Tokens& tokens : given) {
        const auto same = std::find_if(both.begin(), both.end(), [&](const Tokens& other) {
          return other.place == tokens.place;
        });
        if (same == both.end()) {
          both.push_back(tokens);
        } else {
          same->count = std::max(same->count, tokens.count);
        }
      }
      result.push_back(normalised(std::move(both)));
    }
  }
  return result;
}

}  // namespace heddle::petri
