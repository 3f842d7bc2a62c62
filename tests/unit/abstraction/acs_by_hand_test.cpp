// The ACS of small programs against rules written by hand.
//
// Names of control states and internal steps are the analysis' own business. So each class is
// compared as an automaton over its visible rules (receive, send, new): internal steps joined,
// deterministic, minimal, its states numbered from the start in the order of their rules. That is
// what one writes down when reading the program: "1 ?a -> 2".
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "abstraction/analysis.hpp"
#include "tests/support/core_text.hpp"

namespace heddle::abstraction {
namespace {

using Places = std::set<PlaceIndex>;  // kNone: the process has ended

class Automaton {
 public:
  Automaton(const System& system, Places start) : system_(system) {
    start_ = state_of(closed(std::move(start)));
    for (std::size_t i = 0; i < states_.size(); ++i) expand(i);
    minimise();
  }

  /// A rule a line.
  std::string text() const {
    std::vector<std::size_t> order{start_};
    const auto number = [&](std::size_t state) {
      const auto same = [&](std::size_t other) { return block_[other] == block_[state]; };
      const auto at = std::find_if(order.begin(), order.end(), same) - order.begin();
      if (at == std::ssize(order)) order.push_back(state);
      return at + 1;
    };
    std::string out;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const std::size_t state = order[i];
      if (ends(state) && !rules_[state].empty()) out += fmt::format("  {} may end\n", i + 1);
      for (const auto& [effect, to] : rules_[state]) {
        const bool over = ends(to) && rules_[to].empty();
        out += fmt::format("  {} {} -> {}\n", i + 1, effect,
                           over ? std::string("end") : std::to_string(number(to)));
      }
    }
    return out;
  }

 private:
  std::string effect(const AcsRule& rule) const {
    const auto message = [&](PlaceIndex place) {
      const std::string& name = system_.places[place].name;
      return name.substr(name.find(':') + 1);
    };
    const auto who = [&](PlaceIndex place) {
      return system_.classes[system_.places[place].process];
    };
    if (rule.received != kNone) return "?" + message(rule.received);
    if (rule.sent != kNone) return fmt::format("{}!{}", who(rule.sent), message(rule.sent));
    return "new " + who(rule.spawned);
  }

  Places closed(Places places) const {
    for (bool grows = true; grows;) {
      grows = false;
      for (const AcsRule& rule : system_.rules) {
        if (rule.internal() && places.contains(rule.from)) grows |= places.insert(rule.to).second;
      }
    }
    return places;
  }

  std::size_t state_of(const Places& places) {
    const auto it = std::find(states_.begin(), states_.end(), places);
    if (it != states_.end()) return static_cast<std::size_t>(it - states_.begin());
    states_.push_back(places);
    rules_.emplace_back();
    return states_.size() - 1;
  }

  void expand(std::size_t state) {
    std::map<std::string, Places> next;
    for (const AcsRule& rule : system_.rules) {
      if (!rule.internal() && states_[state].contains(rule.from)) {
        next[effect(rule)].insert(rule.to);
      }
    }
    for (const auto& [effect, places] : next) {
      const std::size_t to = state_of(closed(places));
      rules_[state][effect] = to;
    }
  }

  void minimise() {
    block_.assign(states_.size(), 0);
    using Signature = std::pair<bool, std::map<std::string, std::size_t>>;
    for (std::size_t count = 0;;) {
      std::map<Signature, std::size_t> blocks;
      std::vector<std::size_t> next;
      for (std::size_t i = 0; i < states_.size(); ++i) {
        Signature signature{ends(i), {}};
        for (const auto& [effect, to] : rules_[i]) signature.second[effect] = block_[to];
        next.push_back(blocks.try_emplace(signature, blocks.size()).first->second);
      }
      block_ = std::move(next);
      if (blocks.size() == count) return;
      count = blocks.size();
    }
  }

  bool ends(std::size_t state) const { return states_[state].contains(kNone); }

  const System& system_;
  std::vector<Places> states_;
  std::vector<std::map<std::string, std::size_t>> rules_;
  std::vector<std::size_t> block_;
  std::size_t start_ = 0;
};

/// The classes in the order of their names, `init` first.
std::string rules_of(const System& system) {
  std::map<ClassId, Places> starts{{system.places[system.initial].process, {system.initial}}};
  for (const AcsRule& rule : system.rules) {
    if (rule.spawned != kNone) {
      starts[system.places[rule.spawned].process].insert(rule.spawned);
    }
  }
  std::map<std::string, std::string> texts;
  std::string out;
  for (const auto& [process, start] : starts) {
    const std::string text = system.classes[process] + "\n" + Automaton(system, start).text();
    if (system.classes[process] == "init") {
      out = text;
    } else {
      texts[system.classes[process]] = text;
    }
  }
  for (const auto& [name, text] : texts) out += text;
  return out;
}

class AcsByHand : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!tests::has_erlc()) GTEST_SKIP() << "erlc is not installed";
  }

  /// Line 1 of module m is the -module line, line 2 the first of `erlang`.
  static std::string rules(const std::string& erlang) {
    Program program = tests::program_of("m", "-export([main/0]).\n" + erlang);
    return rules_of(analyse(program, {}).full);
  }
};

TEST_F(AcsByHand, TwoChildrenAreTwoClasses) {
  EXPECT_EQ(rules("main() -> P = self(),\n"
                  "  spawn(fun() -> P ! one end),\n"
                  "  spawn(fun() -> P ! two end),\n"
                  "  receive one -> ok end, receive two -> ok end.\n"),
            "init\n"
            "  1 new m.erl:4 -> 2\n"
            "  2 new m.erl:5 -> 3\n"
            "  3 ?one -> 4\n"
            "  4 ?two -> end\n"
            "m.erl:4\n"
            "  1 init!one -> end\n"
            "m.erl:5\n"
            "  1 init!two -> end\n");
}

TEST_F(AcsByHand, EachClauseOfAReceiveGoesItsWay) {
  EXPECT_EQ(
      rules("main() -> S = spawn(fun() -> server() end),\n"
            "  S ! a, S ! {b, self()}, receive done -> S ! stop end.\n"
            "server() -> receive a -> server(); {b, C} -> C ! done, server(); stop -> ok end.\n"),
      "init\n"
      "  1 new m.erl:3 -> 2\n"
      "  2 m.erl:3!a -> 3\n"
      "  3 m.erl:3!{b,<init>} -> 4\n"
      "  4 ?done -> 5\n"
      "  5 m.erl:3!stop -> end\n"
      "m.erl:3\n"
      "  1 ?a -> 1\n"
      "  1 ?stop -> end\n"
      "  1 ?{b,<init>} -> 2\n"
      "  2 init!done -> 1\n");
}

TEST_F(AcsByHand, AGuardChoosesTheClause) {
  // 1 and -1 are told apart: each message has one way to go.
  EXPECT_EQ(rules("main() -> S = spawn(fun() -> server() end), S ! {n, 1}, S ! {n, -1}.\n"
                  "server() -> receive {n, X} when X > 0 -> self() ! plus;\n"
                  "                    {n, _} -> self() ! minus end.\n"),
            "init\n"
            "  1 new m.erl:3 -> 2\n"
            "  2 m.erl:3!{n,1} -> 3\n"
            "  3 m.erl:3!{n,-1} -> end\n"
            "m.erl:3\n"
            "  1 ?{n,-1} -> 2\n"
            "  1 ?{n,1} -> 3\n"
            "  2 m.erl:3!minus -> end\n"
            "  3 m.erl:3!plus -> end\n");
}

TEST_F(AcsByHand, ANameLeadsToItsProcess) {
  EXPECT_EQ(rules("main() -> register(me, self()),\n"
                  "  spawn(fun() -> catch me ! hi end),\n"
                  "  receive hi -> ok end.\n"),
            "init\n"
            "  1 new m.erl:4 -> 2\n"
            "  2 ?hi -> end\n"
            "m.erl:4\n"
            "  1 may end\n"  // when the name is not there, the send fails
            "  1 init!hi -> end\n");
}

TEST_F(AcsByHand, ATimeoutIsAnotherWayOn) {
  // The first receive may be left without a message, the second may not.
  EXPECT_EQ(rules("main() -> P = self(), spawn(fun() -> P ! a, P ! b end), f(10).\n"
                  "f(T) -> receive a -> self() ! got after T -> self() ! late end,\n"
                  "  receive b -> ok after infinity -> never end.\n"),
            "init\n"
            "  1 new m.erl:3 -> 2\n"
            "  2 ?a -> 3\n"
            "  2 init!late -> 4\n"
            "  3 init!got -> 4\n"
            "  4 ?b -> end\n"
            "m.erl:3\n"
            "  1 init!a -> 2\n"
            "  2 init!b -> end\n");
}

TEST_F(AcsByHand, ALoopSpawnsWithoutBound) {
  // Nobody looks at the messages, so they are not told apart.
  EXPECT_EQ(rules("main() -> P = self(), loop(P).\n"
                  "loop(P) -> spawn(fun() -> P ! hi end), loop(P).\n"),
            "init\n"
            "  1 new m.erl:4 -> 1\n"
            "m.erl:4\n"
            "  1 init!_ -> end\n");
}

TEST_F(AcsByHand, CallsGoAcrossModules) {
  Program program = load_program(
      {{.text = tests::core_of("m",
                               "-export([main/0]).\n"
                               "main() -> S = n:start(self()), n:ask(S),\n"
                               "  receive {answer, _} -> ok end.\n"),
        .file = "m.core",
        .source = "m.erl"},
       {.text = tests::core_of("n",
                               "-export([start/1, ask/1]).\n"
                               "start(P) -> spawn(fun() -> loop(P) end).\n"
                               "ask(S) -> S ! question.\n"
                               "loop(P) -> receive question -> P ! {answer, 42}, loop(P) end.\n"),
        .file = "n.core",
        .source = "n.erl"}},
      "m", "main", false);
  EXPECT_EQ(rules_of(analyse(program, {}).full),
            "init\n"
            "  1 new n.erl:3 -> 2\n"
            "  2 n.erl:3!question -> 3\n"
            "  3 ?{answer,42} -> end\n"
            "n.erl:3\n"
            "  1 ?question -> 2\n"
            "  2 init!{answer,42} -> 1\n");
}

}  // namespace
}  // namespace heddle::abstraction
