// heddle::explore (include/heddle/explore.hpp) for any type of test: by one worker, by several, by
// samples, or one schedule again.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "dist/exploration.hpp"
#include "dist/progress_words.hpp"
#include "explore/explorer.hpp"
#include "explore/random.hpp"
#include "explore/replay.hpp"
#include "heddle/outcomes.hpp"
#include "support/check.hpp"
#include "testing/collector.hpp"
#include "testing/environment.hpp"
#include "testing/queued.hpp"
#include "testing/served.hpp"
#include "testing/source.hpp"
#include "testing/story.hpp"
#include "testing/token.hpp"

namespace heddle::detail {

namespace {

using support::UserError;
using Clock = std::chrono::steady_clock;

explore::Bounds bounds_of(const options& how) {
  return {
      .preemptions = how.preemptions, .delays = how.delays, .fair = how.fair, .length = how.length};
}

std::string time_limit(const options& how) {
  return fmt::format("time limit {} ms", how.time.count());
}
std::string execution_limit(const options& how) {
  return fmt::format("limit of {} executions", how.executions);
}

// What cuts a search off.
class Limits {
 public:
  explicit Limits(std::chrono::milliseconds time) : time_(time), begin_(Clock::now()) {}

  bool late() const { return timed() && Clock::now() - begin_ > time_; }
  bool timed() const { return time_.count() > 0; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  const std::chrono::milliseconds time_;
  const Clock::time_point begin_;
};

void cut_off(Explored& result, const std::string& what, bool limited = false) {
  result.cut_off += (result.cut_off.empty() ? "" : " and ") + what;
  result.complete = false;
  result.limited = result.limited || limited;
}

// One outcome must come again, or what was explored means nothing. (What a thread does differently
// is found during the search; this is for values that differ.) It has if all executions ended in
// it.
void check_repeatable(threads::Program& program, const Explored& result,
                      std::span<const core::StepRef> known = {}) {
  if (program.learned() || result.entries.empty()) return;
  const Entry& entry = result.entries.front();
  if (entry.kind == condition::abort || !entry.traced) return;
  if (entry.executions > 1 && entry.executions == result.executions) return;
  const bool same = follow(program, entry.schedule, known);
  std::string text;
  if (program.has_errors()) {
    text = program.errors()[0].message;
  } else if (program.thread_ended(0)) {
    text = program.test().result();
  }
  if (same && text == entry.text) return;
  throw UserError(
      fmt::format("the test is not deterministic: the same schedule gave '{}' first and then '{}'",
                  entry.text, text));
}

Explored explore_alone(const Source& source, const explore::Algorithm& algorithm,
                       const OnFound& on_found, std::chrono::milliseconds time) {
  const options& how = source.how();
  const Limits limits(time);
  const auto program = source.program();
  Collector collector(*program, how, on_found, true);
  explore::ExplorerOptions explorer_options{.bounds = bounds_of(how)};
  if (limits.timed()) explorer_options.stop = [&] { return limits.late(); };
  const auto search = explore::make_explorer(*program, algorithm, explorer_options);
  explore::Explorer& explorer = *search;
  Explored result;
  result.complete = true;
  explorer.start({});
  std::vector<core::StepRef> first;
  while (explorer.next_run()) {
    if (first.empty()) {
      const auto path = explorer.execution().path();
      first.assign(path.begin(), path.end());
    }
    if (!collector.add(explorer.run_end(), explorer.execution())) {
      cut_off(result, kEnough);
      break;
    }
    const std::uint64_t runs = collector.executions() + collector.blocked();
    if (explorer.run_end() == explore::RunEnd::kStopped || ((runs & 255U) == 0 && limits.late())) {
      cut_off(result, time_limit(how), true);
      break;
    }
    if (how.executions > 0 && collector.executions() >= how.executions) {
      if (explorer.next_run()) cut_off(result, execution_limit(how), true);
      break;
    }
  }
  for (const core::CutOff& cut :
       explorer.counts().bounds_hit.describe(bounds_of(how), algorithm.name())) {
    if (!result.limited) cut_off(result, cut.what);
  }
  result.entries = collector.take();
  result.executions = collector.executions();
  result.blocked = collector.blocked();
  result.events = explorer.counts().events;
  check_repeatable(*program, result, first);
  result.seconds = limits.seconds();
  return result;
}

// Asks about an outcome once, whichever workers find it.
OnFound asked_once(const OnFound& on_found) {
  struct Answers {
    std::mutex mutex;
    std::map<std::pair<condition, std::string>, Decision> known;
  };
  return [on_found, answers = std::make_shared<Answers>()](condition kind, const std::string& text,
                                                           const Test* test) {
    const std::scoped_lock lock(answers->mutex);
    const auto known = answers->known.find({kind, text});
    if (known != answers->known.end()) return known->second;
    const Decision decision = on_found(kind, text, test);
    answers->known.emplace(std::pair(kind, text), decision);
    return decision;
  };
}

// The collectors of the workers, which end before this does.
class Crew {
 public:
  Crew(const options& how, const OnFound& on_found) : how_(how), on_found_(asked_once(on_found)) {}

  Collector& hire(threads::Program& program) {
    const std::scoped_lock lock(mutex_);
    return *collectors_.emplace_back(std::make_unique<Collector>(program, how_, on_found_, false));
  }
  void hand_in(Explored& result) {
    for (const auto& collector : collectors_) {
      std::vector<Entry> entries = collector->take();
      std::move(entries.begin(), entries.end(), std::back_inserter(result.entries));
      result.executions += collector->executions();
      result.blocked += collector->blocked();
      if (collector->enough()) enough_ = true;
    }
    if (enough_) cut_off(result, kEnough);
  }

 private:
  const options& how_;
  const OnFound on_found_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Collector>> collectors_;
  bool enough_ = false;
};

Explored explore_together(const Source& source, const explore::Algorithm& algorithm,
                          const OnFound& on_found, std::chrono::milliseconds time) {
  const options& how = source.how();
  Crew crew(how, on_found);
  dist::ExplorationOptions dist_options;
  dist_options.jobs = how.jobs;
  dist_options.time = time;
  dist_options.worker.explorer.bounds = bounds_of(how);
  dist_options.worker.max_runs = how.executions;
  dist_options.worker.stop_after_errors = 0;
  dist_options.worker.keep_errors = false;
  dist_options.worker.observer = [&](core::Program& program) -> dist::RunObserver {
    Collector& collector = crew.hire(static_cast<threads::Program&>(program));
    return {.look = [&collector](const explore::Explorer& explorer) {
      return collector.add(explorer.run_end(), explorer.execution());
    }};
  };
  constexpr const char* kWipe = "\r\033[K";
  const bool watched = progress_from_environment();
  if (watched) {
    dist_options.on_progress = [](const dist::Progress& progress) {
      std::cerr << kWipe << dist::words(progress) << std::flush;
    };
  }
  const dist::ExplorationResult explored =
      dist::explore([&] { return source.program(); }, algorithm, dist_options);
  if (watched) std::cerr << kWipe << std::flush;
  Explored result;
  result.complete = true;
  crew.hand_in(result);
  for (const core::CutOff& cut : explored.cut_off) cut_off(result, cut.what, !cut.bound);
  result.events = explored.counts.events;
  result.seconds = explored.seconds;
  check_repeatable(*source.program(), result);
  return result;
}

Explored sample(const Source& source, const OnFound& on_found) {
  const options& how = source.how();
  if (how.preemptions || how.delays || how.fair) {
    throw UserError(
        "a strategy draws single runs: it goes with seed, samples and the length bound only");
  }
  std::uint64_t wanted = how.samples;
  const bool fewer = how.executions > 0 && how.executions < wanted;
  if (fewer) wanted = how.executions;
  explore::make_strategy(how.strategy);  // an unknown one is said before anything runs
  const Limits limits(how.time);
  Crew crew(how, on_found);
  std::atomic<bool> stop{false};
  std::atomic<bool> too_late{false};
  std::atomic<std::uint64_t> events{0};
  const auto work = [&](unsigned first) {
    const auto program = source.program();
    Collector& collector = crew.hire(*program);
    explore::Sampler sampler(*program, explore::make_strategy(how.strategy), how.seed,
                             {.length = how.length,
                              .stop = [&] { return stop || limits.late(); },
                              .first = first,
                              .stride = how.jobs,
                              .end = wanted});
    while (!stop && sampler.next_run()) {
      if (limits.late()) too_late = true;
      if (!collector.add(sampler.run_end(), sampler.execution()) || too_late) stop = true;
    }
    events += sampler.counts().events;
  };
  if (how.jobs == 1) {
    work(0);
  } else {
    std::mutex mutex;
    std::exception_ptr failure;
    std::vector<std::thread> workers;
    for (unsigned job = 0; job < how.jobs; ++job) {
      workers.emplace_back([&, job] {
        try {
          work(job);
        } catch (...) {
          const std::scoped_lock lock(mutex);
          failure = std::current_exception();
          stop = true;
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
    if (failure) std::rethrow_exception(failure);
  }
  Explored result;
  result.sampled = true;
  crew.hand_in(result);
  if (result.cut_off.empty()) {
    cut_off(result, fmt::format("the number of samples: {} ({}, seed {})",
                                result.executions + result.blocked, how.strategy, how.seed));
  }
  if (too_late) cut_off(result, time_limit(how), true);
  result.events = events;
  result.seconds = limits.seconds();
  check_repeatable(*source.program(), result);
  return result;
}

// One schedule, once: somebody watches with a debugger.
Explored replay(const Source& source, const testing::Token& token, const OnFound& on_found) {
  const Limits limits(source.how().time);
  const auto program = source.program();
  const std::vector<core::ActorId> schedule = schedule_of(token, source.actors());
  Story story;
  try {
    story = tell(*program, source, schedule);
  } catch (const explore::ScheduleError& error) {
    throw UserError(fmt::format(
        "the replay token does not fit this test, which must have been changed: {}", error.what()));
  }
  Entry entry{condition::value, {}, 1, schedule};
  if (program->has_errors()) {
    const std::vector<core::Finding> errors = program->errors();
    entry.kind = kind_of(errors[0]);
    entry.text = errors[0].message;
  } else if (program->thread_ended(0)) {
    entry.text = program->test().result();
  } else {
    throw UserError(
        "the replay token does not fit this test, which must have been changed: at the end of the "
        "schedule it has neither a value nor an error");
  }
  std::cerr << "replayed: " << (entry.kind == condition::value ? "value " : "") << entry.text
            << "\n\n"
            << story.told.text() << std::flush;
  on_found(entry.kind, entry.text, entry.kind == condition::value ? &program->test() : nullptr);
  Explored result;
  result.executions = 1;
  result.events = schedule.size();
  result.entries.push_back(std::move(entry));
  cut_off(result, "the replay of a single schedule");
  result.seconds = limits.seconds();
  return result;
}

// The schedule that this exploration is to run again, if any.
std::optional<testing::Token> wanted_replay(const Source& source, const options& how) {
  const std::string text = how.replay.empty() ? replay_from_environment() : how.replay;
  if (text.empty()) return std::nullopt;
  testing::Token token = testing::parse_token(text);
  if (token.test == testing::hash_of_test(source.identity())) return token;
  if (!how.replay.empty()) throw UserError("the replay token is of another test");
  std::cerr << "heddle: HEDDLE_REPLAY is the token of another test than "
            << (how.name.empty() ? "this one" : how.name) << ", which is explored as usual\n";
  return std::nullopt;
}

Explored explore_here(const Source& source, const explore::Algorithm& algorithm,
                      const OnFound& on_found, std::chrono::milliseconds time) {
  // One worker alone is quicker, but has nobody who looks how far it is.
  return source.how().jobs > 1 || progress_from_environment()
             ? explore_together(source, algorithm, on_found, time)
             : explore_alone(source, algorithm, on_found, time);
}

Explored search(std::shared_ptr<Source>& source, const OnFound& on_found) {
  const options& how = source->how();
  if (!how.strategy.empty()) return sample(*source, on_found);
  const auto algorithm = explore::make_algorithm(how.algorithm);
  if (algorithm == nullptr) {
    throw UserError(fmt::format("there is no algorithm '{}'; give one of {}", how.algorithm,
                                explore::algorithm_names()));
  }
  if (const auto why = explore::incompatible(bounds_of(how), *algorithm)) throw UserError(*why);
  const QueueSettings queue = queue_from_environment();
  if (queue.url.empty() || (how.time.count() > 0 && how.time <= queue.after)) {
    return explore_here(*source, *algorithm, on_found, how.time);
  }
  // What does not take long is not worth the others' while. What was found meanwhile is not
  // counted, but nobody has to be asked about it again.
  const OnFound asked = asked_once(on_found);
  if (queue.after.count() > 0) {
    Explored result = explore_here(*source, *algorithm, asked, queue.after);
    const bool enough = how.executions > 0 && result.executions >= how.executions;
    if (!result.limited || enough) return result;
    source = source->again();
  }
  Explored result = explore_on_queue(*source, *algorithm, asked, queue);
  check_repeatable(*source->program(), result);
  return result;
}

constexpr const char* kRemedy =
    "; a test must do the same whenever the same threads go first: it must not use time, "
    "addresses, "
    "random numbers or anything that an earlier run has left behind";

}  // namespace

Explored explore_test(const Subject& subject, const options& how, const OnFound& asked) {
  const OnFound on_found = asked_once(asked);  // however often the exploration begins
  auto source = std::make_shared<Source>(subject, settled(how));
  const auto token = wanted_replay(*source, how);
  if (token) {
    options as_then = settled(how);
    testing::apply_engine_bits(token->engine, as_then);
    source = Source(subject, as_then)
                 .knowing(threads::Lessons::kRetries | threads::Lessons::kWeakOrders);
    if (started_by_heddle()) serve_test(source, *token);
  } else if (started_by_heddle()) {  // for another test: one run of this one shows the way there
    options once = settled(how);
    once.executions = once.jobs = 1;
    once.strategy.clear();
    source = std::make_shared<Source>(subject, once);
  }
  const auto attempt = [&] {
    return token ? replay(*source, *token, on_found) : search(source, on_found);
  };
  Explored result;
  try {
    for (bool first = true; first || source->learned(); first = false) {
      if (!first) source = source->again();
      try {
        result = attempt();
      } catch (const UserError&) {
        if (!source->learned()) throw;
      }
    }
  } catch (const UserError& error) {
    const std::string text = error.what();
    if (token || text.find("not deterministic") == std::string::npos) throw;
    throw UserError(text + kRemedy);
  }
  tidy(result.entries);
  result.source = std::move(source);
  return result;
}

}  // namespace heddle::detail
