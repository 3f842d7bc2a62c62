// heddle::explore (include/heddle/explore.hpp) for any type of test.
#include <fmt/format.h>

#include <chrono>
#include <map>

#include "explore/explorer.hpp"
#include "heddle/outcomes.hpp"
#include "support/check.hpp"
#include "threads/program.hpp"

namespace heddle::detail {

namespace {

using Clock = std::chrono::steady_clock;

threads::EngineOptions engine_options(const options& options) {
  return {.stack_bytes = options.stack_size,
          .memory = options.memory,
          .weak_failures = options.weak_failures,
          .child_exceptions = options.child_exceptions,
          .spin_detection = options.spin_detection,
          .stuck_threads = options.stuck_threads};
}

explore::Bounds bounds_of(const options& options) {
  return {.preemptions = options.preemptions,
          .delays = options.delays,
          .fair = options.fair,
          .length = options.length};
}

condition kind_of(const core::Finding& finding) {
  switch (finding.kind) {
    case core::Finding::Kind::kDeadlock:
      return condition::deadlock;
    case core::Finding::Kind::kAssertion:
      return condition::assertion;
    case core::Finding::Kind::kLimit:
      return condition::abort;
    case core::Finding::Kind::kAbnormalExit:
      return condition::exception;
  }
  return condition::exception;
}

// Outcomes by kind and text.
class Table {
 public:
  /// Whether it was unknown.
  bool add(condition kind, std::string text, std::vector<core::ActorId> schedule) {
    const auto [it, fresh] = known_.try_emplace({kind, text}, entries.size());
    if (fresh) entries.push_back({kind, std::move(text), 0, std::move(schedule)});
    ++entries[it->second].executions;
    return fresh;
  }
  std::vector<Entry> entries;

 private:
  std::map<std::pair<condition, std::string>, std::size_t> known_;
};

}  // namespace

namespace {

// Gives up where a run shows that threads throw into others and nobody expected it.
Explored explore_once(const TestFactory& factory, const options& options,
                      const std::function<void(std::size_t, const Test&)>& on_value,
                      const std::shared_ptr<threads::Shared>& shared) {
  const auto algorithm = explore::make_algorithm(options.algorithm);
  if (algorithm == nullptr) {
    throw support::UserError(fmt::format("there is no algorithm '{}'; give one of {}",
                                         options.algorithm, explore::algorithm_names()));
  }
  const explore::Bounds bounds = bounds_of(options);
  if (const auto why = explore::incompatible(bounds, *algorithm)) throw support::UserError(*why);

  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const bool timed = options.time.count() > 0;
  const auto late = [&] { return timed && Clock::now() - begin > options.time; };

  threads::Program program(factory, shared, engine_options(options));
  explore::ExplorerOptions explorer_options{.bounds = bounds};
  if (timed) explorer_options.stop = late;
  explore::Explorer explorer(program, *algorithm, explorer_options);
  Explored result;
  Table table;
  std::string stopped;
  explorer.start({});
  while (stopped.empty() && explorer.next_run()) {
    if (shared->throws_unexpectedly()) return {};
    if (explorer.run_end() == explore::RunEnd::kSleepSetBlocked || program.redundant()) {
      ++result.blocked;
    } else if (explorer.run_end() == explore::RunEnd::kStopped) {
      stopped = fmt::format("time limit {} ms", options.time.count());
    } else {
      ++result.executions;
      const bool cut = explorer.run_end() == explore::RunEnd::kBounded;
      const std::vector<core::Finding> errors = program.errors();
      if (!errors.empty()) {
        table.add(kind_of(errors[0]), errors[0].message, explorer.schedule());
      } else if (cut) {
        table.add(condition::abort, "cut off by a bound", explorer.schedule());
      } else if (table.add(condition::value, program.test().result(), explorer.schedule())) {
        on_value(table.entries.size() - 1, program.test());
      }
    }
    if (options.executions > 0 && result.executions >= options.executions) {
      stopped = fmt::format("limit of {} executions", options.executions);
    }
    if ((result.executions & 255) == 0 && late()) {
      stopped = fmt::format("time limit {} ms", options.time.count());
    }
  }
  for (const core::CutOff& cut : explorer.counts().bounds_hit.describe(bounds, algorithm->name())) {
    if (stopped.empty()) stopped = cut.what;
  }
  result.entries = std::move(table.entries);
  result.events = explorer.counts().events;
  result.complete = stopped.empty();
  result.cut_off = std::move(stopped);
  result.seconds = seconds();
  return result;
}

}  // namespace

Explored explore_test(const TestFactory& factory, const options& options,
                      const std::function<void(std::size_t, const Test&)>& on_value) {
  auto shared = std::make_shared<threads::Shared>();
  Explored result = explore_once(factory, options, on_value, shared);
  if (!shared->throws_unexpectedly()) return result;
  shared = std::make_shared<threads::Shared>();
  shared->expect_throws();
  return explore_once(factory, options, on_value, shared);
}

}  // namespace heddle::detail
