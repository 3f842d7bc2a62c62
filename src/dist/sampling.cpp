#include "dist/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

namespace heddle::dist {
namespace {

using Clock = std::chrono::steady_clock;

struct Sample {
  std::uint32_t events = 0;
  bool bounded = false;  // by the length
  std::string goes_on;   // then: who does
  std::optional<Found> found;
};

// Gives out the numbers of the runs, block by block, and counts what comes back, in their order.
class Samples {
 public:
  explicit Samples(const SamplingOptions& options) : options_(options) {}

  /// The next block of numbers; empty when there is nothing left to do.
  std::pair<std::uint64_t, std::uint64_t> take() {
    std::lock_guard lock(mutex_);
    if (enough_ || stop_) return {0, 0};
    const std::uint64_t begin = next_;
    next_ = std::min(begin + kBlock, options_.samples);
    return {begin, next_};
  }

  void hand_in(std::uint64_t begin, std::vector<Sample> block) {
    std::lock_guard lock(mutex_);
    made_ += block.size();
    waiting_.emplace(begin, std::move(block));
    while (!waiting_.empty() && waiting_.begin()->first == settled_) {
      settled_ += waiting_.begin()->second.size();
      count_first();
    }
  }

  /// After the end, also after a stop that left gaps.
  ExplorationResult result() {
    while (!waiting_.empty()) count_first();
    result_.found = found_.sorted();
    result_.complete = !stop_ || result_.counts.interleavings == options_.samples;
    return std::move(result_);
  }

  void stop() { stop_ = true; }
  bool stopped() const { return stop_.load(std::memory_order_relaxed) || enough_; }
  bool enough() const { return enough_; }
  Progress progress() {
    std::lock_guard lock(mutex_);
    return {made_, found_.runs(), 0, 0, 0};
  }

 private:
  static constexpr std::uint64_t kBlock = 16;

  void count_first() {
    for (Sample& sample : waiting_.begin()->second) {
      if (enough_) break;
      ++result_.counts.interleavings;
      result_.counts.events += sample.events;
      if (sample.bounded) result_.counts.bounds_hit.add(explore::BoundKind::kLength);
      if (result_.goes_on.empty()) result_.goes_on = std::move(sample.goes_on);
      if (!sample.found) continue;
      found_.add(std::move(*sample.found));
      enough_ = options_.stop_after_errors != 0 && found_.runs() >= options_.stop_after_errors;
    }
    waiting_.erase(waiting_.begin());
  }

  const SamplingOptions& options_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::uint64_t settled_ = 0;  // all runs before this one are counted
  std::uint64_t made_ = 0;
  std::map<std::uint64_t, std::vector<Sample>> waiting_;  // by the first number
  ExplorationResult result_;
  FoundErrors found_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> enough_{false};
};

void make_runs(Samples& samples, const core::ProgramFactory& factory,
               const SamplingOptions& options) {
  const std::unique_ptr<core::Program> program = factory();
  explore::SamplerOptions sampler_options;
  sampler_options.length = options.length;
  sampler_options.stop = [&] { return samples.stopped(); };
  explore::Sampler sampler(*program, explore::make_strategy(options.strategy), options.seed,
                           sampler_options);
  while (true) {
    const auto [begin, end] = samples.take();
    if (begin == end) return;
    std::vector<Sample> block;
    for (std::uint64_t number = begin; number < end && !samples.stopped(); ++number) {
      sampler.set_run(number);
      sampler.next_run();
      const bool error = program->has_errors();
      if (sampler.run_end() == explore::RunEnd::kStopped && !error) break;  // no whole sample
      Sample sample;
      sample.events = sampler.execution().size();
      sample.bounded = sampler.run_end() == explore::RunEnd::kBounded;
      if (sample.bounded) sample.goes_on = busiest(*program, sampler.execution().schedule());
      if (error) {
        sample.found = Found{sampler.schedule(), program->errors(), number + 1};
      }
      block.push_back(std::move(sample));
    }
    samples.hand_in(begin, std::move(block));
  }
}

}  // namespace

ExplorationResult sample(const core::ProgramFactory& factory, const SamplingOptions& options) {
  const auto start = Clock::now();
  explore::make_strategy(options.strategy);  // an unknown one is said before anything runs
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  Samples samples(options);
  std::mutex mutex;
  std::condition_variable changed;
  unsigned left = options.jobs;
  std::exception_ptr failure;
  std::vector<std::thread> threads;
  for (unsigned job = 0; job < options.jobs; ++job) {
    threads.emplace_back([&] {
      std::exception_ptr mine;
      try {
        make_runs(samples, factory, options);
      } catch (...) {
        mine = std::current_exception();
        samples.stop();
      }
      std::lock_guard lock(mutex);
      if (!failure) failure = mine;
      --left;
      changed.notify_all();
    });
  }
  constexpr auto kTick = std::chrono::milliseconds(20);
  std::string stopped_by;
  auto next_progress = start + options.progress_every;
  for (std::unique_lock lock(mutex); !changed.wait_for(lock, kTick, [&] { return left == 0; });) {
    const auto now = Clock::now();
    if (options.interrupted != nullptr && *options.interrupted && stopped_by.empty()) {
      stopped_by = "interrupted";
      samples.stop();
    }
    if (options.time.count() != 0 && now - start >= options.time && stopped_by.empty()) {
      stopped_by =
          fmt::format("time limit {} s", std::chrono::duration<double>(options.time).count());
      samples.stop();
    }
    if (options.on_progress && now >= next_progress) {
      next_progress = now + options.progress_every;
      Progress progress = samples.progress();
      progress.seconds = elapsed();
      options.on_progress(progress);
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  ExplorationResult result = samples.result();
  result.seconds = elapsed();
  explore::Bounds bounds;
  bounds.length = options.length;
  result.cut_off = result.counts.bounds_hit.describe(bounds, options.strategy);
  if (!stopped_by.empty() && !result.complete) result.cut_off.push_back({stopped_by, false});
  return result;
}

}  // namespace heddle::dist
