#include "explore/run_races.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "explore/recorder.hpp"
#include "explore/replay.hpp"
#include "support/check.hpp"

namespace heddle::explore {
namespace {

using core::Access;
using core::AccessKind;
using core::ActorId;
using core::kNoEvent;

/// The order of two arrivals, or of an arrival and a receive that did not wait for it: what race
/// sets are about.
bool is_about_arrivals(const core::Race& race, const core::Execution& execution) {
  if (race.second == kNoEvent) return false;
  const Access* first = execution[race.first].find(race.location);
  const Access* second = execution[race.second].find(race.location);
  if (first == nullptr || second == nullptr || second->kind != AccessKind::kAppend) return false;
  return first->kind == AccessKind::kAppend || first->kind == AccessKind::kPoll;
}

}  // namespace

RunRaces::RunRaces(core::Program& program, std::span<const ActorId> schedule)
    : program_(program), hb_(execution_, program, true), algorithm_(make_observers()) {
  run(schedule);
  messages_.emplace(execution_, program, Others::kOrdered);
  add_receives();
  add_memory();
  sort();
}

void RunRaces::run(std::span<const ActorId> schedule) {
  program_.restart();
  core::StepRecord record;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (!program_.is_enabled(schedule[i])) throw schedule_error(program_, schedule.first(i + 1));
    record.clear();
    program_.step(schedule[i], record);
    execution_.push(schedule[i], record);
  }
  hb_.extend();
  for (std::uint32_t event = 0; event < execution_.size(); ++event) {
    const ActorId actor = execution_.actor(event);
    if (actor >= events_of_.size()) events_of_.resize(actor + 1);
    events_of_[actor].push_back(event);
  }
}

void RunRaces::add(RunRace race, Origin origin) {
  races_.push_back(std::move(race));
  origins_.push_back(std::move(origin));
}

void RunRaces::add_receives() {
  for (const Receive& receive : messages_->receives()) {
    for (const std::uint32_t message : messages_->race_set(receive)) {
      RunRace race;
      race.kind = RunRace::Kind::kReceive;
      race.first = receive.event;
      race.second = messages_->messages()[message].send;
      if (receive.taken != kNoMessage) race.taken = messages_->messages()[receive.taken].send;
      race.location = receive.mailbox;
      race.why_not = why_not_reversible(*messages_, program_, receive, message);
      race.reversible = race.why_not.empty();
      add(std::move(race), {.receive = &receive, .message = message});
    }
  }
}

void RunRaces::add_memory() {
  std::vector<core::Race> found;
  hb_.races(0, found);
  std::vector<ActorId> blocked;
  program_.blocked(blocked);
  core::StepRecord pending;
  for (const ActorId actor : blocked) {
    pending.clear();
    program_.pending(actor, pending);
    hb_.blocked_races(actor, pending, found);
  }
  for (const core::Race& origin : found) {
    if (is_about_arrivals(origin, execution_)) continue;
    RunRace race;
    race.first = origin.first;
    race.second = origin.second;
    if (origin.second == kNoEvent) race.waits = origin.pending->actor();
    race.location = origin.location;
    add(std::move(race), {.memory = origin});
  }
}

// By the step that the race decides.
void RunRaces::sort() {
  std::vector<std::size_t> order(races_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    const RunRace& race = races_[i];
    const bool receive = race.kind == RunRace::Kind::kReceive;
    return std::tuple(receive ? race.first : race.second, receive ? race.second : race.first,
                      race.waits, race.location);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<RunRace> races;
  std::vector<Origin> origins;
  for (const std::size_t i : order) {
    races.push_back(std::move(races_[i]));
    origins.push_back(std::move(origins_[i]));
  }
  races_ = std::move(races);
  origins_ = std::move(origins);
}

Variant RunRaces::receive_variant(std::size_t race) const {
  const Origin& origin = origins_[race];
  std::optional<Variant> variant = messages_->variant(*origin.receive, origin.message);
  HEDDLE_CHECK(variant.has_value(), "race {} has no variant", race + 1);
  return std::move(*variant);
}

Reversal RunRaces::reversal(std::size_t race) const {
  const Origin& origin = origins_[race];
  if (origin.receive != nullptr) {
    Reversal reversal;
    for (const std::uint32_t event : receive_variant(race).events) {
      reversal.sequence.push_back(execution_.step(event));
    }
    return reversal;
  }
  std::vector<Reversal> planned;
  algorithm_->plan({execution_, hb_, program_}, origin.memory, planned);
  HEDDLE_CHECK(planned.size() == 1, "race {} has {} reversals", race + 1, planned.size());
  return std::move(planned.front());
}

std::vector<std::uint32_t> RunRaces::variant(std::size_t race) const {
  if (origins_[race].receive != nullptr) return receive_variant(race).events;
  const Reversal reversed = reversal(race);
  std::vector<std::uint32_t> events(reversed.depth);
  std::iota(events.begin(), events.end(), 0U);
  for (const core::StepRef& step : reversed.sequence) {
    // A step that waited has no number in this run.
    const auto [actor, ordinal] = step->id();
    if (actor >= events_of_.size() || ordinal >= events_of_[actor].size()) continue;
    events.push_back(events_of_[actor][ordinal]);
  }
  const std::uint32_t first = races_[race].first;
  if (std::find(events.begin(), events.end(), first) == events.end()) events.push_back(first);
  return events;
}

std::vector<ActorId> RunRaces::schedule(std::size_t race) const {
  const Reversal reversed = reversal(race);
  std::vector<ActorId> schedule(execution_.schedule().begin(),
                                execution_.schedule().begin() + reversed.depth);
  for (const core::StepRef& step : reversed.sequence) schedule.push_back(step->actor());
  return schedule;
}

std::string why_not_reversible(const MessageTrace& messages, const core::Program& program,
                               const Receive& receive, std::uint32_t message) {
  if (messages.variant(receive, message)) return {};
  for (const Message& other : messages.messages()) {
    if (other.mailbox == receive.mailbox && program.matches(receive.constraint, other.token) &&
        messages.before(other.append, messages.messages()[message].append)) {
      return "it is sent only after a message that is there by then and would be taken first; only "
             "delayed delivery lets it come before";
    }
  }
  return "no order of arrivals lets every other receive take the message that it took";
}

}  // namespace heddle::explore
