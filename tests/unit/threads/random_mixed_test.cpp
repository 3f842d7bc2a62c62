// Random programs over many kinds of objects at once, a few kinds in each program so that they
// meet: the reductions find what the search without any finds, under every memory model.
#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "heddle/atomic.hpp"
#include "heddle/call_once.hpp"
#include "heddle/choice.hpp"
#include "heddle/condition_variable.hpp"
#include "heddle/future.hpp"
#include "heddle/latch.hpp"
#include "heddle/mailbox.hpp"
#include "heddle/mutex.hpp"
#include "heddle/mvar.hpp"
#include "heddle/semaphore.hpp"
#include "heddle/shared_mutex.hpp"
#include "heddle/stm.hpp"
#include "heddle/stop_token.hpp"
#include "tests/support/random_scripts.hpp"

namespace heddle {
namespace {

using namespace std::chrono_literals;
using std::to_string;

struct Mixed {
  mutex lock;
  shared_mutex shared_lock;
  timed_mutex timed_lock;
  condition_variable changed;
  counting_semaphore<4> tickets{1};
  latch gate{2};
  once_flag once;
  stop_source stop;
  promise<int> given;
  shared_future<int> expected{given.get_future().share()};
  atomic<int> x{0};
  atomic<int> y{0};
  int referred = 0;
  tvar<int> t{0};
  tvar<int> u{1};
  mvar<int> box;
  mailbox<int> mail;
  int count = 0;
  int opaque = 0;

  static std::string found(const std::optional<int>& value) {
    return value ? to_string(*value) : "-";
  }
  static constexpr int kOperations = 26;
  std::string perform(int operation, int value) {
    switch (operation) {
      case 0: {
        const std::scoped_lock guard(lock);
        return "m" + to_string(++count);
      }
      case 1: {
        std::unique_lock guard(lock);
        const bool in_time = changed.wait_for(guard, 1ms) == cv_status::no_timeout;
        return (in_time ? "n" : "t") + to_string(count);
      }
      case 2:
        changed.notify_one();
        return "";
      case 3:
        return tickets.try_acquire() ? "s" : "-";
      case 4:
        tickets.release();
        return "";
      case 5:
        gate.count_down();
        return "";
      case 6:
        return gate.try_wait() ? "g" : "-";
      case 7: {
        std::string called = ".";
        call_once(once, [&] { called = "!" + to_string(x.load()); });
        return called;
      }
      case 8:
        return stop.request_stop() ? "r" : "-";
      case 9: {
        std::string called;
        {
          const stop_callback callback(stop.get_token(),
                                       [&] { called = "b" + to_string(x.fetch_add(1)); });
          y.store(value);
        }
        return called;
      }
      case 10:
        return "e" + to_string(x.exchange(value));
      case 11:
        return "l" + to_string(x.load()) + to_string(y.load());
      case 12: {
        int zero = 0;
        return x.compare_exchange_strong(zero, value) ? "c" : "f" + to_string(zero);
      }
      case 13:
        return "t" + to_string(atomically([&] {
                 const int old = t.read();
                 t.write(old + 1);
                 return old;
               }));
      case 14:
        return "o" + to_string(atomically([&] {
                 return or_else(
                     [&] {
                       heddle::check(t.read() > 1);
                       u.write(value);
                       return 1;
                     },
                     [&] { return 2 + u.read(); });
               }));
      case 15:
        return "v" + found(box.try_take());
      case 16:
        return box.try_put(value) ? "p" : "q";
      case 17:
        mail.send(value);
        return "";
      case 18:
        return "M" + found(mail.receive_for(1ms, [](int message) { return message % 2 == 0; }));
      case 19:
        return "B" + found(mail.receive_for(1ms));
      case 20:
        if (expected.wait_for(1ms) != future_status::ready) return "F-";
        return "F" + to_string(expected.get());
      case 21:
        try {
          given.set_value(value);
        } catch (const std::future_error&) {
          return "again";
        }
        return "set";
      case 22: {
        const std::shared_lock guard(shared_lock, std::try_to_lock);
        return guard ? "r" + to_string(y.load()) : "-";
      }
      case 23: {
        const std::unique_lock guard(shared_lock);
        y.store(value);
        return "w";
      }
      case 24:
        return "o" + to_string(atomic_step([&] { return ++opaque; })) + to_string(choose(2));
      default: {
        const int old = atomic_ref<int>(referred).fetch_add(value);
        return "R" + to_string(old) + to_string(atomic_ref<int>(referred).load());
      }
    }
  }
};

std::string run(const tests::Scripts& scripts) {
  Mixed shared;
  std::vector<std::string> found(scripts.size());
  std::vector<thread> threads;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    threads.emplace_back([&, i] {
      int value = 10 * static_cast<int>(i);
      for (const int operation : scripts[i]) found[i] += shared.perform(operation, ++value);
    });
  }
  for (thread& one : threads) one.join();
  std::string all;
  for (const std::string& one : found) all += one + "|";
  return all;
}

class RandomMixed : public ::testing::TestWithParam<memory> {};

TEST_P(RandomMixed, AllAgree) {
  const auto seed = static_cast<unsigned>(tests::from_environment("HEDDLE_SEED", 1));
  const auto programs = static_cast<unsigned>(tests::random_programs(16));
  for (unsigned program = seed; program < seed + programs; ++program) {
    std::mt19937 random(program);
    const int kinds[] = {static_cast<int>(random() % Mixed::kOperations),
                         static_cast<int>(random() % Mixed::kOperations),
                         static_cast<int>(random() % Mixed::kOperations)};
    const bool three = random() % 3 == 0;
    tests::Scripts scripts(three ? 3 : 2);
    std::string text = "seed " + to_string(program) + ":";
    for (auto& script : scripts) {
      for (int i = 0; i < (three ? 1 : 2); ++i) {
        script.push_back(kinds[random() % 3]);
        text += " " + to_string(script.back());
      }
      text += " |";
    }
    SCOPED_TRACE(text);
    options how;
    how.memory = GetParam();
    how.spurious_wakeups = 0;
    tests::agreed([&] { return run(scripts); }, how, true);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RandomMixed,
                         ::testing::Values(memory::sc, memory::tso, memory::pso, memory::cpp));

}  // namespace
}  // namespace heddle
