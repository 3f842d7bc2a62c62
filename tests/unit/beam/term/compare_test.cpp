#include "beam/term/compare.hpp"

#include <gtest/gtest.h>

#include "beam/term/atom.hpp"
#include "beam/term/function.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/map.hpp"
#include "beam/term/print.hpp"
#include "beam/term/zeros.hpp"

namespace heddle::beam {
namespace {

constexpr int kMillion = 1000000;

class Compare : public testing::Test {
 protected:
  // Another test may have loaded code of a release that tells zeros apart.
  Compare() { set_zeros_differ(false); }
  ~Compare() override { set_zeros_differ(before_); }
  Term small(std::int64_t value) { return Term::small(value); }
  Term reference(Word creator, Word counter) {
    Word* object = heap.object(Kind::kReference, 2);
    object[1] = Term::pid(creator).bits();
    object[2] = counter;
    return Term::boxed(object);
  }
  Term fun(const FunEntry& entry, std::initializer_list<Term> free) {
    Word* object = heap.object(Kind::kFun, 1 + free.size());
    object[1] = std::bit_cast<Word>(&entry);
    std::size_t i = 2;
    for (const Term term : free) object[i++] = term.bits();
    return Term::boxed(object);
  }
  Term exported(const Export& entry) {
    Word* object = heap.object(Kind::kExport, 1);
    object[1] = std::bit_cast<Word>(&entry);
    return Term::boxed(object);
  }
  Term port(Word number) {
    Word* object = heap.object(Kind::kPort, 1);
    object[1] = number;
    return Term::boxed(object);
  }
  Heap heap;

 private:
  const bool before_ = zeros_differ();
};

// Erlang reference manual, "Term Comparisons"; references by creator and counter, as made.
TEST_F(Compare, KindsComeInTheOrderOfTheManual) {
  const FunEntry entry{intern("m"), intern("f"), 0, 1, 0, 7};
  const FunEntry later{intern("m"), intern("g"), 0, 1, 1, 7};
  Export external;
  external.module = intern("a");
  external.function = intern("a");
  const Term pair[] = {small(1), small(2)};
  const std::vector<Term> terms = {heap.floating(-1e10),
                                   small(0),
                                   heap.floating(0.5),
                                   small(1),
                                   intern(""),
                                   intern("a"),
                                   intern("aa"),
                                   intern("b"),
                                   intern("ä"),
                                   reference(1, 5),
                                   reference(1, 6),
                                   reference(2, 1),
                                   fun(entry, {small(1)}),
                                   fun(entry, {small(2)}),
                                   fun(later, {small(1)}),
                                   exported(external),
                                   port(3),
                                   port(4),
                                   Term::pid(1),
                                   Term::pid(70000),
                                   heap.tuple({}),
                                   heap.tuple({small(5), small(5)}),
                                   heap.tuple({small(5), intern("a")}),
                                   empty_map(heap),
                                   map_from_pairs(heap, pair),
                                   Term::nil(),
                                   heap.cons(small(1), Term::nil()),
                                   heap.cons(small(1), heap.cons(small(1), Term::nil())),
                                   heap.binary(""),
                                   heap.binary("a"),
                                   heap.binary("aa"),
                                   heap.binary("b")};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    for (std::size_t j = 0; j < terms.size(); ++j) {
      EXPECT_EQ(compare(terms[i], terms[j]), i <=> j) << print(terms[i]) << " " << print(terms[j]);
      EXPECT_EQ(equal_exact(terms[i], terms[j]), i == j);
    }
  }
}

TEST_F(Compare, AsKeysIntegersComeBeforeFloats) {
  EXPECT_EQ(compare_exact(small(7), heap.floating(-7.0)), std::strong_ordering::less);
  const Term a = heap.tuple({small(2), small(0)});
  const Term b = heap.tuple({heap.floating(1.0), small(0)});
  EXPECT_EQ(compare_exact(a, b), std::strong_ordering::less);
  EXPECT_EQ(compare(a, b), std::strong_ordering::greater);
  EXPECT_TRUE(equal_exact(heap.floating(0.0), heap.floating(-0.0)));  // OTP 25
  set_zeros_differ(true);                                             // OTP 27
  EXPECT_FALSE(equal_exact(heap.floating(0.0), heap.floating(-0.0)));
  EXPECT_TRUE(equal(heap.floating(0.0), heap.floating(-0.0)));
  EXPECT_TRUE(equal(small(1), heap.floating(1.0)));
  EXPECT_FALSE(equal_exact(small(1), heap.floating(1.0)));
}

// Keys are compared as keys, but values with `==`.
TEST_F(Compare, MapsCompareKeysExactlyAndValuesByValue) {
  const auto map = [&](Term key, Term value) {
    const Term pair[] = {key, value};
    return map_from_pairs(heap, pair);
  };
  const Term one = heap.floating(1.0);
  EXPECT_EQ(compare(map(small(1), small(1)), map(small(1), one)), std::strong_ordering::equal);
  EXPECT_EQ(compare(map(small(2), small(1)), map(one, small(1))), std::strong_ordering::less);
  EXPECT_EQ(compare_exact(map(small(1), small(2)), map(small(1), one)), std::strong_ordering::less);
  // After a map with exact keys the comparison is by value again.
  EXPECT_EQ(compare(heap.tuple({map(small(1), small(1)), small(1)}),
                    heap.tuple({map(small(1), small(1)), one})),
            std::strong_ordering::equal);
}

TEST_F(Compare, LargeMapsAsValuesAndKeysOfLargeMaps) {
  const auto large = [&](Term key, Term value) {
    std::vector<Term> pairs = {key, value};
    for (int i = 0; i < 40; ++i) pairs.insert(pairs.end(), {small(i), small(i)});
    return map_from_pairs(heap, pairs);
  };
  const auto both = [&](Term key, Term value, Term other_key, Term other_value) {
    const Term a = large(key, value);
    const Term b = large(other_key, other_value);
    const std::strong_ordering order = compare(a, b);
    EXPECT_EQ(compare(b, a), 0 <=> order);
    EXPECT_EQ(compare(large(a, small(0)), large(b, small(0))), order);
    EXPECT_EQ(compare(large(small(99), a), large(small(99), b)), order);
    return order;
  };
  EXPECT_EQ(both(small(50), small(1), small(50), small(2)), std::strong_ordering::less);
  EXPECT_EQ(both(small(50), small(2), small(51), small(1)), std::strong_ordering::less);
  EXPECT_EQ(both(intern("x"), small(0), small(51), small(0)), std::strong_ordering::greater);
  EXPECT_EQ(both(small(-1), small(0), small(-1), small(0)), std::strong_ordering::equal);
}

TEST_F(Compare, NoNestingIsTooDeep) {
  Term list[2] = {Term::nil(), Term::nil()};
  Term nested[2] = {small(1), small(2)};
  Term tuples[2] = {small(1), small(2)};
  Term maps[2] = {small(1), small(2)};
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < kMillion; ++i) {
      list[side] = heap.cons(small(i), list[side]);
      nested[side] = heap.cons(nested[side], Term::nil());
      tuples[side] = heap.tuple({small(i), tuples[side]});
      const Term pair[] = {small(0), maps[side]};
      maps[side] = map_from_pairs(heap, pair);
    }
  }
  EXPECT_TRUE(equal_exact(list[0], list[1]));
  EXPECT_EQ(compare(list[0], list[1]), std::strong_ordering::equal);
  EXPECT_EQ(portable_hash(list[0]), portable_hash(list[1]));
  for (const Term* pair : {nested, tuples, maps}) {
    EXPECT_FALSE(equal_exact(pair[0], pair[1]));
    EXPECT_EQ(compare(pair[0], pair[1]), std::strong_ordering::less);
    EXPECT_NE(portable_hash(pair[0]), portable_hash(pair[1]));
    EXPECT_NE(phash(pair[0]), phash(pair[1]));
    EXPECT_NE(map_hash(pair[0]), map_hash(pair[1]));
    EXPECT_GT(print(pair[0]).size(), 2U * kMillion);
  }
}

}  // namespace
}  // namespace heddle::beam
