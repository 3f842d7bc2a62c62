// The examples in examples/cpp, each in the variant that fails: with HEDDLE_HTML, a page of each.
// Ends with the number of checks that pass, which should be none.
#include "examples/cpp/auto_update.hpp"
#include "examples/cpp/catch2/lazy.hpp"
#include "examples/cpp/googletest/bank.hpp"
#include "examples/cpp/logger.hpp"
#include "examples/cpp/par_scheduler.hpp"
#include "examples/cpp/philosophers.hpp"
#include "examples/cpp/search_party.hpp"
#include "heddle/check.hpp"
#include "tests/support/lock_free_scenarios.hpp"

// Programs with a main of their own.
#define main counter_main
#include "examples/cpp/ctest/careless_counter_test.cpp"
#undef main
#define main slot_main
#include "examples/cpp/makefile/careless_slot_test.cpp"
#undef main
#define main lost_update_main
#include "examples/cpp/snippets/lost_update.cpp"
#undef main

namespace {

namespace scenarios = heddle::testing;

int passed = 0;

template <class F, class Predicate>
void check(const char* name, F test, Predicate predicate, heddle::memory memory) {
  heddle::options how{.name = name};
  how.memory = memory;
  if (heddle::passes(heddle::check(test, how, predicate))) ++passed;
}

// Of a test that returns whether all went well.
template <class F>
void check_holds(const char* name, F test, heddle::memory memory) {
  check(name, test, heddle::gives(true), memory);
}

void case_studies() {
  using heddle::memory;
  check(
      "auto_update", [] { return examples::AutoUpdate<int>([] { return 0; }).get(); },
      heddle::gives(0), memory::sc);
  check(
      "logger",
      [] {
        const examples::Logger logger;
        for (const char* line : {"a", "b"}) logger.write(line);
        logger.stop();
        return static_cast<int>(logger.lines().size());
      },
      heddle::gives(2), memory::sc);
  check(
      "par_scheduler",
      [] {
        const examples::ParScheduler scheduler(2, false);
        const auto leaf = [](const examples::ParScheduler&) {};
        scheduler.add([=](const examples::ParScheduler& self) { self.add(leaf); });
        scheduler.run();
        return 0;
      },
      heddle::gives(0), memory::sc);
  check(
      "philosophers",
      [] {
        examples::dine(3, false);
        return 0;
      },
      heddle::gives(0), memory::sc);
  check(
      "search_party",
      [] {
        const auto found = examples::find_concurrently(
            3, [](int n) { return n % 2 == 0; }, false);
        return static_cast<int>(found.size());
      },
      heddle::gives(2), memory::sc);
}

// Those of the test frameworks, without these.
void framework_tests() {
  check(
      "lazy",
      [] {
        lazy object;
        conc::thread other([&] { object.use_carelessly(); });
        object.use_carelessly();
        other.join();
        return object.times_made();
      },
      heddle::gives(1), heddle::memory::sc);
  check(
      "bank",
      [] {
        account mine;
        account yours;
        conc::thread other([&] { transfer_carelessly(yours, mine, 1); });
        transfer_carelessly(mine, yours, 2);
        other.join();
        return mine.balance == 9 && yours.balance == 11;
      },
      heddle::gives(true), heddle::memory::sc);
}

void lock_free() {
  using heddle::memory;
  check_holds("treiber_stack", scenarios::every_node_has_one_owner<false>, memory::sc);
  check_holds("michael_scott_queue", scenarios::queue_keeps_what_was_pushed<false>, memory::sc);
  check_holds("chase_lev_deque", scenarios::no_task_is_taken_twice<false>, memory::tso);
  check_holds("spsc_ring", scenarios::ring_keeps_the_order<false>, memory::pso);
  check_holds("seqlock", scenarios::halves_belong_together<false>, memory::cpp);
  check_holds("pointer_swap", scenarios::readers_see_a_version<false>, memory::sc);
  check_holds("hazard_pointer", scenarios::what_is_protected_stays<false>, memory::cpp);
  check_holds("double_checked", scenarios::made_once_and_whole<false>, memory::cpp);
  check_holds("mutual_exclusion", scenarios::excludes<examples::Peterson<false>>, memory::tso);
  check_holds("reader_writer_lock", scenarios::writers_are_alone<false>, memory::sc);
  check_holds("mpmc_queue", scenarios::every_value_arrives_once<false>, memory::sc);
}

}  // namespace

int main() {
  passed += (counter_main() == 0) + (slot_main() == 0) + (lost_update_main() == 0);
  framework_tests();
  case_studies();
  lock_free();
  return passed;
}
