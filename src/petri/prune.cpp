#include "petri/prune.hpp"

#include <algorithm>
#include <deque>
#include <limits>

namespace heddle::petri {
namespace {

using Ids = std::vector<std::vector<std::uint32_t>>;

/// For each place, the transitions that name it in `side`.
Ids users(const Net& net, std::vector<Tokens> Transition::*side) {
  Ids result(net.places.size());
  for (TransitionId t = 0; t < net.transitions.size(); ++t) {
    for (const Tokens& tokens : net.transitions[t].*side) result[tokens.place].push_back(t);
  }
  return result;
}

/// What is reached by firing transitions whose inputs are all reached: one for each place, and the
/// transitions in the order in which they became possible.
struct Closure {
  std::vector<char> place;
  std::vector<TransitionId> fired;
};

Closure closure(const Net& net, const Ids& takers, std::vector<char> start) {
  Closure result{std::move(start), {}};
  std::vector<std::size_t> missing(net.transitions.size());
  std::deque<PlaceId> work;
  for (PlaceId p = 0; p < net.places.size(); ++p) {
    if (result.place[p] != 0) work.push_back(p);
  }
  const auto fire = [&](TransitionId t) {
    result.fired.push_back(t);
    for (const Tokens& tokens : net.transitions[t].put) {
      if (result.place[tokens.place] != 0) continue;
      result.place[tokens.place] = 1;
      work.push_back(tokens.place);
    }
  };
  for (TransitionId t = 0; t < net.transitions.size(); ++t) {
    missing[t] = net.transitions[t].take.size();
    if (missing[t] == 0) fire(t);
  }
  while (!work.empty()) {
    const PlaceId p = work.front();
    work.pop_front();
    for (const TransitionId t : takers[p]) {
      if (--missing[t] == 0) fire(t);
    }
  }
  return result;
}

class Pruner {
 public:
  Pruner(const Net& net, const Question& question)
      : net_(net), question_(question), takers_(users(net, &Transition::take)) {}

  Pruned run() {
    find_marked();
    find_plentiful();
    choose_targets();
    find_cone();
    return build();
  }

 private:
  void find_marked() {
    std::vector<char> start(net_.places.size());
    for (PlaceId p = 0; p < net_.places.size(); ++p) {
      start[p] = net_.places[p].unbounded || net_.places[p].initial > 0 ? 1 : 0;
    }
    Closure marked = closure(net_, takers_, std::move(start));
    for (PlaceId p = 0; p < net_.places.size(); ++p) {
      if (marked.place[p] == 0) result_.empty.push_back(p);
    }
    live_.assign(net_.transitions.size(), 0);
    for (const TransitionId t : marked.fired) live_[t] = 1;
    marked_ = std::move(marked.place);
  }

  void find_plentiful() {
    std::vector<char> start(net_.places.size());
    for (PlaceId p = 0; p < net_.places.size(); ++p) start[p] = net_.places[p].unbounded ? 1 : 0;
    const std::vector<char> given = start;
    Closure plenty = closure(net_, takers_, std::move(start));
    // Only what fills a place that nothing before filled is of use.
    std::vector<char> filled = given;
    for (const TransitionId t : plenty.fired) {
      bool fills = false;
      for (const Tokens& tokens : net_.transitions[t].put) {
        fills |= filled[tokens.place] == 0;
        filled[tokens.place] = 1;
      }
      if (fills) result_.fillers.push_back(t);
    }
    plentiful_ = std::move(plenty.place);
  }

  // A conjunction that names an empty place is never reached; plentiful places always suffice.
  void choose_targets() {
    for (const auto& conjunction : question_.conjunctions) {
      std::vector<Tokens> kept;
      bool possible = true;
      for (const Tokens& tokens : conjunction) {
        possible = possible && marked_[tokens.place] != 0;
        if (plentiful_[tokens.place] == 0) kept.push_back(tokens);
      }
      if (possible) targets_.push_back(std::move(kept));
    }
  }

  // Backwards from the targets: a transition matters if it adds a token to a place that matters,
  // and then everything it takes from matters.
  void find_cone() {
    matters_.assign(net_.places.size(), 0);
    useful_.assign(net_.transitions.size(), 0);
    Ids adders(net_.places.size());
    for (TransitionId t = 0; t < net_.transitions.size(); ++t) {
      if (live_[t] == 0) continue;
      const Transition& transition = net_.transitions[t];
      for (const Effect& change : effect({transition.take, transition.put})) {
        if (change.change > 0) adders[change.place].push_back(t);
      }
    }
    std::vector<PlaceId> work;
    const auto need = [&](PlaceId p) {
      if (plentiful_[p] != 0 || matters_[p] != 0) return;
      matters_[p] = 1;
      work.push_back(p);
    };
    for (const auto& target : targets_) {
      for (const Tokens& tokens : target) need(tokens.place);
    }
    while (!work.empty()) {
      const PlaceId p = work.back();
      work.pop_back();
      for (const TransitionId t : adders[p]) {
        if (useful_[t] != 0) continue;
        useful_[t] = 1;
        for (const Tokens& tokens : net_.transitions[t].take) need(tokens.place);
      }
    }
  }

  std::vector<Tokens> renamed(const std::vector<Tokens>& tokens) const {
    std::vector<Tokens> result;
    for (const Tokens& each : tokens) {
      if (matters_[each.place] != 0) result.push_back({number_[each.place], each.count});
    }
    return result;
  }

  Pruned build() {
    number_.assign(net_.places.size(), 0);
    for (PlaceId p = 0; p < net_.places.size(); ++p) {
      if (matters_[p] == 0) continue;
      number_[p] = static_cast<PlaceId>(result_.place.size());
      result_.place.push_back(p);
      result_.problem.initial.push_back(net_.places[p].initial);
    }
    for (TransitionId t = 0; t < net_.transitions.size(); ++t) {
      if (useful_[t] == 0) continue;
      result_.move.push_back(t);
      result_.problem.moves.push_back(
          {renamed(net_.transitions[t].take), renamed(net_.transitions[t].put)});
    }
    for (const auto& target : targets_) result_.problem.targets.push_back(renamed(target));
    return std::move(result_);
  }

  const Net& net_;
  const Question& question_;
  const Ids takers_;
  std::vector<char> marked_, plentiful_, matters_, live_, useful_;
  std::vector<std::vector<Tokens>> targets_;
  std::vector<PlaceId> number_;
  Pruned result_;
};

/// Adds without passing the largest number.
bool add(std::uint64_t& sum, std::uint64_t more) {
  return !__builtin_add_overflow(sum, more, &sum);
}
bool multiply(std::uint64_t a, std::uint64_t b, std::uint64_t& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

/// What must be there before for `transitions` to fire and end with at least `goal`.
bool needed_before(const Net& net, const std::vector<TransitionId>& transitions,
                   std::vector<std::uint64_t>& need) {
  for (auto t = transitions.rbegin(); t != transitions.rend(); ++t) {
    for (const Tokens& put : net.transitions[*t].put) {
      std::uint64_t& here = need[put.place];
      here -= std::min(here, put.count);
    }
    for (const Tokens& take : net.transitions[*t].take) {
      if (!add(need[take.place], take.count)) return false;
    }
  }
  return true;
}

}  // namespace

Pruned prune(const Net& net, const Question& question) { return Pruner(net, question).run(); }

std::optional<Firing> firing_on_net(const Net& net, const Question& question, const Pruned& pruned,
                                    const std::vector<std::uint32_t>& moves, std::size_t most) {
  std::vector<TransitionId> main;
  main.reserve(moves.size());
  for (const std::uint32_t move : moves) main.push_back(pruned.move[move]);
  // Which conjunction is reached does not show in the moves; the plentiful places it names must be
  // filled, too. So each is tried, and the first that works is taken.
  for (const auto& conjunction : question.conjunctions) {
    std::vector<std::uint64_t> need(net.places.size());
    for (const Tokens& tokens : conjunction) need[tokens.place] = tokens.count;
    if (!needed_before(net, main, need)) continue;
    // Backwards over the fillers: each is fired as often as what is missing later asks for.
    std::vector<std::pair<TransitionId, std::uint64_t>> prefix;
    std::uint64_t length = main.size();
    bool possible = true;
    for (auto t = pruned.fillers.rbegin(); t != pruned.fillers.rend() && possible; ++t) {
      std::uint64_t times = 0;
      for (const Tokens& put : net.transitions[*t].put) {
        const Place& place = net.places[put.place];
        if (place.unbounded || need[put.place] <= place.initial) continue;
        const std::uint64_t taken = count_in(net.transitions[*t].take, put.place);
        if (put.count <= taken) continue;
        const std::uint64_t gain = put.count - taken;
        const std::uint64_t missing = need[put.place] - place.initial;
        times = std::max(times, (missing + gain - 1) / gain);
      }
      if (times == 0) continue;
      for (const Tokens& put : net.transitions[*t].put) {
        std::uint64_t given = 0;
        possible = possible && multiply(put.count, times, given);
        need[put.place] -= std::min(need[put.place], given);
      }
      for (const Tokens& take : net.transitions[*t].take) {
        std::uint64_t spent = 0;
        possible = possible && multiply(take.count, times, spent) && add(need[take.place], spent);
      }
      possible = possible && add(length, times) && length <= most;
      prefix.emplace_back(*t, times);
    }
    for (PlaceId p = 0; p < net.places.size() && possible; ++p) {
      possible = net.places[p].unbounded || need[p] <= net.places[p].initial;
    }
    if (!possible || length > most) continue;
    Firing firing;
    for (PlaceId p = 0; p < net.places.size(); ++p) {
      if (net.places[p].unbounded) {
        firing.start.push_back({p, std::max(need[p], net.places[p].initial)});
      }
    }
    std::erase_if(firing.start, [](const Tokens& tokens) { return tokens.count == 0; });
    for (auto step = prefix.rbegin(); step != prefix.rend(); ++step) {
      firing.transitions.insert(firing.transitions.end(), step->second, step->first);
    }
    firing.transitions.insert(firing.transitions.end(), main.begin(), main.end());
    return firing;
  }
  return std::nullopt;
}

}  // namespace heddle::petri
