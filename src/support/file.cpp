// Written with POSIX calls, because their errno says what the user has to know: no such folder, no
// space left, read-only.
//
// To replace a file: write a new one beside it (a rename is atomic only within a file system), make
// its content durable, rename it over the old one, make the rename durable. In any other order a
// crash of the machine could leave the new name with no content.
#include "support/file.hpp"

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

#include "support/check.hpp"

namespace heddle::support {
namespace {

// How much is read at once at first where no size is known; doubled as long as there is more.
constexpr std::size_t kFirstPiece = std::size_t{1} << 16;

const char* remedy_for(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
      return "check the permissions of the file and its folder, or choose another folder";
    case EROFS:
      return "choose a folder that is not read-only";
    case ENOSPC:
    case EDQUOT:
      return "free some space or choose a folder on another disk";
    case EFBIG:
      return "raise the limit on file sizes or choose a folder on another disk";
    case EISDIR:
      return "name a file, not a folder";
    case EIO:
      return "check the disk, or choose a folder on another one";
    default:
      return "check the path and whether its folder exists";
  }
}

/// How one file is replaced or added to; the temporary one goes away whatever happens.
class FileChange {
 public:
  FileChange(const std::string& path, std::string_view what) : path_(path), what_(what) {}
  FileChange(const FileChange&) = delete;
  FileChange& operator=(const FileChange&) = delete;
  ~FileChange() {
    if (number_ >= 0) ::close(number_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  void write(std::string_view bytes) {
    struct stat old {};
    const bool exists = ::stat(path_.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) fail(EISDIR);
    // A rename would not ask: a file that its owner has protected stays.
    if (exists && ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) fail(errno);
    if (exists && !S_ISREG(old.st_mode)) {
      open(path_, O_WRONLY);
      write_all(bytes);
      return;
    }
    const std::string target = exists ? without_links() : path_;
    create_beside(target);
    write_all(bytes);
    if (exists && ::fchmod(number_, old.st_mode & 07777) != 0) fail(errno);
    // Some file systems tell only here that they are full.
    if (::fsync(number_) != 0) fail(errno);
    if (::close(std::exchange(number_, -1)) != 0) fail(errno);
    if (::rename(temporary_.c_str(), target.c_str()) != 0) fail(errno);
    temporary_.clear();
    sync_folder_of(target);
  }

  void append(std::string_view bytes) {
    open(path_, O_WRONLY | O_APPEND | O_CREAT);
    write_all(bytes);
    if (::close(std::exchange(number_, -1)) != 0) fail(errno);
  }

 private:
  [[noreturn]] void fail(int error) const {
    throw UserError(fmt::format("{}: cannot write the {}: {}; {}", path_, what_,
                                std::generic_category().message(error), remedy_for(error)));
  }

  std::string without_links() const {
    std::error_code error;
    const auto target = std::filesystem::canonical(path_, error);
    if (error) fail(error.value());
    return target.string();
  }

  void open(const std::string& name, int flags) {
    number_ = ::open(name.c_str(), flags | O_CLOEXEC, 0666);
    if (number_ < 0) fail(errno);
  }

  void create_beside(const std::string& target) {
    static std::atomic<unsigned> counter{0};
    while (true) {
      std::string name = fmt::format("{}.{}-{}.tmp", target, ::getpid(), counter++);
      number_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (number_ < 0 && errno == EEXIST) continue;  // left behind by a process that was killed
      if (number_ < 0) fail(errno);
      temporary_ = std::move(name);
      return;
    }
  }

  void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(number_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(errno);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  // The content is safe and in its place already; not every file system lets a folder be opened or
  // synced.
  void sync_folder_of(const std::string& target) {
    const std::string folder = std::filesystem::path(target).parent_path().string();
    number_ = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (number_ >= 0 && ::fsync(number_) != 0 && errno == EIO) fail(errno);
  }

  const std::string& path_;
  const std::string_view what_;
  std::string temporary_;
  int number_ = -1;
};

[[noreturn]] void cannot_read(const std::string& path, const std::string& what, int error) {
  const char* remedy = error == EACCES   ? "check the permissions"
                       : error == EISDIR ? "name a file, not a folder"
                                         : "check the path";
  throw UserError(fmt::format("{}: cannot read the {}: {}; {}", path, what,
                              std::generic_category().message(error), remedy));
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view bytes, std::string_view what) {
  FileChange(path, what).write(bytes);
}

void append_to_file(const std::string& path, std::string_view bytes, std::string_view what) {
  FileChange(path, what).append(bytes);
}

InputFile::InputFile(std::string path, std::string what)
    : path_(std::move(path)),
      what_(std::move(what)),
      number_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (number_ < 0) cannot_read(path_, what_, errno);
}

InputFile::~InputFile() { ::close(number_); }

std::string InputFile::read(std::size_t most) {
  std::string bytes;
  std::size_t size = 0;
  // A byte more than there are, to see the end. What grows meanwhile, or has no size, takes longer.
  struct stat state {};
  const bool is_sized =
      ::fstat(number_, &state) == 0 && S_ISREG(state.st_mode) && state.st_size > 0;
  const std::size_t first = is_sized ? static_cast<std::size_t>(state.st_size) + 1 : kFirstPiece;
  while (size < most) {
    if (size == bytes.size()) bytes.resize(std::min(most, std::max(first, 2 * size)));
    const ssize_t got = ::read(number_, bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(path_, what_, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

std::string read_file(const std::string& path, std::size_t limit, const std::string& what) {
  std::string bytes = InputFile(path, what).read(std::max(limit, limit + 1));
  if (bytes.size() > limit) {
    throw UserError(
        fmt::format("{}: more than {} bytes, which no {} has; check the path", path, limit, what));
  }
  return bytes;
}

}  // namespace heddle::support
