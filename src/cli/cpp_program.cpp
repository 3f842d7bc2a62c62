#include "cli/cpp_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string_view>

#include "remote/remote_program.hpp"
#include "remote/wire.hpp"
#include "support/check.hpp"
#include "support/file.hpp"

extern char** environ;

namespace heddle::cli {
namespace {

using support::UserError;

constexpr std::size_t kLargestProgram = std::size_t{1} << 31;
constexpr int kSocket = 198;  // where the program under test finds it: far from its own files
constexpr std::string_view kValue = "value ";

// A trace may come from anywhere: only what links the library is started.
void check_program(const std::string& program) {
  if (access(program.c_str(), X_OK) != 0) {
    throw UserError(
        fmt::format("{}: cannot be run: {}; build it, or name the test program with --program",
                    program, std::strerror(errno)));
  }
  const std::string bytes = support::read_file(program, kLargestProgram, "test program");
  if (bytes.find(remote::kGreeting) == std::string::npos) {
    throw UserError(fmt::format(
        "{}: is no program that links Heddle's C++ library of this version; name the test program "
        "with --program",
        program));
  }
}

// What was set for this process is not meant for that one.
std::vector<std::string> environment(const std::string& token) {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("HEDDLE_")) out.emplace_back(*variable);
  }
  out.push_back("HEDDLE_REPLAY=" + token);
  out.push_back(fmt::format("{}={}", remote::kVariable, kSocket));
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

/// A process that ends when its socket is closed.
class Process {
 public:
  explicit Process(const CppTest& test) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      throw UserError(fmt::format("cannot make a socket: {}", std::strerror(errno)));
    }
    socket_ = ends[0];
    std::vector<std::string> words{test.program};
    words.insert(words.end(), test.arguments.begin(), test.arguments.end());
    std::vector<std::string> variables = environment(test.token);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    // What the program prints is not what was asked for.
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&files, ends[1], kSocket);
    const int error = posix_spawn(&id_, test.program.c_str(), &files, nullptr,
                                  pointers(words).data(), pointers(variables).data());
    posix_spawn_file_actions_destroy(&files);
    close(ends[1]);
    if (error != 0) {
      close(socket_);
      throw UserError(fmt::format("{}: cannot be started: {}", test.program, std::strerror(error)));
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    // Whoever still has a program of it gets errors; the process must not wait for them.
    if (connection_ != nullptr) shutdown(socket_, SHUT_RDWR);
    connection_.reset();
    waitpid(id_, nullptr, 0);
  }

  remote::Connection& connect() {
    connection_ = std::make_shared<remote::Connection>(socket_);
    return *connection_;
  }

 private:
  pid_t id_ = 0;
  int socket_ = -1;
  std::shared_ptr<remote::Connection> connection_;
};

}  // namespace

bool is_cpp_command(const std::vector<std::string>& command) {
  return command.size() >= 2 && command[0] == "replay" && command[1] == "--token";
}

CppTest cpp_test(const std::vector<std::string>& command, const std::string& file) {
  if (command.size() < 5 || command[3] != "--") {
    throw UserError(fmt::format(
        "{}: program.command: does not say which program has the test; record the trace again",
        file));
  }
  return {command[2], command[4], {command.begin() + 5, command.end()}};
}

Subject load_cpp(const CppTest& test, const core::Trace* trace) {
  check_program(test.program);
  std::map<std::string, std::string> blame;
  if (trace != nullptr) blame = trace->blamed;
  if (trace != nullptr && trace->outcome.starts_with(kValue) && !trace->errors.empty()) {
    blame[trace->outcome.substr(kValue.size())] = trace->errors[0].message;
  }
  Subject program;
  program.name = test.program;
  program.title = trace == nullptr ? "C++ test" : trace->program;
  program.command = {"replay", "--token", test.token, "--", test.program};
  program.command.insert(program.command.end(), test.arguments.begin(), test.arguments.end());
  const auto process = std::make_shared<Process>(test);
  try {
    program.factory = [process, make = process->connect().factory(blame)] { return make(); };
  } catch (const UserError& error) {
    throw UserError(fmt::format(
        "{}: {}; the test of this token must be in it: give its arguments (a filter?), or run it "
        "with HEDDLE_REPLAY={} to see what it does",
        test.program, error.what(), test.token));
  }
  return program;
}

}  // namespace heddle::cli
