// The order of the argument (docs/formats/certificate.md has it in full):
//
//   1. The places of `empty` never get a token, so what takes from them never fires.
//   2. Only the places of `places` are looked at; ignoring the others allows more, never less.
//   3. Transitions that add to none of these places help nobody to cover anything: without them a
//      run reaches at least as much.
//   4. Of what is left: each inequality holds at the start and is kept. A transition that needs
//      tokens which an inequality excludes never fires, and later inequalities need not mind it.
//   5. No initial marking is above an element of the basis, and no transition leads from outside to
//      above one.
//   6. Each conjunction has an empty place, is excluded by an inequality, or is above the basis.
#include "petri_check/invariant.hpp"

#include <algorithm>

#include "petri_check/rejection.hpp"

namespace heddle::petri_check {
namespace {

using petri::Net;
using petri::PlaceId;
using petri::Tokens;

class Invariant {
 public:
  Invariant(const Net& net, const Parsed& parsed)
      : net_(net), parsed_(parsed), value_(net.places.size()), filed_(net.places.size()) {
    empty_ = flags(parsed.empty);
    looked_at_ = flags(parsed.places);
  }

  void check(const petri::Question& question) {
    check_empty();
    restrict_to_places();
    for (const InequalityPart& part : parsed_.inequalities) check_inequality(part);
    check_basis();
    for (const auto& conjunction : question.conjunctions) {
      const bool never = std::any_of(
          conjunction.begin(), conjunction.end(),
          [&](const Tokens& tokens) { return tokens.count > 0 && empty_[tokens.place] != 0; });
      require(never || impossible(only_looked_at(conjunction)),
              "nothing excludes one of the targets");
    }
  }

 private:
  struct Rule {
    std::vector<Tokens> take;
    std::vector<Tokens> put;
  };

  std::vector<char> flags(const std::vector<PlaceId>& places) const {
    std::vector<char> result(net_.places.size());
    for (const PlaceId place : places) result[place] = 1;
    return result;
  }

  static bool meets(const std::vector<Tokens>& tokens, const std::vector<char>& places) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](const Tokens& each) { return places[each.place] != 0; });
  }

  void check_empty() const {
    for (const PlaceId place : parsed_.empty) {
      require(net_.places[place].initial == 0 && !net_.places[place].unbounded,
              "place {} has tokens at the start", place);
    }
    for (const petri::Transition& transition : net_.transitions) {
      require(!meets(transition.put, empty_) || meets(transition.take, empty_),
              "transition {} puts a token into a place that must stay empty", transition.name);
    }
  }

  std::vector<Tokens> only_looked_at(const std::vector<Tokens>& tokens) const {
    std::vector<Tokens> result;
    for (const Tokens& each : tokens) {
      if (looked_at_[each.place] != 0) result.push_back(each);
    }
    return result;
  }

  void restrict_to_places() {
    for (const petri::Transition& transition : net_.transitions) {
      if (meets(transition.take, empty_)) continue;
      Rule rule{only_looked_at(transition.take), only_looked_at(transition.put)};
      for (const Tokens& take : rule.take) value_[take.place] = take.count;
      const bool adds = std::any_of(rule.put.begin(), rule.put.end(), [&](const Tokens& put) {
        return static_cast<Wide>(put.count) > value_[put.place];
      });
      for (const Tokens& take : rule.take) value_[take.place] = 0;
      if (adds) rules_.push_back(std::move(rule));
    }
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
    for (const Tokens& weight : part.weights) {
      require(looked_at_[weight.place] != 0, "an inequality speaks of place {}, the proof does not",
              weight.place);
      value_[weight.place] = weight.count;
    }
    Wide traps = 0;
    for (const TrapPart& trap : part.traps) {
      check_trap(trap);
      traps = plus(traps, trap.times);
      for (const PlaceId place : trap.places) value_[place] = plus(value_[place], trap.times);
    }
    Wide initial = 0;
    for (PlaceId place = 0; place < value_.size(); ++place) {
      if (value_[place] == 0) continue;
      require(!net_.places[place].unbounded,
              "an inequality speaks of place {}, which has any number of tokens", place);
      initial = plus(initial, times(value_[place], net_.places[place].initial));
    }
    require(plus(initial, -traps) <= part.bound, "an inequality does not hold at the start");
    for (const Rule& rule : rules_) {
      require(weigh(rule.put) <= weigh(rule.take), "a transition does not keep an inequality");
    }
    std::fill(value_.begin(), value_.end(), 0);

    for (const Tokens& weight : part.weights) value_[weight.place] = weight.count;
    std::erase_if(rules_, [&](const Rule& rule) { return weigh(rule.take) > part.bound; });
    for (const Tokens& weight : part.weights) value_[weight.place] = 0;
  }

  void check_trap(const TrapPart& trap) const {
    const std::vector<char> in = flags(trap.places);
    bool marked = false;
    for (const PlaceId place : trap.places) {
      require(looked_at_[place] != 0, "a trap has place {}, the proof does not", place);
      marked = marked || net_.places[place].initial > 0;
    }
    require(marked, "a trap has no token at the start");
    for (const Rule& rule : rules_) {
      require(!meets(rule.take, in) || meets(rule.put, in), "a trap can lose its last token");
    }
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

  /// Whether no marking above these tokens is reachable, as far as the certificate says.
  bool impossible(const std::vector<Tokens>& tokens) {
    if (excluded(tokens)) return true;
    for (const Tokens& each : tokens) value_[each.place] = each.count;
    const auto below = [&](std::uint32_t i) {
      const auto& element = parsed_.basis[i];
      return std::all_of(element.begin(), element.end(), [&](const Tokens& each) {
        return static_cast<Wide>(each.count) <= value_[each.place];
      });
    };
    const bool found = std::any_of(tokens.begin(), tokens.end(), [&](const Tokens& each) {
      const auto& candidates = filed_[each.place];
      return std::any_of(candidates.begin(), candidates.end(), below);
    });
    for (const Tokens& each : tokens) value_[each.place] = 0;
    return found;
  }

  void check_basis() {
    for (const InequalityPart& part : parsed_.inequalities) {
      Dense dense{std::vector<std::uint64_t>(net_.places.size()), part.bound};
      for (const Tokens& weight : part.weights) dense.weight[weight.place] = weight.count;
      dense_.push_back(std::move(dense));
    }
    std::vector<std::vector<std::uint32_t>> adders(net_.places.size());
    for (std::uint32_t r = 0; r < rules_.size(); ++r) {
      for (const Tokens& take : rules_[r].take) value_[take.place] = take.count;
      for (const Tokens& put : rules_[r].put) {
        if (static_cast<Wide>(put.count) > value_[put.place]) adders[put.place].push_back(r);
      }
      for (const Tokens& take : rules_[r].take) value_[take.place] = 0;
    }
    for (std::uint32_t i = 0; i < parsed_.basis.size(); ++i) file_element(i);
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

  void file_element(std::uint32_t i) {
    const auto& element = parsed_.basis[i];
    bool outside = false;
    require(!element.empty(), "an element of the basis has no tokens");
    PlaceId rarest = element.front().place;
    for (const Tokens& tokens : element) {
      require(looked_at_[tokens.place] != 0, "the basis speaks of place {}, the proof does not",
              tokens.place);
      const petri::Place& place = net_.places[tokens.place];
      outside = outside || (!place.unbounded && tokens.count > place.initial);
      if (filed_[tokens.place].size() < filed_[rarest].size()) rarest = tokens.place;
    }
    require(outside, "an initial marking is above element {} of the basis", i);
    filed_[rarest].push_back(i);
  }

  /// max(take, goal - put + take), the least marking from which the rule leads to above the goal.
  std::vector<Tokens> least_before(const Rule& rule, const std::vector<Tokens>& goal) {
    std::vector<PlaceId> places;
    for (const Tokens& tokens : goal) value_[tokens.place] = tokens.count;
    for (const Tokens& put : rule.put) {
      value_[put.place] = std::max<Wide>(0, value_[put.place] - static_cast<Wide>(put.count));
    }
    for (const Tokens& take : rule.take) value_[take.place] = plus(value_[take.place], take.count);
    for (const Tokens& tokens : goal) places.push_back(tokens.place);
    for (const Tokens& take : rule.take) places.push_back(take.place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<Tokens> result;
    for (const PlaceId place : places) {
      require(value_[place] <= static_cast<Wide>(UINT64_MAX), "a number of tokens is too large");
      if (value_[place] > 0) result.push_back({place, static_cast<std::uint64_t>(value_[place])});
      value_[place] = 0;
    }
    return result;
  }

  struct Dense {
    std::vector<std::uint64_t> weight;
    std::int64_t bound;
  };

  const Net& net_;
  const Parsed& parsed_;
  std::vector<char> empty_, looked_at_;
  std::vector<Rule> rules_;  // what may fire and can matter
  std::vector<Wide> value_;  // scratch, by place; zero between uses
  std::vector<Dense> dense_;
  // Elements of the basis, each filed under one of its places: only markings with tokens there can
  // be above it.
  std::vector<std::vector<std::uint32_t>> filed_;
};

}  // namespace

void check_invariant(const Net& net, const petri::Question& question, const Parsed& parsed) {
  Invariant(net, parsed).check(question);
}

}  // namespace heddle::petri_check
