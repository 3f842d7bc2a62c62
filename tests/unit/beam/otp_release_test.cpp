// Which release an installation is, and that functions are there only in releases that have them.
#include "beam/loader/otp_release.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "beam/term/atom.hpp"
#include "beam/vm/code.hpp"

namespace heddle::beam {
namespace {

namespace fs = std::filesystem;

class OtpReleaseTest : public testing::Test {
 protected:
  OtpReleaseTest() : root_(fs::temp_directory_path() / ("heddle-otp-" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "lib" / "stdlib" / "ebin");
  }
  ~OtpReleaseTest() override { fs::remove_all(root_); }
  void release(const std::string& number, const std::string& version) {
    fs::create_directories(root_ / "releases" / number);
    std::ofstream(root_ / "releases" / number / "OTP_VERSION") << version << '\n';
  }

  fs::path root_;
};

TEST_F(OtpReleaseTest, TheLatestThatIsInstalled) {
  release("9", "9.9");
  release("27", "27.3.4");
  release("26", "26.2");
  fs::create_directories(root_ / "erts-15.2.7");
  const OtpRelease found = otp_release(root_.string());
  EXPECT_EQ(found.number, 27);
  EXPECT_EQ(found.version, "27.3.4");
  EXPECT_EQ(found.erts, "15.2.7");
}

TEST_F(OtpReleaseTest, ErtsSaysItToo) {
  fs::create_directories(root_ / "lib" / "erts-14.2");
  EXPECT_EQ(otp_release(root_.string()).number, 26);
  EXPECT_EQ(otp_release(root_.string()).version, "");
}

TEST_F(OtpReleaseTest, NobodySaysIt) { EXPECT_EQ(otp_release(root_.string()).number, 25); }

TEST_F(OtpReleaseTest, FunctionsOfLaterReleasesAreNotThere) {
  const auto has_first_lookup = [&] {
    CodeBase code{CodePath{{.otp = root_.string()}}};
    return code.find_native(intern("ets"), intern("first_lookup"), 1) != nullptr;
  };
  EXPECT_FALSE(has_first_lookup());
  release("27", "27.0");
  EXPECT_TRUE(has_first_lookup());
}

}  // namespace
}  // namespace heddle::beam
