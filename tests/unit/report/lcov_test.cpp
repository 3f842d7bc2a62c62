#include "report/lcov.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Lcov, AFileWithWhatRanAndWhatDidNot) {
  CoveredFile file{.path = "src/a.erl"};
  file.lines = {{7, true}, {9, false}};
  file.functions = {{6, "a:f/1", true}, {8, "a:g/0", false}};
  file.choices = {{{7, true}, {8, false}}, {{9, false}, {10, false}}};
  EXPECT_EQ(to_lcov({&file, 1}),
            "TN:\n"
            "SF:src/a.erl\n"
            "FN:6,a:f/1\n"
            "FN:8,a:g/0\n"
            "FNDA:1,a:f/1\n"
            "FNDA:0,a:g/0\n"
            "FNF:2\n"
            "FNH:1\n"
            "BRDA:7,0,0,1\n"
            "BRDA:8,0,1,0\n"
            "BRDA:9,1,0,-\n"  // nobody came to this choice
            "BRDA:10,1,1,-\n"
            "BRF:4\n"
            "BRH:1\n"
            "DA:7,1\n"
            "DA:9,0\n"
            "LF:2\n"
            "LH:1\n"
            "end_of_record\n");
}

TEST(Lcov, ANameIsOneField) {
  CoveredFile file{.path = "a.ex"};
  file.functions = {{1, "M:'a,b\nc'/0", true}};
  const std::string text = to_lcov({&file, 1});
  EXPECT_NE(text.find("FN:1,M:'a_b\\nc'/0\n"), std::string::npos) << text;
}

TEST(Lcov, NothingIsNothing) { EXPECT_EQ(to_lcov({}), ""); }

}  // namespace
}  // namespace heddle::report
