#include "explore/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "explore/recorder.hpp"
#include "explore/step_words.hpp"

namespace heddle::explore {

namespace {

using core::ActorId;
using core::ActorIndex;
using core::Trace;
using core::TraceEvent;

std::string place(const TraceEvent& event) {
  const core::SourceLocation& source = event.text.source;
  return source.file.empty() ? "" : fmt::format(", {}:{}", source.file, source.line);
}

std::string describe(const TraceEvent& event, const std::string& actor) {
  return fmt::format("{}: {} ({}){}", actor, deed(event.text), footprint_words(event.footprint),
                     place(event));
}

/// Numbers of locations and tokens mean something in one process only; names and kinds mean the
/// same in all.
bool same_footprint(const TraceEvent& a, const TraceEvent& b) {
  return std::equal(a.footprint.begin(), a.footprint.end(), b.footprint.begin(), b.footprint.end(),
                    [](const core::TraceAccess& x, const core::TraceAccess& y) {
                      return x.access.kind == y.access.kind && x.name == y.name;
                    });
}

/// A fingerprint may tell the place in the program, which any edit moves; then the words decide.
bool same_step(const TraceEvent& a, const TraceEvent& b) {
  const bool same_words = !a.text.operation.empty() && a.text.operation == b.text.operation;
  return same_footprint(a, b) && (a.fingerprint == b.fingerprint || same_words);
}

/// Finds the actors of a trace in a running program, each when it takes its first step. Nothing is
/// added to the program's table: a trace of another program must leave no traces.
class Cast {
 public:
  Cast(const core::Program& program, const Trace& trace)
      : program_(program), trace_(trace), ids_(trace.actors.size(), core::kNoActor) {}

  /// kNoActor if it has not acted before and none that could act or waits is this actor.
  ActorId find(ActorIndex index) {
    if (ids_[index] != core::kNoActor) return ids_[index];
    program_.enabled(present_);
    program_.blocked(blocked_);
    present_.insert(present_.end(), blocked_.begin(), blocked_.end());
    const core::TraceActor& wanted = trace_.actors[index];
    int best = 0;
    bool unique = false;
    ActorId found = core::kNoActor;
    for (const ActorId actor : present_) {
      if (program_.actors().key(actor).role != wanted.role) continue;
      if (contains(actor)) continue;
      const int rank =
          (program_.actor_name(actor) == wanted.name ? 2 : 0) + (same_key(index, actor) ? 1 : 0);
      if (rank == 0 || rank < best) continue;
      unique = rank > best;
      best = rank;
      found = actor;
    }
    if (unique) ids_[index] = found;
    return ids_[index];
  }

  ActorId known(ActorIndex index) const { return ids_[index]; }
  bool contains(ActorId actor) const {
    return std::find(ids_.begin(), ids_.end(), actor) != ids_.end();
  }

 private:
  bool same_key(ActorIndex index, ActorId actor) const {
    while (index != core::kNoActor && actor != core::kNoActor) {
      const core::TraceActor& wanted = trace_.actors[index];
      const core::ActorKey key = program_.actors().key(actor);
      if (key.role != wanted.role || key.ordinal != wanted.ordinal) return false;
      index = wanted.parent;
      actor = key.parent;
    }
    return index == core::kNoActor && actor == core::kNoActor;
  }

  const core::Program& program_;
  const Trace& trace_;
  std::vector<ActorId> ids_;
  std::vector<ActorId> present_;
  std::vector<ActorId> blocked_;
};

/// An error without its place in the source, which a harmless edit moves, and without an order of
/// its actors.
using Symptom = std::tuple<core::Finding::Kind, std::string, std::vector<std::string>>;

template <typename Identity>
std::vector<Symptom> symptoms(const Trace& trace, const Identity& identity) {
  std::vector<Symptom> out;
  for (const core::Finding& error : trace.errors) {
    std::vector<std::string> actors;
    for (const ActorIndex actor : error.actors) actors.push_back(identity(actor));
    std::sort(actors.begin(), actors.end());
    const bool deadlock = error.kind == core::Finding::Kind::kDeadlock;
    out.emplace_back(error.kind, deadlock ? "" : error.message, std::move(actors));
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// The errors of two traces compared. An actor that acted is the same if `cast` says so, another
/// one by its name.
bool same_errors(const Trace& expected, const Trace& actual, const std::vector<ActorId>& actual_ids,
                 const Cast& cast) {
  const auto expected_identity = [&](ActorIndex actor) {
    const ActorId id = cast.known(actor);
    return id == core::kNoActor ? expected.actors[actor].name : fmt::format("#{}", id);
  };
  const auto actual_identity = [&](ActorIndex actor) {
    const ActorId id = actual_ids[actor];
    return cast.contains(id) ? fmt::format("#{}", id) : actual.actors[actor].name;
  };
  return symptoms(expected, expected_identity) == symptoms(actual, actual_identity);
}

std::string errors_in_words(const Trace& trace) {
  if (trace.errors.empty()) return "no error";
  std::string out;
  for (const core::Finding& error : trace.errors) {
    out += fmt::format("{}{}", out.empty() ? "" : "; ", error.message);
  }
  return out;
}

}  // namespace

Trace record(core::Program& program, std::span<const ActorId> schedule,
             const RecordOptions& options) {
  Recorder recorder(program);
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (!recorder.is_able(schedule[i])) throw schedule_error(program, schedule.first(i + 1));
    recorder.step(schedule[i]);
  }
  return recorder.finish(options, true);
}

ReplayResult replay(core::Program& program, const Trace& trace) {
  ReplayResult result;
  Recorder recorder(program);
  Cast cast(program, trace);
  const RecordOptions options{trace.program, trace.command, trace.algorithm, true};
  const auto diverge = [&](const TraceEvent& expected, std::string happened) {
    result.kind = ReplayResult::Kind::kDiverged;
    result.expected = describe(expected, trace.actors[expected.actor].name);
    result.happened = std::move(happened);
    if (result.expected == result.happened) result.happened += " with another fingerprint";
    result.able = actor_names(program, recorder.able());
    result.trace = recorder.finish(options, false);
    return result;
  };
  for (const TraceEvent& expected : trace.events) {
    ++result.step;
    const std::string& name = trace.actors[expected.actor].name;
    const ActorId actor = cast.find(expected.actor);
    if (actor == core::kNoActor || !recorder.is_able(actor)) {
      const std::string why = why_not(program, actor, name, expected.ordinal > 0);
      return diverge(expected, fmt::format("{}; able to run: {}", why,
                                           name_list(actor_names(program, recorder.able()))));
    }
    const TraceEvent& actual = recorder.step(actor);
    result.schedule.push_back(actor);
    if (!same_step(expected, actual)) {
      return diverge(expected, describe(actual, program.actor_name(actor)));
    }
    if (result.other_at == 0 && !same_deed(expected.text, actual.text)) {
      result.other_at = result.step;
      const auto told = [](const TraceEvent& event, const std::string& who) {
        return fmt::format("{}: {}{}", who, deed(event.text), place(event));
      };
      result.other_expected = told(expected, name);
      result.other_happened = told(actual, program.actor_name(actor));
    }
    const bool moved = actual.fingerprint != expected.fingerprint;
    if (moved && result.changed_at == 0) result.changed_at = result.step;
  }
  result.step = 0;
  result.able = actor_names(program, recorder.able());
  result.trace = recorder.finish(options, true);
  using Kind = ReplayResult::Kind;
  if (same_errors(trace, result.trace, recorder.ids(), cast)) {
    result.kind = Kind::kReproduced;
  } else {
    result.kind = result.trace.errors.empty() ? Kind::kErrorsGone : Kind::kErrorsDiffer;
    result.expected = errors_in_words(trace);
    result.happened = errors_in_words(result.trace);
  }
  return result;
}

std::string changes_in_words(const ReplayResult& result) {
  if (result.other_at != 0) {
    return fmt::format(
        "\nthe program was changed: at step {} it does something else\n  expected: {}\n  happened: "
        "{}",
        result.other_at, result.other_expected, result.other_happened);
  }
  if (result.changed_at != 0) {
    return fmt::format(
        "\nthe program was changed: step {} reads the same, but its fingerprint is another one",
        result.changed_at);
  }
  return {};
}

std::string words(const ReplayResult& result) {
  using Kind = ReplayResult::Kind;
  const std::size_t steps = result.trace.events.size();
  const char* which = result.other_at == 0 ? "the same" : "these";
  std::string out;
  switch (result.kind) {
    case Kind::kReproduced:
      out = fmt::format("reproduced: {}", errors_in_words(result.trace));
      break;
    case Kind::kErrorsGone:
      out = fmt::format("errors gone: {} {} steps no longer lead to: {}", which, steps,
                        result.expected);
      break;
    case Kind::kErrorsDiffer:
      out = fmt::format("errors differ after {} {} steps\n  expected: {}\n  happened: {}", which,
                        steps, result.expected, result.happened);
      break;
    case Kind::kDiverged:
      out = fmt::format("diverged at step {}\n  expected: {}\n  happened: {}", result.step,
                        result.expected, result.happened);
      break;
  }
  out += changes_in_words(result);
  // A trace usually ends with its error; that others had more to do then tells nothing.
  if (result.kind != Kind::kDiverged && result.trace.errors.empty() && !result.able.empty()) {
    out += fmt::format("\nthe trace ends here, the program does not: {} could go on",
                       name_list(result.able));
  }
  return out;
}

}  // namespace heddle::explore
