// What refines what among the operations of an MVar: the table of Déjà Fu's own tests. The
// interference empties the variable and then fills it with the seed, if that is a number.
#include <gtest/gtest.h>

#include <optional>

#include "heddle/atomic.hpp"
#include "heddle/refinement.hpp"

namespace heddle {
namespace {

/// A variable that is full or empty, made of nothing but an atomic; who cannot go on spins.
class SpinMVar {
 public:
  explicit SpinMVar(std::optional<int> value) : state_(value.value_or(kEmpty)) {}

  int take() {
    while (true) {
      int seen = read();
      if (state_.compare_exchange_strong(seen, kEmpty)) return seen;
    }
  }
  int read() {
    int seen = state_.load();
    while (seen == kEmpty) seen = state_.load();
    return seen;
  }
  void put(int value) {
    int empty = kEmpty;
    while (!state_.compare_exchange_strong(empty, value)) empty = kEmpty;
  }
  std::optional<int> try_take() {
    const int seen = state_.exchange(kEmpty);
    return seen == kEmpty ? std::nullopt : std::optional(seen);
  }
  bool try_put(int value) {
    int empty = kEmpty;
    return state_.compare_exchange_strong(empty, value);
  }

 private:
  static constexpr int kEmpty = -1'000'000;
  atomic<int> state_;
};

using Seed = std::optional<int>;

template <class MVar>
class MVarRows : public ::testing::Test {
 protected:
  template <class Expression>
  static auto with(Expression expression) {
    return signature([](const Seed& seed) { return MVar(seed); },
                     [](MVar& v, const Seed&) { return v.try_take(); },
                     [](MVar& v, const Seed& seed) {
                       v.try_take();
                       if (seed) v.try_put(*seed);
                     },
                     std::move(expression));
  }
  /// The first beside the second.
  template <class A, class B>
  static auto beside(A a, B b) {
    return [a, b](MVar& v) {
      thread other([&] { a(v); });
      b(v);
      other.join();
    };
  }

  static constexpr auto read = [](MVar& v) { v.read(); };
  static constexpr auto take = [](MVar& v) { v.take(); };
  static constexpr auto put = [](MVar& v) { v.put(7); };
  template <class A, class B>
  static auto then(A a, B b) {
    return [a, b](MVar& v) {
      a(v);
      b(v);
    };
  }
  const std::vector<Seed> seeds = enumerate<Seed>(3);  // nothing, 0, 1
};

using Types = ::testing::Types<SpinMVar>;
TYPED_TEST_SUITE(MVarRows, Types);

TYPED_TEST(MVarRows, Read) {
  const auto read = this->with(this->read);
  EXPECT_TRUE(equivalent(read, this->with(this->then(this->read, this->read)), this->seeds));
  EXPECT_TRUE(equivalent(read, this->with(this->beside(this->read, this->read)), this->seeds));
  const auto take_put = this->with([](TypeParam& v) { v.put(v.take()); });
  EXPECT_FALSE(equivalent(read, take_put, this->seeds));
  EXPECT_TRUE(strictly_refines(read, take_put, this->seeds));
}

TYPED_TEST(MVarRows, Take) {
  const auto take = this->with(this->take);
  EXPECT_TRUE(equivalent(take, this->with(this->then(this->read, this->take)), this->seeds));
  const auto read_beside_take = this->with(this->beside(this->read, this->take));
  EXPECT_FALSE(equivalent(take, read_beside_take, this->seeds));
  EXPECT_TRUE(strictly_refines(take, read_beside_take, this->seeds));
}

TYPED_TEST(MVarRows, Put) {
  const auto put = this->with(this->put);
  const auto put_read = this->with(this->then(this->put, this->read));
  EXPECT_FALSE(equivalent(put, put_read, this->seeds));
  EXPECT_TRUE(strictly_refines(put, put_read, this->seeds));
  const auto put_beside_read = this->with(this->beside(this->put, this->read));
  EXPECT_FALSE(equivalent(put, put_beside_read, this->seeds));
  EXPECT_TRUE(strictly_refines(put, put_beside_read, this->seeds));
}

}  // namespace
}  // namespace heddle
