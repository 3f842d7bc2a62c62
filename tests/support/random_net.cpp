#include "tests/support/random_net.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"

namespace heddle::tests {
namespace {

using petri::Net;
using petri::PlaceId;
using petri::Question;
using petri::Tokens;

constexpr std::uint64_t kOmega = std::numeric_limits<std::uint64_t>::max();
using Marking = std::vector<std::uint64_t>;

bool at_least(const Marking& marking, const std::vector<Tokens>& tokens) {
  return std::all_of(tokens.begin(), tokens.end(),
                     [&](const Tokens& each) { return marking[each.place] >= each.count; });
}

bool at_most(const Marking& a, const Marking& b) {
  return std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>());
}

}  // namespace

AskedNet random_net(std::uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E3779B97F4A7C15ULL + 1);
  // Not a standard distribution: those differ between libraries.
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  AskedNet asked;
  const std::uint64_t places = 1 + below(9);
  for (std::uint64_t p = 0; p < places; ++p) {
    petri::Place place{"p" + std::to_string(p), 0, false};
    if (below(3) == 0) place.initial = 1 + (below(4) == 0 ? below(3) : 0);
    place.unbounded = below(12) == 0;
    asked.net.places.push_back(place);
  }
  const auto tokens = [&](std::uint64_t most) {
    std::vector<Tokens> list;
    for (std::uint64_t i = below(most + 1); i > 0; --i) {
      list.push_back({static_cast<PlaceId>(below(places)), below(8) == 0 ? 2 : 1ULL});
    }
    return petri::normalised(std::move(list));
  };
  const std::uint64_t transitions = 1 + below(10);
  for (std::uint64_t t = 0; t < transitions; ++t) {
    petri::Transition transition{"t" + std::to_string(t), {}, {}};
    if (below(3) == 0) {
      transition.take = {{static_cast<PlaceId>(below(places)), 1}};
      transition.put = {{static_cast<PlaceId>(below(places)), 1}};
    } else {
      transition.take = tokens(3);
      // Without inputs a transition fills everything; one in a while is enough.
      if (transition.take.empty() && below(4) != 0) {
        transition.take = {{static_cast<PlaceId>(below(places)), 1}};
      }
      transition.put = tokens(3);
    }
    asked.net.transitions.push_back(std::move(transition));
  }
  for (std::uint64_t i = 1 + below(3); i > 0; --i) {
    std::vector<Tokens> conjunction = tokens(3);
    if (conjunction.empty()) conjunction = {{static_cast<PlaceId>(below(places)), 1 + below(3)}};
    asked.question.conjunctions.push_back(std::move(conjunction));
  }
  return asked;
}

std::optional<bool> karp_miller(const Net& net, const Question& question, std::size_t most) {
  struct Node {
    Marking marking;
    std::size_t parent;
  };
  constexpr std::size_t kRoot = std::numeric_limits<std::size_t>::max();
  Marking initial;
  for (const petri::Place& place : net.places) {
    initial.push_back(place.unbounded ? kOmega : place.initial);
  }
  std::vector<Node> tree{{initial, kRoot}};
  for (std::size_t at = 0; at < tree.size(); ++at) {
    for (const auto& conjunction : question.conjunctions) {
      if (at_least(tree[at].marking, conjunction)) return true;
    }
    bool repeats = false;
    for (std::size_t up = tree[at].parent; up != kRoot; up = tree[up].parent) {
      repeats = repeats || tree[up].marking == tree[at].marking;
    }
    if (repeats) continue;
    for (const petri::Transition& transition : net.transitions) {
      if (!at_least(tree[at].marking, transition.take)) continue;
      Marking next = tree[at].marking;
      for (const Tokens& take : transition.take) {
        if (next[take.place] != kOmega) next[take.place] -= take.count;
      }
      for (const Tokens& put : transition.put) {
        if (next[put.place] != kOmega) next[put.place] += put.count;
      }
      for (std::size_t up = at; up != kRoot; up = tree[up].parent) {
        if (!at_most(tree[up].marking, next)) continue;
        for (std::size_t p = 0; p < next.size(); ++p) {
          if (tree[up].marking[p] < next[p]) next[p] = kOmega;
        }
      }
      tree.push_back({std::move(next), at});
      if (tree.size() > most) return std::nullopt;
    }
  }
  return false;
}

std::string words(const AskedNet& asked) { return petri::to_spec(asked.net, asked.question); }

}  // namespace heddle::tests
