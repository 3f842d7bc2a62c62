// Every part of the mirror does what the standard library does, in all its executions.
#define HEDDLE_CONC heddle
#define SAMPLE_NAMESPACE mirror_test_build
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/explored.hpp"
#include "tests/unit/threads/mirror_sample.hpp"

std::vector<std::pair<std::string, std::string>> mirror_in_product();

namespace {

using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::Set;

TEST(Mirror, IsTheStandardLibrary) {
  const auto expected = mirror_in_product();
  const auto parts = mirror_test_build::parts();
  ASSERT_EQ(parts.size(), expected.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const CppOutcomes all = explored(parts[i].second);
    EXPECT_TRUE(all.complete) << parts[i].first;
    EXPECT_EQ(all.outcomes, Set({expected[i].second})) << parts[i].first;
  }
}

// As C++20 has it; the standard library of g++ 12 still compares padding.
TEST(Mirror, PaddingIsNotCompared) {
  if (!__has_builtin(__builtin_clear_padding)) GTEST_SKIP() << "this compiler cannot tell";
  const CppOutcomes all = explored([] {
    using mirror_test_build::Padded;
    Padded value;
    std::memset(static_cast<void*>(&value), 0xff, sizeof value);
    value = {'a', 2};
    heddle::atomic<Padded> shared{value};
    Padded expected;
    std::memset(static_cast<void*>(&expected), 0, sizeof expected);
    expected.letter = 'a';
    expected.number = 2;
    return shared.compare_exchange_strong(expected, Padded{'b', 3});
  });
  EXPECT_EQ(all.outcomes, Set({"true"}));
}

}  // namespace
