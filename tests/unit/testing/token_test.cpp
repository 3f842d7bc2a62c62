// Replay tokens: what goes in comes out, what is damaged is told, and one schedule is run once.
#include "testing/token.hpp"

#include <gtest/gtest.h>

#include "support/check.hpp"

namespace heddle::testing {
namespace {

constexpr core::ActorId kNone = core::kNoActor;

struct Sample {
  core::ActorTable table;
  std::vector<core::ActorId> schedule;

  Sample() {
    const core::ActorId main = table.intern({kNone, 0, 0});
    const core::ActorId other = table.intern({main, 0, 5});  // not in the schedule
    const core::ActorId first = table.intern({main, 0, 0});
    const core::ActorId buffer = table.intern({other, 2, 300});
    schedule = {main, main, first, buffer, first, first, main};
    schedule.insert(schedule.end(), 1000, first);
  }
};

TEST(Token, ComesBackAsItWas) {
  const Sample sample;
  options how;
  how.memory = memory::pso;
  how.weak_failures = false;
  how.spurious_wakeups = 0;
  const Token token = make_token(sample.table, sample.schedule, "a test", how);
  const std::string text = to_text(token);
  EXPECT_EQ(parse_token(text), token);
  EXPECT_LT(text.size(), 60U) << text;
  // Ids of another process: the actors were met in another order.
  core::ActorTable other;
  const auto there = schedule_of(parse_token(text), other);
  ASSERT_EQ(there.size(), sample.schedule.size());
  for (std::size_t i = 0; i < there.size(); ++i) {
    EXPECT_EQ(other.key(there[i]).ordinal, sample.table.key(sample.schedule[i]).ordinal);
  }
  options back;
  apply_engine_bits(token.engine, back);
  EXPECT_EQ(back.memory, memory::pso);
  EXPECT_FALSE(back.weak_failures);
  EXPECT_EQ(back.spurious_wakeups, 0U);
  EXPECT_TRUE(back.spin_detection);
}

TEST(Token, EmptySchedule) {
  const core::ActorTable none;
  const Token token = make_token(none, {}, "", {});
  EXPECT_EQ(parse_token(to_text(token)), token);
}

std::string error_of(const std::string& text) {
  try {
    parse_token(text);
  } catch (const support::UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Token, EveryDamageIsTold) {
  const Sample sample;
  const std::string text = to_text(make_token(sample.table, sample.schedule, "a test", {}));
  EXPECT_NE(error_of("").find("is no replay token"), std::string::npos);
  EXPECT_NE(error_of("h2.abc").find("is no replay token"), std::string::npos);
  EXPECT_NE(error_of("h1.").find("not whole"), std::string::npos);
  EXPECT_NE(error_of(text + "!").find("contains '!'"), std::string::npos);
  for (std::size_t cut = 3; cut + 1 < text.size(); ++cut) {
    EXPECT_NE(error_of(text.substr(0, cut)), "no error") << cut;
  }
  for (std::size_t i = 3; i < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = damaged[i] == 'A' ? 'B' : 'A';
    EXPECT_NE(error_of(damaged), "no error") << i;
  }
  // Letters too many: they make up whole bytes, or do not.
  for (std::string longer = text + "A"; longer.size() < text.size() + 5; longer += "A") {
    EXPECT_NE(error_of(longer), "no error") << longer;
  }
}

}  // namespace
}  // namespace heddle::testing
