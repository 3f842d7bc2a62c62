// What a run does: the snippet becomes a file in a folder of its own, `heddle check` or `heddle
// verify` (the program that serves, as a child process) works on it there, and what it wrote is
// collected.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "serve/cpp_package.hpp"
#include "serve/runs.hpp"

namespace heddle::serve {

struct ExecutionSettings {
  std::string program;               // heddle
  std::string folder;                // the folders of the runs are made here
  std::vector<std::string> folders;  // that runs may read
  double time = 60;                  // seconds
  std::uint64_t memory = 0;          // MiB
  bool native = false;               // whether C++ may run
  std::optional<CppPackage> cpp;
};

class Execution {
 public:
  explicit Execution(ExecutionSettings settings);

  /// Why it cannot be run, as support::UserError; otherwise nothing.
  void refuse(const RunRequest& request) const;
  void run(const Run& run, const std::atomic<bool>& stop, const RunQueue::Publish& publish) const;
  void forget(const Run& run) const;
  const ExecutionSettings& settings() const { return settings_; }

 private:
  struct Job;
  void check_or_verify(const Job& job) const;
  void native(const Job& job) const;

  ExecutionSettings settings_;
};

/// The files of a run, in its folder.
constexpr const char* kReportFile = "report.html";
constexpr const char* kAcsFile = "acs.json";
constexpr const char* kResultFile = "result.json";

}  // namespace heddle::serve
