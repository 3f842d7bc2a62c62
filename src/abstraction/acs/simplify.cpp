// Simplification of an ACS: internal steps that nobody asks about are joined with what is before
// them, and what cannot matter is dropped.
//
// Until nothing changes:
//   dead       rules that need a token which never comes
//   unread     messages that nobody receives
//   cone       rules that put tokens only where they cannot matter (they only take tokens away, and
//              more tokens never hurt a question of the form "at least")
//   loops      control states on a cycle of internal steps are one
//   chains     a control state with internal rules only is skipped: a process that comes to it may
//              as well have gone on (post-agglomeration of Petri nets)
// The reachable amounts in kept places stay what they were, up to what can be covered.
//
// Seed 003, section 4, reports what is left: 4 to 41 % of the places.
#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "abstraction/acs/system.hpp"

namespace heddle::abstraction {
namespace {

class Simplifier {
 public:
  Simplifier(const System& system, const std::vector<PlaceIndex>& kept)
      : system_(system), rules_(system.rules), keep_(system.places.size(), false) {
    for (const PlaceIndex place : kept) keep_[place] = true;
    keep_[system.initial] = true;
    queried_.assign(system.places.size(), false);
    for (const PlaceIndex place : kept) queried_[place] = true;
  }

  std::vector<AcsRule> run() {
    std::size_t before = 0;
    do {
      before = weight();
      tidy();
      drop_dead();
      drop_unread();
      drop_outside_cone();
      join_loops();
      join_chains();
      tidy();
    } while (weight() != before);
    return std::move(rules_);
  }

 private:
  // Falls, or stays when nothing was done.
  std::size_t weight() const {
    std::set<PlaceIndex> used;
    std::size_t effects = 0;
    for (const AcsRule& rule : rules_) {
      for (const PlaceIndex place : {rule.from, rule.to, rule.received, rule.sent, rule.spawned}) {
        if (place != kNone) used.insert(place);
        effects += place != kNone ? 1 : 0;
      }
    }
    return used.size() * 1'000'000 + effects;
  }

  void tidy() {
    std::set<std::tuple<PlaceIndex, PlaceIndex, PlaceIndex, PlaceIndex, PlaceIndex>> known;
    std::erase_if(rules_, [&](const AcsRule& rule) {
      if (rule.internal() && (rule.from == rule.to || rule.to == kNone)) return true;
      return !known.insert({rule.from, rule.to, rule.received, rule.sent, rule.spawned}).second;
    });
  }

  // Which rules use each place, as `places` of a rule says.
  template <typename Places>
  std::vector<std::vector<std::size_t>> rules_by(const Places& places) const {
    std::vector<std::vector<std::size_t>> out(system_.places.size());
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      for (const PlaceIndex place : places(rules_[i])) {
        if (place != kNone) out[place].push_back(i);
      }
    }
    return out;
  }
  static std::array<PlaceIndex, 2> takes(const AcsRule& rule) { return {rule.from, rule.received}; }
  static std::array<PlaceIndex, 3> puts(const AcsRule& rule) {
    return {rule.to, rule.sent, rule.spawned};
  }

  void drop_dead() {
    const auto taking = rules_by(takes);
    std::vector<bool> marked(system_.places.size(), false);
    marked[system_.initial] = true;
    std::vector<PlaceIndex> work{system_.initial};
    while (!work.empty()) {
      const PlaceIndex place = work.back();
      work.pop_back();
      for (const std::size_t i : taking[place]) {
        if (!fires(rules_[i], marked)) continue;
        for (const PlaceIndex put : puts(rules_[i])) {
          if (put == kNone || marked[put]) continue;
          marked[put] = true;
          work.push_back(put);
        }
      }
    }
    std::erase_if(rules_, [&](const AcsRule& rule) { return !fires(rule, marked); });
  }
  static bool fires(const AcsRule& rule, const std::vector<bool>& marked) {
    return marked[rule.from] && (rule.received == kNone || marked[rule.received]);
  }

  void drop_unread() {
    std::vector<bool> read = queried_;
    for (const AcsRule& rule : rules_) {
      if (rule.received != kNone) read[rule.received] = true;
    }
    for (AcsRule& rule : rules_) {
      if (rule.sent != kNone && !read[rule.sent]) rule.sent = kNone;
    }
  }

  void drop_outside_cone() {
    std::vector<bool> matters = queried_;
    const auto useful = [&](const AcsRule& rule) {
      const auto put = puts(rule);
      return std::any_of(put.begin(), put.end(),
                         [&](PlaceIndex place) { return place != kNone && matters[place]; });
    };
    const auto putting = rules_by(puts);
    std::vector<PlaceIndex> work;
    for (PlaceIndex place = 0; place < matters.size(); ++place) {
      if (matters[place]) work.push_back(place);
    }
    while (!work.empty()) {
      const PlaceIndex place = work.back();
      work.pop_back();
      for (const std::size_t i : putting[place]) {
        for (const PlaceIndex taken : takes(rules_[i])) {
          if (taken == kNone || matters[taken]) continue;
          matters[taken] = true;
          work.push_back(taken);
        }
      }
    }
    std::erase_if(rules_, [&](const AcsRule& rule) { return !useful(rule); });
    for (AcsRule& rule : rules_) {
      for (PlaceIndex* place : {&rule.to, &rule.sent, &rule.spawned}) {
        if (*place != kNone && !matters[*place]) *place = kNone;
      }
    }
  }

  // Internal steps among states that are not kept, as a graph.
  std::vector<std::vector<PlaceIndex>> internal_graph() const {
    std::vector<std::vector<PlaceIndex>> next(system_.places.size());
    for (const AcsRule& rule : rules_) {
      if (rule.internal() && rule.to != kNone && !keep_[rule.from] && !keep_[rule.to]) {
        next[rule.from].push_back(rule.to);
      }
    }
    return next;
  }

  // Strongly connected components by Tarjan's algorithm, without recursion.
  void join_loops() {
    const auto next = internal_graph();
    const std::size_t count = next.size();
    std::vector<PlaceIndex> component(count, kNone);
    std::vector<std::uint32_t> number(count, 0);
    std::vector<std::uint32_t> low(count, 0);
    std::vector<PlaceIndex> open;
    std::vector<bool> is_open(count, false);
    std::uint32_t visits = 0;
    for (PlaceIndex root = 0; root < count; ++root) {
      if (number[root] != 0 || next[root].empty()) continue;
      std::vector<std::pair<PlaceIndex, std::size_t>> path{{root, 0}};
      while (!path.empty()) {
        auto& [place, edge] = path.back();
        if (edge == 0 && number[place] == 0) {
          number[place] = low[place] = ++visits;
          open.push_back(place);
          is_open[place] = true;
        }
        if (edge < next[place].size()) {
          const PlaceIndex to = next[place][edge++];
          if (number[to] == 0) {
            path.emplace_back(to, 0);
          } else if (is_open[to]) {
            low[place] = std::min(low[place], number[to]);
          }
          continue;
        }
        const PlaceIndex done = place;
        if (low[done] == number[done]) {
          while (true) {
            const PlaceIndex member = open.back();
            open.pop_back();
            is_open[member] = false;
            component[member] = done;
            if (member == done) break;
          }
        }
        path.pop_back();
        if (!path.empty()) {
          low[path.back().first] = std::min(low[path.back().first], low[done]);
        }
      }
    }
    for (AcsRule& rule : rules_) {
      for (PlaceIndex* place : {&rule.from, &rule.to, &rule.spawned}) {
        if (*place != kNone && component[*place] != kNone) *place = component[*place];
      }
    }
    tidy();
  }

  void join_chains() {
    const std::size_t count = system_.places.size();
    std::vector<std::vector<std::size_t>> leaving(count);
    std::vector<std::vector<std::size_t>> coming(count);
    std::vector<bool> alive(rules_.size(), true);
    const auto index = [&](std::size_t i) {
      leaving[rules_[i].from].push_back(i);
      if (rules_[i].to != kNone) coming[rules_[i].to].push_back(i);
      if (rules_[i].spawned != kNone && rules_[i].spawned != rules_[i].to) {
        coming[rules_[i].spawned].push_back(i);
      }
    };
    for (std::size_t i = 0; i < rules_.size(); ++i) index(i);
    for (PlaceIndex place = 0; place < count; ++place) {
      if (keep_[place] || system_.places[place].kind != AcsPlace::Kind::kState) continue;
      std::vector<std::size_t> out;
      std::vector<std::size_t> in;
      bool fits = true;
      for (const std::size_t i : leaving[place]) {
        if (!alive[i]) continue;
        fits = fits && rules_[i].internal() && rules_[i].to != place;
        out.push_back(i);
      }
      for (const std::size_t i : coming[place]) {
        if (!alive[i]) continue;
        // Both the process and its child would come here: twice the choices.
        fits = fits && !(rules_[i].to == place && rules_[i].spawned == place);
        in.push_back(i);
      }
      if (!fits || (in.empty() && out.empty())) continue;
      if (in.size() * out.size() > in.size() + out.size()) continue;
      for (const std::size_t i : in) {
        for (const std::size_t k : out) {
          AcsRule joined = rules_[i];
          const bool child = joined.spawned == place;
          (child ? joined.spawned : joined.to) = rules_[k].to;
          joined.through.push_back(system_.places[place].id);
          joined.through.insert(joined.through.end(), rules_[k].through.begin(),
                                rules_[k].through.end());
          rules_.push_back(std::move(joined));
          alive.push_back(true);
          index(rules_.size() - 1);
        }
        if (out.empty()) {
          // Nothing happens there any more.
          AcsRule ends = rules_[i];
          (ends.spawned == place ? ends.spawned : ends.to) = kNone;
          rules_.push_back(std::move(ends));
          alive.push_back(true);
          index(rules_.size() - 1);
        }
        alive[i] = false;
      }
      for (const std::size_t k : out) alive[k] = false;
    }
    std::vector<AcsRule> left;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (alive[i]) left.push_back(std::move(rules_[i]));
    }
    rules_ = std::move(left);
  }

  const System& system_;
  std::vector<AcsRule> rules_;
  std::vector<bool> keep_;
  std::vector<bool> queried_;
};

}  // namespace

System simplify(const System& system, std::vector<PlaceIndex>& kept) {
  System out;
  out.classes = system.classes;
  out.mail_labels = system.mail_labels;
  std::vector<AcsRule> rules = Simplifier(system, kept).run();
  std::vector<PlaceIndex> number(system.places.size(), kNone);
  const auto renumber = [&](PlaceIndex place) {
    if (place == kNone) return kNone;
    if (number[place] == kNone) {
      number[place] = static_cast<PlaceIndex>(out.places.size());
      out.places.push_back(system.places[place]);
    }
    return number[place];
  };
  out.initial = renumber(system.initial);
  for (const AcsRule& rule : rules) {
    AcsRule moved = rule;
    for (PlaceIndex* place :
         {&moved.from, &moved.to, &moved.received, &moved.sent, &moved.spawned}) {
      *place = renumber(*place);
    }
    out.rules.push_back(std::move(moved));
  }
  for (PlaceIndex& place : kept) place = renumber(place);
  for (const auto& [place, bound] : system.assertions) {
    if (number[place] != kNone) out.assertions[number[place]] = bound;
  }
  return out;
}

std::size_t size_of(const System& system) {
  std::set<PlaceIndex> used{system.initial};
  for (const AcsRule& rule : system.rules) {
    for (const PlaceIndex place : {rule.from, rule.to, rule.received, rule.sent, rule.spawned}) {
      if (place != kNone) used.insert(place);
    }
  }
  return used.size();
}

}  // namespace heddle::abstraction
