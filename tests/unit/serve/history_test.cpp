#include "serve/history.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "beam/loader/compile.hpp"
#include "serve/execution.hpp"
#include "serve/limits.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::serve {
namespace {

namespace fs = std::filesystem;

class HistoryTest : public ::testing::Test {
 protected:
  std::string made(const char* name) {
    const std::string folder = folder_.path() + "/" + name;
    fs::create_directory(folder);
    return folder;
  }

  /// A run that is over, with its files.
  serve::Run over(std::uint64_t id) {
    serve::Run run;
    run.id = id;
    run.key = "old key";
    run.request = {Language::kElixir, "a.ex", "check", {{"keep_going", true}}, "defmodule A"};
    run.state = RunState::kDone;
    run.verdict = "error";
    run.exit_code = 1;
    run.text = "Verdict: error";
    run.result = {{"verdict", "error"}};
    run.diagnostics = {{.line = 3, .column = 1, .warning = true, .message = "unused"}};
    run.folder = made(("done" + std::to_string(id)).c_str());
    run.has_report = true;
    support::write_file_atomically(run.folder + "/" + kReportFile, "<html>" + std::to_string(id));
    return run;
  }

  beam::PrivateFolder folder_;
  const std::string kept_ = folder_.path() + "/kept";
};

TEST_F(HistoryTest, TheNextServerHasTheRunsAndTheirReports) {
  {
    History history(kept_);
    EXPECT_TRUE(history.load(made("first")).empty());
    history.save(over(1));
    history.save(over(2));
  }
  struct stat status = {};
  ASSERT_EQ(stat(kept_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
  History history(kept_);
  const std::vector<serve::Run> runs = history.load(made("second"));
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(history.next(), 3U);
  EXPECT_EQ(history.problem(), "");
  EXPECT_EQ(runs[1].id, 2U);
  EXPECT_NE(runs[1].key, "old key");  // it is in no file
  nlohmann::json before = as_json(over(2), true);
  nlohmann::json after = as_json(runs[1], true);
  before.erase("key");
  after.erase("key");
  EXPECT_EQ(before, after);
  EXPECT_EQ(support::read_file(runs[1].folder + "/" + kReportFile, 100), "<html>2");
}

TEST_F(HistoryTest, WhatIsNoRunIsLeftAloneAndSaidOnce) {
  {
    History history(kept_);
    history.save(over(1));
  }
  const std::string good = support::read_file(kept_ + "/run-1.json", 1 << 20);
  for (const auto& [name, text] :
       std::map<std::string, std::string>{{"run-2.json", good.substr(0, good.size() / 2)},
                                          {"run-3.json", "[]"},
                                          {"run-4.json", R"({"version": 2, "run": {}})"},
                                          {"notes.txt", "mine"},
                                          {"run-x.json", "mine"}}) {
    std::ofstream(kept_ + "/" + name) << text;
  }
  History history(kept_);
  EXPECT_EQ(history.load(made("runs")).size(), 1U);
  EXPECT_EQ(history.next(), 5U) << "a new run would take the place of a file that is left alone";
  EXPECT_NE(history.problem().find("run-2.json and 2 more are not what"), std::string::npos)
      << history.problem();
  EXPECT_TRUE(fs::exists(kept_ + "/run-2.json"));
  EXPECT_TRUE(fs::exists(kept_ + "/notes.txt"));
}

TEST_F(HistoryTest, TheOldestGo) {
  History history(kept_);
  for (std::uint64_t id = 1; id <= kMostKept + 2; ++id) {
    serve::Run run = over(id);
    history.save(run);
  }
  EXPECT_FALSE(fs::exists(kept_ + "/run-2.json"));
  EXPECT_TRUE(fs::exists(kept_ + "/run-3.json"));
  history.forget(over(3));
  EXPECT_FALSE(fs::exists(kept_ + "/run-3.json"));
}

TEST_F(HistoryTest, OneServerAtATime) {
  const History history(kept_);
  EXPECT_THROW(History second(kept_), support::UserError);
  EXPECT_THROW(History nowhere(folder_.path() + "/a/b"), support::UserError);
}

}  // namespace
}  // namespace heddle::serve
