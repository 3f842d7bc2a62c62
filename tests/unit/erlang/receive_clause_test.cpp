#include "erlang/receive_clause.hpp"

#include <gtest/gtest.h>

#include "beam/term/parse.hpp"

namespace heddle::erlang {
namespace {

using beam::Term;

// Patterns and guards are written in the abstract format, as the compiler keeps them; the clause is
// the one that Erlang would take.
class ReceiveClause : public testing::Test {
 protected:
  Term term(std::string_view text) { return beam::parse_term(heap_, text); }

  void clause(std::string_view pattern, std::string_view guards = "[]") {
    clauses_.push_back({term(pattern), term(guards)});
  }
  void bind(std::string_view name) { names_.emplace(name); }
  void value(std::string_view text) { values_.push_back(term(text)); }

  std::uint32_t taken(std::string_view message) {
    return taking_clause(clauses_, {names_, values_}, term(message));
  }

  beam::Heap heap_;
  std::vector<ClauseForm> clauses_;
  std::set<std::string, std::less<>> names_;
  std::vector<Term> values_;
};

constexpr std::string_view kX = "{var,1,'X'}";
constexpr std::string_view kAnything = "{var,1,'_'}";

TEST_F(ReceiveClause, IsTheFirstWhosePatternFits) {
  clause("{tuple,1,[{atom,1,a},{var,1,'_'}]}");
  clause("{cons,1,{integer,1,1},{var,1,'T'}}");
  clause("{string,1,\"ab\"}");
  clause("{match,1,{tuple,1,[{var,1,'X'},{var,1,'X'}]},{var,1,'All'}}");
  clause("{op,1,'-',{integer,1,3}}");
  clause("{nil,1}");
  clause(kAnything);
  EXPECT_EQ(taken("{a,1}"), 1U);
  EXPECT_EQ(taken("[1,2]"), 2U);
  EXPECT_EQ(taken("\"ab\""), 3U);
  EXPECT_EQ(taken("{b,b}"), 4U);
  EXPECT_EQ(taken("{b,c}"), 7U);
  EXPECT_EQ(taken("-3"), 5U);
  EXPECT_EQ(taken("[]"), 6U);
  EXPECT_EQ(taken("{a,1,2}"), 7U);
}

TEST_F(ReceiveClause, OfMapsHasTheKeys) {
  clause("{map,1,[{map_field_exact,1,{atom,1,k},{atom,1,a}}]}");
  clause("{map,1,[{map_field_exact,1,{atom,1,k},{var,1,'X'}}]}",
         "[[{op,1,'>',{var,1,'X'},{integer,1,3}}]]");
  clause("{map,1,[]}");
  EXPECT_EQ(taken("#{k => a}"), 1U);
  EXPECT_EQ(taken("#{k => 4}"), 2U);
  EXPECT_EQ(taken("#{j => a}"), 3U);
}

TEST_F(ReceiveClause, IsNotKnownWhereAPatternIsNotLookedAt) {
  clause("{record,1,r,[{record_field,1,{atom,1,a},{integer,1,1}}]}");
  clause(kAnything);
  EXPECT_EQ(taken("{r,1,2}"), 0U);
  EXPECT_EQ(taken("{q,1,2}"), 2U);
}

TEST_F(ReceiveClause, HasItsGuardTrue) {
  clause(kX,
         "[[{op,1,'>',{var,1,'X'},{integer,1,0}},{call,1,{atom,1,is_integer},[{var,1,'X'}]}],"
         " [{op,1,'=:=',{var,1,'X'},{atom,1,also}}]]");
  clause(kX, "[[{op,1,'=:=',{op,1,'rem',{var,1,'X'},{integer,1,2}},{integer,1,0}}]]");
  clause(kAnything);
  EXPECT_EQ(taken("1"), 1U);
  EXPECT_EQ(taken("also"), 1U);
  EXPECT_EQ(taken("1.5"), 3U);  // which `rem` does not take
  EXPECT_EQ(taken("-2"), 2U);
  EXPECT_EQ(taken("-1"), 3U);
}

// What fails in a guard makes all of it false, not only the part that it stands in.
TEST_F(ReceiveClause, HasNoTestThatFails) {
  clause(kX, "[[{op,1,'not',{var,1,'X'}}]]");
  clause(kX, "[[{op,1,'orelse',{var,1,'X'},{atom,1,true}}]]");
  clause(kX, "[[{op,1,'or',{atom,1,true},{var,1,'X'}}]]");
  clause(kX, "[[{op,1,'=/=',{op,1,'+',{var,1,'X'},{integer,1,1}},{integer,1,0}}]]");
  clause(kAnything);
  EXPECT_EQ(taken("false"), 1U);
  EXPECT_EQ(taken("true"), 2U);
  EXPECT_EQ(taken("foo"), 5U);
  EXPECT_EQ(taken("7"), 4U);
}

TEST_F(ReceiveClause, IsNotKnownWhereATestThatMayFailDecides) {
  clause(kX,
         "[[{op,1,'orelse',{op,1,'=:=',{call,1,{atom,1,hd},[{var,1,'X'}]},{integer,1,1}},"
         "{atom,1,true}}]]");
  clause(kAnything);
  EXPECT_EQ(taken("[]"), 0U);
}

TEST_F(ReceiveClause, ComparesBoundVariablesWithTheValuesThatAreKnown) {
  bind("Ref");
  bind("Key");
  value("r1");
  value("k1");
  clause("{tuple,1,[{var,1,'Ref'},{var,1,'Key'}]}");
  clause("{tuple,1,[{var,1,'Ref'},{var,1,'Other'}]}");
  clause("{tuple,1,[{var,1,'New'}]}");
  // Which variable has which value is not known: {Ref, Key} may be {k1, r1}.
  EXPECT_EQ(taken("{r1,k1}"), 0U);
  EXPECT_EQ(taken("{r1,k2}"), 2U);
  EXPECT_EQ(taken("{r2}"), 3U);
}

TEST_F(ReceiveClause, KnowsTheOnlyBoundVariable) {
  bind("Limit");
  value("10");
  clause("{tuple,1,[{atom,1,n},{var,1,'X'}]}", "[[{op,1,'>',{var,1,'X'},{var,1,'Limit'}}]]");
  clause("{tuple,1,[{atom,1,n},{var,1,'_'}]}");
  EXPECT_EQ(taken("{n,11}"), 1U);
  EXPECT_EQ(taken("{n,10}"), 2U);
}

// The compiler computes `Limit + 1` once; the value is then that of the sum.
TEST_F(ReceiveClause, DoesNotCalculateWithABoundVariable) {
  bind("Limit");
  value("11");
  clause("{tuple,1,[{atom,1,n},{var,1,'X'}]}",
         "[[{op,1,'>',{var,1,'X'},{op,1,'+',{var,1,'Limit'},{integer,1,1}}}]]");
  clause("{tuple,1,[{atom,1,n},{var,1,'_'}]}");
  EXPECT_EQ(taken("{n,12}"), 0U);
}

// `R = foo, receive {R, _} -> ...`: the code compares with foo, and the process has no value of R.
TEST_F(ReceiveClause, IsNotKnownWhereABoundVariableIsAConstantOfTheCode) {
  bind("R");
  clause("{tuple,1,[{var,1,'R'},{var,1,'_'}]}");
  clause("{tuple,1,[{var,1,'_'},{var,1,'_'}]}");
  EXPECT_EQ(taken("{foo,1}"), 0U);
}

}  // namespace
}  // namespace heddle::erlang
