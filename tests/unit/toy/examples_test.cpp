// Every file in examples/toy parses and shows what its first lines say.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "tests/support/source_dir.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

const std::filesystem::path kExamples = tests::source_path("examples/toy");

/// Whether some schedule has an error; depth first, every interleaving.
bool has_error(core::Program& program) {
  std::vector<core::ActorId> enabled;
  program.enabled(enabled);
  if (enabled.empty()) return program.has_errors();
  core::StepRecord record;
  for (core::ActorId actor : enabled) {
    const core::Mark mark = program.mark();
    program.step(actor, record);
    const bool found = has_error(program);
    program.rewind(mark);
    if (found) return true;
  }
  return false;
}

TEST(Examples, AreRightOrWrongAsTheySay) {
  const std::map<std::string, bool> wrong = {
      {"bank.toy", true},         {"bank_fixed.toy", false}, {"buffer.toy", true},
      {"lock_server.toy", false}, {"impatient.toy", true},   {"overtaking.toy", true},
  };
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kExamples)) {
    if (entry.path().extension() != ".toy") continue;
    const std::string name = entry.path().filename();
    SCOPED_TRACE(name);
    ++seen;
    ASSERT_TRUE(wrong.contains(name)) << "say here whether it is right";
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto program = make_factory(parse(text, name))();
    EXPECT_EQ(has_error(*program), wrong.at(name));
  }
  EXPECT_EQ(seen, wrong.size());
}

}  // namespace
}  // namespace heddle::toy
