// The public instances beside the repository (../shared/nets), where they are: those that take no
// time, each with the published answer, a certificate that the checker accepts, and no other bytes
// in a second run. `make bench` runs all of them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "petri/cover.hpp"
#include "petri/format/formats.hpp"
#include "petri_check/check.hpp"
#include "tests/support/source_dir.hpp"

namespace heddle::petri {
namespace {

namespace fs = std::filesystem;

const fs::path kNets = tests::source_path("../shared/nets");
constexpr std::uintmax_t kSmallFile = 150'000;  // bytes; sanitizers make larger ones slow

class PublicNets : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(kNets / "ground_truth.json");
    if (!in) GTEST_SKIP() << kNets << " is not there";
    truth_ = nlohmann::json::parse(in);
  }

  void expect_answer(const NetFile& file, const std::string& name) {
    ASSERT_TRUE(truth_.contains(name)) << name;
    Limits limits;
    limits.time = std::chrono::seconds(60);
    const Outcome outcome = cover(file.net, *file.question, limits);
    EXPECT_EQ(outcome.answer, truth_[name] == "safe" ? Answer::kSafe : Answer::kCoverable)
        << name << " by " << outcome.by;
    EXPECT_TRUE(petri_check::check(file.net, *file.question, outcome.certificate).accepted) << name;
  }

  void run_suite(const std::string& suite, const std::string& prefix = "") {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(kNets / suite)) {
      if (entry.path().extension() != ".spec" || entry.file_size() > kSmallFile) continue;
      const std::string stem = entry.path().stem().string();
      const std::string name = truth_.contains(prefix + stem) ? prefix + stem : stem;
      expect_answer(read_net(entry.path().string(), ""), name);
      ++count;
    }
    EXPECT_GT(count, 0U);
  }

  nlohmann::json truth_;
};

TEST_F(PublicNets, Soter) { run_suite("soter"); }
TEST_F(PublicNets, Mist) { run_suite("mist-PN"); }
TEST_F(PublicNets, MistBounded) { run_suite("mist-boundedPN", "bounded_"); }
TEST_F(PublicNets, WahlKroening) { run_suite("wahl-kroening"); }

TEST_F(PublicNets, TtsIsTheSameNetAsItsSpec) {
  for (const char* name :
       {"soter/unsafe_send__sending_to_non-pid__depth_0", "soter/reslock__critical__depth_0",
        "wahl-kroening/dekker_vs_satabs.1"}) {
    const fs::path path = kNets / name;
    expect_answer(read_net(path.string() + ".tts", ""), path.filename().string());
  }
}

TEST_F(PublicNets, PetrinizerFiles) {
  // Of 41 targets about one net: by pruning, by the backward search, and a coverable one.
  std::ifstream targets(kNets / "bug_tracking" / "targets.txt");
  std::string name;
  std::string target;
  while (targets >> name && std::getline(targets, target)) {
    if (name != "x0_BUG_REPORT_q1" && name != "x0_FIXED_q8" && name != "x0_PENDING_q3_buggy")
      continue;
    const bool buggy = name.ends_with("buggy");
    std::ifstream base(kNets / "bug_tracking" / (buggy ? "base_buggy.pl" : "base.pl"));
    const std::string text((std::istreambuf_iterator<char>(base)), {});
    expect_answer(read_pl(text + target, name), name);
  }
}

TEST_F(PublicNets, TheSameBytesInEveryRun) {
  for (const char* name : {"soter/safe_send__sending_to_non-pid_4__depth_1.spec",
                           "mist-PN/extendedread-write-smallconsts.spec",
                           "wahl-kroening/stack_lock_p0_vs_satabs.1.spec"}) {
    const NetFile file = read_net((kNets / name).string(), "");
    const Outcome first = cover(file.net, *file.question, {});
    EXPECT_EQ(first.certificate, cover(file.net, *file.question, {}).certificate);
    Limits two;
    two.threads = 2;
    EXPECT_EQ(first.certificate, cover(file.net, *file.question, two).certificate);
  }
}

}  // namespace
}  // namespace heddle::petri
