// A program made by hand: each actor takes steps with the footprints that the test spells out.
//
//   ScriptedProgram program({{write(x, 1), read(y)},              // actor 0
//                            {acquire(m), {read(x), read(y)}}});  // actor 1; a step with two
//                                                                 // accesses
//
// What blocks an actor follows from its next footprint: a lock that is held, a value that does not
// match, no message that matches, nothing to consume. A value is a small number; a constraint is a
// set of them (`accepting({1, 2})`). A cell is 0 at first. `via(p, read(x))` reads the cell p,
// finds n there, and reads the cell x + n: what it touches depends on what it finds.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/program.hpp"
#include "support/check.hpp"

namespace heddle::tests {

using core::Access;
using core::AccessKind;
using core::ActorId;
using core::Location;
using core::Token;

/// The constraint that accepts these values, each less than 64.
inline Token accepting(std::initializer_list<Token> values) {
  Token set = 0;
  for (const Token value : values) set |= Token{1} << value;
  return set;
}

inline Access read(Location at) { return {at, 0, AccessKind::kRead}; }
inline Access write(Location at, Token value) { return {at, value, AccessKind::kWrite}; }
inline Access update(Location at, Token value) { return {at, value, AccessKind::kUpdate}; }
inline Access await(Location at, std::initializer_list<Token> values) {
  return {at, accepting(values), AccessKind::kAwait};
}
inline Access acquire(Location at) { return {at, 0, AccessKind::kAcquire}; }
inline Access release(Location at) { return {at, 0, AccessKind::kRelease}; }
inline Access append(Location at, Token message) { return {at, message, AccessKind::kAppend}; }
inline Access take(Location at, std::initializer_list<Token> values) {
  return {at, accepting(values), AccessKind::kTake};
}
inline Access poll(Location at, std::initializer_list<Token> values) {
  return {at, accepting(values), AccessKind::kPoll};
}
inline Access produce(Location at) { return {at, 0, AccessKind::kProduce}; }
inline Access consume(Location at) { return {at, 0, AccessKind::kConsume}; }

struct Footprint {
  Footprint(Access access) : accesses{access} {}  // NOLINT: reads better without the type
  Footprint(std::initializer_list<Access> list) : accesses(list) {}
  std::vector<Access> accesses;
  bool via = false;  // the first access is to a pointer to the second's location
};

inline Footprint via(Location pointer, Access access) {
  Footprint footprint{{pointer, 0, AccessKind::kRead, true}, access};
  footprint.via = true;
  return footprint;
}

using Script = std::vector<Footprint>;

class ScriptedProgram final : public core::Program {
 public:
  /// Programs that share an exploration share their actors.
  explicit ScriptedProgram(std::vector<Script> scripts, std::shared_ptr<core::ActorTable> actors =
                                                            std::make_shared<core::ActorTable>())
      : scripts_(std::move(scripts)), actors_(std::move(actors)) {
    for (std::size_t i = 0; i < scripts_.size(); ++i) actors_->intern({core::kNoActor, 0, i});
    restart();
  }

  void enabled(std::vector<ActorId>& out) const override { list(true, out); }
  void blocked(std::vector<ActorId>& out) const override { list(false, out); }
  bool is_enabled(ActorId actor) const override {
    if (!has_next(actor)) return false;
    const auto& accesses = next(actor).accesses;
    return std::all_of(accesses.begin(), accesses.end(), [&](const Access& a) { return can(a); });
  }
  void pending(ActorId actor, core::StepRecord& out) const override {
    out.accesses = next(actor).accesses;
    if (next(actor).via) out.accesses[1].location += at(cells_, out.accesses[0].location);
    out.fingerprint = (std::uint64_t{actor} << 32) | position_[actor];
  }
  void step(ActorId actor, core::StepRecord& out) override {
    HEDDLE_CHECK(is_enabled(actor), "actor {} cannot take a step", actor);
    pending(actor, out);
    for (const Access& access : out.accesses) perform(actor, access);
    ++position_[actor];
    schedule_.push_back(actor);
  }

  void restart() override {
    position_.assign(scripts_.size(), 0);
    seen_.assign(scripts_.size(), {});
    schedule_.clear();
    cells_.clear();
    held_.clear();
    mailboxes_.clear();
    produced_.clear();
  }
  bool can_rewind() const override { return true; }
  core::Mark mark() override { return schedule_.size(); }
  void rewind(core::Mark mark) override {
    std::vector<ActorId> schedule = std::move(schedule_);
    schedule.resize(mark);
    restart();
    core::StepRecord record;
    for (const ActorId actor : schedule) step(actor, record);
  }

  bool matches(Token constraint, Token value) const override {
    return ((constraint >> value) & 1U) != 0;
  }
  Token initial_value(Location) const override { return 0; }

  bool has_errors() const override { return false; }
  std::vector<core::Finding> errors() const override { return {}; }
  /// What each actor has read and received.
  std::string outcome() const override {
    std::string out;
    for (const auto& values : seen_) {
      for (const Token value : values) out += std::to_string(value) + " ";
      out += "| ";
    }
    return out;
  }
  core::StepText describe_last_step() const override {
    core::StepText text;
    text.operation = "step " + std::to_string(schedule_.size());
    return text;
  }
  std::string actor_name(ActorId actor) const override { return "a" + std::to_string(actor); }
  std::string location_name(Location at) const override { return "l" + std::to_string(at); }
  core::ActorTable& actors() const override { return *actors_; }

 private:
  static constexpr Token kNothing = 63;  // what a poll sees when no message matches

  bool has_next(ActorId actor) const {
    return actor < scripts_.size() && position_[actor] < scripts_[actor].size();
  }
  const Footprint& next(ActorId actor) const { return scripts_[actor][position_[actor]]; }
  void list(bool enabled, std::vector<ActorId>& out) const {
    out.clear();
    for (ActorId actor = 0; actor < scripts_.size(); ++actor) {
      if (has_next(actor) && is_enabled(actor) == enabled) out.push_back(actor);
    }
  }

  template <typename Map>
  static typename Map::mapped_type at(const Map& map, Location location) {
    const auto it = map.find(location);
    return it == map.end() ? typename Map::mapped_type{} : it->second;
  }

  bool can(const Access& access) const {
    switch (access.kind) {
      case AccessKind::kAwait:
        return matches(access.token, at(cells_, access.location));
      case AccessKind::kAcquire:
        return !at(held_, access.location);
      case AccessKind::kConsume:
        return at(produced_, access.location);
      case AccessKind::kTake: {
        const std::vector<Token> messages = at(mailboxes_, access.location);
        return std::any_of(messages.begin(), messages.end(),
                           [&](Token message) { return matches(access.token, message); });
      }
      default:
        return true;
    }
  }

  void perform(ActorId actor, const Access& access) {
    if (core::reads_cell(access.kind)) seen_[actor].push_back(at(cells_, access.location));
    if (core::writes_cell(access.kind)) cells_[access.location] = access.token;
    if (core::is_lock(access.kind)) held_[access.location] = access.kind == AccessKind::kAcquire;
    if (access.kind == AccessKind::kProduce) produced_[access.location] = true;
    if (access.kind == AccessKind::kAppend) mailboxes_[access.location].push_back(access.token);
    if (access.kind == AccessKind::kTake || access.kind == AccessKind::kPoll) {
      auto& messages = mailboxes_[access.location];
      const auto it = std::find_if(messages.begin(), messages.end(),
                                   [&](Token message) { return matches(access.token, message); });
      seen_[actor].push_back(it == messages.end() ? kNothing : *it);
      if (it != messages.end()) messages.erase(it);
    }
  }

  const std::vector<Script> scripts_;
  const std::shared_ptr<core::ActorTable> actors_;
  std::vector<std::size_t> position_;
  std::vector<std::vector<Token>> seen_;
  std::vector<ActorId> schedule_;
  std::map<Location, Token> cells_;
  std::map<Location, bool> held_;
  std::map<Location, std::vector<Token>> mailboxes_;
  std::map<Location, bool> produced_;
};

}  // namespace heddle::tests
