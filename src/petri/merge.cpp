#include "petri/merge.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <utility>

#include "support/check.hpp"
#include "support/mix.hpp"

namespace heddle::petri {
namespace {

// Each round looks at the whole problem; long chains shrink by a constant factor in each.
constexpr int kMostRounds = 40;

class Merger {
 public:
  explicit Merger(const Problem& given) : given_(given), leader_(given.initial.size()) {
    std::iota(leader_.begin(), leader_.end(), 0);
    initial_ = given.initial;
    named_.assign(given.initial.size(), 0);
    for (const auto& target : given.targets) {
      for (const Tokens& tokens : target) named_[tokens.place] = 1;
    }
    for (std::uint32_t m = 0; m < given.moves.size(); ++m) {
      moves_.push_back(given.moves[m]);
      number_.push_back(m);
    }
  }

  Merged run() {
    for (int round = 0; round < kMostRounds && merge_some(); ++round) relabel();
    return build();
  }

 private:
  static bool walks(const Move& move) {
    return move.take.size() == 1 && move.put.size() == 1 && move.take[0].count == 1 &&
           move.put[0].count == 1 && move.take[0].place != move.put[0].place;
  }

  bool merge_some() {
    std::vector<std::uint32_t> takers(leader_.size());
    std::vector<std::uint32_t> putters(leader_.size());
    for (const Move& move : moves_) {
      for (const Tokens& tokens : move.take) ++takers[tokens.place];
      for (const Tokens& tokens : move.put) ++putters[tokens.place];
    }
    std::vector<char> touched(leader_.size());
    bool any = false;
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      if (!walks(moves_[m])) continue;
      const PlaceId p = moves_[m].take[0].place;
      const PlaceId q = moves_[m].put[0].place;
      const bool early = putters[q] == 1 && initial_[q] == 0;
      const bool late = takers[p] == 1 && named_[p] == 0;
      // The numbers of takers and putters hold for places that have not been merged in this round.
      if ((!early && !late) || touched[p] != 0 || touched[q] != 0) continue;
      touched[p] = touched[q] = 1;
      leader_[q] = p;
      initial_[p] += initial_[q];
      named_[p] = named_[p] != 0 || named_[q] != 0 ? 1 : 0;
      const Move& original = given_.moves[number_[m]];
      walks_.push_back({original.take[0].place, original.put[0].place, number_[m]});
      any = true;
    }
    return any;
  }

  PlaceId leader(PlaceId place) {
    while (leader_[place] != place) place = leader_[place] = leader_[leader_[place]];
    return place;
  }

  std::vector<Tokens> renamed(const std::vector<Tokens>& tokens) {
    std::vector<Tokens> result;
    result.reserve(tokens.size());
    for (const Tokens& each : tokens) result.push_back({leader(each.place), each.count});
    std::sort(result.begin(), result.end(),
              [](const Tokens& a, const Tokens& b) { return a.place < b.place; });
    std::size_t kept = 0;
    for (const Tokens& each : result) {
      if (kept > 0 && result[kept - 1].place == each.place) {
        result[kept - 1].count += each.count;
      } else {
        result[kept++] = each;
      }
    }
    result.resize(kept);
    return result;
  }

  /// Whether a place of the move was merged into another one.
  bool is_stale(const Move& move) const {
    const auto merged = [&](const Tokens& each) { return leader_[each.place] != each.place; };
    return std::any_of(move.take.begin(), move.take.end(), merged) ||
           std::any_of(move.put.begin(), move.put.end(), merged);
  }

  static std::uint64_t hash_of(const Move& move) {
    std::uint64_t hash = move.take.size();
    for (const auto* side : {&move.take, &move.put}) {
      for (const Tokens& each : *side) {
        hash = support::mix_bits(hash * support::kGolden + each.place) + each.count;
      }
    }
    return hash;
  }

  // Moves that add nothing, or the same as another, are left out. Most moves stay as they are in
  // most rounds; those cost a look, and no memory.
  void relabel() {
    std::vector<char> kept(moves_.size(), 1);
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      if (!first_ && !is_stale(moves_[m])) continue;
      moves_[m] = {renamed(moves_[m].take), renamed(moves_[m].put)};
      const std::vector<Effect> changes = effect(moves_[m]);
      kept[m] = std::any_of(changes.begin(), changes.end(),
                            [](const Effect& each) { return each.change > 0; })
                    ? 1
                    : 0;
    }
    first_ = false;
    std::vector<std::pair<std::uint64_t, std::size_t>> hashes;
    hashes.reserve(moves_.size());
    for (std::size_t m = 0; m < moves_.size(); ++m) {
      if (kept[m] != 0) hashes.emplace_back(hash_of(moves_[m]), m);
    }
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      const auto [hash, m] = hashes[i];
      // The earlier moves with this hash, of which hardly ever is more than one.
      for (std::size_t k = i; k-- > 0 && hashes[k].first == hash;) {
        if (kept[hashes[k].second] != 0 && moves_[hashes[k].second] == moves_[m]) kept[m] = 0;
      }
    }
    std::size_t size = 0;
    for (std::size_t m = 0; m < kept.size(); ++m) {
      if (kept[m] == 0) continue;
      if (size != m) moves_[size] = std::move(moves_[m]);
      number_[size++] = number_[m];
    }
    moves_.resize(size);
    number_.resize(size);
  }

  Merged build() {
    Merged result;
    std::vector<PlaceId> number(leader_.size());
    for (PlaceId p = 0; p < leader_.size(); ++p) {
      if (leader(p) != p) continue;
      number[p] = static_cast<PlaceId>(result.places.size());
      result.places.emplace_back();
      result.problem.initial.push_back(initial_[p]);
    }
    for (PlaceId p = 0; p < leader_.size(); ++p) result.places[number[leader(p)]].push_back(p);
    const auto numbered = [&](const std::vector<Tokens>& tokens) {
      std::vector<Tokens> list = renamed(tokens);
      for (Tokens& each : list) each.place = number[each.place];
      return list;
    };
    for (const Move& move : moves_) {
      result.problem.moves.push_back({numbered(move.take), numbered(move.put)});
    }
    for (const auto& target : given_.targets) result.problem.targets.push_back(numbered(target));
    result.moves = std::move(number_);
    result.walks = std::move(walks_);
    return result;
  }

  const Problem& given_;
  std::vector<PlaceId> leader_;
  std::vector<std::uint64_t> initial_;  // by leader: of all its places
  std::vector<char> named_;             // by leader: whether a target names one of its places
  std::vector<Move> moves_;
  std::vector<std::uint32_t> number_;
  std::vector<Walk> walks_;
  bool first_ = true;  // no move has been looked at yet
};

/// A marking of the problem given in which tokens walk when they are needed.
class Walker {
 public:
  Walker(const Problem& given, const Merged& merged, std::size_t most)
      : given_(given), marking_(given.initial), most_(most) {
    arriving_.resize(given.initial.size());
    for (const Walk& walk : merged.walks) arriving_[walk.to].push_back(walk);
  }

  /// Brings tokens together so that `needed` are there. A token that is needed where it is stays.
  bool gather(const std::vector<Tokens>& needed) {
    for (const Tokens& tokens : needed) {
      while (marking_[tokens.place] < tokens.count && !too_long()) {
        if (!bring(tokens, needed)) return false;
      }
    }
    return true;
  }

  bool too_long() const { return too_long_; }

  void fire(std::uint32_t move) {
    for (const Tokens& take : given_.moves[move].take) marking_[take.place] -= take.count;
    for (const Tokens& put : given_.moves[move].put) marking_[put.place] += put.count;
    fired_.push_back(move);
  }

  std::vector<std::uint32_t> fired() { return std::move(fired_); }

 private:
  // The nearest tokens to spare that can walk to `wanted` (breadth first, backwards), as many as
  // are there and missing.
  bool bring(const Tokens& wanted, const std::vector<Tokens>& needed) {
    std::vector<const Walk*> next(marking_.size());  // by place: the walk from there
    std::vector<char> seen(marking_.size());
    std::deque<PlaceId> work{wanted.place};
    seen[wanted.place] = 1;
    while (!work.empty()) {
      const PlaceId here = work.front();
      work.pop_front();
      const std::uint64_t kept = count_in(needed, here);
      if (here != wanted.place && marking_[here] > kept) {
        const std::uint64_t walking =
            std::min(marking_[here] - kept, wanted.count - marking_[wanted.place]);
        for (PlaceId at = here; at != wanted.place; at = next[at]->to) walk(*next[at], walking);
        return true;
      }
      for (const Walk& walk : arriving_[here]) {
        if (seen[walk.from] != 0) continue;
        seen[walk.from] = 1;
        next[walk.from] = &walk;
        work.push_back(walk.from);
      }
    }
    return false;
  }

  void walk(const Walk& step, std::uint64_t tokens) {
    too_long_ = too_long_ || tokens > most_ || fired_.size() + tokens > most_;
    if (too_long_) return;
    marking_[step.from] -= tokens;
    marking_[step.to] += tokens;
    fired_.insert(fired_.end(), tokens, step.move);
  }

  const Problem& given_;
  std::vector<std::uint64_t> marking_;
  const std::size_t most_;
  bool too_long_ = false;
  std::vector<std::vector<Walk>> arriving_;
  std::vector<std::uint32_t> fired_;
};

}  // namespace

Merged merge(const Problem& given) { return Merger(given).run(); }

std::optional<std::vector<std::uint32_t>> unmerge(const Problem& given, const Merged& merged,
                                                  const std::vector<std::uint32_t>& moves,
                                                  std::size_t most) {
  Walker walker(given, merged, most);
  for (const std::uint32_t move : moves) {
    const bool enabled = walker.gather(given.moves[merged.moves[move]].take);
    if (walker.too_long()) return std::nullopt;
    HEDDLE_CHECK(enabled, "move {} cannot fire outside the merged problem", move);
    walker.fire(merged.moves[move]);
  }
  for (const auto& target : given.targets) {
    Walker attempt = walker;
    const bool covered = attempt.gather(target);
    if (attempt.too_long()) return std::nullopt;
    if (covered) return attempt.fired();
  }
  HEDDLE_CHECK(false, "{} moves reach a target of the merged problem only", moves.size());
}

}  // namespace heddle::petri
