#include "slot.hpp"

#include "heddle/check.hpp"

int main() {
  const auto test = [] {
    slot one;
    conc::thread other([&] { one.put(7); });
    const int value = one.take();
    other.join();
    return value;
  };
  return heddle::passes(heddle::check(test, {.name = "slot"}, heddle::gives(7))) ? 0 : 1;
}
