// The runs of a server: so many at a time, the others wait in line, the finished ones are kept.
//
// What a run does is a function that the queue is given; it publishes changes, for which readers
// wait. All functions are thread-safe; a Run is read and changed under the queue's lock only, as a
// copy outside it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "serve/diagnostics.hpp"
#include "serve/progress.hpp"
#include "serve/snippet.hpp"

namespace heddle::serve {

enum class RunState { kQueued, kRunning, kDone, kStopped, kFailed };

std::string_view name_of(RunState state);

struct RunRequest {
  Language language = Language::kErlang;
  std::string name;     // as the page calls it
  std::string command;  // check or verify
  nlohmann::json options;
  std::string source;
};

struct Run {
  std::uint64_t id = 0;
  std::string key;  // opens the report of this run and nothing else
  RunRequest request;
  RunState state = RunState::kQueued;
  std::size_t before = 0;  // runs in line before it
  Progress progress;
  std::string phase;    // in words, while it runs
  std::string verdict;  // a word of docs/formats/result.md, or proved, refuted, unknown
  int exit_code = -1;
  double seconds = 0;
  std::string text;     // the report
  std::string message;  // what went wrong
  std::vector<Diagnostic> diagnostics;
  nlohmann::json result;  // of --json; null if there is none
  std::string folder;     // where its files are
  bool has_report = false;
  bool has_acs = false;
  std::uint64_t version = 0;  // counts its changes
  bool over() const { return state != RunState::kQueued && state != RunState::kRunning; }
};

class RunQueue {
 public:
  /// Changes the run that is being executed.
  using Publish = std::function<void(const std::function<void(Run&)>&)>;
  /// Does a run; returns when it is over. `stop` asks it to end soon.
  using Execute =
      std::function<void(const Run& run, const std::atomic<bool>& stop, const Publish& publish)>;
  /// Throws away what a run that is no longer kept has left.
  using Forget = std::function<void(const Run& run)>;
  /// Told of each run that was executed, when it is over.
  using Keep = std::function<void(const Run& run)>;

  /// `past`: runs that were over before, the oldest first. `next`: the id of the first new one.
  RunQueue(std::size_t jobs, Execute execute, Forget forget = {}, Keep keep = {},
           std::vector<Run> past = {}, std::uint64_t next = 1);
  /// Stops everything and waits for it.
  ~RunQueue();
  RunQueue(const RunQueue&) = delete;
  RunQueue& operator=(const RunQueue&) = delete;

  /// The new run's id; nothing if too many wait.
  std::optional<std::uint64_t> submit(RunRequest request);
  /// False if there is no such run. One that waits is over at once.
  bool stop(std::uint64_t id);
  std::optional<Run> find(std::uint64_t id) const;
  /// The newest first.
  std::vector<Run> list() const;
  /// Waits until the run has another version than `seen`, or for `patience`, or the queue closes.
  std::optional<Run> wait(std::uint64_t id, std::uint64_t seen,
                          std::chrono::milliseconds patience) const;
  /// Stops everything; nothing can be submitted any more.
  void close();
  bool closed() const;

 private:
  struct Entry {
    Run run;
    std::atomic<bool> stop{false};
  };

  void work();
  void changed(Entry& entry);
  void count_line();
  void forget_old();
  std::shared_ptr<Entry> entry(std::uint64_t id) const;

  const Execute execute_;
  const Forget forget_;
  const Keep keep_;
  mutable std::mutex mutex_;
  mutable std::condition_variable work_;
  mutable std::condition_variable change_;
  std::deque<std::shared_ptr<Entry>> waiting_;
  std::deque<std::shared_ptr<Entry>> all_;  // the oldest first
  std::uint64_t next_;
  bool closed_ = false;
  std::vector<std::thread> workers_;
};

/// What a page is told about a run; `details`: also its source, report and result.
nlohmann::json as_json(const Run& run, bool details);

}  // namespace heddle::serve
