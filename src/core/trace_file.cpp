// Trace files, read whole and replaced whole.
//
// POSIX calls, because their errno says what the user has to know: no such folder, no space left,
// read-only.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/trace.hpp"
#include "support/check.hpp"

namespace heddle::core {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

/// Closes the file whatever happens.
class File {
 public:
  File(const std::string& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

[[noreturn]] void cannot(const char* what, const std::string& path, int error) {
  const char* remedy = "check the path";
  if (error == EACCES || error == EPERM) remedy = "check the permissions";
  if (error == EROFS) remedy = "choose a folder that is not read-only";
  if (error == ENOSPC || error == EDQUOT) remedy = "free some space or choose another disk";
  throw support::UserError(fmt::format("{}: cannot {} the trace: {}; {}", path, what,
                                       std::generic_category().message(error), remedy));
}

void write_all(File& file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot("write", path, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Takes the temporary file away unless it has become the real one.
struct Temporary {
  std::string path;
  ~Temporary() {
    if (!path.empty()) ::unlink(path.c_str());
  }
};

void replace_file(const std::string& path, std::string_view text) {
  static std::atomic<unsigned> counter{0};
  for (;;) {
    // In the same folder: a rename is atomic only within a file system.
    const std::string name = fmt::format("{}.{}-{}.tmp", path, ::getpid(), counter++);
    File file(name, O_WRONLY | O_CREAT | O_EXCL);
    if (!file.is_open() && errno == EEXIST) continue;  // left behind by a process that was killed
    if (!file.is_open()) cannot("write", path, errno);
    Temporary temporary{name};
    write_all(file, text, path);
    // Some file systems tell only here that they are full.
    if (::fsync(file.number()) != 0) cannot("write", path, errno);
    if (!file.close()) cannot("write", path, errno);
    if (::rename(name.c_str(), path.c_str()) != 0) cannot("write", path, errno);
    temporary.path.clear();
    return;
  }
}

}  // namespace

Trace read_trace(const std::string& path) {
  File file(path, O_RDONLY);
  if (!file.is_open()) cannot("read", path, errno);
  std::string text;
  std::size_t size = 0;
  for (;;) {
    text.resize(std::max(text.size(), size + (std::size_t{1} << 16)));
    const ssize_t got = ::read(file.number(), text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot("read", path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size == text.size()) text.resize(2 * size);
    if (size > kLargestFile) {
      throw support::UserError(fmt::format(
          "{}: larger than {} MiB, which no trace is; check the path", path, kLargestFile >> 20));
    }
  }
  text.resize(size);
  return parse_trace(text, path);
}

void write_trace(const std::string& path, const Trace& trace) {
  const std::string text = to_json(trace);
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) cannot("write", path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    File device(path, O_WRONLY);
    if (!device.is_open()) cannot("write", path, errno);
    write_all(device, text, path);
    return;
  }
  // What a link points to is replaced, not the link.
  std::error_code error;
  const auto target = exists ? std::filesystem::canonical(path, error) : std::filesystem::path();
  replace_file(exists && !error ? target.string() : path, text);
}

}  // namespace heddle::core
