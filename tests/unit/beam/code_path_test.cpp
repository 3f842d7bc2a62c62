#include "beam/loader/code_path.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/check.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

/// An environment variable, set for a while.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> old_;
};

class CodePathTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ =
        fs::temp_directory_path() / ("heddle-code-path-" + std::to_string(::getpid()) + "-" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string make(const std::string& name) {
    const fs::path path = root_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "x";
    return path.string();
  }
  std::string at(const std::string& name) const { return (root_ / name).string(); }
  /// An OTP with a program `erl`, reached through a link on the PATH.
  void make_otp() {
    make("otp/lib/stdlib-4.9/ebin/lists.beam");
    make("otp/lib/stdlib-4.10/ebin/lists.beam");
    make("otp/lib/erts-13.1/ebin/erlang.beam");
    fs::permissions(make("otp/bin/erl"), fs::perms::owner_all);
    fs::create_directories(root_ / "bin");
    fs::create_symlink("../otp/bin/erl", root_ / "bin" / "erl");
  }

  fs::path root_;
};

TEST_F(CodePathTest, TheFirstPlaceWins) {
  make_otp();
  const std::string front = make("front/m.beam");
  make("m.beam");
  make("back/m.beam");
  const std::string current = make("n.beam");
  make("ebin/n.beam");
  const std::string ebin = make("ebin/o.beam");
  make("_build/default/lib/app/ebin/o.beam");
  const std::string profile = make("_build/test/lib/app/ebin/p.beam");
  make("_build/default/lib/app/ebin/p.beam");
  make("libs/one-1.0/ebin/p.beam");
  const std::string library = make("libs/one-1.0/ebin/q.beam");
  make("back/q.beam");
  const std::string back = make("back/r.beam");
  make("back/lists.beam");
  const Setting libs("ERL_LIBS", at("libs"));
  const Setting search("PATH", at("bin"));
  CodePath path({.front = {at("front")}, .back = {at("back")}, .current = root_.string()});
  EXPECT_EQ(path.find("r"), back);
  EXPECT_EQ(path.find("m"), front);
  EXPECT_EQ(path.find("n"), current);
  EXPECT_EQ(path.find("o"), ebin);
  EXPECT_EQ(path.find("p"), profile);
  EXPECT_EQ(path.find("q"), library);
  EXPECT_EQ(path.find("lists"), at("otp/lib/stdlib-4.10/ebin/lists.beam"));
  EXPECT_EQ(path.find("erlang"), at("otp/lib/erts-13.1/ebin/erlang.beam"));
  EXPECT_EQ(path.find("nosuch"), std::nullopt);
  EXPECT_EQ(path.otp_root(), at("otp"));
  const std::vector<std::string> directories = path.directories();
  EXPECT_EQ(directories.front(), at("front"));
  EXPECT_EQ(directories.back(), at("back"));
}

TEST_F(CodePathTest, VersionsAreNumbers) {
  for (const char* version : {"1.9", "1.10", "1.9.9", "x"}) {
    make("libs/app-" + std::string(version) + "/ebin/m.beam");
  }
  make("libs/app-2.0/src/m.erl");  // has no ebin
  make("libs/my-app/ebin/n.beam");
  const Setting libs("ERL_LIBS", at("libs"));
  CodePath path({.current = at("nowhere")});
  EXPECT_EQ(path.find("m"), at("libs/app-1.10/ebin/m.beam"));
  EXPECT_EQ(path.find("n"), at("libs/my-app/ebin/n.beam"));
}

TEST_F(CodePathTest, OtpByName) {
  make_otp();
  const Setting search("PATH", "");
  CodePath path({.otp = at("otp"), .current = root_.string()});
  EXPECT_EQ(path.find("lists"), at("otp/lib/stdlib-4.10/ebin/lists.beam"));
  try {
    CodePath wrong({.otp = at("bin")});
    FAIL();
  } catch (const support::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("--otp " + at("bin")), std::string::npos);
  }
}

// As the shims of version managers: a script somewhere else that starts the real one.
TEST_F(CodePathTest, AScriptIsAsked) {
  make_otp();
  const std::string script = make("shims/erl");
  std::ofstream(script) << "#!/bin/sh\nprintf %s '" << at("otp") << "'\n";
  fs::permissions(script, fs::perms::owner_all);
  const Setting search("PATH", at("shims") + ":/bin:/usr/bin");
  CodePath path({.current = at("nowhere")});
  EXPECT_EQ(path.otp_root(), at("otp"));
}

TEST_F(CodePathTest, WithoutOtpNothingIsFoundThere) {
  const Setting search("PATH", at("empty"));
  CodePath path({.current = root_.string()});
  EXPECT_EQ(path.otp_root(), "");
  EXPECT_EQ(path.find("lists"), std::nullopt);
}

// Directories are listed once: what appears later is not seen.
TEST_F(CodePathTest, ListsOnce) {
  const std::string one = make("one.beam");
  CodePath path({.current = root_.string()});
  EXPECT_EQ(path.find("one"), one);
  make("two.beam");
  EXPECT_EQ(path.find("two"), std::nullopt);
}

TEST(CodePathInstalled, FindsOtpAndElixirQuickly) {
  if (!fs::exists("/usr/lib/erlang/lib")) GTEST_SKIP() << "OTP is not installed";
  const auto start = std::chrono::steady_clock::now();
  CodePath path;
  const std::optional<std::string> lists = path.find("lists");
  ASSERT_TRUE(lists);
  EXPECT_TRUE(fs::exists(*lists));
  EXPECT_TRUE(path.find("erlang"));
  EXPECT_EQ(path.find("Elixir.Enum").has_value(), fs::exists("/usr/lib/elixir"));
  path.find("no such module");
  const auto time = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(time).count(), 500);
  RecordProperty(
      "microseconds",
      static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(time).count()));
}

}  // namespace
}  // namespace heddle::beam
