#include "beam/term/print.hpp"

#include <gtest/gtest.h>

#include "beam/term/atom.hpp"
#include "beam/term/heap.hpp"
#include "beam/term/map.hpp"

namespace heddle::beam {
namespace {

TEST(Print, IsThatOfTheShell) {  // io:format("~0tp")
  Heap heap;
  const Term pair[] = {intern("key"), heap.binary("ä")};
  const Term elements[] = {Term::pid(85), heap.string("abc"), map_from_pairs(heap, pair)};
  const Term term = heap.list(elements, intern("Tail"));
  EXPECT_EQ(print(term), "[<0.85.0>,\"abc\",#{key => <<\"ä\"/utf8>>}|'Tail']");
  EXPECT_EQ(print(heap.tuple({})), "{}");
}

TEST(Print, StopsAtTheLimitButNotInACharacter) {
  Heap heap;
  EXPECT_EQ(print(heap.string("abcdefgh"), 4), "\"abc...");
  EXPECT_EQ(print(heap.string("abcdefgh"), 10), "\"abcdefgh\"");
  EXPECT_EQ(print(intern("ää"), 3), "ä...");
  Term list = Term::nil();
  for (int i = 0; i < 100000; ++i) list = heap.cons(Term::small(1000), list);
  EXPECT_EQ(print(list, 8), "[1000,10...");
  std::vector<Term> pairs;
  for (int i = 0; i < 100; ++i) pairs.insert(pairs.end(), {Term::small(i), Term::nil()});
  EXPECT_EQ(print(map_from_pairs(heap, pairs), 3).size(), 6U);
  EXPECT_EQ(print(map_from_pairs(heap, pairs), 0), "...");
}

TEST(Print, QuotesAtomsAsErlangDoes) {
  for (const char* plain : {"a", "a@b_1", "éa", "maybe", "else"}) {
    EXPECT_EQ(print(intern(plain)), plain);
  }
  EXPECT_EQ(print(intern("")), "''");
  EXPECT_EQ(print(intern("if")), "'if'");
  EXPECT_EQ(print(intern("жук")), "'жук'");
  EXPECT_EQ(print(intern("it's\n\x01")), "'it\\'s\\n\\001'");
}

}  // namespace
}  // namespace heddle::beam
