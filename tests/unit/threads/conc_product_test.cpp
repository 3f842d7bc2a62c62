// The sample as a product has it: on real threads, without a word of heddle.
#define SAMPLE_NAMESPACE product_build
#include <gtest/gtest.h>

#include <type_traits>

#include "tests/unit/threads/conc_sample.hpp"

namespace {

static_assert(std::is_same_v<conc::mutex, std::mutex>);

TEST(Conc, TheProductUsesTheStandardLibrary) { EXPECT_EQ(product_build::pass_two_through(), 122); }

}  // namespace
