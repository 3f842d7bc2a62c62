#include "serve/queue_view.hpp"

#include <cmath>

namespace heddle::serve {

using nlohmann::json;

namespace {

// However many pages are open, the server is asked so often.
constexpr auto kMoment = std::chrono::milliseconds(200);
// As many as a page shows with their workers.
constexpr std::size_t kMostRuns = 20;

json as_json(const queue::WorkerInfo& worker) {
  return {{"host", worker.host},
          {"process", worker.process},
          {"threads", worker.jobs},
          {"waiting", worker.waiting},
          {"interleavings", worker.runs},
          {"rate", std::round(worker.rate())},
          {"state", worker.alive  ? "working"
                    : worker.left ? "left"
                                  : "gone"}};
}

}  // namespace

QueueView::QueueView(const std::string& address) : runs_(queue::Address(address)) {}

json QueueView::read() {
  json all = json::array();
  for (const queue::RunInfo& run : runs_.all()) {
    if (all.size() == kMostRuns) break;
    const std::vector<queue::WorkerInfo> workers = runs_.workers(run.id);
    json listed = json::array();
    for (const queue::WorkerInfo& worker : workers) listed.push_back(as_json(worker));
    all.push_back({{"id", run.id},
                   {"title", run.title},
                   {"state", run.state},
                   {"reason", run.reason},
                   {"interleavings", run.counts.interleavings},
                   {"estimate", run.running() ? std::round(queue::estimate(run, workers)) : 0},
                   {"errors", run.errors},
                   {"tasks", run.tasks},
                   {"seconds", std::floor(run.seconds)},
                   {"workers", std::move(listed)}});
  }
  return {{"runs", std::move(all)}, {"error", ""}};
}

json QueueView::look() {
  const std::scoped_lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (!last_.is_null() && now - read_at_ < kMoment) return last_;
  try {
    last_ = read();
  } catch (const queue::ServerLost& lost) {
    last_ = {{"runs", json::array()}, {"error", lost.what()}};
  }
  read_at_ = std::chrono::steady_clock::now();
  return last_;
}

void QueueView::stop(std::uint64_t run) {
  const std::scoped_lock lock(mutex_);
  runs_.info(run);  // says that there is none
  runs_.stop(run, "stopped", "heddle serve");
  last_ = nullptr;
}

}  // namespace heddle::serve
