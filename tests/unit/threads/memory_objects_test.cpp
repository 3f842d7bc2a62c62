// shared_ptr and its family, and thread_specific.
#include <gtest/gtest.h>

#include <vector>

#include "heddle/memory.hpp"
#include "heddle/thread.hpp"
#include "heddle/thread_specific.hpp"
#include "tests/support/explored.hpp"
#include "tests/support/random_scripts.hpp"

namespace {

using heddle::tests::agreed;
using heddle::tests::CppOutcomes;
using heddle::tests::explored;
using heddle::tests::has;
using heddle::tests::Set;

struct Noted {
  explicit Noted(heddle::thread::id& who) : destroyer(who) {}
  ~Noted() { destroyer = heddle::this_thread::get_id(); }
  heddle::thread::id& destroyer;
};

TEST(SharedPtr, TheLastOwnerDestroysInItsThread) {
  const CppOutcomes all = agreed([] {
    heddle::thread::id destroyer;
    auto mine = heddle::make_shared<Noted>(destroyer);
    heddle::thread t([other = mine]() mutable { other.reset(); });
    mine.reset();
    t.join();
    return destroyer == heddle::this_thread::get_id();
  });
  EXPECT_EQ(all.outcomes, Set({"false", "true"}));
}

TEST(SharedPtr, CopiesDoNotDependOnEachOther) {
  const CppOutcomes all = explored([] {
    const auto shared = heddle::make_shared<int>(1);
    std::vector<heddle::thread> threads;
    std::vector<heddle::shared_ptr<int>> copies(3);
    for (auto& copy : copies) threads.emplace_back([&] { copy = shared; });
    for (auto& thread : threads) thread.join();
    return shared.use_count();
  });
  EXPECT_EQ(all.outcomes, Set({"4"}));
  EXPECT_EQ(all.executions, 1U);
}

TEST(WeakPtr, FindsTheObjectOrNot) {
  const CppOutcomes all = agreed([] {
    auto owner = heddle::make_shared<int>(7);
    const heddle::weak_ptr<int> weak = owner;
    int seen = 0;
    heddle::thread t([&] {
      const auto locked = weak.lock();
      seen = locked ? *locked : -1;
    });
    owner.reset();
    t.join();
    return std::make_pair(seen, weak.expired());
  });
  EXPECT_EQ(all.outcomes, Set({"(-1, true)", "(7, true)"}));
}

struct Base : heddle::enable_shared_from_this<Base> {
  virtual ~Base() = default;
};
struct Derived : Base {
  int value = 3;
};

TEST(SharedPtr, ConversionsAndCasts) {
  const CppOutcomes all = explored([] {
    const heddle::shared_ptr<Base> base = heddle::make_shared<Derived>();
    const auto self = base->shared_from_this();
    const auto derived = heddle::dynamic_pointer_cast<Derived>(self);
    const heddle::shared_ptr<int> part(derived, &derived->value);
    heddle::shared_ptr<const Base> constant = base;
    heddle::shared_ptr<int> with_deleter(new int(1), [](int* p) { delete p; });
    const heddle::shared_ptr<int> unique = std::make_unique<int>(2);
    bool thrown = false;
    try {
      const heddle::shared_ptr<int> none{heddle::weak_ptr<int>()};
    } catch (const std::bad_weak_ptr&) {
      thrown = true;
    }
    return std::make_tuple(*part, base.use_count(), constant == base, *unique, thrown);
  });
  EXPECT_EQ(all.outcomes, Set({"(3, 5, true, 2, true)"}));
}

TEST(AtomicSharedPtr, IsReplacedWhileItIsRead) {
  const CppOutcomes all = agreed([] {
    heddle::atomic<heddle::shared_ptr<int>> current{heddle::make_shared<int>(1)};
    int seen = 0;
    heddle::thread t([&] { seen = *current.load(); });
    current.store(heddle::make_shared<int>(2));
    t.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"1", "2"}));
}

TEST(AtomicSharedPtr, CompareExchange) {
  const CppOutcomes all = agreed([] {
    const auto first = heddle::make_shared<int>(0);
    heddle::atomic<heddle::shared_ptr<int>> current{first};
    int won = 0;
    const auto replace = [&](int value) {
      auto expected = first;
      if (current.compare_exchange_strong(expected, heddle::make_shared<int>(value))) won += value;
    };
    heddle::thread t([&] { replace(1); });
    replace(2);
    t.join();
    return std::make_pair(won, *current.load());
  });
  EXPECT_EQ(all.outcomes, Set({"(1, 1)", "(2, 2)"}));
}

// The same two with the functions for pointers that are not atomic themselves.
TEST(AtomicFunctionsOfSharedPtr, ReplacedWhileItIsRead) {
  const CppOutcomes all = agreed([] {
    auto current = heddle::make_shared<int>(1);
    int seen = 0;
    heddle::thread t([&] { seen = *heddle::atomic_load(&current); });
    heddle::atomic_store(&current, heddle::make_shared<int>(2));
    t.join();
    return std::make_pair(seen, *current);
  });
  EXPECT_EQ(all.outcomes, Set({"(1, 2)", "(2, 2)"}));
}

TEST(AtomicFunctionsOfSharedPtr, CompareExchange) {
  const CppOutcomes all = agreed([] {
    const auto first = heddle::make_shared<int>(0);
    auto current = first;
    int won = 0;
    const auto replace = [&](int value) {
      auto expected = first;
      if (heddle::atomic_compare_exchange_strong(&current, &expected,
                                                 heddle::make_shared<int>(value))) {
        won += value;
      } else {
        won += 10 * *expected;
      }
    };
    heddle::thread t([&] { replace(1); });
    replace(2);
    t.join();
    return std::make_pair(won, *current);
  });
  EXPECT_EQ(all.outcomes, Set({"(11, 1)", "(22, 2)"}));  // 10 times what the other one found
}

// Two reads that are one after the other: what is seen never goes back.
TEST(AtomicFunctionsOfSharedPtr, ExchangesAreInOneOrder) {
  const CppOutcomes all = agreed([] {
    auto current = heddle::make_shared<int>(0);
    int first = 0;
    int second = 0;
    heddle::thread t([&] {
      first = *heddle::atomic_load_explicit(&current, heddle::memory_order_acquire);
      second = *heddle::atomic_load_explicit(&current, heddle::memory_order_acquire);
    });
    const int before = *heddle::atomic_exchange(&current, heddle::make_shared<int>(1));
    t.join();
    return std::make_tuple(before, first, second, heddle::atomic_is_lock_free(&current));
  });
  EXPECT_EQ(all.outcomes, Set({"(0, 0, 0, false)", "(0, 0, 1, false)", "(0, 1, 1, false)"}));
}

// What a pointer is between its atomic uses is the program's business.
TEST(AtomicFunctionsOfSharedPtr, PlainUseInBetween) {
  const CppOutcomes all = agreed([] {
    auto current = heddle::make_shared<int>(1);
    heddle::thread([&] { heddle::atomic_store(&current, heddle::make_shared<int>(2)); }).join();
    current = heddle::make_shared<int>(*current + 1);
    int seen = 0;
    heddle::thread t([&] { seen = *heddle::atomic_load(&current); });
    heddle::atomic_store(&current, heddle::make_shared<int>(4));
    t.join();
    return seen;
  });
  EXPECT_EQ(all.outcomes, Set({"3", "4"}));
}

struct Pointers {
  static constexpr int kOperations = 5;
  struct Local {
    heddle::shared_ptr<int> mine;
  };
  int destroyed = 0;
  heddle::shared_ptr<int> owners[2];
  heddle::weak_ptr<int> weak;
  int next = 0;

  Pointers() {
    owners[0] = heddle::shared_ptr<int>(new int(1), [this](int* p) {
      ++destroyed;
      delete p;
    });
    owners[1] = owners[0];
    weak = owners[0];
  }
  std::string perform(Local& local, int operation) {
    switch (operation) {
      case 0:
        if (local.mine == nullptr) local.mine = weak.lock();
        return local.mine != nullptr ? "l" : "-";
      case 1:
        local.mine.reset();
        return "";
      case 2:
        return std::to_string(weak.use_count());
      case 3: {
        const auto copy = local.mine;
        return copy != nullptr ? "c" : "";
      }
      default:
        owners[0].reset();
        return "";
    }
  }
  void finish(Local& local) { local.mine.reset(); }
};

// owners[0] is dropped by one thread only: a race on the pointer itself is an error of the program.
TEST(RandomPrograms, SharedPointers) {
  std::mt19937 random(41);
  for (int i = 0; i < 40; ++i) {
    heddle::tests::Scripts scripts(2);
    for (int j = 0; j < 3; ++j) {
      scripts[0].push_back(static_cast<int>(random() % 5));
      scripts[1].push_back(static_cast<int>(random() % 4));
    }
    SCOPED_TRACE("seed 41, program " + std::to_string(i));
    agreed([&] { return heddle::tests::run_scripts<Pointers>(scripts); });
    if (HasFailure()) return;
  }
}

TEST(ThreadSpecific, EveryThreadHasItsOwn) {
  const CppOutcomes all = agreed([] {
    int destroyed = 0;
    struct Counted {
      explicit Counted(int* count) : count(count) {}
      Counted(Counted&& other) noexcept : count(std::exchange(other.count, nullptr)) {}
      ~Counted() {
        if (count != nullptr) ++*count;
      }
      int* count;
      int value = 0;
    };
    int seen = 0;
    int destroyed_by_then = 0;
    {
      heddle::thread_specific<Counted> own([&] { return Counted(&destroyed); });
      ++own->value;
      heddle::thread t([&] {
        own->value += 5;
        seen = own->value;
      });
      t.join();
      destroyed_by_then = destroyed;
      seen = seen * 10 + own->value;
    }
    return std::make_tuple(seen, destroyed_by_then, destroyed);
  });
  EXPECT_EQ(all.outcomes, Set({"(51, 1, 2)"}));
}

}  // namespace
