// Steps of one thread that are executed together (core::Program::step_on) are those that `step`
// executes one by one: same footprints, same fingerprints, same end.
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/step.hpp"
#include "heddle/atomic.hpp"
#include "heddle/mutex.hpp"
#include "heddle/thread.hpp"
#include "threads/program.hpp"

namespace heddle {
namespace {

using core::ActorId;
using core::StepRecord;

template <class F>
class Function final : public detail::Test {
 public:
  explicit Function(F f) : function_(std::move(f)) {}
  void run() override { function_(); }
  std::string result() const override { return {}; }

 private:
  F function_;
};

template <class F>
std::unique_ptr<threads::Program> program_of(F f) {
  return std::make_unique<threads::Program>([f] { return std::make_unique<Function<F>>(f); },
                                            std::make_shared<threads::Shared>(),
                                            threads::EngineOptions{});
}

struct Taken {
  ActorId actor;
  std::uint64_t fingerprint;
  std::vector<core::Access> accesses;
  bool operator==(const Taken&) const = default;
};

// As the explorer goes on: with the same actor as long as it can, else with the first.
std::vector<Taken> run(threads::Program& program, std::size_t room) {
  std::vector<Taken> taken;
  std::vector<StepRecord> records(room);
  program.restart();
  ActorId actor = core::kNoActor;
  while (true) {
    if (actor == core::kNoActor || !program.is_enabled(actor)) actor = program.first_enabled();
    if (actor == core::kNoActor) return taken;
    std::size_t count = 1;
    if (room == 1) {
      program.step(actor, records[0]);
    } else {
      count = program.step_on(actor, records);
    }
    EXPECT_LE(count, room);
    for (const StepRecord& record : std::span(records).first(count)) {
      taken.push_back({actor, record.fingerprint, record.accesses});
    }
  }
}

template <class F>
void expect_the_same(F f, std::size_t steps) {
  const auto one_by_one = program_of(f);
  const std::vector<Taken> expected = run(*one_by_one, 1);
  EXPECT_EQ(expected.size(), steps);
  for (const std::size_t room : {2, 3, 16}) {
    const auto together = program_of(f);
    EXPECT_EQ(run(*together, room), expected) << "room for " << room;
    EXPECT_EQ(together->outcome(), one_by_one->outcome());
  }
}

TEST(StepOn, FillsTheRoom) {
  const auto program = program_of([] {
    atomic<int> x{0};
    for (int i = 0; i < 5; ++i) x.store(i);
  });
  std::vector<StepRecord> records(3);
  program->restart();
  const ActorId main = program->first_enabled();
  EXPECT_EQ(program->step_on(main, records), 3U);
  EXPECT_EQ(program->step_on(main, records), 2U);
  EXPECT_EQ(program->first_enabled(), core::kNoActor);
}

TEST(StepOn, ThreadsThatStartAndEnd) {
  // 2 starts, 2 + 2 accesses, 2 joins.
  expect_the_same(
      [] {
        atomic<int> x{0};
        const auto work = [&] {
          x.store(1);
          x.load();
        };
        thread a(work);
        thread b(work);
        a.join();
        b.join();
      },
      8);
}

TEST(StepOn, StopsWhereTheThreadWaits) {
  // Lock, start, unlock, join, the end of the mutex, and in the thread lock and unlock.
  expect_the_same(
      [] {
        mutex m;
        m.lock();
        thread other([&] {
          m.lock();
          m.unlock();
        });
        m.unlock();
        other.join();
      },
      7);
}

TEST(StepOn, StopsWhereTheThreadSpins) {
  // Main starts the other and looks twice: the second look is where it was, so it is not taken
  // before the other has stored.
  const auto program = program_of([] {
    atomic<bool> ready{false};
    thread other([&] { ready.store(true); });
    while (!ready.load()) {
    }
    other.join();
  });
  const std::vector<Taken> expected = run(*program, 1);
  EXPECT_EQ(run(*program, 16), expected);
  EXPECT_TRUE(program->redundant());
}

TEST(StepOn, AnErrorEndsIt) {
  // The lock, and the end of the mutex when the thread is unwound.
  expect_the_same(
      [] {
        mutex m;
        m.lock();
        m.lock();
      },
      2);
}

}  // namespace
}  // namespace heddle
