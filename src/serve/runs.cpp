#include "serve/runs.hpp"

#include <algorithm>
#include <utility>

#include "serve/limits.hpp"
#include "serve/token.hpp"

namespace heddle::serve {

std::string_view name_of(RunState state) {
  switch (state) {
    case RunState::kQueued:
      return "queued";
    case RunState::kRunning:
      return "running";
    case RunState::kDone:
      return "done";
    case RunState::kStopped:
      return "stopped";
    case RunState::kFailed:
      return "failed";
  }
  return "";
}

RunQueue::RunQueue(std::size_t jobs, Execute execute, Forget forget, Keep keep,
                   std::vector<Run> past, std::uint64_t next)
    : execute_(std::move(execute)),
      forget_(std::move(forget)),
      keep_(std::move(keep)),
      next_(next) {
  for (Run& run : past) {
    auto added = std::make_shared<Entry>();
    added->run = std::move(run);
    all_.push_back(std::move(added));
  }
  forget_old();
  for (std::size_t i = 0; i < jobs; ++i) workers_.emplace_back([this] { work(); });
}

RunQueue::~RunQueue() {
  close();
  for (std::thread& worker : workers_) worker.join();
}

void RunQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const auto& each : all_) each->stop = true;
  for (const auto& each : waiting_) {
    each->run.state = RunState::kStopped;
    changed(*each);
  }
  waiting_.clear();
  work_.notify_all();
  change_.notify_all();
}

bool RunQueue::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

void RunQueue::changed(Entry& entry) {
  ++entry.run.version;
  change_.notify_all();
}

void RunQueue::count_line() {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (waiting_[i]->run.before == i) continue;
    waiting_[i]->run.before = i;
    changed(*waiting_[i]);
  }
}

void RunQueue::forget_old() {
  std::size_t over = static_cast<std::size_t>(
      std::count_if(all_.begin(), all_.end(), [](const auto& each) { return each->run.over(); }));
  for (auto each = all_.begin(); each != all_.end() && over > kMostKept;) {
    if (!(*each)->run.over()) {
      ++each;
      continue;
    }
    if (forget_) forget_((*each)->run);
    each = all_.erase(each);
    --over;
  }
}

std::optional<std::uint64_t> RunQueue::submit(RunRequest request) {
  const std::lock_guard lock(mutex_);
  if (closed_ || waiting_.size() >= kMostWaiting) return std::nullopt;
  auto added = std::make_shared<Entry>();
  added->run.id = next_++;
  added->run.key = make_token();
  added->run.request = std::move(request);
  added->run.before = waiting_.size();
  added->run.version = 1;
  waiting_.push_back(added);
  all_.push_back(added);
  work_.notify_one();
  return added->run.id;
}

std::shared_ptr<RunQueue::Entry> RunQueue::entry(std::uint64_t id) const {
  const auto found =
      std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each->run.id == id; });
  return found == all_.end() ? nullptr : *found;
}

bool RunQueue::stop(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = entry(id);
  if (found == nullptr) return false;
  found->stop = true;
  if (found->run.state == RunState::kQueued) {
    found->run.state = RunState::kStopped;
    std::erase(waiting_, found);
    changed(*found);
    count_line();
  }
  return true;
}

std::optional<Run> RunQueue::find(std::uint64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entry(id);
  return found == nullptr ? std::nullopt : std::optional(found->run);
}

std::vector<Run> RunQueue::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<Run> out;
  for (auto each = all_.rbegin(); each != all_.rend(); ++each) out.push_back((*each)->run);
  return out;
}

std::optional<Run> RunQueue::wait(std::uint64_t id, std::uint64_t seen,
                                  std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  const auto found = entry(id);
  if (found == nullptr) return std::nullopt;
  change_.wait_for(lock, patience, [&] { return closed_ || found->run.version != seen; });
  return found->run;
}

void RunQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_) return;
    const auto mine = waiting_.front();
    waiting_.pop_front();
    mine->run.state = RunState::kRunning;
    changed(*mine);
    count_line();
    const Run copy = mine->run;
    lock.unlock();
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    std::string failure;
    try {
      execute_(copy, mine->stop, [&](const std::function<void(Run&)>& change) {
        const std::lock_guard inner(mutex_);
        change(mine->run);
        mine->run.seconds = elapsed();
        changed(*mine);
      });
    } catch (const std::exception& error) {
      failure = error.what();
    }
    lock.lock();
    mine->run.seconds = elapsed();
    if (!failure.empty()) mine->run.message = failure;
    if (!mine->run.over()) {
      mine->run.state = failure.empty() ? RunState::kDone : RunState::kFailed;
    }
    changed(*mine);
    forget_old();
    if (!keep_) continue;
    const Run over = mine->run;
    lock.unlock();
    keep_(over);
    lock.lock();
  }
}

nlohmann::json as_json(const Run& run, bool details) {
  nlohmann::json out = {{"id", run.id},
                        {"key", run.key},
                        {"name", run.request.name},
                        {"language", name_of(run.request.language)},
                        {"command", run.request.command},
                        {"state", name_of(run.state)},
                        {"before", run.before},
                        {"phase", run.phase},
                        {"verdict", run.verdict},
                        {"exit_code", run.exit_code},
                        {"seconds", run.seconds},
                        {"report", run.has_report},
                        {"acs", run.has_acs},
                        {"progress",
                         {{"interleavings", run.progress.interleavings},
                          {"estimate", run.progress.estimate},
                          {"errors", run.progress.errors},
                          {"seconds", run.progress.seconds},
                          {"limit", run.progress.limit},
                          {"text", run.progress.text}}}};
  if (!details) return out;
  out["options"] = run.request.options;
  out["source"] = run.request.source;
  // As its errors call the program.
  out["file"] = file_name(run.request.language, run.request.name, run.request.source);
  out["text"] = run.text;
  out["message"] = run.message;
  out["result"] = run.result;
  out["diagnostics"] = nlohmann::json::array();
  for (const Diagnostic& each : run.diagnostics) {
    out["diagnostics"].push_back({{"line", each.line},
                                  {"column", each.column},
                                  {"warning", each.warning},
                                  {"message", each.message}});
  }
  return out;
}

}  // namespace heddle::serve
