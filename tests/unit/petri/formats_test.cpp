// Readers and writers of nets: what they understand, what they write, how they complain.
#include "petri/format/formats.hpp"

#include <gtest/gtest.h>

#include "petri/format/net_builder.hpp"
#include "support/check.hpp"
#include "tests/support/random_net.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::petri {
namespace {

const std::string kNets = tests::source_path("tests/data/nets/");

template <typename Action>
std::string complaint(Action action) {
  try {
    action();
    return "";
  } catch (const support::UserError& error) {
    return error.what();
  }
}

#define EXPECT_HAS(text, part) \
  EXPECT_NE((text).find(part), std::string::npos) << "the message is: " << (text)

TEST(SpecReader, ReadsGuardsWeightsAndUnboundedPlaces) {
  const NetFile file = read_spec(
      "vars a b # a comment\nrules a >= 3 -> a' = a - 1, b' = b + 2; true -> b' = b + 1;\n"
      "init a >= 2, b = 4 target a >= 1, b >= 2 b >= 9 invariants a=1",
      "x.spec");
  ASSERT_EQ(file.net.places.size(), 2U);
  EXPECT_TRUE(file.net.places[0].unbounded);
  EXPECT_EQ(file.net.places[0].initial, 2U);
  EXPECT_FALSE(file.net.places[1].unbounded);
  ASSERT_EQ(file.net.transitions.size(), 2U);
  // A guard above what is taken is a test: three are needed, two come back.
  EXPECT_EQ(file.net.transitions[0].take, (std::vector<Tokens>{{0, 3}}));
  EXPECT_EQ(file.net.transitions[0].put, (std::vector<Tokens>{{0, 2}, {1, 2}}));
  EXPECT_TRUE(file.net.transitions[1].take.empty());
  ASSERT_TRUE(file.question);
  EXPECT_EQ(file.question->conjunctions,
            (std::vector<std::vector<Tokens>>{{{0, 1}, {1, 2}}, {{1, 9}}}));
}

TEST(SpecReader, TakesNoMoreThanIsThereWithoutAGuard) {
  const NetFile file = read_spec("vars a rules true -> a' = a - 2; init a = 0", "x.spec");
  EXPECT_EQ(file.net.transitions[0].take, (std::vector<Tokens>{{0, 2}}));
  EXPECT_FALSE(file.question);
}

TEST(SpecReader, SaysWhereAndWhat) {
  const auto refused = [](const std::string& text) {
    return complaint([&] { read_spec(text, "x.spec"); });
  };
  EXPECT_HAS(refused("rules"), "x.spec:1:1: expected the section 'vars', found 'rules'");
  EXPECT_HAS(refused("vars a a"), "x.spec:1:8: the variable a is declared twice");
  EXPECT_HAS(refused("vars a\nrules\n  b >= 1 -> ;"), "x.spec:3:3: the variable b is not declared");
  EXPECT_HAS(refused("vars a rules a >= 1 -> a' = 0;"), "reset arc");
  EXPECT_HAS(refused("vars a b rules a >= 1 -> a' = b;"), "transfer arc");
  EXPECT_HAS(refused("vars a b rules a >= 1 -> a' = a + b;"), "transfer arc");
  EXPECT_HAS(refused("vars a rules a = 0 -> ;"), "inhibitor arc");
  EXPECT_HAS(refused("vars a rules a <= 3 -> ;"), "inhibitor arc");
  EXPECT_HAS(refused("vars a rules a >= 1 -> a' = a - 1"), "expected ';', found the end");
  EXPECT_HAS(refused("vars a b rules init a = 1"), "'init' does not say how many tokens b has");
  EXPECT_HAS(refused("vars a rules init a = 99999999999999999999"), "too large");
  EXPECT_HAS(refused("vars a rules init a = 1 target a = 1"), "'>= n'");
  EXPECT_HAS(refused(""), "found the end of the file");
}

TEST(TtsReader, ReadsThreadsSpawnsAndTheTarget) {
  const NetFile file = read_tts("2 3\n0 0 -> 1 1\n1 1 +> 0 2\n", "x.tts");
  ASSERT_EQ(file.net.places.size(), 5U);
  EXPECT_EQ(file.net.places[0].initial, 1U);
  EXPECT_TRUE(file.net.places[2].unbounded);  // local state 0
  EXPECT_EQ(file.net.transitions[1].take, (std::vector<Tokens>{{1, 1}, {3, 1}}));
  EXPECT_EQ(file.net.transitions[1].put, (std::vector<Tokens>{{0, 1}, {3, 1}, {4, 1}}));
  const Question question = read_prop("1|2,2\n0|1", "x.prop", file.net);
  EXPECT_EQ(question.conjunctions,
            (std::vector<std::vector<Tokens>>{{{1, 1}, {4, 2}}, {{0, 1}, {3, 1}}}));
}

TEST(TtsReader, SaysWhereAndWhat) {
  const auto refused = [](const std::string& text) {
    return complaint([&] { read_tts(text, "x.tts"); });
  };
  EXPECT_HAS(refused("2 2\n0 5 -> 0 0"), "x.tts:2:3: there is no local state 5");
  EXPECT_HAS(refused("2 2\n0 0 ~> 0 0"), "transfer arc");
  EXPECT_HAS(refused("2 2\n0 0 0"), "expected '->' or '+>'");
  EXPECT_HAS(refused("0 0"), "there must be a shared state");
  EXPECT_HAS(refused("99999999999 1"), "not supported");
  const Net net = read_tts("2 2", "x.tts").net;
  EXPECT_HAS(complaint([&] { read_prop("3|0", "x.prop", net); }), "x.prop:1:1: the net has no");
}

TEST(PlReader, ReadsNamesWeightsAndSums) {
  const NetFile file = read_pl(
      "place(a). place('b c'). transition(t, [a, a], ['b c']). init(a, 3).\n"
      "target(1, [([a, 'b c'], 2)]).",
      "x.pl");
  EXPECT_EQ(file.net.places[1].name, "b c");
  EXPECT_EQ(file.net.transitions[0].take, (std::vector<Tokens>{{0, 2}}));
  // Two tokens in both places together: 0+2, 1+1 or 2+0.
  EXPECT_EQ(file.question->conjunctions,
            (std::vector<std::vector<Tokens>>{{{1, 2}}, {{0, 1}, {1, 1}}, {{0, 2}}}));
}

TEST(PlReader, SaysWhereAndWhat) {
  const auto refused = [](const std::string& text) {
    return complaint([&] { read_pl(text, "x.pl"); });
  };
  EXPECT_HAS(refused("place(a). place(a)."), "x.pl:1:17: the place a is declared twice");
  EXPECT_HAS(refused("transition(t, [q], [])."), "the place q is not declared");
  EXPECT_HAS(refused("places(a)."), "'places' is unknown");
  EXPECT_HAS(refused("place('a"), "no closing quote");
}

TEST(PnmlReader, ReadsPagesWeightsAndOurOwnParts) {
  const NetFile file = read_pnml(
      "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>"
      "<place id='a'><initialMarking><text> 2 </text></initialMarking>"
      "<toolspecific tool='heddle' version='1'><unbounded/></toolspecific></place>"
      "<page id='h'><place id='b&lt;'/></page><transition id='t'/>"
      "<arc id='x' source='a' target='t'><inscription><text>3</text></inscription></arc>"
      "<arc id='y' source='t' target='b&lt;'/></page>"
      "<toolspecific tool='heddle' version='1'><target>'b&lt;' >= 2 or a > "
      "4</target></toolspecific>"
      "</net></pnml>",
      "x.pnml");
  EXPECT_TRUE(file.net.places[0].unbounded);
  EXPECT_EQ(file.net.places[0].initial, 2U);
  EXPECT_EQ(file.net.places[1].name, "b<");
  EXPECT_EQ(file.net.transitions[0].take, (std::vector<Tokens>{{0, 3}}));
  EXPECT_EQ(file.net.transitions[0].put, (std::vector<Tokens>{{1, 1}}));
  EXPECT_EQ(file.question->conjunctions, (std::vector<std::vector<Tokens>>{{{1, 2}}, {{0, 5}}}));
}

TEST(PnmlReader, SaysWhereAndWhat) {
  const auto refused = [](const std::string& inside) {
    return complaint(
        [&] { read_pnml("<pnml><net id='n'>\n" + inside + "</net></pnml>", "x.pnml"); });
  };
  const std::string nodes = "<place id='a'/><transition id='t'/>";
  EXPECT_HAS(refused(nodes + "<arc id='x' source='a' target='t'><type value='inhibitor'/></arc>"),
             "x.pnml:2:36: inhibitor arc");
  EXPECT_HAS(
      refused(nodes + "<arc source='a' target='t'><arctype><text>reset</text></arctype></arc>"),
      "reset arc");
  EXPECT_HAS(refused(nodes + "<arc source='a' target='z'/>"), "joins 'a' and 'z'");
  EXPECT_HAS(refused("<place id='a'/><place id='a'/>"), "used twice");
  EXPECT_HAS(refused("<place id='a'>"), "expected </place>");
  EXPECT_HAS(refused("<referencePlace id='a' ref='b'/>"), "not supported");
  EXPECT_HAS(complaint([] { read_pnml("<pnml><net type='x/symmetricnet'/></pnml>", "x.pnml"); }),
             "coloured net");
  EXPECT_HAS(complaint([] { read_pnml("", "x.pnml"); }), "there is no XML element");
}

TEST(PropertyReader, ReadsReachabilityOfTokens) {
  const Net net = read_pl("place(a). place(b). transition(t, [a, b], []).", "x.pl").net;
  const auto read = [&](const std::string& formula) {
    return read_property_xml("<property-set><property><id>p</id><formula><exists-path><finally>" +
                                 formula +
                                 "</finally></exists-path></formula></property></property-set>",
                             "x.xml", net);
  };
  const std::string atom =
      "<integer-le><integer-constant>2</integer-constant><tokens-count><place>a</place>"
      "</tokens-count></integer-le>";
  EXPECT_EQ(read("<conjunction>" + atom +
                 "<is-fireable><transition>t</transition></is-fireable>"
                 "</conjunction>")
                .conjunctions,
            (std::vector<std::vector<Tokens>>{{{0, 2}, {1, 1}}}));
  EXPECT_HAS(complaint([&] { read("<negation>" + atom + "</negation>"); }),
             "<negation> is not part of a coverability question");
}

TEST(Formula, HasSumsAndAlternatives) {
  const Net net = read_pl("place(a). place(b). place('c-d').", "x.pl").net;
  EXPECT_EQ(read_formula("a >= 1, 'c-d' > 1 or a + b >= 1", "f", net).conjunctions,
            (std::vector<std::vector<Tokens>>{{{0, 1}, {2, 2}}, {{1, 1}}, {{0, 1}}}));
  EXPECT_HAS(complaint([&] { read_formula("a >= 1, z >= 1", "--target", net); }),
             "--target:1:9: the net has no place z");
  EXPECT_HAS(complaint([&] { read_formula("a = 1", "--target", net); }), "expected '>='");
}

TEST(ReadNet, TakesTheTargetBesideATts) {
  EXPECT_EQ(read_net(kNets + "spawn.tts", "").question->conjunctions,
            (std::vector<std::vector<Tokens>>{{{1, 1}, {4, 2}}}));
  EXPECT_EQ(read_net(kNets + "spawn.tts", "l1 >= 3").question->conjunctions,
            (std::vector<std::vector<Tokens>>{{{3, 3}}}));
  EXPECT_HAS(complaint([] { read_net("net.txt", ""); }), "give one of .spec .tts .pl .pnml");
}

void expect_same(const Net& a, const Net& b) {
  ASSERT_EQ(a.places.size(), b.places.size());
  for (std::size_t p = 0; p < a.places.size(); ++p) {
    EXPECT_EQ(a.places[p].name, b.places[p].name);
    EXPECT_EQ(a.places[p].initial, b.places[p].initial);
    EXPECT_EQ(a.places[p].unbounded, b.places[p].unbounded);
  }
  ASSERT_EQ(a.transitions.size(), b.transitions.size());
  for (std::size_t t = 0; t < a.transitions.size(); ++t) {
    EXPECT_EQ(a.transitions[t].take, b.transitions[t].take);
    EXPECT_EQ(a.transitions[t].put, b.transitions[t].put);
  }
}

TEST(Writers, WhatIsWrittenIsReadBack) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const tests::AskedNet asked = tests::random_net(seed);
    const NetFile spec = read_spec(to_spec(asked.net, asked.question), "x.spec");
    expect_same(asked.net, spec.net);
    EXPECT_EQ(spec.question->conjunctions, asked.question.conjunctions);
    const NetFile pnml = read_pnml(to_pnml(asked.net, asked.question), "x.pnml");
    expect_same(asked.net, pnml.net);
    EXPECT_EQ(pnml.question->conjunctions, asked.question.conjunctions);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
}

TEST(Writers, OddNamesBecomeWords) {
  Net net;
  net.places = {{"a b", 1, false}, {"init", 0, false}, {"p0", 0, false}, {"p0", 0, false}};
  net.transitions = {{"p0", {{0, 1}}, {{1, 1}}}};
  const NetFile spec = read_spec(to_spec(net, {{{{1, 1}}}}), "x.spec");
  EXPECT_EQ(spec.net.places[0].name, "p0");
  EXPECT_EQ(spec.net.places[1].name, "p1");
  EXPECT_EQ(spec.net.places[2].name, "p2");
  EXPECT_EQ(read_pnml(to_pnml(net, {{{{1, 1}}}}), "x.pnml").net.transitions.size(), 1U);
}

TEST(Writers, DotShowsPlacesTransitionsAndTheTarget) {
  const NetFile file = read_net(kNets + "mutex.spec", "");
  const std::string dot = write_net("dot", file.net, *file.question);
  EXPECT_HAS(dot, "digraph net {");
  EXPECT_HAS(dot, "p2 [label=\"critical\", peripheries=2];");
  EXPECT_HAS(dot, "p3 -> t1;");
  EXPECT_HAS(complaint([&] { write_net("svg", file.net, *file.question); }),
             "give one of spec pnml dot");
}

TEST(WithSum, StopsBeforeItExplodes) {
  std::vector<PlaceId> many(50);
  for (PlaceId p = 0; p < 50; ++p) many[p] = p;
  EXPECT_FALSE(with_sum({{}}, many, 40, 1000));
  EXPECT_EQ(with_sum({{}}, many, 1, 1000)->size(), 50U);
  EXPECT_TRUE(with_sum({{}}, {}, 1, 1000)->empty());
}

}  // namespace
}  // namespace heddle::petri
