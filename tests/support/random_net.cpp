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

AskedNet random_protocol(std::uint64_t seed) {
  std::mt19937_64 random(seed * 0xBF58476D1CE4E5B9ULL + 3);
  const auto below = [&](std::uint64_t limit) { return static_cast<PlaceId>(random() % limit); };
  AskedNet asked;
  const PlaceId controls = 2 + below(2);
  const PlaceId values = 2 + below(2);
  // By process: controls, values of its variable, values in the channel to it.
  const PlaceId size = controls + 2 * values;
  const auto control = [&](PlaceId process, PlaceId i) { return process * size + i; };
  const auto variable = [&](PlaceId process, PlaceId v) { return process * size + controls + v; };
  const auto channel = [&](PlaceId to, PlaceId v) { return to * size + controls + values + v; };
  for (PlaceId p = 0; p < 2 * size; ++p) {
    const bool first = p % size == 0 || p % size == controls;
    asked.net.places.push_back({"p" + std::to_string(p), first ? 1ULL : 0ULL, false});
  }
  const auto add = [&](std::vector<PlaceId> take, std::vector<PlaceId> put) {
    const auto tokens = [](const std::vector<PlaceId>& places) {
      std::vector<Tokens> list;
      for (const PlaceId place : places) list.push_back({place, 1});
      return petri::normalised(std::move(list));
    };
    asked.net.transitions.push_back(
        {"t" + std::to_string(asked.net.transitions.size()), tokens(take), tokens(put)});
  };
  for (PlaceId process = 0; process < 2; ++process) {
    for (PlaceId actions = 4 + below(4); actions > 0; --actions) {
      // The values at the start come more often, so that something happens at all.
      const PlaceId from = control(process, below(2) * below(controls));
      const PlaceId to = control(process, below(controls));
      const PlaceId kind = below(5);
      const PlaceId seen = variable(process, below(2) * below(values));
      const PlaceId sent = below(values);
      if (kind == 0) add({from}, {to});
      if (kind == 1) add({from, seen}, {to, seen});
      if (kind == 2) add({from, seen}, {to, seen, channel(1 - process, sent)});
      if (kind < 3) continue;
      for (PlaceId old = 0; old < values; ++old) {
        add({from, variable(process, old), channel(process, sent)}, {to, variable(process, sent)});
      }
    }
  }
  std::vector<Tokens> conjunction;
  for (PlaceId process = 0; process < 2; ++process) {
    if (below(4) == 0) conjunction.push_back({control(process, below(controls)), 1});
    if (process == 0) conjunction.push_back({variable(process, 1 + below(values - 1)), 1});
    if (below(6) == 0) conjunction.push_back({channel(process, below(values)), 1ULL + below(2)});
  }
  asked.question.conjunctions = {petri::normalised(std::move(conjunction))};
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
