// The table of instructions against a list of all that OTP 24 to 29 have, made from their genop.tab
// (number, name, arity, first release, first release without it).
#include "beam/loader/opcode.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/source_dir.hpp"

namespace heddle::beam {
namespace {

TEST(Opcodes, AreThoseOfEveryRelease) {
  std::ifstream in(tests::source_path("tests/data/opcodes.tsv"));
  std::string line;
  std::getline(in, line);  // the heading
  std::size_t count = 0;
  while (std::getline(in, line)) {
    std::stringstream fields(line);
    std::string number;
    std::string name;
    std::string arity;
    std::string since;
    std::string until;
    std::getline(fields, number, '\t');
    std::getline(fields, name, '\t');
    std::getline(fields, arity, '\t');
    std::getline(fields, since, '\t');
    std::getline(fields, until, '\t');
    const std::size_t at = std::stoul(number);
    ASSERT_LT(at, kKnownOpcodes) << name;
    const OpcodeInfo& ours = kOpcodes[at];
    const auto release = [](const std::string& text) {
      return text.empty() ? 0 : std::stoi(text.starts_with("<=") ? text.substr(2) : text);
    };
    EXPECT_EQ(ours.name, name);
    EXPECT_EQ(std::to_string(ours.arity), arity) << name;
    EXPECT_EQ(ours.since, release(since)) << name;
    EXPECT_EQ(ours.until, release(until)) << name;
    // All of 24 to 28 mean something here.
    EXPECT_TRUE(ours.since > 28 || at <= kLastOpcode) << name;
    ++count;
  }
  EXPECT_EQ(count + 1, kKnownOpcodes);
}

}  // namespace
}  // namespace heddle::beam
