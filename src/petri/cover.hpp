// Is a question coverable? The one entry to the coverability engine.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "petri/net.hpp"

namespace heddle::petri {

/// Written while `cover` runs; another thread may read it at any time.
struct Progress {
  std::atomic<const char*> phase = "reading";
  std::atomic<std::size_t> markings = 0;  // seen by the forward search
  std::atomic<std::size_t> elements = 0;  // found by the backward search
};

struct Limits {
  std::optional<std::chrono::milliseconds> time;
  std::optional<std::size_t> bytes;
  std::stop_token stop;  // cancels; the answer is then unknown
  unsigned threads = 1;  // 2: forward and backward side by side
  Progress* progress = nullptr;
};

enum class Answer { kSafe, kCoverable, kUnknown };

struct Outcome {
  Answer answer = Answer::kUnknown;
  /// kCoverable: the initial tokens of the unbounded places used, and what fires, on the given net.
  std::vector<Tokens> start;
  std::vector<TransitionId> firing;
  /// Written as the certificate checker reads it (docs/formats); empty when unknown.
  std::string certificate;
  /// Which method decided ("reduction", "state equation", "forward", "backward"), or what ran out.
  std::string by;
};

/// Never answers what the independent checker does not accept.
Outcome cover(const Net& net, const Question& question, const Limits& limits);

}  // namespace heddle::petri
