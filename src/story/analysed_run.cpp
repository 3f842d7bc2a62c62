#include "story/analysed_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/drive.hpp"
#include "explore/replay.hpp"
#include "report/cell.hpp"
#include "report/orphans.hpp"
#include "report/words.hpp"
#include "story/assertion_words.hpp"
#include "support/check.hpp"

namespace heddle::story {
namespace {

using core::ActorId;
using core::kNoEvent;
using report::ListedRace;

// How far a run is followed beyond its trace. What is kept for the analysis grows with the square
// of a run's length.
constexpr std::size_t kMostMore = 2'000;
constexpr std::size_t kWidth = 60;
// Of the words for an error, before its cause.
constexpr std::size_t kWrongWidth = 200;
constexpr std::size_t kMostNames = 5;
constexpr std::string_view kDead = " (dead)";
// Of all runs that look for the decisive race together.
constexpr std::size_t kMostSteps = 200'000;
constexpr std::uint64_t kFewestRuns = 20;

// The errors of a part of a run, with the numbers that the actors have in the whole.
std::vector<core::Finding> errors_of(const core::Trace& part, const core::Trace& whole) {
  std::vector<core::Finding> errors = part.errors;
  for (core::Finding& error : errors) {
    std::vector<ActorId> actors;
    for (const core::ActorIndex actor : error.actors) {
      const auto it = std::find_if(
          whole.actors.begin(), whole.actors.end(),
          [&](const core::TraceActor& other) { return other.name == part.actors[actor].name; });
      if (it != whole.actors.end()) {
        actors.push_back(static_cast<ActorId>(it - whole.actors.begin()));
      }
    }
    error.actors = std::move(actors);
  }
  return errors;
}

std::string name_of(core::Location location, const core::TraceEvent& event) {
  for (const core::TraceAccess& touched : event.footprint) {
    if (touched.access.location == location) return touched.name;
  }
  return {};
}

/// What a message says. A step that is not a send itself (it starts a timer, it ends a process) has
/// a value of its own; who receives the message, or the timer that sends it, has the message's.
std::string value_of_message(const core::Trace& trace, std::size_t send) {
  const core::TraceEvent& event = trace.events[send];
  if (event.text.operation.starts_with("send")) return event.text.value;
  for (std::size_t i = send + 1; i < trace.events.size(); ++i) {
    const core::StepText& text = trace.events[i].text;
    if (text.message == event.text.message && !text.value.empty()) return text.value;
  }
  return {};
}

std::string message(const core::Trace& trace, std::size_t send) {
  const core::TraceEvent& event = trace.events[send];
  const std::string value =
      report::shorten(report::printable(value_of_message(trace, send)), kWidth);
  return fmt::format("{} ({})", report::printable(event.text.message),
                     value.empty() ? report::what_happened(event, kWidth) : value);
}

/// "work from P.1 (step 4)"
std::string sent(const core::Trace& trace, std::size_t send) {
  const core::TraceEvent& event = trace.events[send];
  const std::string value =
      report::shorten(report::printable(value_of_message(trace, send)), kWidth);
  return fmt::format("{} from {} (step {})",
                     value.empty() ? report::printable(event.text.message) : value,
                     report::name_of(trace, event.actor), send + 1);
}

/// "step 3 (P.1 ets:lookup(cache, answer))"
std::string doing(const core::Trace& trace, std::size_t event) {
  const core::TraceEvent& e = trace.events[event];
  std::string who = report::name_of(trace, e.actor);
  // "P (dead) is dead: its table goes away"
  if (e.text.operation.starts_with("is dead") && who.ends_with(kDead)) {
    who.resize(who.size() - kDead.size());
  }
  return fmt::format("step {} ({} {})", event + 1, who,
                     report::shorten(report::printable(e.text.operation), kWidth));
}

std::string write_in_words(const core::ReadFrom& write) {
  const std::string value = report::shorten(report::printable(write.value), kWidth);
  return write.step == core::ReadFrom::kInitial
             ? fmt::format("{} (initial)", value)
             : fmt::format("{} (step {})", value, write.step + 1);
}

/// Of a load: what the memory model would have let it read instead.
std::string other_reads(const core::TraceEvent& load) {
  std::string out;
  for (std::size_t i = 1; i < load.text.reads.size(); ++i) {
    out += (out.empty() ? "" : " or ") + write_in_words(load.text.reads[i]);
  }
  return out;
}

/// Whether what was not done instead of `first` is another way in which the same load could have
/// met memory.
bool is_other_read(const core::Trace& trace, const ListedRace& race) {
  const core::TraceEvent& first = trace.events[race.first];
  return race.waits == report::name_of(trace, first.actor) && first.text.reads.size() > 1;
}

std::string instead(const core::Trace& trace, const ListedRace& race) {
  if (is_other_read(trace, race)) {
    return fmt::format("step {} reads {}", race.first + 1, other_reads(trace.events[race.first]));
  }
  if (race.kind == ListedRace::Kind::kReceive) {
    return fmt::format("{} receives {}", report::name_of(trace, trace.events[race.first].actor),
                       message(trace, race.second));
  }
  if (!race.waits.empty()) {
    return fmt::format("{} goes on before step {}", report::printable(race.waits), race.first + 1);
  }
  return fmt::format("step {} comes before step {}", race.second + 1, race.first + 1);
}

std::string story(const core::Trace& trace, const ListedRace& race) {
  const std::string wrong = what_went_wrong(trace);
  if (race.kind == ListedRace::Kind::kReceive) {
    return race.taken ? fmt::format("{}, because {} arrives before {}", wrong,
                                    sent(trace, *race.taken), sent(trace, race.second))
                      : fmt::format("{}, because step {} does not wait for {}", wrong,
                                    race.first + 1, sent(trace, race.second));
  }
  if (is_other_read(trace, race)) {
    const core::TraceEvent& load = trace.events[race.first];
    return fmt::format("{}, because {} reads {} and not {}", wrong, doing(trace, race.first),
                       write_in_words(load.text.reads[0]), other_reads(load));
  }
  if (!race.waits.empty()) {
    return fmt::format("{}, because {} comes before {} can go on", wrong, doing(trace, race.first),
                       report::printable(race.waits));
  }
  return fmt::format("{}, because {} comes before {}", wrong, doing(trace, race.first),
                     doing(trace, race.second));
}

std::string names(const core::Trace& trace, const std::vector<ActorId>& actors) {
  const std::size_t shown = actors.size() <= kMostNames ? actors.size() : kMostNames - 1;
  std::vector<std::string> all;
  for (std::size_t i = 0; i < shown; ++i) all.push_back(report::name_of(trace, actors[i]));
  const std::size_t rest = actors.size() - shown;
  if (rest > 0) all.push_back(report::counted(rest, "other"));
  std::string last = std::move(all.back());
  all.pop_back();
  return all.empty() ? last : report::joined(all) + " and " + last;
}

}  // namespace

// Where those who are stuck stand and what lies in their mailboxes takes lines of its own.
std::string what_went_wrong(const core::Trace& trace) {
  if (trace.errors.empty()) return "the run ends";
  const core::Finding& error = trace.errors.front();
  if (error.kind == core::Finding::Kind::kDeadlock && !error.actors.empty()) {
    return fmt::format("{} {} for ever", names(trace, error.actors),
                       error.actors.size() == 1 ? "waits" : "wait");
  }
  const std::string message = assertion_in_words(error.message).value_or(error.message);
  return report::shorten(report::printable(message), kWrongWidth);
}

AnalysedRun::AnalysedRun(const Subject& subject, const core::Trace& recorded,
                         std::span<const ActorId> schedule, std::string file)
    : subject_(subject), file_(std::move(file)), program_(subject.factory()) {
  const auto length = static_cast<std::uint32_t>(schedule.size() + kMostMore);
  const explore::Driven run =
      explore::drive(*program_, schedule, *explore::make_first(), {.length = length});
  // A run that turns out to be impossible later on tells nothing.
  const bool whole = !program_->abandoned();
  const std::vector<ActorId> shown =
      whole ? run.schedule : std::vector<ActorId>(schedule.begin(), schedule.end());
  trace_ = record(shown);
  trace_.algorithm = recorded.algorithm;
  trace_.blamed = recorded.blamed;
  trace_.errors = errors_of(recorded, trace_);
  races_ = std::make_unique<explore::RunRaces>(*program_, shown);
  list_.recorded = schedule.size();
  list_.cut_off = run.cut_off;
  list_races();
}

void AnalysedRun::list_races() {
  for (const explore::Receive& receive : races_->messages().receives()) {
    list_.receives.push_back(receive.event);
  }
  list_.orphans = report::orphans(trace_);
  const auto& execution = races_->execution();
  for (std::size_t i = 0; i < races_->all().size(); ++i) {
    const explore::RunRace& found = races_->all()[i];
    ListedRace race;
    race.id = i + 1;
    const bool receive = found.kind == explore::RunRace::Kind::kReceive;
    race.kind = receive ? ListedRace::Kind::kReceive : ListedRace::Kind::kMemory;
    race.first = found.first;
    race.second = found.second;
    if (found.second == kNoEvent) {
      const std::uint32_t last = execution.last(found.waits);
      race.second = last == kNoEvent ? found.first : last;
      race.waits = program_->actor_name(found.waits);
    }
    if (found.taken != kNoEvent) race.taken = found.taken;
    race.object = name_of(found.location, trace_.events[race.first]);
    if (race.object.empty()) race.object = program_->location_name(found.location);
    // The decision is between the load and a write.
    race.other_read = is_other_read(trace_, race);
    if (race.other_read) {
      const std::uint32_t write = trace_.events[race.first].text.reads[1].step;
      if (write != core::ReadFrom::kInitial) race.second = write;
      race.object = trace_.events[race.first].text.target;
    }
    race.reversible = found.reversible;
    race.why = found.reversible ? instead(trace_, race) : found.why_not;
    race.command = fmt::format("heddle variants {} --race {} --run", file_, race.id);
    if (found.reversible) {
      const std::vector<std::uint32_t> events = races_->variant(i);
      race.variant.assign(events.begin(), events.end());
    }
    list_.races.push_back(std::move(race));
  }
}

core::Trace AnalysedRun::record(std::span<const ActorId> schedule) {
  return explore::record(
      *program_, schedule,
      {.program = subject_.title, .command = subject_.command, .algorithm = "variants"});
}

VariantRun AnalysedRun::run_variant(std::size_t race, const std::string& strategy,
                                    std::uint64_t seed) {
  const auto chosen =
      strategy == "first" ? explore::make_first() : explore::make_strategy(strategy);
  const auto length = static_cast<std::uint32_t>(trace_.events.size() + 10'000);
  const explore::Driven run =
      explore::drive(*program_, races_->schedule(race), *chosen, {.length = length, .seed = seed});
  VariantRun out{record(run.schedule), run.cut_off, false};
  out.impossible = program_->abandoned();
  return out;
}

std::vector<ActorId> schedule_of(const core::Trace& trace, const std::string& file,
                                 core::Program& program) {
  explore::ReplayResult result = explore::replay(program, trace);
  if (result.kind == explore::ReplayResult::Kind::kDiverged) {
    throw support::UserError(
        fmt::format("{}: is not a trace of this program: step {} was {}, but now {}; record a "
                    "trace of this program",
                    file, result.step, result.expected, result.happened));
  }
  return std::move(result.schedule);
}

AnalysedRun analyse(const Subject& subject, const core::Trace& trace, const std::string& file) {
  const auto program = subject.factory();
  return {subject, trace, schedule_of(trace, file, *program), file};
}

bool reaches_limit(const core::Trace& trace) {
  return std::any_of(trace.errors.begin(), trace.errors.end(), [](const core::Finding& error) {
    return error.kind == core::Finding::Kind::kLimit;
  });
}

ExplanationSearch explain(AnalysedRun& run) {
  // Longer runs take longer, and people wait.
  const std::size_t steps = std::max<std::size_t>(run.trace().events.size(), 1);
  explore::DecisiveOptions options;
  options.executions =
      std::clamp<std::uint64_t>(kMostSteps / steps, kFewestRuns, options.executions);
  if (reaches_limit(run.trace())) options.executions = kFewestRuns;
  explore::DecisiveSearch search = explore::find_decisive(run.program(), run.found(), options);
  ExplanationSearch out{.executions = search.executions};
  if (!search.found) return out;
  Explanation& explanation = out.found.emplace();
  explanation.race = search.found->race;
  explanation.twin = run.record(search.found->twin);
  explanation.alone = search.found->alone;
  explanation.story = story(run.trace(), run.races().races[explanation.race]);
  if (!explanation.alone) {
    explanation.story = fmt::format("{}, and it takes more than one pair of steps to avoid it",
                                    what_went_wrong(run.trace()));
  }
  return out;
}

}  // namespace heddle::story
