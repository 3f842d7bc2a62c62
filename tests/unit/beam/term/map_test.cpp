// Against std::map as a model; and the order of keys, measured with OTP 25.2.3.
#include "beam/term/map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "beam/term/compare.hpp"
#include "beam/term/hash.hpp"
#include "beam/term/print.hpp"

namespace heddle::beam {
namespace {

class Map : public testing::Test {
 protected:
  using Model = std::map<std::int64_t, std::int64_t>;

  Term from(const Model& model) {
    std::vector<Term> pairs;
    for (const auto& [key, value] : model) {
      pairs.insert(pairs.end(), {Term::small(key), Term::small(value)});
    }
    return map_from_pairs(heap, pairs);
  }

  /// The same contents, and the same shape as a map made in one go.
  void expect_same(Term map, const Model& model) {
    ASSERT_EQ(map_size(map), model.size());
    EXPECT_EQ(map.is(Kind::kFlatMap), model.size() <= kLargestFlatMap);
    Model contents;
    for (MapIterator it(map); it.next();) {
      EXPECT_TRUE(contents.emplace(it.key().small_value(), it.value().small_value()).second);
    }
    EXPECT_EQ(contents, model);
    EXPECT_TRUE(equal_exact(map, from(model)));
    for (const auto& [key, value] : model)
      EXPECT_EQ(map_get(map, Term::small(key)), Term::small(value));
  }

  Heap heap;
};

// Six keys whose hashes agree in all 32 bits, two by two (found by trying): their ways part eight
// levels down.
constexpr std::int64_t kColliding[] = {40660, 59671, 22575, 119693, 121236, 167527};

TEST_F(Map, PutAndRemoveAreThoseOfAModel) {
  std::mt19937_64 random(1);
  for (const std::int64_t range : {8, 40, 60, 3000}) {
    Term map = empty_map(heap);
    Model model;
    for (int step = 0; step < 3000; ++step) {
      const std::uint64_t which = random() % 50;
      const std::int64_t key = which < std::size(kColliding)
                                   ? kColliding[which]
                                   : static_cast<std::int64_t>(random() % range);
      if (random() % 2 == 0) {
        const auto value = static_cast<std::int64_t>(random() % 5);
        map = map_put(heap, map, Term::small(key), Term::small(value));
        model[key] = value;
      } else {
        const Term before = map;
        map = map_remove(heap, map, Term::small(key));
        EXPECT_EQ(map == before, model.erase(key) == 0);
      }
      if (step % 50 == 0) expect_same(map, model);
      EXPECT_EQ(map_size(map), model.size());
    }
    expect_same(map, model);
  }
}

TEST_F(Map, MergeIsThatOfAModel) {
  std::mt19937_64 random(2);
  for (const std::size_t a_size : {0, 5, 20, 40, 300}) {
    for (const std::size_t b_size : {0, 5, 20, 40, 300}) {
      Model a;
      Model b;
      while (a.size() < a_size) a[static_cast<std::int64_t>(random() % 600)] = 1;
      while (b.size() < b_size) b[static_cast<std::int64_t>(random() % 600)] = 2;
      if (a_size > 20) a[kColliding[0]] = 1, a[kColliding[2]] = 1;
      if (b_size > 20) b[kColliding[1]] = 2, b[kColliding[2]] = 2;
      Model merged = b;
      merged.insert(a.begin(), a.end());
      expect_same(map_merge(heap, from(a), from(b)), merged);
    }
  }
  const Term shared = from({{1, 1}});
  EXPECT_EQ(map_merge(heap, shared, shared), shared);
}

TEST_F(Map, KeysComeInTheOrderOfOtp) {
  ASSERT_EQ(map_hash(Term::small(40660)), map_hash(Term::small(59671)));
  Model model;
  for (int i = 1; i <= 40; ++i) model[i] = 0;
  for (const std::int64_t key : kColliding) model[key] = 0;
  EXPECT_EQ(
      print(map_keys(heap, from(model))),
      "[33,12,23,29,30,39,26,40660,59671,31,11,37,9,32,34,25,28,119693,22575,6,38,13,40,20,15,"
      "14,2,7,1,8,3,17,22,21,4,36,24,10,35,167527,121236,27,19,5,18,16]");
  MapIterator it(from(model));  // maps:next goes the other way
  ASSERT_TRUE(it.next());
  EXPECT_EQ(it.key(), Term::small(16));
}

TEST_F(Map, FlatMapsAreSortedAndShareTheirKeys) {
  const Term map = from({{3, 0}, {1, 0}, {2, 0}});
  EXPECT_EQ(print(map), "#{1 => 0,2 => 0,3 => 0}");
  const Term changed = map_put(heap, map, Term::small(2), Term::small(7));
  EXPECT_EQ(changed.element(0), map.element(0));
  EXPECT_EQ(map_put(heap, map, Term::small(2), Term::small(0)), map);
}

TEST_F(Map, OneAndOnePointZeroAreDifferentKeys) {
  Term map = map_put(heap, empty_map(heap), Term::small(1), Term::small(10));
  map = map_put(heap, map, heap.floating(1.0), Term::small(20));
  EXPECT_EQ(map_size(map), 2U);
  EXPECT_EQ(map_get(map, heap.floating(1.0)), Term::small(20));
  EXPECT_EQ(map_get(map, Term::small(1)), Term::small(10));
}

TEST_F(Map, LaterPairsWin) {
  std::vector<Term> pairs;
  for (int i = 0; i < 200; ++i) pairs.insert(pairs.end(), {Term::small(i % 20), Term::small(i)});
  const Term map = map_from_pairs(heap, pairs);
  EXPECT_EQ(map_size(map), 20U);
  EXPECT_EQ(map_get(map, Term::small(7)), Term::small(187));
}

}  // namespace
}  // namespace heddle::beam
