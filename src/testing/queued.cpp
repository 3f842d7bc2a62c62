#include "testing/queued.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "queue/runs.hpp"
#include "queue/shared_exploration.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/md5.hpp"
#include "support/version.hpp"
#include "testing/tallies.hpp"

namespace heddle::detail {

namespace {

using support::UserError;

// A run taught something (Source::learned).
struct Learned {};

std::string hex(support::Md5 md5) {
  std::string text;
  for (const std::uint8_t byte : md5.finish()) text += fmt::format("{:02x}", byte);
  return text;
}

// The executable file and the arguments: with others, tests may come in another order.
std::string hash_of_process() {
  support::Md5 md5;
  support::InputFile executable("/proc/self/exe", "test program");
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (std::string piece = executable.read(kPiece); !piece.empty();
       piece = executable.read(kPiece)) {
    md5.add(piece);
  }
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  md5.add(std::string_view(words).substr(std::min(words.size(), words.find('\0'))));
  return hex(md5);
}

const std::string& process_hash() {
  static const std::string hash = hash_of_process();
  return hash;
}

std::string name_of_program() {
  char path[4096] = {};
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  const std::string name(path, length < 0 ? 0 : static_cast<std::size_t>(length));
  return name.substr(name.rfind('/') + 1);
}

// What people call it: its name, or the type of its function.
std::string title_of(const Source& source) {
  std::string name = source.how().name;
  if (name.empty()) {
    const std::string& identity = source.identity();
    const std::string type = identity.substr(0, identity.rfind('/'));
    int status = 0;
    char* const readable = abi::__cxa_demangle(type.c_str(), nullptr, nullptr, &status);
    name = readable == nullptr ? type : readable;
    std::free(readable);
  }
  return fmt::format("{}: {}", name_of_program(), name);
}

// Everything that changes what is explored.
std::string options_of(const Source& source, const explore::Algorithm& algorithm) {
  const options& how = source.how();
  const auto bound = [](const std::optional<unsigned>& value) {
    return value ? std::to_string(*value) : std::string("-");
  };
  return fmt::format(
      "{} memory {} bounds {} {} {} {} executions {} weak {} spurious {} exceptions {} stuck {} "
      "spin {} retry {} first {} aborts {} lessons {}",
      algorithm.name(), name_of(how.memory), bound(how.preemptions), bound(how.delays),
      bound(how.fair), bound(how.length), how.executions, how.weak_failures, how.spurious_wakeups,
      how.child_exceptions, how.stuck_threads, how.spin_detection, how.retry_detection,
      how.first_error, how.show_aborts, source.lessons());
}

// How often this process has come to such an exploration.
std::uint64_t occurrence(const std::string& which) {
  static std::mutex mutex;
  static std::map<std::string, std::uint64_t> times;
  const std::scoped_lock lock(mutex);
  return ++times[which];
}

// The processes that explore together tell each other apart from earlier ones by a connection that
// each keeps for its life: what ended before the oldest of them came is none of their business.
std::string together_since(const queue::Address& address) {
  static std::mutex mutex;
  static std::unique_ptr<queue::Connection> connection;
  const std::scoped_lock lock(mutex);
  const std::string name = "heddle test " + process_hash();
  for (bool again = true;; again = false) {
    try {
      if (connection == nullptr || connection->broken()) {
        connection = std::make_unique<queue::Connection>(address);
        connection->run("SELECT set_config('application_name', $1, false)", {name});
      }
      return connection
          ->run("SELECT min(backend_start) FROM pg_stat_activity WHERE application_name = $1",
                {name})
          .text(0, 0);
    } catch (const queue::SqlError& error) {
      connection.reset();
      if (!again) {
        throw UserError(
            fmt::format("{}: {}: {}", address.given_by(), address.shown(), error.what()));
      }
    }
  }
}

// Somebody may have meant to help: with another build that is not possible.
void tell_of_others(queue::Runs& runs, const queue::NewRun& mine, std::uint64_t id) {
  for (const queue::RunInfo& run : runs.all()) {
    if (!run.running() || run.id == id || run.title != mine.title || run.digest == mine.digest) {
      continue;
    }
    std::cerr << fmt::format(
        "heddle: run {} ({}) is of another build of this program, or has other arguments or "
        "options; this process does not help with it\n",
        run.id, run.title);
  }
}

// Asks about outcomes that others found: for that the run that leads to a value is made here.
void ask_about(Explored& explored, const Source& source, const OnFound& on_found,
               const std::set<std::pair<condition, std::string>>& known) {
  std::unique_ptr<threads::Program> program;
  std::vector<Entry> kept;
  for (Entry& entry : explored.entries) {
    const Test* test = nullptr;
    if (entry.kind == condition::value && !known.contains({entry.kind, entry.text})) {
      if (program == nullptr) program = source.program();
      if (!follow(*program, entry.schedule) || !program->thread_ended(0) ||
          program->test().result() != entry.text) {
        throw UserError(fmt::format(
            "the test is not deterministic: another process found '{}', which its schedule does "
            "not give here",
            entry.text));
      }
      test = &program->test();
    }
    const Decision decision = on_found(entry.kind, entry.text, test);
    if (!decision.keep) continue;
    entry.traced = decision.keep_trace;
    if (!entry.traced) entry.schedule.clear();
    kept.push_back(std::move(entry));
  }
  explored.entries = std::move(kept);
}

}  // namespace

bool follow(threads::Program& program, const std::vector<core::ActorId>& schedule,
            std::span<const core::StepRef> known) {
  program.restart();
  const bool begins = known.size() <= schedule.size() &&
                      std::equal(known.begin(), known.end(), schedule.begin(),
                                 [](const core::StepRef& step, core::ActorId actor) {
                                   return step->actor() == actor;
                                 });
  const std::size_t done = begins ? program.redo(known) : 0;
  core::StepRecord record;
  for (const core::ActorId actor : std::span(schedule).subspan(done)) {
    if (!program.is_enabled(actor) && !program.go_on(actor)) return false;
    record.clear();
    program.step(actor, record);
  }
  return true;
}

Explored explore_on_queue(const Source& source, const explore::Algorithm& algorithm,
                          const OnFound& on_found, const QueueSettings& settings) {
  const options& how = source.how();
  const queue::Address address(settings.url, "HEDDLE_QUEUE");
  queue::Runs runs(address);
  queue::NewRun wanted;
  wanted.title = title_of(source);
  wanted.tool = support::kVersion;
  const std::string which =
      fmt::format("{} {} {}", process_hash(), source.identity(), options_of(source, algorithm));
  wanted.digest = fmt::format("{} {} {}", support::kVersion, which, occurrence(which));
  wanted.most_errors = 0;
  wanted.most_runs = how.executions;
  const std::uint64_t id = runs.join(wanted, together_since(address));
  std::cerr << fmt::format("heddle: run {} ({}) is shared: {}\n", id, wanted.title,
                           address.shown());
  tell_of_others(runs, wanted, id);

  std::mutex mutex;
  std::set<std::pair<condition, std::string>> known;
  const OnFound remember = [&](condition kind, const std::string& text, const Test* test) {
    const std::scoped_lock lock(mutex);
    known.emplace(kind, text);
    return on_found(kind, text, test);
  };
  queue::SharedOptions options;
  options.jobs = how.jobs;
  options.coordinates = true;
  options.time = how.time;
  options.worker.explorer.bounds = {
      .preemptions = how.preemptions, .delays = how.delays, .fair = how.fair, .length = how.length};
  options.worker.keep_errors = false;
  options.worker.observer = [&](core::Program& any) -> dist::RunObserver {
    auto& program = static_cast<threads::Program&>(any);
    const auto tallies = std::make_shared<Tallies>(program, source, remember);
    return {.look =
                [tallies, &program](const explore::Explorer& explorer) {
                  if (program.learned()) throw Learned();
                  return tallies->add(explorer.run_end(), explorer.execution());
                },
            .hand_in = [tallies] { return tallies->hand_in(); }};
  };
  Explored result;
  result.complete = true;
  try {
    const dist::ExplorationResult explored = queue::explore_together(
        runs, id, [&] { return source.program(); }, source.shared(), algorithm, options);
    result.events = explored.counts.events;
    result.seconds = explored.seconds;
    for (const core::CutOff& cut : explored.cut_off) {
      result.cut_off += (result.cut_off.empty() ? "" : " and ") + cut.what;
      result.complete = false;
      result.limited = result.limited || !cut.bound;
    }
  } catch (const Learned&) {
    runs.stop(id, "restart", std::to_string(source.lessons()));
  } catch (const queue::ServerLost& lost) {
    throw UserError(fmt::format(
        "the queue cannot go on: {}; start the test again when the server is well: it goes on with "
        "run {}",
        lost.what(), id));
  } catch (const std::exception& error) {
    runs.stop(id, "stopped", error.what());
    throw;
  }
  const queue::RunInfo run = runs.info(id);
  if (run.state == "restart") {
    source.learn(static_cast<unsigned>(std::stoul(run.reason)));
    return result;
  }
  if (run.state == "errors") {
    result.cut_off = kEnough;
    result.complete = false;
  }
  add_to(result, source, runs.tallies(id));
  ask_about(result, source, on_found, known);
  return result;
}

}  // namespace heddle::detail
