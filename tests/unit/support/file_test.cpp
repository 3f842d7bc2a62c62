#include "support/file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/check.hpp"

namespace heddle::support {
namespace {

namespace fs = std::filesystem;

template <typename Action>
std::string complaint(Action action) {
  try {
    action();
    return "";
  } catch (const UserError& error) {
    return error.what();
  }
}

/// A folder of its own for each test, gone afterwards.
class FileTest : public testing::Test {
 protected:
  FileTest() {
    std::string name = fs::temp_directory_path() / "heddle-file-XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~FileTest() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string content(const std::string& name) const {
    std::ostringstream out;
    out << std::ifstream(path(name), std::ios::binary).rdbuf();
    return out.str();
  }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

/// The tests may run as root, who is allowed everything: nobody's rights for the length of a scope.
class WithoutPrivileges {
 public:
  WithoutPrivileges() : user_(::geteuid()) {
    if (user_ == 0) effective_ = ::seteuid(65534) == 0;
  }
  ~WithoutPrivileges() {
    if (user_ == 0 && ::seteuid(0) != 0) std::abort();
  }
  bool effective() const { return effective_; }

 private:
  const uid_t user_;
  bool effective_ = true;
};

TEST_F(FileTest, WritesAndReadsAnyBytes) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7 / 3);
  write_file_atomically(path("a"), bytes);
  EXPECT_EQ(content("a"), bytes);
  EXPECT_EQ(read_file(path("a"), 1 << 20), bytes);
  write_file_atomically(path("a"), "");
  EXPECT_EQ(read_file(path("a"), 1 << 20), "");
  EXPECT_EQ(entries(), 1U) << "no temporary file is left";
}

TEST_F(FileTest, ReadsInPieces) {
  write_file_atomically(path("a"), "0123456789");
  InputFile file(path("a"));
  EXPECT_EQ(file.read(4), "0123");
  EXPECT_EQ(file.read(0), "");
  EXPECT_EQ(file.read(4), "4567");
  EXPECT_EQ(file.read(std::string::npos / 2), "89")
      << "memory for what is there, not for what could be";
  EXPECT_EQ(file.read(4), "");
}

TEST_F(FileTest, ReadingHasALimit) {
  write_file_atomically(path("a"), "0123456789");
  EXPECT_EQ(read_file(path("a"), 10), "0123456789");
  EXPECT_EQ(complaint([&] { read_file(path("a"), 9, "chapter"); }),
            path("a") + ": more than 9 bytes, which no chapter has; check the path");
  EXPECT_NE(complaint([&] { read_file("/dev/zero", 1 << 20); }), "");
}

TEST_F(FileTest, SaysWhyItCannotRead) {
  EXPECT_EQ(complaint([&] { read_file(path("none"), 10, "chapter"); }),
            path("none") + ": cannot read the chapter: No such file or directory; check the path");
  EXPECT_EQ(complaint([&] { read_file(folder_, 10); }),
            folder_.string() + ": cannot read the file: Is a directory; name a file, not a folder");
}

TEST_F(FileTest, SaysWhyItCannotWrite) {
  EXPECT_EQ(complaint([&] { write_file_atomically(path("none/a"), "x", "chapter"); }),
            path("none/a") +
                ": cannot write the chapter: No such file or directory; check the path and whether "
                "its folder exists");
  EXPECT_EQ(
      complaint([&] { write_file_atomically(folder_, "x"); }),
      folder_.string() + ": cannot write the file: Is a directory; name a file, not a folder");
  write_file_atomically(path("a"), "x");
  EXPECT_NE(complaint([&] { write_file_atomically(path("a/b"), "x"); }), "") << "a is no folder";
  EXPECT_EQ(
      complaint([&] { write_file_atomically("/dev/full", "x"); }),
      "/dev/full: cannot write the file: No space left on device; free some space or choose a "
      "folder on another disk");
}

TEST_F(FileTest, AFolderThatMayNotBeWrittenIsNot) {
  write_file_atomically(path("a"), "old");
  fs::permissions(path("a"), fs::perms::all);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                               fs::perms::others_exec);
  std::string text;
  {
    const WithoutPrivileges scope;
    if (!scope.effective()) GTEST_SKIP() << "cannot give up the rights of root";
    text = complaint([&] { write_file_atomically(path("a"), "new"); });
  }
  EXPECT_EQ(text, path("a") +
                      ": cannot write the file: Permission denied; check the permissions of the "
                      "file and its folder, or choose another folder");
  EXPECT_EQ(content("a"), "old");
}

TEST_F(FileTest, AFileThatMayNotBeWrittenIsNot) {
  write_file_atomically(path("a"), "old");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::others_read);
  fs::permissions(folder_, fs::perms::all);
  std::string text;
  {
    const WithoutPrivileges scope;
    if (!scope.effective()) GTEST_SKIP() << "cannot give up the rights of root";
    text = complaint([&] { write_file_atomically(path("a"), "new"); });
  }
  EXPECT_NE(text.find("Permission denied"), std::string::npos) << text;
  EXPECT_EQ(content("a"), "old");
}

// A limit on file sizes stands in for a disk that fills up in the middle.
TEST_F(FileTest, AWriteThatFailsHalfwayLeavesTheOldFile) {
  write_file_atomically(path("a"), "old");
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  rlimit old_limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  rlimit limit = old_limit;
  limit.rlim_cur = 1000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  const std::string text =
      complaint([&] { write_file_atomically(path("a"), std::string(5000, 'x')); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old_limit), 0);
  ::signal(SIGXFSZ, old_handler);
  EXPECT_NE(text.find(path("a") + ": cannot write the file: File too large; "), std::string::npos)
      << text;
  EXPECT_EQ(content("a"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, KeepsPermissionsAndLinks) {
  write_file_atomically(path("a"), "old");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", path("link"));
  write_file_atomically(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content("a"), "new");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(FileTest, APipeIsWrittenDirectly) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string got;
  std::thread other([&] { got = read_file(path("pipe"), 100); });
  write_file_atomically(path("pipe"), "through");
  other.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

// A writer that is killed at any moment leaves one of its contents, whole.
TEST_F(FileTest, SurvivesKill) {
  const std::string contents[] = {std::string(300'000, 'a'), std::string(200'000, 'b')};
  write_file_atomically(path("a"), contents[0]);
  for (int round = 0; round < 20; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      while (true) {
        for (const std::string& bytes : contents) write_file_atomically(path("a"), bytes);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 731 * round));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    const std::string bytes = read_file(path("a"), 1 << 20);
    EXPECT_TRUE(bytes == contents[0] || bytes == contents[1]) << bytes.size() << " bytes";
  }
}

}  // namespace
}  // namespace heddle::support
