// All modules of the OTP and the Elixir of this machine are read, and as OTP reads them.
#include "beam/loader/beam_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "beam/term/atom.hpp"
#include "support/check.hpp"
#include "tests/conformance/otp.hpp"

namespace heddle::beam {
namespace {

std::string hexadecimal(const std::array<std::uint8_t, 16>& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

class Installed : public testing::TestWithParam<const char*> {};

TEST_P(Installed, EveryModuleIsRead) {
  if (!std::filesystem::exists(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  tests::Exports exports;
  const EtfHooks hooks = exports.hooks();
  std::size_t files = 0;
  std::size_t instructions = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GetParam())) {
    if (entry.path().extension() != ".beam") continue;
    try {
      const BeamFile file = read_beam(entry.path().string(), hooks);
      EXPECT_EQ(std::string(name_of(file.module)), entry.path().stem().string());
      EXPECT_FALSE(file.functions.empty());
      EXPECT_TRUE(file.attributes.is_list());
      instructions += file.instructions.size();
      ++files;
    } catch (const support::UserError& error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_GT(files, 100u);
  EXPECT_GT(instructions, 100000u);
}

INSTANTIATE_TEST_SUITE_P(Everything, Installed,
                         testing::Values("/usr/lib/erlang/lib", "/usr/lib/elixir/lib"),
                         [](const auto& info) { return info.index == 0 ? "otp" : "elixir"; });

// The functions of stdlib, their entries, their numbers of instructions and the md5 of the modules,
// as beam_disasm and module_info say.
TEST(BeamFileConformance, StdlibIsAsOtpReadsIt) {
  if (!tests::has_otp()) GTEST_SKIP() << "escript is not installed";
  const std::string answer = tests::ask_otp("stdlib");
  ASSERT_FALSE(answer.empty());
  tests::Exports exports;
  const EtfHooks hooks = exports.hooks();
  std::istringstream lines(answer);
  std::string line;
  BeamFile file;
  std::size_t at = 0;
  std::size_t modules = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with("@ ")) {
      EXPECT_EQ(at, file.functions.size());
      const std::size_t space = line.rfind(' ');
      file = read_beam(line.substr(2, space - 2), hooks);
      EXPECT_EQ(hexadecimal(file.md5), line.substr(space + 1)) << file.path;
      ++modules;
      at = 0;
      continue;
    }
    ASSERT_LT(at, file.functions.size()) << file.path << ' ' << line;
    const Function& function = file.functions[at++];
    ASSERT_EQ(fmt::format("{} {} {} {}", name_of(function.name), function.arity, function.entry,
                          function.end - function.begin),
              line)
        << file.path;
  }
  EXPECT_EQ(at, file.functions.size());
  EXPECT_GT(modules, 50u);
}

}  // namespace
}  // namespace heddle::beam
