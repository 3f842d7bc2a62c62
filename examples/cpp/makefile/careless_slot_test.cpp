// Fails on purpose, to show what that looks like.
#include "heddle/check.hpp"
#include "slot.hpp"

int main() {
  const auto test = [] {
    slot one;
    conc::thread other([&] { one.put(7); });
    const int value = one.take_carelessly();
    other.join();
    return value;
  };
  return heddle::passes(heddle::check(test, {.name = "careless slot"}, heddle::gives(7))) ? 0 : 1;
}
