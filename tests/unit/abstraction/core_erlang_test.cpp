// Core Erlang text: every form is read, receives are folded back, errors name their place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "abstraction/core_erlang/fold_receive.hpp"
#include "abstraction/core_erlang/normal_form.hpp"
#include "abstraction/core_erlang/parser.hpp"
#include "abstraction/program.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "tests/support/core_text.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::abstraction {
namespace {

using core_erlang::Expression;
using core_erlang::Kind;
using core_erlang::Module;
using core_erlang::parse_module;

Module parse(const std::string& functions) {
  return parse_module("module 'm' ['f'/0] attributes []\n" + functions + "\nend", "m.core");
}

const Expression& body(const Module& module) { return *module.functions[0].function->parts[0]; }

std::string error_of(const std::string& text) {
  try {
    parse_module(text, "m.core");
  } catch (const support::UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CoreErlang, ReadsEveryForm) {
  // The grammar of the Core Erlang 1.0.3 specification and of OTP's core_parse, form by form.
  for (const char* text : {
           "'a'",
           "42",
           "-7",
           "1.50000000000000000000e+00",
           "$x",
           "\"str\\n\"",
           "[]",
           "{}",
           "{'a',1}",
           "['a'|['b'|[]]]",
           "['a'|X]",
           "~{}~",
           "~{'a'=>1|X}~",
           "~{'a':=1|X}~",
           "#{#<1>(8,1,'integer',['unsigned'|['big']])}#",
           "#{}#",
           "<1,2>",
           "fun (Y) -> Y",
           "fun 'lists':'map'/2",
           "'f'/0",
           "let <Y> = 1 in Y",
           "let Y = 1 in Y",
           "let <Y,Z> = <1,2> in {Y,Z}",
           "do 1 2",
           "case X of <1> when 'true' -> 2 <Y> when call 'erlang':'>'(Y, 1) -> 3 end",
           "case <X,1> of <{'a',Y},Z = [H|T]> when 'true' -> 2 end",
           "case <> of <> when 'true' -> 2 end",
           "letrec 'g'/1 = fun (Y) -> Y in apply 'g'/1 (1)",
           "call 'm':'f' (1, 2)",
           "primop 'match_fail' ('x')",
           "try 1 of <Y> -> Y catch <A,B,C> -> B",
           "catch 1",
           "receive <'a'> when 'true' -> 1 after 'infinity' -> 2",
           "( 1 -| ['compiler_generated',{'x',[1,2]}] )",
           "case X of ( <( 1 -| ['a'] )> when 'true' -> 2 -| ['b'] ) end",
           "case X of <( ( Y -| ['a'] ) = {Z} -| ['b'] )> when 'true' -> 2 end",
           "case X of <~{'a':=Y}~> when 'true' -> 2 end",
           "case X of <#{#<Y>(8,1,'integer',['unsigned'|['big']])}#> when 'true' -> 2 end",
       }) {
    EXPECT_NO_THROW(parse(std::string("'f'/1 = fun (X) -> ") + text)) << text;
  }
}

// What differs between the texts of OTP 24, 25 and 27 of one program (found by comparing what their
// compilers write for all examples): annotations, and how a guard of several tests is nested.
TEST(CoreErlang, TheTextsOfAllReleasesMeanTheSame) {
  struct Texts {
    const char* older;
    const char* newer;
  };
  for (const Texts& texts : {
           // 24: a clause that nothing fits is not annotated; 25: twice.
           Texts{"case X of <1> when 'true' -> 2 ( <Y> when 'true' -> primop 'match_fail' "
                 "({'case_clause',Y}) -| ['compiler_generated'] ) end",
                 "case X of <1> when 'true' -> 2 ( <Y> when 'true' -> ( primop 'match_fail' "
                 "(( {'case_clause',Y} -| [{'function',{'f',1}}] )) -| [{'function',{'f',1}}] ) "
                 "-| ['compiler_generated'] ) end"},
           // 25: a fun has its number where it is used; 27: it has none.
           Texts{"let <_1> = fun () -> X in apply 'g'/1 (( _1 -| [{'id',{0,0,'-f/1-fun-0-'}}] ))",
                 "let <_1> = fun () -> X in apply 'g'/1 (_1)"},
           // 25: a function's name is an annotation of each use of its argument.
           Texts{"call 'erlang':'+' (( X -| [{'function',{'f',1}}] ), 1)",
                 "call 'erlang':'+' (X, 1)"},
       }) {
    const auto form = [](const std::string& text) {
      std::vector<Input> inputs;
      inputs.push_back({.module = parse("'f'/1 = fun (X) -> " + text + "\n'g'/1 = fun (F) -> F"),
                        .source = "m.erl"});
      const Code code = normalise(std::move(inputs));
      std::string shape;
      for (const Node& node : code.nodes) {
        shape += fmt::format("{} {} {};", static_cast<int>(node.kind), node.operands.size(),
                             node.clauses.size());
      }
      return shape;
    };
    EXPECT_EQ(form(texts.older), form(texts.newer)) << texts.newer;
  }
}

// 26 binds each test of a guard; before, they were nested: neither may become an unknown guard.
TEST(CoreErlang, GuardsOfAllReleasesAreUnderstood) {
  for (const char* guard :
       {"call 'erlang':'and' (call 'erlang':'=/=' (X, 'a'), call 'erlang':'=/=' (X, 'b'))",
        "let <_1> = call 'erlang':'=/=' (X, 'a') in let <_2> = call 'erlang':'=/=' (X, 'b') "
        "in call 'erlang':'and' (_1, _2)",
        "try call 'erlang':'>' (X, 1) of <T> -> T catch <_1,_2,_3> -> 'false'"}) {
    std::vector<Input> inputs;
    inputs.push_back({.module = parse("'f'/1 = fun (X) -> case X of <Y> when " +
                                      std::string(guard) + " -> 1 <Z> when 'true' -> 2 end"),
                      .source = "m.erl"});
    const Code code = normalise(std::move(inputs));
    ASSERT_FALSE(code.guards.empty()) << guard;
    for (const Guard& each : code.guards) EXPECT_NE(each.kind, GuardKind::kUnknown) << guard;
  }
}

TEST(CoreErlang, KnowsTheSourceLines) {
  const Module module = parse(
      "'f'/0 =\n  %% Line 3\n  fun () ->\n    do %% Line 4\n       call 'a':'b'()\n"
      "       %% Line 5\n       call 'c':'d'()");
  EXPECT_EQ(module.functions[0].function->line, 3);
  EXPECT_EQ(body(module).line, 3);  // written on no line of its own
  EXPECT_EQ(body(module).parts[0]->line, 4);
  EXPECT_EQ(body(module).parts[1]->line, 5);
}

TEST(CoreErlang, AtomsAndStringsAreUnescaped) {
  const Module module = parse("'f'/0 = fun () -> {'it\\'s','\\x{263a}',\"a\\tb\"}");
  EXPECT_EQ(body(module).parts[0]->name, "it's");
  EXPECT_EQ(body(module).parts[1]->name, "\xe2\x98\xba");
  std::string text;
  EXPECT_TRUE(text_of(*body(module).parts[2], text));
  EXPECT_EQ(text, "a\tb");
}

TEST(CoreErlang, ErrorsNamePlaceAndExpectation) {
  EXPECT_EQ(error_of("module 'm' [] attributes [] 'f'/0 = fun ( -> 1 end"),
            "m.core:1:43: expected a variable, found '->'");
  EXPECT_EQ(error_of("module 'm' [] attributes []\n'f'/0 = fun () -> let <X> 1 in X end"),
            "m.core:2:27: expected '=', found '1'");
  EXPECT_EQ(error_of("module 'm' [] attributes []"),
            "m.core:1:28: expected an atom, found the end of the file");
  EXPECT_EQ(error_of("module 'm' [] attributes [] 'f'/1 = fun () -> 1 end"),
            "m.core:1:49: expected a fun with 1 parameters before this, for 'f'/1, found 'end'");
  EXPECT_NE(error_of("module 'm").find("an atom has no end"), std::string::npos);
}

TEST(CoreErlang, RefusesWhatIsNestedTooDeep) {
  std::string text = "module 'm' [] attributes [] 'f'/0 = fun () -> ";
  for (int i = 0; i < 10'000; ++i) text += "do 1 ";
  EXPECT_NE(error_of(text).find("levels deep"), std::string::npos);
}

TEST(CoreErlang, ALongStringIsNotDeep) {
  std::string text = "'f'/0 = fun () -> [1";
  for (int i = 0; i < 50'000; ++i) text += "|[1";
  text += std::string(50'001, ']');
  EXPECT_EQ(body(parse(text)).parts.size(), 50'002U);  // and the end of the list
}

TEST(FoldReceive, EveryReceiveOfEveryModuleIsFolded) {
  if (!tests::has_erlc()) GTEST_SKIP() << "erlc is not installed";
  // As many as the text has waits: a wait is what every lowered receive ends with.
  for (const char* folder : {"examples/erlang", "examples/soter", "tests/litmus"}) {
    for (const auto& entry : std::filesystem::directory_iterator(tests::source_path(folder))) {
      if (entry.path().extension() != ".erl") continue;
      const std::string name = entry.path().filename().string();
      if (name.starts_with("litmus") && name != "litmus_receive.erl") continue;
      const std::string text = tests::core_of_file(entry.path().string());
      Module module = parse_module(text, entry.path().string());
      std::size_t waits = 0;
      for (std::size_t at = 0; (at = text.find("'recv_wait_timeout'", at)) != std::string::npos;) {
        ++waits;
        ++at;
      }
      EXPECT_EQ(core_erlang::fold_receives(module), waits) << entry.path();
      std::vector<Input> inputs;
      inputs.push_back({.module = std::move(module), .source = entry.path().string()});
      EXPECT_NO_THROW(normalise(std::move(inputs)));
    }
  }
}

TEST(FoldReceive, GivesClausesTimeAndAction) {
  if (!tests::has_erlc()) GTEST_SKIP() << "erlc is not installed";
  Module module = parse_module(
      tests::core_of("m",
                     "-export([f/1]).\n"
                     "f(P) -> receive {a, X} when X > 1 -> X; P -> P after 10 -> late end.\n"),
      "m.core");
  EXPECT_EQ(core_erlang::fold_receives(module), 1U);
  const Expression& receive = body(module);
  ASSERT_EQ(receive.kind, Kind::kReceive);
  ASSERT_EQ(receive.clauses.size(), 2U);
  EXPECT_EQ(receive.parts[0]->name, "10");
  EXPECT_EQ(receive.parts[1]->name, "late");
}

TEST(Program, SaysWhatIsWrongWithTheInput) {
  const std::string one = "module 'm' ['main'/0] attributes [] 'main'/0 = fun () -> 1 end";
  const std::string two = "module 'n' [] attributes [] 'g'/0 = fun () -> 1 end";
  const auto error = [](const std::vector<ModuleText>& texts, const std::string& module,
                        const std::string& function) -> std::string {
    try {
      load_program(texts, module, function, false);
    } catch (const support::UserError& found) {
      return found.what();
    }
    return "no error";
  };
  const ModuleText m{.text = one, .file = "m.core", .source = "m.core"};
  const ModuleText n{.text = two, .file = "n.core", .source = "n.core"};
  EXPECT_EQ(error({m}, "", "main"), "no error");
  EXPECT_EQ(error({m, n}, "", "main"), "there are 2 modules (m, n); name the entry module with -m");
  EXPECT_EQ(error({m, n}, "x", "main"), "there is no module x among those given (m, n)");
  EXPECT_EQ(error({m, m}, "m", "main"), "m.core: the module m was given before; give it once");
  EXPECT_NE(error({m}, "", "test").find("m has no function test/0"), std::string::npos);
}

}  // namespace
}  // namespace heddle::abstraction
