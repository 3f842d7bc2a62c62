// Steps whose footprint depends on what they find (`Access::decides`), against brute force.
//
// The toy language has none: a program here is made of cells that name others. `via` steps read
// such a pointer and then read, write or append to what it names, as a send to a registered name
// does. Which of two writes a pointer got last is observed by nothing else than those steps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/program.hpp"
#include "dist/exploration.hpp"
#include "support/check.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/oracle.hpp"

namespace heddle::tests {
namespace {

using core::Access;
using core::AccessKind;
using core::ActorId;
using core::Location;
using core::Token;

constexpr std::uint64_t kPointers = 2;
constexpr std::uint64_t kTargets = 3;  // of each kind: cells, mailboxes
constexpr Location kFirstCell = kPointers;
constexpr Location kFirstMailbox = kFirstCell + kTargets;
constexpr Token kNothing = 9;  // what a poll finds when no message matches

struct Operation {
  enum class Kind : std::uint8_t { kRead, kWrite, kAppend, kPoll };
  Kind kind = Kind::kRead;
  bool via = false;      // `at` is a pointer
  std::uint64_t at = 0;  // a pointer or a target
  Token value = 0;       // written, sent; of a poll: the one value that it takes, or kNothing: any
};
using Scripts = std::vector<std::vector<Operation>>;

std::string text(const Scripts& scripts) {
  constexpr std::array kNames = {"read", "write", "append", "poll"};
  std::string all;
  for (const auto& script : scripts) {
    for (const Operation& operation : script) {
      all += fmt::format("{}{}({}, {}) ", kNames[static_cast<std::size_t>(operation.kind)],
                         operation.via ? "_via" : "", operation.at, operation.value);
    }
    all += "| ";
  }
  return all;
}

class Pointers final : public core::Program {
 public:
  Pointers(Scripts scripts, std::shared_ptr<core::ActorTable> actors)
      : scripts_(std::move(scripts)), actors_(std::move(actors)) {
    for (std::size_t i = 0; i < scripts_.size(); ++i) actors_->intern({core::kNoActor, 0, i});
    restart();
  }

  void enabled(std::vector<ActorId>& out) const override {
    out.clear();
    for (ActorId actor = 0; actor < scripts_.size(); ++actor) {
      if (is_enabled(actor)) out.push_back(actor);
    }
  }
  bool is_enabled(ActorId actor) const override {
    return actor < scripts_.size() && position_[actor] < scripts_[actor].size();
  }
  void blocked(std::vector<ActorId>& out) const override { out.clear(); }

  void pending(ActorId actor, core::StepRecord& out) const override {
    out.clear();
    const Operation& operation = scripts_[actor][position_[actor]];
    out.fingerprint = (std::uint64_t{actor} << 32) | position_[actor];
    if (operation.via) out.accesses.push_back({operation.at, 0, AccessKind::kRead, true});
    out.accesses.push_back({target(operation), token(operation), kind(operation)});
  }

  void step(ActorId actor, core::StepRecord& out) override {
    pending(actor, out);
    const Operation& operation = scripts_[actor][position_[actor]];
    const Location at = target(operation);
    std::vector<Token>& seen = seen_[actor];
    if (operation.via) seen.push_back(cells_[operation.at]);
    switch (operation.kind) {
      case Operation::Kind::kRead:
        seen.push_back(cells_[at]);
        break;
      case Operation::Kind::kWrite:
        cells_[at] = operation.value;
        break;
      case Operation::Kind::kAppend:
        mailboxes_[at - kFirstMailbox].push_back(operation.value);
        break;
      case Operation::Kind::kPoll: {
        auto& messages = mailboxes_[at - kFirstMailbox];
        const auto found = std::find_if(messages.begin(), messages.end(), [&](Token message) {
          return matches(operation.value, message);
        });
        seen.push_back(found == messages.end() ? kNothing : *found);
        if (found != messages.end()) messages.erase(found);
        break;
      }
    }
    ++position_[actor];
    schedule_.push_back(actor);
  }

  void restart() override {
    position_.assign(scripts_.size(), 0);
    seen_.assign(scripts_.size(), {});
    schedule_.clear();
    cells_.fill(0);
    mailboxes_.fill({});
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
    return constraint == kNothing || constraint == value;
  }
  Token initial_value(Location) const override { return 0; }
  bool has_errors() const override { return false; }
  std::vector<core::Finding> errors() const override { return {}; }
  std::string outcome() const override {
    std::string out;
    for (const auto& values : seen_) {
      for (const Token value : values) out += fmt::format("{} ", value);
      out += "| ";
    }
    return out;
  }
  core::StepText describe_last_step() const override { return {}; }
  std::string actor_name(ActorId actor) const override { return fmt::format("a{}", actor); }
  std::string location_name(Location at) const override { return fmt::format("l{}", at); }
  core::ActorTable& actors() const override { return *actors_; }

 private:
  static bool is_mail(const Operation& operation) {
    return operation.kind >= Operation::Kind::kAppend;
  }
  Location target(const Operation& operation) const {
    if (!operation.via) return operation.at;
    return (is_mail(operation) ? kFirstMailbox : kFirstCell) + cells_[operation.at];
  }
  static AccessKind kind(const Operation& operation) {
    constexpr std::array kKinds = {AccessKind::kRead, AccessKind::kWrite, AccessKind::kAppend,
                                   AccessKind::kPoll};
    return kKinds[static_cast<std::size_t>(operation.kind)];
  }
  static Token token(const Operation& operation) {
    return operation.kind == Operation::Kind::kRead ? 0 : operation.value;
  }

  const Scripts scripts_;
  const std::shared_ptr<core::ActorTable> actors_;
  std::vector<std::size_t> position_;
  std::vector<std::vector<Token>> seen_;
  std::vector<ActorId> schedule_;
  std::array<Token, kPointers + kTargets> cells_{};
  std::array<std::vector<Token>, kTargets> mailboxes_;
};

Scripts random_scripts(std::mt19937& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Scripts scripts(3 + below(2));
  for (std::size_t actor = 0; actor < scripts.size(); ++actor) {
    for (std::size_t left = 1 + below(scripts.size() == 3 ? 3 : 2); left > 0; --left) {
      Operation operation;
      operation.kind = static_cast<Operation::Kind>(below(4));
      operation.via = below(2) == 0;
      operation.value = below(kTargets);
      if (operation.kind == Operation::Kind::kPoll) {  // a mailbox has one receiver
        operation.via = false;
        operation.at = kFirstMailbox + actor % kTargets;
        if (actor >= kTargets) operation.kind = Operation::Kind::kAppend;
        if (below(2) == 0) operation.value = kNothing;
      } else if (operation.via) {
        operation.at = below(kPointers);
      } else if (operation.kind == Operation::Kind::kAppend) {
        operation.at = kFirstMailbox + below(kTargets);
      } else {  // pointers, most of the time
        operation.at = below(4) == 0 ? kFirstCell + below(kTargets) : below(kPointers);
      }
      if (operation.kind == Operation::Kind::kAppend) operation.value %= kTargets;
      scripts[actor].push_back(operation);
    }
  }
  return scripts;
}

core::ProgramFactory factory_of(const Scripts& scripts) {
  const auto actors = std::make_shared<core::ActorTable>();
  return [scripts, actors] { return std::make_unique<Pointers>(scripts, actors); };
}

std::string difference(const Scripts& scripts, const char* algorithm) {
  const ExploreOptions options{.limit = 200'000, .classes = false};
  const Explored all = explore_with("none", factory_of(scripts), options);
  if (!all.complete) return "";
  const Explored reduced = explore_with(algorithm, factory_of(scripts), options);
  if (reduced.outcomes == all.outcomes) return "";
  return fmt::format("{} finds {} outcomes, there are {}", algorithm, reduced.outcomes.size(),
                     all.outcomes.size());
}

// Takes operations and actors away as long as the difference is there.
Scripts shrunk(Scripts scripts, const char* algorithm) {
  for (std::size_t i = 0; i < scripts.size();) {
    bool smaller = false;
    for (std::size_t k = 0; k < scripts[i].size() && !smaller; ++k) {
      Scripts less = scripts;
      less[i].erase(less[i].begin() + static_cast<std::ptrdiff_t>(k));
      if (less[i].empty()) less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      smaller = !difference(less, algorithm).empty();
      if (smaller) scripts = std::move(less);
    }
    i = smaller ? 0 : i + 1;
  }
  return scripts;
}

void expect_same_outcomes(const char* algorithm) {
  const std::uint64_t count = random_programs(400);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    const Scripts scripts = random_scripts(random);
    if (difference(scripts, algorithm).empty()) continue;
    const Scripts small = shrunk(scripts, algorithm);
    FAIL() << "seed " << seed << ": " << difference(small, algorithm) << "\n" << text(small);
  }
}

// The smallest programs that lost an outcome under one of the algorithms.
TEST(PointersAgainstNone, OnceLost) {
  using Kind = Operation::Kind;
  const Operation read1{Kind::kRead, false, 1, 0};
  const Scripts programs[] = {
      // optimal: what waits behind a wild step is begun by what that turns out to do
      {{{Kind::kWrite, false, 1, 1}}, {{Kind::kAppend, true, 1, 0}}, {read1}, {read1}},
      {{{Kind::kWrite, false, 1, 1}},
       {{Kind::kWrite, true, 1, 0}},
       {{Kind::kRead, false, 3, 0}, read1},
       {{Kind::kAppend, true, 1, 0}}},
      // observers: the step that observes a race goes elsewhere when it is reversed
      {{{Kind::kWrite, false, 0, 2}, {Kind::kRead, true, 0, 0}},
       {{Kind::kWrite, true, 0, 2}},
       {{Kind::kWrite, false, 0, 0}, {Kind::kRead, true, 0, 0}}},
      // source
      {{{Kind::kPoll, false, 5, kNothing}, {Kind::kWrite, false, 1, 1}},
       {{Kind::kAppend, true, 1, 2}, {Kind::kWrite, true, 1, 2}},
       {{Kind::kRead, true, 0, 0}}},
      // persistent
      {{{Kind::kWrite, true, 0, 2}},
       {{Kind::kRead, true, 1, 0}},
       {{Kind::kRead, true, 0, 0}, {Kind::kWrite, false, 1, 2}}},
  };
  for (const Scripts& program : programs) {
    for (const char* algorithm : {"persistent", "source", "optimal", "observers", "bounded"}) {
      EXPECT_EQ(difference(program, algorithm), "") << text(program);
    }
  }
}

TEST(PointersAgainstNone, Persistent) { expect_same_outcomes("persistent"); }
TEST(PointersAgainstNone, Source) { expect_same_outcomes("source"); }
TEST(PointersAgainstNone, Optimal) { expect_same_outcomes("optimal"); }
TEST(PointersAgainstNone, Bounded) { expect_same_outcomes("bounded"); }
TEST(PointersAgainstNone, Observers) { expect_same_outcomes("observers"); }

// Such programs are not shared among workers.
TEST(PointersAgainstNone, ObserversWithThreeJobs) {
  const std::uint64_t count = random_programs(100);
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    std::mt19937 random(static_cast<std::uint32_t>(seed));
    const core::ProgramFactory factory = factory_of(random_scripts(random));
    const Explored alone = explore_with("observers", factory, {.limit = 20'000, .classes = false});
    if (!alone.complete) continue;
    dist::ExplorationOptions options;
    options.jobs = 3;
    options.worker.shortest_task = {};
    options.worker.runs_between_looks = 1;
    const auto algorithm = explore::make_algorithm("observers");
    const dist::ExplorationResult together = dist::explore(factory, *algorithm, options);
    ASSERT_EQ(together.counts.interleavings, alone.counts.interleavings) << "seed " << seed;
  }
}

}  // namespace
}  // namespace heddle::tests
