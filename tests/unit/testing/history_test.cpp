// The search for an explanation of a history, against all orders tried one by one.
#include "testing/history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>

#include "explore/random_stream.hpp"

namespace heddle::testing {
namespace {

detail::LinearizabilitySubject queue() {
  using Model = std::deque<int>;
  detail::LinearizabilitySubject subject;
  for (int value = 1; value <= 2; ++value) {
    subject.calls.push_back({"push", nullptr, [value](void* model) {
                               static_cast<Model*>(model)->push_back(value);
                               return std::string("()");
                             }});
  }
  subject.calls.push_back({"pop", nullptr, [](void* any) {
                             auto& model = *static_cast<Model*>(any);
                             if (model.empty()) return std::string("-");
                             const int first = model.front();
                             model.pop_front();
                             return std::to_string(first);
                           }});
  subject.make_model = [] { return std::make_shared<Model>(); };
  subject.copy_model = [](const void* model) {
    return std::make_shared<Model>(*static_cast<const Model*>(model));
  };
  subject.model_text = [](const void* model) {
    return detail::to_text(*static_cast<const Model*>(model));
  };
  return subject;
}

bool some_order_explains(const History& history, const detail::LinearizabilitySubject& subject) {
  std::vector<std::size_t> order(history.operations.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    std::uint64_t done = 0;
    const auto model = subject.make_model();
    const bool all = std::all_of(order.begin(), order.end(), [&](std::size_t i) {
      const HistoryOperation& operation = history.operations[i];
      if ((operation.preceded_by & ~done) != 0) return false;
      done |= std::uint64_t{1} << i;
      return subject.calls[operation.call].on_model(model.get()) == operation.result;
    });
    if (all) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

// Random intervals and random, mostly plausible results.
TEST(History, SearchAgreesWithBruteForce) {
  auto with_memo = queue();
  auto without = queue();
  without.model_text = nullptr;
  std::size_t explained = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    explore::RandomStream random(5, seed);
    History history;
    std::uint64_t returned = 0;
    std::vector<std::size_t> open;
    const std::size_t size = 2 + random.below(5);
    while (history.operations.size() < size || !open.empty()) {
      if (history.operations.size() < size && (open.empty() || random.below(2) == 0)) {
        const std::size_t call = random.below(3);
        static const char* const kPopped[] = {"-", "1", "2"};
        open.push_back(history.operations.size());
        history.operations.push_back(
            {0, call, call < 2 ? "()" : kPopped[random.below(3)], returned, true});
      } else {
        const std::size_t at = random.below(open.size());
        returned |= std::uint64_t{1} << open[at];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    const bool expected = some_order_explains(history, with_memo);
    explained += expected ? 1 : 0;
    EXPECT_EQ(explain(history, with_memo).found, expected) << "seed " << seed;
    EXPECT_EQ(explain(history, without).found, expected) << "seed " << seed;
  }
  EXPECT_GT(explained, 50U);
  EXPECT_LT(explained, 350U);
}

}  // namespace
}  // namespace heddle::testing
