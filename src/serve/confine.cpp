#include "serve/confine.hpp"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace heddle::serve {
namespace {

constexpr std::uint64_t kRead =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kOfFiles =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
// All of the first version of Landlock: every kernel that has it knows them.
constexpr std::uint64_t kAll = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

void allow(int ruleset, const std::string& path, std::uint64_t access) {
  const int folder = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (folder < 0) return;  // what is not there needs no rule
  struct stat kind = {};
  const bool whole = fstat(folder, &kind) == 0 && S_ISDIR(kind.st_mode);
  landlock_path_beneath_attr rule = {};
  rule.allowed_access = whole ? access : access & kOfFiles;  // the kernel refuses others of a file
  rule.parent_fd = folder;
  syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(folder);
}

}  // namespace

bool Confinement::available() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

Confinement::Confinement(const View& view) {
  if (!available()) return;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = kAll;
  ruleset_ =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (ruleset_ < 0) return;
  // The system's programs and libraries, and what the Erlang emulator reads of the machine. What is
  // private to a user is elsewhere.
  for (const char* path : {"/usr", "/lib", "/lib64", "/bin", "/etc/alternatives", "/opt", "/proc",
                           "/sys/devices/system", "/sys/fs/cgroup"}) {
    allow(ruleset_, path, kRead);
  }
  for (const char* file :
       {"/etc/ld.so.cache", "/etc/localtime", "/etc/erlang", "/etc/passwd", "/etc/nsswitch.conf"}) {
    allow(ruleset_, file, LANDLOCK_ACCESS_FS_READ_FILE);
  }
  for (const char* file : {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/tty"}) {
    allow(ruleset_, file, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  for (const std::string& path : view.readable) allow(ruleset_, path, kRead);
  for (const std::string& path : view.writable) allow(ruleset_, path, kAll);
}

Confinement::~Confinement() {
  if (ruleset_ >= 0) close(ruleset_);
}

void Confinement::enter() const {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (ruleset_ >= 0) syscall(SYS_landlock_restrict_self, ruleset_, 0);
}

}  // namespace heddle::serve
