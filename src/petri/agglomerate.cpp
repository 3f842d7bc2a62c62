#include "petri/agglomerate.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::petri {
namespace {

struct Fused {
  Move move;
  std::vector<std::uint32_t> stands_for;
  bool alive = true;
};

std::vector<Tokens> without(const std::vector<Tokens>& tokens, PlaceId place) {
  std::vector<Tokens> result = tokens;
  std::erase_if(result, [&](const Tokens& each) { return each.place == place; });
  return result;
}

std::vector<Tokens> sum(const std::vector<Tokens>& a, const std::vector<Tokens>& b) {
  std::vector<Tokens> result;
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() || y != b.end()) {
    if (y == b.end() || (x != a.end() && x->place < y->place)) {
      result.push_back(*x++);
    } else if (x == a.end() || y->place < x->place) {
      result.push_back(*y++);
    } else {
      result.push_back({x->place, x->count + y->count});
      ++x;
      ++y;
    }
  }
  return result;
}

class Agglomeration {
 public:
  explicit Agglomeration(const Problem& given) : given_(given) {
    takers_.resize(given.initial.size());
    putters_.resize(given.initial.size());
    filed_.resize(given.initial.size());
    taken_by_.resize(given.initial.size());
    put_by_.resize(given.initial.size());
    fixed_.assign(given.initial.size(), 0);
    alive_.assign(given.initial.size(), 1);
    for (PlaceId p = 0; p < given.initial.size(); ++p) fixed_[p] = given.initial[p] > 0 ? 1 : 0;
    for (const auto& target : given.targets) {
      for (const Tokens& tokens : target) fixed_[tokens.place] = 1;
    }
    for (std::uint32_t m = 0; m < given.moves.size(); ++m) insert(given.moves[m], {m});
  }

  Agglomerated run() {
    for (PlaceId p = 0; p < given_.initial.size(); ++p) work_.insert(p);
    while (!work_.empty()) {
      const PlaceId p = *work_.begin();
      work_.erase(work_.begin());
      if (alive_[p] == 0 || fixed_[p] != 0) continue;
      if (!fuse(p, true)) fuse(p, false);
    }
    return build();
  }

 private:
  void insert(const Move& move, std::vector<std::uint32_t> stands_for) {
    // Tokens only decrease: of no use for covering anything.
    const std::vector<Effect> changes = effect(move);
    if (std::none_of(changes.begin(), changes.end(),
                     [](const Effect& change) { return change.change > 0; })) {
      return;
    }
    // One that takes no more and leaves no less makes this one superfluous. It takes from a subset
    // of the places, so it is found through the one under which it is filed.
    for (const Tokens& tokens : move.take) {
      for (const std::uint32_t other : filed_[tokens.place]) {
        if (moves_[other].alive && dominates(moves_[other].move, move)) return;
      }
    }
    const auto id = static_cast<std::uint32_t>(moves_.size());
    if (!move.take.empty()) {
      const auto rarest = std::min_element(move.take.begin(), move.take.end(),
                                           [&](const Tokens& a, const Tokens& b) {
                                             return filed_[a.place].size() < filed_[b.place].size();
                                           });
      filed_[rarest->place].push_back(id);
    }
    for (const Tokens& tokens : move.take) {
      takers_[tokens.place].push_back(id);
      ++taken_by_[tokens.place];
    }
    for (const Tokens& tokens : move.put) {
      putters_[tokens.place].push_back(id);
      ++put_by_[tokens.place];
    }
    moves_.push_back({move, std::move(stands_for), true});
  }

  /// Whether `a` can stand in for `b`: takes no more, and leaves at least as much.
  static bool dominates(const Move& a, const Move& b) {
    return covers(b.take, a.take) &&
           std::all_of(b.put.begin(), b.put.end(), [&](const Tokens& put) {
             const std::uint64_t rest = count_in(b.take, put.place) - count_in(a.take, put.place);
             return rest + count_in(a.put, put.place) >= put.count;
           });
  }

  void compact(std::vector<std::uint32_t>& list) {
    std::erase_if(list, [&](std::uint32_t id) { return !moves_[id].alive; });
  }

  void remove(std::uint32_t id) {
    moves_[id].alive = false;
    for (const Tokens& tokens : moves_[id].move.take) {
      --taken_by_[tokens.place];
      work_.insert(tokens.place);
    }
    for (const Tokens& tokens : moves_[id].move.put) {
      --put_by_[tokens.place];
      work_.insert(tokens.place);
    }
  }

  bool fuse(PlaceId p, bool after) {
    if (taken_by_[p] * put_by_[p] > taken_by_[p] + put_by_[p]) return false;
    compact(takers_[p]);
    compact(putters_[p]);
    const std::vector<std::uint32_t> takers = takers_[p];
    const std::vector<std::uint32_t> putters = putters_[p];
    // Without takers p is of no use, without putters its takers never fire; the cone of influence
    // and the empty places have been cut off before, so such a place is just left.
    if (takers.empty() || putters.empty()) return false;
    for (const std::uint32_t f : takers) {
      const Move& move = moves_[f].move;
      if (count_in(move.take, p) != 1 || count_in(move.put, p) != 0) return false;
      if (after && move.take.size() != 1) return false;
    }
    for (const std::uint32_t h : putters) {
      const Move& move = moves_[h].move;
      if (count_in(move.put, p) != 1) return false;
      if (!after && move.put.size() != 1) return false;
    }
    Fusion fusion{p, after, {}};
    if (after) {
      for (const std::uint32_t f : takers) fusion.others.push_back(moves_[f].move.put);
    } else {
      for (const std::uint32_t h : putters) fusion.others.push_back(moves_[h].move.take);
    }
    fusions_.push_back(std::move(fusion));
    alive_[p] = 0;
    for (const std::uint32_t id : takers) remove(id);
    for (const std::uint32_t id : putters) remove(id);
    for (const std::uint32_t h : putters) {
      for (const std::uint32_t f : takers) {
        Move pair;
        pair.take = sum(moves_[h].move.take, without(moves_[f].move.take, p));
        pair.put = sum(without(moves_[h].move.put, p), moves_[f].move.put);
        std::vector<std::uint32_t> both = moves_[h].stands_for;
        const auto& second = moves_[f].stands_for;
        both.insert(both.end(), second.begin(), second.end());
        insert(pair, std::move(both));
      }
    }
    return true;
  }

  // Cutting off what no longer matters: as in prune.cpp, on the fused moves.
  void cone(std::vector<char>& matters, std::vector<char>& useful) const {
    std::vector<std::vector<std::uint32_t>> adders(given_.initial.size());
    for (std::uint32_t m = 0; m < moves_.size(); ++m) {
      if (!moves_[m].alive) continue;
      for (const Effect& change : effect(moves_[m].move)) {
        if (change.change > 0) adders[change.place].push_back(m);
      }
    }
    std::vector<PlaceId> work;
    const auto need = [&](PlaceId p) {
      if (matters[p] != 0) return;
      matters[p] = 1;
      work.push_back(p);
    };
    for (const auto& target : given_.targets) {
      for (const Tokens& tokens : target) need(tokens.place);
    }
    while (!work.empty()) {
      const PlaceId p = work.back();
      work.pop_back();
      for (const std::uint32_t m : adders[p]) {
        if (useful[m] != 0) continue;
        useful[m] = 1;
        for (const Tokens& tokens : moves_[m].move.take) need(tokens.place);
      }
    }
  }

  Agglomerated build() {
    std::vector<char> matters(given_.initial.size());
    std::vector<char> useful(moves_.size());
    cone(matters, useful);
    Agglomerated result;
    std::vector<PlaceId> number(given_.initial.size());
    for (PlaceId p = 0; p < matters.size(); ++p) {
      if (matters[p] == 0) continue;
      number[p] = static_cast<PlaceId>(result.place.size());
      result.place.push_back(p);
      result.problem.initial.push_back(given_.initial[p]);
    }
    const auto renamed = [&](const std::vector<Tokens>& tokens) {
      std::vector<Tokens> kept;
      for (const Tokens& each : tokens) {
        if (matters[each.place] != 0) kept.push_back({number[each.place], each.count});
      }
      return kept;
    };
    std::set<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> seen;
    const auto key = [](const std::vector<Tokens>& tokens) {
      std::vector<std::uint64_t> flat;
      for (const Tokens& each : tokens) flat.insert(flat.end(), {each.place, each.count});
      return flat;
    };
    for (std::uint32_t m = 0; m < moves_.size(); ++m) {
      if (useful[m] == 0) continue;
      Move move{renamed(moves_[m].move.take), renamed(moves_[m].move.put)};
      if (!seen.emplace(key(move.take), key(move.put)).second) continue;
      result.problem.moves.push_back(std::move(move));
      result.moves.push_back(std::move(moves_[m].stands_for));
    }
    for (const auto& target : given_.targets) result.problem.targets.push_back(renamed(target));
    result.fusions = std::move(fusions_);
    return result;
  }

  const Problem& given_;
  std::vector<Fused> moves_;
  // By place: moves, also some that are gone; how many are not gone; and each move under one of the
  // places it takes from.
  std::vector<std::vector<std::uint32_t>> takers_, putters_;
  std::vector<std::size_t> taken_by_, put_by_;
  std::vector<std::vector<std::uint32_t>> filed_;
  std::vector<char> fixed_, alive_;
  std::set<PlaceId> work_;
  std::vector<Fusion> fusions_;
};

}  // namespace

Agglomerated agglomerate(const Problem& given) { return Agglomeration(given).run(); }

std::optional<Inequality> lift(const Problem& given, const Agglomerated& small,
                               const Inequality& inequality) {
  const auto total = total_weights(inequality);
  if (!total) return std::nullopt;
  std::vector<std::uint64_t> weight(given.initial.size());
  for (const Tokens& each : *total) weight[small.place[each.place]] = each.count;
  std::vector<std::vector<char>> in_trap;
  for (const Trap& trap : inequality.traps) {
    in_trap.emplace_back(given.initial.size());
    for (const PlaceId p : trap) in_trap.back()[small.place[p]] = 1;
  }
  const auto value = [&](const std::vector<Tokens>& tokens, std::uint64_t& sum) {
    sum = 0;
    for (const Tokens& each : tokens) {
      std::uint64_t product = 0;
      if (__builtin_mul_overflow(weight[each.place], each.count, &product) ||
          __builtin_add_overflow(sum, product, &sum)) {
        return false;
      }
    }
    return true;
  };
  for (auto fusion = small.fusions.rbegin(); fusion != small.fusions.rend(); ++fusion) {
    std::optional<std::uint64_t> chosen;
    for (const auto& other : fusion->others) {
      std::uint64_t here = 0;
      if (!value(other, here)) return std::nullopt;
      if (!chosen || (fusion->after ? here > *chosen : here < *chosen)) chosen = here;
    }
    weight[fusion->place] = *chosen;
    for (auto& trap : in_trap) {
      const auto meets = [&](const std::vector<Tokens>& tokens) {
        return std::any_of(tokens.begin(), tokens.end(),
                           [&](const Tokens& each) { return trap[each.place] != 0; });
      };
      const auto& others = fusion->others;
      trap[fusion->place] = fusion->after ? std::all_of(others.begin(), others.end(), meets)
                                          : std::any_of(others.begin(), others.end(), meets);
    }
  }
  std::vector<Tokens> lifted;
  for (PlaceId p = 0; p < weight.size(); ++p) {
    if (weight[p] > 0) lifted.push_back({p, weight[p]});
  }
  std::vector<Trap> traps;
  for (const auto& members : in_trap) {
    traps.emplace_back();
    for (PlaceId p = 0; p < members.size(); ++p) {
      if (members[p] != 0) traps.back().push_back(p);
    }
  }
  return make_inequality(given, lifted, traps, inequality.multiples);
}

std::vector<std::uint32_t> lift(const Agglomerated& small,
                                const std::vector<std::uint32_t>& moves) {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t move : moves) {
    result.insert(result.end(), small.moves[move].begin(), small.moves[move].end());
  }
  return result;
}

}  // namespace heddle::petri
