// The order of the argument (docs/formats/certificate.md has it in full):
//
//   1. The places of `empty` never get a token, so what takes from them never fires.
//   2. The places of each set in `places` are looked at as one place, all others not at all. Both
//      allow more, never less. From here on "place" means such a set, and transitions are rules.
//   3. Rules that add to no place help nobody to cover anything: without them a run reaches at
//      least as much.
//   4. Each inequality holds at the start and is kept by what is left.
//   5. No initial marking is above an element of the basis, and no rule leads from outside to above
//      one.
//   6. Each conjunction names an empty place, is excluded by an inequality, or is above the basis.
#include "petri_check/invariant.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "petri_check/rejection.hpp"
#include "petri_check/upward_closed.hpp"

namespace heddle::petri_check {
namespace {

using petri::Net;
using petri::PlaceId;
using petri::Tokens;

constexpr PlaceId kIgnored = std::numeric_limits<PlaceId>::max();

class Invariant {
 public:
  Invariant(const Net& net, const Parsed& parsed)
      : net_(net),
        parsed_(parsed),
        empty_(net.places.size()),
        set_of_(net.places.size(), kIgnored),
        start_(parsed.places.size()),
        unbounded_(parsed.places.size()),
        value_(parsed.places.size()) {}

  void check(const petri::Question& question) {
    check_empty();
    merge_places();
    make_rules();
    for (const InequalityPart& part : parsed_.inequalities) check_inequality(part);
    check_basis();
    for (const auto& conjunction : question.conjunctions) {
      const bool never = std::any_of(
          conjunction.begin(), conjunction.end(),
          [&](const Tokens& tokens) { return tokens.count > 0 && empty_[tokens.place] != 0; });
      require(never || impossible(merged(conjunction)), "nothing excludes one of the targets");
    }
  }

 private:
  struct Rule {
    std::vector<Tokens> take;
    std::vector<Tokens> put;
  };
  struct Dense {
    std::vector<std::uint64_t> weight;
    std::int64_t bound;
  };

  static bool meets(const std::vector<Tokens>& tokens, const std::vector<char>& places) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](const Tokens& each) { return places[each.place] != 0; });
  }

  void check_empty() {
    for (const PlaceId place : parsed_.empty) {
      empty_[place] = 1;
      require(net_.places[place].initial == 0 && !net_.places[place].unbounded,
              "place {} has tokens at the start", place);
    }
    for (const petri::Transition& transition : net_.transitions) {
      require(!meets(transition.put, empty_) || meets(transition.take, empty_),
              "transition {} puts a token into a place that must stay empty", transition.name);
    }
  }

  void merge_places() {
    for (PlaceId set = 0; set < parsed_.places.size(); ++set) {
      for (const PlaceId place : parsed_.places[set]) {
        require(set_of_[place] == kIgnored, "place {} stands in two sets", place);
        set_of_[place] = set;
        start_[set] = plus(start_[set], net_.places[place].initial);
        if (net_.places[place].unbounded) unbounded_[set] = 1;
      }
    }
  }

  /// In sets, sorted.
  std::vector<Tokens> merged(const std::vector<Tokens>& tokens) const {
    std::map<PlaceId, Wide> sums;
    for (const Tokens& each : tokens) {
      const PlaceId set = set_of_[each.place];
      if (set != kIgnored && each.count > 0) sums[set] = plus(sums[set], each.count);
    }
    std::vector<Tokens> result;
    for (const auto& [set, sum] : sums) {
      require(sum <= std::numeric_limits<std::int64_t>::max(), "a number of tokens is too large");
      result.push_back({set, static_cast<std::uint64_t>(sum)});
    }
    return result;
  }

  void make_rules() {
    for (const petri::Transition& transition : net_.transitions) {
      if (meets(transition.take, empty_)) continue;
      Rule rule{merged(transition.take), merged(transition.put)};
      if (!gains(rule).empty()) rules_.push_back(std::move(rule));
    }
  }

  /// The places that have more tokens afterwards.
  std::vector<PlaceId> gains(const Rule& rule) {
    std::vector<PlaceId> result;
    for (const Tokens& take : rule.take) value_[take.place] = take.count;
    for (const Tokens& put : rule.put) {
      if (static_cast<Wide>(put.count) > value_[put.place]) result.push_back(put.place);
    }
    for (const Tokens& take : rule.take) value_[take.place] = 0;
    return result;
  }

  /// The sum of value_ over these tokens.
  Wide weigh(const std::vector<Tokens>& tokens) const {
    Wide sum = 0;
    for (const Tokens& each : tokens) {
      if (value_[each.place] != 0) sum = plus(sum, times(value_[each.place], each.count));
    }
    return sum;
  }

  void check_inequality(const InequalityPart& part) {
    for (const Tokens& weight : part.weights) value_[weight.place] = weight.count;
    Wide traps = 0;
    for (const TrapPart& trap : part.traps) {
      check_trap(trap);
      traps = plus(traps, trap.times);
      for (const PlaceId place : trap.places) value_[place] = plus(value_[place], trap.times);
    }
    Wide initial = 0;
    for (PlaceId place = 0; place < value_.size(); ++place) {
      if (value_[place] == 0) continue;
      require(unbounded_[place] == 0,
              "an inequality speaks of set {}, which has any number of tokens", place);
      initial = plus(initial, times(value_[place], start_[place]));
    }
    require(plus(initial, -traps) <= part.bound, "an inequality does not hold at the start");
    for (const Rule& rule : rules_) {
      require(weigh(rule.put) <= weigh(rule.take), "a transition does not keep an inequality");
    }
    std::fill(value_.begin(), value_.end(), 0);
  }

  void check_trap(const TrapPart& trap) const {
    std::vector<char> in(start_.size());
    bool marked = false;
    for (const PlaceId place : trap.places) {
      in[place] = 1;
      marked = marked || start_[place] > 0;
    }
    require(marked, "a trap has no token at the start");
    for (const Rule& rule : rules_) {
      require(!meets(rule.take, in) || meets(rule.put, in), "a trap can lose its last token");
    }
  }

  void check_basis() {
    for (const InequalityPart& part : parsed_.inequalities) {
      Dense dense{std::vector<std::uint64_t>(start_.size()), part.bound};
      for (const Tokens& weight : part.weights) dense.weight[weight.place] = weight.count;
      dense_.push_back(std::move(dense));
    }
    std::vector<std::vector<std::uint32_t>> adders(start_.size());
    for (std::uint32_t r = 0; r < rules_.size(); ++r) {
      for (const PlaceId place : gains(rules_[r])) adders[place].push_back(r);
    }
    for (std::uint32_t i = 0; i < parsed_.basis.size(); ++i) {
      const auto& element = parsed_.basis[i];
      require(std::any_of(element.begin(), element.end(),
                          [&](const Tokens& tokens) {
                            return unbounded_[tokens.place] == 0 &&
                                   static_cast<Wide>(tokens.count) > start_[tokens.place];
                          }),
              "an initial marking is above element {} of the basis", i);
      above_basis_.add(element);
    }
    std::vector<std::uint32_t> done(rules_.size());
    for (std::uint32_t i = 0; i < parsed_.basis.size(); ++i) {
      for (const Tokens& tokens : parsed_.basis[i]) {
        // A rule that adds to no place of the element leads above it only from above it.
        for (const std::uint32_t r : adders[tokens.place]) {
          if (done[r] == i + 1) continue;
          done[r] = i + 1;
          require(impossible(least_before(rules_[r], parsed_.basis[i])),
                  "a transition leads to a marking above element {} of the basis", i);
        }
      }
    }
  }

  /// Whether no marking above these tokens is reachable, as far as the certificate says.
  bool impossible(const std::vector<Tokens>& tokens) const {
    return above_basis_.contains(tokens) || excluded(tokens);
  }

  bool excluded(const std::vector<Tokens>& tokens) const {
    for (const Dense& dense : dense_) {
      Wide sum = 0;
      for (const Tokens& each : tokens) {
        if (dense.weight[each.place] != 0) {
          sum = plus(sum, times(dense.weight[each.place], each.count));
        }
      }
      if (sum > dense.bound) return true;
    }
    return false;
  }

  /// max(take, goal - put + take), the least marking from which the rule leads to above the goal;
  /// all lists are sorted by place.
  const std::vector<Tokens>& least_before(const Rule& rule, const std::vector<Tokens>& goal) {
    least_.clear();
    std::size_t t = 0;
    std::size_t p = 0;
    for (std::size_t g = 0; g <= goal.size(); ++g) {
      // What the rule takes from places before the next one of the goal.
      while (t < rule.take.size() && (g == goal.size() || rule.take[t].place < goal[g].place)) {
        least_.push_back(rule.take[t++]);
      }
      if (g == goal.size()) break;
      while (p < rule.put.size() && rule.put[p].place < goal[g].place) ++p;
      const bool puts = p < rule.put.size() && rule.put[p].place == goal[g].place;
      const bool takes = t < rule.take.size() && rule.take[t].place == goal[g].place;
      Wide count = goal[g].count;
      if (puts) count = std::max<Wide>(0, count - static_cast<Wide>(rule.put[p].count));
      if (takes) count = plus(count, rule.take[t++].count);
      require(count <= std::numeric_limits<std::int64_t>::max(), "a number of tokens is too large");
      if (count > 0) least_.push_back({goal[g].place, static_cast<std::uint64_t>(count)});
    }
    return least_;
  }

  const Net& net_;
  const Parsed& parsed_;
  std::vector<char> empty_;      // by place of the net
  std::vector<PlaceId> set_of_;  // by place of the net
  std::vector<Wide> start_;      // by set
  std::vector<char> unbounded_;  // by set
  std::vector<Rule> rules_;      // what may fire and can matter
  std::vector<Wide> value_;      // scratch, by set; zero between uses
  std::vector<Dense> dense_;
  UpwardClosed above_basis_;
  std::vector<Tokens> least_;  // what least_before returns
};

}  // namespace

void check_invariant(const Net& net, const petri::Question& question, const Parsed& parsed) {
  Invariant(net, parsed).check(question);
}

}  // namespace heddle::petri_check
