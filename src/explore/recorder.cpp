#include "explore/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/happens_before.hpp"
#include "support/version.hpp"

namespace heddle::explore {

namespace {

using core::AccessKind;
using core::ActorId;
using core::ActorIndex;
using core::TraceAccess;

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead:
      return "reads";
    case AccessKind::kWrite:
      return "writes";
    case AccessKind::kUpdate:
      return "updates";
    case AccessKind::kAwait:
      return "awaits";
    case AccessKind::kAdd:
      return "adds to";
    case AccessKind::kAcquire:
      return "acquires";
    case AccessKind::kRelease:
      return "releases";
    case AccessKind::kAppend:
      return "appends to";
    case AccessKind::kTake:
      return "takes from";
    case AccessKind::kPoll:
      return "polls";
    case AccessKind::kProduce:
      return "makes";
    case AccessKind::kConsume:
      return "needs";
    case AccessKind::kGuarded:
      return "uses";
  }
  return "?";
}

/// What a step that cannot be taken may be waiting for; empty for accesses that never wait.
std::string awaited(const TraceAccess& access) {
  switch (access.access.kind) {
    case AccessKind::kAwait:
      return "another value of " + access.name;
    case AccessKind::kAcquire:
      return "the lock " + access.name;
    case AccessKind::kTake:
      return "a matching message in " + access.name;
    case AccessKind::kConsume:
    case AccessKind::kGuarded:
      return access.name;
    default:
      return {};
  }
}

std::string waits_for(std::span<const TraceAccess> footprint) {
  std::string out;
  for (const TraceAccess& access : footprint) {
    const std::string what = awaited(access);
    if (!what.empty()) out += (out.empty() ? "" : " and ") + what;
  }
  return out.empty() ? footprint_words(footprint) : out;
}

}  // namespace

std::string footprint_words(std::span<const TraceAccess> footprint) {
  std::string out;
  for (const TraceAccess& access : footprint) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", verb(access.access.kind), access.name);
  }
  return out.empty() ? "touches nothing shared" : out;
}

std::string name_list(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  if (names.empty()) return "nobody";
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    out += (out.empty() ? "" : ", ") + names[i];
  }
  if (names.size() > kMost) out += fmt::format(" and {} others", names.size() - kMost);
  return out;
}

std::vector<std::string> actor_names(const core::Program& program,
                                     std::span<const ActorId> actors) {
  std::vector<std::string> out;
  out.reserve(actors.size());
  for (const ActorId actor : actors) out.push_back(program.actor_name(actor));
  return out;
}

std::vector<TraceAccess> footprint(const core::Program& program, const core::StepRecord& record) {
  std::vector<TraceAccess> out;
  out.reserve(record.accesses.size());
  for (const core::Access& access : record.accesses) {
    out.push_back({access, program.location_name(access.location)});
  }
  return out;
}

std::string why_not(const core::Program& program, ActorId actor, const std::string& name,
                    bool acted) {
  std::vector<ActorId> blocked;
  program.blocked(blocked);
  if (std::find(blocked.begin(), blocked.end(), actor) == blocked.end()) {
    return acted ? fmt::format("{} has nothing more to do", name)
                 : fmt::format("there is no {}", name);
  }
  if (const std::string words = program.waits_for(actor); !words.empty()) {
    return fmt::format("{} waits for {}", name, words);
  }
  core::StepRecord pending;
  program.pending(actor, pending);
  return fmt::format("{} waits for {}", name, waits_for(footprint(program, pending)));
}

ScheduleError schedule_error(const core::Program& program, std::span<const ActorId> schedule) {
  const ActorId actor = schedule.back();
  const bool exists = actor < program.actors().size();
  const std::string name = exists ? program.actor_name(actor) : fmt::format("actor {}", actor);
  const bool acted = std::find(schedule.begin(), schedule.end() - 1, actor) != schedule.end() - 1;
  std::vector<ActorId> able;
  program.enabled(able);
  return {schedule.size(),
          fmt::format("step {} of the schedule is not possible: {}; choose one of those that can "
                      "take a step there: {}",
                      schedule.size(), why_not(program, actor, name, acted),
                      name_list(actor_names(program, able)))};
}

Recorder::Recorder(core::Program& program) : program_(program) { program_.restart(); }

const std::vector<ActorId>& Recorder::able() {
  if (!able_is_fresh_) program_.enabled(able_);
  able_is_fresh_ = true;
  return able_;
}

// Not Program::is_enabled: a schedule from outside may name an actor that this program never
// creates.
bool Recorder::is_able(ActorId actor) {
  if (std::find(able().begin(), able().end(), actor) != able().end()) return true;
  able_is_fresh_ = false;
  return program_.go_on(actor);
}

const core::TraceEvent& Recorder::step(ActorId actor) {
  record_.clear();
  program_.step(actor, record_);
  able_is_fresh_ = false;
  core::TraceEvent event;
  event.actor = index(actor);
  event.ordinal = execution_.count(actor);
  event.text = program_.describe_last_step();
  event.footprint = footprint(program_, record_);
  event.fingerprint = record_.fingerprint;
  execution_.push(actor, record_);
  trace_.schedule.push_back(event.actor);
  return trace_.events.emplace_back(std::move(event));
}

// An actor is numbered when it first appears, its ancestors before it: the numbers do not depend on
// ids, which may depend on what was explored before.
ActorIndex Recorder::index(ActorId actor) {
  std::vector<ActorId> line;
  for (ActorId a = actor; a != core::kNoActor && !index_of_.contains(a);
       a = program_.actors().key(a).parent) {
    line.push_back(a);
  }
  for (auto it = line.rbegin(); it != line.rend(); ++it) {
    const core::ActorKey key = program_.actors().key(*it);
    const ActorIndex parent =
        key.parent == core::kNoActor ? core::kNoActor : index_of_.at(key.parent);
    index_of_.emplace(*it, static_cast<ActorIndex>(ids_.size()));
    ids_.push_back(*it);
    trace_.actors.push_back({program_.actor_name(*it), parent, key.role, key.ordinal});
  }
  return index_of_.at(actor);
}

void Recorder::add_clocks(bool observers) {
  core::HappensBefore hb(execution_, program_, observers);
  hb.extend();
  for (std::uint32_t event = 0; event < execution_.size(); ++event) {
    auto& out = trace_.events[event].clock;
    const auto clock = hb.clock(event);
    for (ActorIndex actor = 0; actor < ids_.size(); ++actor) {
      // An actor created after the clocks were laid out has no events.
      const std::uint32_t count = ids_[actor] < clock.size() ? clock[ids_[actor]] : 0;
      if (count > 0) out.emplace_back(actor, count);
    }
  }
}

void Recorder::add_judgement() {
  trace_.errors = program_.errors();
  for (core::Finding& error : trace_.errors) {
    for (ActorId& actor : error.actors) actor = index(actor);
  }
  trace_.outcome = program_.outcome();
  std::vector<ActorId> waiting;
  program_.waiting(waiting);
  for (const ActorId actor : waiting) {
    record_.clear();
    program_.pending(actor, record_);
    core::TraceBlocked& out = trace_.blocked.emplace_back();
    out.actor = index(actor);
    out.footprint = footprint(program_, record_);
    out.waits_for = program_.waits_for(actor);
    if (out.waits_for.empty()) out.waits_for = waits_for(out.footprint);
  }
}

core::Trace Recorder::finish(const RecordOptions& options, bool judge) {
  trace_.tool_version = support::kVersion;
  trace_.program = options.program;
  trace_.command = options.command;
  trace_.algorithm = options.algorithm;
  add_clocks(options.observers);
  if (judge) add_judgement();
  return std::move(trace_);
}

}  // namespace heddle::explore
