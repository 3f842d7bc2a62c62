// tests/conformance/terms_test.cpp compares thousands of hashes with OTP; these constants, measured
// with OTP 25.2.3, hold without one, and for terms that cannot be read from a file.
#include "beam/term/hash.hpp"

#include <gtest/gtest.h>

#include "beam/term/atom.hpp"
#include "beam/term/function.hpp"
#include "beam/term/heap.hpp"

namespace heddle::beam {
namespace {

// -module('Ab'). f(X, Y) -> fun() -> {X, Y} end. g() -> fun(Z) -> Z end.
TEST(Hash, OfFunsIsThatOfOtp) {
  Heap heap;
  const FunEntry f{intern("Ab"), intern("-f/2-fun-0-"), 0, 2, 0, 15102034};
  const FunEntry g{intern("Ab"), intern("-g/0-fun-0-"), 1, 0, 1, 15102034};
  Word* object = heap.object(Kind::kFun, 3);
  object[1] = std::bit_cast<Word>(&f);
  object[2] = Term::small(42).bits();
  object[3] = heap.cons(intern("a"), intern("b")).bits();
  EXPECT_EQ(portable_hash(Term::boxed(object)), 770764479U);
  EXPECT_EQ(phash(Term::boxed(object)) + 1, 968316344U);
  object = heap.object(Kind::kFun, 1);
  object[1] = std::bit_cast<Word>(&g);
  EXPECT_EQ(portable_hash(Term::boxed(object)), 1098039167U);
  EXPECT_EQ(phash(Term::boxed(object)) + 1, 4093735582U);
  Export map;
  map.module = intern("lists");
  map.function = intern("map");
  map.arity = 2;
  object = heap.object(Kind::kExport, 1);
  object[1] = std::bit_cast<Word>(&map);
  EXPECT_EQ(portable_hash(Term::boxed(object)), 840287883U);
  EXPECT_EQ(phash(Term::boxed(object)) + 1, 904024396U);
}

TEST(Hash, OfMapsTellsAtomsApartAtEveryDepth) {
  // hashpjw, OTP's hash of names, does not: "aq" and "ba" have the same.
  EXPECT_EQ(portable_hash(intern("aq")), portable_hash(intern("ba")));
  for (std::uint32_t depth = 0; depth < 3; ++depth) {
    EXPECT_NE(map_hash(intern("aq"), depth), map_hash(intern("ba"), depth));
  }
}

}  // namespace
}  // namespace heddle::beam
