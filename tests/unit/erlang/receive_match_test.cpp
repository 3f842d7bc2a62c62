#include "erlang/receive_match.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "beam/term/heap.hpp"
#include "beam/term/parse.hpp"
#include "erlang/elixir_forms.hpp"

namespace heddle::erlang {
namespace {

using Order = std::vector<std::size_t>;

ReceiveShape shape(Tested tested, int line, Tested done = {}) {
  return {std::move(tested), std::move(done), line, line + 2};
}

// ---- Assigning

TEST(Assign, KeepsTheOrderUnlessLikenessSaysOtherwise) {
  EXPECT_EQ(assign(3, 3, [](std::size_t, std::size_t) { return 7; }), (Order{0, 1, 2}));
  EXPECT_EQ(assign(2, 4, [](std::size_t, std::size_t) { return 0; }), (Order{0, 1}));
  const auto reversed = [](std::size_t i, std::size_t j) { return i + j == 3 ? 1 : 0; };
  EXPECT_EQ(assign(4, 4, reversed), (Order{3, 2, 1, 0}));
}

// Both like the first one best; together they are best if the second gets it.
TEST(Assign, LooksAtTheSum) {
  const int worth[2][2] = {{5, 4}, {5, 0}};
  EXPECT_EQ(assign(2, 2, [&](std::size_t i, std::size_t j) { return worth[i][j]; }), (Order{1, 0}));
}

TEST(Assign, GivesOneTwiceIfThereAreTooFew) {
  EXPECT_EQ(assign(3, 1, [](std::size_t, std::size_t) { return -1; }), (Order{0, 0, 0}));
}

TEST(Assign, IsQuickWhereThereAreMany) {
  EXPECT_EQ(assign(40, 50, [](std::size_t, std::size_t) { return 0; }).size(), 40U);
}

// ---- Receives

TEST(MatchReceives, ByWhatTheyTest) {
  const std::vector<CodeReceive> code = {{{"release"}, {}, 0, 0}, {{"acquire", "{} 2"}, {}, 0, 0}};
  const std::vector<ReceiveShape> source = {shape({"acquire", "{} 2"}, 14), shape({"release"}, 16)};
  EXPECT_EQ(match_receives(code, source).source, (Order{1, 0}));
}

TEST(MatchReceives, ByWhatIsDoneThen) {
  const std::vector<CodeReceive> code = {{{"ok"}, {"b"}, 0, 0}, {{"ok"}, {"a"}, 0, 0}};
  const std::vector<ReceiveShape> source = {shape({"ok"}, 3, {"a", "f"}), shape({"ok"}, 9, {"b"})};
  EXPECT_EQ(match_receives(code, source).source, (Order{1, 0}));
}

TEST(MatchReceives, ByTheLinesOfCalls) {
  const std::vector<CodeReceive> code = {{{"ok"}, {}, 8, 0}, {{"ok"}, {}, 0, 4}};
  const std::vector<ReceiveShape> source = {shape({"ok"}, 3), shape({"ok"}, 9)};
  EXPECT_EQ(match_receives(code, source).source, (Order{1, 0}));
}

// ---- Elixir's words

class ElixirText : public testing::Test {
 protected:
  std::string text(std::string_view tree) { return elixir_text(beam::parse_term(heap_, tree)); }
  beam::Heap heap_;
};

TEST_F(ElixirText, IsWhatElixirWrites) {
  EXPECT_EQ(text("ok"), ":ok");
  EXPECT_EQ(text("nil"), "nil");
  EXPECT_EQ(text("'Elixir.My.Server'"), "My.Server");
  EXPECT_EQ(text("'with space'"), ":\"with space\"");
  EXPECT_EQ(text("{ok,{x,[{line,3}],nil}}"), "{:ok, x}");
  EXPECT_EQ(text("{'{}',[],[a,1,<<\"text\">>]}"), "{:a, 1, \"text\"}");
  EXPECT_EQ(text("[{'|',[],[1,{rest,[],nil}]}]"), "[1 | rest]");
  EXPECT_EQ(text("{'%{}',[],[{k,1},{<<\"s\">>,{'_',[],nil}}]}"), "%{k: 1, \"s\" => _}");
  EXPECT_EQ(text("{'%',[],['Elixir.User',{'%{}',[],[{id,{'^',[],[{id,[],nil}]}}]}]}"),
            "%User{id: ^id}");
  EXPECT_EQ(text("{'=',[],[{m,[],nil},{'<<>>',[],[]}]}"), "m = <<...>>");
  EXPECT_EQ(text("{'when',[],[{x,[],nil},{{'.',[],[erlang,'=<']},[],[{x,[],nil},3]}]}"),
            "x when x <= 3");
}

// {{:., _, [:erlang, name]}, _, arguments} is what Elixir makes of guards.
TEST_F(ElixirText, OfGuardsHasTheBracketsThatItNeeds) {
  const auto call = [](std::string_view name, std::string_view arguments) {
    return fmt::format("{{{{'.',[],[erlang,'{}']}},[],[{}]}}", name, arguments);
  };
  const std::string low = call("<", "{x,[],nil},0");
  const std::string high = call(">", "{x,[],nil},9");
  const std::string either = call("orelse", low + "," + high);
  EXPECT_EQ(text(either), "x < 0 or x > 9");
  EXPECT_EQ(text(call("andalso", either + "," + high)), "(x < 0 or x > 9) and x > 9");
  EXPECT_EQ(text(call("-", "1," + call("-", "2,3"))), "1 - (2 - 3)");
  EXPECT_EQ(text(call("-", call("-", "1,2") + ",3")), "1 - 2 - 3");
  EXPECT_EQ(text(call("rem", "{x,[],nil},2")), "rem(x, 2)");
  EXPECT_EQ(text(call("not", low)), "not(x < 0)");
  EXPECT_EQ(text(call("element", "1,{x,[],nil}")), ":erlang.element(1, x)");
}

}  // namespace
}  // namespace heddle::erlang
