#include "serve/child.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace heddle::serve {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMostOutput = std::size_t{4} << 20;
constexpr milliseconds kTick{50};
constexpr milliseconds kMemoryTick{200};
// Address space is not memory: the stacks of threads and the Erlang emulator reserve what they
// never touch. The memory itself is measured.
constexpr std::uint64_t kReserved = std::uint64_t{6} << 30;

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  int get() const { return number_; }
  void set(int number) {
    reset();
    number_ = number;
  }
  void reset() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

void limit(int resource, std::uint64_t value) {
  const rlimit both{value, value};
  setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

struct Prepared {
  std::vector<char*> words;
  std::vector<char*> environment;
  const char* folder = nullptr;
  std::uint64_t memory = 0;
  std::uint64_t cpu = 0;
  int out = -1;
  int err = -1;
};

// In the child: system calls only, because the parent has other threads.
[[noreturn]] void become(const Prepared& prepared, const Confinement& confinement) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(prepared.out, 1) < 0 ||
      dup2(prepared.err, 2) < 0 || chdir(prepared.folder) != 0) {
    _exit(127);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, std::uint64_t{256} << 20);
  limit(RLIMIT_NOFILE, 1024);
  limit(RLIMIT_CPU, prepared.cpu);
  limit(RLIMIT_AS, prepared.memory + kReserved);
  confinement.enter();
  close_range(3, ~0U, 0);
  execve(prepared.words.front(), prepared.words.data(), prepared.environment.data());
  _exit(127);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// The resident memory of all processes of a group.
std::uint64_t memory_of_group(pid_t group) {
  std::uint64_t pages = 0;
  DIR* const processes = opendir("/proc");
  if (processes == nullptr) return 0;
  while (const dirent* entry = readdir(processes)) {
    const int pid = std::atoi(entry->d_name);
    if (pid <= 0 || getpgid(pid) != group) continue;
    std::ifstream file(std::string("/proc/") + entry->d_name + "/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    if (file >> size >> resident) pages += resident;
  }
  closedir(processes);
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// What is there to read; false at the end.
bool drain(int number, const std::function<void(std::string_view)>& take) {
  std::array<char, 16384> buffer{};
  const ssize_t got = read(number, buffer.data(), buffer.size());
  if (got > 0) {
    take({buffer.data(), static_cast<std::size_t>(got)});
    return true;
  }
  return got < 0 && (errno == EINTR || errno == EAGAIN);
}

/// Watches a started child to its end.
class Watch {
 public:
  Watch(pid_t child, const ChildLimits& limits, const std::atomic<bool>& stop)
      : child_(child), limits_(limits), stop_(stop) {}

  // Ends the child if it must; called again and again.
  void look() {
    const Clock::time_point now = Clock::now();
    if (killed_) return;
    if (stop_ && !asked_) {
      asked_ = true;
      end_ = ChildEnd::kStopped;
      deadline_ = now + limits_.mercy;
      kill(-child_, SIGINT);
    }
    if (asked_ && now >= deadline_) finish(end_);
    if (!asked_ && limits_.time.count() > 0 && now - begin_ >= limits_.time) {
      finish(ChildEnd::kTime);
    }
    if (limits_.memory > 0 && now - measured_ >= kMemoryTick) {
      measured_ = now;
      if (memory_of_group(child_) > limits_.memory) finish(ChildEnd::kMemory);
    }
  }

  ChildEnd end() const { return end_; }

 private:
  void finish(ChildEnd why) {
    killed_ = true;
    end_ = why;
    kill(-child_, SIGKILL);
  }

  pid_t child_;
  const ChildLimits& limits_;
  const std::atomic<bool>& stop_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point measured_ = begin_;
  Clock::time_point deadline_;
  bool asked_ = false;
  bool killed_ = false;
  ChildEnd end_ = ChildEnd::kExited;
};

bool has_ended(pid_t child) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == child;
}

}  // namespace

ChildResult run_child(const ChildCommand& command, const ChildLimits& limits,
                      const std::atomic<bool>& stop,
                      const std::function<void(const Progress&)>& on_progress) {
  ChildResult result;
  std::array<int, 2> pipes{};
  if (pipe2(pipes.data(), O_CLOEXEC) != 0) return result;
  Descriptor out(pipes[0]);
  Descriptor out_child(pipes[1]);
  int master = -1;
  int slave = -1;
  if (openpty(&master, &slave, nullptr, nullptr, nullptr) != 0) return result;
  Descriptor err(master);
  Descriptor err_child(slave);
  for (const int number : {master, slave}) fcntl(number, F_SETFD, FD_CLOEXEC);
  termios raw = {};
  if (tcgetattr(slave, &raw) == 0) {
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
  }

  const Confinement confinement(command.view);
  Prepared prepared{.words = pointers(command.words),
                    .environment = pointers(command.environment),
                    .folder = command.folder.c_str(),
                    .memory = limits.memory,
                    .cpu = static_cast<std::uint64_t>(limits.time.count()) / 1000 * 4 + 60,
                    .out = pipes[1],
                    .err = slave};
  const pid_t child = fork();
  if (child < 0) return result;
  if (child == 0) become(prepared, confinement);
  setpgid(child, child);  // whoever is first: the group must exist before it is killed
  out_child.reset();
  err_child.reset();

  ErrorStream errors;
  Watch watch(child, limits, stop);
  const auto take_out = [&](std::string_view bytes) {
    if (result.out.size() < kMostOutput) result.out += bytes;
  };
  const auto take_err = [&](std::string_view bytes) {
    if (const auto progress = errors.feed(bytes); progress && on_progress) on_progress(*progress);
  };
  bool ended = false;
  while (true) {
    std::array<pollfd, 2> ready{{{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}}};
    // Once the child has gone, only what it has already written is read: a grandchild could keep
    // the streams open.
    const int count = poll(ready.data(), ready.size(), ended ? 0 : static_cast<int>(kTick.count()));
    if (count > 0) {
      if (ready[0].revents != 0 && !drain(out.get(), take_out)) out.reset();
      if (ready[1].revents != 0 && !drain(err.get(), take_err)) err.reset();
    } else if (ended) {
      break;
    }
    if (ended && out.get() < 0 && err.get() < 0) break;
    if (!ended) {
      watch.look();
      ended = has_ended(child);
      if (ended) kill(-child, SIGKILL);  // its children, while its number is still its own
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.err = errors.text();
  result.end = watch.end();
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
  if (result.end == ChildEnd::kExited && !WIFEXITED(status)) result.end = ChildEnd::kCrashed;
  if (result.end == ChildEnd::kExited && result.code == 127) result.end = ChildEnd::kNotStarted;
  return result;
}

}  // namespace heddle::serve
