// The runs of a queue (--queue) as the page shows them: how far they are, and who works on them.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>

#include "queue/runs.hpp"

namespace heddle::serve {

/// Thread-safe.
class QueueView {
 public:
  /// Throws support::UserError if the queue cannot be reached.
  explicit QueueView(const std::string& address);

  /// Without a password.
  const std::string& address() const { return runs_.address().shown(); }
  /// {runs: [...], error}: the latest first. Read anew when it is older than a moment; `error` if
  /// the server does not answer.
  nlohmann::json look();
  /// Throws support::UserError if there is no such run.
  void stop(std::uint64_t run);

 private:
  nlohmann::json read();

  std::mutex mutex_;
  queue::Runs runs_;
  nlohmann::json last_;
  std::chrono::steady_clock::time_point read_at_;
};

}  // namespace heddle::serve
