#include "petri/problem.hpp"

#include <algorithm>

namespace heddle::petri {

std::vector<Effect> effect(const Move& move) {
  std::vector<Effect> result;
  auto take = move.take.begin();
  auto put = move.put.begin();
  while (take != move.take.end() || put != move.put.end()) {
    if (put == move.put.end() || (take != move.take.end() && take->place < put->place)) {
      result.push_back({take->place, -static_cast<std::int64_t>(take->count)});
      ++take;
    } else if (take == move.take.end() || put->place < take->place) {
      result.push_back({put->place, static_cast<std::int64_t>(put->count)});
      ++put;
    } else {
      const auto change =
          static_cast<std::int64_t>(put->count) - static_cast<std::int64_t>(take->count);
      if (change != 0) result.push_back({put->place, change});
      ++take;
      ++put;
    }
  }
  return result;
}

std::uint64_t count_in(const std::vector<Tokens>& tokens, PlaceId place) {
  const auto found = std::lower_bound(tokens.begin(), tokens.end(), place,
                                      [](const Tokens& t, PlaceId id) { return t.place < id; });
  return found != tokens.end() && found->place == place ? found->count : 0;
}

bool covers(const std::vector<Tokens>& large, const std::vector<Tokens>& small) {
  auto at = large.begin();
  for (const Tokens& tokens : small) {
    while (at != large.end() && at->place < tokens.place) ++at;
    if (at == large.end() || at->place != tokens.place || at->count < tokens.count) return false;
  }
  return true;
}

bool covers(const std::vector<std::uint64_t>& large, const std::vector<Tokens>& small) {
  return std::all_of(small.begin(), small.end(),
                     [&](const Tokens& tokens) { return large[tokens.place] >= tokens.count; });
}

std::vector<Tokens> before(const Move& move, const std::vector<Tokens>& goal) {
  std::vector<Tokens> result;
  auto take = move.take.begin();
  auto want = goal.begin();
  auto put = move.put.begin();
  while (take != move.take.end() || want != goal.end()) {
    const PlaceId place =
        want == goal.end() || (take != move.take.end() && take->place < want->place) ? take->place
                                                                                     : want->place;
    std::uint64_t count = 0;
    if (want != goal.end() && want->place == place) {
      while (put != move.put.end() && put->place < place) ++put;
      const std::uint64_t given = put != move.put.end() && put->place == place ? put->count : 0;
      count = want->count > given ? want->count - given : 0;
      ++want;
    }
    if (take != move.take.end() && take->place == place) count += (take++)->count;
    if (count > 0) result.push_back({place, count});
  }
  return result;
}

}  // namespace heddle::petri
