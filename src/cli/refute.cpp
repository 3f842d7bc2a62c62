#include "cli/refute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/erlang_program.hpp"
#include "erlang/program.hpp"
#include "explore/minimise.hpp"
#include "explore/random_stream.hpp"
#include "explore/replay.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Longer runs have seldom shown more, and cost the others their turn.
constexpr std::size_t kLongestRun = 400;
constexpr std::uint64_t kSeed = 20130403;

class Search {
 public:
  Search(erlang::Program& program, const Monitor& monitor, const std::vector<std::string>& guide)
      : program_(program), watch_(monitor, program), guide_(guide) {}

  /// The schedule of the shortest violation found in time.
  std::vector<core::ActorId> run(std::chrono::milliseconds time) {
    std::vector<core::ActorId> best;
    auto end = Clock::now() + time;
    for (std::uint64_t attempt = 0; Clock::now() < end; ++attempt) {
      const std::size_t most = best.empty() ? kLongestRun : best.size() - 1;
      std::vector<core::ActorId> found = one(attempt, most);
      if (found.empty()) continue;
      // A little more time for a shorter one.
      if (best.empty()) end = std::min(end, Clock::now() + time / 8);
      best = std::move(found);
    }
    return shortened(std::move(best));
  }

 private:
  // Leaves out steps without which it happens all the same, the last ones first.
  std::vector<core::ActorId> shortened(std::vector<core::ActorId> schedule) {
    for (std::size_t i = schedule.size(); i-- > 0;) {
      if (i >= schedule.size()) continue;
      std::vector<core::ActorId> fewer = schedule;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      fewer = along(fewer);
      if (!fewer.empty()) schedule = std::move(fewer);
    }
    return schedule;
  }

  // As the schedule says, without what is not possible any more; up to the violation, if there is
  // one.
  std::vector<core::ActorId> along(const std::vector<core::ActorId>& schedule) {
    std::vector<core::ActorId> taken;
    program_.restart();
    for (const core::ActorId actor : schedule) {
      if (!program_.is_enabled(actor)) continue;
      record_.clear();
      program_.step(actor, record_);
      taken.push_back(actor);
      if (watch_.violated()) return taken;
    }
    return {};
  }

  std::vector<core::ActorId> one(std::uint64_t attempt, std::size_t most) {
    explore::RandomStream random(kSeed, attempt);
    const bool guided = attempt % 2 == 0;
    std::vector<core::ActorId> schedule;
    std::vector<core::ActorId> enabled;
    std::size_t next = 0;
    program_.restart();
    while (schedule.size() < most) {
      program_.enabled(enabled);
      if (enabled.empty()) return {};
      core::ActorId actor = core::kNoActor;
      if (guided && next < guide_.size()) actor = guided_choice(enabled, guide_[next], random);
      if (actor != core::kNoActor) {
        ++next;
      } else {
        actor = enabled[random.below(enabled.size())];
      }
      record_.clear();
      program_.step(actor, record_);
      schedule.push_back(actor);
      if (watch_.violated()) return schedule;
    }
    return {};
  }

  // One whose step is where the abstract execution goes on. Tries each, and takes it back.
  core::ActorId guided_choice(const std::vector<core::ActorId>& enabled, const std::string& place,
                              explore::RandomStream& random) {
    std::vector<core::ActorId> fitting;
    for (const core::ActorId actor : enabled) {
      const core::Mark mark = program_.mark();
      record_.clear();
      program_.step(actor, record_);
      const core::SourceLocation source = program_.describe_last_step().source;
      program_.rewind(mark);
      const std::string name = std::filesystem::path(source.file).filename().string();
      if (fmt::format("{}:{}", name, source.line) == place) fitting.push_back(actor);
    }
    return fitting.empty() ? core::kNoActor : fitting[random.below(fitting.size())];
  }

  erlang::Program& program_;
  Watch watch_;
  const std::vector<std::string>& guide_;
  core::StepRecord record_;
};

}  // namespace

Refuter::Refuter(std::vector<std::string> words) : words_(std::move(words)) {}

std::optional<core::Trace> Refuter::search(const Monitor& monitor,
                                           const std::vector<std::string>& guide,
                                           std::chrono::milliseconds time) {
  if (!program_) {
    CheckArguments arguments = parse_check(words_, "the search for an execution");
    program_ = load_erlang(words_, arguments);
  }
  std::optional<core::Trace> found;
  watching(*program_, [&](const Subject& subject) {
    const auto instance = subject.factory();
    auto& program = dynamic_cast<erlang::Program&>(*instance);
    const std::vector<core::ActorId> schedule = Search(program, monitor, guide).run(time);
    if (schedule.empty()) return 0;
    if (!monitor.crash) set_judge(subject, judge_of(monitor));
    found = explore::record(
        program, explore::minimise(program, schedule).schedule,
        {.program = subject.title, .command = subject.command, .algorithm = "guided search"});
    set_judge(subject, {});
    if (!monitor.crash) found->command.push_back("--monitor=" + to_word(monitor));
    return 1;
  });
  return found;
}

}  // namespace heddle::cli
