#include "support/source_path.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

class SourcePath : public testing::Test {
 protected:
  SourcePath() {
    std::string pattern = (fs::temp_directory_path() / "heddle-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    fs::create_directories(folder_ / "src");
    fs::create_directories(folder_ / "_build");
    std::ofstream(folder_ / "src" / "a.erl") << "x";
    fs::create_directory_symlink(folder_ / "src", folder_ / "_build" / "src");
  }
  ~SourcePath() override { fs::remove_all(folder_); }
  std::string at(const char* name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(SourcePath, IsRelativeToTheRepository) {
  EXPECT_EQ(below(folder_.string(), at("src/a.erl")), "src/a.erl");
  EXPECT_EQ(below(at("src"), at("src/a.erl")), "a.erl");
}

TEST_F(SourcePath, GoesThroughLinks) {
  EXPECT_EQ(below(folder_.string(), at("_build/src/a.erl")), "src/a.erl");
}

TEST_F(SourcePath, StaysAsItIsOutsideOrIfThereIsNoSuchFile) {
  EXPECT_EQ(below(at("_build"), at("src/a.erl")), at("src/a.erl"));
  EXPECT_EQ(below(folder_.string(), "lib/gen_server.ex"), "lib/gen_server.ex");
  EXPECT_EQ(below(at("nowhere"), at("src/a.erl")), at("src/a.erl"));
  EXPECT_EQ(below(folder_.string(), ""), "");
}

TEST_F(SourcePath, AppendedTextComesAfterWhatIsThere) {
  append_to_file(at("summary"), "one\n");
  append_to_file(at("summary"), "two\n");
  EXPECT_EQ(read_file(at("summary"), 100), "one\ntwo\n");
  EXPECT_THROW(append_to_file(at("nowhere/x"), "", "summary"), UserError);
  EXPECT_THROW(append_to_file("/dev/full", "x", "summary"), UserError);
}

}  // namespace
}  // namespace heddle::support
