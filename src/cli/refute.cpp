#include "cli/refute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/erlang_program.hpp"
#include "cli/state_counts.hpp"
#include "erlang/program.hpp"
#include "explore/random_stream.hpp"
#include "explore/replay.hpp"
#include "support/check.hpp"

namespace heddle::cli {
namespace {

using Clock = std::chrono::steady_clock;

// Longer runs have seldom shown more, and cost the others their turn.
constexpr std::size_t kLongestRun = 400;
constexpr std::uint64_t kSeed = 20130403;

// Looks at the state of the machine between two steps.
class Watch {
 public:
  Watch(const Monitor& monitor, const erlang::Program& program)
      : monitor_(monitor), counts_(program) {}

  bool violated() const {
    if (monitor_.crash) return crashed();
    if (monitor_.user_error) return counts_.at("error", monitor_.line) > 0;
    return std::all_of(monitor_.bounds.begin(), monitor_.bounds.end(),
                       [&](const Monitor::Bound& bound) { return count(bound) >= bound.least; });
  }

  std::string counts() const {
    std::string out;
    for (const Monitor::Bound& bound : monitor_.bounds) {
      out += out.empty() ? "" : ", ";
      out += bound.point != 0 ? fmt::format("{} processes at line {}", count(bound), bound.point)
                              : fmt::format("{} = {}", bound.label, count(bound));
    }
    return out;
  }

 private:
  std::uint64_t count(const Monitor::Bound& bound) const {
    return bound.point != 0 ? counts_.at("point", bound.point)
                            : counts_.at_label(bound.label) + counts_.in_mailboxes(bound.label);
  }
  bool crashed() const {
    const auto lines = counts_.crashes();
    return std::any_of(lines.begin(), lines.end(), [&](const core::SourceLocation& place) {
      return place.line == monitor_.line &&
             std::filesystem::path(place.file).filename() == monitor_.file;
    });
  }

  const Monitor& monitor_;
  StateCounts counts_;
};

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
    core::Trace trace = explore::record(
        program, schedule,
        {.program = subject.title, .command = subject.command, .algorithm = "guided search"});
    // A crash is an error of the run itself; what a monitor sees is added.
    if (!monitor.crash) {
      Watch watch(monitor, program);
      const std::string counts = watch.counts();
      core::Finding finding{
          .kind = core::Finding::Kind::kAssertion,
          .actors = {trace.schedule.back()},
          .message = counts.empty() ? monitor.property : monitor.property + " (" + counts + ")",
          .file = trace.events.back().text.source.file,
          .line = trace.events.back().text.source.line};
      trace.errors.insert(trace.errors.begin(), std::move(finding));
    }
    found = std::move(trace);
    return 1;
  });
  return found;
}

}  // namespace heddle::cli
