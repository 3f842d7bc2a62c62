#include "serve/compilers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;

class CompilerFolders : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/heddle-compilers-XXXXXX";
    home = fs::canonical(mkdtemp(name));
    fs::create_directories(home / "otp/lib/erlang/bin");
    fs::create_directories(home / "otp/bin");
    fs::create_directories(home / "bin");
    std::ofstream(home / "otp/lib/erlang/bin/erl") << "#!/bin/sh\n";
    fs::create_symlink(home / "otp/lib/erlang/bin/erl", home / "otp/bin/erl");
    std::ofstream(home / "bin/elixir") << "#!/bin/sh\n";
  }
  void TearDown() override { fs::remove_all(home); }
  bool sees(const std::vector<std::string>& folders, const fs::path& path) const {
    return std::find(folders.begin(), folders.end(), path.string()) != folders.end();
  }
  fs::path home;
};

TEST_F(CompilerFolders, OfAnErlangBelowTheHome) {
  const auto folders = compiler_folders((home / "otp/bin").string() + ":/nowhere", home.string());
  EXPECT_TRUE(sees(folders, home / "otp"));
  EXPECT_TRUE(sees(folders, home / "otp/lib/erlang"));
}

TEST_F(CompilerFolders, NeverTheHomeItself) {
  const auto folders = compiler_folders((home / "bin").string(), home.string());
  EXPECT_TRUE(sees(folders, home / "bin"));
  EXPECT_FALSE(sees(folders, home));
  EXPECT_FALSE(sees(folders, home.parent_path()));
}

TEST_F(CompilerFolders, WithoutCompilersNone) {
  EXPECT_TRUE(compiler_folders("/nowhere::", home.string()).empty());
}

}  // namespace
}  // namespace heddle::serve
