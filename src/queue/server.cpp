#include "queue/server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#include "support/check.hpp"

extern char** environ;

namespace heddle::queue {
namespace {

namespace fs = std::filesystem;
using support::UserError;

// The address of a socket has no room for more.
constexpr std::size_t kLongestFolder = 90;

std::string read(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The latest version of those that are installed.
fs::path programs() {
  std::vector<std::pair<int, fs::path>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    const fs::path folder = entry.path() / "bin";
    if (fs::exists(folder / "initdb", ignored)) {
      found.emplace_back(std::atoi(entry.path().filename().c_str()), folder);
    }
  }
  if (!found.empty()) return std::max_element(found.begin(), found.end())->second;
  std::istringstream path(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (fs::exists(fs::path(folder) / "initdb", ignored)) return folder;
  }
  throw UserError(
      "heddle queue: the server programs of PostgreSQL are not installed (Debian: apt-get install "
      "postgresql); or give the URL of a server that runs somewhere to --queue");
}

const passwd* server_user() {
  if (geteuid() != 0) return nullptr;
  for (const char* name : {"postgres", "nobody"}) {
    if (const passwd* user = getpwnam(name)) return user;
  }
  throw UserError("heddle queue: PostgreSQL does not run as root; run this as another user");
}

// Runs a program of the server; what it prints goes to the file `output`.
void run(const std::vector<std::string>& words, const fs::path& output, const std::string& folder) {
  std::vector<std::string> all;
  if (const passwd* user = server_user()) {
    all = {"setpriv", fmt::format("--reuid={}", user->pw_uid),
           fmt::format("--regid={}", user->pw_gid), "--clear-groups", "--"};
  }
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = -1;
  if (failed == 0) waitpid(child, &status, 0);
  if (failed == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  std::istringstream said(read(output));
  std::string last;
  for (std::string line; std::getline(said, line);) {
    if (!line.empty()) last = line;
  }
  throw UserError(fmt::format("heddle queue: {} failed in {}: {}; {} has all it said", words[0],
                              folder, last.empty() ? "no reason given" : last, output.string()));
}

std::string new_password() {
  std::random_device random;
  std::string password;
  for (int i = 0; i < 4; ++i) password += fmt::format("{:08x}", random());
  return password;
}

std::string host_name() {
  char name[256] = {};
  return gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

// Everything in the folder that the server has to read or write is the server's.
void give_to_server(const fs::path& path) {
  const passwd* user = server_user();
  if (user != nullptr && chown(path.c_str(), user->pw_uid, user->pw_gid) != 0) {
    throw UserError(fmt::format("{}: cannot be given to the user {}; use another folder",
                                path.string(), user->pw_name));
  }
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  out << text;
  out.close();
  if (!out)
    throw UserError(fmt::format("{}: cannot be written; use another folder", file.string()));
  give_to_server(file);
}

void create(const fs::path& folder, unsigned port) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw UserError(
        fmt::format("{}: is not empty, and not a folder of 'heddle queue start'; give "
                    "another",
                    folder.string()));
  }
  fs::create_directories(folder, error);
  if (error) throw UserError(fmt::format("{}: {}", folder.string(), error.message()));
  give_to_server(folder);
  const std::string password = new_password();
  write(folder / "password", password);
  write(folder / "port", std::to_string(port));
  run({(programs() / "initdb").string(), "-D", (folder / "data").string(), "-U", "heddle",
       "--auth-local=trust", "--auth-host=scram-sha-256",
       "--pwfile=" + (folder / "password").string(), "--encoding=UTF8", "--no-locale"},
      folder / "initdb.log", folder.string());
  std::ofstream settings(folder / "data" / "postgresql.conf", std::ios::app);
  settings << fmt::format(
      "unix_socket_directories = '{}'\nunix_socket_permissions = 0700\nlisten_addresses = '{}'\n"
      "port = {}\nmax_connections = 500\n",
      folder.string(), port == 0 ? "" : "*", port == 0 ? 5432 : port);
  settings.close();
  if (port == 0) return;
  std::ofstream access(folder / "data" / "pg_hba.conf", std::ios::app);
  access << "host all all all scram-sha-256\n";
}

fs::path checked(const std::string& folder) {
  const fs::path path = fs::absolute(folder).lexically_normal();
  const std::string text = path.string();
  if (text.size() > kLongestFolder || text.find('\'') != std::string::npos) {
    throw UserError(fmt::format(
        "{}: the path of the folder has more than {} characters or a quote; use another", text,
        kLongestFolder));
  }
  return text.ends_with('/') ? path.parent_path() : path;
}

bool made(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "data" / "PG_VERSION", ignored);
}

enum class Process : std::uint8_t { kNone, kZombie, kRuns };

// The one that the server's own file names.
Process process_of(const fs::path& folder) {
  std::istringstream file(read(folder / "data" / "postmaster.pid"));
  long process = 0;
  if (!(file >> process)) return Process::kNone;
  const std::string status = read(fmt::format("/proc/{}/stat", process));
  const std::size_t name_end = status.rfind(')');
  if (name_end == std::string::npos) return Process::kNone;
  return status.compare(name_end, 3, ") Z") == 0 ? Process::kZombie : Process::kRuns;
}

// A server that was killed leaves processes behind for a moment, and the next one rightly refuses
// to start beside them. Where nobody collects zombies, it would refuse for ever.
void start_again(const fs::path& folder) {
  for (int left = 50;; --left) {
    try {
      run({(programs() / "pg_ctl").string(), "-D", (folder / "data").string(), "-l",
           (folder / "server.log").string(), "-w", "-t", "60", "start"},
          folder / "start.log", folder.string());
      return;
    } catch (const UserError&) {
      if (left == 0 || !fs::exists(folder / "data" / "postmaster.pid")) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    if (left == 40 && process_of(folder) == Process::kZombie) {
      fs::remove(folder / "data" / "postmaster.pid");
    }
  }
}

}  // namespace

std::string server_url(const std::string& given) {
  const fs::path folder = checked(given);
  if (!made(folder)) {
    throw UserError(fmt::format("{}: there is no queue here; 'heddle queue start {}' makes one",
                                folder.string(), given));
  }
  const std::string port = read(folder / "port");
  if (port == "0") return fmt::format("postgres://heddle@/postgres?host={}", folder.string());
  return fmt::format("postgres://heddle:{}@{}:{}/postgres", read(folder / "password"), host_name(),
                     port);
}

std::string start_server(const std::string& given, unsigned port) {
  const fs::path folder = checked(given);
  if (!made(folder)) create(folder, port);
  if (process_of(folder) != Process::kRuns) start_again(folder);
  return server_url(given);
}

void stop_server(const std::string& given) {
  const fs::path folder = checked(given);
  if (!made(folder)) server_url(given);  // says so
  if (process_of(folder) != Process::kRuns) return;
  run({(programs() / "pg_ctl").string(), "-D", (folder / "data").string(), "-m", "fast", "-w",
       "stop"},
      folder / "stop.log", folder.string());
}

}  // namespace heddle::queue
