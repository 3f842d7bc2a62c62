// ACS rules of small programs, counted by hand; the picture; simplification; properties.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "abstraction/analysis.hpp"
#include "petri/cover.hpp"
#include "support/check.hpp"
#include "tests/support/core_text.hpp"

namespace heddle::abstraction {
namespace {

std::string effect(const System& system, const AcsRule& rule) {
  const auto name = [&](PlaceIndex place) {
    return place == kNone ? std::string("end") : system.places[place].name;
  };
  if (rule.received != kNone) return "?" + name(rule.received);
  if (rule.sent != kNone) return "!" + name(rule.sent);
  if (rule.spawned != kNone) return "new " + system.classes[system.places[rule.spawned].process];
  return "tau";
}

std::vector<std::string> effects(const System& system) {
  std::vector<std::string> out;
  for (const AcsRule& rule : system.rules) {
    out.push_back(system.classes[system.places[rule.from].process] + ": " + effect(system, rule));
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool coverable(const System& system, const Query& query) {
  const Encoded encoded = encode(system, query);
  const petri::Outcome outcome = petri::cover(encoded.net, encoded.question, {});
  EXPECT_NE(outcome.answer, petri::Answer::kUnknown);
  return outcome.answer == petri::Answer::kCoverable;
}

bool violated(const std::string& erlang, const std::string& property, Depths depths = {}) {
  Program program =
      tests::program_of("m", "-export([main/0]).\n-include(\"heddle.hrl\").\n-uncoverable(\"" +
                                 property + "\").\n" + erlang);
  const Analysis analysis = analyse(program, {.depths = depths});
  EXPECT_EQ(analysis.queries.size(), 1U);
  if (!analysis.queries[0].trivial.empty()) return false;
  return coverable(analysis.simple, analysis.queries[0]);
}

class Acs : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!tests::has_erlc()) GTEST_SKIP() << "erlc is not installed";
  }
};

TEST_F(Acs, UnsafeSendHasTheThreeRulesOfTheOriginal) {
  // The decoded model of Soter's own unsafe_send, without its internal steps: spawn, send, receive
  // and fail.
  Program program = tests::program_of("m",
                                      "-export([main/0]).\n"
                                      "main() -> S = spawn(fun() -> server() end), S ! {no}.\n"
                                      "server() -> receive {C} -> C ! hello end.\n");
  const Analysis analysis = analyse(program, {.mode = Mode::kErrors});
  EXPECT_EQ(effects(analysis.simple),
            (std::vector<std::string>{"init: !1:{_}", "init: new m.erl:3", "m.erl:3: ?1:{_}"}));
  EXPECT_EQ(analysis.places_after, 5U);
}

TEST_F(Acs, AMessageIsKnownDownToItsDepth) {
  const char* text =
      "-export([main/0]).\n"
      "main() -> S = spawn(fun() -> receive {a, X} -> X end end), S ! {a, {b, c}}, S ! {a, 1}.\n";
  Program program = tests::program_of("m", text);
  const auto sent = [&](std::size_t depth) {
    const Analysis analysis = analyse(program, {.depths = {.message = depth}});
    std::vector<std::string> out;
    for (const std::string& each : effects(analysis.full)) {
      if (each.find('!') != std::string::npos) out.push_back(each.substr(each.find(':') + 2));
    }
    return out;
  };
  EXPECT_EQ(sent(0), (std::vector<std::string>{"!1:_", "!1:_"}));
  EXPECT_EQ(sent(1), (std::vector<std::string>{"!1:{_,_}", "!1:{_,_}"}));
  EXPECT_EQ(sent(2), (std::vector<std::string>{"!1:{a,1}", "!1:{a,{_,_}}"}));
  EXPECT_EQ(sent(3), (std::vector<std::string>{"!1:{a,1}", "!1:{a,{b,c}}"}));
  // By default as deep as the pattern {a, X}: an atom in a tuple.
  const Analysis analysis = analyse(program, {});
  EXPECT_EQ(analysis.machine->message_depth(), 2U);
}

TEST_F(Acs, AClauseThatSurelyMatchesHidesLaterOnes) {
  const std::string rest =
      "f(X) -> case X of {a, _} -> ok; {_, _} -> ?label(\"x\"); _ -> ok end.\n";
  EXPECT_FALSE(violated("main() -> f({a, 1}), f(b).\n" + rest, "x >= 1"));
  EXPECT_TRUE(violated("main() -> f({a, 1}), f({c, 1}).\n" + rest, "x >= 1"));
}

TEST_F(Acs, GuardsAreDecidedWhereTheyCanBe) {
  EXPECT_FALSE(violated(
      "main() -> f(self()).\nf(X) when is_atom(X) -> ?label(\"x\"); f(_) -> ok.\n", "x >= 1"));
  EXPECT_FALSE(
      violated("main() -> f(3).\nf(X) when X > 3 -> ?label(\"x\"); f(_) -> ok.\n", "x >= 1"));
  EXPECT_TRUE(violated("main() -> f(0).\nf(X) when X > 30 -> ?label(\"x\"); f(X) -> f(X + 1).\n",
                       "x >= 1"));
  // A counter that only grows never becomes negative, however far it is not followed.
  EXPECT_FALSE(
      violated("main() -> f(0).\nf(X) when X < 0 -> ?label(\"x\"); f(X) -> f(X + 1).\n", "x >= 1"));
}

TEST_F(Acs, ExceptionsGoToTheNearestHandler) {
  EXPECT_FALSE(violated(
      "main() -> try throw(a) catch throw:b -> ?label(\"x\"); throw:a -> ok end.\n", "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> try f(a) catch error:_ -> ?label(\"x\") end.\nf(b) -> ok.\n", "x >= 1"));
  // The compiler leaves the label out: it is known all the same.
  EXPECT_FALSE(violated("main() -> exit(a), ?label(\"x\").\n", "x >= 1"));
  EXPECT_FALSE(violated("main() -> catch exit(a), ?label(\"x\").\n", "x >= 2"));
}

TEST_F(Acs, AReceiveMayTimeOut) {
  EXPECT_TRUE(violated("main() -> receive a -> ok after 10 -> ?label(\"x\") end.\n", "x >= 1"));
  EXPECT_FALSE(violated(
      "main() -> f(infinity).\nf(T) -> receive a -> ok after T -> ?label(\"x\") end.\n", "x >= 1"));
}

TEST_F(Acs, NamesMonitorsLinksAndTimers) {
  EXPECT_TRUE(
      violated("main() -> register(me, self()), spawn(fun() -> me ! a end),\n"
               "  receive a -> ?label(\"x\") end.\n",
               "x >= 1"));
  EXPECT_FALSE(
      violated("main() -> register(me, self()), spawn(fun() -> catch you ! a end),\n"
               "  receive a -> ?label(\"x\") end.\n",
               "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> R = monitor(process, spawn(fun() -> ok end)),\n"
               "  receive {'DOWN', R, _, _, _} -> ?label(\"x\") end.\n",
               "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> process_flag(trap_exit, true), spawn_link(fun() -> ok end),\n"
               "  receive {'EXIT', _, _} -> ?label(\"x\") end.\n",
               "x >= 1"));
  EXPECT_FALSE(
      violated("main() -> spawn_link(fun() -> ok end),\n"
               "  receive {'EXIT', _, _} -> ?label(\"x\") end.\n",
               "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> erlang:send_after(5, self(), tick),\n"
               "  receive tick -> ?label(\"x\") end.\n",
               "x >= 1"));
}

TEST_F(Acs, LibraryFunctionsAreKnownByTheirModels) {
  EXPECT_FALSE(
      violated("main() -> [b] = lists:map(fun(a) -> b end, [a]),\n"
               "  lists:foreach(fun(X) -> f(X) end, [a, b]).\n"
               "f(c) -> ?label(\"x\"); f(_) -> ok.\n",
               "x >= 1"));
  // Funs that a function which is not known gets may be called, and any value may come back.
  EXPECT_TRUE(violated("main() -> other:thing(fun() -> ?label(\"x\") end).\n", "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> case other:thing() of a -> ?label(\"x\"); _ -> ok end.\n", "x >= 1"));
  EXPECT_TRUE(
      violated("main() -> other:thing(self()), receive a -> ?label(\"x\") end.\n", "x >= 1"));
}

TEST_F(Acs, MapsAreTheirPairs) {
  const std::string maps = "main() -> f(#{a => 1, b => self()}).\n";
  EXPECT_FALSE(
      violated(maps + "f(M) -> case M of #{a := 1} -> ok; #{} -> ?label(\"x\") end.\n", "x >= 1"));
  EXPECT_FALSE(violated(
      maps + "f(M) -> case M#{a => 2} of #{a := 1} -> ?label(\"x\"); _ -> ok end.\n", "x >= 1"));
  EXPECT_FALSE(violated(
      maps + "f(M) -> case maps:find(c, M) of error -> ok; _ -> ?label(\"x\") end.\n", "x >= 1"));
  EXPECT_TRUE(violated(maps +
                           "f(M) -> case maps:remove(a, M) of #{a := _} -> ok; _ -> ?label(\"x\") "
                           "end.\n",
                       "x >= 1"));
  EXPECT_TRUE(
      violated(maps + "f(M) -> [case P of P when is_pid(P) -> ?label(\"x\"); _ -> ok end || P <- "
                      "maps:values(M)].\n",
               "x >= 1"));
}

TEST_F(Acs, AFailureInTheLibraryIsTheCallersFault) {
  Program program = tests::program_of("m",
                                      "-export([main/0]).\n"
                                      "main() ->\n"
                                      "  X = maps:get(b, #{a => 1}),\n"
                                      "  {ok, X}.\n");
  const Analysis analysis = analyse(program, {.mode = Mode::kErrors});
  ASSERT_FALSE(analysis.queries.empty());
  for (const Query& query : analysis.queries) {
    if (query.trivial.empty()) {
      EXPECT_EQ(query.where, "m.erl:4");
    }
  }
}

TEST_F(Acs, AContextTellsCallersApart) {
  const char* text =
      "main() -> a = id(a), b = id(b), case id(a) of b -> ?label(\"x\"); _ -> ok end.\n"
      "id(X) -> f(X).\nf(X) -> self(), X.\n";
  EXPECT_TRUE(violated(text, "x >= 1"));
  EXPECT_FALSE(violated(text, "x >= 1", {.context = 2}));
}

TEST_F(Acs, AnOpenProgramIsUsedByAnyone) {
  Program program = abstraction::load_program(
      {{.text = tests::core_of("m",
                               "-export([f/1]).\n-include(\"heddle.hrl\").\n"
                               "-uncoverable(\"x >= 3\").\n-uncoverable(\"y >= 1\").\n"
                               "f(a) -> ?label(\"x\"); f(P) -> P ! ok, g(b).\n"
                               "g(c) -> ?label(\"y\"); g(_) -> ok.\n"),
        .file = "m.core",
        .source = "m.erl"}},
      "", "main", true);
  const Analysis analysis = analyse(program, {.open = true});
  ASSERT_EQ(analysis.queries.size(), 2U);
  EXPECT_TRUE(coverable(analysis.simple, analysis.queries[0]));
  EXPECT_FALSE(analysis.queries[1].trivial.empty());
}

TEST_F(Acs, ThePictureHasABoxForEachClass) {
  Program program = tests::program_of("m",
                                      "-export([main/0]).\n-include(\"heddle.hrl\").\n"
                                      "main() -> S = spawn(fun() -> receive a -> ?label(\"x\") end "
                                      "end), S ! a.\n");
  const Analysis analysis = analyse(program, {});
  const std::string dot = to_dot(analysis.full);
  for (const char* part : {"subgraph cluster_0", "subgraph cluster_1", "label=\"?a\"",
                           "label=\"m.erl:4!a\"", "label=\"new m.erl:4."}) {
    EXPECT_NE(dot.find(part), std::string::npos) << part << "\n" << dot;
  }
  EXPECT_NE(to_json(analysis.full).find("\"label\": \"x\""), std::string::npos);
}

TEST_F(Acs, AnalysisStopsAtItsLimitAndSaysSo) {
  Program program = tests::program_of("m",
                                      "-export([main/0]).\nmain() -> f(1), f(2), f(3).\n"
                                      "f(X) -> self() ! X, self() ! {X}, self() ! [X].\n");
  const Analysis analysis = analyse(program, {.limits = {.states = 3}});
  EXPECT_FALSE(analysis.complete);
  EXPECT_EQ(*analysis.machine->notes().begin(), "more than 3 control states");
}

TEST(Bounds, AreReadAndRefused) {
  const std::vector<Bound> bounds = parse_bounds("a >= 2, b>0 ,c  >  1", "m.erl:3");
  ASSERT_EQ(bounds.size(), 3U);
  EXPECT_EQ(bounds[0].label, "a");
  EXPECT_EQ(bounds[0].least, 2U);
  EXPECT_EQ(bounds[1].least, 1U);
  EXPECT_EQ(bounds[2].label, "c");
  EXPECT_EQ(bounds[2].least, 2U);
  for (const char* bad :
       {"", "a", "a < 2", "a >= x", ">= 2", "a >= 2,", "a >= 0", "a >= -1", "a >= 99999999"}) {
    EXPECT_THROW(parse_bounds(bad, "m.erl:3"), support::UserError) << bad;
  }
}

// A random system: two classes, some states, some messages, rules of all four kinds.
System random_system(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<PlaceIndex>(random() % n); };
  System out;
  out.classes = {"init", "other"};
  constexpr std::size_t kStates = 7;
  constexpr std::size_t kMessages = 3;
  for (ClassId process = 0; process < 2; ++process) {
    for (std::uint32_t i = 0; i < kStates; ++i) {
      out.places.push_back({.kind = AcsPlace::Kind::kState,
                            .process = process,
                            .id = i,
                            .name = fmt::format("{}:q{}", process, i)});
    }
    for (std::uint32_t i = 0; i < kMessages; ++i) {
      out.places.push_back({.kind = AcsPlace::Kind::kMessage,
                            .process = process,
                            .id = i,
                            .name = fmt::format("{}:m{}", process, i)});
    }
  }
  const auto state = [&](ClassId process) {
    return static_cast<PlaceIndex>(process * (kStates + kMessages) + below(kStates));
  };
  const auto message = [&](ClassId process) {
    return static_cast<PlaceIndex>(process * (kStates + kMessages) + kStates + below(kMessages));
  };
  out.initial = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    const ClassId process = below(2);
    AcsRule rule{.from = state(process), .to = below(8) == 0 ? kNone : state(process)};
    switch (below(6)) {
      case 0:
        rule.received = message(process);
        break;
      case 1:
        rule.sent = message(below(2));
        break;
      case 2:
        rule.spawned = state(1);
        break;
      default:
        break;  // most steps of a program are internal
    }
    out.rules.push_back(rule);
  }
  return out;
}

TEST(Simplification, PreservesEveryQueryOnRandomSystems) {
  std::size_t smaller = 0;
  std::size_t positive = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const System system = random_system(seed);
    std::mt19937_64 random(seed + 1);
    for (int i = 0; i < 4; ++i) {
      Query query;
      for (std::uint64_t atom = 0; atom < 1 + random() % 2; ++atom) {
        Atom out{.least = 1 + random() % 3};
        for (std::uint64_t k = 0; k < 1 + random() % 3; ++k) {
          const auto place = static_cast<PlaceIndex>(random() % system.places.size());
          if (std::find(out.places.begin(), out.places.end(), place) == out.places.end()) {
            out.places.push_back(place);
          }
        }
        query.atoms.push_back(std::move(out));
      }
      const Focused focused = focus(system, query);
      const bool before = coverable(system, query);
      EXPECT_EQ(before, coverable(focused.system, focused.query)) << "seed " << seed;
      smaller += size_of(focused.system) < size_of(system) ? 1 : 0;
      positive += before ? 1 : 0;
    }
  }
  EXPECT_GT(smaller, 1000U);
  EXPECT_GT(positive, 100U);
}

}  // namespace
}  // namespace heddle::abstraction
