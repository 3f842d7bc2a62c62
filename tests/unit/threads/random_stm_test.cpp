// All algorithms agree about random transactions.
#include <gtest/gtest.h>

#include <array>

#include "heddle/stm.hpp"
#include "tests/unit/threads/random_program.hpp"

namespace heddle {
namespace {

using Variables = std::array<tvar<int>, 3>;

std::string run(const Variables& all, const testing::RandomOperation& o) {
  const tvar<int>& x = all[static_cast<std::size_t>(o.object)];
  const tvar<int>& y = all[static_cast<std::size_t>(o.object + 1) % 3];
  switch (o.code) {
    case 0:
      return "read " + std::to_string(x.read_now());
    case 1:
      atomically([&] { x.write(o.value); });
      return "write";
    case 2:
      return "add " + std::to_string(atomically([&] {
               x.write(x.read() + 1);
               return x.read();
             }));
    case 3:  // what it reads decides what it writes
      return "move " + std::to_string(atomically([&] {
               const int n = x.read();
               if (n % 2 == 0) y.write(n + 1);
               return n;
             }));
    case 4:
      return "wait " + std::to_string(atomically([&] {
               check(x.read() % 2 == 1);
               return y.read();
             }));
    case 5:
      return "either " + std::to_string(atomically([&] {
               return or_else(
                   [&] {
                     y.write(o.value);
                     check(x.read() != 0);
                     return 1;
                   },
                   [&] {
                     check(y.read() != 0);
                     return 2;
                   });
             }));
    default:
      try {
        atomically([&] {
          x.write(o.value);
          if (y.read() % 2 == 0) throw std::runtime_error("even");
        });
      } catch (const std::runtime_error& e) {
        return e.what();
      }
      return "odd";
  }
}

TEST(RandomTransactions, AllAgree) {
  const auto make = [] { return Variables{tvar<int>(0), tvar<int>(0), tvar<int>(1)}; };
  testing::check_random_programs(
      1, 400, 3, 2, 7, 3, make, [](auto& all, auto& o, auto&) { return run(all, o); }, true);
  testing::check_random_programs(
      1, 100, 2, 4, 7, 3, make, [](auto& all, auto& o, auto&) { return run(all, o); }, true);
}

}  // namespace
}  // namespace heddle
