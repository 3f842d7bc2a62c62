// The core alone on toy programs: interleavings and events a second.
//
//   make bench                      all; results in build/bench/exploration.json
//   build/bench/bench_exploration --benchmark_filter=lastzero
//
// Required on one core of the test machine: lastzero(15) with optimal under 2 s, readers(16) under
// 0.5 s, selective(30) with observers under 10 ms; with two jobs lastzero(15) takes at most 0.6 of
// the time with one.
#include "dist/exploration.hpp"

#include <benchmark/benchmark.h>

#include <string>

#include "explore/explorer.hpp"
#include "explore/random.hpp"
#include "toy/toy.hpp"

namespace heddle {
namespace {

void explore_all(benchmark::State& state, const std::string& program, const std::string& algorithm,
                 unsigned jobs, std::uint64_t most = 0) {
  const auto factory = toy::make_factory(toy::builtin(program), {.allow_deadlock = true});
  const auto chosen = explore::make_algorithm(algorithm);
  double runs = 0;
  double events = 0;
  for (auto _ : state) {
    dist::ExplorationOptions options;
    options.jobs = jobs;
    options.worker.stop_after_errors = 0;
    options.worker.max_runs = most;
    const dist::ExplorationResult result = dist::explore(factory, *chosen, options);
    runs += static_cast<double>(result.counts.interleavings);
    events += static_cast<double>(result.counts.events);
  }
  state.counters["interleavings"] = runs / static_cast<double>(state.iterations());
  state.counters["interleavings/s"] = benchmark::Counter(runs, benchmark::Counter::kIsRate);
  state.counters["events/s"] = benchmark::Counter(events, benchmark::Counter::kIsRate);
}

void sample(benchmark::State& state, const std::string& program, const std::string& strategy) {
  const auto instance = toy::make_factory(toy::builtin(program), {})();
  double runs = 0;
  double events = 0;
  std::uint64_t seed = 1;
  for (auto _ : state) {
    explore::Sampler sampler(*instance, explore::make_strategy(strategy), seed++, {.end = 1000});
    while (sampler.next_run()) events += static_cast<double>(sampler.execution().size());
    runs += 1000;
  }
  state.counters["runs/s"] = benchmark::Counter(runs, benchmark::Counter::kIsRate);
  state.counters["events/s"] = benchmark::Counter(events, benchmark::Counter::kIsRate);
}

void add(const std::string& program, const std::string& algorithm, unsigned jobs = 1) {
  std::string name = program + "/" + algorithm;
  if (jobs > 1) name += "/jobs:" + std::to_string(jobs);
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { explore_all(state, program, algorithm, jobs); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

void add_all() {
  for (const char* program : {"readers(16)", "lastzero(10)", "lastzero(15)", "indexer(15)",
                              "filesystem(19)", "lock(6)", "writers(7)", "selective(30)"}) {
    // Without observers these have factorially many classes.
    const bool huge = std::string(program) == "selective(30)";
    if (!huge) add(program, "optimal");
    add(program, "observers");
  }
  // Events a second must not depend on the length of the runs.
  for (const char* program : {"dialogue(100)", "dialogue(200)", "dialogue(400)"}) {
    benchmark::RegisterBenchmark(
        (std::string(program) + "/observers/300 runs").c_str(),
        [=](benchmark::State& state) { explore_all(state, program, "observers", 1, 300); })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  add("lastzero(10)", "source");
  add("lastzero(10)", "persistent");
  add("counter(3)", "none");
  add("lastzero(15)", "optimal", 2);
  add("readers(16)", "optimal", 2);
  for (const char* strategy : {"walk", "weighted", "pct:3", "pos"}) {
    benchmark::RegisterBenchmark(
        (std::string("lastzero(10)/1000 samples/") + strategy).c_str(),
        [=](benchmark::State& state) { sample(state, "lastzero(10)", strategy); })
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  heddle::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
